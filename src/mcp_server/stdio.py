"""The door for the program that started us: messages on standard input and output, logs on standard error."""

import asyncio
import json
import locale
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import anyio
from mcp.server.stdio import stdio_server

from src.api import replies
from src.api.inside import inside
from src.api.limits import Limits
from src.api.wire import refuse_constants
from src.bootstrap import build, observing
from src.desks.catalogue import DESKS, Installed
from src.errors import NotJson
from src.mcp_server.border import Border
from src.mcp_server.resources import Notices
from src.mcp_server.server import DossierServer, make_server
from src.observing.logs import set_up
from src.settings import Settings

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


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
BY_SIGNAL = 128


def serve(settings: Settings, desks: Installed = DESKS) -> int:
    """Serve until the input ends or a signal comes, and return the exit status; turns that run are seen through."""
    set_up(settings.log_level)
    asyncio.run(_serve(settings, desks))
    return 0


async def _serve(settings: Settings, desks: Installed) -> None:
    grace = settings.tess_grace_seconds
    parts = build(settings, observing(settings), desks=desks, watched=True)
    behind = inside(parts, Limits.of(settings))
    notices, language = Notices(), replies.preferred(locale.getlocale()[0])
    server = make_server(behind, notices, Border(behind.turns, notices), language=language)
    unanswered = Unanswered()
    async with behind.at_work(), notices.telling(parts.changes):
        stopped = await _until_signal(asyncio.create_task(_converse(server, unanswered, grace)))
        await behind.turns.drain(grace, grace / 10, lambda: False)
        await unanswered.none(grace / 10)
        if stopped:
            # A thread waits for input that nobody sends, and nothing else would end it. What was done is on the disk.
            os._exit(BY_SIGNAL + stopped)


async def _until_signal(conversing: asyncio.Task[None]) -> int:
    """Return once the conversation has ended, or the signal that came before."""
    loop = asyncio.get_running_loop()
    came: asyncio.Future[int] = loop.create_future()

    def note(number: int) -> None:
        if not came.done():
            came.set_result(number)

    for signals in SIGNALS:
        loop.add_signal_handler(signals, note, int(signals))
    both: list[asyncio.Future[Any]] = [conversing, came]
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if came.done():
        return came.result()
    await conversing
    return 0


async def _converse(server: DossierServer, unanswered: Unanswered, seconds: float) -> None:
    with _wire() as (given, told):
        lines = InputLines(given, unanswered, seconds), OutputLines(told, unanswered)
        await converse(server, *lines)


async def converse(server: DossierServer, given: InputLines, told: OutputLines) -> None:
    """Serve whoever writes these lines, until they end."""
    files: Any = given, told  # the SDK does no more with its files
    async with stdio_server(*files) as streams:
        options = server.create_initialization_options()
        await server.run(streams[0], streams[1], options)


@contextmanager
def _wire() -> Iterator[tuple[TextIO, TextIO]]:
    """Return standard input and output; what anybody else prints in the block goes to standard error."""
    given, told = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    output = os.fdopen(told, "w", encoding="utf-8", closefd=False)
    yield os.fdopen(given, encoding="utf-8", errors="replace", closefd=False), output
    output.flush()
