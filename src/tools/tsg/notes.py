"""Taking notes: a message, documents and pictures become what a guide is made of."""

from collections.abc import Callable

from pydantic import Field

from src.desks.tsg.artifacts import CLEARANCE, NOTES, GuideNotes
from src.desks.tsg.clearing import Gate
from src.desks.tsg.kept import notes_of, put
from src.desks.tsg.pictures import PicturesReader
from src.desks.tsg.reading import FEWEST_WORDS, read_message
from src.desks.tsg.refusals import NotesTooShort
from src.dossier.models import Document, Dossier, Language
from src.dossier.patch import DossierPatch
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.tsg.reports import NotesTaken


class NotesArgs(Arguments):
    text: str | None = Field(
        None, min_length=1, description="The notes; left out: the newest message."
    )
    document: str | None = Field(
        None,
        min_length=1,
        max_length=200,
        description="Id of a document with notes; left out: all that are new.",
    )


class TakeNotes(Tool[NotesArgs]):
    """Take raw notes: the newest message, the documents and the pictures that came with it."""

    args = NotesArgs

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
        before = notes_of(dossier)
        text = whole_notes(dossier, args.text or "", args.document or "")
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
            select_ids=tuple(one.id for one in read.readings),
            put_artifacts=(put(NOTES, notes), put(CLEARANCE, clearance)),
        )
        unread = sum(not one.read_by for one in read.pictures)
        report = NotesTaken(notes, added=before is not None, unread=unread)
        return ToolResult(report, patch, read.usage, pictures=read.shown)


def whole_notes(dossier: Dossier, text: str = "", document: str = "") -> str:
    """Return the notes of a dossier with what its newest message and its new documents add to them."""
    before = notes_of(dossier)
    known = before.text if before else ""
    said = text or _newest(dossier)
    texts = [one.content for one in fresh_documents(dossier) if document in ("", one.id)]
    return "\n\n".join(filter(None, (known, said.strip(), *texts)))


def fresh_documents(dossier: Dossier) -> list[Document]:
    """Return the author's documents that are no part of the notes yet."""
    before = notes_of(dossier)
    known = before.text if before else ""
    every = (one for one in dossier.selected if isinstance(one, Document) and one.client)
    return [one for one in every if one.content.strip() and one.content not in known]


def _newest(dossier: Dossier) -> str:
    """Return what the newest message brings as notes; empty where it is a word on what to do."""
    said = next((one.content for one in reversed(dossier.conversation) if one.role == "user"), "")
    has_notes = notes_of(dossier) is not None or bool(fresh_documents(dossier))
    read = read_message(said, has_notes=has_notes, asks=False)
    return read.text if read.kind == "notes" else ""
