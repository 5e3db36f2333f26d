"""What the files of a dossier need from the disk: whole reads, whole writes, a lock, and words for what fails."""

import errno
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pydantic_core import from_json

from src.disk import PRIVATE_FILE
from src.dossier.models import SCHEMA
from src.errors import DossierUnreadable, StorageFailed

Sync = Callable[[int], None]
"""Puts what was written to an open file or folder on stable storage; ``os.fsync`` outside tests."""

POLL_SECONDS = 0.01

NOT_THE_FILES_FAULT = {
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
    errno.ENOSPC,
    errno.ENOTDIR,
}


class Stamp(NamedTuple):
    """What tells one content of a file from another without reading it."""

    inode: int
    size: int
    changed: int


@contextmanager
def opened(path: Path, flags: int) -> Iterator[int]:
    """Open a file, unbuffered: what a buffer could not write would be written once more when it is closed."""
    handle = os.open(path, flags | os.O_CLOEXEC, PRIVATE_FILE)
    try:
        yield handle
    finally:
        os.close(handle)


def stamp_of(handle: int) -> Stamp:
    return stamp_in(os.fstat(handle))


def stamp(dossier_id: str, path: Path | str) -> Stamp | None:
    """Return the stamp of one of the dossier's files; None where there is no such file."""
    with _reading(dossier_id):
        try:
            return stamp_in(os.stat(path))  # noqa: PTH116  # a list does this for very many
        except FileNotFoundError:
            return None


def read_from(dossier_id: str, path: Path, offset: int = 0) -> tuple[bytes, Stamp] | None:
    """Return the bytes behind ``offset`` of one of the dossier's files; None where there is no such file."""
    with _reading(dossier_id):
        try:
            with opened(path, os.O_RDONLY) as handle:
                found = stamp_of(handle)
                return _read(handle, offset, found.size), found
        except FileNotFoundError:
            return None


def write_whole(handle: int, data: bytes) -> None:
    """Write all of it; a disk that fills up takes a part first and fails at the next attempt."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def write_anew(path: Path, data: bytes, sync: Sync) -> Stamp:
    """Put this on stable storage as all that a file holds; its name may still be lost in a crash."""
    with opened(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as handle:
        write_whole(handle, data)
        sync(handle)
        return stamp_of(handle)


def sync_folder(folder: Path, sync: Sync) -> None:
    """Make the names in the folder survive a crash, as ``sync`` of a file does for its content."""
    with opened(folder, os.O_RDONLY) as handle:
        sync(handle)


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock, across threads and processes of one machine; TimeoutError where another has it for that long.

    The system lets go of a dead holder's. A holder may remove the file: who waited for it then takes the new one.
    """
    deadline = time.monotonic() + seconds
    while True:
        with opened(path, os.O_RDWR | os.O_CREAT) as handle:
            while not _taken(handle):
                if time.monotonic() >= deadline:
                    raise TimeoutError("the lock is taken")
                time.sleep(POLL_SECONDS)
            if _is_at(path, handle):
                yield  # closing the file lets go
                return


def is_newer(data: bytes) -> bool:
    """Return whether a later version of this program wrote this JSON text."""
    try:
        document = from_json(data)
    except ValueError:
        return False
    version = document.get("schema_version") if isinstance(document, dict) else None
    return isinstance(version, int) and version > SCHEMA


def reason(error: OSError) -> str:
    """Return why it failed, without the path, which is private."""
    return error.strerror or type(error).__name__


def problem(error: OSError) -> str:
    """Return why it failed in one word for the log, such as ``enospc``."""
    return errno.errorcode.get(error.errno or 0, type(error).__name__).lower()


@contextmanager
def as_storage_failure() -> Iterator[None]:
    """Turn a failing disk, or a lock that stays taken, into ``StorageFailed``."""
    try:
        yield
    except OSError as error:  # the TimeoutError of the lock is one too
        raise StorageFailed(problem=reason(error)) from error


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_at(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def stamp_in(status: os.stat_result) -> Stamp:
    return Stamp(status.st_ino, status.st_size, status.st_mtime_ns)


def _read(handle: int, offset: int, size: int) -> bytes:
    """Return what lies between; nothing that is written meanwhile."""
    pieces: list[bytes] = []
    while offset < size and (piece := os.pread(handle, size - offset, offset)):
        pieces.append(piece)
        offset += len(piece)
    return b"".join(pieces)


@contextmanager
def _reading(dossier_id: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in NOT_THE_FILES_FAULT:
            raise StorageFailed(problem=reason(error)) from error
        raise DossierUnreadable(dossier_id=dossier_id, problem=reason(error)) from error
