"""Notices what blocks an event loop: files, names of hosts and other processes, wherever they come from.

Python tells of each by an audit event, and so no part of the code can forget to take part. Only a look at a name has no
such event: what stands in place of ``os.stat`` meanwhile tells of it. What is done with a file that is open is not
noticed: whoever opens none on the loop has none there.
"""

import asyncio
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

BLOCKING = frozenset(
    "open os.listdir os.scandir os.remove os.rename os.mkdir os.rmdir os.truncate os.link os.symlink fcntl.flock "
    "fcntl.lockf os.stat tempfile.mkstemp tempfile.mkdtemp shutil.copyfile subprocess.Popen os.system "
    "socket.getaddrinfo socket.gethostbyname sqlite3.connect".split()
)

ONCE = ("importlib", "ssl.py")
"""Modules that are loaded when they are first needed, and what a new client of the tests has of certificates."""

_noticed: list[list[str]] = []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if not _noticed or event not in BLOCKING or asyncio._get_running_loop() is None:
        return
    stack = [frame.f_code for frame, _ in traceback.walk_stack(sys._getframe(1))]
    if any(part in code.co_filename for code in stack for part in ONCE):
        return
    ours = [code for code in stack if "/src/" in code.co_filename] or stack
    where = " < ".join(code.co_qualname for code in ours[:3])
    _noticed[-1].append(f"{event} {str(arguments[0])[-60:]}: {where}")


sys.addaudithook(
    _hook
)  # for good: a hook can't be taken back, so this one sleeps when nobody listens


@contextmanager
def noticed() -> Iterator[list[str]]:
    """Give the list of what blocks a loop in this block, each with where it was done."""
    found: list[str] = []
    _noticed.append(found)
    stat = os.stat

    def told(path: Any, *args: Any, **named: Any) -> os.stat_result:
        _hook("os.stat", (path,))
        return stat(path, *args, **named)

    try:
        with patch("os.stat", told):
            yield found
    finally:
        _noticed.pop()
