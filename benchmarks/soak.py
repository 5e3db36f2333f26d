"""Whether a server stays as small as it was: its memory and its open files over very many turns.

Run ``python -m benchmarks.soak``: 20,000 turns, or ten minutes, whichever ends first; ``--small`` is 200 turns. The
turns are on dossiers of five turns each, every tenth on a long one: one in each of the blocks, so that all blocks ask
for the same. What a dossier takes grows with it, and is bounded elsewhere.
"""

import argparse
import json
import secrets
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.rig.contenders import tess
from benchmarks.rig.programs import load_client, model_server
from benchmarks.rig.tally import job

BLOCKS = 20
CLIENTS = 8
SETTLED = 4
"""Blocks after which memory is to be what it will be: caches are full by then."""


def measured(turns: int, seconds: float) -> dict[str, Any]:
    """Return memory in MB and open files after each block of turns, and how much they grew since they had settled."""
    rows = []
    errors = 0
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        model_server() as model,
        load_client() as client,
        tess(model, Path(folder)) as server,
    ):
        each = max(10, turns // BLOCKS)
        done = 0
        while done < turns and time.monotonic() - began < seconds:
            young = client.do(job(server, CLIENTS, each - each // 10))
            long = [f"dos-{secrets.token_hex(16)}"]
            old = client.do(job(server, 1, each // 10, dossiers=long))
            done += len(young.milliseconds) + len(old.milliseconds)
            errors += sum(young.errors.values()) + sum(old.errors.values())
            used = server.usage()
            rows.append({"turns": done, "mb": used.resident_mb, "files": used.files})
            if errors:
                break
    settled = rows[min(SETTLED, len(rows) - 1)]
    return {
        "wanted": turns,
        "turns": done,
        "errors": errors,
        "seconds": time.monotonic() - began,
        "blocks": rows,
        "mb_grown": rows[-1]["mb"] - settled["mb"],
        "files_grown": rows[-1]["files"] - settled["files"],
        "since_turn": settled["turns"],
    }


def told(figures: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    lines = ["| turns | MB held | open files |", "| --- | --- | --- |"]
    lines += [
        f"| {one['turns']:,} | {one['mb']:.1f} | {one['files']} |" for one in figures["blocks"]
    ]
    whole = "" if figures["turns"] >= figures["wanted"] else f" of {figures['wanted']:,} wanted"
    return "\n".join(
        [
            *lines,
            "",
            f"{figures['turns']:,} turns{whole} in {figures['seconds']:.0f} s, {figures['errors']} failed;"
            f" since turn {figures['since_turn']:,}: {figures['mb_grown']:+.1f} MB,"
            f" {figures['files_grown']:+d} open files.",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=600.0, help="no block begins after these")
    parser.add_argument("--small", action="store_true", help="200 turns")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    figures = measured(200 if options.small else options.turns, options.seconds)
    sys.stdout.write((json.dumps(figures) if options.json else told(figures)) + "\n")


if __name__ == "__main__":
    main()
