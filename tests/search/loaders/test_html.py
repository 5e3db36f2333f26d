"""HTML: the main content of a page as sections of plain text, lists, tables and code whole."""

import re
from pathlib import PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import Section, load_sections

PAGE = """\
<?xml version="1.0" encoding="latin-1"?>
<!DOCTYPE html>
<html><head><title>The manual</title>
<meta name="Description" content="About ports">
<script>
var no = "words";
</script></head><body>
<nav><ul><li>Home</li></ul></nav>
<header><h1>Site</h1></header>
<p>Before any
heading.</p>
<section id="setup">
<h1>Set up<a class="headerlink" href="#setup">¶</a></h1>
<p>Install <code>it</code> &amp; run&nbsp;it, café:</p>
<pre><span>def</span> f():
    return 1

# end
</pre>
<ul>
<li><p>one</p>
<p>more</p></li>
<li>two
  <ol><li>a</li><li>b</li></ol></li>
</ul>
<table><tr><th>A</th><th>B</th></tr>
<tr><td><p>1</p></td><td>2 <b>3</b></td></tr></table>
</section>
<h2 id="ports">Ports</h2>
Bare text
<!-- no words -->
<h2>Ports</h2><p>Again.</p>
<h3><a name="old"></a>Old</h3><p>Text.</p><img alt="A
picture" src="https://example.org/x.png">
<blockquote><h4>No heading</h4>quoted</blockquote>
<footer>Foot</footer>
</body></html>
"""


def sections(text: str) -> tuple[Section, ...]:
    return load_sections(text.encode(), PurePath("a.html")).sections


def texts(text: str) -> dict[str, str]:
    return {one.anchor: one.text for one in sections(text)}


def test_a_page_is_cut_at_its_headings() -> None:
    found = sections(PAGE)
    assert [(one.anchor, one.headings, one.first_line, one.last_line) for one in found] == [
        ("", (), 10, 11),
        ("setup", ("Set up",), 14, 27),
        ("ports", ("Set up", "Ports"), 30, 30),
        ("ports-1", ("Set up", "Ports"), 32, 32),
        ("old", ("Set up", "Ports", "Old"), 33, 35),
    ]
    assert {one.search_words for one in found} == {"The manual About ports"}
    assert found[0].text == "Before any heading."
    assert found[-1].text == "Text.\n\nA picture\n\nNo heading\nquoted"


def test_code_lists_and_tables_are_whole() -> None:
    assert texts(PAGE)["setup"].split("\n\n", 1) == [
        "Install it & run it, café:",
        "def f():\n    return 1\n\n# end\n\n- one\nmore\n- two\n  1. a\n  2. b\n\nA | B\n1 | 2 3",
    ]


@pytest.mark.parametrize(
    "main", ["<main>{}</main>", "<div role='main'>{}</div>", "<article>{}</article>"]
)
def test_only_the_main_content_is_read(main: str) -> None:
    page = f"<div>Menu</div>{main.format('<header><h1>A</h1></header><p>Text.')}<div>More</div>"
    assert texts(page) == {"a": "Text."}


def test_all_is_read_where_the_main_content_is_empty() -> None:
    assert texts("<main></main><p>A") == {"": "A"}


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("<h2 id=a>B</h2>", "a"),
        ("<h2><span id=a>B</span></h2>", "a"),
        ("<h2>B<a href='#a'>#</a></h2>", "a"),
        ("<div id=a><h2>B</h2></div>", "a"),
        ("<h2>B <i>c</i></h2>", "b-c"),
    ],
)
def test_the_id_of_a_heading_is_the_anchor(heading: str, anchor: str) -> None:
    assert texts(f"{heading}<p>Text.") == {anchor: "Text."}


def test_words_are_parted_where_a_reader_sees_them_parted() -> None:
    page = "<p>a<b>b</b> c<br>d</p><div>e<div>f</div>g</div><dl><dt>h<dd>i</dl>j<span>k</span>"
    assert texts(page) == {"": "ab c\nd\n\ne\n\nf\n\ng\n\nh\ni\n\njk"}


@pytest.mark.parametrize("tag", ["div", "b", "ul><li", "table><tr><td", "blockquote", "section"])
def test_what_is_nested_too_deep_is_left_out(tag: str) -> None:
    with pytest.raises(NotLoaded, match="too deep"):
        sections(f"<{tag}>" * 10_000 + "Text.")


@pytest.mark.parametrize("tag", ["div", "ul><li", "pre", "table><tr><td"])
def test_what_is_nested_deep_is_read(tag: str) -> None:
    found = sections(f"<{tag}>" * 500 + "Text.<h1>Ports</h1>More.")
    assert "Text." in found[0].text


@pytest.mark.parametrize(
    "page", ["<html></html>", "<script>x</script>", "<h1>Only</h1>", "<!-- a -->"]
)
def test_a_page_without_text_is_left_out(page: str) -> None:
    with pytest.raises(NotLoaded, match="no text"):
        sections(page)


def test_a_page_with_more_lines_than_libxml2_counts_is_read() -> None:
    found = sections("<p>a</p>\n" * 70_000 + "<h1>End</h1>\n<p>z</p>")
    assert (found[-1].text, found[-1].first_line) == ("z", 70_002)


TAGS = st.sampled_from(
    "p div ul ol li table tr td th pre b a section header dl dt dd br blockquote".split()
)
PIECES = st.one_of(
    st.builds("<{}>".format, TAGS),
    st.builds("</{}>".format, TAGS),
    st.sampled_from(
        ["<h1>x</h1>", "<h2>x</h2>", " ", "\n", "&", "&#0;", "\x00", " \u2028", "<br/>"]
    ),
)


@given(pieces=st.lists(PIECES, max_size=30))
def test_no_word_is_lost_whatever_the_tags(pieces: list[str]) -> None:
    page = "".join(f"{piece}word{number} " for number, piece in enumerate(pieces))
    found = sections(f"<body><section>word {page}".replace("</section>", ""))
    shown = " ".join(one.text for one in found)
    assert re.findall(r"word\d+", shown) == re.findall(r"word\d+", page)
