"""What the official services say: which laws and versions there are, which rulings, and what changed since. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from urllib.parse import quote, urlencode

from lxml import etree

from src.desks.tax.law.citations import ECLI
from src.desks.tax.law.days import day_of_iso
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.xml_file import local_name, parse, text_of

SEARCH_ROOT = "searchRetrieveResponse"
MANIFEST_ROOT = "work"

_PAGE = 50
"""Records of one page; the service gives no more."""
_OPEN = date(9999, 12, 31)
"""Stands for no end."""


@dataclass(frozen=True)
class ListedVersion:
    """One version of a law as it is known today; in force from ``start`` up to and with ``end``, None for no end."""

    work: str
    label: str
    """The service's name of it, ``2024-01-01_0``; the last number counts how often its text became known anew."""
    start: date
    end: date | None


@dataclass(frozen=True)
class SearchPage:
    """One page of a search: the laws of its records, and how many records there are in all."""

    works: tuple[str, ...]
    records: int
    of_all: int


def search_url(base: str, subject: str, day: date | None, start: int) -> str:
    """Return the address of a page of the laws in a field of law, in force on a day; ``start`` counts from 1."""
    query = f'overheidbwb.rechtsgebied="{subject.replace(chr(34), "")}"'
    if day is not None:
        query += f" and overheidbwb.geldigheidsdatum={day}"
    parameters = {
        "operation": "searchRetrieve",
        "version": "2.0",
        "x-connection": "BWB",
        "query": query,
        "startRecord": start,
        "maximumRecords": _PAGE,
    }
    return f"{base}?{urlencode(parameters, quote_via=quote)}"


def search_page(content: bytes) -> SearchPage:
    """Return what a reply of the search service holds; NotLoaded where it is none."""
    root = rooted(content, SEARCH_ROOT)
    records = list(root.iter("{*}record"))
    named = (text_of(next(record.iter("{*}identifier"), None)) for record in records)
    total = text_of(next(root.iter("{*}numberOfRecords"), None))
    return SearchPage(
        tuple(dict.fromkeys(name for name in named if name.startswith("BWB"))),
        len(records),
        int(total) if total.isdecimal() else 0,
    )


def versions(manifest: bytes, work: str) -> tuple[ListedVersion, ...]:
    """Return the versions that a manifest lists, oldest first; NotLoaded where it is none.

    A version whose text became known again (with retroactive effect, say) is listed once for each text: only the
    text as known today counts. Texts that are withdrawn, or that exist on paper only, are left out.
    """
    known: dict[date, tuple[tuple[bool, date, int], ListedVersion]] = {}
    for expression in rooted(manifest, MANIFEST_ROOT).iter("{*}expression"):
        version = _version(expression, work)
        if version is None:
            continue
        rank = _knowledge(expression, version)
        if version.start not in known or rank > known[version.start][0]:
            known[version.start] = (rank, version)
    return tuple(version for _, (_, version) in sorted(known.items()))


def in_force(versions: Iterable[ListedVersion], day: date) -> ListedVersion | None:
    """Return the version in force on a day, None where there is none."""
    begun = (entry for entry in versions if entry.start <= day and (entry.end or day) >= day)
    return max(begun, key=lambda version: version.start, default=None)


def rooted(content: bytes, name: str) -> etree._Element:
    """Return the root of a reply that must be of one kind; NotLoaded where it is of another."""
    root = parse(content)
    if local_name(root) != name:
        raise NotLoaded(f"the service replied with <{local_name(root)}> instead of <{name}>")
    return root


def _version(expression: etree._Element, work: str) -> ListedVersion | None:
    label = expression.get("label", "")
    start = day_of_iso(_field(expression, "datum_inwerkingtreding") or label.partition("_")[0])
    day, _, number = label.partition("_")  # a date and a number: it becomes part of an address
    is_label = day_of_iso(day) is not None and number.isascii() and number.isdecimal()
    if start is None or not is_label or not _has_text(expression):
        return None
    end = day_of_iso(_field(expression, "einddatum"))
    return ListedVersion(work, label, start, None if end == _OPEN else end)


def _knowledge(expression: etree._Element, version: ListedVersion) -> tuple[bool, date, int]:
    """Return how late the text became known: the one that is valid knowledge today comes last."""
    seen_till = day_of_iso(_field(expression, "zichtdatum_eind")) or _OPEN
    seen_from = day_of_iso(_field(expression, "zichtdatum_start")) or date.min
    return seen_till == _OPEN, seen_from, int(version.label.partition("_")[2])


def _has_text(expression: etree._Element) -> bool:
    """Tell whether there is XML of it, and not on paper only or withdrawn."""
    forms = (
        form for form in expression.iterchildren("{*}manifestation") if form.get("label") == "xml"
    )
    items = (item for form in forms for item in form.iterchildren("{*}item"))
    return any(item.get("_deleted") != "true" for item in items)


def _field(expression: etree._Element, name: str) -> str:
    return text_of(expression.find(f"{{*}}metadata/{{*}}{name}"))


FEED_ROOT = "feed"
TAX_LAW = "http://psi.rechtspraak.nl/rechtsgebied#bestuursrecht_belastingrecht"
HIGHEST_COURT = "Hoge Raad der Nederlanden"

_COURTS = "http://standaarden.overheid.nl/owms/terms/"
_FEED_PAGE = 500
_COUNT = re.compile(r"([0-9]+)\s*$")


@dataclass(frozen=True)
class Entry:
    """One ruling in the feed."""

    ecli: str
    modified: datetime | None
    withdrawn: bool


@dataclass(frozen=True)
class FeedPage:
    """One page of the feed, and how many rulings there are in all, where it says so."""

    entries: tuple[Entry, ...]
    of_all: int | None


def feed_url(base: str, court: str, since: date, modified: str, start: int) -> str:
    """Return the address of a page: rulings on tax with a text, of one court, decided on a day or after it.

    They changed since ``modified`` unless that is empty.
    """
    parameters: dict[str, str | int] = {
        "subject": TAX_LAW,
        # Only the full address of a court is understood: its name alone silently finds nothing.
        "creator": _COURTS + court.replace(" ", "_"),
        "date": since.isoformat(),
        "return": "DOC",
        "sort": "ASC",
        "max": _FEED_PAGE,
        "from": start,
    }
    if modified:
        parameters["modified"] = modified
    return f"{base}/zoeken?{urlencode(parameters, quote_via=quote, safe=':/')}"


def content_url(base: str, ecli: str) -> str:
    """Return the address of one ruling's text."""
    return f"{base}/content?id={ecli}"


def feed_page(content: bytes) -> FeedPage:
    """Return the rulings on a page of the feed; NotLoaded where it is none."""
    root = rooted(content, FEED_ROOT)
    entries = (_entry(element) for element in root.iter("{*}entry"))
    told = _COUNT.search(text_of(root.find("{*}subtitle")))
    return FeedPage(
        tuple(entry for entry in entries if ECLI.fullmatch(entry.ecli)),
        int(told[1]) if told else None,
    )


def _entry(element: etree._Element) -> Entry:
    return Entry(
        ecli=text_of(element.find("{*}id")).upper(),
        modified=_moment(text_of(element.find("{*}updated"))),
        withdrawn=element.get("deleted") is not None,
    )


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
