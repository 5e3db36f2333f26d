"""Transcripts that come in messages, or are to follow as documents."""

import hashlib
from collections.abc import Callable

from pydantic import Field

from src.desks.backlog.errors import TranscriptNotInMessage, TranscriptPersonal
from src.desks.backlog.transcript import meeting_title
from src.desks.backlog.words import TEXTS
from src.dossier.models import Document, Dossier, SourceBase
from src.dossier.patch import DossierPatch
from src.dossier.store import utc_now
from src.masking.personal import PERSONAL_DATA
from src.tools.backlog.reports import TextSaid, TranscriptTaken
from src.tools.base import Arguments, Tool, ToolResult


class TakeArgs(Arguments):
    begins: str | None = Field(None, max_length=200)
    """Its first words in the newest message that has them, copied exactly; left out: all of the newest message."""


class TakeTranscript(Tool[TakeArgs]):
    """Take the newest message, or the end of it, as a transcript."""

    args = TakeArgs
    edits = True

    def __init__(self, lines_of: Callable[[str], str]) -> None:
        """Take transcripts; ``lines_of`` returns captions as the lines that a file of them has, others as is."""
        self._lines_of = lines_of

    async def execute(self, dossier: Dossier, args: TakeArgs) -> ToolResult:
        begins = (args.begins or "").strip()
        said = (entry.content for entry in reversed(dossier.conversation) if entry.role == "user")
        # A choice that takes a message as a transcript comes after it.
        message = next((text for text in said if begins in text), None)
        if message is None:
            raise TranscriptNotInMessage
        text = message[message.index(begins) :]
        if PERSONAL_DATA.mask(text) != text:
            raise TranscriptPersonal  # whoever adds it as a document sees what is in it, and agrees to that
        text = self._lines_of(text)
        digest = hashlib.sha256(text.encode()).hexdigest()
        of_day = TEXTS[dossier.language or "en"].meeting
        title = meeting_title("", text, of_day, f"{utc_now():%Y-%m-%d}")
        source = Document(id=f"upload/{digest[:32]}", title=title, content=text, client=True)
        known = dossier.source(source.id)
        if known is not None and known.content == text:
            return ToolResult(TranscriptTaken(known), _selected(known, dossier), ends=True)
        if known is not None:  # it was forgotten
            source = source.model_copy(update={"id": f"{source.id}-{dossier.version + 1}"})
        patch = _selected(source, dossier).model_copy(update={"add_sources": (source,)})
        return ToolResult(TranscriptTaken(source), patch, ends=True)


def _selected(source: SourceBase, dossier: Dossier) -> DossierPatch:
    """Return the selection with a transcript: whoever pasted it has seen it."""
    shown = (*(dossier.shown_selection or ()), source.id)
    return DossierPatch(select_ids=(source.id,), shown_selection=shown)


class AwaitArgs(Arguments):
    title: str = Field(min_length=1, max_length=200, description="In the user's words.")


class AwaitTranscript(Tool[AwaitArgs]):
    """Note what a meeting is called whose transcript is to follow as a document."""

    args = AwaitArgs

    async def execute(self, dossier: Dossier, args: AwaitArgs) -> ToolResult:
        title = dossier.title or args.title
        return ToolResult(TextSaid("awaited"), DossierPatch(title=title), ends=True)
