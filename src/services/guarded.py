"""HTTP for the client of somebody else's SDK, within our limits: where it asks, what it reads, when it repeats."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2

from src.services.addresses import AddressGuard
from src.services.retry import asked_pause

PAUSES = (1.0, 3.0)
"""Seconds before what was turned away as busy is asked for again."""

LONGEST_PAUSE = 20.0
"""Seconds; who asks for a longer one is not asked again."""

_BUSY = frozenset({429, 503})


class GuardedHttp(httpx2.AsyncClient):
    """A client that asks no address that its guard forbids, keeps no cookies and repeats what was turned away as busy.

    ``AddressRefused`` is raised before a byte is sent. A body ends after ``largest`` bytes; a packed one stays packed.
    """

    def __init__(
        self,
        guard: AddressGuard,
        *,
        seconds: float,
        largest: int,
    ) -> None:
        super().__init__(
            headers={"accept-encoding": "identity"},
            timeout=httpx2.Timeout(seconds),
            follow_redirects=False,
            mounts={"http://": None},  # no proxy to this machine
        )
        self._guard = guard
        self._largest = largest
        self.is_busy = False
        """Whether the last reply said to come back later."""

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Return the response; one that says to come back later is asked for again, after the pause that it names."""
        try:
            await self._guard.admit(str(request.url))
        except TimeoutError:
            raise httpx2.ConnectTimeout("its name was not found in time") from None
        for pause in PAUSES:
            response = await super().send(request, **options)
            wait = max(pause, asked_pause(response.headers.get("retry-after", "")))
            if response.status_code not in _BUSY or wait > LONGEST_PAUSE:
                return self._told(response)
            await response.aclose()
            await asyncio.sleep(wait)
        return self._told(await super().send(request, **options))

    def _told(self, response: httpx2.Response) -> httpx2.Response:
        self.is_busy = response.status_code in _BUSY
        response.headers.pop("content-encoding", None)
        self.cookies.clear()
        if isinstance(response.stream, httpx2.AsyncByteStream) and not response.is_stream_consumed:
            response.stream = FirstBytes(response.stream, self._largest)
        return response


class FirstBytes(httpx2.AsyncByteStream):
    """The first bytes of another stream."""

    def __init__(self, whole: httpx2.AsyncByteStream, largest: int) -> None:
        self._whole = whole
        self._left = largest

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._whole:
            yield piece[: self._left]
            self._left -= len(piece)
            if self._left <= 0:
                return

    async def aclose(self) -> None:
        await self._whole.aclose()
