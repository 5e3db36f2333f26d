"""The answer to a question, from the selected sections: only of what was guarded, searched for and found."""

from pydantic import Field

from src.answering.answer import Answering
from src.desks.docs.artifacts import reading_of
from src.desks.docs.errors import GuardNotPassed, SearchTooPoor
from src.dossier.models import Dossier
from src.errors import NothingSelected, TessError
from src.tools.answer import patch, report
from src.tools.base import Arguments, Condition, Tool, ToolResult


def _guard_passed(dossier: Dossier) -> TessError | None:
    reading = reading_of(dossier)
    passed = reading is not None and reading.guardrails_passed and reading.guard_reason is None
    return None if passed else GuardNotPassed()


def _found_well(dossier: Dossier) -> TessError | None:
    reading = reading_of(dossier)
    quality = reading.search_quality if reading else None
    return None if quality in ("excellent", "good") else SearchTooPoor()


GUARD_PASSED = Condition("guard_passed", _guard_passed)
"""The guard passed the last question."""

FOUND_WELL = Condition("found_well", _found_well)
"""What was found for the last question is more than poor."""

SOME_SELECTED = Condition(
    "some_selected", lambda dossier: None if dossier.selected_ids else NothingSelected()
)
"""At least one section is selected."""


class DocsQuestionArgs(Arguments):
    question: str = Field(
        min_length=1, max_length=10_000, description="The question that the guard passed."
    )
    again: bool = Field(False, description="True where it is answered a second time.")


class AnswerFromDocs(Tool[DocsQuestionArgs]):
    """Answer the question from the selected sections, each claim on a quote."""

    args = DocsQuestionArgs
    conditions = (GUARD_PASSED, FOUND_WELL, SOME_SELECTED)

    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    async def execute(self, dossier: Dossier, args: DocsQuestionArgs) -> ToolResult:
        reading = reading_of(dossier)
        if reading is None or reading.guarded_question != args.question:
            raise GuardNotPassed  # it passed another question than this very one
        made = await self._answering.answer(dossier, args.question)
        return ToolResult(
            report(made), patch(made), made.usage, receipt=made.receipt, fallback=made.fallback
        )
