"""A client of foreign systems for desks: polite, bounded, and never at an address that may not be asked.

One for each service, made with the desk and closed with it. A call has a time limit with its repeats inside; who fails
several times in a row is left alone for a while, by tenant and origin. What is asked with a credential is asked of the
credential's own origin and nowhere else, whoever leads there.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property, lru_cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from importlib.metadata import version
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx2
from pydantic import JsonValue

from src.errors import AddressRefused, ReplyUnreadable, ServiceUnavailable
from src.services.addresses import AddressGuard, origin
from src.services.breaker import CircuitBreaker, Resting
from src.services.retry import TryAgain, asked_pause, repeating


@dataclass(frozen=True)
class ServiceReply:
    """The reply of a service; names of headers are in lower case."""

    url: str
    """Who said it, after redirects."""
    status: int
    headers: Mapping[str, str]
    content: bytes = field(repr=False)
    """As it came; a body that was packed unasked stays packed."""
    is_cut: bool
    """Whether there was more than is read."""

    def json(self) -> Any:
        """Return the body as the JSON that it is; raises ``ReplyUnreadable`` where it is none."""
        if self.is_cut:
            raise self._unreadable("reply_cut")
        if not self.content.strip():
            raise self._unreadable("reply_empty")
        try:
            return json.loads(self.content, parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise self._unreadable("reply_no_json") from None

    def _unreadable(self, problem: str) -> ReplyUnreadable:
        return ReplyUnreadable(service=urlsplit(self.url).hostname or "", problem=problem)


def _refuse(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


MOST_CONNECTIONS = 10
"""Of one client, at once."""

MOST_REDIRECTS = 3

LARGEST = 2 * 1024 * 1024
"""Bytes of one reply, or of all pages together, that are read."""

MOST_PAGES = 5

_SAFE = frozenset({"GET", "HEAD"})
_REPEATABLE = _SAFE | {"OPTIONS", "PUT", "DELETE"}
"""What comes to the same when it is done twice; of others the caller knows."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_BUSY = 429
_FAILING = frozenset({408, 500, 502, 503, 504})

_UNSENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
"""What happens before a byte of a request has left."""

NONE: Mapping[str, str] = {}


@dataclass(frozen=True)
class Patience:
    """How long one call may take, and after which pauses it is repeated where that can help."""

    seconds: float = 8.0
    """For the whole call: every repeat and every pause is inside."""
    pauses: tuple[float, ...] = (0.5, 1.0)
    """Seconds before the first repeat, the second, and so on; longer where the service asks for more."""


PATIENCE = Patience()


@dataclass(frozen=True)
class Credential:
    """Headers that prove who asks, for one origin: they are sent nowhere else, and no words of them are shown."""

    url: str
    """Any address of that origin."""
    headers: Mapping[str, str] = field(repr=False)


@dataclass(eq=False)
class ServiceClient:
    """Asks foreign systems; ``guard`` says which.

    Every method raises ``AddressRefused`` before a byte is sent there, and ``ServiceUnavailable`` once patience ends.
    """

    guard: AddressGuard
    patience: Patience = PATIENCE
    _: KW_ONLY
    largest: int = LARGEST
    """Bytes of a reply that are taken."""
    redirects: int = MOST_REDIRECTS
    """That are followed, of what only reads."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    """Of pauses, as ``sleep`` is; a call also ends by the clock on the wall."""

    def __post_init__(self) -> None:
        self._breaker = lru_cache(256)(lambda _: CircuitBreaker(clock=self.clock))

    async def close(self) -> None:
        if "_http" in vars(self):
            await self._http.aclose()

    async def send(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] = NONE,
        json: JsonValue = None,
        content: bytes | None = None,
        credential: Credential | None = None,
        repeats: bool | None = None,
    ) -> ServiceReply:
        """Return the reply, whatever its status, unless that says to come back later.

        ``repeats`` tells whether doing it twice comes to the same; None: as its method promises. What does not is sent
        again only where it never arrived, or was turned away with 429.
        """
        shown = {**headers, **(credential.headers if credential else NONE)}
        request = self._request(method, url, shown, json, content)
        home = credential.url if credential else None
        allowed = method in _REPEATABLE if repeats is None else repeats
        service = request.url.host
        breaker = self._breaker(origin(str(request.url)))
        try:
            end = self.clock() + self.patience.seconds
            calls = repeating(self.patience.pauses, end, self.sleep, self.clock)
            with breaker.admitting():
                async with asyncio.timeout(self.patience.seconds):
                    reply: ServiceReply = await calls(self._followed, request, home, allowed)
        except Resting:
            raise ServiceUnavailable(service=service, problem="service_resting") from None
        except TimeoutError:
            breaker.note(is_down=True)
            raise ServiceUnavailable(service=service, problem="service_slow") from None
        except TryAgain as error:
            breaker.note(is_down=str(error) != "service_busy")  # who is busy is there
            raise ServiceUnavailable(service=service, problem=str(error)) from error
        except ServiceUnavailable:
            breaker.note(is_down=True)
            raise
        breaker.note(is_down=False)
        return reply

    # One call

    @cached_property
    def _http(self) -> httpx2.AsyncClient:
        """What speaks HTTP; it keeps no cookies, and takes no proxy to this machine."""
        seconds = self.patience.seconds
        return httpx2.AsyncClient(
            # A packed reply may be small and unpack to anything.
            headers={"user-agent": f"TESS/{version('tess')}", "accept-encoding": "identity"},
            timeout=httpx2.Timeout(seconds),
            limits=httpx2.Limits(max_connections=MOST_CONNECTIONS),
            follow_redirects=False,
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            mounts={"http://": None},
        )

    def _request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        json: JsonValue = None,
        content: bytes | None = None,
    ) -> httpx2.Request:
        with suppress(httpx2.InvalidURL):
            if origin(url)[1]:
                return self._http.build_request(
                    method, url, headers=dict(headers), json=json, content=content
                )
        raise _refused(url, "address_unlisted")

    async def _followed(
        self, request: httpx2.Request, home: str | None, repeats: bool
    ) -> ServiceReply:
        """Return the reply; ``home``: an address of the only origin that may be asked (None: of any)."""
        for _ in range(self.redirects + 1):
            url = str(request.url)
            if home is not None and origin(url) != origin(home):
                raise _refused(url, "address_elsewhere")
            await self.guard.admit(url)
            reply = await self._once(request, repeats=repeats)
            there = reply.headers.get("location", "")
            is_led = reply.status in _REDIRECTS and there and self.redirects
            if not is_led or request.method not in _SAFE:
                return reply
            there = _joined(reply.url, there)
            is_home = origin(there) == origin(reply.url)  # else nothing that was given goes along
            request = self._request(request.method, there, _given(request) if is_home else NONE)
        raise _refused(str(request.url), "address_circles")

    async def _once(self, request: httpx2.Request, *, repeats: bool) -> ServiceReply:
        async with self._opened(request, repeats=repeats) as response:
            status = response.status_code
            pause = asked_pause(response.headers.get("retry-after", ""))
            if status == _BUSY or (status in _FAILING and repeats):
                raise TryAgain("service_busy" if status == _BUSY else "service_failing", pause)
            if status in _FAILING:
                again = TryAgain("service_failing", pause)  # for who knows that it was not done
                raise ServiceUnavailable(
                    service=request.url.host, problem="service_failing"
                ) from again
            content, is_cut = await _limited(response, self.largest)
            return ServiceReply(str(request.url), status, dict(response.headers), content, is_cut)

    @asynccontextmanager
    async def _opened(
        self, request: httpx2.Request, *, repeats: bool
    ) -> AsyncIterator[httpx2.Response]:
        """Yield the response before its body is read, and tell what may pass from what may not be repeated."""
        try:
            response = await self._http.send(request, stream=True)
            try:
                yield response
            finally:
                await response.aclose()
        except httpx2.UnsupportedProtocol as error:
            raise _refused(str(request.url), "address_unsafe") from error
        except httpx2.RequestError as error:
            word = _word(error)
            if repeats or isinstance(error, _UNSENT):
                raise TryAgain(word) from error
            raise ServiceUnavailable(service=request.url.host, problem=word) from error


def _given(request: httpx2.Request) -> Mapping[str, str]:
    return {name: value for name, value in request.headers.items() if name != "host"}


def _joined(base: str, there: str) -> str:
    try:
        return urljoin(base, there)
    except ValueError:
        raise _refused(there, "address_unlisted") from None


async def _limited(response: httpx2.Response, largest: int) -> tuple[bytes, bool]:
    """Return the beginning of a body as it came, and whether there is more."""
    pieces, room = [], largest
    async for piece in response.aiter_raw():
        pieces.append(piece[:room])
        if len(piece) > room:
            return b"".join(pieces), True
        room -= len(piece)
    return b"".join(pieces), False


def _word(error: httpx2.RequestError) -> str:
    if isinstance(error, httpx2.TimeoutException):
        return "service_slow"
    return "service_unreachable" if isinstance(error, _UNSENT) else "service_broke_off"


def _refused(url: str, problem: str) -> AddressRefused:
    return AddressRefused(service=origin(url)[1] or url[:80], problem=problem)
