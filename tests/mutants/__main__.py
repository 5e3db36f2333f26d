"""Takes single defences out of a copy of the code and sees that tests notice: ``python -m tests.mutants [NAME ...]``.

A mutant is one piece of text in one file that is replaced. It is killed where its tests fail, and survives where they
pass: then nothing holds that defence. Exit status 1 where one survives.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.mutants.catalogue import MUTANTS, ROOT
from tests.mutants.mutant import Mutant

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")

SECONDS = 60
"""A test that goes on for longer has noticed: much that is done without a defence never ends."""


def survivors(mutants: Sequence[Mutant]) -> list[str]:
    """Return the names of those that no test noticed, and tell of each what became of it."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tess"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        if not _pass(copy, dict.fromkeys(test for one in mutants for test in one.tests)):
            raise RuntimeError("there are tests that fail with all defences in place")
        for mutant in mutants:
            survives = _survives(mutant, copy)
            print(f"{'SURVIVES' if survives else 'killed'}: {mutant.name}", flush=True)
            found += [mutant.name] * survives
    return found


def _survives(mutant: Mutant, copy: Path) -> bool:
    """Return whether the tests of a mutant pass in the copy, which is put back as it was."""
    file = copy / mutant.file
    whole = file.read_text("utf-8")
    file.write_text(whole.replace(mutant.old, mutant.new), "utf-8")
    try:
        return _pass(copy, mutant.tests)
    finally:
        file.write_text(whole, "utf-8")


def _pass(copy: Path, tests: Iterable[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-n0", f"--timeout={SECONDS}", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy)}  # for programs that tests start elsewhere
    run = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    if run.returncode not in (0, 1):
        raise RuntimeError(f"pytest ended with {run.returncode}: {run.stdout[-2_000:]}")
    return run.returncode == 0


def main(names: Sequence[str]) -> int:
    """Try the mutants of these names, or all."""
    chosen = [one for one in MUTANTS if not names or one.name in names]
    return 1 if survivors(chosen) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
