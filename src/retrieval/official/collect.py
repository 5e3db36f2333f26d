"""Collects what was asked for from the official services: a recorded file for each law version and each ruling."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from src.retrieval.citations import ECLI
from src.retrieval.laws import LAWS
from src.retrieval.library import Fetched
from src.retrieval.loaders import bwb
from src.retrieval.loaders import rulings as ruling_files
from src.retrieval.loaders.xml_file import NotLoaded
from src.retrieval.official import laws, rulings
from src.retrieval.official.feeds import Feed, Feeds
from src.retrieval.official.recorded import TEXT_FRESH, Downloads
from src.services.download import Refused

TAX = "tax"
SUBJECT = "subject:"
TAX_LAWS = tuple(law.work for law in LAWS if law.core)
"""The laws that ``tax`` stands for."""

_WORK = re.compile(r"BWB[RV][0-9]{7}")

Progress = Callable[[int, int, str], None]
"""Called before each text with its number (from 1), the number of texts known by then, and its name."""


@dataclass(frozen=True)
class Addresses:
    """Where the official services are."""

    law_search: str
    law_texts: str
    rulings: str


@dataclass(frozen=True)
class Wanted:
    """What is asked for, beside the names: which versions of laws, and which rulings go with ``tax``."""

    names: tuple[str, ...]
    day: date
    """The day whose law counts; unless all versions are wanted."""
    all_versions: bool
    since: date
    court: str = rulings.HIGHEST_COURT


@dataclass
class Collection:
    """All texts that were asked for and could be had, and for the others the reason."""

    texts: list[Fetched] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)


def is_official(name: str) -> bool:
    """Tell whether a name on the command line is something that the services have, and no path."""
    return name == TAX or name.startswith(SUBJECT) or _is_one(name.upper())


def collect(
    wanted: Wanted, downloads: Downloads, addresses: Addresses, feeds: Feeds, progress: Progress
) -> Collection:
    """Fetch what is wanted, or take it from the record.

    What a service does not have is left out with the reason; a service out of reach is ServiceUnavailable, and then
    what was fetched is found in the record by the next attempt.
    """
    return _Collector(wanted, downloads, addresses, feeds, progress).collect()


def _is_one(name: str) -> bool:
    return bool(_WORK.fullmatch(name) or ECLI.fullmatch(name))


@dataclass(frozen=True)
class _Text:
    """A text that is to be had, before it is."""

    name: str
    url: str
    root: str
    until: date | None = None
    changed: datetime | None = None


class _Collector:
    def __init__(
        self,
        wanted: Wanted,
        downloads: Downloads,
        addresses: Addresses,
        feeds: Feeds,
        progress: Progress,
    ) -> None:
        self._wanted = wanted
        self._downloads = downloads
        self._addresses = addresses
        self._feeds = feeds
        self._progress = progress
        self._collection = Collection()

    def collect(self) -> Collection:
        laws_and_rulings = list(dict.fromkeys(self._texts()))
        feed = self._feed() if TAX in self._wanted.names else None
        rulings = (
            [self._ruling(ecli, changed) for ecli, changed in feed.rulings.items()] if feed else []
        )
        texts = [*laws_and_rulings, *rulings]
        for number, text in enumerate(texts, start=1):
            self._progress(number, len(texts), text.name)
            self._fetch(text)
        if feed is not None and not self._downloads.offline:
            self._feeds.save(feed)
        return self._collection

    def _texts(self) -> Iterator[_Text]:
        """Yield the texts that the names stand for."""
        for name in self._wanted.names:
            if name == TAX:
                yield from self._versions_of(TAX_LAWS)
            elif name.startswith(SUBJECT):
                yield from self._versions_of(self._works_on(name.removeprefix(SUBJECT)))
            elif _WORK.fullmatch(name.upper()):
                yield from self._versions_of([name.upper()])
            else:
                yield self._ruling(name.upper(), None)

    def _works_on(self, subject: str) -> list[str]:
        """Return the laws in a field of law."""
        works: list[str] = []
        with self._left_out_where_refused(f"{SUBJECT}{subject}"):
            works += self._found(subject)
            if not works:
                raise Refused("the service knows no law in this field of law")
        return works

    def _found(self, subject: str) -> dict[str, None]:
        """Return the laws that the search finds, each once; every version of a law is a record of the search."""
        day = None if self._wanted.all_versions else self._wanted.day
        works: dict[str, None] = {}
        start = 1
        while True:
            url = laws.search_url(self._addresses.law_search, subject, day, start)
            # Some searches are answered with status 406 and a valid body.
            page = laws.search_page(
                self._downloads.get(url, laws.search_page, any_status=True).read_bytes()
            )
            works.update(dict.fromkeys(page.works))
            start += page.records
            if not page.records or start > page.of_all:
                return works

    def _versions_of(self, works: Iterable[str]) -> Iterator[_Text]:
        for number, work in enumerate(works, start=1):
            self._progress(number, 0, work)
            with self._left_out_where_refused(work):
                yield from self._chosen(work)

    def _chosen(self, work: str) -> Iterator[_Text]:
        url = laws.manifest_url(self._addresses.law_texts, work)
        manifest = self._downloads.get(url, lambda content: laws.versions(content, work))
        versions = laws.versions(manifest.read_bytes(), work)
        current = laws.in_force(versions, self._wanted.day)
        if not self._wanted.all_versions and current is None:
            raise Refused(_not_in_force(versions, self._wanted.day))
        for version in versions if self._wanted.all_versions else [current]:
            if version is not None:
                url = laws.text_url(self._addresses.law_texts, version)
                yield _Text(f"{work} {version.start}", url, bwb.ROOT, version.end)

    def _feed(self) -> Feed | None:
        """Return the rulings that go with ``tax``: those known from earlier runs, and those changed since."""
        query = rulings.Query(self._wanted.court, self._wanted.since)
        feed = self._feeds.known(query)
        if self._downloads.offline and feed.modified:
            return feed
        try:
            return self._changed(query, feed)
        except (Refused, NotLoaded) as error:
            self._leave_out(f"rulings of {query.court}", error)
            return None

    def _changed(self, query: rulings.Query, feed: Feed) -> Feed:
        start, seen = 0, feed
        while True:
            url = rulings.feed_url(self._addresses.rulings, query, feed.modified, start)
            page = rulings.feed_page(self._downloads.get(url, rulings.feed_page).read_bytes())
            seen = seen.with_page(page.entries)
            start += len(page.entries)
            if not page.entries or (page.of_all is not None and start >= page.of_all):
                return seen

    def _ruling(self, ecli: str, changed: datetime | None) -> _Text:
        url = rulings.content_url(self._addresses.rulings, ecli)
        return _Text(ecli, url, ruling_files.ROOT, changed=changed)

    def _fetch(self, text: _Text) -> None:
        def check(content: bytes) -> object:
            return laws.rooted(content, text.root)

        with self._left_out_where_refused(text.name):
            # The feed tells when a ruling has changed; nobody tells it of the text of a law.
            fresh_for = timedelta.max if text.changed else TEXT_FRESH
            path = self._downloads.get(text.url, check, fresh_for, text.changed)
            self._collection.texts.append(Fetched(text.name, path, text.until))

    @contextmanager
    def _left_out_where_refused(self, name: str) -> Iterator[None]:
        """Note what can't be had, with the reason, and go on with the rest."""
        try:
            yield
        except (Refused, NotLoaded) as error:
            self._leave_out(name, error)

    def _leave_out(self, name: str, error: Refused | NotLoaded) -> None:
        self._collection.left_out.append((name, str(error)))


def _not_in_force(versions: tuple[laws.Version, ...], day: date) -> str:
    if not versions:
        return "the service has no text of it"
    first, last = versions[0].start, versions[-1].end
    told = f"its versions begin on {first}" + (f" and end on {last}" if last else "")
    return f"no version of it is in force on {day}; {told} (--as-of, --versions all)"
