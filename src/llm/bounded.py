"""An HTTP client that a hostile server can't make read without end, unpack, or go elsewhere."""

from collections.abc import AsyncIterator

import httpx2

from src.llm.listening import alive
from src.llm.protocol import WRITES
from src.services.guarded import FirstBytes

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
    if response.headers.get("content-type", "").startswith("text/event-stream"):
        response.stream = _Events(response.stream, LARGEST_STREAM)
    else:
        response.stream = FirstBytes(response.stream, LARGEST_REPLY)


class _Events(FirstBytes):
    """The first bytes of a stream of events; whoever waits is told of each piece."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        tell, writes = alive.get(), WRITES.get()
        async for piece in super().__aiter__():
            if tell:
                tell()
            if writes:
                await writes(piece.count(b"data:"))
            yield piece
