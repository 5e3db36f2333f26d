"""Answering with quotes: a desk that does so has a tool of its own name over this one."""

from typing import Literal

from pydantic import Field

from src.answering.answer import Answering, FinishedAnswer
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.tools.base import (
    SELECTION_SHOWN,
    SOMETHING_SELECTED,
    Answered,
    Arguments,
    Tool,
    ToolResult,
)

Confirm = Literal["always", "doubt"]
"""When a person is asked whether the sources are right: always, or where the model is in doubt."""


class QuestionArgs(Arguments):
    query: str = Field(min_length=1, max_length=10_000)
    """The whole question, in the user's words."""


class AnswerTool(Tool[QuestionArgs]):
    """Answer from the selected sources."""

    args = QuestionArgs

    def __init__(self, answering: Answering, confirm: Confirm = "always") -> None:
        """Answer from shown sources alone; under ``doubt`` also from those that this very turn has found."""
        self._answering = answering
        self.conditions = (SELECTION_SHOWN,) if confirm == "always" else (SOMETHING_SELECTED,)

    async def execute(self, dossier: Dossier, args: QuestionArgs) -> ToolResult:
        made = await self._answering.answer(dossier, args.query)
        return ToolResult(
            report(made),
            patch(made),
            made.usage,
            receipt=made.receipt,
            fallback=made.fallback,
            ends=True,
            closes=True,
        )


def report(made: FinishedAnswer) -> Answered:
    """Return what there is to tell of an answer."""
    given_on = made.receipt.given_on if made.receipt else None
    return Answered(made.answer, made.cut, made.refused, given_on=given_on, draft=made.draft)


def patch(made: FinishedAnswer) -> DossierPatch:
    """Return what an answer changes; without a single claim that stands there is nothing that could be called one."""
    return DossierPatch(add_answers=(made.answer,)) if made.answer.claims else DossierPatch()
