"""What is read in a query: what it names, and what its words mean."""

import pytest

from src.desks.tax.law.citations import KNOWN_LAWS
from src.desks.tax.library.configuration import PRODUCT
from src.desks.tax.library.query import read
from src.search.corpus import ParsedQuery


def asked(text: str, user_query: str = "") -> ParsedQuery:
    return read(KNOWN_LAWS, text, PRODUCT, user_query)


def terms(text: str, origin: str) -> list[str]:
    return [term for run in asked(text).runs if run.origin == origin for term in run.terms]


@pytest.mark.parametrize(
    ("text", "articles"),
    [
        ("Section 13 CITA", ("BWBR0002672/13",)),
        ("article 9 of the VAT Act", ("BWBR0002629/9",)),
        ("sections 16 and 18 of the General Tax Act", ("BWBR0002320/16", "BWBR0002320/18")),
        ("artikel 6:7 Awb en artikel 6:7 Awb", ("BWBR0005537/6:7",)),
        ("the section on 13 cats", ()),
        ("articles about hats", ()),
    ],
)
def test_dutch_and_english_citations_are_read(text: str, articles: tuple[str, ...]) -> None:
    assert asked(text).pins == articles


def test_what_is_named_is_no_word_of_the_query() -> None:
    assert asked("artikel 16 AWR, ECLI:NL:HR:2099:1").runs == ()
    assert asked("ECLI:NL:HR:2099:1").pins == ("ECLI:NL:HR:2099:1",)


def test_abbreviations_are_written_out() -> None:
    assert terms("Hoeveel KIA krijg ik?", "abbreviation") == ["kleinschaligheidsinvesteringsaftrek"]
    assert terms("box 3", "abbreviation")[-2:] == terms("sparen en beleggen", "words")
    assert terms("what is it for", "abbreviation") == []
    assert terms("dotatie FOR", "abbreviation") == terms("fiscale oudedagsreserve", "words")


def test_abbreviations_of_other_laws_are_written_out_as_they_are_spelled() -> None:
    assert terms("strafbaar volgens de WED", "abbreviation") == ["economisch", "delict"]
    assert terms("na het wed strijden", "abbreviation") == []


def test_english_words_are_searched_as_english_and_in_the_statutes_terms() -> None:
    assert terms("What is the rate for a deduction?", "english") == ["en:rate", "en:deduct"]
    assert terms("participation exemption", "glossary") == terms("deelnemingsvrijstelling", "words")


def test_the_users_own_words_count_for_less() -> None:
    own = asked("deelnemingsvrijstelling", user_query="vrijgesteld dividend").runs
    weights = {run.terms: run.weight for run in own if run.origin == "words"}
    assert sorted(weights.values()) == [PRODUCT.user_query, 1.0]
    assert asked("deelnemingsvrijstelling", user_query="artikel 13 Wet Vpb").pins


def test_the_day_that_a_question_names_is_not_searched() -> None:
    plain = "Binnen hoeveel weken kon ik bezwaar maken?"
    dated = "Binnen hoeveel weken kon ik bezwaar maken in 2014?"
    assert asked(dated) == asked(plain)
    assert asked("bezwaar", user_query=dated) == asked("bezwaar", user_query=plain)


def test_a_citation_beside_a_day_is_still_looked_up() -> None:
    assert asked("artikel 6:7 Awb in 2014") == asked("artikel 6:7 Awb")
