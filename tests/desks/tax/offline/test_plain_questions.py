"""What is done with a plain question, with what says that another was asked, and with doubt about a quote."""

import json
from collections.abc import Sequence

import pytest

from src.desks.tax.desk import tax_desk
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.llm.protocol import ChatMessage, ToolCall
from src.llm.state import State, with_state
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm

SPECS = tax_desk(ScriptedLlm(), ListRetriever(), MemoryStore()).specs
QUESTION = "Hoeveel belasting betaal ik over een erfenis van mijn vader?"
NOTHING: State = {"today": "2026-03-02", "sources": []}
ANSWERED: State = {
    "today": "2026-03-02",
    "sources": [{"n": 1, "title": "Successiewet 1956, artikel 24", "selected": True}],
    "answers": [{"conclusion": "Tien procent."}],
    "just_answered": False,
}


def decided(message: str, state: State = NOTHING, *earlier: str) -> Sequence[ToolCall]:
    """Return the tools that are called for a message."""
    said = [ChatMessage("user", one) for one in earlier]
    heard = [ChatMessage("system", ""), *said, ChatMessage("user", with_state(message, state))]
    return OFFLINE_RULES.decision(heard, SPECS).tool_calls


def names(called: Sequence[ToolCall]) -> list[str]:
    return [one.name for one in called]


SEARCH = ["get_legislation", "get_case_law"]


@pytest.mark.parametrize(
    "message",
    [
        "hoeveel mag ik erven",
        "wie erft wat?",
        "hoe ver mogen ze teruggaan met een navordering",
        "Schenking op papier, waar moet dat aan voldoen dan",
        "how much may I inherit",
        "Laat artikel 13 zien",
        "show article 13",
    ],
)
def test_a_plain_question_is_looked_up(message: str) -> None:
    assert names(decided(message)) == SEARCH


@pytest.mark.parametrize("message", ["wat eet je vandaag?", "hoe gaat het met je?", "wie ben jij?"])
def test_small_talk_is_not(message: str) -> None:
    assert names(decided(message)) == []


def test_what_is_in_another_language_is_asked_about() -> None:
    assert names(decided("Bonjour, comment allez-vous?")) in ([], ["ask"])


def test_a_statement_is_asked_about() -> None:
    assert names(decided("ik krijg een erfenis", ANSWERED, QUESTION)) == ["ask"]


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ("that is about inheritance, I asked about a gift", "a gift"),
        ("dit gaat over erven, ik vroeg naar een schenking", "een schenking"),
        ("nee, ik bedoelde een schenking", "een schenking"),
    ],
)
def test_what_was_asked_is_looked_up_in_place_of_a_complaint(message: str, subject: str) -> None:
    called = decided(message, ANSWERED, QUESTION)
    assert names(called) == SEARCH
    given = json.loads(called[0].arguments)
    assert given["goes_on"] is False
    alone, whole = given["queries"]
    assert "schenking" in alone
    assert not {"erfenis", "inherit"} & {word[:7] for word in alone.split()}
    assert whole.endswith(f"{QUESTION} {subject}")


@pytest.mark.parametrize("message", ["klopt dat citaat wel?", "is that quote right?"])
def test_doubt_about_a_quote_is_no_search(message: str) -> None:
    assert names(decided(message, ANSWERED, QUESTION)) == ["explain_answer"]
