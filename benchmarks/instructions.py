"""Instructions of a turn, counted by valgrind: of TESS, and of the peers.

Run ``python -m benchmarks.instructions`` with valgrind installed; ten minutes. Unlike the milliseconds of
``benchmarks.turn`` the counts hardly differ from run to run, whatever else the machine does, so they show what a change
of the code did. They are not time: an instruction of code that is seldom run takes longer than one that runs over and
over. ``--small`` counts a few turns of TESS and of the floor.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.rig import peer_environment
from benchmarks.rig.client import Job
from benchmarks.rig.contenders import OURS_TOO, PEERS, Contender, peer, tess
from benchmarks.rig.programs import Client, Program, load_client, model_server
from benchmarks.rig.report import NAMES, about, table
from benchmarks.rig.tally import Tally, job
from benchmarks.turn import dossier
from src.settings import PROJECT_ROOT

EARLIER = (10, 1_000)
"""Earlier messages of the dossiers whose turns are counted, too."""

Figures = dict[str, Any]


class Size(NamedTuple):
    """How many turns there are before the counted ones, and how many of those."""

    before: int
    counted: int


WHOLE = Size(20, 30)
SMALL = Size(2, 3)


def counting(folder: Path) -> tuple[str, ...]:
    """Return what a server is started under, that counts only while it is told to, and writes into the folder."""
    counts = f"--callgrind-out-file={folder}/counts"
    return ("valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", counts)


def counted(server: Program, folder: Path, work: Callable[[], None]) -> int:
    """Return the instructions of a server while the work is done."""
    control = ("callgrind_control", str(server.pid))
    for told in ("--instr=on", "--zero"):
        subprocess.run([*control, told], check=True, capture_output=True)
    work()
    for told in ("--dump", "--instr=off"):
        subprocess.run([*control, told], check=True, capture_output=True)
    found = re.search(
        r"^(?:totals|summary): (\d+)$", (folder / "counts.1").read_text(), re.MULTILINE
    )
    assert found is not None  # valgrind ends each file with its sum
    return int(found[1])


def of_turns(
    client: Client, contender: Contender, folder: Path, size: Size, dossiers: list[str]
) -> Figures:
    """Return the millions of instructions of one turn, at one client; the first turns load what is loaded once."""
    errors: dict[str, int] = {}

    def turns(number: int) -> None:
        asked: Job = job(contender, 1, number, dossiers=dossiers)
        tally = Tally()
        tally.go(client, contender, asked)
        errors.update(tally.errors)

    turns(size.before)
    found = counted(contender.programs[0], folder, lambda: turns(size.counted))
    return {
        "name": contender.name,
        "turns": size.counted,
        "millions": found / size.counted / 1_000_000,
        "errors": errors,
    }


@contextmanager
def one(name: str, python: Path, model: Program, scratch: Path) -> Iterator[tuple[Contender, Path]]:
    """Give a contender under valgrind, and where its counts are written."""
    place, counts = (Path(tempfile.mkdtemp(dir=scratch)) for _ in range(2))
    under = counting(counts)
    started = (
        tess(model, place, under=under)
        if name == "tess"
        else peer(name, python, model, place, under=under)
    )
    with started as contender:
        yield contender, counts


def measured(
    model: Program,
    client: Client,
    scratch: Path,
    size: Size,
    python: dict[str, Path],
    earlier_ones: Sequence[int],
) -> list[Figures]:
    """Return the counts of every contender, and of TESS on longer dossiers, too."""
    rows = []
    for name in ("tess", *python):
        with one(name, python.get(name, Path(sys.executable)), model, scratch) as (asked, counts):
            rows.append({"earlier": 0, **of_turns(client, asked, counts, size, [])})
    for earlier in earlier_ones:
        with one("tess", Path(sys.executable), model, scratch) as (asked, counts):
            names = [dossier() for _ in range(size.counted // 3)]
            for each in names:
                asked.seed(each, earlier)
            rows.append({"earlier": earlier, **of_turns(client, asked, counts, size, names)})
    return rows


def told(rows: list[Figures]) -> str:
    """Return the counts as a table."""
    ours = rows[0]["millions"]
    lines = [
        [
            NAMES[row["name"]] + (f", {row['earlier']:,} earlier messages" * bool(row["earlier"])),
            f"{row['millions']:.2f}",
            f"{ours / row['millions']:.3f}",
        ]
        for row in rows
    ]
    return table(["", "millions of instructions", "the first, of it"], lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a few turns of two")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    if not shutil.which("valgrind"):
        parser.exit(2, "This needs valgrind: apt install valgrind, or your system's package.\n")
    scratch = PROJECT_ROOT / "build"
    scratch.mkdir(exist_ok=True)
    own = Path(sys.executable)
    python = {"floor": own}
    if not options.small:
        python = dict.fromkeys(PEERS, peer_environment.install()) | dict.fromkeys(OURS_TOO, own)
    with (
        tempfile.TemporaryDirectory(dir=scratch, prefix="instructions-") as folder,
        model_server() as model,
        load_client() as client,
    ):
        size, earlier = (SMALL, ()) if options.small else (WHOLE, EARLIER)
        rows = measured(model, client, Path(folder), size, python, earlier)
    if options.json:
        sys.stdout.write(json.dumps(rows) + "\n")
        return
    facts = [f"- {name}: {value}" for name, value in about(foreign=not options.small).items()]
    sys.stdout.write("\n".join([*facts, "", told(rows), ""]))


if __name__ == "__main__":
    main()
