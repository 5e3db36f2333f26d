"""The catalogue of the library in use: made from its works once, and kept beside them until they change."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ValidationError

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library.works import WorkHeader, Works, works_folder
from src.desks.tax.lint.model import CatalogueLaw, CatalogueVersion, Ruling
from src.desks.tax.loaders import starter
from src.desks.tax.sources import CaseLaw, Legislation
from src.disk import replace_file
from src.dossier.models import Source
from src.search.index_folder import library_lock

_LJN = re.compile(r"[A-Z]{2}[0-9]{4}")
_OF_ONE_CASE = frozenset({"HR", "PHR"})
"""A ruling of the Hoge Raad and the opinion before it had one number, up to 2013."""
_RARE = 0.1
"""Share of the library's own rulings that may look alike by chance, where a likeness alone is to mean anything."""
_SWAPPED = 2

_Key = tuple[str, ...]


class Lookalikes:
    """Finds rulings that differ from a given ECLI in the year, in the court, or in two digits that changed places.

    The former numbers (``AB1234``) were given out once, so another court or year beside one is a slip. Numbers of
    today are counted by each court in each year: a likeness counts only where it is rare among the library's own.
    """

    def __init__(self, eclis: Iterable[str]) -> None:
        self._by_key: defaultdict[_Key, list[str]] = defaultdict(list)
        held = tuple(eclis)
        for ecli in held:
            for key in _keys(ecli):
                self._by_key[key].append(ecli)
        self._telling = set(self._kinds(held))

    def of(self, ecli: str) -> dict[str, bool]:
        """Return rulings that an ECLI which is not among those given may mean, and whether the likeness alone tells."""
        return {
            other: key[0] in self._telling for key in _keys(ecli) for other in self._at(key, ecli)
        }

    def _at(self, key: _Key, ecli: str) -> Iterator[str]:
        return (other for other in self._by_key.get(key, ()) if _is_slip(ecli, other))

    def _kinds(self, held: tuple[str, ...]) -> Iterator[str]:
        """Yield the kinds of slip that the library's own rulings hardly ever show."""
        alike: defaultdict[str, set[str]] = defaultdict(set)
        of_kind: defaultdict[str, int] = defaultdict(int)
        for ecli in held:
            for key in _keys(ecli):
                of_kind[key[0]] += 1
                if any(self._at(key, ecli)):
                    alike[key[0]].add(ecli)
        return (kind for kind, count in of_kind.items() if len(alike[kind]) <= _RARE * count)


def _keys(ecli: str) -> Iterator[_Key]:
    """Yield what an ECLI shares with its lookalikes, beginning with the kind of slip."""
    _, country, court, year, number = ecli.split(":", 4)
    digits = "".join(sorted(number))
    if _LJN.fullmatch(number):
        yield "former number", country, number
        yield "digits of a former number", country, court, year, digits
        return
    yield "year", country, court, number
    yield "court", country, year, number
    yield "digits", country, court, year, digits


def _is_slip(ecli: str, other: str) -> bool:
    _, _, court, _, number = ecli.split(":", 4)
    _, _, other_court, _, other_number = other.split(":", 4)
    if number == other_number:
        return ecli != other and not (
            _LJN.fullmatch(number) and {court, other_court} <= _OF_ONE_CASE and court != other_court
        )
    return sum(a != b for a, b in zip(number, other_number, strict=True)) == _SWAPPED


_FORMAT = "3"
"""Change this when the catalogue is made differently."""

_PARAGRAPH = re.compile(r"^(\d+[a-z]{0,2})\. ", re.MULTILINE)
_ANNEX = re.compile(r"/bijlage-")


class _Stored(BaseModel):
    fingerprint: str
    laws: dict[str, CatalogueLaw]
    rulings: dict[str, Ruling]


class LibraryCatalogue:
    """What a library, or the starter corpus where there is none, holds."""

    def __init__(
        self, laws: dict[str, CatalogueLaw], rulings: dict[str, Ruling], works: Works | None = None
    ) -> None:
        self._laws, self._rulings, self._works = laws, rulings, works
        self._read: dict[str, tuple[Legislation, ...]] = {}
        self.names = LawNames({law.title: work for work, law in laws.items()})
        self._eclis: defaultdict[str, list[str]] = defaultdict(list)
        for ecli in rulings:
            self._eclis[ecli.rpartition(":")[2]].append(ecli)

    def law(self, work: str) -> CatalogueLaw | None:
        return self._laws.get(work)

    def texts(self, work: str, article: str) -> tuple[Legislation, ...]:
        if self._works is not None and work not in self._read:
            sources = self._works.sources(of=work)
            self._read[work] = tuple(entry for entry in sources if isinstance(entry, Legislation))
        return tuple(
            legislation
            for legislation in self._read.get(work, ())
            if legislation.article.lower() == article and not _ANNEX.search(legislation.id)
        )

    def ruling(self, ecli: str) -> Ruling | None:
        return self._rulings.get(ecli)

    def resembling(self, ecli: str) -> Mapping[str, bool]:
        """Return the rulings of which this may be a slip of the pen, and whether the likeness alone tells so.

        Digests are a sample of known rulings, among which nothing can be missed.
        """
        return self._lookalikes.of(ecli)

    @cached_property
    def _lookalikes(self) -> Lookalikes:
        return Lookalikes(ecli for ecli, ruling in self._rulings.items() if not ruling.digest)

    def eclis(self, ljn: str) -> tuple[str, ...]:
        return tuple(self._eclis.get(ljn, ()))


def open_catalogue(library_dir: Path, starter_dir: Path) -> LibraryCatalogue:
    """Return the catalogue of the library, or of the starter corpus where the library is empty.

    A library that can't be read is CorpusUnreadable.
    """
    works = Works(works_folder(library_dir))
    if not len(works):
        return LibraryCatalogue(*_read(starter.load(starter_dir), ()))
    stored = _kept(library_dir, works)
    return LibraryCatalogue(stored.laws, stored.rulings, works)


def _kept(library_dir: Path, works: Works) -> _Stored:
    """Return the stored catalogue, rebuilt where the works have changed."""
    fingerprint = f"{_FORMAT} {works.fingerprint()}"
    path = library_dir / "catalogue.json"
    try:
        stored = _Stored.model_validate_json(path.read_bytes())
        if stored.fingerprint == fingerprint:
            return stored
    except (OSError, ValidationError):
        pass  # not made yet, or damaged: the works are what counts
    laws, rulings = _read(works.sources(), works.headers())
    made = _Stored(fingerprint=fingerprint, laws=laws, rulings=rulings)
    with suppress(OSError), library_lock(library_dir):  # without room it is made anew each time
        replace_file(path, made.model_dump_json().encode())
    return made


class _Reading:
    def __init__(self) -> None:
        self.title = ""
        self.until: date | None = None
        self.articles: dict[str, tuple[str, ...]] = {}


def _read(
    sources: Iterable[Source], headers: Iterable[WorkHeader]
) -> tuple[dict[str, CatalogueLaw], dict[str, Ruling]]:
    read: defaultdict[tuple[str, date], _Reading] = defaultdict(_Reading)
    rulings: dict[str, Ruling] = {}
    for source in sources:
        if isinstance(source, CaseLaw):
            rulings[source.ecli] = Ruling(
                court=source.court, decided=source.as_of, digest=source.digest
            )
        elif isinstance(source, Legislation):
            _add(read[source.work, source.as_of or date.min], source)
    return _laws(read, {header.key: header for header in headers}), rulings


def _add(reading: _Reading, source: Legislation) -> None:
    reading.title, reading.until = source.law, source.until
    if not _ANNEX.search(source.id):
        numbers = () if source.digest else tuple(dict.fromkeys(_PARAGRAPH.findall(source.content)))
        key = source.article.lower()
        reading.articles[key] = (*reading.articles.get(key, ()), *numbers)


def _laws(
    read: dict[tuple[str, date], _Reading], headers: dict[str, WorkHeader]
) -> dict[str, CatalogueLaw]:
    titles: dict[str, str] = {}
    versions: defaultdict[str, list[CatalogueVersion]] = defaultdict(list)
    for (work, since), reading in sorted(read.items(), key=lambda item: item[0]):
        titles[work] = reading.title
        version = _version(since, reading, headers.get(f"{work}@{since}"))
        versions[work].append(_with_earlier(version, versions[work]))
    return {
        work: CatalogueLaw(title=titles[work], versions=tuple(versions[work])) for work in titles
    }


def _version(since: date, reading: _Reading, header: WorkHeader | None) -> CatalogueVersion:
    """Return one version; a law that came as its official file is there whole."""
    if header is None:
        return CatalogueVersion(since=since, whole=False, digest=True, articles=reading.articles)
    return CatalogueVersion(
        since=since,
        until=reading.until,
        whole=header.file_name.lower().endswith(".xml"),
        articles=reading.articles,
        lapsed={article.article.lower(): article.since for article in header.lapsed_articles},
        textless=frozenset(article.lower() for article in header.textless),
    )


def _with_earlier(version: CatalogueVersion, earlier: list[CatalogueVersion]) -> CatalogueVersion:
    """Return a version with the articles of those before it, where both are known in part only."""
    if version.whole or not earlier or earlier[-1].whole:
        return version
    return version.model_copy(update={"articles": earlier[-1].articles | version.articles})
