"""The tax desk's demo ends well only if each of its steps really happened."""

from typing import Any

import pytest
from rich.console import Console

from src.commands.demo import DemoSession, StepFailed
from src.desks.tax.demo import hold

TITLES = ("Awb, artikel 6:7", "AWR, artikel 22j", "AWR, artikel 26", "AWR, artikel 16")
ANSWER = "## ANALYSE\n\n## ANTWOORD"
GOOD = [
    ("Ik vond: " + ", ".join(TITLES[:3]), "+++"),
    ("Weggelaten", "+--"),
    ("Teruggezet", "++-"),
    (ANSWER, "++-"),
    ("Ik vond nog", "++-+"),
    (ANSWER, "++-+"),
]
"""What the server replies, and of each source in turn whether it is selected then."""


class Retold(DemoSession):
    """A conversation in which a server replies what it is told to, and quotes the sources it is told to."""

    def __init__(
        self,
        replies: list[tuple[str, str]],
        quote: str = "Zes weken.",
        quoted: tuple[int, ...] = (0, 3),
    ) -> None:
        super().__init__("ws://nowhere", Console(quiet=True))
        self._replies = iter(replies)
        self._quote = quote
        self._quoted = quoted
        self._answers: list[dict[str, Any]] = []

    def say(self, message: str, gloss: str) -> str:
        text, marks = next(self._replies)
        self.sources = [
            {"id": str(number), "title": TITLES[number], "selected": mark == "+"}
            for number, mark in enumerate(marks)
        ]
        if text == ANSWER:
            source_id = str(self._quoted[len(self._answers)])
            self._answers.append({"claims": [{"quote": self._quote, "source_id": source_id}]})
        return text

    def dossier(self) -> dict[str, Any]:
        return {
            "sources": [{"id": source["id"], "content": "Zes weken."} for source in self.sources],
            "selected_ids": [source["id"] for source in self.sources if source["selected"]],
            "answers": self._answers,
        }


def test_a_conversation_that_happened_passes() -> None:
    hold(Retold(GOOD))


@pytest.mark.parametrize(
    ("step", "reply", "failure"),
    [
        (0, (GOOD[0][0], "++"), "fewer than three"),
        (0, ("Ik vond iets", "+++"), "not shown"),
        (1, ("Weggelaten", "++-"), "not left out"),
        (2, ("Teruggezet", "+++"), "just the one"),
        (2, ("Teruggezet", "+--"), "just the one"),
        (3, ("Niet gelukt", "++-"), "no answer"),
        (3, (ANSWER, "+++"), "changed the selection"),
        (4, ("Niets gevonden", "++-"), "nothing new"),
        (5, ("Niet gelukt", "++-+"), "no answer"),
    ],
)
def test_a_step_that_did_not_happen_is_named(
    step: int, reply: tuple[str, str], failure: str
) -> None:
    with pytest.raises(StepFailed, match=failure):
        hold(Retold([*GOOD[:step], reply, *GOOD[step + 1 :]]))


@pytest.mark.parametrize(
    ("quote", "quoted", "failure"),
    [
        ("Acht weken.", (0, 3), "does not stand"),
        ("Zes weken.", (2, 3), "left out is quoted"),
        ("Zes weken.", (0, 0), "nothing of what the follow-up found"),
    ],
)
def test_a_quote_that_is_out_of_place_fails_the_demo(
    quote: str, quoted: tuple[int, ...], failure: str
) -> None:
    with pytest.raises(StepFailed, match=failure):
        hold(Retold(GOOD, quote, quoted))
