"""Runs queries on an index in a process of its own, so that time and memory are those of searching alone."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from evals.encoders import MakeEncoder, no_encoder
from evals.metrics import DEPTH
from evals.tax.indexing import ranked
from src.desks.tax.library.configuration import Configuration
from src.desks.tax.library.index_build import LawIndex
from src.desks.tax.library.passages import Kind
from src.search.index import EXACT_SCORE
from src.search.vectors import MeaningSearch

_STATUS = Path("/proc/self/status")
_REPEATS = 3


@dataclass(frozen=True)
class EvaluationQuery:
    """What is asked, and of which kind of sources."""

    text: str
    kind: Kind


@dataclass(frozen=True)
class SearchRun:
    """What came of all queries, in their order."""

    rankings: tuple[tuple[str, ...], ...]
    """Ids of sources, best first."""
    pinned: tuple[int, ...]
    """How many of each ranking come first because the query names them."""
    seconds: tuple[float, ...] = ()
    """Of each query the best of three, so that other work on the machine counts less; the process is warm by then."""
    open_seconds: float = 0.0
    memory_bytes: int | None = None


def run_afresh(
    folder: Path,
    queries: Sequence[EvaluationQuery],
    configurations: Sequence[Configuration],
    encoder: MakeEncoder = no_encoder,
) -> list[SearchRun]:
    """Return a run for each configuration, made in one new process; time and memory are those of the first."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_run_all, folder, queries, configurations, encoder).result()


def _run_all(
    folder: Path,
    queries: Sequence[EvaluationQuery],
    configurations: Sequence[Configuration],
    encoder: MakeEncoder,
) -> list[SearchRun]:
    return asyncio.run(_runs(folder, queries, configurations, encoder))


async def _runs(
    folder: Path,
    queries: Sequence[EvaluationQuery],
    configurations: Sequence[Configuration],
    make_encoder: MakeEncoder,
) -> list[SearchRun]:
    before = _peak_bytes()
    started = perf_counter()
    encoder = make_encoder()
    index = LawIndex(folder, with_vectors=encoder is not None)
    opened = perf_counter() - started
    search = _Search(index, MeaningSearch(encoder) if encoder else None)
    first = await search.run(queries, configurations[0])
    peak = _peak_bytes()
    measured = replace(
        first,
        seconds=tuple([await search.seconds(one, configurations[0]) for one in queries]),
        open_seconds=opened,
        memory_bytes=None if peak is None or before is None else peak - before,
    )
    others = [await search.run(queries, one) for one in configurations[1:]]
    if encoder:
        await encoder.close()
    return [measured, *others]


@dataclass(frozen=True)
class _Search:
    index: LawIndex
    meaning: MeaningSearch | None

    async def ranked(
        self, query: EvaluationQuery, configuration: Configuration
    ) -> list[tuple[float, str]]:
        meaning = None
        if self.meaning:
            meaning = await self.index.meaning(query.text, query.kind, self.meaning, configuration)
        return ranked(
            self.index,
            query.text,
            DEPTH,
            kind=query.kind,
            configuration=configuration,
            meaning=meaning,
        )

    async def run(
        self, queries: Sequence[EvaluationQuery], configuration: Configuration
    ) -> SearchRun:
        return _found([await self.ranked(one, configuration) for one in queries])

    async def seconds(self, query: EvaluationQuery, configuration: Configuration) -> float:
        times = []
        for _ in range(_REPEATS):
            started = perf_counter()
            await self.ranked(query, configuration)
            times.append(perf_counter() - started)
        return min(times)


def _found(found: Sequence[Sequence[tuple[float, str]]]) -> SearchRun:
    return SearchRun(
        rankings=tuple(tuple(source_id for _, source_id in ranked) for ranked in found),
        pinned=tuple(sum(score >= EXACT_SCORE for score, _ in ranked) for ranked in found),
    )


def _peak_bytes() -> int | None:
    """Return the most memory that this process has had; None where the system does not say (only Linux does).

    Not ``ru_maxrss``: on Linux that of a new process begins with the memory of the process that started it.
    """
    if not _STATUS.exists():
        return None
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024
