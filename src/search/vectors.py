"""The vectors beside an index (made at ingest, one byte a number, one a text), and how near a question is to them."""

import asyncio
import hashlib
import logging
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.dossier.models import Frozen
from src.errors import ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable
from src.search.arrays import Array, load, save
from src.search.encoder import Encoder, Meaning

ABOUT = "vectors.json"
BATCH = 64
"""Texts that an encoder is given at once."""

BLOCK = 512
"""Vectors that are multiplied at once: as floats they fit the processor's cache, which all of them would not."""

_HASH_BYTES = 16
_LARGEST = 127

Progress = Callable[[int, int], None]
"""Called with how many documents are done, and how many there are."""


def silent(_done: int, _of: int) -> None:
    """Show no progress."""


class VectorsDamaged(Exception):
    """The vectors of an index can't be used; the message says why, in words for a person."""


class _About(Frozen):
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
    hashes: Array
    """Of the text that each vector was made of."""
    documents: Array
    """Ascending: the documents that have vectors, each as often as it has one."""
    places: Array
    """Of each of these the place of its vector."""
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
        return int(self.numbers.shape[1])

    def similarity(self, query: Array, documents: int) -> Array:
        """Return for each document the cosine of its vector that is nearest to a query; 0 for one without vectors.

        Whole numbers below 2 ** 24 are multiplied and added, so that every machine gets the same. ValueError where
        the query has another dimension.
        """
        if query.shape != (self.dimension,):
            raise ValueError(f"a query of {query.shape} to vectors of {self.dimension}")
        best = np.zeros(documents, np.float32)
        if not len(self.documents):
            return best
        (whole,), (scale,) = _packed(query[None])
        asked = whole.astype(np.float32)
        cosine = np.empty(len(self.numbers), np.float32)
        block = np.empty((min(BLOCK, len(cosine)), self.dimension), np.float32)
        for begin in range(0, len(cosine), BLOCK):
            rows = self.numbers[begin : begin + BLOCK]
            block[: len(rows)] = rows
            np.matmul(block[: len(rows)], asked, out=cosine[begin : begin + len(rows)])
        cosine *= self.scales * scale
        first = np.flatnonzero(np.diff(self.documents, prepend=-1))
        best[self.documents[first]] = np.maximum.reduceat(cosine[self.places], first)
        return np.clip(best, 0, 1)

    def known(self) -> dict[bytes, int]:
        """Return the vectors by the hash of the text that each was made of."""
        return {one.tobytes(): number for number, one in enumerate(self.hashes)}


_PARTS = ("numbers", "scales", "hashes", "documents", "places")


async def encode_texts(
    texts: Iterable[TextToEncode],
    documents: int,
    encoder: Encoder,
    before: Vectors | None = None,
    progress: Progress = silent,
) -> Vectors:
    """Return the vectors of texts; those that ``before`` has from the same encoder are not made again.

    The texts come in the order of so many documents, and are not held.
    """
    if before is not None and before.encoder != encoder.id:
        before = None
    making = _Making(encoder, before)
    for text in texts:
        if await making.add(text):
            progress(text.document, documents)
    made = await making.all()
    progress(documents, documents)
    return made


class _Making:
    """Vectors in the making: each text once, a batch of them at a time."""

    def __init__(self, encoder: Encoder, before: Vectors | None) -> None:
        self._encoder = encoder
        self._numbers = [before.numbers] if before else []
        self._scales = [before.scales] if before else []
        self._made_at = before.known() if before else {}
        self._batch: list[str] = []
        self._place_of: dict[bytes, int] = {}
        self._documents, self._places = array("i"), array("i")

    async def add(self, encode: TextToEncode) -> bool:
        """Take the next text; return whether a batch was made."""
        key = hashlib.sha256(encode.text.encode()).digest()[:_HASH_BYTES]
        self._documents.append(encode.document)
        self._places.append(self._place_of.setdefault(key, len(self._place_of)))
        if key in self._made_at:
            return False
        self._made_at[key] = len(self._made_at)
        self._batch.append(encode.text)
        if len(self._batch) < BATCH:
            return False
        await self._encode()
        return True

    async def all(self) -> Vectors:
        """Return the vectors of all that was taken."""
        if self._batch or not self._numbers:
            await self._encode()
        order = np.array([self._made_at[key] for key in self._place_of], np.intp)
        return Vectors(
            np.concatenate(self._numbers)[order],
            np.concatenate(self._scales)[order],
            np.frombuffer(b"".join(self._place_of), np.uint8).reshape(-1, _HASH_BYTES),
            np.array(self._documents, np.int32),
            np.array(self._places, np.int32),
            self._encoder.id,
        )

    async def _encode(self) -> None:
        rows = np.zeros((0, self._encoder.dimension or 0))
        if self._batch:
            rows = await self._encoder.encode(self._batch)
        self._batch = []
        numbers, scales = _packed(rows)
        self._numbers.append(numbers)
        self._scales.append(scales)


def write_vectors(
    folder: Path,
    corpus: str,
    texts: Iterable[TextToEncode],
    documents: int,
    encoder: Encoder,
    before: Vectors | None = None,
    progress: Progress = silent,
) -> None:
    """Make the vectors of an index, write them beside it, and close the encoder; what ``before`` has is kept.

    No event loop may be running.
    """

    async def encoded() -> Vectors:
        try:
            return await encode_texts(texts, documents, encoder, before, progress)
        finally:
            await encoder.close()

    save_vectors(folder, corpus, asyncio.run(encoded()))


def encoder_in(folder: Path) -> str:
    """Return the id of what made the vectors in a folder; empty where there are none that can be read."""
    try:
        return _About.model_validate_json((folder / ABOUT).read_bytes()).encoder
    except (OSError, ValueError):
        return ""


def save_vectors(folder: Path, corpus: str, vectors: Vectors) -> None:
    """Write the vectors of an index into its folder; ``corpus`` is the fingerprint of its documents."""
    for part in _PARTS:
        save(folder, f"vectors-{part}", getattr(vectors, part))
    about = _About(encoder=vectors.encoder, corpus=corpus, sha256=_sha256(vectors))
    (folder / ABOUT).write_text(about.model_dump_json(indent=2) + "\n")


def _packed(rows: Array) -> tuple[Array, Array]:
    """Return rows as bytes, and what each is to be multiplied by to be itself again."""
    largest = np.abs(rows).max(axis=1, initial=0.0)
    scales = np.where(largest > 0, largest / _LARGEST, 1).astype(np.float32)
    return np.round(rows / scales[:, None]).astype(np.int8), scales


def _sha256(vectors: Vectors) -> str:
    digest = hashlib.sha256(vectors.encoder.encode())
    for part in _PARTS:
        digest.update(np.ascontiguousarray(getattr(vectors, part)).data)
    return digest.hexdigest()


_log = logging.getLogger(__name__)


def vectors_of(folder: Path, fingerprint: str, mapped: bool = True) -> Vectors | None:
    """Open the vectors of an index; None where there are none, or where they are damaged, which the log says."""
    try:
        return Vectors.load(folder, fingerprint, mapped)
    except VectorsDamaged:
        _log.warning("the vectors of an index are damaged, it is searched by words")
        return None


class MeaningSearch:
    """Tells how near documents are to a question."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._has_told = False

    async def meaning(
        self, query: str, vectors: Vectors, documents: int, weight: float
    ) -> Meaning | None:
        """Return how near each of so many documents is; None where words alone count, and the log says once why."""
        if not weight or not query.strip():
            return None
        row = await self._row(query) if vectors.encoder == self._encoder.id else None
        if row is None or len(row) != vectors.dimension:
            if not self._has_told:
                _log.warning("the encoder can't be used, search goes by words")
            self._has_told = True
            return None
        chance = self._encoder.chance
        beyond = np.maximum(vectors.similarity(row, documents) - chance, 0)
        return Meaning(beyond / (1 - chance), weight)

    async def _row(self, query: str) -> Array | None:
        try:
            row: Array = (await self._encoder.encode([query]))[0]
        except (ModelUnavailable, ModelKeyRefused, ModelGaveNoAnswer):
            return None
        return row
