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
