"""The journal: one line per turn, and the dossier as the sum of its lines."""

import hashlib
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Literal

from src.dossier.models import Dossier, Frozen, Language
from src.dossier.patch import DossierPatch

FIRST_PREVIOUS = "0" * 64
"""What the first line carries in place of the hash of a line before it."""


class Request(Frozen):
    """What the user sent."""

    message: str
    message_id: str | None = None
    as_of: date | None = None


class ToolRecord(Frozen):
    """One tool call: what the model asked for, word for word, and how it ended."""

    tool: str
    arguments: str
    outcome: str
    """``done``, or the code of the error."""


class ModelRecord(Frozen):
    """Which model decided, how it was set, and the SHA-256 of the prompt it was given."""

    id: str
    parameters: dict[str, Any] = {}
    prompt_hash: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Turn(Frozen):
    """A finished turn that is not stored yet; the store gives it its version, time and place in the chain."""

    dossier_id: str
    desk: str
    author: str = "local"
    request: Request | None
    """None only for an entry that carries what another program, or a journal that was lost, held."""
    tools: tuple[ToolRecord, ...] = ()
    patch: DossierPatch
    reply: str
    language: Language
    model: ModelRecord


class JournalEntry(Turn):
    """A committed turn."""

    schema_version: Literal[1] = 1
    version: int
    time: datetime
    previous_hash: str

    def line(self) -> bytes:
        """Return the entry as its journal line, newline included."""
        return self.model_dump_json().encode() + b"\n"


def hash_of(line: bytes) -> str:
    """Return the SHA-256 of a journal line, newline included, in hex."""
    return hashlib.sha256(line).hexdigest()


def fold(entries: Iterable[JournalEntry]) -> Dossier | None:
    """Return the dossier that the entries add up to; None where there are none."""
    dossier: Dossier | None = None
    for entry in entries:
        dossier = after(dossier, entry)
    return dossier


def after(dossier: Dossier | None, entry: JournalEntry) -> Dossier:
    """Return the dossier as it stands once ``entry`` is committed on top of it."""
    before = dossier or Dossier(id=entry.dossier_id, desk=entry.desk, created_at=entry.time)
    return entry.patch.apply(before).model_copy(update={"version": entry.version})
