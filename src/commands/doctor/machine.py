"""The machine and what is installed on it: Python, packages, clock, open files, disk, port."""

import importlib.metadata
import platform
import re
import resource
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from packaging.requirements import Requirement

from src.api.readiness import LEAST_ROOM, room
from src.api.server import EARLIEST, LATEST
from src.api.serving import listening_socket
from src.commands.doctor.finding import Finding, ill, note, well
from src.commands.local_server import runs
from src.errors import BadSettings
from src.settings import PROJECT_ROOT

LOCK = PROJECT_ROOT / "requirements.lock"
OLDEST_PYTHON = (3, 11)
FEW_FILES = 4096
AMPLE_ROOM = 10 * LEAST_ROOM


def python() -> Finding:
    """Tell whether this Python is new enough."""
    told = f"Python {platform.python_version()}."
    if sys.version_info >= OLDEST_PYTHON:
        return well("python", told)
    return ill("python", told, "Install Python 3.11 or newer.")


def packages(lock: Path = LOCK) -> Finding:
    """Tell whether what is installed is what the lock says, and so what was tested."""
    if not lock.is_file():
        return note("packages", "There is no requirements.lock here.", "Nothing was compared.")
    wanted = dict(filter(None, map(_pin, lock.read_text("utf-8").splitlines())))
    differing = [name for name, version in wanted.items() if _installed(name) != version]
    if not differing:
        return well("packages", f"{len(wanted)} packages are as locked.")
    some = ", ".join(f"{name} {_installed(name) or 'missing'}" for name in differing[:3])
    told = f"{len(differing)} of {len(wanted)} packages are not as locked: {some}."
    return ill("packages", told, "Delete .venv; the next ./tess installs them anew.")


def _pin(line: str) -> tuple[str, str] | None:
    """Return name and version of a line of the lock, None where it has none or is for another machine."""
    if not re.match(r"[A-Za-z0-9]", line):
        return None
    requirement = Requirement(line.removesuffix("\\").strip())
    if requirement.marker and not requirement.marker.evaluate():
        return None
    (version,) = requirement.specifier
    return requirement.name, version.version


def _installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def clock(now: datetime | None = None) -> Finding:
    """Tell whether the clock was ever set."""
    now = now or datetime.now(UTC)
    told = f"The clock says {now:%Y-%m-%d %H:%M} UTC."
    if EARLIEST <= now < LATEST:
        return well("clock", told)
    return ill("clock", told, "Set it: certificates and the law in force depend on it.")


def files(limit: int | None = None) -> Finding:
    """Tell how many connections there is room for."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1] if limit is None else limit
    if hard == resource.RLIM_INFINITY or hard >= FEW_FILES:
        return well("files", "The limit of open files leaves room for connections.")
    told = f"At most {hard} files may be open, and each connection needs one."
    return note("files", told, "Raise the hard limit (ulimit -Hn, LimitNOFILE).")


def disk(folder: Path, measure: Callable[[Path], int] = room) -> Finding:
    """Tell how much room there is for dossiers and the library."""
    free = measure(folder)
    told = f"{free // 2**20} MB are free for {folder}."
    if free < LEAST_ROOM:
        return ill("disk", told, "Make room, or set TESS_DATA_DIR to another disk.")
    if free < AMPLE_ROOM:
        return note("disk", told, "An ingest of all tax law needs more.")
    return well("disk", told)


def port(host: str, number: int) -> Finding:
    """Tell whether the server could listen, or does so already."""
    where = f"{host}:{number}"
    try:
        with listening_socket(host, number):
            return well("port", f"{where} is free.")
    except BadSettings:
        pass
    except socket.gaierror:
        return ill("port", f"{host} is no address of this machine.", "Set API_HOST.")
    if runs(f"ws://{where}/ws"):
        return well("port", f"A TESS server answers at {where}.")
    told = f"The server can't listen on {where}: something else does, or it is not allowed."
    return ill("port", told, "Stop that, or set API_HOST or API_PORT.")
