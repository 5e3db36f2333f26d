"""What a desk offers MCP clients beside the tools of all desks; knows nothing of the protocol."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, JsonValue

from src.dossier.models import Language


class McpCall(Protocol):
    """A call of a desk's tool, as the desk sees it."""

    @property
    def language(self) -> Language:
        """What the client is spoken to in."""

    async def say(self, message: str, dossier_id: str | None = None) -> Mapping[str, JsonValue]:
        """Have a turn at the desk and return what the tool ``ask`` returns: ``outcome``, ``dossier``, ``reply``, ..."""


@dataclass(frozen=True)
class McpTool:
    """A tool of a desk for MCP clients; they know it by the desk's name, ``_`` and its own."""

    name: str
    title: Mapping[Language, str]
    description: str
    """When to call it, for a model."""
    arguments: type[BaseModel]
    result: type[BaseModel]
    run: Callable[[McpCall, Any], Awaitable[BaseModel]]
    """Is handed the call and its arguments, and returns the result; a ``TessError`` is told in words."""
    tell: Callable[[Any, Language], str]
    """The result as a text for a model."""
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
