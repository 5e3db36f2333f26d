"""Remembers which rulings a feed has told of, so that the next run asks only for what changed since."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from src.desks.tax.services.rulings import Entry, FeedQuery
from src.disk import make_folder, replace_file


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

    def known(self, query: FeedQuery) -> Feed:
        """Return what is known of a query."""
        return self._all().get(query.key) or Feed(query.key, {})

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
