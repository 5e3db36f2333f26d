"""Who may come to the doors of the server. Pure."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

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
