"""Ranks the documents of one index by their words, all of them exactly, and tells which are about the query at all."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import mul
from pathlib import Path
from typing import NamedTuple

import numpy as np

from src.search.arrays import AS_PART, FIELD_BITS, FIELD_MASK, Array, Postings, Strings, load
from src.search.compounds import Splitter
from src.search.corpus import Floor, ParsedQuery, Weights
from src.search.encoder import Meaning
from src.search.facts import Facts

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
        self._lengths = (base + slope * lengths).ravel()  # as they count: 1 is the usual

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
        place = (slots >> FIELD_BITS) * (FIELD_MASK + 1) + (slots & FIELD_MASK)
        factor = self._factor[slots & (FIELD_MASK | AS_PART)]
        weighed: Array = counts * factor / self._lengths[place]
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


MOST_TERMS = 32
"""Terms of a long query that are looked up: those that it has often and that are rare."""

LOOKED_UP = 10_000
"""Terms, and pairs of them, of which it is remembered where they stand in the index."""

WEIGHED = 4
"""Weights of which it is remembered what they make of the index; a server has one."""

_PAIR_BITS = 32
_NOWHERE = np.zeros(0, np.intp)

Scored = list[tuple[float, int]]
"""Scores and numbers of documents, best first."""


class Ranking:
    """Ranks the documents of one index."""

    def __init__(self, folder: Path, groups: Array, mapped: bool) -> None:
        """Open the terms in a folder; ``groups`` has for each document the first of its group."""
        self._groups = groups
        self._names = Strings.load(folder, "terms", mapped)
        self._terms = Postings.load(folder, "terms", mapped)
        self._pair_keys = load(folder, "pairs", mapped)
        self._pairs = Postings.load(folder, "pairs", mapped)
        self._part_starts = load(folder, "parts-starts", mapped)
        self._part_rows = load(folder, "parts-rows", mapped)
        self._lengths = load(folder, "lengths", mapped)
        self.documents = len(groups)
        # A few words make up most of what is asked, and each is looked up several times in one search.
        self._find = lru_cache(LOOKED_UP)(self._names.find)
        self._parts = lru_cache(LOOKED_UP)(self._parts_of)
        self._term_row = lru_cache(LOOKED_UP)(self._row_of_term)
        self._pair = lru_cache(LOOKED_UP)(self._pair_of)
        self.weighing = lru_cache(WEIGHED)(self._weighing)
        self._splitter = Splitter(
            lambda word: word if self._find(word) >= 0 else None, self._frequency
        )

    @property
    def rarest(self) -> float:
        return self._rarity(min(1, self.documents))

    def rows(self, asked: ParsedQuery, weights: Weights) -> list[PostingList]:
        """Return the rows of postings that a query asks for."""
        wanted: dict[str, float] = {}
        for run in asked.runs:
            for term in run.terms:
                wanted[term] = max(wanted.get(term, 0.0), run.weight)
        places = {term: self._find(term) for term in wanted}
        found = {at: wanted[term] for term, at in places.items() if at >= 0}
        told = self._most_telling(found, asked)
        pairs = self._pair_rows(asked, weights, told.keys()) if weights.bigrams else []
        if weights.parts_in_query:
            for term in wanted:
                for part in self._parts(term):
                    weight = wanted[term] * weights.parts_in_query
                    told[part] = max(told.get(part, 0.0), weight)
        return [*(self._term_row(at, told[at]) for at in told), *pairs]

    def scores(self, rows: list[PostingList], weights: Weights) -> Array:
        return self.weighing(weights).scores(rows, self.documents)

    def _weighing(self, weights: Weights) -> Bm25f:
        return Bm25f(weights, self._lengths, self._usual_lengths)

    def best(self, scores: Array, limit: int) -> Scored:
        """Return the documents with the highest scores above 0; of equal ones the first."""
        found = (scores > 0).nonzero()[0]
        if len(found) > limit:
            found = np.sort(np.argpartition(-scores, limit - 1)[:limit])
        top = scores[found]
        order = (-top).argsort(kind="stable")
        return list(zip(top[order].tolist(), found[order].tolist(), strict=True))

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

    def having(self, term: str) -> tuple[float, Array, Array]:
        """Return how telling a term is, the documents that have it, and those that have a part of it.

        A term that no document has is as telling as can be.
        """
        at = self._find(term)
        parts = [self._term_row(part).slots for part in self._parts(term)]
        having_part = _documents(np.concatenate(parts)) if parts else _NOWHERE
        if at < 0:
            return self._rarity(0), _NOWHERE, having_part
        row = self._term_row(at)
        return row.rarity, _documents(row.slots), having_part

    @cached_property
    def _has_siblings(self) -> bool:
        return bool((self._groups != np.arange(self.documents)).any())

    @cached_property
    def _usual_lengths(self) -> Array:
        filled = np.maximum(np.count_nonzero(self._lengths, axis=0), 1)
        usual: Array = np.maximum(self._lengths.sum(axis=0) / filled, 1.0)
        return usual

    def _rarity(self, having: int) -> float:
        return math.log1p((self.documents - having + 0.5) / (having + 0.5))

    def _frequency(self, term: str) -> int:
        at = self._find(term)
        return int(self._terms.documents[at]) if at >= 0 else 0

    def _parts_of(self, term: str) -> tuple[int, ...]:
        """Return the rows of the parts of a term; one that no document has is taken apart now."""
        at = self._find(term)
        if at < 0:
            return tuple(self._find(part) for part in self._splitter.parts(term))
        rows = self._part_rows[self._part_starts[at] : self._part_starts[at + 1]]
        return tuple(rows.tolist())

    def _most_telling(self, found: dict[int, float], asked: ParsedQuery) -> dict[int, float]:
        if len(found) <= MOST_TERMS:
            return found
        said = Counter(self._find(term) for run in asked.runs for term in run.terms)
        telling = {
            at: said[at] * weight * self._rarity(int(self._terms.documents[at]))
            for at, weight in found.items()
        }
        return {at: found[at] for at in sorted(found, key=lambda at: -telling[at])[:MOST_TERMS]}

    def _row_of_term(self, at: int, weight: float = 1.0) -> PostingList:
        rarity = self._rarity(int(self._terms.documents[at]))
        return PostingList(self._name(at), weight, rarity, *self._terms.row(at))

    def _pair_rows(
        self, asked: ParsedQuery, weights: Weights, among: Set[int]
    ) -> list[PostingList]:
        rows: dict[str, PostingList] = {}
        for run in asked.runs:
            for left, right in pairwise(self._find(term) for term in run.terms):
                if left in among and right in among:
                    row = self._pair(left, right, run.weight * weights.bigrams)
                    if row:
                        rows.setdefault(row.name, row)
        return list(rows.values())

    def _pair_of(self, left: int, right: int, weight: float) -> PostingList | None:
        key = np.uint64(left << _PAIR_BITS | right)
        at = int(np.searchsorted(self._pair_keys, key))
        if at == len(self._pair_keys) or self._pair_keys[at] != key:
            return None
        rarity = self._rarity(int(self._pairs.documents[at]))
        return PostingList(
            f"{self._name(left)} {self._name(right)}", weight, rarity, *self._pairs.row(at)
        )

    def _name(self, at: int) -> str:
        return bytes(self._names[at]).decode()


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
    ranking: Ranking,
    facts: Facts,
    meaning: Meaning | None = None,
) -> Relevant:
    """Return those of the best that are about a query; where none surely is, those that may be, or none.

    A document that has few words of the query has as much of it as it is near to it by meaning. Whatever is found
    ``by_words``, the scores of all documents by words alone, is found with meaning too.
    """
    if not best:
        return NOTHING
    shares = coverage(ranking, asked, floor)
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
    weak = max(most, alone) < floor.least * (ranking.rarest - floor.small) and not is_complete
    if weak and not (floor.shows_weak and most > 0):
        return NOTHING
    least = floor.tail * most
    found = [one for one, its in zip(best, relevance, strict=True) if its >= least]
    return Relevant(found, weak)


def coverage(ranking: Ranking, asked: ParsedQuery, floor: Floor) -> Array:
    """Return which share of the query each document has, by how telling its words are.

    The wording of a query (languages, what its abbreviations mean) that it has most of counts.
    A document that has a part of a compound has so much of the word.
    """
    shares = np.zeros(ranking.documents, np.float32)
    for run in (term_run for term_run in asked.runs if term_run.is_asked):
        covered = np.zeros(len(shares), np.float32)
        total = 0.0
        for term in dict.fromkeys(run.terms):
            rarity, having, having_part = ranking.having(term)
            if not len(having) and not len(having_part):
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
