"""Who may come to the doors of the server, and what is known of that for MCP clients before it is opened. Pure."""

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

PATH = "/mcp"
"""Its requests last as long as their sessions, and bring more than a message: it bounds them itself."""

METADATA = "/.well-known/oauth-protected-resource"
"""Where a client that was refused learns how to show who it is (RFC 9728); the path of the door may follow."""

_HOST = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")


def origin_of(scope: Scope) -> str:
    """Return the origin that a request was sent to; empty where its host is no host."""
    host = Headers(scope=scope).get("host", "")
    return f"{scope['scheme']}://{host}" if _HOST.fullmatch(host) else ""


def challenge(scope: Scope) -> str:
    """Return what a request without a valid token is told of how to show one."""
    origin = origin_of(scope)
    return f'Bearer resource_metadata="{origin}{METADATA}{PATH}"' if origin else "Bearer"


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
