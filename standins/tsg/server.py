"""The stand-in for Microsoft Learn's MCP server, and for the search of GitHub: over real HTTP, with our own pages.

It speaks MCP in its plain form, one JSON reply for each request, in the forms that its public repository describes.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, cast

from pydantic import Field, JsonValue

from src.places import SHIPPED
from standins.base import Standin, StandinReply, StandinRequest, World
from standins.tsg.pages import SITE, SitePage, best, excerpt, pages_of

MCP_PATH = "/api/mcp"
MOST_CHUNKS = 10
LONGEST_CHUNK = 2_000

_PAGES = ("settings", "deploy", "security", "promises")
_PROTOCOL = "2025-06-18"
_UNKNOWN_METHOD = -32601

_TOOLS: Mapping[str, tuple[str, ...]] = {
    "microsoft_docs_search": ("query",),
    "microsoft_docs_fetch": ("url",),
    "microsoft_code_sample_search": ("query", "language"),
}


class LearnWorld(World):
    """How Microsoft Learn is here."""

    names: Mapping[str, str] = {}
    """What tools are called, where they are called otherwise than today."""
    says: Mapping[str, str] = {}
    """What a tool replies in place of what it would, by its name of today."""
    errors: Mapping[str, str] = {}
    """The same, marked as an error: inside a reply with the status 200."""
    issues: tuple[Mapping[str, JsonValue], ...] = Field(
        (), description="What a search of GitHub finds, as its API replies."
    )


class LearnStandin(Standin):
    """Microsoft Learn with the pages on operations of the project's own documentation."""

    name: ClassVar[str] = "tsg"
    title: ClassVar[str] = f"Microsoft Learn ({MCP_PATH}) and GitHub"
    world_model: ClassVar[type[World]] = LearnWorld

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.learn = cast(LearnWorld, world)
        self.called: list[tuple[str, dict[str, Any]]] = []
        """Tools that were called, with their arguments."""

    def settings(self, server: str) -> Mapping[str, str]:
        """Return the settings with which TESS speaks to it at a server."""
        return {
            "TESS_TSG_LEARN_URL": f"{server}{MCP_PATH}",
            "TESS_TSG_GITHUB_URL": server,
            "TESS_TSG_RESEARCH": "learn,github",
            "TESS_TSG_PII": "rules",
        }

    @cached_property
    def pages(self) -> tuple[SitePage, ...]:
        """What there is to find."""
        return pages_of(*(SHIPPED / "docs" / f"{name}.md" for name in _PAGES))

    def answer(self, asked: StandinRequest) -> StandinReply:
        """Return what Microsoft Learn would reply, or GitHub."""
        if asked.path == "/search/issues":
            found: list[JsonValue] = [dict(one) for one in self.learn.issues]
            return StandinReply(body={"total_count": len(found), "items": found})
        if asked.path != MCP_PATH:
            return super().answer(asked)
        if asked.method != "POST":
            return StandinReply(status=405)
        return self._spoken(asked)

    def _spoken(self, asked: StandinRequest) -> StandinReply:
        try:
            message = json.loads(asked.body)
            method, number = str(message["method"]), message.get("id")
        except (ValueError, KeyError, TypeError, AttributeError):
            return StandinReply(status=400)
        if number is None:
            return StandinReply(status=202)
        told = self._told(method, message.get("params") or {})
        if told is None:
            error: JsonValue = {"code": _UNKNOWN_METHOD, "message": "Method not found"}
            return StandinReply(body={"jsonrpc": "2.0", "id": number, "error": error})
        headers = {"mcp-session-id": "standin"} if method == "initialize" else {}
        return StandinReply(headers=headers, body={"jsonrpc": "2.0", "id": number, "result": told})

    def _told(self, method: str, params: Mapping[str, Any]) -> dict[str, JsonValue] | None:
        if method == "initialize":
            server: JsonValue = {"name": "standin", "version": "1"}
            return {
                "protocolVersion": _PROTOCOL,
                "capabilities": {"tools": {}},
                "serverInfo": server,
            }
        if method == "tools/list":
            return {"tools": [self._tool(name, takes) for name, takes in _TOOLS.items()]}
        if method == "tools/call":
            return self._called(str(params.get("name")), params.get("arguments") or {})
        return None

    def _tool(self, name: str, takes: tuple[str, ...]) -> JsonValue:
        properties: JsonValue = {one: {"type": "string"} for one in takes}
        schema: JsonValue = {"type": "object", "properties": properties, "required": [takes[0]]}
        return {"name": self.learn.names.get(name, name), "inputSchema": schema}

    def _called(self, named: str, arguments: dict[str, Any]) -> dict[str, JsonValue]:
        name = next((one for one in _TOOLS if self.learn.names.get(one, one) == named), "")
        self.called.append((name or named, arguments))
        if not name:
            return _text(f"Unknown tool: {named}", is_error=True)
        if name in self.learn.errors:
            return _text(self.learn.errors[name], is_error=True)
        if name in self.learn.says:
            return _text(self.learn.says[name])
        if name == "microsoft_docs_fetch":
            return self._fetched(str(arguments.get("url")))
        query = str(arguments.get("query"))
        found = [] if name == "microsoft_code_sample_search" else self._searched(query)
        return _text(json.dumps({"results": found}))

    def _searched(self, query: str) -> list[dict[str, str]]:
        return [
            {
                "title": one.title,
                "contentUrl": one.url,
                "content": excerpt(one, query, LONGEST_CHUNK),
            }
            for one in best(self.pages, query, MOST_CHUNKS)
        ]

    def _fetched(self, url: str) -> dict[str, JsonValue]:
        page = next((one for one in self.pages if one.url == url), None)
        if page is None:
            return _text(f"Nothing at {url}; all pages are below {SITE}", is_error=True)
        return _text(page.text)


def _text(text: str, *, is_error: bool = False) -> dict[str, JsonValue]:
    content: list[JsonValue] = [{"type": "text", "text": text}]
    return {"content": content, "isError": is_error}
