"""What the server waits for and takes on: who may come, deadlines of a connection, sizes of bodies, turns at once."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from src.api.wire import MESSAGE_LIMIT
from src.errors import BodyTooSlow
from src.settings import Settings
from src.uploads.limits import PictureLimits, UploadLimits

PATH = "/mcp"
"""Its requests last as long as their sessions, and bring more than a message: it bounds them itself."""


def is_welcome(connection: HTTPConnection, origins: tuple[str, ...]) -> bool:
    """Return whether no web page of an unknown site opened this connection; programs send no Origin.

    Where no origins are named, a page is known that came from the host that it connects to.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if origins:
        return origin.lower() in origins
    return urlsplit(origin).netloc == connection.headers.get("host")


FILE_RATE = 64 * 1024
"""The least rate, in bytes a second: a file that drips in holds its place for seconds and not for a minute."""

PROTOCOL_LIMIT = 16 * MESSAGE_LIMIT
"""Above our own limit, so that a message somewhat too long is told so; above this one the connection is just cut."""

MOST_FRAGMENTS = 1024
"""Frames that one message may come in: empty ones would count for nothing in the limit of bytes."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""Names under which a server that listens on this machine only is asked for."""


@dataclass(frozen=True)
class Limits:
    """The limits of one server; those of a settings object by ``of``."""

    turns: int = 32
    """Turns that run at once."""
    waiting: int = 128
    """Turns that wait for others to end; one more is refused."""
    grace_seconds: float = 20.0
    """From SIGTERM to the end of the process."""
    hosts: tuple[str, ...] = LOOPBACK
    """Names that requests may be for; ``*`` is any."""
    origins: tuple[str, ...] = ()
    """Origins of web pages that may connect; empty: those that came from this very server."""
    receive_seconds: float = 10.0
    """A connection without the head of its request by then is cut; then its message has as long, else 1008."""
    send_seconds: float = 20.0
    """A connection that has not taken what was sent to it by then is cut."""
    ping_seconds: float = 20.0
    """A connection that waits for its reply is pinged as often: proxies close what is silent for a minute."""
    upload_seconds: float = 60.0
    """A file has so long to arrive, the whole of it."""
    file_seconds: float = 10.0
    """A file that arrives more slowly than the least rate has so long, and the seconds that what came was worth."""
    uploads: UploadLimits = field(default_factory=UploadLimits)
    pictures: PictureLimits = field(default_factory=PictureLimits)

    def seconds_for(self, size: int) -> float:
        """Return the seconds after which a file has to be there of which so many bytes came."""
        return min(self.upload_seconds, self.file_seconds + size / FILE_RATE)

    @classmethod
    def of(cls, settings: Settings) -> "Limits":
        """Return the limits that the settings name."""
        return cls(
            turns=settings.tess_max_turns,
            waiting=settings.tess_max_waiting,
            grace_seconds=settings.tess_grace_seconds,
            hosts=settings.hosts or (LOOPBACK if settings.only_here else ("*",)),
            origins=settings.origins,
            uploads=UploadLimits.of(settings.tess_upload_megabytes),
        )


JSON = "application/json"


def media_type(request: Request) -> str:
    """Return of what type a body is said to be."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def body_of(request: Request, limits: Limits, bound: Callable[[int], None]) -> bytes:
    """Return the file; ``bound`` is given each length that it has reached, and raises where that is too much.

    Raises ``BodyTooSlow`` where it is not there in time, or drips in.
    """
    clock = asyncio.get_running_loop().time
    begun, body = clock(), bytearray()
    try:
        async with asyncio.timeout(None) as deadline:
            deadline.reschedule(begun + limits.seconds_for(0))
            async for piece in request.stream():
                body += piece
                bound(len(body))
                deadline.reschedule(begun + limits.seconds_for(len(body)))
    except TimeoutError:
        raise BodyTooSlow(seconds=f"{clock() - begun:.0f}") from None
    return bytes(body)
