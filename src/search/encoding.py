"""Makes the vectors of an index: each text once, and none that was made before."""

import asyncio
import hashlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.search.encoder import Encoder
from src.search.vectors import HASH_BYTES, Progress, Vectors, codes_of, packed, save_vectors, silent

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
        key = hashlib.sha256(encode.text.encode()).digest()[:HASH_BYTES]
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
        numbers = np.concatenate(self._numbers)[order]
        return Vectors(
            numbers,
            np.concatenate(self._scales)[order],
            np.frombuffer(b"".join(self._place_of), np.uint8).reshape(-1, HASH_BYTES),
            np.array(self._documents, np.int32),
            np.array(self._places, np.int32),
            codes_of(numbers),
            self._encoder.id,
        )

    async def _encode(self) -> None:
        rows = np.zeros((0, self._encoder.dimension or 0))
        if self._batch:
            rows = await self._encoder.encode(self._batch)
        self._batch = []
        numbers, scales = packed(rows)
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
