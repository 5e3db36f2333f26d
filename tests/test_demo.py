"""The demo ends well only if each of its steps really happened."""

from typing import Any

import pytest
from rich.console import Console

from src.demo import Conversation, StepFailed, hold

BOTH = [("Awb, artikel 6:7", True), ("AWR, artikel 22j", True)]
LEFT_OUT = [BOTH[0], (BOTH[1][0], False)]
SHOWN = "Ik vond: Awb, artikel 6:7 en AWR, artikel 22j"
ANSWER = "## ANALYSE\n\n## ANTWOORD"
GOOD: list[tuple[str, list[tuple[str, bool]]]] = [
    (SHOWN, BOTH),
    ("Weggelaten", LEFT_OUT),
    ("Teruggezet", BOTH),
    (ANSWER, BOTH),
    ("Ik vond nog", [*BOTH, ("AWR, artikel 16", True)]),
]


class Retold(Conversation):
    """A conversation in which a server replies what it is told to."""

    def __init__(self, replies: list[tuple[str, list[tuple[str, bool]]]], quote: str) -> None:
        super().__init__("ws://nowhere", Console(quiet=True))
        self._replies = iter(replies)
        self._quote = quote

    def say(self, message: str) -> str:
        text, sources = next(self._replies)
        self.sources = [{"title": title, "selected": selected} for title, selected in sources]
        return text

    def dossier(self) -> dict[str, Any]:
        claim = {"quote": self._quote, "source_id": "a"}
        return {"sources": [{"id": "a", "content": "Zes weken."}], "answers": [{"claims": [claim]}]}


def test_a_conversation_that_happened_passes() -> None:
    hold(Retold(GOOD, "Zes weken."))


@pytest.mark.parametrize(
    ("step", "reply", "failure"),
    [
        (0, (SHOWN, BOTH[:1]), "fewer than two"),
        (0, ("Ik vond iets", BOTH), "not shown"),
        (1, ("Weggelaten", BOTH), "not left out"),
        (2, ("Teruggezet", LEFT_OUT), "not put back"),
        (3, ("Niet gelukt", BOTH), "no answer"),
        (4, ("Niets gevonden", BOTH), "nothing new"),
    ],
)
def test_a_step_that_did_not_happen_is_named(
    step: int, reply: tuple[str, list[tuple[str, bool]]], failure: str
) -> None:
    replies = [*GOOD[:step], reply, *GOOD[step + 1 :]]
    with pytest.raises(StepFailed, match=failure):
        hold(Retold(replies, "Zes weken."))


def test_a_quote_that_does_not_stand_fails_the_demo() -> None:
    with pytest.raises(StepFailed, match="does not stand"):
        hold(Retold(GOOD, "Acht weken."))
