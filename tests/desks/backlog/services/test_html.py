"""Texts come back from HTML as they went in; scripts do not, and HTML of others is read as people see it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.backlog.services.ado_bodies import criteria_of, html_of, html_of_criteria, text_of

TRICKY = st.text(alphabet=" \n\t\r\xa0<>&;#x160nbspli\"'-\x0c\x0b\x00\x85\u2028é😀")
TEXTS = st.one_of(st.text(), TRICKY)


@given(TEXTS)
def test_a_text_comes_back_letter_by_letter(text: str) -> None:
    assert text_of(html_of(text)) == text


@given(st.lists(TEXTS).map(tuple))
def test_criteria_come_back_letter_by_letter(criteria: tuple[str, ...]) -> None:
    assert criteria_of(html_of_criteria(criteria)) == criteria


@given(TEXTS, st.lists(TEXTS, min_size=1).map(tuple))
def test_what_is_added_changes_nothing_of_what_was_there(text: str, added: tuple[str, ...]) -> None:
    """Criteria go below the HTML of others as it is."""
    theirs = f"<p>{html_of(text)}</p><ol><li>one</li></ol>"
    assert criteria_of(theirs + html_of_criteria(added)) == (*criteria_of(theirs), *added)


@given(TEXTS)
def test_no_text_becomes_markup(text: str) -> None:
    html = html_of(text).replace("<div>", "").replace("</div>", "").replace("<br>", "")
    assert "<" not in html
    assert ">" not in html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", ""),
        ("<p>One <b>two</b>,<br>three &amp; four&nbsp;five</p>", "One two,\nthree & four five"),
        ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
        ("<div>a<br></div>b", "a\nb"),
        (" a\n  b ", "a b"),
        (
            "<ul><li>one</li><li>two<ol><li>x</li><li>y</li></ol></li></ul>",
            "- one\n- two\n1. x\n2. y",
        ),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("<pre>a  b\n c</pre>", "a  b\n c"),
        ("<h1>T</h1>x &lt;script&gt;", "T\nx <script>"),
        ("a<!-- b -->c<![if !x]>d<![endif]>&#x41;&#66;&eacute;&unknown;", "acdABé&unknown;"),
        ("<p>unclosed <b>bold <i>both</p>after", "unclosed bold both\nafter"),
        ("</p></li></ul></pre>x", "x"),
        ("&#9999999999;", "\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_html_of_others_is_read_as_it_is_seen(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<SCRIPT src=x>alert(1)</SCRIPT >",
        "<style>p { color: red }</style>",
        "<iframe src='javascript:1'>alert</iframe>",
        "<svg onload=alert(1)><title>alert</title></svg>",
        "<object data=x><embed src=y>alert</object>",
        "<img src=x onerror='alert(1)'>",
        "<script>alert(1)",
        "<template><b>alert</b></template>",
    ],
)
def test_what_does_something_is_dropped(html: str) -> None:
    assert text_of(f"before {html}") == "before"
    assert criteria_of(f"<ul><li>before{html}</li></ul>") == ("before",)


def test_criteria_of_others_are_items_of_lists_and_lines() -> None:
    told = "<div>Given:</div><ul><li>one</li><li><p>two</p><p>more</p></li></ul><p>&nbsp;</p>after"
    assert criteria_of(told) == ("Given:", "one", "two\nmore", "after")
