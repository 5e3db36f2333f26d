"""Why a source was found: what each term of the query adds to its score, field by field."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from src.search.corpus import EVERYTHING, Filters, ParsedQuery, Weights
from src.search.encoder import Meaning
from src.search.index import Index


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
        """What it adds."""
        return self.weight * self.best * self.near

    def line(self, name: str) -> str:
        """Return it for people, by this name."""
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
            words = (
                f"({self.asked.score:.1f} + {words})"
                if self.meaning
                else f"{self.asked.score:.1f} + {words}"
            )
        lines = [f"{self.score:.1f} = {words}"]
        if self.meaning:
            share = f"{1 - self.meaning.weight:.2g} (words) x {words}"
            lines = [f"{self.score:.1f} = {self.meaning.score:.1f} + {share}"]
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
        questions = NearnessScore(float(known.near[number]), known.weight, scale)
    if meaning is None:
        return Explanation(tuple(found), prior, questions)
    best = float(index.by_words(asked, filters, weights).max(initial=0.0)) or 1.0
    near = float(meaning.near[number])
    return Explanation(tuple(found), prior, questions, NearnessScore(near, meaning.weight, best))
