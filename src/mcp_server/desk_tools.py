"""Tools about desks: which there are, what they search in, and what a reader thinks of an answer."""

from asyncio import to_thread
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from src.api.desk_frames import desk_named
from src.api.documentation_routes import arguments_of, tool_by_hand
from src.desks.desk import ByHand, Desk
from src.dossier.models import Language
from src.mcp_server.arguments import (
    DoorArguments,
    Ended,
    RateArguments,
    ScopeArguments,
    looking,
    told,
    tool,
    turned,
)
from src.mcp_server.call import Call
from src.mcp_server.conversation import changed
from src.mcp_server.results import DoorResult
from src.search.documents.collections import collections as library_collections


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
        {"name": one.name, "versions": [each.version for each in one.versions if each.version]}
        for one in found
    ]
    lines = [f"- {one['name']} {', '.join(one['versions'])}".rstrip() for one in listed]
    text = "\n".join(lines) or call.words.nothing
    return told(DoorResult(outcome="done", details={"collections": listed}), text)


async def scope(call: Call, given: ScopeArguments) -> Ended:
    """Have a dossier searched in these collections and this version from now on; with neither, in all."""
    return await _by_hand(call, "scope", given)


async def rate(call: Call, given: RateArguments) -> Ended:
    """Keep what the user thinks of an answer, in place of what they thought before."""
    return await _by_hand(call, "feedback", given)


async def _by_hand(call: Call, what: ByHand, given: ScopeArguments | RateArguments) -> Ended:
    parts, service = call.behind.parts, call.behind.dossiers
    async with call.place("POST /dossiers/-/scope"):
        desk = given.desk if isinstance(given, ScopeArguments) else None
        if given.dossier:
            desk = (await call.dossier(given.dossier)).desk
        name = desk_named(parts.agent.desks, desk)
        run = tool_by_hand(parts, name, what)
        args = arguments_of(run, given.model_dump(exclude_none=True, exclude={"dossier", "desk"}))
        if given.dossier:
            committed = await service.by_hand(given.dossier, run, args)
        else:
            committed = await service.begun_by_hand(name, run, args, call.language)
    return turned(call, changed(call, committed))


DESK_TOOLS = (looking(desks), looking(collections), tool(scope), tool(rate))
