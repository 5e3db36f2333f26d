"""Why a source was found: what each term of the query adds to its score, field by field."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from src.search.corpus import EVERYTHING, Filters, Weights
from src.search.encoder import Meaning
from src.search.index import Index
from src.search.query import ParsedQuery


@dataclass(frozen=True)
class TermScore:
    """What one term, or two in a row, adds to a score before the prior."""

    term: str
    weight: float
    """1 for a word of the query, less for what was added to it."""
    fields: dict[str, float]

    @property
    def score(self) -> float:
        """The sum over the fields."""
        return sum(self.fields.values())


@dataclass(frozen=True)
class MeaningScore:
    """What meaning adds to a score, and what it leaves of that by words."""

    near: float
    """How near the source is to the query: 0 as any other, 1 the same."""
    weight: float
    """The share of meaning in a score."""
    best: float
    """Of any source by words: the scale of both."""

    @property
    def score(self) -> float:
        """What meaning adds."""
        return self.weight * self.best * self.near


@dataclass(frozen=True)
class AskedScore:
    """What the questions add to a score that a source is known to answer."""

    near: float
    """How near the query is to the nearest of them: 0 nothing of it, 1 the same."""
    weight: float
    """What they count for, against words."""
    best: float
    """Of any source by words: the scale of both."""

    @property
    def score(self) -> float:
        """What they add."""
        return self.weight * self.best * self.near


@dataclass(frozen=True)
class Explanation:
    """The score of one source: the terms' sum, times its prior, its questions, and what meaning makes of it."""

    terms: tuple[TermScore, ...]
    prior: float
    asked: AskedScore | None = None
    meaning: MeaningScore | None = None

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
            words = (
                f"({self.asked.score:.1f} + {words})"
                if self.meaning
                else f"{self.asked.score:.1f} + {words}"
            )
        lines = [f"{self.score:.1f} = {words}"]
        if self.meaning:
            share = f"{1 - self.meaning.weight:.2g} (words) x {words}"
            lines = [f"{self.score:.1f} = {self.meaning.score:.1f} + {share}"]
            told = f"{self.meaning.weight:.2g} x {self.meaning.best:.1f} (best by words)"
            lines.append(
                f"{self.meaning.score:6.2f}  meaning: {told} x {self.meaning.near:.2f} (nearness)"
            )
        if self.asked:
            told = f"{self.asked.weight:.2g} x {self.asked.best:.1f} (best by words)"
            lines.append(
                f"{self.asked.score:6.2f}  a question that it answers: {told} x {self.asked.near:.2f} (nearness)"
            )
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
    ranking = index.ranking
    weighing = ranking.weighing(weights)
    terms = [
        TermScore(row.name, row.weight, weighing.by_field(row, number))
        for row in ranking.rows(asked, weights)
    ]
    found = sorted((term for term in terms if term.fields), key=lambda term: -term.score)
    prior = index.prior_of(number, asked, weights, filters)
    known = index.known(asked, weights)
    questions = None
    if known and known.near[number]:
        scale = float(index.by_words(asked, filters, replace(weights, asked=0.0)).max(initial=0.0))
        questions = AskedScore(float(known.near[number]), known.weight, scale)
    if meaning is None:
        return Explanation(tuple(found), prior, questions)
    best = float(index.by_words(asked, filters, weights).max(initial=0.0)) or 1.0
    near = float(meaning.near[number])
    return Explanation(tuple(found), prior, questions, MeaningScore(near, meaning.weight, best))
