"""How the desk did on incidents: figures, and a line for each."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from statistics import median


@dataclass(frozen=True)
class IncidentResult:
    """What became of one incident."""

    id: str
    status: str
    """That there should have been."""
    cause: str | None
    outcome: str = ""
    found: str = ""
    calls: int = 0
    seconds: float = 0.0
    on_gold: bool = False
    """Whether a line that shows the cause stands in a reply of the gold evidence."""
    names: float = 0.0
    """Share of the words that an answer should have."""
    fix: bool = False
    """Whether it names what to do."""
    problem: str = ""
    """Why it could not be tried; empty: it was."""

    @property
    def is_right(self) -> bool:
        """Whether it ended as it should, with the cause that it should."""
        return self.outcome == self.status and (self.cause or "") == self.found


@dataclass(frozen=True)
class IncidentsReport:
    """All of them."""

    results: Sequence[IncidentResult]

    def data(self) -> Mapping[str, object]:
        """Return the figures for a program."""
        tried = [one for one in self.results if not one.problem]
        caused = [one for one in tried if one.cause]
        done = [one for one in tried if one.outcome == "done"]
        wrong = [one for one in done if one.status != "done"]
        return {
            "incidents": len(self.results),
            "tried": len(tried),
            "with_a_cause": len(caused),
            "cause_right": sum(one.is_right for one in caused),
            "outcome_right": sum(one.outcome == one.status for one in tried),
            "done_that_should_not": [one.id for one in wrong],
            "done_on_gold_evidence": sum(one.on_gold for one in done),
            "done": len(done),
            "names": round(_mean([one.names for one in caused]), 3),
            "names_a_fix": sum(one.fix for one in caused),
            "median_calls": median([one.calls for one in tried]) if tried else None,
            "median_seconds": median([one.seconds for one in tried]) if tried else None,
            "p95_seconds": _percentile_95([one.seconds for one in tried]),
            "each": [asdict(one) for one in self.results],
        }


def text(report: IncidentsReport) -> str:
    """Return the figures for people."""
    data = report.data()
    lines = [_line(one) for one in report.results]
    wanted = {name: value for name, value in data.items() if name != "each"}
    return "\n".join([*lines, "", *(f"{name}: {value}" for name, value in wanted.items())])


def _percentile_95(values: Sequence[float]) -> float | None:
    """Return what 95 of 100 are not above; None of nothing."""
    return sorted(values)[ceil(0.95 * len(values)) - 1] if values else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _line(one: IncidentResult) -> str:
    sign = "+" if one.is_right else "-"
    gold = "" if one.on_gold or one.outcome != "done" else "; not on gold"
    should = f"(should be {one.status}: {one.cause or '-'}; {one.calls} calls{gold})"
    return f"{one.id}  {sign}  {one.outcome or one.problem:<9} {one.found or '-':<26} {should}"
