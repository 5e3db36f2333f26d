"""What the open-data service of the judiciary says of rulings: which there are, and what changed since. Pure."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from urllib.parse import quote, urlencode

from lxml import etree

from src.desks.tax.law.citations import ECLI
from src.desks.tax.services.laws import rooted
from src.search.loaders.xml_file import text_of

FEED_ROOT = "feed"
TAX_LAW = "http://psi.rechtspraak.nl/rechtsgebied#bestuursrecht_belastingrecht"
HIGHEST_COURT = "Hoge Raad der Nederlanden"

_COURTS = "http://standaarden.overheid.nl/owms/terms/"
_PAGE = 500
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
        "max": _PAGE,
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
