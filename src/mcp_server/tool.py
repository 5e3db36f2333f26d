"""What a tool of the door is: a function, of whose name, docstring and arguments clients list it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import getdoc
from typing import Any, get_type_hints

from mcp_types import ContentBlock, InputRequiredResult, TextContent
from pydantic import BaseModel

from src.dossier.models import Language
from src.mcp_server.call import Call
from src.mcp_server.questions import WORDS
from src.mcp_server.results import DoorResult
from src.mcp_server.telling import tell_turn


@dataclass(frozen=True)
class ToolReply:
    """A result for a program, and the same for a model; ``is_error``: nothing was done."""

    result: BaseModel
    content: tuple[ContentBlock, ...]
    is_error: bool = False


Ended = ToolReply | InputRequiredResult


@dataclass(frozen=True)
class DoorTool:
    """A tool that clients may call."""

    name: str
    title: Mapping[Language, str]
    description: str
    arguments: type[BaseModel]
    run: Callable[[Call, Any], Awaitable[Ended]]
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False
    """Whether it may ask systems of others, such as a model or a service."""
    result: type[BaseModel] | None = None
    """Of a desk's own tool; None: ``DoorResult``."""


def tool(run: Callable[[Call, Any], Awaitable[Ended]], **hints: Any) -> DoorTool:
    """Return the tool that a function is."""
    name = run.__name__
    title: Mapping[Language, str] = {one: words.titles[name] for one, words in WORDS.items()}
    return DoorTool(name, title, getdoc(run) or "", get_type_hints(run)["given"], run, **hints)


def looking(run: Callable[[Call, Any], Awaitable[Ended]]) -> DoorTool:
    """Return the tool that a function is which changes nothing."""
    return tool(run, read_only=True, idempotent=True)


def told(result: DoorResult, text: str) -> ToolReply:
    """Return a result with its text."""
    return ToolReply(result, (TextContent(text=text),), result.outcome == "error")


def turned(call: Call, ended: DoorResult | InputRequiredResult) -> Ended:
    """Return what came of a turn with its text, or the form that it asks for."""
    if isinstance(ended, InputRequiredResult):
        return ended
    return told(ended, tell_turn(ended, call.language))
