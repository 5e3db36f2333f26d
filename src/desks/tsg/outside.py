"""What research asks outside, as protocols, and what comes back: pages, or why a call brought nothing. Pure."""

import re
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Literal, Protocol
from urllib.parse import urlsplit

from src.desks.tsg.settings import Service

_HTTPS = 443
THREAD = re.compile(
    r"/([\w.-]{1,100})/([\w.-]{1,100})/(issues|discussions|pull)/(\d{1,9})/?", re.ASCII
)
"""The path of an issue or a discussion of GitHub: owner, repository, kind and number."""

Problem = Literal[
    "unreachable", "slow", "busy", "unreadable", "refused", "not_offered", "not_asked", "gone"
]
"""``not_asked``: an address that may not be asked; ``not_offered``: the service has no tool for it."""


class CallFailed(Exception):
    """A call brought nothing, and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem: Problem = problem


@dataclass(frozen=True)
class FetchedPage:
    """A page as text."""

    url: str
    title: str
    text: str


def service_of(url: str) -> Service | None:
    """Return who may be asked for a page; None: nobody, as it stands elsewhere or at a port of its own."""
    try:
        parts = urlsplit(url)
        port = parts.port or _HTTPS
    except ValueError:
        return None
    if parts.scheme != "https" or port != _HTTPS or parts.username is not None:
        return None
    if parts.hostname == "learn.microsoft.com":
        return "learn"
    is_thread = parts.hostname == "github.com" and THREAD.fullmatch(parts.path)
    return "github" if is_thread else None


class AsksOutside(Protocol):
    """Somebody who can be searched, and whose pages can be read; every method raises ``CallFailed``."""

    async def search(self, query: str) -> list[str]:
        """Return the addresses of the pages that a search finds, best first."""

    async def samples(self, query: str) -> list[str]:
        """Return the addresses of pages that have samples of code; none where nobody can be asked for these alone."""

    async def fetch(self, url: str) -> FetchedPage:
        """Return a page as text."""


class OpensDoors(Protocol):
    """Lets somebody be asked, for as long as a research takes."""

    def open(self) -> AbstractAsyncContextManager[Mapping[str, AsksOutside]]:
        """Yield who may be asked, by name."""

    async def close(self) -> None:
        """Close all connections."""
