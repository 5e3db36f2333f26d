"""The analyser, the same for the index and for a query."""

import pytest

from src.retrieval.dutch import terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aanslagen", "aanslag"),
        ("naheffingsaanslagen", "naheffingsaanslag"),
        ("Bedragen", "bedrag"),
        ("HEFFING", "heffing"),
        ("coöperatie", "cooperatie"),
        ("na te vorderen", "navorderen"),
        ("Af te trekken", "aftrekken"),
    ],
)
def test_forms_of_one_word_are_one_term(one: str, other: str) -> None:
    assert terms(one) == terms(other) != []


def test_words_that_every_question_has_are_no_terms() -> None:
    assert terms("Hoe lang moet ik mijn administratie bewaren?") == terms(
        "lang administratie bewaren"
    )
    assert terms("Wat is dat, en waarom zou ik het moeten?") == []


def test_an_endless_word_is_no_term() -> None:
    assert terms("a" * 1000) == []
