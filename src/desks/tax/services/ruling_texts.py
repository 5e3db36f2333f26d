"""Finds out which rulings are to be fetched, by asking the feed what has changed since the last run."""

from datetime import datetime

from src.desks.tax.loaders import rulings as ruling_files
from src.desks.tax.services import rulings
from src.desks.tax.services.feeds import Feed, Feeds
from src.desks.tax.services.recorded import Downloads
from src.desks.tax.services.wanted import Addresses, Text


class RulingTexts:
    """The texts of rulings, by name or as a feed tells of them."""

    def __init__(self, feeds: Feeds, downloads: Downloads, addresses: Addresses) -> None:
        self._feeds = feeds
        self._downloads = downloads
        self._addresses = addresses

    def of(self, ecli: str, changed: datetime | None = None) -> Text:
        """Return the text of a ruling, and when it changed, where that is known."""
        url = rulings.content_url(self._addresses.rulings, ecli)
        return Text(ecli, url, ruling_files.ROOT, changed=changed)

    def in_feed(self, feed: Feed) -> list[Text]:
        """Return the texts that a feed told of."""
        return [self.of(ecli, changed) for ecli, changed in feed.rulings.items()]

    def feed(self, query: rulings.FeedQuery) -> Feed:
        """Return the rulings known from earlier runs, and those changed since."""
        known = self._feeds.known(query)
        if self._downloads.offline and known.modified:
            return known
        start, feed = 0, known
        while True:
            url = rulings.feed_url(self._addresses.rulings, query, known.modified, start)
            page = rulings.feed_page(self._downloads.get(url, rulings.feed_page).read_bytes())
            feed = feed.with_page(page.entries)
            start += len(page.entries)
            if not page.entries or (page.of_all is not None and start >= page.of_all):
                return feed

    def forget(self, ecli: str) -> None:
        """Remove the recorded text of a ruling that was withdrawn, perhaps because it named somebody."""
        self._downloads.forget(rulings.content_url(self._addresses.rulings, ecli))

    def remember(self, feed: Feed) -> None:
        """Let the next run ask only for what changed after this one."""
        if not self._downloads.offline:
            self._feeds.save(feed)
