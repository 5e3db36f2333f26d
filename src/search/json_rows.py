"""Reads the project's own data: one JSON object per line."""

from collections.abc import Iterator
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
