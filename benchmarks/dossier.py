"""What a turn costs: bytes and time per commit as a dossier grows, loading it, and the disk's own share.

Run ``python -m benchmarks.dossier``; ``--small`` takes a second and shows the same on a small dossier.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.journal import ModelRecord, Request, ToolRecord, Turn
from src.dossier.json_store import JsonStore
from src.dossier.models import Message, Source
from src.dossier.patch import DossierPatch

DOSSIER = "dos-00000000000000000000000000000001"
REPEATS = 21


def source(number: int) -> Source:
    """Return a source of some 1,500 characters: an article, or every fourth time a ruling."""
    text = f"Lid {number}. " + "De inspecteur kan de belasting navorderen. " * 35
    if number % 4:
        key = f"BWBR0002320/{number}"
        return Legislation(id=f"{key}@2024-01-01", title=f"AWR, artikel {number}", content=text)
    return CaseLaw(id=f"ECLI:NL:HR:2000:AA{number}", title=f"Hoge Raad {number}", content=text)


def turn(number: int, turns: int, sources: int) -> Turn:
    """Return turn ``number`` of a dossier whose sources come in evenly over its turns."""
    fresh = range(sources * number // turns, sources * (number + 1) // turns)
    question = f"Vraag {number}: binnen welke termijn kan de inspecteur navorderen?"
    reply = f"Antwoord {number}. " + "Er is gezocht, en dit is wat er is gevonden. " * 12
    said = (Message(role="user", content=question), Message(role="assistant", content=reply))
    return Turn(
        dossier_id=DOSSIER,
        desk="tax",
        based_on=number,
        request=Request(message=question, message_id=f"m-{number}"),
        tools=(ToolRecord(tool="get_legislation", arguments='{"query":"x"}', outcome="done"),),
        patch=DossierPatch(add_messages=said, add_sources=tuple(map(source, fresh))),
        reply=reply,
        language="nl",
        model=ModelRecord(id="none", prompt_hash="0" * 64),
    )


class Costs:
    """Seconds and bytes of every commit on one dossier."""

    def __init__(self, folder: Path) -> None:
        self._journal, self._state = folder / f"{DOSSIER}.jsonl", folder / f"{DOSSIER}.json"
        self._seen = (0, 0)
        self.seconds: list[float] = []
        self.lines: list[int] = []
        self.written: list[int] = []

    async def add(self, work: Awaitable[object]) -> None:
        """Do a commit and note what it cost."""
        started = time.perf_counter()
        await work
        self.seconds.append(time.perf_counter() - started)
        size, state = self._journal.stat().st_size, self._state.stat()
        line = size - self._seen[0]
        fresh = state.st_mtime_ns != self._seen[1]
        self._seen = (size, state.st_mtime_ns)
        self.lines.append(line)
        self.written.append(line + fresh * state.st_size)

    def at(self, turns: int) -> dict[str, float]:
        """Return what a commit cost: bytes over all of so many turns, state files included; time over the last half."""
        half = slice(turns // 2, turns)
        return {
            "turns": turns,
            "bytes_per_commit": statistics.mean(self.written[:turns]),
            "median_ms": 1_000 * statistics.median(self.seconds[half]),
            "mean_ms": 1_000 * statistics.mean(self.seconds[half]),
        }


async def committed(folder: Path, turns: int, sources: int) -> Costs:
    """Return the costs of that many turns by one process."""
    store, costs = JsonStore(folder), Costs(folder)
    for number in range(turns):
        await costs.add(store.commit(turn(number, turns, sources)))
    return costs


async def milliseconds(work: Callable[[], Awaitable[object]], repeats: int) -> float:
    """Return the median time of some work."""
    seconds = []
    for _ in range(repeats):
        started = time.perf_counter()
        await work()
        seconds.append(time.perf_counter() - started)
    return 1_000 * statistics.median(seconds)


async def loads(folder: Path, repeats: int) -> dict[str, float]:
    """Return how long a dossier takes to load: warm, by a store that has it in memory; cold, by one that has not.

    The files of both are in the system's page cache, as they were just written: neither figure is about the disk.
    """
    warm = JsonStore(folder)
    await warm.load(DOSSIER)
    return {
        "warm_ms": await milliseconds(lambda: warm.load(DOSSIER), repeats),
        "cold_ms": await milliseconds(lambda: JsonStore(folder).load(DOSSIER), repeats),
    }


async def against_the_disk(folder: Path, turns: int, commits: int) -> dict[str, float]:
    """Return the time of a commit, of a bare write + fsync of the same line, in turns, and their ratio."""
    store = JsonStore(folder)
    await store.commit(turn(turns, turns, 0))
    journal, state = folder / f"{DOSSIER}.jsonl", folder / f"{DOSSIER}.json"
    ours: list[float] = []
    bare: list[float] = []
    handle = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for number in range(turns + 1, turns + 1 + commits):
        size, before = journal.stat().st_size, state.stat().st_mtime_ns
        work = store.commit(turn(number, turns, 0))
        started = time.perf_counter()
        await work
        if (
            state.stat().st_mtime_ns == before
        ):  # a commit that also wrote the state writes other bytes
            ours.append(time.perf_counter() - started)
        line = bytes(journal.stat().st_size - size)
        started = time.perf_counter()
        os.write(handle, line)
        os.fsync(handle)
        bare.append(time.perf_counter() - started)
    os.close(handle)
    commit, disk = 1_000 * statistics.median(ours), 1_000 * statistics.median(bare)
    return {"commit_ms": commit, "write_fsync_ms": disk, "ratio": commit / disk}


async def measured(folder: Path, *, small: bool) -> dict[str, Any]:
    """Return all figures; the folder decides which disk they are about."""
    at = (4, 20, 40) if small else (10, 100, 1_000)
    sources = 8 if small else 200
    costs = await committed(folder, at[-1], sources)
    return {
        "commits": [costs.at(turns) for turns in at],
        "load": await loads(folder, 3 if small else REPEATS),
        "disk": await against_the_disk(folder, at[-1], 10 if small else 200),
        "dossier": {"turns": at[-1], "sources": sources},
    }


def told(figures: dict[str, Any]) -> str:
    """Return the figures as text for people."""
    first = figures["commits"][0]
    lines = ["turns  bytes/commit  (ratio)  median ms  (ratio)  mean ms"]
    for one in figures["commits"]:
        size, median = one["bytes_per_commit"], one["median_ms"]
        lines.append(
            f"{one['turns']:>5}  {size:>12,.0f}  ({size / first['bytes_per_commit']:>5.2f})"
            f"  {median:>9.3f}  ({median / first['median_ms']:>5.2f})  {one['mean_ms']:>7.3f}"
        )
    size, load, disk = figures["dossier"], figures["load"], figures["disk"]
    return "\n".join(
        [
            *lines,
            f"load of {size['turns']} turns, {size['sources']} sources:"
            f" by a store that has it in memory {load['warm_ms']:.2f} ms, by a new store that reads its files"
            f" (from the page cache) {load['cold_ms']:.2f} ms",
            f"commit {disk['commit_ms']:.3f} ms, bare write + fsync of the same bytes"
            f" {disk['write_fsync_ms']:.3f} ms: {disk['ratio']:.2f} times",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a small dossier, in a second")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--folder", type=Path, help="where to write; default: here")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=options.folder or Path.cwd()) as folder:
        figures = asyncio.run(measured(Path(folder), small=options.small))
    sys.stdout.write((json.dumps(figures) if options.json else told(figures)) + "\n")


if __name__ == "__main__":
    main()
