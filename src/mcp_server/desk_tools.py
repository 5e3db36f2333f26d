"""What desks offer beside the tools of all desks, as tools of this door."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from mcp_types import InputRequiredResult, TextContent
from pydantic import BaseModel, JsonValue

from src.desks.desk import Desk
from src.dossier.models import Language
from src.mcp_server.call import Call
from src.mcp_server.conversation import hold_next
from src.mcp_server.results import plain
from src.mcp_server.tools import DoorTool, Ended, ToolReply
from src.tools.over_mcp import McpTool


class _NeedsPerson(Exception):
    """A turn of a desk's tool asks a person something, which ends the call."""

    def __init__(self, required: InputRequiredResult) -> None:
        super().__init__()
        self.required = required


class DeskCall:
    """A call as a desk's tool sees it; a ``McpCall``."""

    def __init__(self, call: Call, desk: Desk) -> None:
        self._call = call
        self._desk = desk

    @property
    def language(self) -> Language:
        return self._call.language

    async def say(self, message: str, dossier_id: str | None = None) -> Mapping[str, JsonValue]:
        desk = None if dossier_id else self._desk.name
        ended = await hold_next(self._call, message=message, dossier_id=dossier_id, desk=desk)
        if isinstance(ended, InputRequiredResult):
            raise _NeedsPerson(ended)
        return plain(ended)


def tools_of(desk: Desk) -> list[DoorTool]:
    """Return the tools that a desk adds."""
    return [
        DoorTool(
            f"{desk.name}_{tool.name}",
            tool.title,
            tool.description,
            tool.arguments,
            tool.result,
            partial(_run, desk, tool),
            tool.read_only,
            tool.destructive,
            tool.idempotent,
            open_world=True,
        )
        for tool in desk.mcp_tools
    ]


async def _run(desk: Desk, tool: McpTool, call: Call, given: BaseModel) -> Ended:
    try:
        result: Any = await tool.run(DeskCall(call, desk), given)
    except _NeedsPerson as asked:
        return asked.required
    return ToolReply(result, (TextContent(text=tool.tell(result, call.language)),))
