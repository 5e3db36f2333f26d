"""Fetches from public services, politely: slowly, retrying, and never more than we can hold.

The only file beside the model's client that speaks HTTP to the outside.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from types import TracebackType
from typing import Self

import httpx2

from src.errors import ServiceUnavailable
from src.services.addresses import AddressGuard, Forbidden
from src.services.retry import LONGEST_WAIT, TryAgain, asked_pause, retrying

LARGEST_RESPONSE = 64 * 1024 * 1024
"""Bytes after decompression; what is larger is not read to its end."""
LONGEST_RESPONSE = 300.0
"""Seconds from the first byte of a response to its last."""
READ_SECONDS = 30.0
CONNECT_SECONDS = 10.0
SECONDS_APART = 0.11
"""Between the starts of two requests: under the ten a second that official services allow."""

_BUSY = frozenset({408, 429, 500, 502, 503, 504})
_ACCEPT = "application/xml, text/xml, application/atom+xml;q=0.9, */*;q=0.1"


@dataclass(frozen=True)
class Response:
    """What a service replied; names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class RequestRefused(Exception):
    """The service has no usable answer to this one request; the message says why, in words for a person."""


class PoliteClient:
    """A client that keeps its distance between requests, repeats what failed, and honours ``Retry-After``.

    It asks no address that its guard forbids, whoever leads there.
    """

    def __init__(
        self,
        guard: AddressGuard,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        largest: int = LARGEST_RESPONSE,
    ) -> None:
        self._sleep = sleep
        self._clock = clock
        self._largest = largest
        self._guard = guard
        self._next_start = 0.0
        self._client = httpx2.Client(
            headers={"user-agent": f"TESS/{version('tess')}", "accept": _ACCEPT},
            timeout=httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS),
            follow_redirects=True,
            max_redirects=3,
            event_hooks={"request": [self._check]},  # called for each redirect, too
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._client.close()

    def get(self, url: str, headers: Mapping[str, str]) -> Response:
        """Return the reply, whatever its status, unless that says to come back later.

        A service that stays out of reach, or at an address that may not be asked, is ServiceUnavailable; a reply beyond
        our limits, or a redirect to such an address, is RequestRefused.
        """
        try:
            self._guard.check(url)
        except Forbidden as error:
            raise ServiceUnavailable(service=url, problem=str(error)) from error
        try:
            return retrying(self._sleep)(self._once, url, headers)
        except TryAgain as error:
            raise ServiceUnavailable(service=_host(url), problem=str(error)) from error

    def _check(self, request: httpx2.Request) -> None:
        try:
            self._guard.check(str(request.url))
        except Forbidden as error:
            raise RequestRefused(f"the service leads elsewhere: {error}") from error

    def _once(self, url: str, headers: Mapping[str, str]) -> Response:
        early = self._next_start - self._clock()
        if early > 0:
            self._sleep(early)
        self._next_start = self._clock() + SECONDS_APART
        with _told_apart(url), self._client.stream("GET", url, headers=headers) as response:
            if response.status_code in _BUSY:
                pause = asked_pause(response.headers.get("retry-after", ""))
                problem = f"it replied with HTTP {response.status_code}"
                if pause > LONGEST_WAIT:
                    wanted = f"{problem} and asks to wait {pause:.0f} seconds"
                    raise ServiceUnavailable(service=_host(url), problem=wanted)
                raise TryAgain(problem, pause)
            content = b"".join(self._limited(response))
            return Response(response.status_code, dict(response.headers), content)

    def _limited(self, response: httpx2.Response) -> Iterator[bytes]:
        size, end = 0, self._clock() + LONGEST_RESPONSE
        for piece in response.iter_bytes():
            size += len(piece)
            if size > self._largest:
                raise RequestRefused(f"the reply is larger than {self._largest / 2**20:g} MiB")
            if self._clock() > end:
                raise TryAgain(f"a reply took longer than {LONGEST_RESPONSE:.0f} seconds")
            yield piece


@contextmanager
def _told_apart(url: str) -> Iterator[None]:
    try:
        yield
    except httpx2.UnsupportedProtocol as error:
        raise ServiceUnavailable(service=url, problem="its address is no web address") from error
    except httpx2.TransportError as error:
        raise TryAgain(str(error) or type(error).__name__) from error
    except (httpx2.RequestError, httpx2.InvalidURL) as error:
        raise RequestRefused(str(error) or type(error).__name__) from error


def _host(url: str) -> str:
    return httpx2.URL(url).host
