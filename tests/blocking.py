"""Notices what blocks an event loop: files, names of hosts and other processes, wherever they come from.

Python tells of each by an audit event, and so no part of the code can forget to take part. Not among the events are
``os.stat`` and what is done with a file that is open: whoever opens none on the loop has none there.
"""

import asyncio
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

BLOCKING = frozenset(
    "open os.listdir os.scandir os.remove os.rename os.mkdir os.rmdir os.truncate os.link os.symlink fcntl.flock "
    "fcntl.lockf tempfile.mkstemp tempfile.mkdtemp shutil.copyfile subprocess.Popen os.system "
    "socket.getaddrinfo socket.gethostbyname sqlite3.connect".split()
)

_noticed: list[list[str]] = []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if not _noticed or event not in BLOCKING or asyncio._get_running_loop() is None:
        return
    stack = [frame.f_code for frame, _ in traceback.walk_stack(sys._getframe(1))]
    if any("importlib" in code.co_filename for code in stack):
        return  # a module that is loaded when it is first needed is so once
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
    try:
        yield found
    finally:
        _noticed.pop()
