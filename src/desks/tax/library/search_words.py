"""Words of everyday Dutch and of English under which people look for an article; never shown, never quoted."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from src.dossier.models import Frozen
from src.search.json_rows import rows


@dataclass(frozen=True)
class SearchWords:
    """The words that one article is expanded with, in both languages."""

    dutch: str = ""
    english: str = ""

    @property
    def phrases(self) -> tuple[str, ...]:
        """Each as it is written, between the commas."""
        found = map(str.strip, f"{self.dutch},{self.english}".split(","))
        return tuple(filter(None, found))


class _WordsRow(Frozen):
    work: str
    article: str
    nl: str
    en: str


def load(folder: Path) -> dict[str, SearchWords]:
    """Return the words of every article in ``*.jsonl`` by its key; a broken line is CorpusUnreadable."""
    return {
        f"{row.work}/{row.article}".lower(): SearchWords(row.nl, row.en)
        for path in _files(folder)
        for row in rows(path, _WordsRow)
    }


def fingerprint(folder: Path) -> str:
    """Return a hash of all search words."""
    digest = hashlib.sha256()
    for path in _files(folder):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))
