"""Reads the starter corpus: our own digests of provisions and rulings, one JSON object per line."""

from datetime import date
from pathlib import Path

from src.desks.tax.law.references import ruling_title
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
