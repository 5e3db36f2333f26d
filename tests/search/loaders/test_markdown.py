"""Markdown: a section for each heading with text, under the headings above it, and nothing lost."""

from itertools import pairwise
from pathlib import PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from src.search.loaders.cutting import LONGEST_SECTION
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import Section, load_sections

TEXT = """---
author: somebody
---
What stands before any heading.

# Guide

## Ports and `hosts`

Port 8000 is open.

```
# a comment, no heading
```

> # no heading either

Setting up
==========

## Ports and [hosts](https://example.org)

Another text.
"""


def test_a_file_is_cut_at_its_headings() -> None:
    found = {section.id: section for section in sections(TEXT, "manual/guide.md")}
    assert {key: section.headings for key, section in found.items()} == {
        "manual/guide.md": (),
        "manual/guide.md#ports-and-hosts": ("Guide", "Ports and hosts"),
        "manual/guide.md#ports-and-hosts-1": ("Setting up", "Ports and hosts"),
    }
    assert found["manual/guide.md"].text == "What stands before any heading."
    ports = found["manual/guide.md#ports-and-hosts"]
    assert ports.text.startswith("Port 8000 is open.")
    assert ports.text.endswith("> # no heading either")


def test_headings_without_text_are_counted() -> None:
    assert load_sections(TEXT.encode(), PurePath("guide.md")).without_text == 2


@pytest.mark.parametrize(
    "content", [b"", b"# Only a heading\n", b"---\na: b\n---\n", b"\xff\xfe\x00"]
)
def test_a_file_without_text_is_left_out(content: bytes) -> None:
    with pytest.raises(NotLoaded):
        load_sections(content, PurePath("guide.md"))


@given(text=st.text(alphabet="#ab \n`-=>*[]()~", max_size=60))
def test_no_text_is_lost_and_every_id_is_another(text: str) -> None:
    try:
        found = sections(text)
    except NotLoaded:
        return
    assert len({section.id for section in found}) == len(found)
    assert all(section.text for section in found)


# Sections


def sections(text: str, name: str = "guide.md") -> tuple[Section, ...]:
    return load_sections(text.encode(), PurePath(name)).sections


def texts(text: str, name: str = "guide.md") -> dict[str, str]:
    return {section.anchor: section.text for section in sections(text, name)}


def test_a_section_says_where_it_stands() -> None:
    found = sections(
        "---\ntitle: Manual\ntags: [a, b]\n---\n\nFirst.\n\n# Set up\n\n## Ports\n\nOne.\n\nTwo.\n"
    )
    assert found == (
        Section("guide.md", "", (), "First.", 6, 6, search_words="Manual a b"),
        Section("guide.md", "ports", ("Set up", "Ports"), "One.\n\nTwo.", 12, 14, "Manual a b"),
    )
    assert [section.id for section in found] == ["guide.md", "guide.md#ports"]


@pytest.mark.parametrize(
    ("matter", "words"), [("+++\ntitle = 'A'\n+++\n", "A"), ("---\nlayout: x\n...\n", ""), ("", "")]
)
def test_front_matter_is_left_out_and_searched(matter: str, words: str) -> None:
    (section,) = sections(f"{matter}Text.\n")
    assert (section.text, section.search_words) == ("Text.", words)
    assert section.first_line == matter.count("\n") + 1


@pytest.mark.parametrize(
    "heading",
    ["# Ports {#open}", "# Ports { #open }", "# Ports {: #open .x}", "Ports {#open}\n==="],
)
def test_an_id_of_the_author_goes_before_a_made_one(heading: str) -> None:
    (section,) = sections(f"{heading}\n\nText.\n")
    assert (section.anchor, section.headings) == ("open", ("Ports",))


def test_an_anchor_that_comes_again_is_numbered() -> None:
    text = "# X\n1\n# X\n# X\n2\n# A {#x-3}\n3\n# X\n4\n# ?\n5\n# A & B, `c_d`!\n6\n# B {#x-3}\n7\n"
    assert list(texts(text)) == ["x", "x-2", "x-3", "x-4", "", "a--b-c_d", "x-3-1"]


@pytest.mark.parametrize(
    ("marked", "left"),
    [
        ("::: tip\nA\n:::", "A"),
        (":::note[Mind this]\nA\n:::", "Mind this\nA"),
        (":::tip Mind this\nA\n:::", "Mind this\nA"),
        ("::: {.tip}\nA\n::::", "A"),
        (':::image source="a.png" alt-text="b":::\n\nA', "A"),
        ("/// note | Mind this\n\nA\n\n///", "Mind this\n\nA"),
        ("B\n\n/// note\n\nA\n\n////\n\nC", "B\n\nA\n\nC"),
        ("import Tabs from '@theme/Tabs';\nimport {\n  a,\n} from 'b'\n\nA", "A"),
        ("export const x = {\n  a: 1,\n}\nA", "A"),
        ('<Tabs>\n<Tab label="x">\n\nA\n\n</Tab>\n</Tabs>', "A"),
        ("{/* a comment */}\n\nA", "A"),
    ],
)
def test_what_only_a_program_reads_is_left_out(marked: str, left: str) -> None:
    assert texts(marked, "a.mdx") == {"": left}


@pytest.mark.parametrize(
    "text",
    [
        "```\n::: tip\nimport a from 'b'\n<Tabs>\n```",
        "    ::: tip",
        "<pre>\n/// note\n</pre>",
        "import duties are due\nexport default settings as they are",
        "<Tabs> and more",
        "Call it <name>, as `<b>a</b>` says.",
        "---\n\nText between rules.\n\n---",
        "+++\nText\n+++",
    ],
)
def test_what_only_looks_so_stays(text: str) -> None:
    assert texts(text) == {"": text}


def test_a_long_section_is_cut_between_its_blocks() -> None:
    paragraph = "word " * 300
    table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 600
    code = "```\n" + "line\n\n" * 900 + "```"
    items = "- item\n\n  more\n" * 500
    blocks = [
        one.strip() for one in (paragraph, paragraph, paragraph, table, code, items, "End:", code)
    ]
    found = sections("# Long\n\n" + "\n\n".join(blocks) + "\n\n# Next\n\nShort.\n")
    assert [section.anchor for section in found] == [
        "long", "long~2", "long~3", "long~4", "long~5", "long~6", "next",
    ]  # fmt: skip
    assert {section.headings for section in found[:-1]} == {("Long",)}
    assert [section.text for section in found[2:5]] == blocks[3:6]
    assert found[5].text == f"End:\n\n{code}"
    assert len(found[0].text) <= LONGEST_SECTION


LINES = st.sampled_from(
    [
        "", "", "Text.", "# One", "## Two { #two }", "===", "---", "    code", "```", "~~~", "| a | b |", "|---|---|",
        "- item", "  - inner", "> quote", "> # quoted", "::: note", ":::", "/// tip | Title", "///", "<Tabs>",
        "import a from 'b'", "<div>", "1. first", "[r]: /x", "+++", "\tcode", "Text:", "\u2028",
    ]
)  # fmt: skip
MARKERS = frozenset(["::: note", ":::", "///", "<Tabs>", "import a from 'b'"])


@given(lines=st.lists(LINES, max_size=40), first=st.sampled_from(["---\na: b\n---\n", "Text.\n\n"]))
def test_every_line_is_in_one_section_or_its_heading(lines: list[str], first: str) -> None:
    text = first + "\n".join(lines)
    try:
        found = sections(text)
    except NotLoaded:
        found = ()
    written = text.split("\n")
    for before, after in pairwise(found):
        assert before.last_line < after.first_line
    for section in found:
        kept = [
            line for line in written[section.first_line - 1 : section.last_line] if line.strip()
        ]
        shown = [line for line in section.text.split("\n") if line.strip()]
        assert shown == [one for one in shown if one in kept or one == "Title"]
        assert set(kept) - set(shown) <= MARKERS | {"/// tip | Title"}
    inside = {n for one in found for n in range(one.first_line - 1, one.last_line)}
    outside = {n for n, line in enumerate(written) if line.strip()} - inside
    assert all(
        (n < 3 and first.startswith("---")) or written[n] in MARKERS or n in headings_of(text)
        for n in outside
    )


def headings_of(text: str) -> set[int]:
    """Return the lines that markdown-it takes for headings, in the text without what is no Markdown."""
    blank = MARKERS - {"import a from 'b'"}  # which may be the words of a heading
    lines = ["" if line in blank else line for line in text.split("\n")]
    tokens = MarkdownIt().parse("\n".join(lines))
    return {n for one in tokens if one.type == "heading_open" and one.map for n in range(*one.map)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<div>\n\nA <b>b</b>\n\n</div>", "A b"),
        ("<!-- no\nwords -->\nA&nbsp;b &lt; c", "A b < c"),
        ('<img src="x.png" alt="The page">', "The page"),
        ('An <abbr title="a way\nto speak">API</abbr> is', "An \nAPI is"),
        ('```console\n$ <u style="x">serve</u>\n```', "```console\n$ serve\n```"),
        ("```html\n<b>x</b>\n```", "```html\n<b>x</b>\n```"),
    ],
)
def test_tags_of_html_are_no_text(text: str, told: str) -> None:
    assert texts(text) == {"": told}


def test_tags_change_no_line_numbers() -> None:
    (found,) = sections("<div>\n<p>\n\n# Ports\n\nOpen.\n</div>")
    assert (found.headings, found.first_line, found.text) == (("Ports",), 6, "Open.")
