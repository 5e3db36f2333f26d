"""What an evaluation found, as Markdown for people and as data for programs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from src.desks.tax.evaluation.evaluate import EXACT, Pins, Row
from src.evaluation.metrics import NAMES, Estimate


@dataclass(frozen=True)
class Costs:
    """What the index and a query take."""

    build_seconds: float
    index_bytes: int
    open_ms: float
    query_p50_ms: float
    query_p95_ms: float
    memory_bytes: int | None
    """Of a fresh process with the index open and all questions asked, above that process before; None: not known."""


@dataclass(frozen=True)
class Comparison:
    """Another way to search, its figures, and by how much it is better (or worse: below 0) question by question."""

    name: str
    description: str
    rows: tuple[Row, ...]
    gain: tuple[Row, ...]


@dataclass(frozen=True)
class Report:
    """What an evaluation found."""

    corpus: str
    sources: int
    skipped: tuple[str, ...]
    questions: str
    rows: tuple[Row, ...]
    pins: Pins
    costs: Costs
    comparison: Comparison | None = None

    def data(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        return asdict(self)


def text(report: Report) -> str:
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


def table(rows: Iterable[Row], *, signed: bool = False) -> str:
    """Return rows as a Markdown table."""
    body = [[row.name, str(row.questions), *_cells(row.estimates, signed)] for row in rows]
    return markdown(["questions", "n", *NAMES], body)


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table whose columns stand under each other."""
    lines = [list(head), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    padded = (
        " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )
    return "\n".join(f"| {line} |" for line in padded)


def shown(estimate: Estimate, *, signed: bool = False) -> str:
    """Return an estimate with its interval: ``0.412 [0.35, 0.47]``."""
    sign = "+" if signed else ""
    return f"{estimate.mean:{sign}.3f} [{estimate.low:{sign}.2f}, {estimate.high:{sign}.2f}]"


def _cells(estimates: Mapping[str, Estimate], signed: bool) -> list[str]:
    return [shown(estimates[name], signed=signed) for name in NAMES]


def _beside(report: Report) -> Iterable[str]:
    exact = next((row for row in report.rows if row.name == EXACT), None)
    if exact:
        yield f"Exact citations: R@1 {exact.estimates['R@1'].mean:.3f} of {exact.questions}."
    pins = report.pins
    named = f" ({', '.join(pins.false)})" if pins.false else ""
    yield f"Citations pinned in questions of other kinds: {len(pins.false)} of {pins.questions}{named}."
    yield from told(report.costs)


def told(costs: Costs) -> Iterable[str]:
    """Yield what it takes, in lines."""
    memory = (
        "not measured here" if costs.memory_bytes is None else f"{costs.memory_bytes / 1e6:.0f} MB"
    )
    yield f"Query: p50 {costs.query_p50_ms:.2f} ms, p95 {costs.query_p95_ms:.2f} ms."
    yield (
        f"Index: built in {costs.build_seconds:.1f} s, {costs.index_bytes / 1e6:.1f} MB on disk, "
        f"opened in {costs.open_ms:.0f} ms; memory above the bare process: {memory}."
    )
