"""Groups of questions of law: all, each kind, and what only some of them can show."""

from collections.abc import Sequence
from dataclasses import dataclass

from evals.scores import Rankings, Scores
from evals.tax.questions import CITATION, Question

ALL = "all"
EXACT = "exact citations"
STATUTE_TERMS = "in statute terms"
"""The questions for which somebody wrote the query that a perfect model would: an upper bound."""


@dataclass(frozen=True)
class Pins:
    """Questions in which a citation was seen and its source put first, though they are not of the kind that cites."""

    questions: int
    """How many questions are of other kinds."""
    false: tuple[str, ...]
    """Ids of those with a citation all the same."""


def scores(questions: Sequence[Question], rankings: Rankings) -> Scores:
    """Return the scores of the questions in their order, and then of the statute terms of those that have them."""
    in_terms = [question for question in questions if question.statute_terms]
    gold = [question.gold for question in (*questions, *in_terms)]
    return Scores(gold, rankings, _groups(questions, len(in_terms)))


def _groups(questions: Sequence[Question], in_terms: int) -> dict[str, list[int]]:
    numbered = list(enumerate(questions))
    kinds = sorted({question.kind for question in questions} - {""})
    groups = {ALL: [number for number, _ in numbered]}
    groups |= {kind: [number for number, one in numbered if one.kind == kind] for kind in kinds}
    groups[EXACT] = [number for number, one in numbered if one.is_exact]
    groups[STATUTE_TERMS] = list(range(len(questions), len(questions) + in_terms))
    return groups


def false_pins(questions: Sequence[Question], pinned: Sequence[int]) -> Pins:
    """Return the questions without a citation in which one was found; ``pinned`` counts those of each question."""
    others = [
        (question.id, count)
        for question, count in zip(questions, pinned, strict=False)
        if question.kind != CITATION
    ]
    return Pins(len(others), tuple(name for name, count in others if count))
