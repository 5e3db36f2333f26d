"""Words of everyday Dutch and of English under which people look for an article; never shown, never quoted."""

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
        for path in files(folder)
        for row in rows(path, _WordsRow)
    }


def files(folder: Path) -> list[Path]:
    """Return the files that search words are read from, in order."""
    return sorted(folder.glob("*.jsonl"))
