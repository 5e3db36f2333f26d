"""An index, open for reading: asked for the best documents of its corpus."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Generic, NamedTuple

import numpy as np

from src.search.arrays import Array, load
from src.search.corpus import EVERYTHING, Corpus, Filters, Read, Weights
from src.search.encoder import Meaning, fused
from src.search.facts import Facts
from src.search.index_writer import SOURCES
from src.search.query import ParsedQuery
from src.search.ranking import WEIGHED, Ranking, Scored
from src.search.relevance import relevant

EXACT_SCORE = 1000.0
"""Score of what the query names itself: above any that words can reach."""

_CANDIDATES = 300
"""Best documents among which siblings are looked for."""

READ = 128
"""Sources that are kept as they were read: what one question finds, the next on it finds again."""


class Ranked(NamedTuple):
    """What was found: scores and numbers of documents, best first, and how many of them the query names."""

    scored: Scored
    exact: int


class Index(Generic[Read]):
    """One index, open for reading; its files are mapped into memory, or read into it."""

    def __init__(self, folder: Path, corpus: Corpus[Read], mapped: bool = True) -> None:
        """Open the index of a corpus in a folder. OSError or ValueError where it is damaged."""
        self.folder, self.corpus = folder, corpus
        self.facts = Facts.load(folder, corpus.shape, mapped)
        self.ranking = Ranking(folder, self.facts.groups, mapped)
        self.lines = SourceLines(folder, mapped)
        self.source: Callable[[int], Read] = lru_cache(READ)(self._source)
        self.priors: Callable[[Weights], Array] = lru_cache(WEIGHED)(self._priors)

    def search(
        self,
        query: str,
        limit: int,
        filters: Filters = EVERYTHING,
        user_query: str = "",
        weights: Weights | None = None,
        meaning: Meaning | None = None,
    ) -> Ranked:
        """Return the best documents that are about a query; those that it names come before all.

        ``user_query`` is the query in the user's own words, where a model worded it; they count for less. ``meaning``
        is how near each document is to the query, where there are vectors.
        """
        chosen = weights or self.corpus.weights
        asked = self.corpus.read_query(query, chosen, user_query)
        best = self.best(asked, limit, filters, chosen, meaning)
        pinned = self._pinned(asked, filters, best) if chosen.pinned else []
        found = relevant(best, asked, self.corpus.floor, self.ranking, self.facts, meaning)
        return Ranked([(EXACT_SCORE, number) for number in pinned] + found, len(pinned))

    def named(self, asked: ParsedQuery, filters: Filters) -> list[int]:
        """Return the numbers of the documents that a query names, in its order."""
        numbers = (number for key in asked.pins for number in self.with_key(key, filters))
        return list(dict.fromkeys(numbers))

    def _pinned(self, asked: ParsedQuery, filters: Filters, best: Scored) -> list[int]:
        """Return the numbers of the documents that come first."""
        most = self.corpus.most_pinned
        if most is None:
            return self.named(asked, filters)
        named = (self.with_key(key, filters) for key in asked.pins)
        pinned = {number for numbers in named if len(numbers) <= most for number in numbers}
        scores = {number: score for score, number in best}
        return sorted(pinned, key=lambda number: (-scores.get(number, 0.0), number))

    def with_key(self, key: str, filters: Filters) -> list[int]:
        """Return the numbers of the documents of one key, as far as the filters let them through."""
        counts = self.corpus.counts(self.facts, filters)
        return [at for at in self.facts.with_key(key) if counts[at]]

    def best(
        self,
        asked: ParsedQuery,
        limit: int,
        filters: Filters,
        weights: Weights,
        meaning: Meaning | None = None,
    ) -> Scored:
        """Return scores and numbers of the best documents by words, meaning and citations; no floor of relevance."""
        ranking = self.ranking
        scores = ranking.scores(ranking.rows(asked, weights), weights)
        for key in asked.pins if weights.cited else ():
            scores[self.facts.citing(key)] += weights.cited
        if meaning:
            scores = fused(scores, meaning)
        scores *= self.priors(weights) * self.corpus.counts(self.facts, filters)
        best = ranking.best(scores, max(limit, _CANDIDATES))
        return ranking.with_siblings(best, weights.siblings)[:limit]

    def _priors(self, weights: Weights) -> Array:
        return self.corpus.prior(self.facts, weights)

    def _source(self, number: int) -> Read:
        return self.corpus.parse(self.lines[number])


class SourceLines:
    """The sources of an index as they were written, each a line of JSON."""

    def __init__(self, folder: Path, mapped: bool) -> None:
        self._ends = load(folder, "sources-ends", mapped)
        path = folder / SOURCES
        self._text: Array = np.zeros(0, np.uint8)
        if path.stat().st_size:
            self._text = np.memmap(path, np.uint8, "r") if mapped else np.fromfile(path, np.uint8)

    def __getitem__(self, number: int) -> bytes:
        return self._text[self._ends[number] : self._ends[number + 1]].tobytes()
