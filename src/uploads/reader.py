"""Reads client documents in processes of their own: so many at once, for so long, and whatever is in them."""

import json
from dataclasses import asdict
from datetime import date
from pathlib import PurePath

from src import errors
from src.dossier.blobs import sha256_of
from src.dossier.journal import Agreement
from src.dossier.models import Document, Frozen
from src.identity.caller import current
from src.identity.fair_places import FairPlaces
from src.masking.personal import Personal
from src.search.loaders.loaded import MOST_ATTRIBUTES, Reason
from src.search.loaders.process import heard
from src.search.loaders.readers import Kind
from src.uploads.limits import MEGABYTE, UploadLimits, label

MOST_WAITING = 10_000
"""That wait to be read: whoever brings one holds a place of its own already, and of these there are far fewer."""


class ReadDocument(Frozen):
    """What a process of ours says of a document; it read a stranger's file, so nothing of it is taken on trust."""

    kind: Kind
    pages: int | None
    text: str
    personal: tuple[Personal, ...]
    secrets: dict[str, int]
    """How many of each kind, which are masked before anything is kept, or refused."""
    title: str
    """What a web page calls itself."""


class CheckedDocument(ReadDocument):
    """A client document as it was read, and the personal data that was found in it."""

    name: str
    """A label for people."""
    sha256: str
    """Of the file; by it a user agrees to just this file."""
    size: int
    """Bytes."""
    address: str = ""
    """Where it was fetched from, if it was."""
    fetched: date | None = None

    @property
    def source(self) -> Document:
        """The document as a source of a dossier; the same file, or page of one address, is always the same source."""
        addressed = sha256_of(f"{self.address}\0{self.sha256}".encode())
        return Document(
            id=f"upload/{(addressed if self.address else self.sha256)[:32]}",
            title=self.name,
            content=self.text,
            url=self.address,
            as_of=self.fetched,
            client=True,
        )

    @property
    def personal_counts(self) -> dict[str, int]:
        """How often personal data was found, by kind."""
        return {personal.kind: personal.count for personal in self.personal}

    def agreed(self, sha256: str | None) -> Agreement:
        """Return the record of a user's yes to this file; raises ``CheckFirst`` where it is to another, or to none."""
        if sha256 != self.sha256:
            raise errors.CheckFirst
        counts = self.personal_counts
        return Agreement(name=self.name, sha256=self.sha256, size=self.size, personal=counts)


class _Refused(Frozen):
    refused: Reason


class DocumentReader:
    """Reads documents within the limits; one for the whole server, so that the limits hold for all together."""

    def __init__(self, limits: UploadLimits = UploadLimits()) -> None:  # noqa: B008  # frozen
        self.limits = limits
        self._reading = FairPlaces(limits.at_once, MOST_WAITING)

    def bound(self, size: int) -> None:
        """Raise ``DocumentTooLarge`` for a file of more bytes than are taken."""
        if size > self.limits.size:
            raise errors.DocumentTooLarge(limit=f"{self.limits.size / MEGABYTE:g} MB")

    async def check(self, name: str, content: bytes) -> CheckedDocument:
        """Return the text of a document, and what is sensitive in it; nothing is stored or sent anywhere.

        Raises ``DocumentTooLarge``, ``DocumentTooLong``, ``DocumentTooSlow``, ``DocumentUnreadable`` or
        ``DocumentWithoutText``.
        """
        self.bound(len(content))
        async with self._reading.place(current().tenant):
            found = await self._found(label(name), content)
        return CheckedDocument(
            name=label(name),
            sha256=sha256_of(content),
            size=len(content),
            **dict(found),
        )

    async def _found(self, name: str, content: bytes) -> ReadDocument:
        # Not the name itself, as any user of the machine can see it.
        arguments = PurePath(name).suffix[:12], json.dumps(asdict(self.limits))
        most = 12 * self.limits.characters + MEGABYTE  # a letter takes twelve bytes at most in JSON
        said = await heard("src.uploads.reading", arguments, content, self.limits.seconds, most)
        if said is None:
            raise errors.DocumentTooSlow(seconds=f"{self.limits.seconds:g}")
        if b'"refused"' in said[:20]:
            raise _error(_Refused.model_validate_json(said).refused, self.limits)
        return ReadDocument.model_validate_json(said)


def _error(reason: Reason, limits: UploadLimits) -> errors.ForUser:
    most = {
        "pages": f"{limits.pages}",
        "unpacked": f"{limits.unpacked / MEGABYTE:g} MB",
        "characters": f"{limits.characters}",
        "tags": f"{limits.tags}",
        "attributes": f"{MOST_ATTRIBUTES}",
    }
    if reason == "no_text":
        return errors.DocumentWithoutText()
    if reason in most:
        return errors.DocumentTooLong(problem=f"document_{reason}", limit=most[reason])
    return errors.DocumentUnreadable(problem=f"document_{reason}")
