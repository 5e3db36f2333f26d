"""What turns cost, put together from several goes at them, so that a busy moment of the machine is shared by all."""

import statistics
from dataclasses import dataclass, field
from typing import Any

from benchmarks.rig.client import Job
from benchmarks.rig.contenders import Contender
from benchmarks.rig.programs import Client, Usage

MESSAGE = "Binnen welke termijn moet ik bezwaar maken tegen een belastingaanslag?"


@dataclass
class Tally:
    """The turns of one contender in one setting."""

    milliseconds: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu_ms: float = 0.0
    written: int = 0
    resident_mb: float = 0.0
    errors: dict[str, int] = field(default_factory=dict)

    def go(self, client: Client, contender: Contender, job: Job) -> None:
        """Do a job and add what it cost."""
        before = contender.usage()
        done = client.do(job)
        after = contender.usage()
        self.milliseconds += done.milliseconds
        self.seconds += done.seconds
        self._add(before, after)
        for error, times in done.errors.items():
            self.errors[error] = self.errors.get(error, 0) + times

    def _add(self, before: Usage, after: Usage) -> None:
        self.cpu_ms += after.cpu_ms - before.cpu_ms
        self.written += after.written - before.written
        self.resident_mb = after.resident_mb

    def figures(self) -> dict[str, Any]:
        """Return the figures: milliseconds of a turn, CPU milliseconds and KB written of a turn, turns per second."""
        turns = len(self.milliseconds)
        if not turns:
            return {"turns": 0, "errors": self.errors}
        at = sorted(self.milliseconds)
        return {
            "turns": turns,
            "p50_ms": statistics.median(at),
            "p95_ms": at[int(0.95 * (turns - 1))],
            "p99_ms": at[int(0.99 * (turns - 1))],
            "cpu_ms": self.cpu_ms / turns,
            "turns_per_second": turns / self.seconds,
            "kb_written": self.written / turns / 1000,
            "resident_mb": self.resident_mb,
            "errors": self.errors,
        }


def job(contender: Contender, clients: int, turns: int, **more: Any) -> Job:
    """Return a job on a contender's servers."""
    return Job(contender.ports, clients, turns, MESSAGE, **more)
