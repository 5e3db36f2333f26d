"""An HTTP client that a hostile server can't make read without end, unpack, or go elsewhere."""

from collections.abc import AsyncIterator

import httpx2

from src.llm.listening import alive
from src.llm.protocol import WRITES

LARGEST_REPLY = 2 * 1024 * 1024
"""Bytes of a reply that are read: several times what the longest reply of a model takes."""


LARGEST_STREAM = 16 * LARGEST_REPLY
"""The same of a stream of events, which spends some 250 bytes on a token."""


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
    is_stream = response.headers.get("content-type", "").startswith("text/event-stream")
    response.stream = _Beginning(response.stream, is_stream)


class _Beginning(httpx2.AsyncByteStream):
    """The first bytes of another stream."""

    def __init__(self, whole: httpx2.AsyncByteStream, is_stream: bool) -> None:
        self._whole = whole
        self._is_stream = is_stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = LARGEST_STREAM if self._is_stream else LARGEST_REPLY
        tell = alive.get() if self._is_stream else None
        writes = WRITES.get() if self._is_stream else None
        async for piece in self._whole:
            if tell:
                tell()
            if writes:
                await writes(piece.count(b"data:"))
            yield piece[:left]
            left -= len(piece)
            if left <= 0:
                return

    async def aclose(self) -> None:
        await self._whole.aclose()
