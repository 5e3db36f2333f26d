"""Words of everyday Dutch and of English under which people look for an article; never shown, never quoted."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from src.errors import CorpusUnreadable


@dataclass(frozen=True)
class SearchWords:
    """The words lent to one article, in both languages."""

    dutch: str = ""
    english: str = ""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    work: str
    article: str
    nl: str
    en: str


def load(folder: Path) -> dict[str, SearchWords]:
    """Return the words of every article in ``*.jsonl`` by its key; a broken line is CorpusUnreadable."""
    return {
        f"{row.work}/{row.article}".lower(): SearchWords(row.nl, row.en)
        for path in _files(folder)
        for row in _rows(path)
    }


def fingerprint(folder: Path) -> str:
    """Return a hash of all search words."""
    digest = hashlib.sha256()
    for path in _files(folder):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def _rows(path: Path) -> Iterator[_Row]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            yield _Row.model_validate_json(line)
        except ValidationError as error:
            problem = f"line {number}: {error.errors()[0]['msg']}"
            raise CorpusUnreadable(path=str(path), problem=problem) from error
