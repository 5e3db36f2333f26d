"""Letting connections go that do not deliver their request, or do not take their reply, in time.

Uvicorn limits neither: the head of a request may drip in for ever, and a reply that nobody reads is kept for ever.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

from src.api.limits import Limits
from src.api.middleware import takes_file

Connection = Any
"""One of uvicorn's protocols: it has a ``transport``, and for HTTP a ``cycle``, the request at hand."""


class ConnectionTimeouts:
    """Knows since when each connection keeps the server waiting; ``sweep`` is to be called about once a second."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = {
            "request": limits.receive_seconds,
            "file": limits.upload_seconds,
            "reply": limits.send_seconds,
        }
        self._clock = clock
        self._since: dict[tuple[Connection, str], float] = {}

    def sweep(self, connections: Iterable[Connection]) -> None:
        """Cut every connection that has kept the server waiting for the same thing too long."""
        now = self._clock()
        waits = [(one, what) for one in connections for what in _awaited(one)]
        self._since = {wait: self._since.get(wait, now) for wait in waits}
        for (connection, what), since in self._since.items():
            if now - since >= self._seconds[what]:
                connection.transport.abort()


def _awaited(connection: Connection) -> Iterable[str]:
    """Return what the connection keeps the server waiting for."""
    transport: asyncio.Transport = connection.transport
    if transport.get_write_buffer_size():
        yield "reply"
    elif hasattr(connection, "cycle") and _lacks_request(connection.cycle):
        yield "file" if _brings_file(connection.cycle) else "request"


def _brings_file(cycle: Any) -> bool:
    return cycle is not None and not cycle.response_complete and takes_file(cycle.scope)


def _lacks_request(cycle: Any) -> bool:
    return cycle is None or cycle.response_complete or cycle.more_body
