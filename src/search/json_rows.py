"""Reads the project's own data, and keeps what was paid for: one JSON object per line."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from src.disk import failing_as_not_written, make_folder
from src.errors import CorpusUnreadable

Row = TypeVar("Row", bound=BaseModel)


def read_bytes(path: Path) -> bytes:
    """Return what a file holds; one that can't be read is CorpusUnreadable."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusUnreadable(path=str(path), problem=error.strerror or str(error)) from error


def fingerprint_of(paths: Iterable[Path]) -> str:
    """Return a hash of what all of these files hold, in their order."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(read_bytes(path))
    return digest.hexdigest()


def rows(path: Path, row: type[Row]) -> Iterator[Row]:
    """Yield each line of a file that is not blank; a broken one is CorpusUnreadable, with its number."""
    for number, line in enumerate(read_bytes(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield row.model_validate_json(line)
        except ValidationError as error:
            problem = f"line {number}: {error.errors()[0]['msg']}"
            raise CorpusUnreadable(path=str(path), problem=problem) from error


class KeptRows(Generic[Row]):
    """A file to which rows are added, each kept at once: what was paid for outlives an interruption."""

    def __init__(self, path: Path, row: type[Row]) -> None:
        self._path, self._row = path, row

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows, but for lines that were broken off."""
        for line in self._path.read_bytes().splitlines() if self._path.exists() else ():
            with suppress(ValidationError):
                yield self._row.model_validate_json(line)

    def add(self, row: Row) -> None:
        """Add a row; ``NotWritten`` where it can't be kept."""
        make_folder(self._path.parent)
        with failing_as_not_written(self._path), self._path.open("ab") as file:
            # A line that a crash broke off is ended first, so that it spoils no other.
            file.write(b"\n" + row.model_dump_json().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
