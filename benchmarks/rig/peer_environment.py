"""The environment of the peers: their packages from the package index, in a folder that git ignores."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.rig.contenders import PEERS
from src.settings import PROJECT_ROOT

FOLDER = PROJECT_ROOT / "build" / "peers"
LIST = PROJECT_ROOT / "benchmarks" / "peers" / "requirements.txt"
PYTHON = FOLDER / "bin" / "python"
STAMP = FOLDER / "installed.txt"


def install() -> Path:
    """Return the peers' Python, with everything in the list installed; CalledProcessError where that fails."""
    if not STAMP.exists() or STAMP.read_text("utf-8") != LIST.read_text("utf-8"):
        uv = [sys.executable, "-m", "uv"]
        environment = {**os.environ, "UV_SYSTEM_CERTS": "1", "UV_COMPILE_BYTECODE": "1"}
        made = [*uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(FOLDER)]
        subprocess.run(made, check=True, env=environment)
        filled = [*uv, "pip", "install", "--quiet", "--python", str(PYTHON), "-r", str(LIST)]
        subprocess.run(filled, check=True, env=environment)
        STAMP.write_text(LIST.read_text("utf-8"), "utf-8")
    return PYTHON


def usable() -> dict[str, str]:
    """Return the peers that can be started here, each with what is wrong with it, which is nothing for most."""
    code = "import importlib, sys; importlib.import_module('benchmarks.peers.' + sys.argv[1])"
    problems = {}
    for name in PEERS:
        tried = subprocess.run(
            [str(PYTHON), "-c", code, name],
            cwd=PROJECT_ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        problems[name] = tried.stderr.strip().rpartition("\n")[2]
    return problems


def versions() -> dict[str, str]:
    """Return the version of each package in the list, as installed."""
    names = [
        line.partition("[")[0] for line in LIST.read_text("utf-8").splitlines() if line[:1] > "#"
    ]
    site = next((FOLDER / "lib").glob("python*/site-packages"))
    found = {
        one.name.lower(): one.version for one in importlib.metadata.distributions(path=[str(site)])
    }
    return {name: found.get(name, "-") for name in names}
