"""What can be asked of the official services, where they are, and which rulings a feed has told of already."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from src.desks.tax.law.citations import ECLI
from src.desks.tax.law.laws import LAWS
from src.desks.tax.services.replies import HIGHEST_COURT, TAX_LAW, Entry
from src.disk import make_folder, replace_file
from src.services.addresses import AddressGuard


@dataclass(frozen=True)
class Feed:
    """What is known of one query: every ruling with the moment of its last change, and the newest of these."""

    key: str
    rulings: dict[str, datetime | None]
    modified: str = ""
    """The newest change seen, as the service wants to hear it; empty before the first run has ended."""
    withdrawn: tuple[str, ...] = ()
    """The rulings that the service gives no more: kept, as a run that is interrupted has not removed them all."""

    def with_page(self, entries: Iterable[Entry]) -> "Feed":
        """Return the feed with the rulings of one more page; a ruling that was withdrawn goes, and may come back."""
        rulings, withdrawn = dict(self.rulings), dict.fromkeys(self.withdrawn)
        for entry in entries:
            if entry.withdrawn:
                rulings.pop(entry.ecli, None)
                withdrawn[entry.ecli] = None
            else:
                rulings[entry.ecli] = entry.modified
                withdrawn.pop(entry.ecli, None)
        return replace(self, rulings=rulings, withdrawn=tuple(withdrawn))


_FEEDS = TypeAdapter(dict[str, Feed])


class Feeds:
    """The file in which feeds are remembered; one that is lost or broken costs no more than a longer list."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def known(self, key: str) -> Feed:
        return self._all().get(key) or Feed(key, {})

    def save(self, feed: Feed) -> None:
        """Remember a feed of which every ruling has been fetched."""
        changes = [changed for changed in feed.rulings.values() if changed]
        newest = max(changes).strftime("%Y-%m-%dT%H:%M:%S") if changes else feed.modified
        feeds = self._all() | {feed.key: replace(feed, modified=newest)}
        make_folder(self._path.parent)
        replace_file(self._path, _FEEDS.dump_json(feeds, indent=1))

    def _all(self) -> dict[str, Feed]:
        try:
            return _FEEDS.validate_json(self._path.read_bytes())
        except (FileNotFoundError, ValidationError):
            return {}


TAX = "tax"
SUBJECT = "subject:"
OFFICIAL = (
    "zoekservice.overheid.nl",
    "repository.officiele-overheidspublicaties.nl",
    "data.rechtspraak.nl",
)
"""Hosts of the official services."""

TAX_LAWS = tuple(law.work for law in LAWS if law.core)
"""The laws that ``tax`` stands for."""

_WORK = re.compile(r"BWB[RV][0-9]{7}")


@dataclass(frozen=True)
class Addresses:
    """Where the official services are."""

    law_search: str
    law_texts: str
    rulings: str

    @property
    def guard(self) -> AddressGuard:
        """What lets through the hosts of the official services, and the addresses that stand here."""
        return AddressGuard(OFFICIAL, [self.law_search, self.law_texts, self.rulings])


@dataclass(frozen=True)
class Wanted:
    """What is asked for, beside the names: which versions of laws, and which rulings go with ``tax``."""

    names: tuple[str, ...]
    day: date
    """The day whose law counts; unless all versions are wanted."""
    all_versions: bool
    since: date
    court: str = HIGHEST_COURT
    """As the official list of terms writes it: ``Hoge Raad der Nederlanden``, ``Gerechtshof Amsterdam``."""

    @property
    def feed(self) -> str:
        """The key of the feed of these rulings."""
        return f"{TAX_LAW} {self.court} {self.since}"


@dataclass(frozen=True)
class Text:
    """A text to fetch: its name, its address, and what its XML begins with."""

    name: str
    url: str
    root: str
    until: date | None = None
    """Law: last day of the version."""
    changed: datetime | None = None
    """Ruling: last change that the feed told of."""


def is_official(name: str) -> bool:
    """Tell whether a name on the command line is something that the services have, and no path."""
    is_one = is_work(name) or ECLI.fullmatch(name) is not None
    return name == TAX or name.startswith(SUBJECT) or is_one


def is_work(name: str) -> bool:
    """Tell whether a name is the number of a law, in either case."""
    return _WORK.fullmatch(name.upper()) is not None
