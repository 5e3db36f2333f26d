"""`tess check` and `tess test` outside a checkout; inside one they are what runs this."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "commands" / "checks.py"


@pytest.mark.parametrize("call", ["run_checks()", "run_tests([])", "make_pictures(Path())"])
def test_without_tests_it_says_so_in_one_sentence(call: str, tmp_path: Path) -> None:
    (tmp_path / "src" / "commands").mkdir(parents=True)
    shutil.copy(SOURCE, tmp_path / "src" / "commands")
    code = f"from pathlib import Path; from src.commands import checks; raise SystemExit(checks.{call})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"There are no tests in {tmp_path}: clone the project and run ./tess there.\n"
    )
