"""How long a turn takes beside clients that list, find and export, and leave before they are answered.

Run ``python -m benchmarks.fairness``; ``--small`` takes seconds. Each of 60 clients asks once a second and waits for no
longer. A server with 10,000 dossiers, in files or in a database, is measured as it is, and without what keeps that work
apart from turns, which is the baseline; where there are tenants, all dossiers and the clients are one tenant's and the
turns another's. Ratios are to the turn alone in the same run of the same server.
"""

import argparse
import asyncio
import json
import secrets
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from benchmarks.connections import QUESTION, environment
from benchmarks.dossier import turn
from benchmarks.rig.crowd import Crowd
from benchmarks.rig.fair_server import UNGUARDED
from benchmarks.rig.postgres import database
from src.bootstrap import open_registry, store_at
from src.dossier.json_store import JsonStore
from src.identity import tokens
from src.identity.caller import Caller
from src.settings import read_settings

SECRET = "a secret of this benchmark and of nobody else"  # noqa: S105  # guards nothing
CROWD, OTHER = "crowd", "other"
"""Tenants: whose the dossiers and the clients are, and whose the turns."""
AT_ONCE = 8
Figures = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    dossiers: int
    clients: int
    turns: int
    seconds: float
    """A series of turns ends early after that. Half of it is what a turn counts as that fails or takes as long."""


WHOLE, SMALL = Size(10_000, 60, 40, 40.0), Size(200, 20, 5, 4.0)


async def filled(place: str, size: Size, tenant: str) -> None:
    """Put the dossiers into a store, two turns each."""
    # What a crash would leave of them is nobody's concern.
    store, close = store_at(place)
    if not place.startswith("postgres"):
        store = JsonStore(Path(place), sync=lambda _: None)
    slots = asyncio.Semaphore(AT_ONCE)

    async def one() -> None:
        name = {"dossier_id": f"dos-{secrets.token_hex(16)}", "tenant": tenant}
        async with slots:
            for number in range(2):
                await store.commit(turn(number, 2, 4).model_copy(update=name))

    await asyncio.gather(*(one() for _ in range(size.dossiers)))
    await close()


async def token(settings: Mapping[str, str], tenant: str) -> str:
    """Return a token of a tenant, which servers with these settings know."""
    shown, record = tokens.issue(SECRET, Caller(tenant, tenant), timedelta(days=1))
    given = {name.lower(): value for name, value in settings.items() if name != "PATH"}
    async with open_registry(read_settings(_env_file=None, **given)) as registry:
        await registry.add(record)
    return shown


class NotAnswered(Exception):
    """A turn ended in an error."""


@dataclass(frozen=True)
class Running:
    """A server, and the tokens of those who come to it; empty where nobody is asked for one."""

    port: int
    crowds: str
    others: str

    async def say(self, message: str, shown: str, dossier_id: str | None = None) -> str:
        """Hold one turn and return the id of its dossier."""
        headers = {"Authorization": f"Bearer {shown}"} if shown else None
        address = f"ws://127.0.0.1:{self.port}/ws"
        async with connect(
            address, proxy=None, open_timeout=None, additional_headers=headers
        ) as connection:
            asked = {"message": message} | ({"dossier_id": dossier_id} if dossier_id else {})
            await connection.send(json.dumps(asked))
            reply = json.loads([text async for text in connection][-1])
        if reply["status"] != "success":
            raise NotAnswered(reply["error"])
        return str(reply["dossier_id"])

    async def turns(self, size: Size) -> list[float]:
        """Return the seconds of turns, one after the other; of fewer where they take very long."""
        seconds: list[float] = []
        ends = time.perf_counter() + size.seconds
        while len(seconds) < size.turns and time.perf_counter() < ends:
            since = time.perf_counter()
            try:
                async with asyncio.timeout(size.seconds / 2):
                    await self.say(QUESTION, self.others)
                seconds.append(time.perf_counter() - since)
            except (TimeoutError, NotAnswered):
                seconds.append(size.seconds / 2)
        return seconds

    async def beside(self, paths: Sequence[str], size: Size) -> Figures:
        """Return the turns' figures while a crowd asks for these."""
        crowd = Crowd(self.port, paths, size.clients, self.crowds)
        command = (sys.executable, "-m", "benchmarks.rig.crowd", crowd.as_json())
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        try:
            await asyncio.sleep(2)  # all of them are there
            seconds = await self.turns(size)
        finally:
            process.send_signal(signal.SIGTERM)
            told, _ = await process.communicate()
        return {**told_of(seconds), "clients": json.loads(told)}


@asynccontextmanager
async def served(settings: Mapping[str, str], mode: str) -> AsyncIterator[Running]:
    """Run a server in the block, and end it as an operator would."""
    shown = [
        await token(settings, one) if SECRET in settings.values() else "" for one in (CROWD, OTHER)
    ]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.rig.fair_server", mode),
        env=settings,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        yield Running(int(await process.stdout.readline()), *shown)
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()


def told_of(seconds: Sequence[float]) -> Figures:
    """Return median and 95th percentile."""
    ordered = sorted(seconds)
    last = min(len(ordered) - 1, round(0.95 * len(ordered)))
    return {"turns": len(ordered), "p50": statistics.median(ordered), "p95": ordered[last]}


async def measured(settings: Mapping[str, str], mode: str, size: Size) -> Figures:
    """Return the figures of one server: the turn alone, and beside each crowd with its ratio to that."""
    async with served(settings, mode) as server:
        dossier = await server.say(QUESTION, server.crowds)
        await server.say("ja", server.crowds, dossier)
        asked = {
            "listing": ["/dossiers"],
            "finding": ["/find?text=navorderen+nergens"],
            "exporting": [f"/dossiers/{dossier}/export?format=pdf"],
        }
        crowds = {**asked, "all three": [path for paths in asked.values() for path in paths]}
        await server.turns(SMALL)  # what the first ones load is not the others'
        alone = told_of(await server.turns(size))
        found: Figures = {"alone": alone}
        for name, paths in crowds.items():
            found[name] = await server.beside(paths, size)
            found[name]["ratio"] = found[name]["p95"] / alone["p95"]
        return found


async def compared(address: str, size: Size, *, tenants: bool, baseline: bool) -> Figures:
    """Return the figures with the guard, and without it, on one store filled for both."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        settings = {**environment(folder), **({"TESS_TOKEN_SECRET": SECRET} if tenants else {})}
        if address:
            settings["DATABASE_URL"] = address
        await filled(address or f"{folder}/dossiers", size, CROWD if tenants else "")
        found = {"guarded": await measured(settings, "guarded", size)}
        if baseline:
            found[UNGUARDED] = await measured(settings, UNGUARDED, size)
    return found


def told(title: str, figures: Figures) -> str:
    """Return the figures as lines of text."""
    lines = [title]
    for mode, crowds in figures.items():
        for name, one in crowds.items():
            ratio = f"{one['ratio']:8.1f} x alone  {one['clients']}" if "ratio" in one else ""
            lines.append(
                f"  {mode:<10} {name:<10} p50 {one['p50']:7.3f} s  p95 {one['p95']:7.3f} s {ratio}"
            )
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", choices=("files", "postgres"), default="files")
    parser.add_argument("--at", help="postgresql://..., a schema of its own; default: one of ours")
    parser.add_argument("--tenants", action="store_true", help="clients of one, turns of another")
    parser.add_argument("--no-baseline", action="store_true", help="with the guard only")
    parser.add_argument("--dossiers", type=int, help="in the store")
    parser.add_argument("--small", action="store_true", help="200 dossiers, 20 clients, 5 turns")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    size = SMALL if options.small else WHOLE
    if options.dossiers:
        size = replace(size, dossiers=options.dossiers)
    choices = {"tenants": options.tenants, "baseline": not options.no_baseline}
    if options.store == "files":
        figures = asyncio.run(compared("", size, **choices))
    else:
        with database(options.at) as address:
            figures = asyncio.run(compared(address, size, **choices))
    title = f"{size.dossiers:,} dossiers in {options.store}, {size.clients} clients"
    sys.stdout.write(json.dumps(figures) + "\n" if options.json else told(title, figures))


if __name__ == "__main__":
    main()
