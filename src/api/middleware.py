"""What stands around REST: callers are known, bodies bounded, no reply is kept, and a bug ends as a reference."""

import logging
import re

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from src.api import replies
from src.api.wire import MESSAGE_LIMIT, ErrorFrame, refuse_constants
from src.dossier.models import Language
from src.errors import MessageTooLarge, NotJson, TessError
from src.identity.caller import calling
from src.identity.tokens import Authentication

log = logging.getLogger(__name__)

_FILES = re.compile(
    r"/(?:documents|images)(?:/check)?|/dossiers/[^/]*/(?:documents|images)|/packs/open|/mcp"
    r"|/(?:desks/)?[a-z]+/upload"
)


def takes_file(scope: Scope) -> bool:
    """Whether a request is to bring a file, for which there are limits of its own."""
    return scope["type"] == "http" and _FILES.fullmatch(scope["path"]) is not None


OPEN = ("/healthz", "/readyz")
"""Whoever watches the server may ask for these without a token; they say no more than whether it is well."""

OWN_RULE = "/metrics"
"""Has a token of its own, see ``rest.may_read``."""

SUBPROTOCOL = "tess"
"""What a browser offers beside its token, and what is agreed on: a token is never sent back."""

BEARER = "bearer."
"""A browser can set no header of a WebSocket, so its token comes as a second subprotocol with this in front."""


class Authenticated:
    """Lets callers in by their token; what lies behind runs for them, see ``identity.caller``."""

    def __init__(self, app: ASGIApp, authentication: Authentication) -> None:
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


class BoundedBody:
    """Refuses a request whose body is longer than a message may be, before any of it is parsed.

    A file goes by: its route takes it in piece by piece, up to a limit that is larger.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or takes_file(scope):
            await self._app(scope, receive, send)
            return
        try:
            body = await _body(Request(scope, receive))
            if "json" in Headers(scope=scope).get("content-type", ""):
                refuse_constants(body)
        except (MessageTooLarge, NotJson) as refused:
            frame = replies.failure(refused, language_of(scope))
            status = 413 if isinstance(refused, MessageTooLarge) else refused.status
            await as_json(frame, status)(scope, receive, send)
            return
        await self._app(scope, replayed(body, receive), send)


async def _body(request: Request) -> bytes:
    """Return the whole body; raises ``MessageTooLarge``, however long it says it is."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MESSAGE_LIMIT:
            raise MessageTooLarge(limit=str(MESSAGE_LIMIT))
    return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Return what receives a body that was read already, and then what comes behind it."""
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return whole.pop() if whole else await receive()

    return received


class SecurityHeaders:
    """Has no browser or proxy keep a reply, take it for another type, frame it, or tell others its address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                headers["x-frame-options"] = "DENY"
                headers["referrer-policy"] = "no-referrer"
                headers["cache-control"] = "no-store"
                headers["x-content-type-options"] = "nosniff"
            await send(message)

        await self._app(scope, receive, sending)


class ErrorMiddleware:
    """Answers a request that ended in a bug with a reference; the log has the rest under it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, sending)
        except ClientDisconnect:
            log.info("client left before its reply")
        except Exception as error:  # a border: no text of an unknown error reaches a client
            frame = replies.failure(error, language_of(scope))
            scope["app"].state.turns.tracer.refused(frame.code)
            if not has_begun:
                await as_json(frame, 500)(scope, receive, send)


def as_json(frame: ErrorFrame, status: int) -> JSONResponse:
    """Return an error as a response."""
    headers = {"www-authenticate": "Bearer"} if status == 401 else {}
    if frame.retry_after is not None:
        headers["retry-after"] = str(frame.retry_after)
    return JSONResponse(frame.model_dump(mode="json", exclude_none=True), status, headers)


def language_of(scope: Scope) -> Language:
    """Return the language of the caller whose request says nothing itself."""
    return replies.preferred(Headers(scope=scope).get("accept-language"))
