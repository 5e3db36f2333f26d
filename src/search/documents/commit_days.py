"""The days on which files were last changed, as the history of the git repository that holds them says."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

_LONGEST = 30.0
"""Seconds that the history may take; what it has told by then counts."""

_COMMIT = "\x01"
"""Begins what git tells of a commit; no name of a file that we read begins so."""


def commit_days(folder: Path) -> dict[Path, date]:
    """Return for each file below a folder the day of its last commit; empty where there is no history, or no git.

    Nothing of a stranger's repository is run, and nothing is fetched.
    """
    git = shutil.which("git")
    if git is None:
        return {}
    root = folder.resolve()
    found: dict[Path, date] = {}
    day: date | None = None
    for told in _told(git, root):
        if told.startswith(_COMMIT):
            with suppress(ValueError):
                day = date.fromisoformat(told[1:11])
        elif day and told:
            found.setdefault(root / told, day)
    return found


def _told(git: str, folder: Path) -> Iterator[str]:
    """Yield the commits, newest first, each followed by the names of its files below the folder."""
    command = [
        git,
        "-c", "protocol.allow=never",
        "-c", "log.showSignature=false",
        "-c", "core.fsmonitor=false",
        "log", "-z", "--no-renames", "--relative", "--name-only", f"--format={_COMMIT}%cs", "--", ".",
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_LONGEST,
            check=False,
        )
        said = done.stdout
    except subprocess.TimeoutExpired as late:
        said = late.stdout or b""
    for told in said.decode(errors="surrogateescape").split("\0"):
        yield told.lstrip("\n")
