"""From rankings to rows of figures: all questions, each kind, and what only some questions can show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from src.desks.tax.evaluation.questions import CITATION, Question
from src.evaluation import metrics
from src.evaluation.metrics import Estimate, Values

ALL = "all"
EXACT = "exact citations"
STATUTE_TERMS = "in statute terms"
"""The questions for which somebody wrote the query that a perfect model would: an upper bound."""

Rankings = Sequence[Sequence[str]]
"""For each query the keys of what was found, best first, each once."""


@dataclass(frozen=True)
class Row:
    """How well one group of questions was answered."""

    name: str
    questions: int
    estimates: Mapping[str, Estimate]


@dataclass(frozen=True)
class Pins:
    """Questions in which a citation was seen and its source put first, though they are not of the kind that cites."""

    questions: int
    """How many questions are of other kinds."""
    false: tuple[str, ...]
    """Ids of those with a citation all the same."""


class Scores:
    """The measures of every query of one system."""

    def __init__(self, questions: Sequence[Question], rankings: Rankings) -> None:
        """Take the rankings of the questions in their order, and then of the statute terms of those that have them."""
        in_terms = [question for question in questions if question.statute_terms]
        gold = [question.gold for question in (*questions, *in_terms)]
        self._values = metrics.values(gold, rankings)
        self._groups = _groups(questions, len(in_terms))

    def rows(self) -> tuple[Row, ...]:
        """Return the figures of each group."""
        return self._rows(self._values)

    def gain(self, other: "Scores") -> tuple[Row, ...]:
        """Return by how much the other system is better on the same questions."""
        return self._rows(other._values - self._values)

    def _rows(self, values: Values) -> tuple[Row, ...]:
        return tuple(
            Row(name, len(members), metrics.estimates(values[members]))
            for name, members in self._groups.items()
        )


def _groups(questions: Sequence[Question], in_terms: int) -> dict[str, list[int]]:
    """Return the name of each group with the numbers of its queries."""
    numbered = list(enumerate(questions))
    kinds = sorted({question.kind for question in questions} - {""})
    groups = {ALL: [number for number, _ in numbered]}
    groups |= {kind: [number for number, one in numbered if one.kind == kind] for kind in kinds}
    groups[EXACT] = [number for number, one in numbered if one.is_exact]
    groups[STATUTE_TERMS] = list(range(len(questions), len(questions) + in_terms))
    return {name: members for name, members in groups.items() if members}


def false_pins(questions: Sequence[Question], pinned: Sequence[int]) -> Pins:
    """Return the questions without a citation in which one was found; ``pinned`` counts those of each question."""
    others = [
        (question.id, count)
        for question, count in zip(questions, pinned, strict=False)
        if question.kind != CITATION
    ]
    return Pins(len(others), tuple(name for name, count in others if count))
