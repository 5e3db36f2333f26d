"""Serves a stand-in on this machine, over real HTTP: every reply is marked, and every request is noted."""

import socket
import struct
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any
from urllib.parse import unquote, urlsplit

from pydantic import JsonValue

from src.errors import BadSettings
from standins.base import Standin, StandinReply, StandinRequest

HOST = "127.0.0.1"
MARK = "x-tess-standin"
LOG_PATH = "/.standin/requests"
"""Where the requests so far are told, without bodies, queries and what headers hold."""

MOST_REQUESTS = 100_000
"""That are remembered, the newest ones."""

LARGEST_BODY = 64 * 1024 * 1024
IDLE_SECONDS = 60.0

Noted = Callable[[StandinRequest, int], None]


def tell_nobody(asked: StandinRequest, status: int) -> None:
    """Say nothing of a request."""


class StandinServer(ThreadingHTTPServer):
    """A stand-in at a port of this machine; ``requests`` are those that came, oldest first."""

    daemon_threads = True

    def __init__(self, standin: Standin, port: int = 0, noted: Noted = tell_nobody) -> None:
        self.ending = threading.Event()  # set once nobody waits for a reply any more
        try:
            super().__init__((HOST, port), _Handler)
        except (OSError, OverflowError) as error:
            raise BadSettings(
                problem=f"the stand-in can't listen on {HOST}:{port}; name another --port"
            ) from error
        self.standin = standin
        self.noted = noted
        self.requests: deque[StandinRequest] = deque(maxlen=MOST_REQUESTS)
        self._one_at_a_time = threading.Lock()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{HOST}:{self.server_port}"

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        """Return the reply to a request, once those before it have theirs."""
        if asked.path == LOG_PATH:
            log: list[JsonValue] = [
                {"method": one.method, "path": one.path} for one in [*self.requests]
            ]
            return StandinReply(body=log)
        self.requests.append(asked)
        with self._one_at_a_time:
            return self.standin.reply_to(asked)

    def server_close(self) -> None:
        """End, with whoever still waits for a reply."""
        self.ending.set()
        super().server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that left; a fault of the stand-in's own is shown."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = IDLE_SECONDS
    disable_nagle_algorithm = True
    server: StandinServer

    def serve(self) -> None:
        asked = self._asked()
        if asked is None:
            self._send(StandinReply(status=413))
            self.close_connection = True
            return
        reply = self.server.reply_to(asked)
        self.server.noted(asked, reply.status)
        if reply.delay and self.server.ending.wait(reply.delay):
            self.close_connection = True
        elif reply.fault:
            self._break(reply.fault)
        else:
            self._send(reply)

    do_GET = do_HEAD = do_OPTIONS = serve  # noqa: N815  # names that http.server asks for
    do_POST = do_PUT = do_PATCH = do_DELETE = serve  # noqa: N815  # the same

    def _asked(self) -> StandinRequest | None:
        length = self.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST_BODY or "chunked" in str(self.headers):
            return None
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(length))
        return StandinRequest(self.command, unquote(parts.path), parts.query, headers, body)

    def _send(self, reply: StandinReply) -> None:
        content = reply.content
        self.send_response(reply.status)
        for name, value in self._headers(reply, len(content)).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _headers(self, reply: StandinReply, length: int) -> Mapping[str, str]:
        own = {name.lower(): value for name, value in reply.headers.items()}
        kind = "text/plain; charset=utf-8" if isinstance(reply.body, str) else "application/json"
        typed = {"content-type": kind} if length else {}
        fixed = {"content-length": str(length), MARK: self.server.standin.name}
        return {**typed, **own, **fixed}

    def _break(self, fault: str) -> None:
        self.close_connection = True
        if fault == "reset":  # closing throws away what is left to send, and says so
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.rfile.close()
            self.wfile.close()
            self.connection.close()
            self.wfile = BytesIO()  # which http.server flushes in the end

    def date_time_string(self, timestamp: float | None = None) -> str:  # noqa: ARG002  # http.server's shape
        """Return the time that it is in the world."""
        now = self.server.standin.world.now or datetime.now(UTC)
        return format_datetime(now.astimezone(UTC), usegmt=True)

    def version_string(self) -> str:
        """Return no more than the mark tells."""
        return MARK

    def log_message(self, *_: object) -> None:
        """Say nothing: whoever serves is told of each request."""


@contextmanager
def standing_in(standin: Standin) -> Iterator[StandinServer]:
    """Serve a stand-in in a thread of its own, for as long as the block lasts."""
    with StandinServer(standin) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
