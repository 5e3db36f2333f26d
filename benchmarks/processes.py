"""Turns per second that 1, 2 and 4 processes store together, each on dossiers of its own, in files or in a database.

Run ``python -m benchmarks.processes``, or with ``--at postgresql://...``; ``--small`` takes a few seconds. The turns of
all processes begin together, so that no start of a process is in the figures. Nothing is left behind in a folder; in a
database the dossiers of the run stay, so give it a schema of its own.
"""

import argparse
import asyncio
import json
import multiprocessing
import secrets
import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.synchronize import Barrier
from typing import Any

from benchmarks.dossier import turn
from src.bootstrap import store_at

CHILDREN = multiprocessing.get_context("spawn")
PROCESSES = (1, 2, 4)
DOSSIERS = 4
"""Dossiers of each process, written in turn by as many tasks."""


def write(place: str, turns: int, ready: Barrier, done: Barrier) -> None:
    """Store that many turns in each dossier, between two moments that all processes share."""

    async def story() -> None:
        store, close = store_at(place)
        names = [f"dos-{secrets.token_hex(16)}" for _ in range(DOSSIERS)]

        async def one(name: str, first: int, last: int) -> None:
            for number in range(first, last):
                await store.commit(turn(number, turns, 0).model_copy(update={"dossier_id": name}))

        await asyncio.gather(
            *(one(name, 0, 2) for name in names)
        )  # connections and files are there
        await asyncio.to_thread(ready.wait)
        await asyncio.gather(*(one(name, 2, turns + 2) for name in names))
        await asyncio.to_thread(done.wait)
        await close()

    asyncio.run(story())


def turns_per_second(place: str, processes: int, turns: int) -> float:
    """Return the turns per second of all processes together."""
    ready, done = (CHILDREN.Barrier(processes + 1) for _ in range(2))
    children = [
        CHILDREN.Process(target=write, args=(place, turns, ready, done)) for _ in range(processes)
    ]
    for child in children:
        child.start()
    ready.wait(60)
    started = time.perf_counter()
    done.wait(600)
    seconds = time.perf_counter() - started
    for child in children:
        child.join(60)
    return processes * DOSSIERS * turns / seconds


def measured(place: str, *, small: bool) -> list[dict[str, Any]]:
    """Return the figures, one for each number of processes."""
    turns = 5 if small else 250
    rates = [turns_per_second(place, number, turns) for number in PROCESSES]
    return [
        {"processes": number, "turns_per_second": rate, "ratio": rate / rates[0]}
        for number, rate in zip(PROCESSES, rates, strict=True)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at", help="a folder, or postgresql://...; default: a folder here")
    parser.add_argument("--small", action="store_true", help="a few turns, in seconds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=".") as folder:
        figures = measured(options.at or folder, small=options.small)
    if options.json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    for one in figures:
        sys.stdout.write(
            f"{one['processes']} processes: {one['turns_per_second']:,.0f} turns/s ({one['ratio']:.2f})\n"
        )


if __name__ == "__main__":
    main()
