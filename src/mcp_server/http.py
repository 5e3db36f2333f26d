"""The door as the server mounts it: streamable HTTP at ``/mcp``, for callers with the engine's own tokens."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser, AuthorizationContext
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http import StreamableHTTPServerTransport
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Message, Receive, Scope, Send

from src.api import replies
from src.api.inside import Inside
from src.api.limits import PATH, body_of, is_welcome
from src.api.middleware import as_json, language_of, replayed
from src.api.wire import MESSAGE_LIMIT, refuse_constants
from src.errors import MessageTooLarge, NotJson, TessError
from src.identity.caller import current, is_known
from src.mcp_server.border import CALLER, PLAIN_ERRORS, Border
from src.mcp_server.call import Pace
from src.mcp_server.resources import Notices
from src.mcp_server.server import make_server

LARGEST_BODY = 12 * 1024 * 1024
"""Bytes of a request: a desk may be handed files."""

MOST_SESSIONS = 2_000
"""Of all tenants together; one has at most half."""

SESSION_SECONDS = 15 * 60.0
"""A session in which nothing was asked for so long is forgotten; its client begins another."""

METHODS = ("GET", "POST", "DELETE")


class FairSessions(StreamableHTTPSessionManager):
    """The sessions of the protocol of 2025, of which one tenant has at most half."""

    def _admit_session(
        self, requestor: AuthorizationContext | None
    ) -> StreamableHTTPServerTransport | None:
        if requestor is not None:
            owners = [owner["client_id"] for owner in self._session_owners.values()]
            if owners.count(requestor["client_id"]) >= (self.max_sessions or MOST_SESSIONS) // 2:
                return None  # the SDK says then that there are too many
        return super()._admit_session(requestor)


class McpDoor:
    """A ``Door`` for MCP clients."""

    def __init__(
        self,
        behind: Inside,
        pace: Pace = Pace(),  # noqa: B008  # frozen
        sessions: int = MOST_SESSIONS,
    ) -> None:
        self._behind = behind
        self._notices = Notices()
        authentication = behind.parts.authentication
        self.server = make_server(
            behind,
            self._notices,
            Border(behind.turns, self._notices),
            secret=authentication.secret.get_secret_value() if authentication else None,
            pace=pace,
        )
        self._sessions = FairSessions(
            self.server,
            session_idle_timeout=SESSION_SECONDS,
            max_request_body_size=LARGEST_BODY,
            max_sessions=sessions,
        )

    @property
    def routes(self) -> Sequence[BaseRoute]:
        return [Route(PATH, self)]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        async with self._notices.telling(self._behind.parts.changes), self._sessions.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.method not in METHODS:
            await Response(status_code=405, headers={"allow": ", ".join(METHODS)})(
                scope, receive, send
            )
            return
        if not is_welcome(request, self._behind.limits.origins):
            await _error(403, -32600)(scope, receive, send)
            return
        if is_known():
            scope[CALLER] = caller = current()
            # A session is only found by whom it was made for.
            named = AccessToken(
                token="", client_id=caller.tenant, subject=caller.principal, scopes=[]
            )
            scope["user"] = AuthenticatedUser(named)
        try:
            body = await self._body(request)
            await asyncio.to_thread(refuse_constants, body)
        except NotJson:
            await _error(400, -32700)(scope, receive, send)
            return
        except TessError as error:
            status = 413 if isinstance(error, MessageTooLarge) else error.status
            refusal = as_json(replies.failure(error, language_of(scope)), status)
            await refusal(scope, receive, send)
            return
        await self._sessions.handle_request(scope, replayed(body, receive), Quiet(send))

    async def _body(self, request: Request) -> bytes:
        length = request.headers.get("content-length", "")
        is_short = request.method != "POST" or (length.isdecimal() and int(length) <= MESSAGE_LIMIT)
        pool = self._behind.pools.pool("POST", PATH)
        async with nullcontext() if is_short else pool.place(current().tenant):
            return await body_of(request, self._behind.limits, _bound)


def _bound(size: int) -> None:
    if size > LARGEST_BODY:
        raise MessageTooLarge(limit=str(LARGEST_BODY))


def _error(status: int, code: int) -> Response:
    told = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": PLAIN_ERRORS[code]}}
    return JSONResponse(told, status)


class Quiet:
    """Takes out of refusals what the SDK repeats of a message that it can't read."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._status = 0

    async def __call__(self, message: Message) -> None:
        """Send a piece of the reply."""
        if message["type"] == "http.response.start" and message["status"] == 400:
            headers = Headers(raw=message["headers"])
            if headers.get("content-type", "").startswith("application/json"):
                self._status = message["status"]
                return
        if not self._status:
            await self._send(message)
            return
        told = _without_words(message.get("body", b""))
        headers_ = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(told)).encode()),
        ]
        await self._send(
            {"type": "http.response.start", "status": self._status, "headers": headers_}
        )
        await self._send({**message, "body": told})


def _without_words(body: bytes) -> bytes:
    document = json.loads(body)
    error = document.get("error", {})
    if str(error.get("message", "")).startswith(("Validation error", "Parse error")):
        error["message"] = PLAIN_ERRORS.get(error.get("code"), "Invalid request")
    return json.dumps(document).encode()
