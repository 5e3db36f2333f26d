"""What is searched for an English question, and which messages go on about the last one."""

import pytest

from src.desks.tax.offline.rules import OFFLINE_RULES, query
from src.search.snippet import is_follow_up


@pytest.mark.parametrize(
    ("question", "searched"),
    [
        ("What is the deadline for objecting to a tax assessment?", "termijn bezwaar aanslag"),
        ("What does article 7:2 of the Awb say?", "artikel 7:2 van de Awb"),
        ("Is there transfer tax in the Netherlands?", "overdrachtsbelasting Netherlands"),
        ("Can a lawyer be heard?", "gemachtigde advocaat horen"),
        ("What's the weather like?", ""),
        ("Wat is de termijn?", "Wat is de termijn?"),
    ],
)
def test_only_dutch_terms_citations_and_names_are_searched(question: str, searched: str) -> None:
    assert query(question) == searched


@pytest.mark.parametrize(
    "message",
    [
        "En voor een belegger?",
        "En wie is vrijgesteld?",
        "and for companies?",
        "Oké, en voor een eenmanszaak?",
        "hoe zit het met dividend?",
        "what about dividends?",
    ],
)
def test_a_question_without_its_subject_goes_on_about_the_last(message: str) -> None:
    assert is_follow_up(message, OFFLINE_RULES.table.telling)


@pytest.mark.parametrize(
    "message",
    [
        "En hoe lang kan de inspecteur navorderen?",
        "In welke gevallen moet ik btw betalen?",
        "Yes, and what is the rate for books?",
        "",
    ],
)
def test_a_whole_question_stands_by_itself(message: str) -> None:
    assert not is_follow_up(message, OFFLINE_RULES.table.telling)
