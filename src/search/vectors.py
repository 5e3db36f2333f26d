"""The vectors beside an index (made at ingest, one byte a number, one a text), and how near a question is to them."""

import asyncio
import hashlib
import logging
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.dossier.models import Frozen
from src.errors import ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable
from src.search.arrays import Array, counters, joined, load, save
from src.search.encoder import Encoder, Meaning

VECTORS = "vectors"
"""Begins the names of their files."""

ABOUT = "vectors.json"
BLOCK = 512
"""Vectors that are multiplied at once: as floats they fit the processor's cache, which all of them would not."""

ALL = 20_000
"""Vectors that are all compared with a query; of more only those that are likely."""

LIKELY = 4_096
"""Vectors of so many that are compared."""

HASH_BYTES = 16
_LARGEST = 127

Progress = Callable[[int, int], None]
"""Called with how many documents are done, and how many there are."""


def silent(*_: object) -> None:
    """Show no progress."""


class _About(Frozen):
    encoder: str
    corpus: str
    sha256: str


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
    codes: Array
    """The signs of each vector, in words of 64."""
    encoder: str

    @classmethod
    def load(cls, folder: Path, corpus: str, mapped: bool = True) -> "Vectors | None":
        """Open the vectors in a folder; None where there are none, or where they are damaged, which the log says.

        ``corpus`` is the fingerprint of the documents that the index beside them holds: of others they are no use.
        """
        if not (folder / ABOUT).exists():
            return None
        try:
            about = _About.model_validate_json((folder / ABOUT).read_bytes())
            parts = {part: load(folder, f"vectors-{part}", mapped) for part in _PARTS}
            found = cls(**parts, encoder=about.encoder)
            if (about.corpus, about.sha256) == (corpus, _sha256(found)):
                return found
        except (OSError, ValueError, EOFError):
            pass
        _log.warning("the vectors of an index are damaged, it is searched by words")
        return None

    @property
    def dimension(self) -> int:
        return int(self.numbers.shape[1])

    @property
    def is_large(self) -> bool:
        """Whether there are more vectors than are all compared with a query."""
        return len(self.numbers) > ALL

    def similarity(self, query: Array, documents: int) -> Array:
        """Return for each document the cosine of its vector that is nearest to a query; 0 for one without vectors.

        Of very many vectors only those are compared whose signs are most like the query's. Whole numbers below 2 ** 24
        are multiplied and added, so that every machine gets the same. ValueError where the query has another dimension.
        """
        if query.shape != (self.dimension,):
            raise ValueError(f"a query of {query.shape} to vectors of {self.dimension}")
        rows: slice | Array = self._likely(query) if self.is_large else slice(None)
        return self._best(query, self.documents[rows], self.places[rows], documents)

    def similarity_of(self, query: Array, documents: Array) -> Array:
        """Return the same for given documents, all of whose vectors are compared."""
        first = self.documents.searchsorted(documents)
        many = self.documents.searchsorted(documents, "right") - first
        rows = counters(many, first)
        owners = np.arange(len(documents)).repeat(many)
        return self._best(query, owners, self.places[rows], len(documents))

    def _likely(self, query: Array) -> Array:
        """Return the rows of vectors whose signs differ least from the query's: so many, and of those as near."""
        differing = np.bitwise_count(self.codes ^ codes_of(query[None])).T.astype(np.int16, "C")
        differ = np.add.reduce(differing)  # by rows it takes twice as long
        enough = np.bincount(differ).cumsum().searchsorted(LIKELY)
        rows: Array = (differ <= enough)[self.places].nonzero()[0]
        return rows

    def _best(self, query: Array, owners: Array, places: Array, documents: int) -> Array:
        """Return the best cosine of each of so many owners of vectors; who owns one is ascending."""
        best = np.zeros(documents, np.float32)
        if not len(owners):
            return best
        wanted = np.zeros(len(self.numbers), bool)
        wanted[places] = True
        chosen = wanted.nonzero()[0]
        (whole,), (scale,) = packed(query[None])
        cosine = np.zeros(len(self.numbers), np.float32)
        for begin in range(0, len(chosen), BLOCK):
            rows = chosen[begin : begin + BLOCK]
            cosine[rows] = self.numbers[rows].astype(np.float32) @ whole.astype(np.float32)
        cosine[chosen] *= self.scales[chosen] * scale
        first = np.flatnonzero(np.diff(owners, prepend=-1))
        best[owners[first]] = np.maximum.reduceat(cosine[places], first)
        return np.clip(best, 0, 1)

    def of(self, documents: Array) -> "Vectors":
        """Return the vectors of some documents, as ``encode_texts`` takes what was made before."""
        places = np.unique(self.places[np.isin(self.documents, documents)])
        rows = (self.numbers[places], self.scales[places], self.hashes[places])
        return Vectors(*rows, _NO_PLACES, _NO_PLACES, self.codes[places], self.encoder)


_NO_PLACES = np.zeros(0, np.int32)

_PARTS = ("numbers", "scales", "hashes", "documents", "places", "codes")


@dataclass(frozen=True)
class SegmentVectors:
    """The vectors of an index that has segments."""

    segments: Sequence[Vectors]
    bases: Sequence[int]
    """The number of the first document of each segment, and of one behind the last."""

    @property
    def encoder(self) -> str:
        return self.segments[0].encoder

    @property
    def dimension(self) -> int:
        return self.segments[0].dimension

    def similarity(self, query: Array, documents: int) -> Array:  # noqa: ARG002  # as of one segment
        """Return what ``Vectors.similarity`` does."""
        spans = zip(self.segments, self.bases, self.bases[1:], strict=False)
        return joined([vectors.similarity(query, end - base) for vectors, base, end in spans])

    @property
    def is_large(self) -> bool:
        """Return what ``Vectors.is_large`` does."""
        return any(vectors.is_large for vectors in self.segments)

    def similarity_of(self, query: Array, documents: Array) -> Array:
        """Return what ``Vectors.similarity_of`` does."""
        spans = zip(self.segments, self.bases, self.bases[1:], strict=False)
        found = []
        for vectors, base, end in spans:
            first, last = documents.searchsorted((base, end))
            found.append(vectors.similarity_of(query, documents[first:last] - base))
        return joined(found)

    def of(self, documents: Array) -> Vectors:
        """Return what ``Vectors.of`` does."""
        spans = zip(self.segments, self.bases, strict=False)
        found = [vectors.of(documents - base) for vectors, base in spans]
        rows = {part: joined([getattr(its, part) for its in found]) for part in _PARTS}
        return Vectors(**rows, encoder=self.encoder)


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


def packed(rows: Array) -> tuple[Array, Array]:
    """Return rows as bytes, and what each is to be multiplied by to be itself again."""
    largest = np.abs(rows).max(axis=1, initial=0.0)
    scales = np.where(largest > 0, largest / _LARGEST, 1).astype(np.float32)
    return np.round(rows / scales[:, None]).astype(np.int8), scales


def codes_of(rows: Array) -> Array:
    """Return the signs of rows as bits, in words of 64."""
    bits = np.packbits(rows > 0, axis=1)
    padded = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8)))
    words: Array = padded.view(np.uint64)
    return words


def _sha256(vectors: Vectors) -> str:
    digest = hashlib.sha256(vectors.encoder.encode())
    for part in _PARTS:
        digest.update(np.ascontiguousarray(getattr(vectors, part)).data)
    return digest.hexdigest()


_log = logging.getLogger(__name__)


def vectors_of_segments(folders: Sequence[Path], bases: Sequence[int]) -> SegmentVectors | None:
    """Open the vectors of an index that has segments, each of which its folder names; None as of one."""
    found = [Vectors.load(folder, folder.name) for folder in folders]
    there = [vectors for vectors in found if vectors]
    is_whole = len(there) == len(found) and len({vectors.encoder for vectors in there}) == 1
    return SegmentVectors(there, bases) if is_whole else None


class MeaningSearch:
    """Tells how near documents are to a question."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._has_told = False

    async def meaning(
        self, query: str, vectors: Vectors | SegmentVectors, documents: int, weight: float
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

        def near(similarity: Array) -> Array:
            return np.maximum(similarity - chance, 0) / (1 - chance)

        def near_of(some: Array) -> Array:
            return near(vectors.similarity_of(row, some))

        found = near(vectors.similarity(row, documents))
        return Meaning(found, weight, near_of if vectors.is_large else None)

    async def _row(self, query: str) -> Array | None:
        try:
            row: Array = (await self._encoder.encode([query]))[0]
        except (ModelUnavailable, ModelKeyRefused, ModelGaveNoAnswer):
            return None
        return row


BATCH = 64
"""Texts that an encoder is given at once."""


@dataclass(frozen=True)
class TextToEncode:
    """A text of a document that gets a vector of its own: its heading, a phrase, its words."""

    document: int
    text: str


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
    before = before if before and before.encoder == encoder.id else None
    made = [(before.numbers, before.scales)] if before else []
    made_at = {key.tobytes(): at for at, key in enumerate(before.hashes if before else ())}
    place_of: dict[bytes, int] = {}
    owners, places = array("i"), array("i")
    batch: list[str] = []
    for text in texts:
        key = hashlib.sha256(text.text.encode()).digest()[:HASH_BYTES]
        owners.append(text.document)
        places.append(place_of.setdefault(key, len(place_of)))
        if key not in made_at:
            made_at[key] = len(made_at)
            batch.append(text.text)
        if len(batch) == BATCH:
            made.append(packed(await encoder.encode(batch)))
            batch = []
            progress(text.document, documents)
    if batch or not made:
        none = np.zeros((0, encoder.dimension or 0))
        made.append(packed(await encoder.encode(batch) if batch else none))
    numbers, scales = map(np.concatenate, zip(*made, strict=True))
    order = np.array([made_at[key] for key in place_of], np.intp)
    progress(documents, documents)
    return Vectors(
        numbers[order],
        scales[order],
        np.frombuffer(b"".join(place_of), np.uint8).reshape(-1, HASH_BYTES),
        np.array(owners, np.int32),
        np.array(places, np.int32),
        codes_of(numbers[order]),
        encoder.id,
    )


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
