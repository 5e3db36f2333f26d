"""Meaning beside words: vectors of a collection's headings and texts, and how near a question is to them."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

from src.errors import ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable
from src.search.arrays import Array
from src.search.documents.analysers import language_of
from src.search.documents.corpus import DOCUMENTS
from src.search.encoder import Encoder, Meaning
from src.search.index import Index
from src.search.loaders.sections import Section
from src.search.vectors import (
    Progress,
    TextToEncode,
    Vectors,
    VectorsDamaged,
    encode_texts,
    save_vectors,
)

LONGEST_TEXT = 2_000
"""Characters of a section that its vector is made of; what follows seldom changes what it is about."""

_log = logging.getLogger(__name__)


def add_vectors(
    folder: Path, fingerprint: str, encoder: Encoder, before: Vectors | None, progress: Progress
) -> None:
    """Write the vectors of an index beside it, and close the encoder; those that were made before are kept."""
    index = Index(folder, DOCUMENTS)
    texts = [
        TextToEncode(number, text)
        for number in range(len(index.facts))
        for text in _texts(index.source(number))
    ]

    async def encoded() -> Vectors:
        try:
            return await encode_texts(texts, encoder, before, progress)
        finally:
            await encoder.close()

    save_vectors(folder, fingerprint, asyncio.run(encoded()))


def _texts(section: Section) -> Iterator[str]:
    """Yield what gets a vector of its own: the headings, what it is to be found by, and the text."""
    headings = " > ".join(section.headings)
    yield from filter(str.strip, (headings, *section.search_words.splitlines()))
    yield f"{headings}\n{section.text[:LONGEST_TEXT]}"


def vectors_of(folder: Path, fingerprint: str) -> Vectors | None:
    """Open the vectors of an index; None where there are none, or where they are damaged, which the log says."""
    try:
        return Vectors.load(folder, fingerprint)
    except VectorsDamaged:
        _log.warning("the vectors of a collection are damaged, it is searched by words")
        return None


class MeaningSearch:
    """Tells how near the documents of a collection are to a question."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._has_told = False

    async def meaning(self, query: str, index: Index[Section], vectors: Vectors) -> Meaning | None:
        """Return how near each document is; None where words alone count, and the log says once why."""
        weight = DOCUMENTS.meaning.get(language_of(query), 0.0)
        if not weight or not query.strip():
            return None
        row = await self._row(query) if vectors.encoder == self._encoder.id else None
        if row is None or len(row) != vectors.dimension:
            if not self._has_told:
                _log.warning("the encoder can't be used, a collection is searched by words")
            self._has_told = True
            return None
        return Meaning(vectors.similarity(row, len(index.facts)), weight)

    async def _row(self, query: str) -> Array | None:
        try:
            row: Array = (await self._encoder.encode([query]))[0]
        except (ModelUnavailable, ModelKeyRefused, ModelGaveNoAnswer):
            return None
        return row
