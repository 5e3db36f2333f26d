"""An HTTP client that a hostile server can't make read without end, unpack, or go elsewhere."""

from collections.abc import AsyncIterator

import httpx2

LARGEST_REPLY = 2 * 1024 * 1024
"""Bytes of a reply that are read: several times what the longest reply of a model takes."""


def bound(client: httpx2.AsyncClient) -> None:
    """Let a client follow no redirect from now on, and read ``LARGEST_REPLY`` bytes of a reply at most.

    A longer reply ends there: what is left of its JSON is no JSON, so it counts as one that can't be read, and is not
    asked for again. A packed one stays packed, and ends the same way.
    """
    client.follow_redirects = False
    client.headers["accept-encoding"] = "identity"
    hooks = client.event_hooks
    client.event_hooks = {**hooks, "response": [*hooks["response"], _shorten]}


async def _shorten(response: httpx2.Response) -> None:
    response.headers.pop("content-encoding", None)
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _Beginning(response.stream)


class _Beginning(httpx2.AsyncByteStream):
    """The first bytes of another stream."""

    def __init__(self, whole: httpx2.AsyncByteStream) -> None:
        self._whole = whole

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = LARGEST_REPLY
        async for piece in self._whole:
            yield piece[:left]
            left -= len(piece)
            if left <= 0:
                return

    async def aclose(self) -> None:
        await self._whole.aclose()
