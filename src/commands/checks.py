"""What `tess check` and `tess test` run; only in a checkout, where the tests and the tools' settings are."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINT_IMPORTS = (
    "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())"
)


def run_checks() -> int:
    """Run every check, also after one has failed; return 0, or 1 if any failed, or 2 outside a checkout."""
    if not _in_checkout():
        return 2
    failed = [name for name, arguments in _checks().items() if not _passes(name, arguments)]
    if failed:
        print(f"Failed: {', '.join(failed)}.", flush=True)
    return 1 if failed else 0


def run_tests(pytest_arguments: Sequence[str]) -> int:
    """Run every check and then pytest, whose last line comes last; return 0 only if all of it passed."""
    if not _in_checkout():
        return 2
    checks = run_checks()
    if not pytest_arguments:
        _get_chromium()
    # All of them on every core; a choice of some is run in order, to be read and stopped at will.
    arguments = pytest_arguments or ("-n", "auto")
    tests = subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, check=False)
    return tests.returncode or checks


def make_pictures(folder: Path) -> int:
    """Make pictures of the web page in this folder; return 0, 1 without a browser, 2 outside a checkout."""
    if not _in_checkout():
        return 2
    _get_chromium()
    command = [sys.executable, "-m", "tests.pictures", str(folder.resolve())]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def _get_chromium() -> None:
    """Install a Chromium where that needs nobody's password; without one the tests that need it are skipped."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run([str(ROOT / ".ci" / "chromium")], cwd=ROOT, check=False)


def _in_checkout() -> bool:
    if (ROOT / "tests").is_dir():
        return True
    print(f"There are no tests in {ROOT}: clone the project and run ./tess there.", file=sys.stderr)
    return False


def _checks() -> dict[str, list[str]]:
    """Name of each check -> what Python is to run."""
    clients = sorted(path.name for path in ROOT.glob("*.py"))
    folders = [
        name for name in ("src", "clients", "tests", "benchmarks", "tess") if (ROOT / name).exists()
    ]
    concise = ["--quiet", "--output-format", "concise"]
    return {
        "ruff check": ["-m", "ruff", "check", *concise],
        "ruff format": ["-m", "ruff", "format", "--check", *concise],
        "mypy --strict": ["-m", "mypy", "--strict", *folders, *clients],
        "lint-imports": ["-c", LINT_IMPORTS, "--no-logo"],
    }


def _passes(name: str, arguments: Sequence[str]) -> bool:
    """Run one check and print its name, result and time, and all that it said where it failed."""
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    passed = done.returncode == 0
    seconds = time.monotonic() - started
    print(f"{name:<14} {'ok' if passed else 'FAILED':<6} {seconds:5.1f} s", flush=True)
    if not passed:
        print(done.stdout.rstrip(), flush=True)
    return passed
