"""The text of a document: the words stay, what nobody sees goes, broken lines are mended; its name is a label."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.grounding.gate import canonical
from src.search.loaders.readers import seen, tidy, unwrapped
from src.uploads.limits import LONGEST_NAME, NAMELESS, label

WORDS = st.text("abcdéABC .,;:-", max_size=20)


def test_lines_that_a_page_broke_are_joined_and_paragraphs_stay() -> None:
    lines = [
        "De belasting-",
        "plichtige betaalt",
        "belasting.",
        "",
        "In- en",
        "uitvoer",
        "Artikel 2",
    ]
    assert unwrapped(lines) == [
        "De belastingplichtige betaalt belasting.",
        "",
        "In- en uitvoer",
        "Artikel 2",
    ]


def test_a_hyphen_before_a_conjunction_is_no_break() -> None:
    assert unwrapped(["in-", "en uitvoer"]) == ["in- en uitvoer"]


@given(st.lists(WORDS.filter(lambda line: not line.strip().startswith(("en", "of")))))
def test_joining_lines_changes_nothing_that_a_quote_is_compared_by(lines: list[str]) -> None:
    # A line that is only spaces ends a paragraph, as an empty one.
    joined = "\n".join(unwrapped(lines))
    assert canonical(joined).text == canonical("\n".join(line.strip() for line in lines)).text


@given(st.text())
def test_what_nobody_sees_goes_and_the_rest_stays(text: str) -> None:
    shown = seen(text)
    assert seen(shown) == shown
    shown.encode()  # no half characters
    assert not any(unicodedata.category(sign) == "Cc" for sign in shown if sign not in "\n\t")
    assert not set(shown) & set("\u202e\u2066\u200b\ufeff")


@given(st.lists(st.text("ab \t\n")))
def test_tidying_twice_is_tidying_once(parts: list[str]) -> None:
    once = tidy(parts)
    assert tidy([once]) == once
    assert once.split() == "\n".join(parts).split()


def test_letters_get_one_form() -> None:
    assert seen("o\ufb03ci\u0308el\x00\u202e\r\nb") == "officïel\nb"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("akte.pdf", "akte.pdf"),
        ("../../../etc/passwd", "passwd"),
        ("C:\\Users\\Jan\\akte.docx", "akte.docx"),
        ("akte\u202efdp.exe", "aktefdp.exe"),
        ("a\x00b\x1b[2Jc\nd.txt", "ab[2Jc d.txt"),
        ("..", NAMELESS),
        ("/", NAMELESS),
        ("", NAMELESS),
    ],
)
def test_a_name_is_a_label(name: str, told: str) -> None:
    assert label(name) == told


@given(st.text(max_size=20_000))
def test_any_name_makes_a_short_label_on_one_line(name: str) -> None:
    told = label(name)
    assert 0 < len(told) <= LONGEST_NAME
    assert not set(told) & set("/\\\n\r\x00\x1b")


def test_a_long_name_keeps_its_ending() -> None:
    told = label("x" * 10_000 + ".docx")
    assert len(told) == LONGEST_NAME
    assert told.endswith(".docx")
