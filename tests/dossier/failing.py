"""Disks that fail: with limits of the operating system where it has one, else at the one seam, ``sync``."""

import errno
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager


class FailingSync:
    """Syncs nothing; fails for files whose name ends as told, as a disk does that takes data and loses it."""

    def __init__(self, fails_for: str | None = None) -> None:
        self.fails_for = fails_for
        self.synced: list[str] = []

    def __call__(self, handle: int) -> None:
        link = os.readlink(f"/proc/self/fd/{handle}")  # noqa: PTH115  # pathlib would resolve it
        name = os.path.basename(link)  # noqa: PTH119  # of a text, not of a path
        if self.fails_for and name.endswith(self.fails_for):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.synced.append(name)


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Let every write beyond this size fail, after the part that fits, as a full disk does."""
    with _limited(resource.RLIMIT_FSIZE, size):
        yield


@contextmanager
def no_more_open_files() -> Iterator[None]:
    """Let every open fail, as it does when all handles are in use."""
    with _limited(resource.RLIMIT_NOFILE, 0):
        yield


@contextmanager
def _limited(kind: int, value: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (value, hard))
    try:
        yield
    finally:
        resource.setrlimit(kind, (soft, hard))
