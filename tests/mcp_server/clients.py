"""Clients of the door as it is served: the SDK's own, over HTTP, in either protocol, with or without forms."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult

from src.api.limits import Limits
from src.bootstrap import Parts
from src.mcp_server.call import Pace
from src.mcp_server.http import MOST_SESSIONS, McpDoor
from tests.serving import ANY_HOUR, Served, rest_client, served

ERAS = ("legacy", "2026-07-28")


@asynccontextmanager
async def opened(
    parts: Parts,
    limits: Limits = ANY_HOUR,
    pace: Pace = Pace(),  # noqa: B008  # frozen
    sessions: int = MOST_SESSIONS,
) -> AsyncIterator[Served]:
    """Serve an engine with its door open."""
    door = partial(McpDoor, pace=pace, sessions=sessions)
    async with served(parts, limits, make_door=door) as server:
        yield server


@dataclass
class Person:
    """Somebody who fills in forms: each with what comes next, or declines; all that was asked is kept."""

    replies: list[dict[str, Any] | str] = field(default_factory=list)
    """What is filled in, or ``decline`` or ``cancel``."""
    asked: list[str] = field(default_factory=list)

    async def __call__(self, context: Any, params: ElicitRequestParams) -> ElicitResult:
        self.asked.append(params.message)
        reply = self.replies.pop(0) if self.replies else "decline"
        if isinstance(reply, str):
            return ElicitResult.model_validate({"action": reply})
        return ElicitResult(action="accept", content=reply)


@dataclass
class Caller:
    """A client of a server, and what it heard of progress."""

    client: Client
    progress: list[tuple[float, str]] = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once it has heard of any."""

    async def call(self, name: str, /, **arguments: Any) -> CallToolResult:
        async def told(progress: float, total: float | None, message: str | None) -> None:
            self.progress.append((progress, message or ""))
            self.heard.set()

        return await self.client.call_tool(name, arguments, progress_callback=told)

    async def ask(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """Return the structured part of a result."""
        result = await self.call(name, **arguments)
        assert isinstance(result.structured_content, dict), result
        return result.structured_content


class Listening(Protocol):
    """A server, or what stands in front of some."""

    @property
    def port(self) -> int:
        """Of this machine."""


@asynccontextmanager
async def calling(
    server: Listening,
    era: str = "2026-07-28",
    person: Person | None = None,
    token: str = "",
    on_message: Any = None,
    language: str = "en",
) -> AsyncIterator[Caller]:
    """Connect the SDK's client to a server."""
    headers = {"accept-language": language}
    if token:
        headers["authorization"] = f"Bearer {token}"
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(rest_client(headers=headers))
        url = f"http://127.0.0.1:{server.port}/mcp"
        transport = streamable_http_client(url, http_client=http)
        client = Client(
            transport,
            mode=era,
            elicitation_callback=person,
            message_handler=on_message,
            cache=None,
        )
        yield Caller(await stack.enter_async_context(client))
