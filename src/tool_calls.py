"""Runs the tools that a model picked: checks the arguments and the gate, collects what comes out."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence

from pydantic import ValidationError

from src.dossier.models import Dossier
from src.dossier.patch import merged
from src.errors import (
    BadArguments,
    LimitReached,
    ModelKeyRefused,
    TessError,
    TooManyCalls,
    UnknownTool,
)
from src.llm.protocol import ToolCall
from src.tools.base import AnyTool, Arguments, Refused, ToolOutcome, ToolResult, gate

LONGEST_ARGUMENTS = 20_000
"""Characters of arguments that are looked at; a longer text is refused unread."""

OnTool = Callable[[str], Awaitable[None]]

log = logging.getLogger(__name__)


async def run(
    calls: Sequence[ToolCall],
    tools: Mapping[str, AnyTool],
    dossier: Dossier,
    most: int,
    on_tool: OnTool,
) -> tuple[ToolOutcome, ...]:
    """Return one result per call, in the order of the calls; a call that fails stops no other.

    Of the calls beyond ``most`` the first is refused, for all of them: a model may send a million.
    Calls run concurrently on the dossier as given, but those that need a shown selection run after the others, on
    the dossier with the others' changes: a selection changed in this very turn has not been shown.
    """
    calls = calls[: max(most, 0) + 1]
    results: dict[int, ToolResult] = {}
    gated = [n for n, call in enumerate(calls) if _is_gated(tools.get(call.name))]
    first = [n for n in range(len(calls)) if n not in gated]
    for wave in filter(None, (first, gated)):
        so_far = [results[n].patch for n in sorted(results)]
        changed = merged(so_far).apply(dossier) if so_far else dossier
        ran = await asyncio.gather(
            *(
                _one(calls[n], tools, changed, on_tool) if n < most else _too_many(most)
                for n in wave
            )
        )
        results.update(zip(wave, ran, strict=True))
    return tuple(ToolOutcome(call, results[n]) for n, call in enumerate(calls))


def _is_gated(tool: AnyTool | None) -> bool:
    return tool is not None and bool(tool.conditions)


async def _too_many(most: int) -> ToolResult:
    return _refusal(TooManyCalls(limit=str(most)))


async def _one(
    call: ToolCall, tools: Mapping[str, AnyTool], dossier: Dossier, on_tool: OnTool
) -> ToolResult:
    try:
        tool, args = _checked(call, tools)
        closed = gate(tool, dossier)
        if closed:
            return _refusal(closed)
        await on_tool(tool.name)
        return await tool.execute(dossier, args)
    except (ModelKeyRefused, LimitReached):
        raise  # no other tool can help, and the sentence for it says what to do
    except TessError as error:
        return _refusal(error)
    except Exception:
        # One of the borders with a broad catch: whatever a tool does, the turn goes on and says so.
        error_id = secrets.token_hex(4)
        log.exception("a tool failed", extra={"tool": call.name, "error_id": error_id})
        return ToolResult(Refused("failed", {"error_id": error_id}))


def _checked(call: ToolCall, tools: Mapping[str, AnyTool]) -> tuple[AnyTool, Arguments]:
    tool = tools.get(call.name)
    if tool is None:
        raise UnknownTool(tool=call.name)
    if len(call.arguments) > LONGEST_ARGUMENTS:
        raise BadArguments(tool=tool.name, problem="too long")
    try:
        return tool, tool.args.model_validate_json(call.arguments)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise BadArguments(tool=tool.name, problem=first["msg"]) from None


def _refusal(error: TessError) -> ToolResult:
    return ToolResult(Refused(error.code, dict(error.details)))
