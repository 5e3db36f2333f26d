"""An index, open for reading: asked for the best documents of its corpus, and why each of them was found."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import numpy as np

from src.search.arrays import Array, load
from src.search.asked import AskedQuestions
from src.search.corpus import CANDIDATES, EVERYTHING, Corpus, Filters, ParsedQuery, Read, Weights
from src.search.encoder import Meaning, fused
from src.search.facts import KEYS, Facts
from src.search.index_folder import segments_of
from src.search.index_writer import SOURCES
from src.search.ranking import Matches, Ranking, Scored, relevant
from src.search.terms import Terms
from src.search.terms_build import ENGINE, ORDER

if TYPE_CHECKING:
    from src.search.engines import SearchEngine

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
    weak: bool
    """Whether what it does not name may be about something else."""
    matches: Matches
    """Where its words stand in the candidates."""
    by_words: Array
    """The score of each candidate by its words alone."""
    meaning: Meaning | None
    """How near each candidate is."""


class Index(Generic[Read]):
    """One index, open for reading; its files are mapped into memory, or read into it."""

    def __init__(self, folder: Path, corpus: Corpus[Read], mapped: bool = True) -> None:
        """Open the index of a corpus in a folder. OSError or ValueError where it is damaged."""
        self.folder, self.corpus = folder, corpus
        self.folders = folders = segments_of(folder)
        self.facts = Facts.load(folders, corpus.shape, mapped)
        terms = [Terms(its, mapped) for its in folders]
        self.ranking = Ranking(terms, corpus.weights, self.facts)
        self.lines = [SourceLines(its, mapped) for its in folders]
        self._engines = [_engine(its, mapped) for its in folders]
        self._questions = AskedQuestions(folder, corpus.asked, mapped) if corpus.asked else None
        self.source: Callable[[int], Read] = lru_cache(READ)(self._source)

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
        pinned = self._pinned(asked, filters, best.scored) if chosen.pinned else []
        found = relevant(best.scored, best.by_words, self.corpus.floor, best.matches, best.meaning)
        scored = [(EXACT_SCORE, number) for number in pinned]
        if not (found.weak and pinned):  # what is named is what is meant
            scored += found.scored
        return best._replace(scored=scored, exact=len(pinned), weak=found.weak and not pinned)

    def named(self, asked: ParsedQuery, filters: Filters) -> list[int]:
        """Return the numbers of the documents that a query names, in its order; what many have is no name."""
        most = self.corpus.most_pinned
        named = (self.with_key(key, filters) for key in asked.pins)
        pinned = (numbers.tolist() for numbers in named if most is None or len(numbers) <= most)
        return list(dict.fromkeys(chain.from_iterable(pinned)))

    def _pinned(self, asked: ParsedQuery, filters: Filters, best: Scored) -> list[int]:
        named = self.named(asked, filters)
        if self.corpus.most_pinned is None:
            return named
        scores = {number: score for score, number in best}
        return sorted(named, key=lambda number: (-scores.get(number, 0.0), self.facts.id(number)))

    def with_key(self, key: str, filters: Filters) -> Array:
        """Return the numbers of the documents of one key, as far as the filters let them through."""
        numbers = self.facts.directories[KEYS].having(key.lower())
        having: Array = numbers[self._counts(filters)[numbers]]
        return having

    def _counts(self, filters: Filters) -> Array:
        """Tell of every document whether it is there and the filters let it through."""
        counts = self.corpus.counts(self.facts, filters)
        if len(self.facts.dead):
            counts = counts.copy()
            counts[self.facts.dead] = False
        return counts

    def matches(
        self, asked: ParsedQuery, filters: Filters, weights: Weights, meaning: Meaning | None = None
    ) -> Matches:
        """Return where the words of a query stand in the candidates: what an engine brings, names and meaning."""
        counts = self._counts(filters)
        brought = [*self._brought(asked, counts)]
        if any(self._engines):
            near = [meaning.near] if meaning else []
            if known := self.known(asked, weights):
                near.append(known.near)
            brought.append(np.array(self.named(asked, filters), np.intp))
            brought += (np.array(self.facts.citing(key), np.intp) for key in asked.pins)
            brought += (self._nearest(its * counts) for its in near)
        numbers = np.unique(np.concatenate(brought))
        return Matches(self.ranking, asked, numbers[counts[numbers]])

    def _nearest(self, near: Array) -> Array:
        """Return the documents that are nearest."""
        numbers = near.nonzero()[0]
        best = self.ranking.best(near[numbers], numbers, _CANDIDATES)
        return np.array([number for _, number in best], np.intp)

    def _brought(self, asked: ParsedQuery, counts: Array) -> Iterator[Array]:
        """Yield the candidates of each segment: what its engine holds for the best, or all of a small one."""
        wanted: dict[str, float] = {}
        for run in asked.runs:
            for term in filter(self.ranking.frequency, run.terms):
                wanted[term] = max(wanted.get(term, 0.0), run.weight)
        bases = self.facts.bases
        for engine_of, base, end in zip(self._engines, bases, bases[1:], strict=False):
            if engine_of is None:
                yield np.arange(base, end)
                continue
            engine, order = engine_of
            limit = CANDIDATES
            while True:  # those that do not count, such as other versions, only take places
                brought = base + order[engine.candidates(wanted, limit)]
                if np.count_nonzero(counts[brought]) >= CANDIDATES or len(brought) < limit:
                    break
                limit *= 4
            yield brought

    def best(
        self,
        asked: ParsedQuery,
        limit: int,
        filters: Filters,
        weights: Weights,
        meaning: Meaning | None = None,
    ) -> Ranked:
        """Return the best documents by words, meaning and citations; no floor of relevance."""
        matches = self.matches(asked, filters, weights, meaning)
        by_words = scores = self.scores(matches, weights)
        if meaning:  # which needs no prior: it is as near to what the index knows little of
            meaning = meaning.over(matches.numbers)
            scores = fused(scores, meaning)
        best = self._in_order(scores, matches, limit, weights)[:limit]
        return Ranked(best, 0, False, matches, by_words, meaning)

    def scores(self, matches: Matches, weights: Weights) -> Array:
        """Return the score of each candidate by words, citations, its prior where that holds, and its questions."""
        plain = self.plain_scores(matches, weights)
        scores: Array = plain * self.priors(matches, plain, weights)
        if near := self.known(matches.asked, weights):
            scores += near.weight * float(scores.max(initial=0.0)) * near.near[matches.numbers]
        return scores

    def known(self, asked: ParsedQuery, weights: Weights) -> Meaning | None:
        """Return how near a query is to the questions that each document answers; None where these do not count."""
        if self._questions is None or not weights.asked:
            return None
        return Meaning(self._questions.near(asked, len(self.facts)), weights.asked)

    def priors(self, matches: Matches, plain: Array, weights: Weights) -> Array:
        """Return the factor of each candidate for what it is, which depends on what else a query finds."""
        if prior := self.corpus.prior:
            best = self._in_order(plain, matches, _CANDIDATES, weights)[: prior.first]
            if prior.holds(self.facts, [number for _, number in best]):
                return prior.factors(self.facts, weights, matches.numbers)
        return np.ones(len(matches.numbers), np.float32)

    def plain_scores(self, matches: Matches, weights: Weights) -> Array:
        """Return the score of each candidate by words and citations, but for the prior."""
        scores = matches.scores(weights)
        for key in matches.asked.pins if weights.cited else ():
            scores[matches.places(self.facts.citing(key))] += weights.cited
        return scores

    def _in_order(self, scores: Array, matches: Matches, limit: int, weights: Weights) -> Scored:
        best = self.ranking.best(scores, matches.numbers, max(limit, _CANDIDATES))
        return self.ranking.with_siblings(best, weights.siblings)

    def _source(self, number: int) -> Read:
        segment, at = self.facts.place(number)
        return self.corpus.parse(self.lines[segment][at])


def _engine(folder: Path, mapped: bool) -> "tuple[SearchEngine, Array] | None":
    if not (folder / ENGINE).exists():
        return None
    from src.search.engines import SearchEngine  # a start must not wait for it

    return SearchEngine(folder / ENGINE), load(folder, ORDER, mapped)


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


@dataclass(frozen=True)
class TermScore:
    """What one term, or two in a row, adds to a score before the prior."""

    term: str
    weight: float
    """1 for a word of the query, less for what was added to it."""
    fields: dict[str, float]

    @property
    def score(self) -> float:
        return sum(self.fields.values())


@dataclass(frozen=True)
class NearnessScore:
    """What nearness adds to a score by words: to the query's meaning, or to a question that the source answers."""

    near: float
    """How near it is: 0 as any other source, 1 the same."""
    weight: float
    """What nearness counts for."""
    best: float
    """Of any source by words: the scale of both."""

    @property
    def score(self) -> float:
        return self.weight * self.best * self.near

    def line(self, name: str) -> str:
        told = f"{self.weight:.2g} x {self.best:.1f} (best by words)"
        return f"{self.score:6.2f}  {name}: {told} x {self.near:.2f} (nearness)"


@dataclass(frozen=True)
class Explanation:
    """The score of one source: the terms' sum, times its prior, its questions, and what meaning makes of it."""

    terms: tuple[TermScore, ...]
    prior: float
    asked: NearnessScore | None = None
    meaning: NearnessScore | None = None
    """Its weight is the share of meaning: words keep what it leaves of theirs."""

    @property
    def score(self) -> float:
        """The score, before its siblings share theirs with it."""
        by_words = self.prior * sum(term.score for term in self.terms)
        by_words += self.asked.score if self.asked else 0.0
        if self.meaning is None:
            return by_words
        return (1 - self.meaning.weight) * by_words + self.meaning.score

    def lines(self) -> list[str]:
        """Return it for people."""
        words = f"{self.prior:g} (prior) x the sum of"
        if self.asked:
            words = f"{self.asked.score:.1f} + {words}"
        if self.meaning:
            own = f"({words})" if self.asked else words
            share = f"{1 - self.meaning.weight:.2g} (words) x {own}"
            words = f"{self.meaning.score:.1f} + {share}"
        lines = [f"{self.score:.1f} = {words}"]
        if self.meaning:
            lines.append(self.meaning.line("meaning"))
        if self.asked:
            lines.append(self.asked.line("a question that it answers"))
        for term in self.terms:
            fields = ", ".join(f"{field} {score:.2f}" for field, score in term.fields.items())
            lines.append(f"{term.score:6.2f}  {term.term} (weight {term.weight:g}): {fields}")
        return lines

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        terms = [{**asdict(term), "score": term.score} for term in self.terms]
        told: dict[str, Any] = {"score": self.score, "prior": self.prior, "terms": terms}
        if self.asked:
            told["asked"] = {**asdict(self.asked), "score": self.asked.score}
        if self.meaning:
            told["meaning"] = {**asdict(self.meaning), "score": self.meaning.score}
        return told


def explained(
    index: Index[Any],
    asked: ParsedQuery,
    number: int,
    weights: Weights,
    filters: Filters = EVERYTHING,
    meaning: Meaning | None = None,
) -> Explanation:
    """Return why a document has its score, the most telling term first."""
    matches = index.matches(asked, filters, weights, meaning)
    terms = [
        TermScore(term.name, term.weight, matches.by_field(term, number, weights))
        for term in matches.terms(weights)
    ]
    found = sorted((term for term in terms if term.fields), key=lambda term: -term.score)
    place = matches.place(number)
    prior = float(index.priors(matches, index.plain_scores(matches, weights), weights)[place])
    known = index.known(asked, weights)
    questions = None
    if known and known.near[number]:
        plain = index.scores(matches, replace(weights, asked=0.0))
        questions = NearnessScore(
            float(known.near[number]), known.weight, float(plain.max(initial=0.0))
        )
    if meaning is None:
        return Explanation(tuple(found), prior, questions)
    best = float(index.scores(matches, weights).max(initial=0.0)) or 1.0
    near = float(meaning.over(matches.numbers).near[place])
    return Explanation(tuple(found), prior, questions, NearnessScore(near, meaning.weight, best))
