"""Collects what was asked for from the official services: a recorded file for each law version and each ruling."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from src.desks.tax.library.library import Fetched, Progress
from src.desks.tax.loaders import bwb, rulings
from src.desks.tax.services import replies
from src.desks.tax.services.replies import rooted
from src.desks.tax.services.wanted import (
    SUBJECT,
    TAX,
    TAX_LAWS,
    Addresses,
    Feed,
    Feeds,
    Text,
    Wanted,
    is_work,
)
from src.disk import make_folder, replace_file
from src.search.loaders.loaded import NotLoaded
from src.services.download import RequestRefused, Response

LIST_FRESH = timedelta(hours=1)
"""How long a list (a search, a manifest) is taken from the record: long enough to resume an interrupted run."""
TEXT_FRESH = timedelta(days=30)
"""How long a text is; the text of a version is seldom corrected, and then asked for with its ETag."""

_OK, _UNCHANGED = 200, 304

Check = Callable[[bytes], object]
"""Raises NotLoaded where a reply is not what was asked for; it is then not kept."""


class Client(Protocol):
    """Fetches one address; see ``PoliteClient``."""

    def get(self, url: str, headers: Mapping[str, str]) -> Response:
        """Return the reply, whatever its status."""


class Recording(BaseModel):
    """What is kept beside the bytes of a reply."""

    model_config = ConfigDict(frozen=True)

    url: str
    status: int
    fetched_at: datetime
    headers: dict[str, str]


class Downloads:
    """A folder of recorded replies; without a client it is all there is."""

    def __init__(
        self,
        folder: Path,
        client: Client | None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._folder = folder
        self._client = client
        self._now = now
        self.offline = client is None
        """Whether only recorded replies are used."""
        self.fetched = 0
        """Replies that came over the network; one that says "unchanged" is not among them."""

    def get(
        self,
        url: str,
        check: Check,
        fresh_for: timedelta = LIST_FRESH,
        changed: datetime | None = None,
        any_status: bool = False,
    ) -> Path:
        """Return the file with the reply: the recorded one while it is fresh and not older than ``changed``.

        Refused where the service has no such thing, or offline nothing was recorded; ServiceUnavailable where the
        service is out of reach.
        """
        body = self._body(url)
        recording = self._recording(body)
        if self._client is None:
            if recording is None:
                raise RequestRefused(
                    "there is no recorded copy of it; run this once without --offline"
                )
            return body
        if (
            recording
            and self._now() - recording.fetched_at < fresh_for
            and (changed is None or changed <= recording.fetched_at)
        ):
            return body
        response = self._client.get(url, _conditions(recording))
        if response.status == _UNCHANGED and recording:
            self._note(body, recording.model_copy(update={"fetched_at": self._now()}))
            return body
        if response.status != _OK and not any_status:
            raise RequestRefused(f"the service replied with HTTP {response.status}")
        check(response.content)
        self.fetched += 1
        self._keep(url, body, response)
        return body

    def forget(self, url: str) -> None:
        """Remove the recorded reply, if there is one."""
        body = self._body(url)
        for path in (_about(body), body):
            path.unlink(missing_ok=True)

    def _body(self, url: str) -> Path:
        """Return the file of an address: readable, and one of a kind."""
        readable = re.sub(r"[^A-Za-z0-9_.-]+", ".", re.split(r"[/=]", url)[-1])[-60:]
        return self._folder / f"{hashlib.sha256(url.encode()).hexdigest()[:16]}-{readable}"

    def _recording(self, body: Path) -> Recording | None:
        """Return what is known of a recorded reply; nothing where it was not written to the end."""
        try:
            recording = Recording.model_validate_json(_about(body).read_bytes())
        except (FileNotFoundError, ValidationError):
            return None
        return recording if body.is_file() else None

    def _keep(self, url: str, body: Path, response: Response) -> None:
        make_folder(self._folder)
        replace_file(body, response.content)
        headers = dict(response.headers)
        self._note(
            body,
            Recording(url=url, status=response.status, fetched_at=self._now(), headers=headers),
        )

    def _note(self, body: Path, recording: Recording) -> None:
        replace_file(_about(body), recording.model_dump_json(indent=1).encode())


def _about(body: Path) -> Path:
    return body.with_name(f"{body.name}.headers.json")


def _conditions(recording: Recording | None) -> dict[str, str]:
    """Return the headers that ask for a reply only where it differs from the recorded one."""
    if recording is None:
        return {}
    asked = {"if-none-match": "etag", "if-modified-since": "last-modified"}
    return {name: recording.headers[of] for name, of in asked.items() if of in recording.headers}


def _not_in_force(versions: tuple[replies.ListedVersion, ...], day: date) -> str:
    if not versions:
        return "the service has no text of it"
    first, last = versions[0].start, versions[-1].end
    told = f"its versions begin on {first}" + (f" and end on {last}" if last else "")
    return f"no version of it is in force on {day}; {told} (--as-of, --versions all)"


@dataclass
class Collection:
    """All texts that were asked for and found, and for the others the reason."""

    texts: list[Fetched] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    """ECLIs of the rulings that their court has withdrawn: they are to leave the library."""
    fetched: int = 0
    """Replies that came over the network."""


@dataclass(frozen=True)
class Collector:
    """Fetches what is wanted, or takes it from the record."""

    _wanted: Wanted
    _downloads: Downloads
    _addresses: Addresses
    _feeds: Feeds
    _progress: Progress
    _collection: Collection = field(default_factory=Collection)

    def collect(self) -> Collection:
        """Return all that was found.

        What a service does not have is left out with the reason; a service out of reach is ServiceUnavailable, and
        then what was fetched is found in the record by the next attempt.
        """
        feeds: list[Feed] = []
        if TAX in self._wanted.names:
            with self._left_out_where_refused(f"rulings of {self._wanted.court}"):
                feeds.append(self._feed())
        for ecli in dict.fromkeys(ecli for feed in feeds for ecli in feed.withdrawn):
            # Perhaps it was withdrawn because it named somebody.
            self._downloads.forget(replies.content_url(self._addresses.rulings, ecli))
            self._collection.withdrawn.append(ecli)
        told_of = [
            self._ruling(ecli, changed) for feed in feeds for ecli, changed in feed.rulings.items()
        ]
        gone = set(self._collection.withdrawn)
        wanted = dict.fromkeys([*self._named(), *told_of])
        texts = [text for text in wanted if text.name not in gone]
        self._collection.left_out += [
            (text.name, "its court has withdrawn it") for text in wanted if text.name in gone
        ]
        for number, text in enumerate(texts, start=1):
            self._progress(number, len(texts), text.name)
            self._fetch(text)
        if not self._downloads.offline:  # the next run asks only for what changed after this one
            for feed in feeds:
                self._feeds.save(feed)
        self._collection.fetched = self._downloads.fetched
        return self._collection

    def _feed(self) -> Feed:
        """Return the rulings that go with ``tax``: those known from earlier runs, and those changed since."""
        known = self._feeds.known(self._wanted.feed)
        if self._downloads.offline and known.modified:
            return known
        start, feed = 0, known
        while True:
            base, court, since = self._addresses.rulings, self._wanted.court, self._wanted.since
            url = replies.feed_url(base, court, since, known.modified, start)
            page = replies.feed_page(self._downloads.get(url, replies.feed_page).read_bytes())
            feed = feed.with_page(page.entries)
            start += len(page.entries)
            if not page.entries or (page.of_all is not None and start >= page.of_all):
                return feed

    def _ruling(self, ecli: str, changed: datetime | None = None) -> Text:
        url = replies.content_url(self._addresses.rulings, ecli)
        return Text(ecli, url, rulings.ROOT, changed=changed)

    def _named(self) -> Iterator[Text]:
        for name in self._wanted.names:
            if name == TAX:
                yield from self._versions_of(TAX_LAWS)
            elif name.startswith(SUBJECT):
                with self._left_out_where_refused(name):
                    works = list(dict.fromkeys(self._works_on(name.removeprefix(SUBJECT))))
                    if not works:
                        raise RequestRefused("the service knows no law in this field of law")
                    yield from self._versions_of(works)
            elif is_work(name):
                yield from self._versions_of([name.upper()])
            else:
                yield self._ruling(name.upper())

    def _works_on(self, subject: str) -> Iterator[str]:
        """Yield the law of each record that the search finds; every version of a law is a record."""
        day = None if self._wanted.all_versions else self._wanted.day
        start = 1
        while True:
            url = replies.search_url(self._addresses.law_search, subject, day, start)
            # Some searches are answered with status 406 and a valid body.
            found = self._downloads.get(url, replies.search_page, any_status=True)
            page = replies.search_page(found.read_bytes())
            yield from page.works
            start += page.records
            if not page.records or start > page.of_all:
                return

    def _versions_of(self, works: Iterable[str]) -> Iterator[Text]:
        for number, work in enumerate(works, start=1):
            self._progress(number, 0, work)
            with self._left_out_where_refused(work):
                yield from map(self._law, self._wanted_of(work))

    def _wanted_of(self, work: str) -> Sequence[replies.ListedVersion]:
        """Return the versions of a law that are wanted; Refused where there is none, with what there is."""
        url = f"{self._addresses.law_texts}/{work}/manifest.xml"
        manifest = self._downloads.get(url, lambda content: replies.versions(content, work))
        versions = replies.versions(manifest.read_bytes(), work)
        if self._wanted.all_versions:
            return versions
        current = replies.in_force(versions, self._wanted.day)
        if current is None:
            raise RequestRefused(_not_in_force(versions, self._wanted.day))
        return [current]

    def _law(self, version: replies.ListedVersion) -> Text:
        work, label = version.work, version.label
        url = f"{self._addresses.law_texts}/{work}/{label}/xml/{work}_{label}.xml"
        return Text(f"{work} {version.start}", url, bwb.ROOT, until=version.end)

    def _fetch(self, text: Text) -> None:
        with self._left_out_where_refused(text.name):
            # The feed tells when a ruling has changed; nobody tells it of the text of a law.
            fresh_for = timedelta.max if text.changed else TEXT_FRESH
            path = self._downloads.get(
                text.url, lambda content: rooted(content, text.root), fresh_for, text.changed
            )
            self._collection.texts.append(Fetched(text.name, path, text.until))

    @contextmanager
    def _left_out_where_refused(self, name: str) -> Iterator[None]:
        try:
            yield
        except (RequestRefused, NotLoaded) as error:
            self._collection.left_out.append((name, str(error)))
