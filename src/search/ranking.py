"""Ranks candidates by their words, and tells which are about the query at all."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from operator import itemgetter, mul
from typing import NamedTuple

import numpy as np

from src.search.arrays import AS_PART, FIELD_MASK, Array, joined
from src.search.compounds import Splitter
from src.search.corpus import Floor, ParsedQuery, Weights
from src.search.encoder import Meaning
from src.search.facts import Facts
from src.search.terms import Hits, Terms

MOST_TERMS = 32
"""Terms of a long query that are weighed: those that it has often and that are rare."""

LOOKED_UP = 10_000
"""Terms of which it is remembered how many documents have them."""

WEIGHED = 4
"""Weights of which it is remembered what they make of the index; a server has one."""

Scored = list[tuple[float, int]]
"""Scores and numbers of documents, best first."""


class Bm25f:
    """Weighs where terms stand in the documents of one index by given weights: BM25F with delta."""

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


class QueryTerm(NamedTuple):
    """What is weighed of a query: a term, a part of a compound, or two terms in a row."""

    name: str
    weight: float
    rarity: float
    row: int
    """Its row among all that is looked up."""


class Matches:
    """Where the terms of a query stand in candidates."""

    def __init__(self, ranking: "Ranking", asked: ParsedQuery, numbers: Array) -> None:
        """Look them up in documents of these numbers, which ascend."""
        self.ranking, self.asked, self.numbers = ranking, asked, numbers
        self._rows: dict[str, int] = {}
        for run in asked.runs:
            for term in run.terms:
                for text in (term, *ranking.parts(term)):
                    self._rows.setdefault(text, len(self._rows))
        self._pairs: dict[tuple[str, str], int] = {}
        for run in asked.runs:
            for pair in pairwise(run.terms):
                self._pairs.setdefault(pair, len(self._rows) + len(self._pairs))
        pairs = [(self._rows[left], self._rows[right]) for left, right in self._pairs]
        self._hits = ranking.hits(numbers, [*self._rows], pairs)
        self._cells = self._hits.which * len(numbers) + self._hits.places
        self._having = np.zeros((len(self._rows) + len(pairs), len(numbers)), bool)
        self._having.ravel()[self._cells] = True

    def place(self, number: int) -> int:
        """Return the place of a document among the candidates; LookupError where it is none."""
        at = int(self.numbers.searchsorted(number))
        if at == len(self.numbers) or self.numbers[at] != number:
            raise LookupError(number)
        return at

    def places(self, numbers: Sequence[int]) -> Array:
        """Return the places of documents, as far as they are candidates."""
        return np.isin(self.numbers, numbers).nonzero()[0]

    def terms(self, weights: Weights) -> list[QueryTerm]:
        """Return what is weighed of the query."""
        wanted: dict[str, float] = {}
        for run in self.asked.runs:
            for term in run.terms:
                wanted[term] = max(wanted.get(term, 0.0), run.weight)
        found = {term: its for term, its in wanted.items() if self.ranking.frequency(term)}
        told = self._most_telling(found)
        pairs = self._pair_terms(weights, told.keys()) if weights.bigrams else ()
        if weights.parts_in_query:
            for term in wanted:
                for part in self.ranking.parts(term):
                    weight = wanted[term] * weights.parts_in_query
                    told[part] = max(told.get(part, 0.0), weight)
        rarity = self.ranking.rarity
        singles = (
            QueryTerm(term, its, rarity(term), self._rows[term]) for term, its in told.items()
        )
        return [*singles, *pairs]

    def scores(self, weights: Weights) -> Array:
        """Return the score of each candidate."""
        strengths, many = np.zeros(len(self._having)), len(self.numbers)
        for term in self.terms(weights):
            strengths[term.row] = term.weight * term.rarity
        occurrences = np.bincount(self._cells, self._occurrences(weights), self._having.size)
        cells = occurrences.nonzero()[0]
        counted = self.ranking.weighing(weights).saturated(occurrences[cells])
        scores: Array = np.bincount(cells % many, strengths[cells // many] * counted, many)
        return scores.astype(np.float32)

    def by_field(self, term: QueryTerm, number: int, weights: Weights) -> dict[str, float]:
        """Return what a term adds to the score of one document, divided over the fields where it stands."""
        cell = term.row * len(self.numbers) + self.place(number)
        at = (self._cells == cell).nonzero()[0]
        fields = self._hits.fields[at] & FIELD_MASK
        occurrences = np.bincount(fields, self._occurrences(weights)[at], len(weights.fields))
        total = float(occurrences.sum())
        score = self.ranking.weighing(weights).saturated(np.array(total))
        strength = term.weight * term.rarity * float(score) / (total or 1.0)
        return {
            weights.fields[field].name: strength * float(occurrences[field])
            for field in np.unique(fields).tolist()
        }

    def covered(self, terms: Sequence[str], floor: Floor) -> Array:
        """Return which share of terms each candidate has, by how telling they are.

        One that has a part of a compound has so much of the word. A term that no document has is as telling as can be.
        """
        covered, total = np.zeros(len(self.numbers)), 0.0
        for term in dict.fromkeys(terms):
            rarity = self.ranking.rarity(term)
            if not self.ranking.knows(term):
                total += floor.unknown * rarity
                continue  # most terms, as each word is also looked up as one of another language
            total += rarity
            having: Array = self._having[self._rows[term]]
            if parts := [self._rows[part] for part in self.ranking.parts(term)]:
                having = np.maximum(having, floor.part * self._having[parts].any(axis=0))
            covered += rarity * having
        return covered / (total or 1.0)

    def _occurrences(self, weights: Weights) -> Array:
        _, places, fields = self._hits
        lengths = self.ranking.lengths[self.numbers[places], fields & FIELD_MASK]
        return self.ranking.weighing(weights).occurrences(fields, lengths)

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

    def _pair_terms(self, weights: Weights, among: Set[str]) -> Iterator[QueryTerm]:
        heaviest: dict[tuple[str, str], float] = {}
        for run in self.asked.runs:
            for pair in pairwise(run.terms):
                heaviest.setdefault(pair, run.weight)
        for pair, weight in heaviest.items():
            row = self._pairs[pair]
            # In how many documents it stands is known of candidates alone, which are those that have it.
            documents = int(np.count_nonzero(self._having[row]))
            if documents and among >= {*pair}:
                rarity = self.ranking.rarity_of(documents)
                yield QueryTerm(" ".join(pair), weight * weights.bigrams, rarity, row)


class Ranking:
    """Ranks the documents of one index."""

    def __init__(self, segments: Sequence[Terms], weights: Weights, facts: Facts) -> None:
        """Take the terms of segments, one behind another, and the facts of their documents."""
        self.segments, self.facts = segments, facts
        self.documents = len(facts) - len(facts.dead)
        self.lengths = joined([terms.lengths for terms in segments])
        """How many terms each field of each document has."""
        self._in_a_row = np.zeros(FIELD_MASK + 1, bool)
        for at, chosen in enumerate(weights.fields):
            self._in_a_row[at] = chosen.in_a_row
        # A few words make up most of what is asked, and each is looked up several times in one search.
        self.frequency = lru_cache(LOOKED_UP)(self._frequency)
        self.parts = lru_cache(LOOKED_UP)(self._parts)
        self.weighing = lru_cache(WEIGHED)(lambda chosen: Bm25f(chosen, self._usual_lengths))
        self._splitter = Splitter(
            lambda word: word if self._frequency(word) else None, self._frequency
        )

    @property
    def rarest(self) -> float:
        return self.rarity_of(min(1, self.documents))

    def hits(self, numbers: Array, wanted: Sequence[str], pairs: Sequence[tuple[int, int]]) -> Hits:
        """Return where terms, and pairs of them, stand in candidates."""
        found, bases = [], self.facts.bases
        for base, end, terms in zip(bases, bases[1:], self.segments, strict=False):
            first, last = numbers.searchsorted((base, end))
            its = terms.hits(numbers[first:last] - base, wanted, pairs, self._in_a_row)
            found.append(its._replace(places=its.places + first))
        return Hits(*map(np.concatenate, zip(*found, strict=True)))

    def best(self, scores: Array, numbers: Array, limit: int) -> Scored:
        """Return the documents with the highest scores above 0; equal ones in the order of their ids."""
        found = (scores > 0).nonzero()[0]
        if len(found) > limit:
            least = np.partition(scores[found], -limit)[-limit]
            found = found[scores[found] >= least]
        found = found[(-scores[found]).argsort(kind="stable")]
        pairs = [*zip(scores[found].tolist(), numbers[found].tolist(), strict=True)]
        ordered: Scored = []
        for _, equal in groupby(pairs, itemgetter(0)):
            its = [*equal]
            if len(its) > 1:
                its.sort(key=lambda pair: self.facts.id(pair[1]))
            ordered += its
        return ordered[:limit]

    def with_siblings(self, scored: Scored, share: float) -> Scored:
        """Return the documents in order again, each with a share of the best of its group."""
        if not share:
            return scored
        groups = self.facts.groups[[number for _, number in scored]].tolist()
        best: dict[int, float] = {}
        for group, (score, _) in zip(groups, scored, strict=True):
            best.setdefault(group, score)
        shared = [
            ((score + share * best[group]) / (1 + share), number)
            for group, (score, number) in zip(groups, scored, strict=True)
        ]
        return sorted(shared, key=itemgetter(0), reverse=True)

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
    def _usual_lengths(self) -> Array:
        lengths, dead = self.lengths, self.facts.dead
        lengths = np.delete(lengths, dead, axis=0) if len(dead) else lengths
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


class Relevant(NamedTuple):
    """What is about a query, in its order, and whether that is weak: it may be about something else."""

    scored: Scored
    weak: bool


NOTHING = Relevant([], weak=False)


def relevant(
    best: Scored, by_words: Array, floor: Floor, matches: Matches, meaning: Meaning | None
) -> Relevant:
    """Return those of the best that are about a query; where none surely is, those that may be, or none.

    A document that has few words of the query has as much of it as it is near to it by meaning. Whatever is found
    ``by_words``, the scores of the candidates by words alone, is found with meaning too.
    """
    if not best:
        return NOTHING
    asked, facts = matches.asked, matches.ranking.facts
    shares = coverage(matches, asked, floor)
    for key in asked.pins:
        shares[matches.places(facts.citing(key))] = 1.0
    alone = 0.0
    if meaning:
        alone = float((by_words * shares).max(initial=0.0))
        np.maximum(shares, meaning.near, out=shares)
    scores, numbers = zip(*best, strict=True)
    its_shares: list[float] = shares[matches.numbers.searchsorted(numbers)].tolist()
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
    """Return which share of the query each candidate has, by how telling its words are.

    The wording of a query (languages, what its abbreviations mean) that it has most of counts.
    """
    shares = np.zeros(len(matches.numbers))
    for run in asked.runs:
        if run.is_asked:
            np.maximum(shares, matches.covered(run.terms, floor), out=shares)
    return shares
