"""Bytes that a journal names by their SHA-256, such as pictures: kept beside it, once each.

A blob is stored before the line that names it, and goes with the last line that does.
"""

import hashlib
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from typing import Protocol

from src.dossier.journal import JournalEntry
from src.dossier.models import Picture
from src.errors import PictureBroken, TooManyPictures

MOST = 10
"""Blobs that a dossier may have. What was taken back counts, as it can be made again."""

NO_BLOBS: Collection[bytes] = ()


def sha256_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def by_hash(contents: Iterable[bytes]) -> dict[str, bytes]:
    return {sha256_of(content): content for content in contents}


def named(entries: Iterable[JournalEntry]) -> set[str]:
    """Return the blobs that a journal names, also those of changes that were taken back; of what is forgotten none."""
    sources = (source for entry in entries for source in entry.patch.add_sources)
    return {source.sha256 for source in sources if isinstance(source, Picture) and source.sha256}


class BlobReader(Protocol):
    """Reads what a store keeps."""

    async def blob(self, dossier_id: str, sha256: str) -> bytes | None: ...


async def sound_blob(store: BlobReader, dossier_id: str, sha256: str) -> bytes:
    """Return a blob that its journal names; ``PictureBroken`` where it is not what the journal names."""
    content = await store.blob(dossier_id, sha256)
    if content is None or sha256_of(content) != sha256:
        raise PictureBroken(dossier_id=dossier_id, sha256=sha256)
    return content


async def sound_blobs(
    store: BlobReader, dossier_id: str, entries: Iterable[JournalEntry]
) -> AsyncIterator[bytes]:
    """Yield every blob that a journal names, in the order of their names."""
    for sha256 in sorted(named(entries)):
        yield await sound_blob(store, dossier_id, sha256)


def check_room(kept: Iterable[str], new: Mapping[str, bytes]) -> None:
    """Raise ``TooManyPictures`` where a dossier that keeps these blobs may not have the new ones as well."""
    if len({*kept, *new}) > MOST:
        raise TooManyPictures(limit=str(MOST))
