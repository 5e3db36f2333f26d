"""BM25F: how much a term counts in a document, by the fields where it stands, how often, and how long they are."""

from dataclasses import dataclass

import numpy as np

from src.retrieval.arrays import AS_PART, FIELD_BITS, FIELD_MASK, Array
from src.retrieval.configuration import FIELDS, Configuration, Field


@dataclass(frozen=True)
class Row:
    """A row of postings that a query asks for: a term, a part of a compound, or two terms in a row."""

    name: str
    weight: float
    rarity: float
    slots: Array
    counts: Array


class Bm25f:
    """Weighs the rows of one index by one configuration."""

    def __init__(self, weights: Configuration, lengths: Array, usual_lengths: Array) -> None:
        self._weights = weights
        self._lengths = lengths.ravel()
        width = FIELD_MASK + 1
        self._factor = np.zeros(AS_PART + width, np.float32)
        self._base = np.ones(width, np.float32)
        self._slope = np.zeros(width, np.float32)
        for at, name in enumerate(FIELDS):
            chosen = weights.fields[name]
            self._factor[at] = chosen.weight
            self._factor[at | AS_PART] = chosen.weight * weights.parts_in_text
            self._base[at] = 1 - chosen.length
            self._slope[at] = chosen.length / usual_lengths[at]

    def scores(self, row: Row) -> tuple[Array, Array]:
        """Return the documents that have a row, each once, and what it adds to the score of each."""
        documents = row.slots >> FIELD_BITS
        is_first = np.ones(len(documents), bool)
        np.not_equal(documents[1:], documents[:-1], out=is_first[1:])
        first = np.flatnonzero(is_first)
        if not len(first):
            return documents, np.zeros(0, np.float32)
        occurrences = np.add.reduceat(self._occurrences(row.slots, row.counts), first)
        return documents[first], row.weight * row.rarity * self._saturated(occurrences)

    def by_field(self, row: Row, document: int) -> dict[Field, float]:
        """Return what a row adds to the score of one document, divided over the fields where it stands."""
        start, end = np.searchsorted(
            row.slots, (document << FIELD_BITS, (document + 1) << FIELD_BITS)
        )
        if start == end:
            return {}
        slots = row.slots[start:end]
        occurrences = self._occurrences(slots, row.counts[start:end])
        total = occurrences.sum()
        score = row.weight * row.rarity * float(self._saturated(total))
        shares: dict[Field, float] = {}
        for slot, share in zip(slots, occurrences / (total or 1), strict=True):
            field = FIELDS[int(slot) & FIELD_MASK]
            shares[field] = shares.get(field, 0.0) + score * float(share)
        return shares

    def _occurrences(self, slots: Array, counts: Array) -> Array:
        """Return how often a row stands in each slot, weighed by its field and that field's length."""
        field = slots & FIELD_MASK
        place = (slots >> FIELD_BITS).astype(np.int64) * (FIELD_MASK + 1) + field
        length = self._base[field] + self._slope[field] * self._lengths[place]
        weighed: Array = counts * self._factor[slots & (FIELD_MASK | AS_PART)] / length
        return weighed

    def _saturated(self, occurrences: Array) -> Array:
        k1 = self._weights.saturation
        # A document that has a row only where it weighs nothing does not have it.
        presence = self._weights.presence * (occurrences > 0)
        saturated: Array = occurrences * (k1 + 1) / (occurrences + k1) + presence
        return saturated
