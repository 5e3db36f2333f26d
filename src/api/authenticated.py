"""The guard of every route: requests without a valid token are refused before a body or a message is read."""

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from src.api import replies
from src.api.middleware import as_json, language_of
from src.errors import TessError
from src.identity.caller import calling

if TYPE_CHECKING:
    from src.identity.tokens import Authentication

OPEN = ("/healthz", "/readyz")
"""Whoever watches the server may ask for these without a token; they say no more than whether it is well."""

OWN_RULE = "/metrics"
"""Has a token of its own, see ``metrics_route``."""

SUBPROTOCOL = "tess"
"""What a browser offers beside its token, and what is agreed on: a token is never sent back."""

BEARER = "bearer."
"""A browser can set no header of a WebSocket, so its token comes as a second subprotocol with this in front."""


class Authenticated:
    """Lets callers in by their token; what lies behind runs for them, see ``identity.caller``."""

    def __init__(self, app: ASGIApp, authentication: "Authentication") -> None:
        self._app = app
        self._authentication = authentication

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        token = _token(scope)
        if scope["path"] == OWN_RULE or (not token and scope["path"] in OPEN):
            await self._app(scope, receive, send)
            return
        try:
            caller = await self._authentication.caller(token)
        except TessError as error:
            refusal = as_json(replies.failure(error, language_of(scope)), error.status)
            # With a WebSocket this answers the handshake: there is no connection, and no message was read.
            await refusal(scope, receive, send)
            return
        with calling(caller):
            await self._app(scope, receive, send)


def _token(scope: Scope) -> str:
    """Return the token that a request brings; never from its address, which ends up in logs."""
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    offered = [entry for entry in scope.get("subprotocols", ()) if entry.startswith(BEARER)]
    return offered[0].removeprefix(BEARER) if offered else ""
