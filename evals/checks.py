"""What `tess check` and `tess test` run; only in a checkout, where the tests and the tools' settings are."""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from src.spoken import said

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

ROOT = Path(__file__).resolve().parents[1]
LINT_IMPORTS = (
    "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())"
)
EVERY_TEST = ("-n", "auto", "--dist", "worksteal")
"""On every core and one worker more (`tests/conftest.py`), and whoever has nothing left takes from the others."""
DEEP = ("--hypothesis-profile", "deep")
NOT_DEEP = ("-m", "not deep")
NEITHER = ("-m", "not deep and not benchmark")


def add_check_commands(commands: Commands) -> None:
    """Register what developers run with the parser of ``tess``; ``tess check`` without a dossier checks the code."""
    commands.choices["check"].set_defaults(check_code=run_checks)

    pictures = commands.add_parser("pictures", help="make pictures of every state of the web page")
    pictures.add_argument(
        "folder", metavar="FOLDER", nargs="?", default="pictures", help="where to (pictures)"
    )
    pictures.set_defaults(run=lambda options, _: make_pictures(Path(options.folder)))

    test = commands.add_parser(
        "test",
        help="run every check and every test (options go to pytest)",
        usage="tess test [-h] [--deep] [OPTION ...]",
        epilog="All other options go to pytest, for instance -x or -k NAME or a path.",
        allow_abbrev=False,
    )
    test.add_argument(
        "--deep",
        action="store_true",
        help="try more examples than usual, and run the benchmarks' own tests whatever has changed",
    )
    test.set_defaults(run=lambda options, rest: run_tests(rest, deep=options.deep))
    test.set_defaults(passes_rest=True)


def run_checks() -> int:
    """Run every check, also after one has failed; return 0, or 1 if any failed, or 2 outside a checkout."""
    if not _in_checkout():
        return 2
    failed = [name for name, arguments in _checks().items() if not _passes(name, arguments)]
    if failed:
        print(said("Failed: {names}.", names=", ".join(failed)), flush=True)
    return 1 if failed else 0


def run_tests(pytest_arguments: Sequence[str], *, deep: bool = False) -> int:
    """Run every check and pytest, whose last line comes last; return 0 only if all of it passed.

    All tests are run at once, the checks beside them; a choice of some is run after the checks and in order, to be
    read and stopped at will.
    """
    if not _in_checkout():
        return 2
    # Else each of the hundreds of programs that tests start would compile our modules anew.
    os.putenv("PYTHONDONTWRITEBYTECODE", "")
    thoroughly = DEEP if deep else ()
    if pytest_arguments:
        checks = run_checks()
        with _running("pytest", *thoroughly, *pytest_arguments) as tests:
            return tests.wait() or checks
    _get_chromium()
    with _running("pytest", *EVERY_TEST, *thoroughly, *_left_out(deep=deep)) as tests:
        checks = _run_checks_beside()
        passed = tests.wait()
    if checks:  # what they said stands far above by now
        print(said("A check has failed: see above."), flush=True)
    return passed or checks


def _left_out(*, deep: bool) -> Sequence[str]:
    """Return what tells pytest which tests to leave out, and say so of the benchmarks' own."""
    if deep:
        return ()
    if may_concern_benchmarks(ROOT):
        return NOT_DEEP
    told = "Without the benchmarks' own tests, as nothing of theirs has changed (--deep runs them)."
    print(said(told), flush=True)
    return NEITHER


def _run_checks_beside() -> int:
    """Run the checks while the tests print, and show what came of them in one piece."""
    with _running("src.cli", "check", stdout=subprocess.PIPE) as checks:
        told, _ = checks.communicate()
    print(f"\n{told.decode(errors='replace')}", end="", flush=True)
    return checks.returncode


@contextmanager
def _running(
    module: str, *arguments: str, stdout: int | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a module of Python's, and end it where the block is left before it has ended."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=stdout) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()


def make_pictures(folder: Path) -> int:
    """Make pictures of the web page in this folder; return 0, 1 without a browser, 2 outside a checkout."""
    if not _in_checkout():
        return 2
    _get_chromium()
    command = [sys.executable, "-m", "tests.pictures", str(folder.resolve())]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def _get_chromium() -> None:
    """Install a Chromium where that needs no password; without one the tests that need it are skipped."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run([str(ROOT / ".ci" / "chromium")], cwd=ROOT, check=False)


def _in_checkout() -> bool:
    if (ROOT / "tests").is_dir():
        return True
    told = "There are no tests in {folder}: clone the project and run ./tess there."
    print(said(told, folder=ROOT), file=sys.stderr)
    return False


def _checks() -> dict[str, list[str]]:
    """Name of each check -> what Python is to run."""
    clients = sorted(path.name for path in ROOT.glob("*.py"))
    folders = [
        name
        for name in (
            "src",
            "evals",
            "standins",
            "clients",
            "tess_client",
            "examples",
            "tests",
            "benchmarks",
            "tess",
        )
        if (ROOT / name).exists()
    ]
    concise = ["--quiet", "--output-format", "concise"]
    return {
        "ruff check": ["-m", "ruff", "check", *concise],
        "ruff format": ["-m", "ruff", "format", "--check", *concise],
        "mypy --strict": ["-m", "mypy", "--strict", *folders, *clients],
        "lint-imports": ["-c", LINT_IMPORTS, "--no-logo"],
        "licences": ["-m", "tests.generated_licences", "--check"],
        "prose": ["-m", "tests.prose"],
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
    print(f"{name:<14} {said('ok') if passed else said('FAILED'):<6} {seconds:5.1f} s", flush=True)
    if not passed:
        print(done.stdout.rstrip(), flush=True)
    return passed


def may_concern_benchmarks(root: Path) -> bool:
    """Return whether the last change is to the benchmarks or to what they import; true where git cannot tell."""
    changed = _changed(root)
    if changed is None:
        return True
    theirs = {
        "pyproject.toml",
        "requirements.lock",
        "requirements-test.lock",
        *_imported(root.glob("benchmarks/**/*.py")),
    }
    return any("benchmark" in name or name in theirs for name in changed)


def _imported(files: Iterable[Path]) -> Iterator[str]:
    """Yield every file that would be a module that these files import."""
    for node in (node for file in files for node in ast.walk(ast.parse(file.read_bytes()))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        for place in (name.replace(".", "/") for name in names):
            yield from (f"{place}.py", f"{place}/__init__.py")


def _changed(root: Path) -> set[str] | None:
    """Return the files that differ from where this branch left the main one; on that, from the commit before."""
    parted = _git(root, "merge-base", "HEAD", "origin/HEAD")
    before = parted if parted and parted != _git(root, "rev-parse", "HEAD") else ["HEAD~1"]
    differing = _git(root, "diff", "--name-only", *before)
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    return None if differing is None or new is None else {*differing, *new}


def _git(root: Path, *arguments: str) -> list[str] | None:
    """Return the lines that git prints; None where it cannot say."""
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.decode(errors="replace").splitlines()
