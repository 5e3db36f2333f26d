"""How the application is served: uvicorn, with the connection timeouts and the draining that it lacks."""

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import FrameType
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from src.api.limits import MOST_FRAGMENTS, PROTOCOL_LIMIT, Limits
from src.api.middleware import takes_file
from src.api.turns import Turns
from src.errors import BadSettings

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
        waits = [(connection, what) for connection in connections for what in _awaited(connection)]
        self._since = {wait: self._since.get(wait, now) for wait in waits}
        for (connection, what), since in self._since.items():
            if now - since >= self._seconds[what]:
                connection.transport.abort()


def _awaited(connection: Connection) -> Iterable[str]:
    transport: asyncio.Transport = connection.transport
    if transport.get_write_buffer_size():
        yield "reply"
    elif hasattr(connection, "cycle"):
        cycle = connection.cycle
        if cycle is None or cycle.response_complete:
            yield "request"
        elif cycle.more_body:
            yield "file" if takes_file(cycle.scope) else "request"


SWITCH_SECONDS = 0.001
"""After so long a thread that computes lets the event loop in; Python's own 5 ms add up over the steps of a turn."""

TICK_SECONDS = 0.1
SWEEP_TICKS = 10
"""A second: uvicorn counts on ten ticks in it."""

MOST_FILES = 65_536
"""File descriptors that are asked for at the start: each connection needs one, and each commit a few."""

REST_SECONDS = 5.0
"""So long before the end of the grace time the turns that still run are stopped."""

FORCED = 2
"""Exit status of a server that could not end in order within its grace time."""

_TWO_ENDS = {b"content-length", b"transfer-encoding"}

log = logging.getLogger(__name__)


class UnambiguousConnection(h11.Connection):
    """Takes for unreadable a request that says in two ways where it ends, which uvicorn refuses and reads no further.

    A proxy that believes the other way would take for the next request what we take for the body, or the reverse.
    """

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return what came; RemoteProtocolError where it can't be read."""
        event = super().next_event()
        if isinstance(event, h11.Request) and _TWO_ENDS.issubset(name for name, _ in event.headers):
            raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")
        return event


class StrictHttp(H11Protocol):
    """Uvicorn's protocol, for requests with one end."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = UnambiguousConnection(h11.SERVER)


class FrugalWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, with bounds for what a client can make it keep."""

    def data_received(self, data: bytes) -> None:
        """Take in what came; a handshake that can't be read is refused, where uvicorn would keep it for ever."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        """Refuse a message of very many frames: empty ones never reach the limit of bytes."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
            return
        self.frames = []
        self.conn.fail(CloseCode.MESSAGE_TOO_BIG)
        self.handle_parser_exception()

    def pause_writing(self) -> None:
        """Read no more from a client that does not read: each of its pings would leave a pong behind."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read on, unless a message waits to be taken."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()


class Server(uvicorn.Server):
    """Lets slow connections go, and on SIGTERM sees turns through before it ends, with exit status 0."""

    def __init__(
        self, app: FastAPI, limits: Limits, on_started: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(uvicorn_config(app, limits))
        self._on_started = on_started
        self._turns: Turns = app.state.turns
        app.state.connections = lambda: len(self.server_state.connections)
        self._grace = limits.grace_seconds
        self._timeouts = ConnectionTimeouts(limits)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked_to_end = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so: from then on the server is reached, and a signal ends it in order."""
        sys.setswitchinterval(SWITCH_SECONDS)
        await super().startup(sockets)
        self._on_started()

    async def main_loop(self) -> None:
        """Tick ten times a second, and notice at once when the end is asked for: uvicorn sleeps until its next tick."""
        self._loop = asyncio.get_running_loop()
        counter = 0
        while not await self.on_tick(counter):
            counter += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_SECONDS):
                    await self._asked_to_end.wait()

    async def on_tick(self, counter: int) -> bool:
        """Do what uvicorn does at each tick, and once a second look for those who keep us waiting."""
        if counter % SWEEP_TICKS == 0:
            self._timeouts.sweep(self.server_state.connections)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; from the first signal on nothing makes the process outlive its grace time."""
        if not self.should_exit:
            self._end_in_any_case()
        if sig == signal.SIGTERM:
            self.should_exit = True  # uvicorn would raise the signal again and end with -15
        else:
            super().handle_exit(sig, frame)
        if self._loop:
            self._loop.call_soon_threadsafe(self._asked_to_end.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse new connections, see turns through, tell those that must be stopped, and end."""
        for server in self.servers:
            server.close()
        for listening in sockets or []:
            listening.close()
        # Part of the grace time is for what comes after: storing, telling, closing.
        rest = min(REST_SECONDS, self._grace / 2)
        await self._turns.drain(self._grace - rest, rest / 5, lambda: self.force_exit)
        if self.server_state.connections or self.server_state.tasks:
            await super().shutdown(sockets)
        elif not self.force_exit:  # uvicorn would give nobody a tenth of a second to leave
            await self.lifespan.shutdown()
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    def _end_in_any_case(self) -> None:
        def leave() -> None:
            log.critical("could not end in order in time", extra={"seconds": self._grace})
            os._exit(FORCED)

        timer = threading.Timer(self._grace, leave)
        timer.daemon = True
        timer.start()


def uvicorn_config(app: FastAPI, limits: Limits) -> uvicorn.Config:
    """Return how the application is served, wherever it is."""
    return uvicorn.Config(
        app,
        http=StrictHttp,
        ws=FrugalWebSocket,
        # What uvicorn warns of is what clients do, line upon line; faults of ours are logged where they are caught.
        log_level="critical",
        log_config=None,
        access_log=False,
        ws_max_size=PROTOCOL_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=None,  # who does not answer pings may still read its reply
        timeout_graceful_shutdown=1,
    )


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises ``BadSettings`` where that is impossible. Port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise BadSettings(
            problem=f"the server can't listen on {host}:{port} ({error.strerror}); set API_HOST or API_PORT"
        ) from error
    # Connections inherit it; asyncio sets it only on sockets that name their protocol, and these do not. Without it a
    # frame that follows another at once waits 40 ms for the client's acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def allow_many_connections() -> None:
    """Raise this process's own limit of open files as far as the system lets it, up to ``MOST_FILES``."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
