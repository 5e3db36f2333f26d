"""Reads the starter corpus: our own digests of law and rulings, and the questions that their sentences answer."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path

from pydantic import Field

from src.desks.tax.law.references import ruling_title
from src.desks.tax.offline.passages import sentences
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Frozen, GlossTexts
from src.search.json_rows import rows

DIGEST = "#digest"
"""Ends the id of a digest, so that a digest and the real text are never taken for one source."""


class _StarterRow(Frozen):
    heading: str
    topic: str
    digest: str
    url: str


class _Provision(_StarterRow):
    bwb_id: str
    law: str
    short: str
    article: str
    as_of: date
    english: str = ""
    """The digest in English, sentence by sentence; empty where nobody has written it yet."""


class _Ruling(_StarterRow):
    ecli: str
    court: str
    date: date
    subject: str
    cites: tuple[str, ...]


_AS_THEY_ARE = set("url heading as_of law short article ecli court subject cites".split())
"""Fields that a source has as its row does."""


def load(folder: Path) -> tuple[Legislation | CaseLaw, ...]:
    """Return every digest in ``provisions/*.jsonl`` and ``rulings.jsonl``; a broken line is CorpusUnreadable."""
    *provisions, rulings = files(folder)
    laws = [_legislation(row) for path in provisions for row in rows(path, _Provision)]
    return (*laws, *map(_case_law, rows(rulings, _Ruling)))


def files(folder: Path) -> list[Path]:
    """Return the files that the starter corpus is read from, in order: the rulings last."""
    return [*sorted((folder / "provisions").glob("*.jsonl")), folder / "rulings.jsonl"]


def _legislation(row: _Provision) -> Legislation:
    return Legislation(
        id=f"{row.bwb_id}/{row.article}@{row.as_of}{DIGEST}",
        title=f"{row.law}, artikel {row.article}",
        content=row.digest,
        digest=True,
        gloss=GlossTexts(as_of=row.as_of, texts={"en": row.english}) if row.english else None,
        work=row.bwb_id,
        **row.model_dump(include=_AS_THEY_ARE),
    )


def _case_law(row: _Ruling) -> CaseLaw:
    return CaseLaw(
        id=row.ecli + DIGEST,
        title=ruling_title(row.court, row.date, row.ecli),
        content=row.digest,
        as_of=row.date,
        digest=True,
        **row.model_dump(include=_AS_THEY_ARE),
    )


class SentenceQuestions(Frozen):
    """Everyday questions that one sentence of a digest answers, in both languages: never shown, never quoted."""

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


def load_questions(starter_dir: Path) -> Mapping[str, tuple[SentenceQuestions, ...]]:
    """Return the questions in ``questions/*.jsonl`` by the key of their article; a broken line is CorpusUnreadable."""
    found: defaultdict[str, list[SentenceQuestions]] = defaultdict(list)
    for path in question_files(starter_dir):
        for row in rows(path, SentenceQuestions):
            found[row.key].append(row)
    return {key: tuple(of) for key, of in found.items()}


@cache
def known_questions(starter_dir: Path) -> KnownQuestions:
    """Return the questions of every sentence by its words: of another version of a digest those that it shares."""
    asked = load_questions(starter_dir)
    known: dict[str, dict[str, tuple[str, ...]]] = {}
    for digest in load(starter_dir):
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


def question_files(starter_dir: Path) -> list[Path]:
    """Return the files that questions are read from, in order."""
    return sorted((starter_dir / "questions").glob("*.jsonl"))
