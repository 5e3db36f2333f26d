"""Compounds are taken apart into words of the corpus, where those are more usual than the whole."""

import pytest

from src.search.compounds import LEAST_FREQUENT, Splitter

FREQUENCIES = {
    "motorrijtuig": 40,
    "belasting": 90,
    "motorrijtuigenbelasting": 9,
    "deelneming": 20,
    "vrijstelling": 60,
    "deelnemingsvrijstelling": 8,
    "aanslag": 50,
    "voor": 100,
    "heffing": 80,
    "voorheffing": 95,
    "zeld": LEAST_FREQUENT - 1,
    "zaam": 50,
}
SPLITTER = Splitter(
    lambda word: word if word in FREQUENCIES else None, lambda term: FREQUENCIES.get(term, 0)
)


@pytest.mark.parametrize(
    ("compound", "parts"),
    [
        ("motorrijtuigenbelasting", ("motorrijtuig", "belasting")),
        ("deelnemingsvrijstelling", ("deelneming", "vrijstelling")),
        ("motorrijtuigenbelastingaanslag", ("motorrijtuig", "belasting", "aanslag")),
        ("belasting", ()),
        ("voorheffing", ()),  # more usual than its parts
        ("zeldzaam", ()),  # a part that hardly any document has
        ("en:voorheffing", ()),
        ("belasting" * 9, ()),
        ("", ()),
    ],
)
def test_a_compound_has_the_parts_that_are_words_of_the_corpus(
    compound: str, parts: tuple[str, ...]
) -> None:
    assert SPLITTER.parts(compound) == parts


@pytest.mark.parametrize(
    ("word", "is_compound"),
    [
        ("motorrijtuigvrijstelling", True),
        ("deelnemingsheffing", True),
        ("deelnemingblorp", False),
        ("blorpheffing", False),
        ("zeldzaam", False),
        ("heffing", False),
        ("heffing" * 20, False),
    ],
)
def test_a_word_of_two_others_is_a_compound(word: str, is_compound: bool) -> None:
    assert SPLITTER.is_compound(word) is is_compound
