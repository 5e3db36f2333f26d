"""The figures of an evaluation: how sections were found, and what became of the questions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from evals import metrics
from evals.docs.asking import AskedQuestion
from evals.docs.ranking import RankedCollection
from evals.metrics import Estimate
from evals.report import markdown, table
from evals.scores import Groups, Row

ALL = "all"
AS_EXPECTED, ANSWERED, FIRST_IN_GOLD, REASON, LANGUAGE = (
    "as expected",
    "answered",
    "first quote in gold",
    "reason",
    "language",
)
OUTCOMES = (AS_EXPECTED, ANSWERED, FIRST_IN_GOLD, REASON, LANGUAGE)


@dataclass(frozen=True)
class SearchComparison:
    """Another way to search, and by how much it is better on the same questions."""

    name: str
    described: str
    rows: tuple[Row, ...]
    gain: tuple[Row, ...]


@dataclass(frozen=True)
class DocsFigures:
    """What an evaluation found."""

    collection: str
    sections: int
    questions: str
    model: str
    found: tuple[Row, ...]
    """Of the questions with gold, how it was ranked."""
    comparison: SearchComparison | None
    outcomes: tuple[Row, ...]
    """Of all questions, what became of them."""
    reasons: Mapping[str, Mapping[str, int]]
    """How often each reason was given, by the one that was expected."""
    unknown_gold: tuple[str, ...]
    """Gold that is not in the collection: it counts as not found."""
    wrong_citations: int
    milliseconds_p50: float
    milliseconds_p95: float
    cpu_milliseconds_p95: float
    asked: tuple[Mapping[str, Any], ...]
    """Question by question."""

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        return asdict(self)


def groups(asked: Sequence[AskedQuestion]) -> Groups:
    """Return the numbers of all questions, of those of each language and kind, and of each kind in each language."""
    found: dict[str, list[int]] = {ALL: list(range(len(asked)))}
    for number, one in enumerate(asked):
        question = one.question
        both = f"{question.kind} {question.language}"
        for name in (question.language, question.kind, both if question.kind else ""):
            if name.strip():
                found.setdefault(name, []).append(number)
    order = sorted(found, key=lambda name: (name != ALL, len(name.split()), name))
    kept: dict[str, list[int]] = {}
    for name in order:
        if (
            found[name] not in kept.values()
        ):  # of one language, or one kind, there is no more to tell
            kept[name] = found[name]
    return kept


def outcomes(asked: Sequence[AskedQuestion], sections: RankedCollection) -> tuple[Row, ...]:
    """Return what became of the questions of each group."""
    values = [_values(one, sections) for one in asked]
    return tuple(
        Row(name, len(members), _estimates([values[number] for number in members]))
        for name, members in groups(asked).items()
    )


def _values(one: AskedQuestion, sections: RankedCollection) -> dict[str, float | None]:
    question = one.question
    gold = {sections.key(key) for key in question.gold}
    first = sections.key(one.quoted[0]) if one.quoted else ""
    answerable = question.expected == "answer"
    return {
        AS_EXPECTED: float(one.became == question.expected),
        ANSWERED: float(one.became == "answer"),
        FIRST_IN_GOLD: float(first in gold) if answerable and gold else None,
        REASON: float(one.reason == question.reason) if question.reason else None,
        LANGUAGE: float(one.language == question.language) if question.language else None,
    }


_NONE = Estimate(float("nan"), float("nan"), float("nan"))


def _estimates(values: Sequence[Mapping[str, float | None]]) -> dict[str, Estimate]:
    found: dict[str, Estimate] = {}
    for name in OUTCOMES:
        known = [value for one in values if (value := one[name]) is not None]
        told = metrics.estimates(np.array(known)[:, None], [name]) if known else {name: _NONE}
        found |= told
    return found


def reasons(asked: Iterable[AskedQuestion]) -> dict[str, dict[str, int]]:
    """Return how often each reason was given, by the reason or outcome that was expected."""
    found: dict[str, Counter[str]] = {}
    for one in asked:
        expected = one.question.reason or one.question.expected
        found.setdefault(expected, Counter())[one.reason or one.became] += 1
    return {expected: dict(counts.most_common()) for expected, counts in sorted(found.items())}


def figures_text(figures: DocsFigures) -> str:
    """Return the report for people."""
    parts = [
        f"{figures.sections:,} sections of {figures.collection}; {len(figures.asked)} questions of "
        f"{figures.questions}; model: {figures.model}. In brackets: 95 % of bootstrap resamples of the questions."
    ]
    if figures.found:
        parts += ["Search, questions with gold:", table(figures.found)]
    if figures.comparison:
        other = figures.comparison
        parts += [f"{other.described}:", table(other.rows)]
        parts += [f"{other.name} against ours:", table(other.gain, signed=True)]
    parts += ["What became of the questions:", table(figures.outcomes)]
    parts += [_confusion(figures.reasons), "\n".join(_beside(figures))]
    return "\n\n".join(parts)


def _confusion(found: Mapping[str, Mapping[str, int]]) -> str:
    rows = (
        (expected, ", ".join(f"{name} {count}" for name, count in counts.items()))
        for expected, counts in found.items()
    )
    return markdown(("expected", "became"), rows)


def _beside(figures: DocsFigures) -> Iterable[str]:
    if figures.unknown_gold:
        yield f"Gold that is not there, and counts as not found: {', '.join(figures.unknown_gold)}."
    yield f"Quotes that do not stand in their section: {figures.wrong_citations}."
    yield (
        f"A turn: p50 {figures.milliseconds_p50:.0f} ms, p95 {figures.milliseconds_p95:.0f} ms; CPU p95 "
        f"{figures.cpu_milliseconds_p95:.0f} ms."
    )
