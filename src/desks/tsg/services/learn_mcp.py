"""Asks Microsoft Learn by its MCP server: the desk's only importer of the SDK, which is imported when it is used.

The SDK's client holds tasks of its own, stays dead after one broken reply and says of a gone session only that it is
terminated. So it lives in a task of this module, one for a research; a fault ends it, and the next call opens another.
"""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from src.desks.tsg.outside import CallFailed, FetchedPage, Problem
from src.errors import AddressRefused
from src.services.addresses import AddressGuard, Resolve, resolved

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import CallToolResult
    from mcp_types import Tool as McpTool

    from src.services.guarded import GuardedHttp

HOST = "learn.microsoft.com"
SECONDS = 90.0
"""For one call, with its repeats."""

LARGEST = 4 * 1024 * 1024
"""Bytes of a reply that are read."""

MOST_FOUND = 10
"""Pages of one search that are looked at."""

_AGAIN = ("gone", "not_offered")
"""What a new session and a new list of tools may mend."""


@dataclass(frozen=True)
class _Wanted:
    """A tool by what it does: its name of today, and by what a renamed one is known."""

    name: str
    argument: str
    words: tuple[str, ...]
    without: tuple[str, ...] = ()

    def among(self, tools: "Sequence[McpTool]") -> str:
        """Return the name of the tool that does it; raises ``CallFailed`` where there is none."""
        fitting = [
            tool.name for tool in tools if self.argument in tool.input_schema.get("properties", {})
        ]
        if self.name in fitting:
            return self.name
        for name in fitting:
            has = all(word in name.lower() for word in self.words)
            if has and not any(word in name.lower() for word in self.without):
                return name
        raise CallFailed("not_offered")


SEARCH = _Wanted("microsoft_docs_search", "query", ("search",), ("code", "sample"))
FETCH = _Wanted("microsoft_docs_fetch", "url", ("fetch",))
SAMPLES = _Wanted("microsoft_code_sample_search", "query", ("code", "search"))


@dataclass
class _LearnCall:
    wanted: _Wanted
    arguments: Mapping[str, str]
    reply: "asyncio.Future[str]"


class LearnSession:
    """Asks Microsoft Learn at an address with one client, for as long as it is entered.

    Every method raises ``CallFailed``.
    """

    def __init__(self, url: str, *, seconds: float = SECONDS, resolve: Resolve = resolved) -> None:
        self._url = url
        self._guard = AddressGuard([HOST], [url], resolve)
        self._seconds = seconds
        self._asked: asyncio.Queue[_LearnCall] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._end()

    async def search(self, query: str) -> list[str]:
        return _found(await self._text(SEARCH, {"query": query}))[:MOST_FOUND]

    async def samples(self, query: str) -> list[str]:
        return _found(await self._text(SAMPLES, {"query": query}))[:MOST_FOUND]

    async def fetch(self, url: str) -> FetchedPage:
        text = await self._text(FETCH, {"url": url})
        return FetchedPage(url, _title(text) or url, text)

    # One client, in a task of its own

    async def _text(self, wanted: _Wanted, arguments: Mapping[str, str]) -> str:
        try:
            return await self._once(wanted, arguments)
        except CallFailed as failed:
            if failed.problem not in _AGAIN:
                raise
        await self._end()  # its list of tools may be of yesterday
        return await self._once(wanted, arguments)

    async def _once(self, wanted: _Wanted, arguments: Mapping[str, str]) -> str:
        reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait(_LearnCall(wanted, arguments, reply))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve())
        try:
            async with asyncio.timeout(self._seconds):
                return await reply
        except TimeoutError:
            await self._end()
            raise CallFailed("slow") from None

    async def _end(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        while not self._asked.empty():
            self._asked.get_nowait()

    async def _serve(self) -> None:
        """Answer what is asked with one client, until a fault ends it."""
        asked = await self._asked.get()
        http = await asyncio.to_thread(self._http)  # which reads certificates
        try:
            async with http, await asyncio.to_thread(self._client, http) as client:
                tools = (await client.list_tools()).tools
                while True:
                    await _answer(client, tools, asked)
                    asked = await self._asked.get()
        except* _faults() as faults:
            if not asked.reply.done():
                problem = "busy" if http.is_busy else _problem(faults)
                asked.reply.set_exception(CallFailed(problem))

    def _http(self) -> "GuardedHttp":
        from src.services.guarded import GuardedHttp

        return GuardedHttp(self._guard, seconds=self._seconds, largest=LARGEST)

    def _client(self, http: "GuardedHttp") -> "Client":
        from mcp import Client
        from mcp.client.streamable_http import streamable_http_client

        # It logs what it is sent, and what it can't read of that.
        logging.getLogger("mcp.client").setLevel(logging.CRITICAL + 1)
        transport = streamable_http_client(self._url, http_client=http)
        return Client(transport, read_timeout_seconds=self._seconds, cache=None)


def _faults() -> tuple[type[Exception], ...]:
    """Return what the SDK lets through: its own errors, and those of what it stands on."""
    import anyio
    import httpx2
    from mcp.shared.exceptions import MCPError

    streams = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream)
    return (MCPError, httpx2.HTTPError, AddressRefused, OSError, ValueError, RuntimeError, *streams)


def _problem(faults: BaseExceptionGroup[Exception]) -> Problem:
    import httpx2

    first: BaseException = faults
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    if isinstance(first, AddressRefused):
        return "not_asked"
    if isinstance(first, httpx2.TimeoutException | TimeoutError):
        return "slow"
    if isinstance(first, httpx2.HTTPError | OSError):
        return "unreachable"
    text = str(first).lower()
    if "session terminated" in text or "error response" in text or "not found" in text:
        return "gone"
    return "slow" if "timed out" in text else "unreadable"


async def _answer(client: "Client", tools: "Sequence[McpTool]", asked: _LearnCall) -> None:
    """Have one call replied; what is wrong with the call alone leaves the client as it is."""
    if asked.reply.done():
        return
    try:
        name = asked.wanted.among(tools)
        result = await client.call_tool(name, dict(asked.arguments))
        asked.reply.set_result(_said(result))
    except CallFailed as failed:
        asked.reply.set_exception(failed)


def _said(result: "CallToolResult") -> str:
    """Return the text of a result; raises ``CallFailed`` where it is an error."""
    pieces = (getattr(content, "text", None) for content in result.content)
    text = "\n".join(piece for piece in pieces if isinstance(piece, str))
    if result.is_error:
        raise CallFailed("not_offered" if "unknown tool" in text.lower() else "refused")
    return text


def _found(text: str) -> list[str]:
    """Return the addresses in the results of a search, each once."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise CallFailed("unreadable") from None
    rows = told.get("results") if isinstance(told, dict) else told
    if not isinstance(rows, list):
        raise CallFailed("unreadable")
    named = (
        map(row.get, ("contentUrl", "url", "link")) for row in rows[:1_000] if isinstance(row, dict)
    )
    urls = (next((url for url in each if isinstance(url, str)), "") for each in named)
    return list(dict.fromkeys(filter(None, urls)))


def _title(text: str) -> str:
    heading = next((line for line in text.splitlines()[:50] if line.startswith("# ")), "")
    return heading.removeprefix("# ").strip()[:300]
