"""Pages that a user named, read like files; what was shown to them is at hand while they think about it."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from src.identity.caller import current
from src.services.addresses import PageGuard
from src.uploads.limits import titled
from src.uploads.reader import CheckedDocument, DocumentReader

if TYPE_CHECKING:
    from src.services.pages import NamedPage

KEPT_SECONDS = 600.0
"""How long a page that was read is remembered, in memory alone, for who was shown what is in it."""

MOST_KEPT = 16
"""Pages; the text of one has at most 600,000 characters."""


@dataclass(frozen=True)
class PageReader:
    """Fetches and reads pages; what is added is the text that was checked, whatever the page says by then."""

    guard: PageGuard
    reader: DocumentReader
    seconds: float = KEPT_SECONDS
    most: int = MOST_KEPT
    _kept: dict[tuple[str, str, str], CheckedDocument] = field(default_factory=dict)
    """By tenant, address as it was given, and SHA-256."""

    async def check(self, address: str) -> CheckedDocument:
        """Return the text of a page and the personal data in it; nothing is stored or sent anywhere.

        Raises as ``PageFetcher.fetch`` and ``DocumentReader.check`` do.
        """
        # What speaks HTTP takes a while to import, and most servers are never asked.
        from src.services.pages import PageFetcher

        limits = self.reader.limits
        fetcher = PageFetcher(self.guard, limits.size, limits.fetch_seconds)
        found = await self._read(await fetcher.fetch(address))
        key = (current().tenant, address, found.sha256)
        while len(self._kept) >= self.most:
            self._kept.pop(next(iter(self._kept)))
        self._kept[key] = found
        asyncio.get_running_loop().call_later(self.seconds, self._kept.pop, key, None)
        return found

    async def agreed(self, address: str, sha256: str) -> CheckedDocument:
        """Return the page as it was checked, or as it is now where that was forgotten: which may be another."""
        kept = self._kept.get((current().tenant, address, sha256))
        return kept or await self.check(address)

    async def _read(self, page: "NamedPage") -> CheckedDocument:
        found = await self.reader.check(f"page{page.suffix}", page.content)
        return found.model_copy(
            update={
                "name": titled(found.title or _place(page.address)),
                "address": page.address,
                "fetched": page.fetched.date(),
            }
        )


def _place(address: str) -> str:
    """Return an address as a label, which nobody takes for a link and that has no query."""
    return address.partition("?")[0].partition("//")[2].removeprefix("www.")
