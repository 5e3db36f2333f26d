"""Which requests the page's server answers: those for its own names, from pages of its own or of known origins.

The page has the rights of whoever has it open: without this a page of any site that lets its name point here would
have them too.
"""

import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.cli_util import open_browser
from streamlit.config import get_option
from streamlit.starlette import App
from streamlit.web.server.server_util import get_display_address, get_url

SAFE = {
    "content-security-policy": "frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}
"""What every reply says: the page's own components may stand in frames of the page."""

OF_HANDSHAKES = ('%s - "WebSocket %s"', "ASGI callable returned without completing handshake.")
"""How lines of uvicorn begin that tell of a handshake; the second of each that was refused."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""What the page is asked for as where no names are set, wherever it listens."""


def doors() -> list[Middleware]:
    """Return what stands before everything that Streamlit serves, its WebSocket too."""
    hosts = listed("TESS_HOSTS") or LOOPBACK
    logging.getLogger("uvicorn.error").addFilter(says_no_handshake)
    return [
        Middleware(SafeHeaders),
        Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        Middleware(KnownOrigin, origins=origins()),
    ]


def says_no_handshake(record: logging.LogRecord) -> bool:
    """Return whether a line tells of anything but a handshake, of which a stranger can have as many as they like."""
    return not str(record.msg).startswith(OF_HANDSHAKES)


@asynccontextmanager
async def opened(_: App) -> AsyncIterator[None]:
    """Open the page in the user's browser once it is served, as Streamlit does of itself only without doors."""
    if not get_option("server.headless"):
        open_browser(get_url(get_display_address(get_option("server.address"))))
    yield


def origins() -> tuple[str, ...]:
    """Return the origins that may connect beside the page's own."""
    return listed("TESS_ORIGINS")


def listed(name: str) -> tuple[str, ...]:
    """Return what a variable lists, with commas between."""
    return tuple(one.strip().lower() for one in os.environ.get(name, "").split(",") if one.strip())


class SafeHeaders:
    """Has no other site frame a reply, no browser guess its type, and no other site told its address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update(SAFE)
            await send(message)

        await self._app(scope, receive, sending)


class KnownOrigin:
    """Refuses what a page of an unknown origin sends; programs send no ``Origin``.

    Known is the page of the very host that is asked, whose name was looked at before, and what is listed.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not self._is_known(Headers(scope=scope)):
            await PlainTextResponse("Invalid origin header", 403)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_known(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None or origin.lower() in self._origins:
            return True
        return urlsplit(origin).netloc == headers.get("host")
