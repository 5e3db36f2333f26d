"""Reads one version of a law as the public corpus MinBZK/regelrecht-corpus has it (``<law>/<valid from>.yaml``)."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path, PurePath

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from src.desks.tax.law.days import day_of_iso
from src.desks.tax.law.laws import LAWS
from src.desks.tax.law.references import place
from src.desks.tax.loaders.bwb import slug
from src.desks.tax.loaders.loaded import LapsedArticle, LawVersion, LoadedLaw
from src.desks.tax.sources import Legislation
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.yaml_file import parse

_REFERENCE = re.compile(r"^\[ref\d+\]: \S+$", re.MULTILINE)
_LINK = re.compile(r"\[([^\[\]]*)\](?:\[ref\d+\]|\([^()\s]+\))")
_EMPHASIS = re.compile(
    r"(?P<before>[^\W\d_])?(\*{1,2})(?P<words>[^*\s](?:[^*]*[^*\s])?)\2(?P<after>[^\W\d_])?"
)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>-])")
_LOOSE = re.compile(r" (?=[,;](?: |$)|\.$)")
"""The space that a link leaves before a comma or a full stop."""
_PARAGRAPH = re.compile(r"(?P<number>\d{1,3})(?P<letters>[a-z]{0,3}) (?=[^\W\d_a-z]|[‘“'(])")
_CELL = " " * 8
"""Begins a cell of a table: it stands that far within the text."""
_BLANK_WITHIN_A_ROW = 2
"""Blank lines between two cells of one row; between two rows there are more."""


def lines(text: str) -> list[str]:
    """Return the text as the official one has it: a paragraph, a part or a row of a table a line, ``2. Wie ...``."""
    found: list[str] = []
    number = 0
    cell_before = False
    for blank, block in _blocks(_REFERENCE.sub("", text)):
        is_cell = block.startswith(_CELL)
        line = _plain(" ".join(block.split()))
        paragraph = None if is_cell else _PARAGRAPH.match(line)
        if paragraph and number <= int(paragraph["number"]) <= number + 10:
            number = int(paragraph["number"])
            line = f"{number}{paragraph['letters']}. {line[paragraph.end() :]}"
        if is_cell and cell_before and blank <= _BLANK_WITHIN_A_ROW:
            found[-1] += f" | {line}"
        elif line:
            found.append(line)
        cell_before = is_cell
    return found


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    blank = 0
    for is_blank, stretch in groupby(text.split("\n"), key=lambda line: not line.strip()):
        if is_blank:
            blank = len(list(stretch))
        else:
            yield blank, "\n".join(stretch)


def _plain(line: str) -> str:
    words = _LINK.sub(r"\1", line)
    if "*" in words:
        words = _EMPHASIS.sub(_unemphasised, words)
    return _LOOSE.sub("", _ESCAPED.sub(r"\1", words))


def _unemphasised(found: re.Match[str]) -> str:
    """Return emphasised words; a word that touches them lost the space between when the file was made."""
    before = f"{found['before']} " if found["before"] else ""
    after = f" {found['after']}" if found["after"] else ""
    return f"{before}{found['words']}{after}"


SUFFIXES = frozenset({".yaml", ".yml"})

_NO_LAW = re.compile(r"status|\.enrichment.*")
"""Stems of the files in which the corpus keeps notes of its own work."""

_TITLES = {law.work: law.title for law in LAWS}
_DATED = re.compile(r"/(\d{4}-\d{2}-\d{2})(?:[_#/]|$)")
_LAPSED = re.compile(r"\W*(?:door vernummering )?vervallen\b[^.]{0,60}\W*", re.IGNORECASE)


class _Part(BaseModel):
    """An article; or in older files a piece of one, ``3.20.2.a``. What machines read is let be."""

    model_config = ConfigDict(frozen=True)

    number: str = Field(min_length=1, max_length=100)
    text: str = ""
    url: str = ""

    @property
    def article(self) -> str:
        """Number of the article: as much of its own as stands in the address (``#Artikel3.20``; ``11`` for 1:1)."""
        addressed = _bare(self.url.partition("#Artikel")[2])
        pieces = self.number.split(".")
        heads = (".".join(pieces[:count]) for count in range(1, len(pieces)))
        return next((head for head in heads if _bare(head) == addressed), self.number)

    @property
    def mark(self) -> str:
        """What its first line begins with: ``2.`` for a paragraph, ``a.`` or ``1°.`` for a part; nothing of a whole."""
        last = self.number.removeprefix(self.article).rpartition(".")[2]
        return f"{last}. " if last else ""

    @property
    def lines(self) -> list[str]:
        found = lines(self.text.strip().removeprefix(f"Artikel {self.number} "))
        return [f"{self.mark}{found[0]}", *found[1:]] if found else []


class _CorpusLaw(BaseModel):
    model_config = ConfigDict(frozen=True)

    bwb_id: str = Field(pattern=r"^BWB[RV][0-9]{7}$")
    slug: str = Field("", alias="$id")
    name: str = ""
    valid_from: date | None = None
    url: str = ""
    articles: tuple[_Part, ...]

    @property
    def title(self) -> str:
        """Its name; where the file only says which rule tells it (``#wet_naam``), the one we know, or its folder's."""
        if self.name and not self.name.startswith("#"):
            return " ".join(self.name.split())
        words = self.slug.replace("_", " ").strip() or self.bwb_id
        return _TITLES.get(self.bwb_id) or f"{words[:1].upper()}{words[1:]}"

    @property
    def begins(self) -> date:
        """The day since which this version is in force: told, or that of its address."""
        addressed = _DATED.search(self.url)
        day = self.valid_from or day_of_iso(addressed[1] if addressed else "")
        if day is None:
            raise NotLoaded("the law has no valid date")
        return day


def load(content: bytes, name: PurePath) -> LoadedLaw:
    """Return the articles of a law in one version; NotLoaded says why a file can't be used."""
    if _NO_LAW.fullmatch(name.stem):
        raise NotLoaded("notes of the corpus on its own work, and no law")
    law = _read(content)
    version = LawVersion(law.bwb_id, law.title, law.begins)
    sources: list[Legislation] = []
    lapsed: list[LapsedArticle] = []
    textless: list[str] = []
    for article, parts in groupby(law.articles, key=lambda part: part.article):
        text = "\n".join(line for part in parts for line in part.lines)
        if _LAPSED.fullmatch(text):
            lapsed.append(LapsedArticle(slug(article)))
        elif not text:
            textless.append(slug(article))
        else:
            sources.append(_source(version, article, text))
    if not (sources or lapsed or textless):
        raise NotLoaded("the law has no articles")
    key = f"{law.bwb_id}@{version.day}"
    return LoadedLaw(tuple(sources), tuple(lapsed), len(textless), key, tuple(textless))


def last_day(path: Path) -> date | None:
    """Return the last day of a version: that before the next one in its folder; None where none is later.

    The corpus has every version of a law, so the next file is the next version.
    """
    own = _day_of(path)
    if own is None:
        return None
    days = (_day_of(entry) for entry in path.parent.iterdir())
    return min((day - timedelta(days=1) for day in days if day and day > own), default=None)


def _day_of(path: Path) -> date | None:
    return day_of_iso(path.stem) if path.suffix in SUFFIXES else None


def _read(content: bytes) -> _CorpusLaw:
    found = parse(content)
    if not isinstance(found, dict) or "bwb_id" not in found or "articles" not in found:
        raise NotLoaded("no law of the corpus regelrecht: it has no bwb_id or no articles")
    try:
        return _CorpusLaw.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise NotLoaded(f"field {field}: {first['msg'].lower()}") from error


def _source(law: LawVersion, article: str, text: str) -> Legislation:
    is_article = not article.lower().startswith("bijlage")
    name = f"artikel {article}" if is_article else f"{article[:1].lower()}{article[1:]}"
    return law.source(slug(article), article, name, place(article) if is_article else "", text)


def _bare(name: str) -> str:
    """Return a number as an address has it."""
    return re.sub(r"[:\s]", "", name)
