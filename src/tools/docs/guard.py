"""The guard: a call of its own on question and text, without history and without tools."""

from pydantic import Field

from src.desks.docs.artifacts import StageRecord, reading_of
from src.desks.docs.forms import Guard, GuardTask
from src.desks.docs.reasons import REFUSALS, Reason
from src.desks.docs.stages import FilledStage, Stages, prompt_of
from src.dossier.models import Dossier
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.docs.reports import QuestionGuarded

PROMPT = prompt_of("guard")


class GuardArgs(Arguments):
    question: str = Field(min_length=1, description="The question that is to be answered.")


class GuardQuestion(Tool[GuardArgs]):
    """Say whether a question may be answered. Nothing is answered before it passed."""

    args = GuardArgs

    def __init__(self, stages: Stages) -> None:
        self._stages = stages

    async def execute(self, dossier: Dossier, args: GuardArgs) -> ToolResult:
        reading = reading_of(dossier)
        task = GuardTask(question=args.question, text=reading.text if reading else args.question)
        filled = await self._stages.fill("guard", PROMPT, task, Guard)
        reason = refused_for(filled)
        report = QuestionGuarded(args.question, reason, _record(filled, reason))
        return ToolResult(report, usage=filled.usage, fallback=filled.fallback)


def refused_for(filled: FilledStage[Guard]) -> Reason | None:
    """Return why a question is refused, None where the guard said in so many words that it passed.

    No verdict is a refusal, as is one that contradicts itself.
    """
    verdict = filled.value
    if verdict is None:
        return "processing_error"
    if verdict.guardrails_passed is True and verdict.reason is None:
        return None
    return verdict.reason if verdict.reason in REFUSALS else "processing_error"


def _record(filled: FilledStage[Guard], reason: Reason | None) -> StageRecord:
    return filled.record("guard", {"guardrails_passed": reason is None, "reason": reason})
