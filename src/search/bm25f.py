"""What a term counts in documents: BM25F with delta."""

import numpy as np

from src.search.arrays import AS_PART, FIELD_MASK, Array
from src.search.corpus import Weights


class Bm25f:
    """Weighs where terms stand in the documents of one index by given weights."""

    def __init__(self, weights: Weights, usual_lengths: Array) -> None:
        width = FIELD_MASK + 1
        self._k1, self._delta = weights.k1, weights.delta
        self._factor = np.zeros(AS_PART + width)
        self._base, self._slope = np.ones(width), np.zeros(width)
        for at, chosen in enumerate(weights.fields):
            self._factor[at] = chosen.weight
            self._factor[at | AS_PART] = chosen.weight * weights.parts_in_text
            self._base[at] = 1 - chosen.length_normalisation
            self._slope[at] = chosen.length_normalisation / usual_lengths[at]

    def occurrences(self, fields: Array, lengths: Array) -> Array:
        """Return what each place of a term counts, by its field and how long that is; 1 is the usual."""
        own = fields & FIELD_MASK
        counted: Array = self._factor[fields] / (self._base[own] + self._slope[own] * lengths)
        return counted

    def saturated(self, occurrences: Array) -> Array:
        """Return what all places of a term in one document count together."""
        # A document that has a term only where it weighs nothing does not have it.
        delta = self._delta * (occurrences > 0)
        saturated: Array = occurrences * (self._k1 + 1) / (occurrences + self._k1) + delta
        return saturated
