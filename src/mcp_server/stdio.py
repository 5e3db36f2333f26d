"""The door for the program that started us: messages on standard input and output, logs on standard error."""

import asyncio
import locale
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from mcp.server.stdio import stdio_server

from src.api import replies
from src.api.inside import inside
from src.api.limits import Limits
from src.bootstrap import build, observing
from src.desks.catalogue import DESKS, Installed
from src.dossier.models import Language
from src.mcp_server.border import Border
from src.mcp_server.lines import InputLines, OutputLines, Unanswered
from src.mcp_server.notices import Notices
from src.mcp_server.server import DossierServer, make_server
from src.observing.logs import set_up
from src.settings import Settings

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
    notices = Notices()
    server = make_server(behind, notices, Border(behind.turns, notices), language=_language())
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

    for one in SIGNALS:
        loop.add_signal_handler(one, note, int(one))
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


def _language() -> Language:
    """Return the language of whoever uses this machine."""
    return replies.preferred(locale.getlocale()[0])
