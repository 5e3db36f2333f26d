"""How long it takes until something can be done: the server, the terminal client, ``tess ask``; and what is imported.

Run ``python -m benchmarks.start``; ``--small`` starts everything once. Cold is the first start after the files of the
environment were dropped from the page cache, as far as the system lets us; warm is the median of those after it.
``--before FOLDER`` names another state of the project (``git worktree add FOLDER REVISION``): each of its starts stands
before one of ours, in our environment, so that both share what else the machine is doing.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.rig.programs import running
from src.settings import PROJECT_ROOT

REPEATS = 7
SHOWN = 12
"""Modules that are named of each program, the slowest to import first."""

PROGRAMS = {
    "server": "src.api.server",
    "tess": "src.cli",
    "terminal client": "terminal_chat",
}
HEAVY = ("openai", "fastapi", "numpy", "lingua", "lxml", "streamlit", "psycopg", "docx", "typst")
"""Packages that only some commands need."""


def environment(folder: str) -> dict[str, str]:
    """Return what the programs are told: nothing of this machine's settings."""
    return {"PATH": "/usr/bin:/bin", "TESS_DATA_DIR": folder, "LOG_LEVEL": "ERROR"}


def drop_from_cache() -> None:
    """Let the system forget the files of the environment and of the project, where it can."""
    for root in (Path(sys.prefix), PROJECT_ROOT / "src"):
        for path in root.rglob("*"):
            if path.is_file() and not path.is_symlink():
                handle = os.open(path, os.O_RDONLY)
                os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(handle)


class Cost(NamedTuple):
    """What a start took: seconds, those of them that a processor worked for it, and MB held where it goes on."""

    seconds: float
    cpu: float
    held: float = 0.0


Start = Callable[[Path, str], Cost]
"""Starts something of the project in one folder on the data in another."""


def server(project: Path, folder: str) -> Cost:
    """Return what a server took until it said that it listens, and the memory that it held then."""
    command = [sys.executable, "-m", "src.cli", "serve", "--port", "0"]
    since = time.perf_counter()
    with running(command, environment(folder), project) as program:
        seconds, used = time.perf_counter() - since, program.usage()
        return Cost(seconds, used.cpu_ms / 1000, used.resident_mb)


def command(*arguments: str) -> Start:
    """Return what measures a whole command, with all that it starts itself."""

    def run(project: Path, folder: str) -> Cost:
        since, before = time.perf_counter(), os.times()
        subprocess.run(
            [sys.executable, *arguments],
            cwd=project,
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = os.times()
        used = after.children_user + after.children_system
        return Cost(
            time.perf_counter() - since, used - before.children_user - before.children_system
        )

    return run


STARTS: dict[str, Start] = {
    "server, until it listens": server,
    "terminal client, --help": command("terminal_chat.py", "--help"),
    "tess --help": command("-m", "src.cli", "--help"),
    "tess ask, offline, with a server of its own": command(
        "-m", "src.cli", "ask", "Binnen welke termijn moet ik bezwaar maken?"
    ),
}


def imports(module: str) -> dict[str, float]:
    """Return the milliseconds that each package takes which a module imports, with all that only it imports."""
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", f"import {module}"],
        cwd=PROJECT_ROOT,
        env=environment("."),
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    own: dict[str, float] = {}
    for line in told.splitlines()[1:]:
        alone, _, name = (part.strip() for part in line.partition(":")[2].split("|"))
        package = name if name.startswith("src.") else name.partition(".")[0]
        own[package] = own.get(package, 0.0) + float(alone) / 1000
    return dict(sorted(own.items(), key=lambda one: -one[1]))


def warm(
    start: Start, projects: Sequence[Path], folders: Sequence[str], repeats: int
) -> list[Cost]:
    """Return for each state of the project the median of its starts, which stand between those of the others."""
    pairs = list(zip(projects, folders, strict=True))
    rounds = [[start(project, folder) for project, folder in pairs] for _ in range(repeats)]
    return [
        Cost(*map(statistics.median, zip(*costs, strict=True)))
        for costs in zip(*rounds, strict=True)
    ]


def measured(*, small: bool, before: Path | None = None) -> dict[str, Any]:
    """Return all figures."""
    repeats = 1 if small else REPEATS
    projects = [PROJECT_ROOT, *([before] if before else ())]
    starts = {}
    with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as others:
        for name, start in STARTS.items():
            if not small:
                drop_from_cache()
            first = start(PROJECT_ROOT, ours)
            if before:
                start(before, others)
            now, *then = warm(start, projects, [ours, others][: len(projects)], repeats)
            starts[name] = {
                "first_s": first.seconds,
                "warm_s": now.seconds,
                "cpu_s": now.cpu,
                "held_mb": now.held,
                "before": then[0]._asdict() if then else None,
            }
    found = {name: imports(module) for name, module in PROGRAMS.items()}
    return {
        "starts": starts,
        "imports": {name: dict(list(own.items())[:SHOWN]) for name, own in found.items()},
        "imports_ms": {name: sum(own.values()) for name, own in found.items()},
        "heavy": {name: [one for one in HEAVY if one in own] for name, own in found.items()},
    }


def told(figures: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    lines = ["| start | cold s | warm s | CPU s | before: warm s | CPU s |", "| --- " * 6 + "|"]
    for name, one in figures["starts"].items():
        then = one["before"]
        earlier = f"{then['seconds']:.2f} | {then['cpu']:.2f}" if then else "- | -"
        now = f"{one['first_s']:.2f} | {one['warm_s']:.2f} | {one['cpu_s']:.2f}"
        lines.append(f"| {name} | {now} | {earlier} |")
    idle = figures["starts"]["server, until it listens"]
    earlier = f", and held {idle['before']['held']:.0f} before" if idle["before"] else ""
    lines += ["", f"An idle server without a library holds {idle['held_mb']:.0f} MB{earlier}.", ""]
    for name, own in figures["imports"].items():
        slow = ", ".join(f"{package} {cost:.0f}" for package, cost in own.items())
        heavy = ", ".join(figures["heavy"][name]) or "none"
        lines.append(f"- {name} imports for {figures['imports_ms'][name]:.0f} ms: {slow}.")
        lines.append(f"  Of the heavy packages: {heavy}.")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="each start twice, none of them cold")
    parser.add_argument(
        "--before", type=Path, metavar="FOLDER", help="another state to compare with"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    figures = measured(small=options.small, before=options.before)
    sys.stdout.write((json.dumps(figures) if options.json else told(figures)) + "\n")


if __name__ == "__main__":
    main()
