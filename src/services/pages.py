"""Fetches one page that a person named, from the very address that was looked at, and with nothing of ours.

No cookie, no credential and no proxy of the server is used. A name is looked up once for each request, what it leads to
is looked at, and the connection goes to just that: no name can lead elsewhere in between.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from http.cookiejar import CookieJar, DefaultCookiePolicy
from importlib.metadata import version
from pathlib import PurePosixPath
from ssl import SSLContext

import httpx2

from src.errors import AddressNotAllowed, DocumentTooLarge, PageNotFetched
from src.services.addresses import LONGEST_ADDRESS, Forbidden, PageGuard
from src.texts import beside

MOST_REDIRECTS = 5

MOST_TRIED = 4
"""Addresses of one host, where the first can't be reached."""

CONNECT_SECONDS = 5.0

SUFFIXES = beside(__file__, "pages")["suffixes"]
"""By the type that a page says it is of: how the name of such a file would end. No other is read."""

_NO_TYPE = frozenset({"", "application/octet-stream", "binary/octet-stream"})
"""With these the end of the address tells what it is."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
_CLOSED = frozenset({401, 403, 407, 451})

# What stands in Markdown between the brackets of a link must not end it.
_SAFE_IN_A_LINK = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "()<>\"'`|\\^{} "})

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class NamedPage:
    """A page that a person named, as it was there."""

    address: str
    """Where it was in the end, after all redirects; without what stands behind a ``#``."""
    suffix: str
    """What it is, as the end of a file's name."""
    content: bytes
    fetched: datetime


class PageFetcher:
    """Fetches pages, each by connections of its own."""

    def __init__(self, guard: PageGuard, size: int, seconds: float) -> None:
        """Take at most so many bytes of a page; ``seconds`` are for all of it: names, redirects, to the last byte."""
        self._guard = guard
        self._size = size
        self._seconds = seconds

    async def fetch(self, address: str) -> NamedPage:
        """Return the page at an address, as it is there now.

        Raises ``AddressNotAllowed`` before a byte is sent there, ``DocumentTooLarge``, or ``PageNotFetched``.
        """
        url = _url(address)
        try:
            async with asyncio.timeout(self._seconds):
                certificates = await asyncio.to_thread(_certificates)
                async with _client(certificates) as client:
                    page = await self._followed(client, url)
        except TimeoutError:
            raise PageNotFetched(host=_host(url), problem="page_slow") from None
        # The host alone: the rest of an address may tell who is meant, and its query may open doors.
        log.info("a page was fetched", extra={"host": _host(url), "bytes": len(page.content)})
        return page

    async def _followed(self, client: httpx2.AsyncClient, url: httpx2.URL) -> NamedPage:
        """Return the page that an address leads to; each address on the way is looked at like the first."""
        for _ in range(MOST_REDIRECTS + 1):
            places = await self._places(url)
            response = await self._reached(client, url, places)
            try:
                there = response.headers.get("location", "")
                if response.status_code not in _REDIRECTS or not there:
                    return await self._page(url, response)
            finally:
                await response.aclose()
            url = _url(there, url)
        raise PageNotFetched(host=_host(url), problem="page_circles")

    async def _places(self, url: httpx2.URL) -> tuple[str, ...]:
        host = _host(url)
        if url.userinfo:
            raise AddressNotAllowed(host=host, problem="page_with_user")
        try:
            places = await self._guard.lookups.of(self._guard.places, url.scheme, host, url.port)
        except Forbidden as error:
            raise AddressNotAllowed(host=error.host, problem=error.problem) from error
        if not places:
            raise PageNotFetched(host=host, problem="page_nowhere")
        return places[:MOST_TRIED]

    async def _reached(
        self, client: httpx2.AsyncClient, url: httpx2.URL, places: Iterable[str]
    ) -> httpx2.Response:
        """Return the response of the first of these addresses that can be reached, before its body is read."""
        for place in places:
            pinned = client.build_request(
                "GET",
                url.copy_with(host=place),
                headers={"host": url.netloc.decode("ascii")},
                # By the name that was given, and not by its address, a certificate is looked at.
                extensions={"sni_hostname": _host(url)},
            )
            with _told_apart(url):
                try:
                    return await client.send(pinned, stream=True)
                except (httpx2.ConnectError, httpx2.ConnectTimeout):
                    continue
        raise PageNotFetched(host=_host(url), problem="page_unreachable")

    async def _page(self, url: httpx2.URL, response: httpx2.Response) -> NamedPage:
        if not response.is_success:
            status = response.status_code
            closed = "page_closed" if status in _CLOSED else "page_failing"
            problem = "page_gone" if status in _GONE else closed
            raise PageNotFetched(host=_host(url), problem=problem)
        suffix = _suffix(url, response.headers.get("content-type", ""))
        if not suffix or response.headers.get("content-encoding", "identity") != "identity":
            # It was asked for as it is: what is packed all the same may unfold to anything.
            raise PageNotFetched(host=_host(url), problem="page_packed" if suffix else "page_kind")
        content = bytearray()
        with _told_apart(url):
            async for piece in response.aiter_raw():
                content += piece
                if len(content) > self._size:
                    raise DocumentTooLarge(limit=f"{self._size / 2**20:g} MB")
        address = str(url.copy_with(fragment=None)).translate(_SAFE_IN_A_LINK)
        return NamedPage(address, suffix, bytes(content), datetime.now(UTC))


def _client(certificates: SSLContext) -> httpx2.AsyncClient:
    """Return a client for one page: a connection of another host at the same address must not serve for this one."""
    return httpx2.AsyncClient(
        headers={"user-agent": f"TESS/{version('tess')}", "accept-encoding": "identity"},
        verify=certificates,
        trust_env=False,  # neither a proxy nor a password of ours
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),  # the deadline is of the whole
        limits=httpx2.Limits(max_keepalive_connections=0),
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    )


@cache
def _certificates() -> SSLContext:
    """Return whose certificates are trusted, which takes a while to read."""
    return httpx2.create_ssl_context()


def _url(address: str, base: httpx2.URL | None = None) -> httpx2.URL:
    """Return an address as it is asked; ``base``: of the page that leads there."""
    try:
        if len(address) > LONGEST_ADDRESS:
            raise httpx2.InvalidURL("too long")
        return base.join(address) if base else httpx2.URL(address.strip())
    except (httpx2.InvalidURL, ValueError):
        raise AddressNotAllowed(host="?", problem="page_no_address") from None


def _host(url: httpx2.URL) -> str:
    """Return the host as it is looked up: in small letters, signs of other scripts written out."""
    return url.raw_host.decode("ascii").lower()


def _suffix(url: httpx2.URL, content_type: str) -> str:
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in _NO_TYPE:
        return str(SUFFIXES.get(kind, ""))
    told = PurePosixPath(url.path).suffix.lower()
    return told if told in SUFFIXES.values() else ""


@contextmanager
def _told_apart(url: httpx2.URL) -> Iterator[None]:
    """Tell whatever goes wrong on the way as one error; who can't be connected to is for the caller."""
    try:
        yield
    except (httpx2.ConnectError, httpx2.ConnectTimeout):
        raise
    except (httpx2.RequestError, httpx2.InvalidURL) as error:
        raise PageNotFetched(host=_host(url), problem="page_broke_off") from error
