"""What an evaluation found, as Markdown for people and as data for programs."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from evals.report import Costs, table, told
from evals.scores import Row
from evals.tax.groups import EXACT, Pins


@dataclass(frozen=True)
class EngineComparison:
    """Another way to search, its figures, and by how much it is better (or worse: below 0) question by question."""

    name: str
    description: str
    rows: tuple[Row, ...]
    gain: tuple[Row, ...]


@dataclass(frozen=True)
class EvaluationReport:
    """What an evaluation found."""

    corpus: str
    sources: int
    skipped: tuple[str, ...]
    questions: str
    rows: tuple[Row, ...]
    pins: Pins
    costs: Costs
    comparison: EngineComparison | None = None

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        return asdict(self)


def text(report: EvaluationReport) -> str:
    """Return the report for people: tables in Markdown, and the figures beside them."""
    blocks = [
        f"{report.sources:,} sources of {report.corpus}; questions of {report.questions}. "
        "Without any model. In brackets: 95 % of bootstrap resamples of the questions.",
        table(report.rows),
    ]
    if report.skipped:
        blocks.append(f"Left out: {len(report.skipped)}, the first: {report.skipped[0]}")
    if report.comparison:
        other = report.comparison
        blocks += [f"Compared with {other.description}:", table(other.rows)]
        blocks += [
            f"What {other.name} gains (+) or loses (-), question by question:",
            table(other.gain, signed=True),
        ]
    return "\n\n".join([*blocks, "\n".join(_beside(report))])


def _beside(report: EvaluationReport) -> Iterable[str]:
    exact = next((row for row in report.rows if row.name == EXACT), None)
    if exact:
        yield f"Exact citations: R@1 {exact.estimates['R@1'].mean:.3f} of {exact.questions}."
    pins = report.pins
    named = f" ({', '.join(pins.false)})" if pins.false else ""
    yield f"Citations pinned in questions of other kinds: {len(pins.false)} of {pins.questions}{named}."
    yield from told(report.costs)
