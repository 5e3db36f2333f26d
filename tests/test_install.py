"""`./tess` in a folder of its own, where doubles of pip and uv note what they are asked to install."""

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pexpect
import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = runpy.run_path(str(ROOT / "tess"), run_name="tess")
NAMES = [name for name, _, _ in SCRIPT["LOCKS"]]
SIZES = [megabytes for _, _, megabytes in SCRIPT["LOCKS"]]

INSTALLER = """
import os, sys
from pathlib import Path
from typing import Any
with open(os.environ["NOTED"], "a") as file:
    print(Path(__file__).stem, *[Path(one).name for one in sys.argv[1:]], file=file)
print("Resolved 3 packages in 1ms\\n + one==1")
if os.environ.get("BROKEN") in ("all", Path(__file__).stem):
    sys.exit("no such package")
Path(sys.prefix, "bin", "tess").write_text("import sys; print('tess', *sys.argv[1:])")
"""
"""Stands in for pip and uv, and leaves the command that the real ones would leave."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a checkout of the script alone, with a .venv as Python makes it and nothing installed."""
    if os.name == "nt":
        # Only Unix starts a script by its first line, as the double of the installer leaves it.
        pytest.skip("the double of an installer leaves a command as Unix has it")
    shutil.copy(ROOT / "tess", tmp_path)
    for name in (*NAMES, "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    venv.create(tmp_path / ".venv", symlinks=True)
    (home,) = (tmp_path / ".venv" / "lib").glob("*/site-packages")
    for name in ("pip", "uv"):
        (home / f"{name}.py").write_text(INSTALLER, "utf-8")
    for name in SCRIPT["IMPORTED"]:
        place = home.joinpath(*name.split("."))
        place.mkdir(parents=True, exist_ok=True)
        (place / "__init__.py").touch()
    (tmp_path / ".venv" / "bin" / "tess").touch()
    stamp = in_folder(tmp_path)["wanted"](0)
    (tmp_path / ".venv" / "installed.sha256").write_text(stamp, "utf-8")
    return tmp_path


def in_folder(folder: Path) -> dict[str, Any]:
    return runpy.run_path(str(folder / "tess"), run_name="tess")


def call(folder: Path, *arguments: str, broken: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NOTED": str(folder / "noted"), "BROKEN": broken}
    return subprocess.run(
        [sys.executable, str(folder / "tess"), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def noted(folder: Path) -> list[str]:
    """Return what the doubles were asked for since the last time."""
    path = folder / "noted"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return lines


def test_what_is_there_already_is_not_installed_again(folder: Path) -> None:
    (folder / ".venv" / "bin" / "tess").write_text("print('demo')")
    done = call(folder, "demo")
    assert (done.stdout, done.stderr, noted(folder)) == ("demo\n", "", [])


def test_a_command_adds_what_it_needs_and_says_so(folder: Path) -> None:
    done = call(folder, "ui")
    assert done.stdout == "tess ui\n"
    assert f"The web page needs more packages: .venv grows to about {SIZES[1]} MB" in done.stderr
    assert "Resolved 3 packages" in done.stderr  # progress
    assert "+ one==1" not in done.stderr
    assert re.search(r"Installed in \d+ seconds; \.venv takes \d+ MB\.\n$", done.stderr)
    asked = " ".join(noted(folder))
    assert NAMES[1] in asked
    assert NAMES[2] not in asked
    assert call(folder, "ask").stderr == call(folder, "ui").stderr == ""
    assert f"grows to about {SIZES[2]} MB" in call(folder, "test").stderr
    assert NAMES[2] in " ".join(noted(folder))


def test_on_a_terminal_progress_takes_one_line(folder: Path) -> None:
    environment = {**os.environ, "NOTED": str(folder / "noted")}
    command = [str(folder / "tess"), "ui"]
    told = pexpect.run(shlex.join([sys.executable, *command]), env=environment, encoding="utf-8")
    assert isinstance(told, str)  # and no status beside it, as nobody asked
    assert "\r\x1b[K    Resolved 3 packages in 1ms\r\x1b[K" in told
    assert told.count("\n") == 3  # what is begun, what it took, and the command's own


def test_an_environment_that_is_linked_to_is_not_cleared(folder: Path) -> None:
    place, of_another = folder / ".venv", folder / "of_another"
    place.rename(of_another)
    place.symlink_to(of_another)
    before = {path.name for path in of_another.iterdir()}
    script = (
        f"import runpy; runpy.run_path({str(folder / 'tess')!r}, run_name='tess')['make_venv']()"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    assert {path.name for path in of_another.iterdir()} == before
    assert (place / "pyvenv.cfg").exists()
    assert not place.is_symlink()


def test_a_changed_lock_brings_up_to_date_all_that_was_installed(folder: Path) -> None:
    call(folder, "test")
    noted(folder)
    with (folder / NAMES[2]).open("a") as lock:
        lock.write("# changed\n")
    assert "The list of packages has changed" in call(folder, "demo").stderr
    assert NAMES[2] in " ".join(noted(folder))
    assert call(folder, "test").stderr == ""


def test_pip_takes_the_place_of_a_broken_uv(folder: Path) -> None:
    done = call(folder, "ui", broken="uv")
    assert "uv could not install; trying pip" in done.stderr
    assert done.stdout == "tess ui\n"
    assert any(line.startswith("pip") and NAMES[1] in line for line in noted(folder))


def test_an_install_whose_modules_cannot_be_imported_is_not_taken_for_one(folder: Path) -> None:
    (home,) = (folder / ".venv" / "lib").glob("*/site-packages")
    shutil.rmtree(home / "src")
    done = call(folder, "ui")
    assert "No module named 'src'" in done.stderr
    assert done.returncode == 2
    assert not (folder / ".venv" / "installed.sha256").exists()


def test_what_fails_is_shown_and_tried_anew_the_next_time(folder: Path) -> None:
    done = call(folder, "ui", broken="all")
    assert done.returncode == 2
    assert "no such package" in done.stderr
    assert not (folder / ".venv" / "installed.sha256").exists()


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        ([], 0),
        (["demo"], 0),
        (["ask", "test"], 0),
        (["check", "dos-01234567"], 0),
        (["ui", "--help"], 1),
        (["check"], 2),
        (["test", "-k", "x"], 2),
        (["pictures"], 2),
    ],
)
def test_each_command_needs_one_group(arguments: list[str], last: int) -> None:
    assert SCRIPT["needed"](arguments) == last
