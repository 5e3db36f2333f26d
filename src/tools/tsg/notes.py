"""Taking notes: a message, documents and pictures become what a guide is made of."""

from collections.abc import Callable

from pydantic import Field

from src.desks.tsg.artifacts import CLEARANCE, NOTES, GuideNotes
from src.desks.tsg.clearing import Gate
from src.desks.tsg.kept import notes_of, put
from src.desks.tsg.pictures import PicturesReader
from src.desks.tsg.plain_words import without_at_once
from src.desks.tsg.refusals import NotesTooShort, NotSaid
from src.dossier.models import Document, Dossier, Language
from src.dossier.patch import DossierPatch
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.pace import PACE
from src.tools.tsg.reports import NotesTaken

FEWEST_WORDS = 3
"""Of notes: below that there is nothing to make a guide of."""


class NotesArgs(Arguments):
    text: str | None = Field(
        None,
        description=(
            "The part of the author's message that is notes, copied exactly; left out: all of it; empty: none of it, "
            "the documents and pictures alone."
        ),
    )
    document: str | None = Field(None, min_length=1, max_length=200)
    """Id of a document with notes; left out: all that are new."""


class TakeNotes(Tool[NotesArgs]):
    """Take raw notes of the incident: the newest message or a part of it, and new documents and pictures.

    For what happened, what was seen and done; never for what the author wants done with the guide.
    """

    args = NotesArgs
    edits = True

    def __init__(
        self,
        gate: Gate,
        pictures: PicturesReader,
        detect: Callable[[str, Language | None], Language],
    ) -> None:
        self._gate = gate
        self._pictures = pictures
        self._detect = detect

    async def execute(self, dossier: Dossier, args: NotesArgs) -> ToolResult:
        await PACE.get().on_stage("notes")
        before = notes_of(dossier)
        text = whole_notes(dossier, args.text, args.document or "")
        if len(text.split()) < FEWEST_WORDS:
            raise NotesTooShort
        clearance = await self._gate.check([text])
        language = before.language if before else self._detect(text[:4_000], dossier.language)
        read = await self._pictures.read(dossier, language)
        notes = GuideNotes(
            text=text, sha256=clearance.sha256, language=language, pictures=read.pictures
        )
        patch = DossierPatch(
            add_sources=read.readings,
            select_ids=tuple(reading.id for reading in read.readings),
            put_artifacts=(put(NOTES, notes), put(CLEARANCE, clearance)),
        )
        unread = sum(not picture.read_by for picture in read.pictures)
        report = NotesTaken(notes, added=before is not None, unread=unread)
        return ToolResult(report, patch, read.usage, pictures=read.shown)


def whole_notes(dossier: Dossier, text: str | None = None, document: str = "") -> str:
    """Return the notes of a dossier with what its newest message and its new documents add to them.

    Raises ``NotSaid`` where the author wrote no such text.
    """
    before = notes_of(dossier)
    known = before.text if before else ""
    newest = next(map(without_at_once, _said(dossier)), "")
    said = newest if text is None else text.strip()
    check_said(said, dossier)
    texts = [entry.content for entry in fresh_documents(dossier) if document in ("", entry.id)]
    return "\n\n".join(filter(None, (known, said, *texts)))


def check_said(text: str, dossier: Dossier) -> None:
    """Raise ``NotSaid`` where a text stands, but for white space, in nothing that the author wrote."""
    words = " ".join(text.split())
    if not any(words in " ".join(word.split()) for word in _said(dossier)):
        raise NotSaid(words=words[:200])


def fresh_documents(dossier: Dossier) -> list[Document]:
    """Return the author's documents that are no part of the notes yet."""
    before = notes_of(dossier)
    known = before.text if before else ""
    every = (entry for entry in dossier.selected if isinstance(entry, Document) and entry.client)
    return [entry for entry in every if entry.content.strip() and entry.content not in known]


def _said(dossier: Dossier) -> list[str]:
    return [message.content for message in reversed(dossier.conversation) if message.role == "user"]
