"""Why a source was found: what each term of the query adds to its score, field by field."""

from dataclasses import asdict, dataclass
from typing import Any

from src.desks.tax.library.configuration import PRODUCT, Configuration, Field
from src.desks.tax.library.index import Index
from src.desks.tax.library.passages import Kind
from src.desks.tax.library.query import ParsedQuery


@dataclass(frozen=True)
class TermScore:
    """What one term, or two in a row, adds to a score before the factor."""

    term: str
    weight: float
    """1 for a word of the query, less for what was added to it."""
    fields: dict[Field, float]

    @property
    def score(self) -> float:
        """The sum over the fields."""
        return sum(self.fields.values())


@dataclass(frozen=True)
class Explanation:
    """The score of one source: the terms' sum, times the factor for its standing."""

    terms: tuple[TermScore, ...]
    factor: float

    @property
    def score(self) -> float:
        """The score by words, before other passages of its article lend it some."""
        return self.factor * sum(term.score for term in self.terms)

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        terms = [{**asdict(term), "score": term.score} for term in self.terms]
        return {"score": self.score, "factor": self.factor, "terms": terms}


def explained(
    index: Index, asked: ParsedQuery, kind: Kind, source_id: str, weights: Configuration = PRODUCT
) -> Explanation:
    """Return why a source has its score, the most telling term first."""
    ranking = index.rankings[kind]
    number = ranking.facts.number(source_id)
    weighing = ranking.weighing(weights)
    terms = [
        TermScore(row.name, row.weight, weighing.by_field(row, number))
        for row in ranking.rows(asked, weights)
    ]
    found = sorted((term for term in terms if term.fields), key=lambda term: -term.score)
    return Explanation(tuple(found), float(ranking.priors(weights)[number]))
