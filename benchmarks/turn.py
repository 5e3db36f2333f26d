"""What a turn costs around the model, beside what it costs others: an instant model, real servers, a load client, each
in processes of their own, all in one run and in turns.

Run ``python -m benchmarks.turn``; it takes some six minutes on a quiet machine and installs the peers into
``build/peers`` at the first run. ``--small`` is a hundredth of it, with what the project itself has installed.
``--write docs`` puts table and plot into that folder. Figures are about one machine; ratios less so.
"""

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.rig import peer_environment, report
from benchmarks.rig.contenders import OURS_TOO, PEERS, Contender, peer, tess
from benchmarks.rig.postgres import database
from benchmarks.rig.programs import Client, Program, load_client, model_server
from benchmarks.rig.tally import Tally, job
from src.settings import PROJECT_ROOT

DATA = PROJECT_ROOT.parent / "shared" / "data"
CLIENTS = (1, 8, 64)
EARLIER = (0, 10, 100, 1_000)
WRITERS = 8
SLOW_MS = 20
"""What the model takes where writers stand in each other's way."""

Figures = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    rounds: int
    turns: dict[int, int]
    """Turns of each round, by number of clients."""
    each: int
    """Turns on each dossier with earlier messages, and so many dossiers."""
    light: int
    """Light turns beside heavy ones."""
    on_one: int
    """Turns on one dossier."""
    library: int
    """Turns over the real library."""
    servers: tuple[int, ...]
    """Numbers of servers on the same files."""
    on_database: tuple[int, ...]
    """The same, on one database."""


WHOLE = Size(3, {1: 40, 8: 80, 64: 128}, 3, 80, 80, 120, (1, 2, 4), (1, 2, 4))
BRIEF = Size(1, {1: 20, 8: 24, 64: 64}, 2, 32, 40, 60, (1, 2), (1, 2))
SMALL = Size(1, {1: 2, 8: 8, 64: 16}, 1, 4, 8, 3, (1, 2), (1,))


@dataclass(frozen=True)
class Bench:
    """What all measurements need."""

    model: Program
    client: Client
    folder: Path
    size: Size
    python: dict[str, Path]
    """By the name of a peer, what it runs on."""

    def place(self) -> Path:
        """Return a folder of its own for a contender."""
        return Path(tempfile.mkdtemp(dir=self.folder))


def dossier() -> str:
    """Return the id of a new dossier."""
    return f"dos-{secrets.token_hex(16)}"


def at_clients(bench: Bench, contenders: Sequence[Contender], **more: Any) -> list[Figures]:
    """Return what a turn costs at 1, 8 and 64 clients, on dossiers of at most five turns."""
    tallies = {(one.name, clients): Tally() for clients in CLIENTS for one in contenders}
    for one in contenders:
        Tally().go(bench.client, one, job(one, 8, 8))  # what the first turns load is not counted
    for _ in range(bench.size.rounds):
        for clients in CLIENTS:
            for one in contenders:
                turns = job(one, clients, bench.size.turns[clients], **more)
                tallies[one.name, clients].go(bench.client, one, turns)
    return [
        {"name": name, "clients": clients, **tally.figures()}
        for (name, clients), tally in tallies.items()
    ]


def as_it_grows(bench: Bench, contenders: Sequence[Contender]) -> list[Figures]:
    """Return what a turn costs with so many earlier messages, at one client; the first turn on a dossier apart."""
    rows = []
    for earlier in EARLIER:
        tallies = {one.name: (Tally(), Tally()) for one in contenders}
        for _ in range(max(1, bench.size.each)):
            for one in contenders:
                name = dossier()
                if earlier:
                    one.seed(name, earlier)
                first, later = tallies[one.name]
                first.go(bench.client, one, job(one, 1, 1, dossiers=[name]))
                later.go(bench.client, one, job(one, 1, bench.size.each, dossiers=[name]))
        rows += [
            {"name": name, "earlier": earlier, "first": first.figures(), **later.figures()}
            for name, (first, later) in tallies.items()
        ]
    return rows


def beside_heavy(bench: Bench, contenders: Sequence[Contender]) -> list[Figures]:
    """Return what light turns cost at four clients, alone and beside two clients on long dossiers."""
    rows = []
    for one in contenders:
        heavy = [dossier(), dossier()]
        for name in heavy:
            one.seed(name, 1_000)
        alone, beside = Tally(), Tally()
        alone.go(bench.client, one, job(one, 4, bench.size.light))
        beside.go(bench.client, one, job(one, 4, bench.size.light, beside=heavy))
        rows.append({"name": one.name, "alone": alone.figures(), "beside": beside.figures()})
    return rows


def on_one_dossier(bench: Bench, contenders: Sequence[Contender]) -> list[Figures]:
    """Return what comes of eight writers on one dossier."""
    rows = []
    for one in contenders:
        name, tally = dossier(), Tally()
        tally.go(bench.client, one, job(one, WRITERS, bench.size.on_one, dossiers=[name]))
        lost = len(tally.milliseconds) - one.kept(name)
        rows.append({"name": one.name, "lost": lost, **tally.figures()})
    return rows


@contextmanager
def peers(bench: Bench, names: Sequence[str], delay_ms: int = 0) -> Iterator[list[Contender]]:
    """Give these peers."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                peer(name, bench.python[name], bench.model, bench.place(), delay_ms)
            )
            for name in names
        ]


def several_servers(bench: Bench, address: str) -> list[Figures]:
    """Return what TESS does with several servers on the same files, or on one database."""
    kinds = [("files", servers, "") for servers in bench.size.servers]
    kinds += [("PostgreSQL", servers, address) for servers in bench.size.on_database if address]
    with ExitStack() as stack:
        contenders = [
            stack.enter_context(
                tess(
                    bench.model,
                    bench.place(),
                    servers=servers,
                    database=at,
                    name=f"{kind}, {servers}",
                )
            )
            for kind, servers, at in kinds
        ]
        return at_clients(bench, contenders)


def over_the_library(bench: Bench, data: Path) -> list[Figures]:
    """Return what turns over the whole real library cost, where that is at hand."""
    if not (data / "bwb-xml-2024").is_dir():
        return []
    folder = bench.place()
    ingest(folder, [data / "bwb-xml-2024", data / "rulings-xml"])
    tally = Tally()
    with tess(bench.model, folder) as one:
        Tally().go(bench.client, one, job(one, 1, 20))
        tally.go(bench.client, one, job(one, 1, bench.size.library))
    return [{"name": "whole library", **tally.figures()}]


def ingest(folder: Path, sources: Sequence[Path]) -> None:
    """Fill the library of a data folder."""
    command = [sys.executable, "-m", "src.cli", "ingest", *map(str, sources)]
    environment = {"PATH": "/usr/bin:/bin", "TESS_DATA_DIR": str(folder)}
    subprocess.run(
        command, cwd=PROJECT_ROOT, env=environment, stdout=subprocess.DEVNULL, check=True
    )


def step(words: str) -> None:
    """Say what is measured now."""
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {words}\n")


def measured(bench: Bench, address: str, data: Path | None) -> Figures:
    """Return all figures."""
    names = list(bench.python)
    found: Figures = {}
    with peers(bench, names) as others, tess(bench.model, bench.place()) as ours:
        every = [ours, *others]
        step("turns at 1, 8 and 64 clients")
        found["clients"] = at_clients(bench, every)
        found["stream"] = at_clients(bench, [ours], stream=True)
        step("dossiers that grow")
        found["growth"] = as_it_grows(bench, every)
        step("light turns beside heavy ones")
        found["beside"] = beside_heavy(
            bench, [ours, *(one for one in others if one.name in OURS_TOO)]
        )
        step("eight writers on one dossier")
        found["one"] = on_one_dossier(bench, every)
    with (
        peers(bench, ["loop"], SLOW_MS) as others,
        tess(bench.model, bench.place(), delay_ms=SLOW_MS) as ours,
    ):
        found["one_slow"] = on_one_dossier(bench, [ours, *others])
    step("several servers")
    found["servers"] = several_servers(bench, address)
    if data:
        step("the whole library")
        found["library"] = over_the_library(bench, data)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--small", action="store_true", help="a hundredth, without foreign packages"
    )
    parser.add_argument("--brief", action="store_true", help="some fifth of the turns, each once")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--write", type=Path, help="folder for performance.md and its plot")
    parser.add_argument("--data", type=Path, default=DATA, help="laws and rulings to ingest")
    parser.add_argument("--postgres", help="a database to use; default: one of our own")
    options = parser.parse_args(arguments)
    scratch = PROJECT_ROOT / "build"  # on the disk of the project, and ignored by git
    scratch.mkdir(exist_ok=True)
    own = dict.fromkeys(OURS_TOO, Path(sys.executable))
    python = own if options.small else dict.fromkeys(PEERS, peer_environment.install()) | own
    with (
        tempfile.TemporaryDirectory(
            dir=scratch, prefix="turn-", ignore_cleanup_errors=True
        ) as folder,
        database(options.postgres) as address,
        model_server() as model,
        load_client() as client,
    ):
        size = SMALL if options.small else BRIEF if options.brief else WHOLE
        bench = Bench(model, client, Path(folder), size, python)
        found = measured(bench, address, None if options.small else options.data)
    found["about"] = report.about(foreign=not options.small)
    found["about"]["size"] = "small" if options.small else "brief" if options.brief else "whole"
    sys.stdout.write((json.dumps(found) if options.json else report.told(found)) + "\n")
    if options.write:
        report.write(options.write, found)


if __name__ == "__main__":
    main()
