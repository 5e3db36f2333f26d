"""Desks at this door: which there are, what they search in, their prompts, tools of their own, votes on answers."""

from asyncio import to_thread
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from mcp_types import (
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)
from pydantic import BaseModel, JsonValue

from src.api.desk_routes import by_hand
from src.desks.desk import ByHand, Desk
from src.dossier.models import Language
from src.errors import BadFields, UnknownDesk
from src.mcp_server.arguments import (
    DoorArguments,
    DoorTool,
    Ended,
    RateArguments,
    ScopeArguments,
    ToolReply,
    looking,
    told,
    tool,
    turned,
)
from src.mcp_server.call import Call
from src.mcp_server.conversation import changed, hold_next
from src.mcp_server.questions import WORDS
from src.mcp_server.results import DoorResult
from src.search.documents.collections import collections as library_collections
from src.tools.over_mcp import McpTool


def line_of(desk: Desk, language: Language) -> str:
    """Return what a desk is for, in a line, under the name that ``ask`` takes."""
    return f"- {desk.name}: {(desk.words.tagline or desk.title)[language]}"


async def desks(call: Call, given: DoorArguments) -> Ended:  # noqa: ARG001  # the shape of a tool
    """List the desks: what each is for, and a message to try."""
    lines = []
    for desk in call.behind.parts.agent.desks.values():
        example = next(iter(desk.words.examples.get(call.language, ())), "").partition("\n")[0]
        about = [
            line_of(desk, call.language),
            desk.words.about[call.language],
            f"“{example[:200]}”",
        ]
        lines.append("\n  ".join(about))
    names: list[JsonValue] = [*call.behind.parts.agent.desks]
    return told(DoorResult(outcome="done", details={"desks": names}), "\n".join(lines))


async def collections(call: Call, given: DoorArguments) -> Ended:  # noqa: ARG001  # the shape of a tool
    """List the collections of documentation, with their versions; `scope` chooses among them."""
    async with call.place("GET /collections"):
        folder = (call.behind.parts.data_dir or Path()) / "library"
        found = await to_thread(library_collections, folder)
    listed: list[Any] = [
        {"name": state.name, "versions": [each.version for each in state.versions if each.version]}
        for state in found
    ]
    lines = [f"- {entry['name']} {', '.join(entry['versions'])}".rstrip() for entry in listed]
    text = "\n".join(lines) or call.words.nothing
    return told(DoorResult(outcome="done", details={"collections": listed}), text)


async def scope(call: Call, given: ScopeArguments) -> Ended:
    """Have a dossier searched in these collections and this version from now on; with neither, in all."""
    return await _by_hand(call, "scope", given)


async def rate(call: Call, given: RateArguments) -> Ended:
    """Keep what the user thinks of an answer, in place of what they thought before."""
    return await _by_hand(call, "feedback", given)


async def _by_hand(call: Call, what: ByHand, given: ScopeArguments | RateArguments) -> Ended:
    behind, told = call.behind, given.model_dump(exclude_none=True, exclude={"dossier", "desk"})
    async with call.place("POST /dossiers/-/scope"):
        desk = given.desk if isinstance(given, ScopeArguments) else None
        at = await call.dossier(given.dossier) if given.dossier else desk
        made = await by_hand(behind.parts, behind.dossiers, what, told, at, call.language)
    return turned(call, changed(call, made))


DESK_TOOLS = (looking(desks), looking(collections), tool(scope), tool(rate))


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
        return ended.model_dump(mode="json")


def tools_of(desk: Desk) -> list[DoorTool]:
    """Return the tools that a desk adds."""
    return [
        DoorTool(
            f"{desk.name}_{tool.name}",
            tool.title,
            tool.description,
            tool.arguments,
            partial(_run, desk, tool),
            tool.read_only,
            tool.destructive,
            tool.idempotent,
            open_world=True,
            result=tool.result,
        )
        for tool in desk.mcp_tools
    ]


async def _run(desk: Desk, tool: McpTool, call: Call, given: BaseModel) -> Ended:
    try:
        result: Any = await tool.run(DeskCall(call, desk), given)
    except _NeedsPerson as asked:
        return asked.required
    return ToolReply(result, (TextContent(text=tool.tell(result, call.language)),))


ARGUMENT = "question"
LONGEST = 20_000
"""Characters of the question of a prompt."""


def listed(desks: Mapping[str, Desk], language: Language) -> ListPromptsResult:
    """Return the prompts."""
    argument = PromptArgument(name=ARGUMENT, description=WORDS[language].question, required=False)
    return ListPromptsResult(
        prompts=[
            Prompt(
                name=desk.name,
                title=desk.title[language],
                description=desk.words.about[language],
                arguments=[argument],
            )
            for desk in desks.values()
        ]
    )


def prompt(
    desks: Mapping[str, Desk], name: str, arguments: Mapping[str, str], language: Language
) -> GetPromptResult:
    """Return the prompt of a desk around the user's question, or around an example; raises ``UnknownDesk``."""
    if name not in desks:
        raise UnknownDesk(desks=", ".join(desks))
    desk, question = desks[name], arguments.get(ARGUMENT, "").strip()
    if len(question) > LONGEST or set(arguments) - {ARGUMENT}:
        raise BadFields(field=ARGUMENT, problem="wrong_value")
    question = question or next(iter(desk.words.examples.get(language, ())), "")
    words, approve = WORDS[language], desk.words.approve.get(language, "")
    text = words.prompt.format(
        desk=desk.name,
        title=desk.title[language],
        document=desk.words.document[language],
        confirms=words.prompt_confirms.format(approve=approve) if approve else "",
        question=question,
    )
    message = PromptMessage(role="user", content=TextContent(text=text))
    return GetPromptResult(description=desk.words.about[language], messages=[message])
