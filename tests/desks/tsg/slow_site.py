"""A site that research finds slow: its second page comes only when it is asked for once more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from src.desks.tsg.outside import AsksOutside, FetchedPage

SITE = "https://learn.microsoft.com/"
SAYS = "The error storage_failed means that there is no room on the disk."


class SlowSecond:
    """A site of two pages, of which the second never comes in the first turn."""

    def __init__(self) -> None:
        self.fetched: list[str] = []

    async def search(self, query: str) -> list[str]:  # the shape of a door
        return [f"{SITE}one", f"{SITE}two"]

    async def samples(self, query: str) -> list[str]:
        return []

    async def fetch(self, url: str) -> FetchedPage:
        self.fetched.append(url)
        if self.fetched == [f"{SITE}one", f"{SITE}two"]:
            await asyncio.Event().wait()
        return FetchedPage(url, url, SAYS)


class OneDoor:
    """The door to that site alone."""

    def __init__(self) -> None:
        self.site = SlowSecond()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[dict[str, AsksOutside]]:
        yield {"learn": self.site}

    async def close(self) -> None:
        """Let go of nothing."""
