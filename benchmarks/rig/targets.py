"""What was promised of a turn, as ratios within one run, and how the figures stand to it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

Figures = dict[str, Any]
FRAMEWORKS = ("langgraph_sqlite", "openai_agents", "pydantic_ai_file", "haystack_file")


class Target(NamedTuple):
    """One promise: what was measured, and the bound that it is to keep."""

    name: str
    measured: float
    sign: str
    bound: float
    unit: str = "times"

    @property
    def met(self) -> bool:
        """Whether it is kept."""
        return self.measured <= self.bound if self.sign == "<=" else self.measured >= self.bound


def targets(found: Figures) -> list[Target]:
    """Return every target that these figures say something about."""
    return [
        *_cpu(found["clients"]),
        *_growth(found["growth"]),
        *_others(found),
        *_servers(found["servers"]),
        *_library(found.get("library", [])),
    ]


def row(rows: list[Figures], **wanted: object) -> Figures:
    """Return the row with these values, or an empty one."""
    found = (one for one in rows if all(one.get(name) == value for name, value in wanted.items()))
    return next(found, {})


def _cpu(rows: list[Figures]) -> Iterator[Target]:
    ours = row(rows, name="tess", clients=1)
    bounds = {"loop": 0.35, **dict.fromkeys(FRAMEWORKS, 0.15), "haystack_file": 0.25}
    for name, bound in bounds.items():
        other = row(rows, name=name, clients=1)
        if other:
            yield Target(f"CPU per turn, of {name}", ours["cpu_ms"] / other["cpu_ms"], "<=", bound)
    floor = row(rows, name="floor", clients=1)
    yield Target("p50 at one client, of the floor", ours["p50_ms"] / floor["p50_ms"], "<=", 2)
    rates = [row(rows, name=name, clients=64).get("turns_per_second") for name in FRAMEWORKS]
    best = max((rate for rate in rates if rate), default=None)
    if best:
        rate = row(rows, name="tess", clients=64)["turns_per_second"]
        yield Target("turns/s at 64 clients, of the best framework", rate / best, ">=", 4)


def _growth(rows: list[Figures]) -> Iterator[Target]:
    few, many = (row(rows, name="tess", earlier=earlier) for earlier in (10, 1_000))
    yield Target("CPU per turn at 1,000 messages, of 10", many["cpu_ms"] / few["cpu_ms"], "<=", 1.3)
    written = many["kb_written"] / few["kb_written"]
    yield Target("bytes written at 1,000 messages, of 10", written, "<=", 1.1)


def _others(found: Figures) -> Iterator[Target]:
    beside = row(found["beside"], name="tess")
    ratio = beside["beside"]["p50_ms"] / beside["alone"]["p50_ms"]
    yield Target("p50 of light turns beside heavy ones, of alone", ratio, "<=", 3)
    yield Target(
        "turns lost, 8 writers on one dossier", row(found["one"], name="tess")["lost"], "<=", 0, ""
    )
    ours, loop = (row(found["one_slow"], name=name) for name in ("tess", "loop"))
    ratio = ours["turns_per_second"] / loop["turns_per_second"]
    yield Target("turns/s, 8 writers on one dossier, model of 20 ms, of loop", ratio, ">=", 5)


def _servers(rows: list[Figures]) -> Iterator[Target]:
    def rate(name: str) -> float:
        return float(row(rows, name=name, clients=64).get("turns_per_second", 0))

    yield Target("turns/s of two servers, of one", rate("files, 2") / rate("files, 1"), ">=", 1.6)
    if rate("PostgreSQL, 1"):
        ratio = rate("PostgreSQL, 1") / rate("files, 1")
        yield Target("turns/s with PostgreSQL, of files", ratio, ">=", 0.6)


def _library(rows: list[Figures]) -> Iterator[Target]:
    for one in rows:
        yield Target("p95 of a turn over the whole library", one["p95_ms"], "<=", 25, "ms")
