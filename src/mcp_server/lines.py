"""The lines of a conversation over pipes, and which requests in them still wait for their reply."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, TextIO

import anyio

from src.api.wire import refuse_constants
from src.errors import NotJson

ENDLESS = "subscriptions/listen"
"""The method of a request that has no reply before its client ends it."""


class Unanswered:
    """The requests that were read, and whose replies were not written yet."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._none = asyncio.Event()
        self._none.set()

    def read(self, line: str) -> None:
        """Take note of a line that a client wrote."""
        message = _message(line)
        if message.get("method") == "notifications/cancelled":
            params = message.get("params")
            self._drop(params.get("requestId") if isinstance(params, dict) else None)
        elif "id" in message and "method" in message and message["method"] != ENDLESS:
            self._ids.add(json.dumps(message["id"]))
            self._none.clear()

    def written(self, line: str) -> None:
        """Take note of a line that a client can read."""
        message = _message(line)
        if "method" not in message:
            self._drop(message.get("id"))

    async def none(self, seconds: float) -> None:
        """Return once each request has its reply, or after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._none.wait()

    def _drop(self, request_id: Any) -> None:
        self._ids.discard(json.dumps(request_id))
        if not self._ids:
            self._none.set()


def _message(line: str) -> dict[str, Any]:
    with suppress(ValueError, RecursionError):  # the SDK says so to the client
        message = json.loads(line)
        return message if isinstance(message, dict) else {}
    return {}


class InputLines:
    """The lines of the input, which ends once all requests in it were answered, or after so many seconds."""

    def __init__(self, lines: TextIO, unanswered: Unanswered, seconds: float) -> None:
        self._lines = anyio.wrap_file(lines)
        self._unanswered = unanswered
        self._seconds = seconds

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield each line."""
        async for line in self._lines:
            try:
                refuse_constants(line.encode(errors="surrogatepass"))
            except NotJson:
                continue  # as the SDK drops what is no JSON
            self._unanswered.read(line)
            yield line
        await self._unanswered.none(self._seconds)


class OutputLines:
    """The lines of the output; each is told of once a client can read it."""

    def __init__(self, lines: TextIO, unanswered: Unanswered) -> None:
        self._lines = anyio.wrap_file(lines)
        self._unanswered = unanswered
        self._line = ""

    async def write(self, line: str) -> None:
        """Write a whole line."""
        self._line = line
        await self._lines.write(line)

    async def flush(self) -> None:
        """Hand it to the client."""
        await self._lines.flush()
        self._unanswered.written(self._line)
