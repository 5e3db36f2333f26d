"""How long it takes until something can be done: the server, the terminal client, ``tess ask``; and what is imported.

Run ``python -m benchmarks.start``; ``--small`` starts everything once. Cold is the first start after the files of the
environment were dropped from the page cache, as far as the system lets us; warm is the median of those after it.
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
from typing import Any

from benchmarks.rig.programs import running
from src.settings import PROJECT_ROOT

REPEATS = 3
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


def server(folder: str) -> tuple[float, float]:
    """Return the seconds until a server says that it listens, and its resident memory in MB then."""
    since = time.perf_counter()
    with running(
        [sys.executable, "-m", "src.cli", "serve", "--port", "0"], environment(folder)
    ) as program:
        return time.perf_counter() - since, program.usage().resident_mb


def command(*arguments: str) -> Callable[[str], float]:
    """Return what measures the seconds of a whole command."""

    def run(folder: str) -> float:
        since = time.perf_counter()
        subprocess.run(
            [sys.executable, *arguments],
            cwd=PROJECT_ROOT,
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - since

    return run


STARTS: dict[str, Callable[[str], float]] = {
    "server, until it listens": lambda folder: server(folder)[0],
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


def measured(*, small: bool) -> dict[str, Any]:
    """Return all figures."""
    repeats = 1 if small else REPEATS
    starts = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, start in STARTS.items():
            if not small:
                drop_from_cache()
            first = start(folder)
            starts[name] = {
                "first_s": first,
                "warm_s": statistics.median(start(folder) for _ in range(repeats)),
            }
        held = server(folder)[1]
    found = {name: imports(module) for name, module in PROGRAMS.items()}
    return {
        "starts": starts,
        "idle_server_mb": held,
        "imports": {name: dict(list(own.items())[:SHOWN]) for name, own in found.items()},
        "imports_ms": {name: sum(own.values()) for name, own in found.items()},
        "heavy": {name: [one for one in HEAVY if one in own] for name, own in found.items()},
    }


def told(figures: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    lines = ["| start | cold s | warm s |", "| --- | --- | --- |"]
    for name, one in figures["starts"].items():
        lines.append(f"| {name} | {one['first_s']:.2f} | {one['warm_s']:.2f} |")
    lines += ["", f"An idle server without a library holds {figures['idle_server_mb']:.0f} MB.", ""]
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
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    figures = measured(small=options.small)
    sys.stdout.write((json.dumps(figures) if options.json else told(figures)) + "\n")


if __name__ == "__main__":
    main()
