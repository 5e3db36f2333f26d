"""The score of documents by the rows of a query: BM25F with delta."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from src.search.arrays import AS_PART, FIELD_BITS, FIELD_MASK, Array
from src.search.corpus import Weights

BATCH = 50_000
"""Slots that are weighed at once: more would no longer stay in the processor's cache."""


class PostingList(NamedTuple):
    """A row of postings that a query asks for: a term, a part of a compound, or two terms in a row."""

    name: str
    weight: float
    rarity: float
    slots: Array
    counts: Array


class Bm25f:
    """Weighs the rows of one index by given weights."""

    def __init__(self, weights: Weights, lengths: Array, usual_lengths: Array) -> None:
        self._weights = weights
        width = FIELD_MASK + 1
        self._factor = np.zeros(AS_PART + width, np.float32)
        base = np.ones(width, np.float32)
        slope = np.zeros(width, np.float32)
        for at, chosen in enumerate(weights.fields):
            self._factor[at] = chosen.weight
            self._factor[at | AS_PART] = chosen.weight * weights.parts_in_text
            base[at] = 1 - chosen.length_normalisation
            slope[at] = chosen.length_normalisation / usual_lengths[at]
        self._base, self._slope, self._lengths = base, slope, lengths

    def scores(self, rows: Sequence[PostingList], documents: int, batch: int = BATCH) -> Array:
        """Return the score of each of so many documents, by all rows together."""
        total = np.zeros(documents, np.float64)
        for some in _batches(rows, batch):
            total += self._scores(some, documents)
        return total.astype(np.float32)

    def _scores(self, rows: Sequence[PostingList], documents: int) -> Array:
        """Return the same in one go: what numpy costs per call is more than what it costs per slot."""
        slots = np.concatenate([row.slots for row in rows])
        counts = np.concatenate([row.counts for row in rows])
        sizes = np.array([len(row.slots) for row in rows])
        found = slots >> FIELD_BITS
        is_first = np.ones(len(found), bool)
        np.not_equal(found[1:], found[:-1], out=is_first[1:])
        is_first[sizes[:-1].cumsum()] = True
        first = is_first.nonzero()[0]
        occurrences = np.add.reduceat(self._occurrences(slots, counts), first)
        strengths = np.array([row.weight * row.rarity for row in rows]).repeat(sizes)[first]
        return np.bincount(found[first], strengths * self._saturated(occurrences), documents)

    def by_field(self, row: PostingList, document: int) -> dict[str, float]:
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
        shares: dict[str, float] = {}
        for slot, share in zip(slots, occurrences / (total or 1), strict=True):
            field = self._weights.fields[int(slot) & FIELD_MASK].name
            shares[field] = shares.get(field, 0.0) + score * float(share)
        return shares

    def _occurrences(self, slots: Array, counts: Array) -> Array:
        field = slots & FIELD_MASK
        factor = self._factor[slots & (FIELD_MASK | AS_PART)]
        lengths = self._base[field] + self._slope[field] * self._lengths[slots >> FIELD_BITS, field]
        weighed: Array = counts * factor / lengths  # as they count: 1 is the usual
        return weighed

    def _saturated(self, occurrences: Array) -> Array:
        k1 = self._weights.k1
        # A document that has a row only where it weighs nothing does not have it.
        delta = self._weights.delta * (occurrences > 0)
        saturated: Array = occurrences * (k1 + 1) / (occurrences + k1) + delta
        return saturated


def _batches(rows: Sequence[PostingList], most: int) -> Iterator[list[PostingList]]:
    """Yield the rows that stand anywhere, so many at a time as make up a batch."""
    batch: list[PostingList] = []
    size = 0
    for row in rows:
        if not len(row.slots):
            continue
        if batch and size + len(row.slots) > most:
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += len(row.slots)
    if batch:
        yield batch
