"""Why a source was found: what each term of the query adds to its score, field by field."""

from dataclasses import asdict, dataclass
from typing import Any

from src.search.corpus import Weights
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
class Explanation:
    """The score of one source: the terms' sum, times its prior."""

    terms: tuple[TermScore, ...]
    prior: float

    @property
    def score(self) -> float:
        """The score by words, before its siblings share theirs with it."""
        return self.prior * sum(term.score for term in self.terms)

    def lines(self) -> list[str]:
        """Return it for people."""
        lines = [f"{self.score:.1f} = {self.prior:g} (prior) x the sum of"]
        for term in self.terms:
            fields = ", ".join(f"{field} {score:.2f}" for field, score in term.fields.items())
            lines.append(f"{term.score:6.2f}  {term.term} (weight {term.weight:g}): {fields}")
        return lines

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        terms = [{**asdict(term), "score": term.score} for term in self.terms]
        return {"score": self.score, "prior": self.prior, "terms": terms}


def explained(index: Index[Any], asked: ParsedQuery, number: int, weights: Weights) -> Explanation:
    """Return why a document has its score, the most telling term first."""
    ranking = index.ranking
    weighing = ranking.weighing(weights)
    terms = [
        TermScore(row.name, row.weight, weighing.by_field(row, number))
        for row in ranking.rows(asked, weights)
    ]
    found = sorted((term for term in terms if term.fields), key=lambda term: -term.score)
    return Explanation(tuple(found), float(index.priors(weights)[number]))
