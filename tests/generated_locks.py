"""The locks, made from the groups of ``pyproject.toml`` by ``python -m tests.generated_locks``; it needs a network.

Each names what its group adds to those before it, with hashes. What is locked stays so where it still fits, unless
``--upgrade`` is given. In the end all are resolved for each platform and each Python, wheels only: so a machine without
a compiler can install them.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = {
    "requirements.lock": ("--group", "install"),
    "requirements-web.lock": ("--extra", "web"),
    "requirements-test.lock": ("--extra", "azure", "--group", "test"),
}
"""Each in turn is what is installed further: for who runs TESS, for who opens the web page, for who works on it."""

PLATFORMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin", "windows")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
HEADER = """\
# Made by: python -m tests.generated_locks
# Wheels of all for {platforms}, each with Python {pythons}.
"""
BY_HAND = """\
# For who installs by hand: pip install -r requirements.txt. What ./tess installs, with hashes, stands in
# requirements.lock, requirements-web.lock and requirements-test.lock. Without tests: pip install -e .[web]
# Made by: python -m tests.generated_locks
"""
PIN = re.compile(r"^\S+==.*(?:\n +--hash=\S+(?: \\)?)+\n", re.MULTILINE)


def pins(lock: str) -> list[str]:
    """Return the requirements of a lock, each with its hashes."""
    return PIN.findall(lock)


def header() -> str:
    """Return the first lines of a lock that every platform can install."""
    return HEADER.format(platforms=", ".join(PLATFORMS), pythons=", ".join(PYTHONS))


def by_hand() -> str:
    """Return ``requirements.txt``: what the locks stand for, as ``pyproject.toml`` names it, and the project itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    optional = project["project"]["optional-dependencies"]
    parts = {
        "What runs TESS": project["project"]["dependencies"],
        "The web page": optional["web"],
        "Tests": [*optional["azure"], *project["dependency-groups"]["test"]],
    }
    named = [
        f"\n# {title}\n" + "".join(f"{one}\n" for one in part) for title, part in parts.items()
    ]
    return BY_HAND + "".join(named) + "\n# The project itself\n-e .\n"


def make(upgrade: bool) -> None:
    """Write the locks: resolved together first, so that they fit each other, then each for itself."""
    every = [option for options in LOCKS.values() for option in options]
    with tempfile.TemporaryDirectory() as folder:
        together = Path(folder) / "all.lock"
        known = [ROOT / name for name in LOCKS if not upgrade]
        together.write_text(
            "".join(one.read_text("utf-8") for one in known if one.exists()), "utf-8"
        )
        _compile(together, *every)
        before: set[str] = set()
        for name, options in LOCKS.items():
            alone = Path(folder) / name
            _compile(alone, *options, "--constraint", str(together))
            own = [pin for pin in pins(alone.read_text("utf-8")) if pin not in before]
            before.update(own)
            (ROOT / name).write_text(header() + "".join(own), "utf-8")
    (ROOT / "requirements.txt").write_text(by_hand(), "utf-8")


def _compile(target: Path, *options: str) -> None:
    universal = ("--universal", "--python-version", PYTHONS[0], "--generate-hashes")
    plain = ("--no-emit-package", "tess", "--no-annotate", "--no-header", "--quiet")
    _uv("pip", "compile", *universal, *plain, *options, "pyproject.toml", "-o", str(target))


def lacking() -> Iterator[str]:
    """Yield where a lock cannot be installed without a compiler, and why."""
    locks = [option for name in LOCKS for option in ("-r", name)]
    for platform in PLATFORMS:
        for python in PYTHONS:
            wheels = ("--only-binary", ":all:", "--require-hashes", "--quiet")
            try:
                with tempfile.TemporaryDirectory() as folder:
                    where = ("--python-platform", platform, "--python-version", python)
                    _uv("pip", "install", "--dry-run", "--target", folder, *where, *wheels, *locks)
            except subprocess.CalledProcessError as error:
                yield f"{platform}, Python {python}: {error.stderr.decode().strip()}"


def _uv(*arguments: str) -> None:
    environment = {**os.environ, "UV_SYSTEM_CERTS": "1"}
    command = [sys.executable, "-m", "uv", *arguments]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stderr=subprocess.PIPE)


if __name__ == "__main__":
    make("--upgrade" in sys.argv)
    found = list(lacking())
    print("\n".join(found) or "Every lock can be installed everywhere.")
    sys.exit(bool(found))
