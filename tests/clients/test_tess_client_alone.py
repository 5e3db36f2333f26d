"""The package of programs by itself: built from its own folder, and used where nothing of the server is."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.test_wheel import MISSING, UV, built

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tess_client"
ASKING = """
import sys
from importlib.metadata import requires, version
from tess_client import Dossier, DossierError

answer = Dossier(url=sys.argv[1]).answer("Binnen welke termijn moet ik bezwaar maken?")
print(version("tess-client"), len(answer.claims) > 0, answer.claims[0].text != "")
try:
    import src
except ModuleNotFoundError:
    print("nothing of the server")
"""


def project(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def test_it_has_the_version_and_the_licence_of_the_server_and_wants_what_the_server_wants() -> None:
    own, whole = project(FOLDER), project(ROOT)
    assert own["version"] == whole["version"]
    assert own["requires-python"] == whole["requires-python"]
    assert set(own["dependencies"]) < set(whole["dependencies"])
    assert (FOLDER / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_its_wheel_asks_a_server_from_an_environment_that_has_nothing_else(
    address: str, tmp_path: Path
) -> None:
    sources = shutil.copytree(FOLDER, tmp_path / "sources" / "tess_client")
    wheel = built("wheel", sources, tmp_path)
    subprocess.run([*UV, "venv", "-q", "--python", sys.executable, tmp_path / "made"], check=True)
    python = str(tmp_path / "made" / "bin" / "python")
    wanted = ["--python", python, "--constraint", str(ROOT / "requirements.lock"), str(wheel)]
    install = [*UV, "pip", "install", "--offline", *wanted]
    done = subprocess.run(install, capture_output=True, text=True)
    if done.returncode and MISSING.search(done.stderr):
        if os.environ.get("CI") != "true":
            # Without a network the environment can only be filled from what uv has kept; a build fetches it.
            pytest.skip("uv no longer keeps what ./tess installed: " + done.stderr[-300:])
        install.remove("--offline")
        done = subprocess.run(install, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    command = [python, "-I", "-c", ASKING, address]
    told = subprocess.check_output(command, cwd=tmp_path, text=True).splitlines()
    assert told == [f"{project(ROOT)['version']} True True", "nothing of the server"]
    listed = subprocess.check_output([*UV, "pip", "freeze", "--python", python], text=True)
    assert len(listed.splitlines()) < 12, listed
