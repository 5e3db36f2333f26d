"""What people said on GitHub: issues that a search finds, and issues and discussions that notes name; without a key.

Without a key GitHub searches issues only: a discussion is read where its address is known, as the page that it is.
"""

import html
import re
from typing import Any
from urllib.parse import quote, urlsplit

from src.desks.tsg.outside import THREAD, CallFailed, FetchedPage, Problem, service_of
from src.errors import AddressRefused, ReplyUnreadable, ServiceUnavailable
from src.services.addresses import AddressGuard, Resolve, resolved
from src.services.client import Patience, ServiceClient, ServiceReply

API = "api.github.com"
SITE = "github.com"
MOST_FOUND = 5
LONGEST_QUERY = 200
"""Characters; GitHub takes 256."""

_OK = 200
_GONE = (404, 410)
# Each goes on from where it gave up, so that a page that closes nothing is read in one pass all the same.
_SCRIPT = re.compile(r"(?is)<(script|style|svg|template)\b.*?(?:</\1>|\Z)")
_BLOCK = re.compile(r"(?i)</?(?:p|div|li|ul|ol|h\d|br|pre|tr|table|article|section)\b[^<>]*>")
_TAG = re.compile(r"<[^<>]*>")
_PROBLEMS: dict[str, Problem] = {"service_slow": "slow", "service_busy": "busy"}


class Community:
    """GitHub; every method raises ``CallFailed``."""

    service = "github"

    def __init__(self, url: str, seconds: float = 90.0, resolve: Resolve = resolved) -> None:
        """Take the address of its API, which may be that of a stand-in."""
        self._url = url.rstrip("/")
        is_github = urlsplit(self._url).hostname == API
        self._site = f"https://{SITE}" if is_github else self._url
        guard = AddressGuard([API, SITE], [self._url], resolve)
        self._client = ServiceClient(guard, Patience(seconds, (1.0, 3.0)))

    async def close(self) -> None:
        await self._client.close()

    async def search(self, query: str) -> list[str]:
        words = quote(query[:LONGEST_QUERY], safe="")
        reply = await self._asked(f"{self._url}/search/issues?q={words}&per_page={MOST_FOUND}")
        rows = _json(reply).get("items")
        if not isinstance(rows, list):
            raise CallFailed("unreadable")
        pages = (_told(row, "html_url") for row in rows[:MOST_FOUND] if isinstance(row, dict))
        return [url for url in pages if service_of(url) == "github"]

    async def samples(self, query: str) -> list[str]:  # noqa: ARG002  # the shape of a door
        """Return nothing: without a key nobody may search code there."""
        return []

    async def fetch(self, url: str) -> FetchedPage:
        named = THREAD.fullmatch(urlsplit(url).path)
        if not named:
            raise CallFailed("not_asked")
        owner, name, kind, number = named.groups()
        if kind == "discussions":
            reply = await self._asked(f"{self._site}/{owner}/{name}/discussions/{number}")
            return FetchedPage(
                url, f"{owner}/{name} #{number}", text_of(reply.content.decode(errors="replace"))
            )
        issue = _json(await self._asked(f"{self._url}/repos/{owner}/{name}/issues/{number}"))
        title = _told(issue, "title")[:300]
        return FetchedPage(url, title, f"# {title}\n\n{_told(issue, 'body')}")

    async def _asked(self, url: str) -> ServiceReply:
        try:
            reply = await self._client.send(
                "GET", url, headers={"accept": "application/vnd.github+json, text/html"}
            )
        except AddressRefused:
            raise CallFailed("not_asked") from None
        except ServiceUnavailable as error:
            raise CallFailed(_PROBLEMS.get(error.details["problem"], "unreachable")) from None
        if reply.status in _GONE:
            raise CallFailed("gone")
        if reply.status != _OK:
            raise CallFailed("busy" if "retry-after" in reply.headers else "refused")
        return reply


def text_of(page: str) -> str:
    plain = _TAG.sub("", _BLOCK.sub("\n", _SCRIPT.sub(" ", page)))
    lines = (" ".join(line.split()) for line in html.unescape(plain).splitlines())
    return "\n".join(line for line in lines if line)


def _json(reply: ServiceReply) -> dict[str, Any]:
    try:
        told = reply.json()
    except ReplyUnreadable:
        raise CallFailed("unreadable") from None
    if not isinstance(told, dict):
        raise CallFailed("unreadable")
    return told


def _told(row: dict[str, Any], name: str) -> str:
    return str(row.get(name) or "")
