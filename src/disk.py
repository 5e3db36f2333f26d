"""What is written to the disk: whole or not at all, and for nobody but the user whose program it is."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from src.errors import NotWritten

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
"""Asked of the system when something is made: so it is private from its first moment, and no call sets it later."""

UNFINISHED = ".tmp-"
"""How the names of files begin that are still being written."""


def make_folder(folder: Path) -> None:
    """Make a private folder, and those above it that are not there either."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(PRIVATE_FOLDER, exist_ok=True)


@contextmanager
def whole_or_nothing(path: Path) -> Iterator[None]:
    """Remove the file or folder that the block makes, whatever keeps the block from its end."""
    with ExitStack() as unless_whole:
        unless_whole.callback(_remove, path)
        yield
        unless_whole.pop_all()


@contextmanager
def failing_as_not_written(what: object) -> Iterator[None]:
    """Turn the error of a disk that takes no more into ``NotWritten``, a sentence about what was to be written."""
    try:
        yield
    except BrokenPipeError:
        raise  # a reader who has enough is no disk
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise NotWritten(path=str(what), problem=problem) from error


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that at any moment the old one or the whole new one is there."""
    handle, name = tempfile.mkstemp(prefix=UNFINISHED, dir=path.parent)
    with whole_or_nothing(Path(name)):
        _write(handle, content)
        Path(name).replace(path)


def new_file(path: Path, content: bytes) -> None:
    """Write a file that must not be there yet, whole; FileExistsError where it is."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE)
    with whole_or_nothing(path):
        _write(handle, content)


def _write(handle: int, content: bytes) -> None:
    with open(handle, "wb") as file:  # an open handle has no path
        file.write(content)
        file.flush()
        os.fsync(handle)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
