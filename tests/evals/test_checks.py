"""`tess check` and `tess test` outside a checkout, and in one of our own making; in the real one they run this."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evals.checks import may_concern_benchmarks

SOURCE = Path(__file__).resolve().parents[2] / "evals" / "checks.py"

CHECKS = "import sys; print('as the checks say'); sys.exit({status})"
"""Stands in for the `tess` command, of which `run_tests` starts `check`."""


def put_checks(folder: Path) -> None:
    (folder / "evals").mkdir(exist_ok=True)
    shutil.copy(SOURCE, folder / "evals")


def run(call: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a call of `evals.checks` in a folder that has nothing else of ours."""
    put_checks(folder)
    code = f"from pathlib import Path; from evals import checks; raise SystemExit(checks.{call})"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("call", ["run_checks()", "run_tests([])", "make_pictures(Path())"])
def test_without_tests_it_says_so_in_one_sentence(call: str, tmp_path: Path) -> None:
    done = run(call, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"There are no tests in {tmp_path}: clone the project and run ./tess there.\n"
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a browser, one test that passes and, of the benchmarks, one that fails."""
    for name in ("src", "tests", ".ci", "benchmarks"):
        (tmp_path / name).mkdir()
    (tmp_path / ".ci" / "chromium").write_text("#!/bin/sh\n")
    (tmp_path / ".ci" / "chromium").chmod(0o755)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q\nmarkers = benchmark\n")
    (tmp_path / "tests" / "test_it.py").write_text(
        "import pytest\ndef test_one(): pass\n"
        "@pytest.mark.benchmark\ndef test_other(): raise AssertionError\n"
    )
    (tmp_path / "benchmarks" / "turn.py").write_text("from src.made import a\nimport src.other\n")
    (tmp_path / "src" / "made").mkdir()
    for name in ("made/__init__.py", "other.py", "unrelated.py", "cli.py"):
        (tmp_path / "src" / name).write_text("")
    git(tmp_path, "init")
    commit(tmp_path)
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    named = ("-c", "user.name=anna", "-c", "user.email=anna@example.nl")
    subprocess.run(["git", *named, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--allow-empty", "--message", "More")


@pytest.mark.parametrize("status", [pytest.param(0, marks=pytest.mark.deep), 1])
def test_a_failed_check_fails_the_tests_and_is_told(status: int, checkout: Path) -> None:
    (checkout / "src" / "cli.py").write_text(CHECKS.format(status=status))
    put_checks(checkout)
    commit(checkout)
    commit(checkout)
    done = run("run_tests([])", checkout)
    assert done.returncode == status, done.stdout + done.stderr
    assert "as the checks say" in done.stdout
    assert "1 passed" in done.stdout
    assert "Without the benchmarks' own tests" in done.stdout
    last = done.stdout.splitlines()[-1]
    assert last == "A check has failed: see above." if status else last.startswith("1 passed")


@pytest.mark.parametrize("deep", [False, True])
def test_benchmarks_are_run_after_a_change_of_theirs_and_when_it_is_to_be_deep(
    deep: bool, checkout: Path
) -> None:
    put_checks(checkout)
    (checkout / "tests" / "conftest.py").write_text(
        "from hypothesis import settings\nsettings.register_profile('deep')\n"
    )
    commit(checkout)
    commit(checkout)
    if not deep:
        (checkout / "benchmarks" / "turn.py").write_text("import src.other\n")
    done = run(f"run_tests([], deep={deep})", checkout)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout


@pytest.mark.parametrize("committed", [False, True])
@pytest.mark.parametrize(
    ("file", "concerns"),
    [
        ("src/unrelated.py", False),
        ("tests/test_it.py", False),
        ("src/made/__init__.py", True),
        ("src/other.py", True),
        ("benchmarks/turn.py", True),
        ("benchmarks/new.py", True),
        ("tests/test_turn_benchmark.py", True),
        ("requirements.lock", True),
    ],
)
def test_a_change_concerns_the_benchmarks_where_it_is_theirs_or_of_what_they_import(
    file: str, concerns: bool, committed: bool, checkout: Path
) -> None:
    assert not may_concern_benchmarks(checkout)
    (checkout / file).write_text("import os\n")
    if committed:
        commit(checkout)
    assert may_concern_benchmarks(checkout) == concerns


def test_a_branch_is_looked_at_from_where_it_left_the_main_one(checkout: Path) -> None:
    (checkout / "src" / "other.py").write_text("import os\n")
    git(checkout, "update-ref", "refs/remotes/origin/HEAD", "HEAD")
    commit(checkout)
    commit(checkout)
    assert may_concern_benchmarks(checkout)


def test_without_a_history_the_benchmarks_are_run(tmp_path: Path) -> None:
    assert may_concern_benchmarks(tmp_path)
    git(tmp_path, "init")
    commit(tmp_path)
    assert may_concern_benchmarks(tmp_path)
