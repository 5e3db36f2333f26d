"""The project as a wheel: it holds what the program reads, and works where there is no checkout."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from benchmarks.rig.programs import running
from src import places

ROOT = Path(__file__).resolve().parents[1]
BUILD = "from setuptools import build_meta as build; print(build.build_{kind}('{folder}'))"
READ = ("src", "clients", "tess_client", "evals", "standins", "data", "docs", ".streamlit")
"""Folders whose files the program reads."""

BESIDE = ("data/", "docs/", ".streamlit/", "terminal_chat.py", "ui_streamlit.py")
"""What stands below ``src/shipped/`` in a wheel."""

QUESTION = "Binnen welke termijn moet ik bezwaar maken?"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what git has, so that nothing is built beside the code."""
    folder = tmp_path_factory.mktemp("sources")
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for name in filter(None, listed.split("\0")):
        if not name.startswith(("tests/", "benchmarks/")) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / "data" / "dossiers").mkdir()
    (folder / "data" / "dossiers" / "dos-01234567.json").write_text("{}", "utf-8")
    return folder


def built(kind: str, sources: Path, folder: Path) -> Path:
    code = BUILD.format(kind=kind, folder=folder)
    done = subprocess.check_output(
        [sys.executable, "-W", "ignore", "-c", code], cwd=sources, text=True
    )
    return folder / done.splitlines()[-1]


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", sources, tmp_path_factory.mktemp("wheel"))


OF_THE_CLIENT_ALONE = {f"tess_client/{name}" for name in ("LICENSE", "README.md", "pyproject.toml")}
"""What makes its folder a package by itself."""


def shipped(sources: Path) -> Iterator[str]:
    """Yield by its place in a wheel each file that the program reads."""
    for path in (path for name in READ for path in (sources / name).rglob("*") if path.is_file()):
        name = path.relative_to(sources).as_posix()
        if name in OF_THE_CLIENT_ALONE:
            continue
        if not name.startswith(("docs/images/", "data/dossiers/")):
            yield f"src/shipped/{name}" if name.startswith(BESIDE) else name


def test_a_wheel_holds_all_that_is_read_and_nothing_that_a_user_keeps(
    sources: Path, wheel: Path
) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
    scripts = {"src/shipped/terminal_chat.py", "src/shipped/ui_streamlit.py"}
    assert names == {*shipped(sources), *scripts}


def test_a_wheel_bears_the_licences_of_all_that_is_in_it(sources: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        texts = {
            name.partition("/licenses/")[2]: opened.read(name)
            for name in opened.namelist()
            if ".dist-info/licenses/" in name
        }
        (about,) = [name for name in opened.namelist() if name.endswith(".dist-info/METADATA")]
        assert b"License-Expression: MIT AND CC-BY-SA-4.0\n" in opened.read(about)
    own = {"data/word_vectors/LICENSE", "data/word_vectors/CC-BY-SA-4.0.txt"}
    assert texts == {name: (sources / name).read_bytes() for name in {"LICENSE", *own}}


@pytest.mark.deep
def test_a_wheel_made_of_the_packed_sources_is_the_same(
    sources: Path, wheel: Path, tmp_path: Path
) -> None:
    with tarfile.open(built("sdist", sources, tmp_path)) as packed:
        packed.extractall(tmp_path, filter="data")
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    again = built("wheel", unpacked, tmp_path)
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert set(one.namelist()) == set(other.namelist())


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {"XDG_DATA_HOME": "/kept"}, Path("/kept/tess")),
        ("linux", {}, Path.home() / ".local" / "share" / "tess"),
        ("darwin", {}, Path.home() / "Library" / "Application Support" / "tess"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/tess")),
    ],
)
def test_outside_a_checkout_dossiers_are_kept_among_the_users_data(
    platform: str, environment: dict[str, str], place: Path
) -> None:
    assert places.data_dir(environment, platform, is_checkout=False) == place
    assert places.data_dir(environment, platform, is_checkout=True) == Path("data")


MISSING = re.compile(r"offline|network (was|connectivity is) disabled", re.IGNORECASE)
"""How uv says that something is not in its cache."""

UV = [sys.executable, "-m", "uv"]


def made_with(wheel: Path, made: Path) -> Path:
    """Install the wheel into an environment of its own and return the folder of its programs.

    What ``./tess`` installed from lies in uv's cache, so nothing is fetched; what is missing there is fetched in CI.
    """
    subprocess.run([*UV, "venv", "-q", "--python", sys.executable, made], check=True)
    programs = made / ("Scripts" if os.name == "nt" else "bin")
    wanted = ["--python", str(programs / "python"), "--constraint", str(ROOT / "requirements.lock")]
    install = [*UV, "pip", "install", *wanted, str(wheel)]
    done = subprocess.run([*install, "--offline"], capture_output=True, text=True)
    if done.returncode and MISSING.search(done.stderr):
        if os.environ.get("CI") != "true":
            # Without a network the environment can only be filled from what uv has kept.
            why = "uv no longer keeps what ./tess installed: " + done.stderr[-300:]
            pytest.skip(why)  # without a network; a build fetches it, just below
        done = subprocess.run(install, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return programs


@pytest.mark.parametrize(
    ("ci", "outcome"), [("true", AssertionError), ("false", pytest.skip.Exception)]
)
def test_in_ci_nothing_is_skipped_for_what_uv_no_longer_keeps(
    ci: str,
    outcome: type[BaseException],
    wheel: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nobody_answers = {"UV_DEFAULT_INDEX": "http://127.0.0.1:1/simple", "UV_HTTP_RETRIES": "0"}
    for name, value in {
        "CI": ci,
        "UV_CACHE_DIR": str(tmp_path / "empty"),
        **nobody_answers,
    }.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(outcome):
        made_with(wheel, tmp_path / "made")


def test_a_fresh_environment_elsewhere_answers_from_an_empty_folder(
    wheel: Path, tmp_path: Path
) -> None:
    empty, kept = tmp_path / "empty", tmp_path / "kept"
    empty.mkdir()
    programs = made_with(wheel, tmp_path / "made")
    keep = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE")
    environment = {name: os.environ[name] for name in keep if name in os.environ}
    places_kept = {"XDG_DATA_HOME": str(kept), "HOME": str(kept), "LOCALAPPDATA": str(kept)}
    environment |= {"TESS_MODEL": "offline", "API_PORT": "1", **places_kept}
    tess = str(programs / "tess")

    def run(*arguments: str) -> str:
        command = [tess, *arguments]
        return subprocess.check_output(command, cwd=empty, env=environment, text=True)

    assert "Try next:\n  tess chat" in run("demo")
    assert "Zijn dit de juiste bronnen" in run("ask", QUESTION)
    assert f'"command": "{tess}"' in run("doctor")
    page = subprocess.run([tess, "ui"], cwd=empty, env=environment, capture_output=True, text=True)
    assert (page.returncode, "install tess[web]" in page.stderr) == (2, True)
    with running([tess, "serve", "--port", "0"], environment, empty) as server:
        (port,) = re.findall(r":(\d+)/ws", server.first_line)
        assert urlopen(f"http://127.0.0.1:{port}/healthz").status == 200
    assert not list(empty.iterdir())
    assert len(list(kept.rglob("dossiers/dos-*.json"))) == 2
