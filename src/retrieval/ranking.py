"""Ranks the documents of one kind by BM25F, exactly; priors and versions count before the best are taken."""

import math
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np

from src.retrieval.arrays import AS_PART, FIELD_BITS, FIELD_MASK, Array, Postings, Strings, load
from src.retrieval.compounds import Splitter
from src.retrieval.configuration import FIELDS, Configuration, Field
from src.retrieval.documents import CORE, TAX
from src.retrieval.facts import Facts
from src.retrieval.query import Asked

MOST_TERMS = 32
_SIBLINGS = 300
"""Best documents among which passages of one article are looked for."""

_PAIR = 32


@dataclass(frozen=True)
class Row:
    """A row of postings that a query asks for: a term, or two in a row."""

    name: str
    weight: float
    slots: Array
    counts: Array
    rarity: float
    is_pair: bool = False


@dataclass(frozen=True)
class Ranked:
    """Documents of the query with their scores, best first."""

    numbers: list[int]
    scores: list[float]


@dataclass(frozen=True)
class Share:
    """What one term of the query contributes to a document's score, by field."""

    term: str
    fields: dict[Field, float]


class Ranking:
    """Ranks the documents of one kind."""

    def __init__(self, folder: Path, mapped: bool) -> None:
        self.facts = Facts.load(folder, mapped)
        self._names = Strings.load(folder, "terms", mapped)
        self._terms = Postings.load(folder, "terms", mapped)
        self._pair_keys = load(folder, "pairs", mapped)
        self._pairs = Postings.load(folder, "pairs", mapped)
        self._parts = (load(folder, "parts-starts", mapped), load(folder, "parts-rows", mapped))
        self._lengths = load(folder, "lengths", mapped)
        self._splitter = Splitter(
            lambda word: word if self._names.find(word) >= 0 else None, self._frequency
        )

    def rows(self, asked: Asked, weights: Configuration) -> list[Row]:
        """Return the rows that a query asks for; of a long one those that it has often and that are rare."""
        wanted: dict[str, float] = {}
        for weight, run in asked.runs:
            for term in run:
                wanted[term] = max(wanted.get(term, 0.0), weight)
        found = {
            at: weight for term, weight in wanted.items() if (at := self._names.find(term)) >= 0
        }
        found = self._most_telling(found, asked)
        telling = frozenset(found)
        if weights.parts_in_query:
            for term, weight in wanted.items():
                for part in self._parts_of(term):
                    found[part] = max(found.get(part, 0.0), weight * weights.parts_in_query)
        rows = [self._row(self._terms, at, weight) for at, weight in found.items()]
        return rows + (self._pair_rows(asked, weights, telling) if weights.bigrams else [])

    def scores(self, rows: Iterable[Row], weights: Configuration) -> Array:
        """Return the score of every document, before priors."""
        scores = np.zeros(len(self.facts), np.float32)
        for row in rows:
            documents, occurrences = self._occurrences(row, weights)
            scores[documents] += row.weight * row.rarity * _saturated(occurrences, weights)
        return scores

    def priors(self, weights: Configuration) -> Array:
        """Return the factor of every document for its standing."""
        factors = np.ones(CORE + 1, np.float32)
        factors[TAX:] *= weights.tax or 1.0
        factors[CORE] *= weights.core or 1.0
        return factors[self.facts.standings]

    def best(self, scores: Array, limit: int) -> Ranked:
        """Return the best documents, best first; of equal ones the first."""
        limit = min(limit, len(scores))
        if limit < 1:
            return Ranked([], [])
        top = (
            np.argpartition(-scores, limit - 1)[:limit] if limit < len(scores) else np.arange(limit)
        )
        top = top[scores[top] > 0]
        top = top[np.lexsort((top, -scores[top]))]
        return Ranked(top.tolist(), scores[top].tolist())

    def with_siblings(self, ranked: Ranked, share: float) -> Ranked:
        """Return the documents in order again, each with a share of the best passage of its article."""
        if not share or not self._has_passages:
            return ranked
        best: dict[int, float] = {}
        articles = self.facts.articles[ranked.numbers].tolist()
        for article, score in zip(articles, ranked.scores, strict=True):
            best[article] = max(best.get(article, 0.0), score)
        shared = [
            (score + share * best[article]) / (1 + share)
            for article, score in zip(articles, ranked.scores, strict=True)
        ]
        order = sorted(range(len(shared)), key=lambda at: (-shared[at], at))
        return Ranked([ranked.numbers[at] for at in order], [shared[at] for at in order])

    @cached_property
    def _has_passages(self) -> bool:
        return bool((self.facts.articles != np.arange(len(self.facts))).any())

    @property
    def rarest(self) -> float:
        """What a term weighs that one document has."""
        return math.log1p(max(len(self.facts) - 0.5, 0.0) / 1.5)

    def having(self, term: str) -> tuple[float, Array, Array]:
        """Return how telling a term is, the documents that have it, and those that have a part of it.

        A term that no document has is as telling as can be.
        """
        at = self._names.find(term)
        parts = [self._terms.row(part)[0] for part in self._parts_of(term)]
        none = np.zeros(0, np.uint32)
        having_part = np.concatenate([none, *parts]) >> FIELD_BITS
        if at < 0:
            return math.log1p((len(self.facts) + 0.5) / 0.5), none, having_part
        return self._rarity(self._terms, at), self._terms.row(at)[0] >> FIELD_BITS, having_part

    def _frequency(self, term: str) -> int:
        at = self._names.find(term)
        return int(self._terms.documents[at]) if at >= 0 else 0

    def _parts_of(self, term: str) -> list[int]:
        at = self._names.find(term)
        if at < 0:
            return [self._names.find(part) for part in self._splitter.parts(term)]
        starts, rows = self._parts
        return [int(row) for row in rows[starts[at] : starts[at + 1]]]

    def _most_telling(self, found: dict[int, float], asked: Asked) -> dict[int, float]:
        if len(found) <= MOST_TERMS:
            return found
        said = Counter(self._names.find(term) for _, run in asked.runs for term in run)
        telling = sorted(
            found, key=lambda at: -said[at] * found[at] * self._rarity(self._terms, at)
        )
        return {at: found[at] for at in telling[:MOST_TERMS]}

    def _rarity(self, postings: Postings, at: int) -> float:
        """Return how telling a row is: the fewer documents have it, the more."""
        having = int(postings.documents[at])
        return math.log1p((len(self.facts) - having + 0.5) / (having + 0.5))

    def _row(self, postings: Postings, at: int, weight: float) -> Row:
        name = bytes(self._names[at]).decode() if postings is self._terms else ""
        return Row(name, weight, *postings.row(at), self._rarity(postings, at))

    def _pair_rows(self, asked: Asked, weights: Configuration, telling: Set[int]) -> list[Row]:
        rows: dict[int, Row] = {}
        for weight, run in asked.runs:
            numbers = [self._names.find(term) for term in run]
            for left, right in pairwise(numbers):
                if left not in telling or right not in telling:
                    continue
                key = np.uint64(left << _PAIR | right)
                at = int(np.searchsorted(self._pair_keys, key))
                if at < len(self._pair_keys) and self._pair_keys[at] == key and at not in rows:
                    rows[at] = self._row(self._pairs, at, weight * weights.bigrams)
        return list(rows.values())

    def _occurrences(self, row: Row, weights: Configuration) -> tuple[Array, Array]:
        """Return the documents that have a row, each once, and how often, weighed by field."""
        shares = self._shares(row, weights)
        documents = row.slots >> FIELD_BITS
        is_first = np.empty(len(documents), bool)
        is_first[:1] = True
        np.not_equal(documents[1:], documents[:-1], out=is_first[1:])
        first = np.flatnonzero(is_first)
        return documents[first], np.add.reduceat(shares, first) if len(first) else shares

    def _shares(self, row: Row, weights: Configuration) -> Array:
        """Return what each place of a row counts."""
        field = row.slots & FIELD_MASK
        places = (row.slots >> FIELD_BITS).astype(np.int64) * (FIELD_MASK + 1) + field
        factor, free, slope = self._field_arrays(weights)
        length = free[field] + slope[field] * self._lengths.ravel()[places]
        shares: Array = row.counts * factor[row.slots & (FIELD_MASK | AS_PART)] / length
        return shares

    def _field_arrays(self, weights: Configuration) -> tuple[Array, Array, Array]:
        """Return weight by slot, and by field what a length of none and each further term divide it by."""
        factor = np.zeros(2 * (FIELD_MASK + 1), np.float32)
        free, slope = np.ones(FIELD_MASK + 1, np.float32), np.zeros(FIELD_MASK + 1, np.float32)
        for at, name in enumerate(FIELDS):
            chosen = weights.fields.get(name)
            if chosen is not None:
                factor[at], factor[at | AS_PART] = (
                    chosen.weight,
                    chosen.weight * weights.parts_in_text,
                )
                free[at], slope[at] = 1 - chosen.length, chosen.length / self._usual_lengths[at]
        return factor, free, slope

    @cached_property
    def _usual_lengths(self) -> Array:
        """Mean number of terms of each field, of the documents where there are any."""
        filled = np.maximum(np.count_nonzero(self._lengths, axis=0), 1)
        return np.maximum(self._lengths.sum(axis=0) / filled, 1.0)


def _saturated(occurrences: Array, weights: Configuration) -> Array:
    k1 = weights.saturation
    # Fields that weigh nothing leave documents where the term counts as absent.
    there = weights.presence * (occurrences > 0)
    saturated: Array = occurrences * (k1 + 1) / (occurrences + k1) + there
    return saturated
