"""The analyser, the same for the index and for a query."""

import pytest

from src.desks.tax.library.dutch import terms


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
        ("beslist", "beslissing"),
        ("geheven", "heffing"),
        ("ingediend", "indienen"),
        ("afgetrokken", "aftrek"),
        ("verliezen", "verlies"),
        ("personenauto's", "personenauto"),
        ("hoorplicht", "horen plicht"),
        ("beroep in te stellen", "beroep"),
    ],
)
def test_forms_of_one_word_are_one_term(one: str, other: str) -> None:
    assert terms(one) == terms(other) != []


def test_words_that_every_question_has_are_no_terms() -> None:
    assert terms("Hoe lang moet ik mijn administratie bewaren?") == terms(
        "lang administratie bewaren"
    )
    assert terms("Wat is dat, en waarom zou ik het moeten?") == []


def test_how_one_asks_for_an_article_is_no_term() -> None:
    for question in ("Wat staat er in", "Wat zegt", "Hoe luidt", "Wat gebeurt er"):
        assert terms(question) == []


def test_an_endless_word_is_no_term() -> None:
    assert terms("a" * 1000) == []
