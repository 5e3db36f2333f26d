"""Ranks candidates by their words, and tells which are about the query at all."""

import math
from collections import Counter
from collections.abc import Sequence, Set
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import mul
from typing import NamedTuple

import numpy as np

from src.search.arrays import FIELD_BITS, FIELD_MASK, Array, joined
from src.search.bm25f import Bm25f, PostingList
from src.search.compounds import Splitter
from src.search.corpus import Floor, ParsedQuery, Weights
from src.search.encoder import Meaning
from src.search.facts import Facts
from src.search.terms import Hits, Terms, as_slots

MOST_TERMS = 32
"""Terms of a long query that are weighed: those that it has often and that are rare."""

LOOKED_UP = 10_000
"""Terms of which it is remembered how many documents have them."""

WEIGHED = 4
"""Weights of which it is remembered what they make of the index; a server has one."""

_NOWHERE = np.zeros(0, np.intp)

Scored = list[tuple[float, int]]
"""Scores and numbers of documents, best first."""


class Matches:
    """Where the terms of a query stand in candidates."""

    def __init__(self, ranking: "Ranking", asked: ParsedQuery, numbers: Array | None) -> None:
        """Look them up; ``numbers`` are the candidates, ascending: None for all documents."""
        self.ranking, self.asked = ranking, asked
        self.numbers = np.arange(ranking.size) if numbers is None else numbers
        self._wanted: dict[str, int] = {}
        for run in asked.runs:
            for term in run.terms:
                for text in (term, *ranking.parts(term)):
                    self._wanted.setdefault(text, len(self._wanted))
        self._pairs: dict[tuple[int, int], int] = {}
        for run in asked.runs:
            for left, right in pairwise(map(self._wanted.__getitem__, run.terms)):
                self._pairs.setdefault((left, right), len(self._pairs))
        hits = ranking.hits(numbers, [*self._wanted], [*self._pairs])
        keys, self._counts = np.unique((hits.which << _WHICH_BITS) | hits.slots, return_counts=True)
        self._slots = (keys & _SLOT).astype(np.uint32)
        rows = np.arange(len(self._wanted) + len(self._pairs) + 1) << _WHICH_BITS
        self._starts = np.searchsorted(keys, rows).tolist()

    def rows(self, weights: Weights) -> list[PostingList]:
        """Return what is weighed of the query."""
        wanted: dict[str, float] = {}
        for run in self.asked.runs:
            for term in run.terms:
                wanted[term] = max(wanted.get(term, 0.0), run.weight)
        found = {term: its for term, its in wanted.items() if self.ranking.frequency(term)}
        told = self._most_telling(found)
        pairs = self._pair_rows(weights, told.keys()) if weights.bigrams else []
        if weights.parts_in_query:
            for term in wanted:
                for part in self.ranking.parts(term):
                    weight = wanted[term] * weights.parts_in_query
                    told[part] = max(told.get(part, 0.0), weight)
        return [*(self._term_row(term, its) for term, its in told.items()), *pairs]

    def scores(self, weights: Weights) -> Array:
        """Return the score of each document; 0 for one that is no candidate."""
        return self.ranking.weighing(weights).scores(self.rows(weights), self.ranking.size)

    def having(self, term: str) -> tuple[float, Array, Array]:
        """Return how telling a term is, the candidates that have it, and those that have a part of it.

        A term that no document has is as telling as can be.
        """
        parts = [self._at(self._wanted[part])[0] for part in self.ranking.parts(term)]
        having_part = _documents(np.concatenate(parts)) if parts else _NOWHERE
        slots, _ = self._at(self._wanted[term])
        return self.ranking.rarity(term), _documents(slots), having_part

    def _at(self, row: int) -> tuple[Array, Array]:
        span = slice(self._starts[row], self._starts[row + 1])
        return self._slots[span], self._counts[span]

    def _term_row(self, term: str, weight: float) -> PostingList:
        return PostingList(term, weight, self.ranking.rarity(term), *self._at(self._wanted[term]))

    def _most_telling(self, found: dict[str, float]) -> dict[str, float]:
        if len(found) <= MOST_TERMS:
            return found
        said = Counter(term for run in self.asked.runs for term in run.terms)
        telling = {
            term: said[term] * weight * self.ranking.rarity(term) for term, weight in found.items()
        }
        return {
            term: found[term]
            for term in sorted(found, key=lambda term: -telling[term])[:MOST_TERMS]
        }

    def _pair_rows(self, weights: Weights, among: Set[str]) -> list[PostingList]:
        rows: dict[tuple[str, str], PostingList] = {}
        for run in self.asked.runs:
            for pair in pairwise(run.terms):
                if pair in rows or not among >= {*pair}:
                    continue
                left, right = map(self._wanted.__getitem__, pair)
                slots, counts = self._at(len(self._wanted) + self._pairs[left, right])
                if len(slots):
                    # In how many documents it stands is known of candidates alone, which are those that have it.
                    documents = 1 + int(np.count_nonzero(np.diff(slots >> FIELD_BITS)))
                    rarity = self.ranking.rarity_of(documents)
                    weight = run.weight * weights.bigrams
                    rows[pair] = PostingList(" ".join(pair), weight, rarity, slots, counts)
        return [*rows.values()]


_WHICH_BITS = 40
_SLOT = (1 << _WHICH_BITS) - 1


class Ranking:
    """Ranks the documents of one index."""

    def __init__(
        self, segments: Sequence[Terms], weights: Weights, groups: Array, dead: Array
    ) -> None:
        """Take the terms of segments, one behind another.

        ``groups`` has for each document the first of its group; ``dead`` are those that were removed.
        """
        self._groups, self.segments = groups, segments
        self._bases = np.cumsum([0, *map(len, segments)]).tolist()
        self.size = len(groups)
        self.documents = self.size - len(dead)
        self._lengths = joined([terms.lengths for terms in segments])
        self._dead = dead
        self._in_a_row = np.zeros(FIELD_MASK + 1, bool)
        for at, chosen in enumerate(weights.fields):
            self._in_a_row[at] = chosen.in_a_row
        # A few words make up most of what is asked, and each is looked up several times in one search.
        self.frequency = lru_cache(LOOKED_UP)(self._frequency)
        self.parts = lru_cache(LOOKED_UP)(self._parts)
        self.weighing = lru_cache(WEIGHED)(self._weighing)
        self._splitter = Splitter(
            lambda word: word if self._frequency(word) else None, self._frequency
        )

    @property
    def rarest(self) -> float:
        return self.rarity_of(min(1, self.documents))

    def hits(
        self, numbers: Array | None, wanted: Sequence[str], pairs: Sequence[tuple[int, int]]
    ) -> Hits:
        """Return where terms, and pairs of them, stand in candidates (None: in all documents)."""
        found: list[Hits] = [Hits(np.zeros(0, np.int64), np.zeros(0, np.int64))]
        for base, end, terms in zip(self._bases, self._bases[1:], self.segments, strict=False):
            its = None
            if numbers is not None:
                first, last = numbers.searchsorted((base, end))
                its = numbers[first:last] - base
            found.append(as_slots(terms.hits(its, wanted, pairs, self._in_a_row), base))
        return Hits(*map(np.concatenate, zip(*found, strict=True)))

    def _weighing(self, weights: Weights) -> Bm25f:
        return Bm25f(weights, self._lengths, self._usual_lengths)

    def best(self, scores: Array, limit: int) -> Scored:
        """Return the documents with the highest scores above 0; of equal ones the first."""
        found = (scores > 0).nonzero()[0]
        found = found[(-scores[found]).argsort(kind="stable")[:limit]]
        return list(zip(scores[found].tolist(), found.tolist(), strict=True))

    def with_siblings(self, scored: Scored, share: float) -> Scored:
        """Return the documents in order again, each with a share of the best of its group."""
        if not share or not self._has_siblings:
            return scored
        best: dict[int, float] = {}
        for score, number in scored:
            best.setdefault(int(self._groups[number]), score)
        shared = [
            ((score + share * best[int(self._groups[number])]) / (1 + share), number)
            for score, number in scored
        ]
        return sorted(shared, key=lambda pair: -pair[0])

    def rarity(self, term: str) -> float:
        """Return how telling a term is."""
        return self.rarity_of(self.frequency(term))

    def knows(self, term: str) -> bool:
        """Tell whether any document has a term, or a part of it."""
        return any(map(self.frequency, (term, *self.parts(term))))

    def rarity_of(self, having: int) -> float:
        """Return how telling it is to be one of so many documents."""
        return math.log1p((self.documents - having + 0.5) / (having + 0.5))

    @cached_property
    def _has_siblings(self) -> bool:
        return bool((self._groups != np.arange(self.size)).any())

    @cached_property
    def _usual_lengths(self) -> Array:
        lengths = np.delete(self._lengths, self._dead, axis=0) if len(self._dead) else self._lengths
        filled = np.maximum(np.count_nonzero(lengths, axis=0), 1)
        usual: Array = np.maximum(lengths.sum(axis=0) / filled, 1.0)
        return usual

    def _frequency(self, term: str) -> int:
        return sum(terms.having(term) for terms in self.segments)

    def _parts(self, term: str) -> tuple[str, ...]:
        """Return the parts of a term; one that no document has is taken apart now."""
        known = (terms.parts(term) for terms in self.segments)
        parts = next((found for found in known if found is not None), None)
        return self._splitter.parts(term) if parts is None else parts


def _documents(slots: Array) -> Array:
    """Return the documents of slots, as what numpy looks places up by: of other integers it makes these each time."""
    return (slots >> FIELD_BITS).astype(np.intp)


class Relevant(NamedTuple):
    """What is about a query, in its order, and whether that is weak: it may be about something else."""

    scored: Scored
    weak: bool


NOTHING = Relevant([], weak=False)


def relevant(
    best: Scored,
    by_words: Array,
    asked: ParsedQuery,
    floor: Floor,
    matches: Matches,
    facts: Facts,
    meaning: Meaning | None = None,
) -> Relevant:
    """Return those of the best that are about a query; where none surely is, those that may be, or none.

    A document that has few words of the query has as much of it as it is near to it by meaning. Whatever is found
    ``by_words``, the scores of all documents by words alone, is found with meaning too.
    """
    if not best:
        return NOTHING
    shares = coverage(matches, asked, floor)
    for key in asked.pins:
        shares[facts.citing(key)] = 1.0
    alone = 0.0
    if meaning:
        alone = float((by_words * shares).max(initial=0.0))
        np.maximum(shares, meaning.near, out=shares)
    scores, numbers = zip(*best, strict=True)
    its_shares: list[float] = shares[np.fromiter(numbers, np.intp)].tolist()
    relevance = list(map(mul, scores, its_shares))
    is_complete = not asked.pins and max(its_shares) >= floor.complete
    most = max(relevance)
    weak = (
        max(most, alone) < floor.least * (matches.ranking.rarest - floor.small) and not is_complete
    )
    if weak and not (floor.shows_weak and most > 0):
        return NOTHING
    least = floor.tail * most
    found = [pair for pair, its in zip(best, relevance, strict=True) if its >= least]
    return Relevant(found, weak)


def coverage(matches: Matches, asked: ParsedQuery, floor: Floor) -> Array:
    """Return which share of the query each document has, by how telling its words are.

    The wording of a query (languages, what its abbreviations mean) that it has most of counts.
    A document that has a part of a compound has so much of the word.
    """
    shares = np.zeros(matches.ranking.size, np.float32)
    for run in (term_run for term_run in asked.runs if term_run.is_asked):
        covered = np.zeros(len(shares), np.float32)
        total = 0.0
        for term in dict.fromkeys(run.terms):
            rarity, having, having_part = matches.having(term)
            if not matches.ranking.knows(term):
                total += floor.unknown * rarity
                continue  # most terms, as each word is also looked up as one of another language
            total += rarity
            # A document is named once for each field that has the term: numpy adds to it once all the same.
            with_it = covered[having] + rarity
            if len(having_part):
                covered[having_part] += floor.part * rarity
            covered[having] = with_it  # also where a part was just counted
        if total:
            np.maximum(shares, covered / total, out=shares)
    return shares
