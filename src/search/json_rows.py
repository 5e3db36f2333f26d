"""Reads the project's own data: one JSON object per line."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

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
