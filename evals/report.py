"""Figures of an evaluation as Markdown for people."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evals.metrics import NAMES, Estimate
from evals.scores import Row


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


def table(rows: Iterable[Row], *, signed: bool = False) -> str:
    """Return rows as a Markdown table."""
    told = list(rows)
    body = [[row.name, str(row.questions), *_cells(row.estimates, signed)] for row in told]
    names = told[0].estimates if told else NAMES
    return markdown(["questions", "n", *names], body)


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
    """Return an estimate with its interval: ``0.412 [0.35, 0.47]``; a dash for one of no question."""
    if math.isnan(estimate.mean):
        return "-"
    sign = "+" if signed else ""
    return f"{estimate.mean:{sign}.3f} [{estimate.low:{sign}.2f}, {estimate.high:{sign}.2f}]"


def _cells(estimates: Mapping[str, Estimate], signed: bool) -> list[str]:
    return [shown(one, signed=signed) for one in estimates.values()]


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
