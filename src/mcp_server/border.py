"""What stands around every message: who calls, what is cancelled, and errors that repeat nothing of what was sent."""

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from typing import Any

from mcp.server.context import CallNext, HandlerResult
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS
from pydantic import ValidationError

from src.api import replies
from src.api.turns import Turns
from src.dossier.models import Language
from src.errors import TessError, UnknownTurn
from src.identity.caller import Caller, calling
from src.mcp_server.call import Call, Context
from src.mcp_server.resources import Notices

CALLER = "tess.caller"
"""Of the scope of a request: who sent it, where somebody had to say."""

PLAIN_ERRORS: Mapping[int, str] = {
    -32700: "Parse error",
    -32600: "Invalid request",
    -32601: "Method not found",
    -32602: "Invalid params",
    -32603: "Internal error",
}
"""What is said of errors that the SDK finds: its own words may repeat what was sent."""

MOST_CANCELLED = 1024
"""Calls that are remembered to be cancelled."""


class DoorError(MCPError):
    """An error in words of ours."""


class Border:
    """The only middleware beside the SDK's seal."""

    def __init__(self, turns: Turns, notices: Notices) -> None:
        self._turns = turns
        self._notices = notices
        self._calls: dict[tuple[str, str], Call] = {}
        """Calls that go on, and the last ones that were cancelled, by session and request."""

    async def __call__(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Hand a message on, for whoever sent it."""
        context = ctx
        with ExitStack() as stack:
            caller = context.request.scope.get(CALLER) if context.request else None
            if isinstance(caller, Caller):
                stack.enter_context(calling(caller))
            if context.request_id is None:
                self._notice(context)
                return await call_next(context)
            return await self._handled(context, call_next)

    def begin(self, context: Context, call: Call) -> None:
        """Take note of a call, which may be cancelled from now on."""
        self._calls[_key(context, context.request_id)] = call
        while len(self._calls) > MOST_CANCELLED:
            self._calls.pop(next(iter(self._calls)))

    def end(self, context: Context) -> None:
        """Take note that a call was answered."""
        self._calls.pop(_key(context, context.request_id), None)

    def _notice(self, context: Context) -> None:
        # The SDK has stopped its own work for the request by now; the turn is ours to stop.
        if context.method == "notifications/cancelled":
            call = self._calls.pop(_key(context, (context.params or {}).get("requestId")), None)
            if call is not None:
                with suppress(UnknownTurn):
                    call.stop()
        elif context.method == "notifications/initialized":
            # The session has no public way to its connection, to which notices are sent.
            self._notices.met(context.session._connection)

    async def _handled(self, context: Context, call_next: CallNext) -> HandlerResult:
        task = asyncio.ensure_future(call_next(context))
        try:
            await asyncio.wait([task])
        finally:
            task.cancel()
        if task.cancelled():
            raise asyncio.CancelledError
        error = task.exception()
        if error is None:
            return task.result()
        raise safe(error, "en") from None


def safe(error: BaseException, language: Language) -> MCPError:
    """Return an error of the protocol that repeats nothing of what was sent; a bug is a reference to the log."""
    if isinstance(error, DoorError):
        return error
    if isinstance(error, MCPError):
        code = error.error.code
        is_plain = code in PLAIN_ERRORS
        return MCPError(
            code,
            PLAIN_ERRORS.get(code, error.error.message),
            None if is_plain else error.error.data,
        )
    if isinstance(error, ValidationError):
        return MCPError(INVALID_PARAMS, PLAIN_ERRORS[INVALID_PARAMS])
    frame = replies.failure(error, language)
    code = INVALID_PARAMS if isinstance(error, TessError) else INTERNAL_ERROR
    data: dict[str, Any] = {"code": frame.code}
    if frame.error_id:
        data["error_id"] = frame.error_id
    return DoorError(code, frame.error, data)


def _key(context: Context, request_id: Any) -> tuple[str, str]:
    headers = getattr(context.request, "headers", None) or {}
    return headers.get("mcp-session-id", ""), repr(request_id)
