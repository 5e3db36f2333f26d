"""Files that come beside a message: kept here for some minutes, until a message names them, and then in its trace.

A message is at most 64 KiB and is kept as it was written; so files come before it, each in pieces where it must, and
the message names each by its digest.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import PurePosixPath
from typing import Literal

from pydantic import BaseModel, Field

import src.desks.azure.trace as trace
from src.desks.azure import errors
from src.desks.azure.reading import KnowsCaller
from src.dossier.journal import Request
from src.dossier.models import Document, Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.errors import UnknownDossier
from src.identity.caller import current
from src.masking import typed
from src.masking.typed import mask
from src.uploads.limits import line_of

MOST_FILES, LARGEST_FILE, LARGEST_IN_ALL = 50, 2 * 1024 * 1024, 10 * 1024 * 1024
KEPT = timedelta(minutes=15)

_NAMED = re.compile(r"^(?:Attached|Bijgevoegd): .* \[sha256:([0-9a-f]{64})\]$", re.MULTILINE)

Relevance = Literal["primary", "secondary", "config"]
RELEVANCE: tuple[Relevance, ...] = ("primary", "secondary", "config")
"""In this order files are told to a model, which has room for so many characters."""


class SourceFile(BaseModel):
    """A file of the user, by its path in their project."""

    path: str = Field(description="Relative path of the file.", max_length=400)
    content: str = Field(description="Its text.")
    relevance: Relevance = Field("secondary", description="How much it has to do with the error.")


class FilePiece(SourceFile):
    """A file, or one of the pieces in which it comes."""

    part: int = Field(1, ge=1, le=1_000, description="Which piece this is.")
    of: int = Field(1, ge=1, le=1_000, description="How many there are.")


class Attachments:
    """Files that no message has named yet, of each caller at most ``MOST_FILES``."""

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._now = now
        self._kept: dict[tuple[tuple[str, str], str], tuple[SourceFile, datetime]] = {}
        self._pieces: dict[tuple[tuple[str, str], str], list[FilePiece]] = {}

    def add(self, piece: FilePiece) -> list[str]:
        """Return the line by which a message names a file, once its last piece is there; none before."""
        key = (current().key, piece.path)
        if piece.part == 1:
            self._pieces[key] = []
        pieces = [*self._pieces.get(key, ()), piece]
        if sum(len(piece.content.encode()) for piece in pieces) > LARGEST_FILE:
            self._pieces.pop(key, None)
            raise errors.FileTooLarge(most="2 MB")
        if piece.part < piece.of:
            self._pieces[key] = pieces
            self._forget()
            return []
        self._pieces.pop(key, None)
        whole = "".join(piece.content for piece in pieces)
        file = SourceFile(path=piece.path, content=whole, relevance=piece.relevance)
        return self.keep([file])

    def keep(self, files: Iterable[SourceFile]) -> list[str]:
        """Return the lines by which a message names these files; raises the first thing that is wrong with one."""
        given = list(files)
        for file in given[:MOST_FILES]:
            _check(file)
        _check_amount(given)
        self._forget()
        owner = current().key
        lines = []
        for file in given:
            masked = file.model_copy(
                update={"content": mask(file.content), "path": mask(line_of(file.path))}
            )
            digest = hashlib.sha256(f"{masked.path}\n{masked.content}".encode()).hexdigest()
            self._kept[owner, digest] = masked, self._now() + KEPT
            lines.append(f"Attached: {masked.path} [sha256:{digest}]")
        _check_amount([kept for (whose, _), (kept, _) in self._kept.items() if whose == owner])
        return lines

    def named_in(self, message: str) -> tuple[Document, ...]:
        """Return the files that a message names, as documents of the client: what is most relevant first."""
        self._forget()
        keys = [(current().key, digest) for digest in _NAMED.findall(message)]
        files = [(key[1], self._kept[key][0]) for key in keys if key in self._kept]
        files.sort(key=lambda pair: RELEVANCE.index(pair[1].relevance))
        return tuple(
            Document(id=f"upload/{name[:32]}", title=file.path, content=file.content, client=True)
            for name, file in files
        )

    def _forget(self) -> None:
        now = self._now()
        self._kept = {key: kept for key, kept in self._kept.items() if kept[1] >= now}
        while len(self._pieces) > MOST_FILES:
            del self._pieces[next(iter(self._pieces))]


def _check_amount(files: list[SourceFile]) -> None:
    if len(files) > MOST_FILES:
        raise errors.TooManyFiles(most=str(MOST_FILES))
    if sum(len(file.content.encode()) for file in files) > LARGEST_IN_ALL:
        raise errors.FilesTooLarge(most="10 MiB")


def _check(file: SourceFile) -> None:
    if len(file.content.encode()) > LARGEST_FILE:
        raise errors.FileTooLarge(most="2 MB")
    path = PurePosixPath(file.path.replace("\\", "/"))
    unsafe = not file.path.strip() or ".." in path.parts or path.is_absolute() or ":" in file.path
    if unsafe or any(ord(sign) < 32 for sign in file.path):
        raise errors.FilePathRefused
    begins = file.content[:4_000]
    odd = sum(sign == "\ufffd" or (ord(sign) < 32 and sign not in "\t\n\r\f") for sign in begins)
    if "\x00" in file.content or odd * 20 > max(20, len(begins)):
        raise errors.FileBinary


LONGEST_DESCRIPTION = 50 * 1024
"""Bytes in UTF-8."""


class NoSecrets:
    """Refuses a message that holds a token, a key or a password: what is stored stays as it was written."""

    name = "secrets"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:  # noqa: ARG002  # the shape of a step
        kinds = typed.counts(request.message)
        if kinds:
            raise errors.SecretInMessage(kinds=", ".join(kinds))
        if not request.message.strip():
            raise errors.DescriptionBlank
        if len(request.message.encode()) > LONGEST_DESCRIPTION:
            raise errors.DescriptionTooLong(most="50 KiB")
        return DossierPatch()


class CountsTrace:
    """Counts what the trace had, by its journal, and lets no other login go on with it than its holder's."""

    name = "trace"

    def __init__(self, store: DossierStore, callers: KnowsCaller) -> None:
        self._store = store
        self._callers = callers

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:  # noqa: ARG002  # the shape of a step
        known = await self._callers.look()
        # A trace knows whose it is by nothing that tells who that is.
        mine = hashlib.sha256(f"azure:{known.key}".encode()).hexdigest()[:16] if known else ""
        entries = await self._store.journal(dossier.id) if dossier.version else []
        begun = trace.begun(dossier, entries, mine)
        if known and begun.holder != mine:  # who is not logged in reads nothing of anybody's
            raise UnknownDossier(dossier_id=dossier.id)
        if begun.turns > trace.TURNS:
            raise errors.TraceSpent(most=f"{trace.TURNS} calls")
        if begun.tool_calls >= trace.TOOL_CALLS:
            raise errors.TraceSpent(most=f"{trace.TOOL_CALLS} tool calls")
        made = trace.calls_of(dossier).items()
        return DossierPatch(
            put_artifacts=(trace.as_artifact(begun),),
            # A reply from before the trace last ended shows no cause any more; what is read anew counts again.
            unselect_ids=tuple(name for name, record in made if record.round < begun.round),
        )


class TakesFiles:
    """Takes in the files that a message names."""

    name = "files"

    def __init__(self, attachments: Attachments) -> None:
        self._attachments = attachments

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:  # noqa: ARG002  # the shape of a step
        files = self._attachments.named_in(request.message)
        return DossierPatch(add_sources=files, select_ids=tuple(file.id for file in files))


def message(
    description: str,
    subscription: str = "",
    group: str = "",
    technologies: Iterable[str] = (),
    attached: Iterable[str] = (),
) -> str:
    """Return the words that are sent and kept: masked, with a line for each field that is there."""
    fields = {
        "Subscription": subscription,
        "Resource group": group,
        "Technologies": ", ".join(technologies),
    }
    lines = [
        f"{name}: {' '.join(value.split())}" for name, value in fields.items() if value.strip()
    ]
    return "\n\n".join(
        filter(None, [mask(description).strip(), mask("\n".join(lines)), "\n".join(attached)])
    )
