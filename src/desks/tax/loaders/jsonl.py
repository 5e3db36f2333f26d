"""Reads articles of laws in JSON Lines, one object per line."""

import codecs
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import IO

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from src.desks.tax.law.laws import listed
from src.desks.tax.law.references import place
from src.desks.tax.loaders.loaded import LawVersion, LoadedLaw
from src.desks.tax.sources import Legislation
from src.search.loaders.loaded import NotLoaded

SUFFIX = ".jsonl"
LONGEST_LINE = 16 * 1024 * 1024
"""Bytes; a longer line is no article."""

_ANNEX = re.compile(r"(?:Bijlage|BIJLAGE) (\d+[a-z]?|[IVXLC]+[a-z]?|[A-Z])(?![^\s:.])")
"""The heading of a numbered annex; an unnumbered one may be all of a decree (``Bijlage bij besluit van``)."""

Skip = Callable[[str], None]
"""Told of each line that is left out: its number and why, in words for a person."""


class _Article(BaseModel):
    """Fields that are not ours are let be: others write these files."""

    model_config = ConfigDict(frozen=True)

    bwb_id: str = Field(pattern=r"^BWB[RV][0-9]{7}$")
    law_title: str = Field(min_length=1)
    article: str = Field(min_length=1)
    short_title: str = ""
    article_title: str = ""
    heading_path: str = ""
    unit: str = "artikel"
    as_of: date | None = None
    text: str

    @property
    def work(self) -> str:
        """Rows of one work are stored together: a law at its date."""
        return f"{self.bwb_id}@{self.as_of or ''}"

    @property
    def annex(self) -> str | None:
        """Number of the annex whose article this is, None in the law itself."""
        found = _ANNEX.match(self.heading_path) if self.unit == "artikel" else None
        return found[1] if found else None

    @property
    def key(self) -> str:
        """Its part of an id: ``16``, or ``bijlage-2-16`` in an annex."""
        name = self.article if self.annex is None else f"bijlage-{self.annex}-{self.article}"
        return re.sub("[/@#~]", "-", "-".join(name.split()))


def load(path: Path, as_of: date | None, skip: Skip) -> Iterator[tuple[bytes, LoadedLaw]]:
    """Yield every law of a file, one at a time in memory: its lines as they stand there, and what they hold.

    ``as_of`` is the day whose law the articles are, where their rows do not say. A bad line is skipped. NotLoaded:
    nobody said which day's law it is, or no line is good.
    """
    with path.open("rb") as file:
        works = _places(file, as_of, skip)
        if not works:
            raise NotLoaded("no line holds an article")
        for places in works.values():
            lines = [_line_at(file, place) for place in places]
            content = f"{as_of}\n".encode() + b"".join(lines)
            yield content, _loaded([_row(line) for line in lines], as_of)


def _places(file: IO[bytes], as_of: date | None, skip: Skip) -> dict[str, list[int]]:
    """Return where the good lines of each work begin: the rows of a law need not stand together."""
    places: dict[str, list[int]] = defaultdict(list)
    number, place = 0, 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        try:
            if line.strip():
                row = _row(line)
                if row.as_of is None and as_of is None:
                    raise NotLoaded(
                        "its articles have no date: say with --date which day's law they are"
                    )
                places[row.work].append(place)
        except ValueError as error:
            skip(f"line {number}: {error}")
        place = file.tell()
    return places


def _row(line: bytes) -> _Article:
    """Return a line's row; ValueError says what is wrong with it."""
    try:
        fields = from_json(line.removeprefix(codecs.BOM_UTF8))
    except ValueError as error:
        raise ValueError("not valid JSON") from error
    if not isinstance(fields, dict):
        raise ValueError("not a JSON object")
    if "bwb_id" not in fields:
        raise ValueError("no article: it has no bwb_id; give pages of documentation a collection")
    try:
        return _Article.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ValueError(f"field {field}: {first['msg'].lower()}") from error


def _line_at(file: IO[bytes], place: int) -> bytes:
    file.seek(place)
    return file.readline(LONGEST_LINE)


def _loaded(rows: list[_Article], as_of: date | None) -> LoadedLaw:
    """Return what rows of one law in one version hold."""
    seen: Counter[str] = Counter()
    told = [row for row in rows if row.text.strip()]
    sources = tuple(_legislation(row, as_of, seen) for row in told)
    return LoadedLaw(sources, without_text=len(rows) - len(sources))


def _legislation(row: _Article, as_of: date | None, seen: Counter[str]) -> Legislation:
    day = row.as_of or as_of
    assert day is not None  # a row without one was left out
    annex = "" if row.annex is None else f"bijlage {row.annex}, "
    last_heading = row.heading_path.rpartition(" > ")[2]
    return LawVersion(row.bwb_id, row.law_title, day, seen).source(
        row.key,
        row.article,
        f"{annex}{row.unit} {row.article}",
        place(row.article, row.annex) if row.unit == "artikel" else "",
        row.text.strip(),
        heading=row.article_title or last_heading.rpartition(": ")[2],
        short=listed(row.bwb_id).short or row.short_title,
        path=row.heading_path,
    )
