"""Meaning beside words: how near a question is to the vectors beside an index."""

import logging
from pathlib import Path

import numpy as np

from src.errors import ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable
from src.search.arrays import Array
from src.search.encoder import Encoder, Meaning
from src.search.vectors import Vectors, VectorsDamaged

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
