"""What the built-in model does at this desk: it fills in the forms of its steps by rules."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from pydantic import BaseModel, ValidationError

from src.desks.backlog.reading import RULES
from src.llm.forms import SourceChoice
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.search.encoder import Rows

Fill = Callable[[str], BaseModel | None]


class BacklogRules:
    """The ``OfflineRules`` of the desk; ``rows`` make vectors of texts, where there is an encoder."""

    def __init__(self, rows: Rows | None = None) -> None:
        self._rows = rows

    def decision(self, heard: Sequence[ChatMessage], offered: Sequence[ToolSpec]) -> ChatReply:
        """Return what any conversation does; the manager decides the steps."""
        return RULES.decision(heard, offered, "en")

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:
        """Return a form of the desk filled in by rules; None for another form, and for a task that is none."""
        if form is SourceChoice:
            return RULES.filled(task, form)
        fill = self._forms.get(form)
        with suppress(ValidationError):
            return fill(task) if fill else None
        return None

    @cached_property
    def _forms(self) -> Mapping[type[BaseModel], Fill]:
        """What fills in each form, imported once one is asked for."""
        from src.desks.backlog.offline.meeting_forms import MEETING_FORMS
        from src.desks.backlog.offline.tag_forms import tag_forms

        return {**MEETING_FORMS, **tag_forms(self._rows)}
