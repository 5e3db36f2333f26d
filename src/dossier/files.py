"""What the files of a dossier need from the disk: whole reads, whole writes, and words for what fails."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pydantic_core import from_json

from src.dossier.models import SCHEMA
from src.errors import DossierUnreadable, StorageFailed

Sync = Callable[[int], None]
"""Puts what was written to an open file or folder on stable storage; ``os.fsync`` outside tests."""

NOT_THE_FILES_FAULT = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOTDIR}


class Writable(Protocol):
    """An unbuffered file, which may take a part of what it is given."""

    def write(self, data: bytes, /) -> int | None: ...


def read_whole(dossier_id: str, path: Path) -> bytes | None:
    """Return the bytes of one of the dossier's files; None where there is no such file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in NOT_THE_FILES_FAULT:
            raise StorageFailed(problem=reason(error)) from error
        raise DossierUnreadable(dossier_id=dossier_id, problem=reason(error)) from error


def write_whole(file: Writable, data: bytes) -> None:
    """Write all of it; a disk that fills up takes a part first and fails at the next attempt."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(bytes(rest)) or 0 :]


def sync_folder(folder: Path, sync: Sync) -> None:
    """Make the names in the folder survive a crash, as ``sync`` of a file does for its content."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        sync(handle)
    finally:
        os.close(handle)


def is_newer(data: bytes) -> bool:
    """Return whether a later version of this program wrote this JSON text."""
    try:
        document = from_json(data)
    except ValueError:
        return False
    version = document.get("schema_version") if isinstance(document, dict) else None
    return isinstance(version, int) and version > SCHEMA


def reason(error: OSError) -> str:
    """Return why it failed, without the path: that is nobody's business outside."""
    return error.strerror or type(error).__name__


@contextmanager
def as_storage_failure() -> Iterator[None]:
    """Turn a failing disk, or a lock that stays taken, into ``StorageFailed``."""
    try:
        yield
    except OSError as error:  # the TimeoutError of the lock is one too
        raise StorageFailed(problem=reason(error)) from error
