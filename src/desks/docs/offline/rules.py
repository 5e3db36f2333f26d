"""What the built-in model does at this desk: it fills in the forms of its stages by rules, and quotes passages."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from pydantic import BaseModel, ValidationError

from src.desks.docs.forms import (
    Essence,
    EssenceTask,
    Guard,
    GuardTask,
    Normalised,
    NormaliseTask,
    Quality,
    QualityTask,
    ReadForm,
    ReadTask,
)
from src.desks.docs.talk import RULES
from src.llm.forms import AnswerDraft, SourceChoice
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec

# The rules of a form are imported by its first task: lists and glossary take as long to prepare as a start may.


def _normalised(task: str) -> Normalised:
    from src.desks.docs.offline.normalise import normalise

    return normalise(NormaliseTask.model_validate_json(task))


def _essence(task: str) -> Essence:
    from src.desks.docs.offline.essence import essence

    return essence(EssenceTask.model_validate_json(task))


def _read(task: str) -> ReadForm:
    from src.desks.docs.offline.essence import read

    return read(ReadTask.model_validate_json(task))


def _guard(task: str) -> Guard:
    from src.desks.docs.offline.guard import guard

    return guard(GuardTask.model_validate_json(task))


def _quality(task: str) -> Quality:
    from src.desks.docs.offline.quality import quality

    return quality(QualityTask.model_validate_json(task))


def _draft(task: str) -> AnswerDraft:
    from src.desks.docs.answering import DocsTask
    from src.desks.docs.offline.answer import answer

    return answer(DocsTask.model_validate_json(task))


def _choice(task: str) -> BaseModel | None:
    return RULES.filled(task, SourceChoice)


_FILLED_BY: dict[type[BaseModel], Callable[[str], BaseModel | None]] = {
    Normalised: _normalised,
    Essence: _essence,
    ReadForm: _read,
    Guard: _guard,
    Quality: _quality,
    AnswerDraft: _draft,
    SourceChoice: _choice,
}


class DocsRules:
    """The ``OfflineRules`` of the desk."""

    def decision(
        self,
        heard: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
    ) -> ChatReply:
        """Return what any conversation does; the manager asks for it only what is no question."""
        return RULES.decision(heard, offered)

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:
        """Return a form of the desk filled in by rules; None for another form, and for a task that is none."""
        fill = _FILLED_BY.get(form)
        with suppress(ValidationError):
            return fill(task) if fill else None
        return None


OFFLINE_RULES = DocsRules()
