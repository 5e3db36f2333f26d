"""What the built-in model does at this desk: it fills in the forms of its stages by rules."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from pydantic import BaseModel, ValidationError

from src.desks.tsg.forms import (
    Findings,
    FindingsTask,
    GuideDraft,
    GuideReview,
    GuideTask,
    MendedLines,
    MendTask,
    PlanTask,
    ResearchPlan,
    ReviewTask,
)
from src.desks.tsg.reading import CONVERSATION
from src.desks.tsg.validator import problems
from src.llm.forms import SourceChoice
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec


def _plan(task: str) -> ResearchPlan:
    from src.desks.tsg.offline.plan import plan

    return plan(PlanTask.model_validate_json(task))


def _findings(task: str) -> Findings:
    from src.desks.tsg.offline.findings import findings

    return findings(FindingsTask.model_validate_json(task))


def _draft(task: str) -> GuideDraft:
    from src.desks.tsg.offline.draft import draft

    return draft(GuideTask.model_validate_json(task))


def _mended(task: str) -> MendedLines:
    """Return nothing: what fails of words that were copied can't be mended by rules."""
    MendTask.model_validate_json(task)
    return MendedLines(lines=[])


def _review(task: str) -> GuideReview:
    """Return what the validator says of the guide."""
    found = problems(ReviewTask.model_validate_json(task).guide)
    return GuideReview(
        approved=not found,
        accuracy=[],
        completeness=[f"{one.line}: {one.cure}" for one in found],
        suggestions=[],
        corrected=[],
    )


def _choice(task: str) -> BaseModel | None:
    return CONVERSATION.filled(task, SourceChoice)


_FILLED_BY: dict[type[BaseModel], Callable[[str], BaseModel | None]] = {
    ResearchPlan: _plan,
    Findings: _findings,
    GuideDraft: _draft,
    MendedLines: _mended,
    GuideReview: _review,
    SourceChoice: _choice,
}


class TsgRules:
    """The ``OfflineRules`` of the desk."""

    def decision(self, heard: Sequence[ChatMessage], offered: Sequence[ToolSpec]) -> ChatReply:
        """Return what any conversation does; the manager decides the stages."""
        return CONVERSATION.decision(heard, offered, "en")

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:
        """Return a form of the desk filled in by rules; None for another form, and for a task that is none."""
        fill = _FILLED_BY.get(form)
        with suppress(ValidationError):
            return fill(task) if fill else None
        return None


OFFLINE_RULES = TsgRules()
