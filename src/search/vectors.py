"""The vectors beside an index: made at ingest, one byte a number, kept by the hash of what they were made of."""

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict

from src.search.arrays import Array, load, save
from src.search.encoder import Encoder

ABOUT = "vectors.json"
BATCH = 64
"""Texts that an encoder is given at once."""

BLOCK = 16_384
"""Vectors that are multiplied at once: as floats they fit the processor's cache better than all of them."""

_HASH_BYTES = 16
_LARGEST = 127

Progress = Callable[[int, int], None]
"""Called with how many texts are encoded, and how many there are."""


def silent(_done: int, _of: int) -> None:
    """Show no progress."""


class VectorsDamaged(Exception):
    """The vectors of an index can't be used; the message says why, in words for a person."""


class _About(BaseModel):
    """What is known of the vectors of an index."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    encoder: str
    corpus: str
    sha256: str


@dataclass(frozen=True)
class TextToEncode:
    """A text of a document that gets a vector of its own: its heading, a phrase, its words."""

    document: int
    text: str


@dataclass(frozen=True)
class Vectors:
    """The vectors of an index, open for reading."""

    numbers: Array
    """int8, one row a vector; times ``scales`` it is the vector."""
    scales: Array
    documents: Array
    """The document of each vector, ascending."""
    hashes: Array
    encoder: str

    @classmethod
    def load(cls, folder: Path, corpus: str, mapped: bool = True) -> "Vectors | None":
        """Open the vectors in a folder; None where there are none. ``VectorsDamaged`` where they can't be used.

        ``corpus`` is the fingerprint of the documents that the index beside them holds.
        """
        if not (folder / ABOUT).exists():
            return None
        try:
            about = _About.model_validate_json((folder / ABOUT).read_bytes())
            parts = {part: load(folder, f"vectors-{part}", mapped) for part in _PARTS}
        except (OSError, ValueError, EOFError) as error:
            raise VectorsDamaged(f"{folder.name} has vectors that can't be read") from error
        found = cls(**parts, encoder=about.encoder)
        if about.corpus != corpus:
            raise VectorsDamaged(f"{folder.name} has vectors of other documents")
        if _sha256(found) != about.sha256:
            raise VectorsDamaged(f"{folder.name} has vectors that are not as they were written")
        return found

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return int(self.numbers.shape[1])

    def similarity(self, query: Array, documents: int) -> Array:
        """Return for each document the cosine of its vector that is nearest to a query; 0 for one without vectors.

        ValueError where the query has another dimension.
        """
        if query.shape != (self.dimension,):
            raise ValueError(f"a query of {query.shape} to vectors of {self.dimension}")
        best = np.zeros(documents, np.float32)
        if not len(self.numbers):
            return best
        cosine = np.empty(len(self.numbers), np.float32)
        for begin in range(0, len(cosine), BLOCK):
            rows = slice(begin, begin + BLOCK)
            np.matmul(self.numbers[rows].astype(np.float32), query, out=cosine[rows])
        cosine *= self.scales
        first = np.flatnonzero(np.diff(self.documents, prepend=-1))
        best[self.documents[first]] = np.maximum.reduceat(cosine, first)
        return np.maximum(best, 0)

    def known(self) -> dict[bytes, int]:
        """Return the vectors by the hash of the text that each was made of."""
        return {one.tobytes(): number for number, one in enumerate(self.hashes)}


_PARTS = ("numbers", "scales", "documents", "hashes")


async def encode_texts(
    texts: Sequence[TextToEncode],
    encoder: Encoder,
    before: Vectors | None = None,
    progress: Progress = silent,
) -> Vectors:
    """Return the vectors of texts; those that ``before`` has from the same encoder are not made again.

    The texts come in the order of their documents.
    """
    if before is not None and before.encoder != encoder.id:
        before = None
    known = before.known() if before else {}
    hashes = [_hash(one.text) for one in texts]
    missing = {key: one.text for key, one in zip(hashes, texts, strict=True) if key not in known}
    made = [rows async for rows in _encoded(list(missing.values()), encoder, progress)]
    dimension = made[0].shape[1] if made else before.dimension if before else encoder.dimension or 0
    new_numbers, new_scales = _packed(np.concatenate([np.zeros((0, dimension)), *made]))
    old_numbers = before.numbers if before else np.zeros((0, dimension), np.int8)
    old_scales = before.scales if before else np.zeros(0, np.float32)
    places = known | {key: len(old_numbers) + number for number, key in enumerate(missing)}
    order = np.array([places[key] for key in hashes], np.intp)
    return Vectors(
        np.concatenate((old_numbers, new_numbers))[order],
        np.concatenate((old_scales, new_scales))[order],
        np.array([one.document for one in texts], np.int32),
        np.frombuffer(b"".join(hashes), np.uint8).reshape(-1, _HASH_BYTES),
        encoder.id,
    )


def save_vectors(folder: Path, corpus: str, vectors: Vectors) -> None:
    """Write the vectors of an index into its folder; ``corpus`` is the fingerprint of its documents."""
    for part in _PARTS:
        save(folder, f"vectors-{part}", getattr(vectors, part))
    about = _About(encoder=vectors.encoder, corpus=corpus, sha256=_sha256(vectors))
    (folder / ABOUT).write_text(about.model_dump_json(indent=2) + "\n")


async def _encoded(
    texts: Sequence[str], encoder: Encoder, progress: Progress
) -> AsyncIterator[Array]:
    for begin in range(0, len(texts), BATCH):
        batch = texts[begin : begin + BATCH]
        yield await encoder.encode(batch)
        progress(begin + len(batch), len(texts))


def _packed(rows: Array) -> tuple[Array, Array]:
    """Return rows as bytes, and what each is to be multiplied by to be itself again."""
    largest = np.abs(rows).max(axis=1, initial=0.0)
    scales = np.where(largest > 0, largest / _LARGEST, 1).astype(np.float32)
    return np.round(rows / scales[:, None]).astype(np.int8), scales


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:_HASH_BYTES]


def _sha256(vectors: Vectors) -> str:
    digest = hashlib.sha256(vectors.encoder.encode())
    for part in _PARTS:
        digest.update(np.ascontiguousarray(getattr(vectors, part)).data)
    return digest.hexdigest()
