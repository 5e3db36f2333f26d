"""The lock of a dossier, across threads and processes of one machine; the system lets go of a dead holder's."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from src.dossier.files import opened

POLL_SECONDS = 0.01


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock; TimeoutError where another has it for that long."""
    with opened(path, os.O_RDWR | os.O_CREAT) as handle:
        deadline = time.monotonic() + seconds
        while not _taken(handle):
            if time.monotonic() >= deadline:
                raise TimeoutError("the lock is taken")
            time.sleep(POLL_SECONDS)
        yield  # closing the file lets go


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
