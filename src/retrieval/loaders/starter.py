"""Reads the starter corpus: our own digests of provisions and rulings, one JSON object per line."""

import hashlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from src.dossier.models import CaseLaw, Legislation
from src.errors import CorpusUnreadable
from src.retrieval.loaders import rulings

DIGEST = "#digest"
"""Ends the id of a digest, so that a digest and the real text are never taken for one source."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    heading: str
    topic: str
    digest: str
    url: str


class _Provision(_Row):
    bwb_id: str
    law: str
    short: str
    article: str
    as_of: date


class _Ruling(_Row):
    ecli: str
    court: str
    date: date
    subject: str
    cites: tuple[str, ...]


def load(folder: Path) -> tuple[Legislation | CaseLaw, ...]:
    """Return every digest in ``provisions/*.jsonl`` and ``rulings.jsonl``; a broken line is CorpusUnreadable."""
    provisions = [
        _legislation(row) for path in _provision_files(folder) for row in _rows(path, _Provision)
    ]
    digests = [_case_law(row) for row in _rows(folder / "rulings.jsonl", _Ruling)]
    return (*provisions, *digests)


def fingerprint(folder: Path) -> str:
    """Return a hash of the whole starter corpus."""
    digest = hashlib.sha256()
    for path in (*_provision_files(folder), folder / "rulings.jsonl"):
        digest.update(_read(path))
    return digest.hexdigest()


def _provision_files(folder: Path) -> list[Path]:
    return sorted((folder / "provisions").glob("*.jsonl"))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusUnreadable(path=str(path), problem=error.strerror or str(error)) from error


_SomeRow = TypeVar("_SomeRow", bound=_Row)


def _rows(path: Path, row: type[_SomeRow]) -> Iterator[_SomeRow]:
    for number, line in enumerate(_read(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield row.model_validate_json(line)
        except ValidationError as error:
            problem = f"line {number}: {error.errors()[0]['msg']}"
            raise CorpusUnreadable(path=str(path), problem=problem) from error


def _legislation(row: _Provision) -> Legislation:
    return Legislation(
        id=f"{row.bwb_id}/{row.article}@{row.as_of}{DIGEST}",
        title=f"{row.law}, artikel {row.article}",
        content=row.digest,
        url=row.url,
        heading=row.heading,
        as_of=row.as_of,
        digest=True,
        work=row.bwb_id,
        law=row.law,
        short=row.short,
        article=row.article,
    )


def _case_law(row: _Ruling) -> CaseLaw:
    return CaseLaw(
        id=row.ecli + DIGEST,
        title=rulings.title(row.court, row.date, row.ecli),
        content=row.digest,
        url=row.url,
        heading=row.heading,
        as_of=row.date,
        digest=True,
        ecli=row.ecli,
        court=row.court,
        subject=row.subject,
        cites=row.cites,
    )
