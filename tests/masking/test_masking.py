"""What is sensitive is found where it stands and masked by stable marks; every other character stays."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.masking.masking import Candidates, Marks, Masking, SensitiveKind, SensitiveSpan
from src.masking.personal import PERSONAL_DATA, by_form

TEXT = "BSN 111222333, IBAN NL91 ABNA 0417 1643 00; weer NL91 ABNA 0417 1643 00 en 111222333."


def kinds_of(text: str) -> list[str]:
    return [span.kind for span in PERSONAL_DATA.find(text)]


def test_spans_say_where_each_value_stands() -> None:
    spans = PERSONAL_DATA.find(TEXT)
    assert [TEXT[one.start : one.end] for one in spans] == [
        "111222333",
        "NL91 ABNA 0417 1643 00",
        "NL91 ABNA 0417 1643 00",
        "111222333",
    ]
    assert [one.kind for one in spans] == ["bsn", "iban", "iban", "bsn"]


def test_the_same_value_has_the_same_mark_in_every_text() -> None:
    marks = Marks()
    first = PERSONAL_DATA.mask("mail a@b.nl en c@d.nl, of a@b.nl", marks)
    assert first == "mail <email-1> en <email-2>, of <email-1>"
    assert PERSONAL_DATA.mask("van c@d.nl, BSN 111222333", marks) == "van <email-2>, BSN <bsn-1>"


def test_a_value_is_the_same_however_its_groups_stand_apart() -> None:
    assert Marks().number("iban", "NL91 ABNA") == 1
    marks = Marks()
    assert {marks.number("iban", one) for one in ("NL91 ABNA", "NL91\n  ABNA")} == {1}


def test_a_kind_says_what_its_mark_looks_like() -> None:
    secret = SensitiveKind("key", by_form(r"key-\d+"), "‹secret:key:{number}›")
    assert Masking(secret).mask("key-1 key-2 key-1") == (
        "‹secret:key:1› ‹secret:key:2› ‹secret:key:1›"
    )


def test_a_part_of_an_earlier_kind_is_none_of_a_later_one() -> None:
    whole = SensitiveKind("whole", by_form(r"\d{4}"))
    part = SensitiveKind("part", by_form(r"\d+"))
    assert [one.kind for one in Masking(whole, part).find("1234 12")] == ["whole", "part"]
    assert [one.kind for one in Masking(part, whole).find("1234 12")] == ["part", "part"]


def test_of_values_that_overlap_the_first_and_longest_counts() -> None:
    def candidates(_: str) -> Iterator[tuple[int, int]]:
        yield from [(3, 6), (0, 2), (0, 4), (6, 6)]

    assert Masking(SensitiveKind("any", candidates)).find("abcdefg") == (
        SensitiveSpan("any", 0, 4),
    )


def test_two_kinds_of_one_name_are_refused() -> None:
    one: Candidates = by_form("a")
    with pytest.raises(ValueError, match="one name"):
        Masking(SensitiveKind("a", one), SensitiveKind("a", one))


PIECES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["111222333", "NL91ABNA0417164300", "a@b.nl", "06-12345678", " ", "\n", "\x00"]
    ),
)


@given(st.lists(PIECES, max_size=12))
def test_every_other_character_stays_and_the_marks_lead_back(pieces: list[str]) -> None:
    text = "".join(pieces)
    spans = PERSONAL_DATA.find(text)
    marks = Marks()
    masked = PERSONAL_DATA.mask(text, marks)
    parts = [re.escape(text[a:b]) for a, b in _between(spans, len(text))]
    assert re.fullmatch(r"<[a-z_]+-\d+>".join(parts), masked)
    assert all(one.start >= before.end for before, one in pairwise(spans))
    assert PERSONAL_DATA.mask(text, marks) == masked


def _between(spans: tuple[SensitiveSpan, ...], end: int) -> Iterator[tuple[int, int]]:
    after = 0
    for span in spans:
        yield after, span.start
        after = span.end
    yield after, end


def test_what_is_masked_is_not_found_again() -> None:
    assert kinds_of(PERSONAL_DATA.mask(TEXT)) == []
