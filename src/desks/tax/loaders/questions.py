"""Reads the questions that the sentences of our digests answer: searched and compared, never shown, never quoted."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import Field

from src.desks.tax.loaders import starter
from src.desks.tax.offline.passages import sentences
from src.desks.tax.sources import Legislation
from src.dossier.models import Frozen
from src.search.json_rows import rows


class SentenceQuestions(Frozen):
    """Everyday questions that one sentence of a digest answers, in both languages."""

    bwb_id: str
    article: str
    sentence: int = Field(ge=1)
    """Its place in the digest, from 1."""
    nl: tuple[str, ...]
    en: tuple[str, ...]

    @property
    def key(self) -> str:
        """The article: ``bwbr0002320/22j``."""
        return f"{self.bwb_id}/{self.article}".lower()


KnownQuestions = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The sentences of each digest, by the key of its article, and the questions that each answers."""


def load(starter_dir: Path) -> Mapping[str, tuple[SentenceQuestions, ...]]:
    """Return the questions in ``questions/*.jsonl`` by the key of their article; a broken line is CorpusUnreadable."""
    found: defaultdict[str, list[SentenceQuestions]] = defaultdict(list)
    for path in files(starter_dir):
        for row in rows(path, SentenceQuestions):
            found[row.key].append(row)
    return {key: tuple(of) for key, of in found.items()}


@cache
def known_questions(starter_dir: Path) -> KnownQuestions:
    """Return the questions of every sentence by its words: of another version of a digest those that it shares."""
    asked = load(starter_dir)
    known: dict[str, dict[str, tuple[str, ...]]] = {}
    for digest in starter.load(starter_dir):
        key = f"{digest.work}/{digest.article}".lower() if isinstance(digest, Legislation) else ""
        if key in asked:
            # An English question is nearer to the sentences of a digest in English.
            english = sentences(digest.gloss.texts.get("en", "")) if digest.gloss else []
            said = sentences(digest.content)
            known[key] = {
                said[entry.sentence - 1]: (*entry.nl, *entry.en, *english[entry.sentence - 1 :][:1])
                for entry in asked[key]
            }
    return known


def files(starter_dir: Path) -> list[Path]:
    """Return the files that questions are read from, in order."""
    return sorted((starter_dir / "questions").glob("*.jsonl"))
