"""The checks on the docs complain when they should."""

import pytest

from tests import docs_reader as reader
from tests import generated_docs as generated

PAGE = """\
# Title

## First & last

| name | meaning |
| --- | --- |
| `a` | one `x` |
| `b` | two |

```
# no heading
| `c` | no table |
[no](link.md)
```

### Below

| other |
| --- |
| d |

## Next

<!-- frame: Thing -->
```json
{"a": 1}
```
"""


class Root(Exception):
    code: str


class Branch(Root):
    """Who must act."""


class Leaf(Branch):
    """Details: ``path`` of a file, ``problem``; see ``nothing``."""

    code = "leaf"


def test_a_section_ends_at_the_next_heading_of_its_level() -> None:
    below = reader.section(PAGE, "First & last")
    assert "### Below" in below
    assert "## Next" not in below
    with pytest.raises(ValueError, match="no heading Absent"):
        reader.section(PAGE, "Absent")


def test_tables_are_read_outside_code_only() -> None:
    assert reader.tables(reader.section(PAGE, "First & last")) == [
        {"a": "one `x`", "b": "two"},
        {"d": ""},
    ]


def test_examples_are_found_by_their_label() -> None:
    assert reader.examples(PAGE, "frame") == [("Thing", '{"a": 1}\n')]
    assert reader.examples(PAGE, "example") == []


@pytest.mark.parametrize(
    "target",
    ["gone.md", "../gone.md", "../../outside.md", "#gone", "b.md#gone", "images/gone.svg"],
)
def test_a_link_to_nowhere_is_noticed(target: str) -> None:
    pages = {"docs/a.md": f"# A\n[x]({target})", "docs/b.md": "# B"}
    files = frozenset({*pages, "README.md"})
    assert reader.link_complaints(pages, files) == [f"docs/a.md: {target}"]


def test_links_that_lead_somewhere_are_left_alone() -> None:
    text = "# A b, c\n[1](b.md#some-place) [2](#a-b-c) [3](https://x.org/y) [4](../README.md)\n```\n[5](no)\n```"
    pages = {"docs/a.md": text, "docs/b.md": "## Some `place`"}
    assert reader.link_complaints(pages, frozenset({*pages, "README.md"})) == []


def test_a_path_of_nothing_is_noticed() -> None:
    pages = {"a.md": "`src/there.py`, `src/room/`, `src/dream.py`, `src/gone.py`"}
    files = frozenset({"src/there.py", "src/room/file.py"})
    assert reader.missing_paths(pages, files, frozenset({"src/dream.py"})) == ["a.md: src/gone.py"]


@pytest.mark.parametrize(
    "row", ["maybe | [x](y) | z", "here | | z", "not | [x](y) |", "with the desk | | "]
)
def test_a_feature_without_status_place_or_reason_is_noticed(row: str) -> None:
    table = "| feature | status | where | note |\n| --- | --- | --- | --- |\n| good | here | [x](y) | |\n"
    assert reader.feature_complaints(f"{table}| bad | {row} |\n") == ["bad"]


def test_details_and_fields_are_read() -> None:
    assert reader.details_of(Leaf) == {"path", "problem", "nothing"}
    assert reader.details_of(Branch) == set()
    assert reader.fields_in("{path}: {{no}} {problem}") == {"path", "problem"}


PARTS = "\n".join(f"## {part}\n\nx\n" for part in reader.DECISION_PARTS)
INDEX = "| | decision |\n| --- | --- |\n| 1 | [A](0001-a.md) |\n"


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("0002-a.md", f"# 1. A\n\n{PARTS}", "0002-a.md is not number 1"),
        ("0001-a.md", f"# 2. A\n\n{PARTS}", "0001-a.md is not number 1"),
        ("0001-b.md", f"# 1. A\n\n{PARTS}", "0001-b.md is not in the index"),
        ("0001-a.md", "# 1. A\n\n## Decision\n\nx\n", "0001-a.md has other parts"),
        ("0001-a.md", f"# 1. A\n\n{PARTS}{'x ' * 20}", "0001-a.md has 39 words"),
    ],
)
def test_a_record_out_of_form_is_noticed(name: str, text: str, complaint: str) -> None:
    assert reader.decision_complaints({name: text}, INDEX, most_words=30) == [complaint]


def test_a_block_is_replaced_and_read() -> None:
    marked = "a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb"
    written = generated.with_block(marked, "x", "new")
    assert written == "a\n<!-- x:begin -->\nnew\n<!-- x:end -->\nb"
    assert reader.block(written, "x") == "new"
    assert reader.block("nothing", "x") is None
    with pytest.raises(ValueError, match="no block y"):
        generated.with_block(marked, "y", "new")
