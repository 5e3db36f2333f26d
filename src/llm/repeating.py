"""Requests that differ from an earlier one in their body only, sent without being addressed and signed anew.

To prepare a request takes the provider's package longer than to send it, and it prepares all alike. So it prepares the
first, and the others are sent as that was. What does not come back well is handed to the package as if it had sent it
itself: the package knows what may be tried again, and when, and what each refusal is called.
"""

import ssl
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import httpx2

ATTEMPTS_BEFORE = "x-stainless-retry-count"
"""The header in which the package tells how often it tried before; a request that needed that may be the first."""

Outcome = httpx2.Response | httpx2.RequestError | ssl.SSLError
"""What the package makes something of."""

ByPackage = Callable[[], Awaitable[httpx2.Response]]
"""Sends a request by way of the package; returns a good reply, or raises one of the package's own errors."""

_came_of_it: ContextVar[Outcome | None] = ContextVar("came_of_it", default=None)


class RepeatingClient(httpx2.AsyncClient):
    """An HTTP client for the package, which is handed what came of a request that was sent already."""

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Return the reply to a request, as the class above it does."""
        outcome = _came_of_it.get()
        if outcome is None:
            return await super().send(request, **options)
        _came_of_it.set(None)  # what is tried again is sent
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


class Repeated:
    """Requests of one kind to one address."""

    def __init__(self, client: RepeatingClient) -> None:
        """Take the client that is also the package's."""
        self._client = client
        self._request: Callable[[bytes], httpx2.Request] | None = None

    async def post(self, body: bytes, by_package: ByPackage) -> httpx2.Response:
        """Return the good reply to a body, which ``by_package`` sends, too."""
        if self._request is None:
            reply = await by_package()
            self._request = _like(reply.request)
            return reply
        outcome = await self._sent(self._request(body))
        if isinstance(outcome, httpx2.Response) and outcome.is_success:
            return outcome
        handed = _came_of_it.set(outcome)
        try:
            return await by_package()
        finally:
            _came_of_it.reset(handed)

    async def _sent(self, request: httpx2.Request) -> Outcome:
        try:
            return await self._client.send(request)
        except (httpx2.RequestError, ssl.SSLError) as error:
            return error


def _like(first: httpx2.Request) -> Callable[[bytes], httpx2.Request]:
    """Return what makes requests that differ from this one in their body."""
    headers = first.headers.copy()
    headers[ATTEMPTS_BEFORE] = "0"
    del headers["content-length"]
    method, url, extensions = first.method, first.url, first.extensions
    return lambda body: httpx2.Request(
        method, url, headers=headers, content=body, extensions=extensions
    )
