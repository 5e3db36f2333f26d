"""Runs the tools that a model picked: checks repeats, arguments and conditions, collects what comes out."""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from src import errors
from src.dossier.models import Dossier
from src.dossier.patch import merged
from src.llm.completions import read_form
from src.llm.protocol import ToolCall
from src.tools.base import AnyTool, Arguments, Refused, Repeated, ToolOutcome, ToolResult, gate

LONGEST_ARGUMENTS = 20_000
"""Characters of arguments that are looked at; a longer text is refused unread."""

PROBLEMS_TOLD = 20
"""How many problems of its arguments a model is told."""

OnTool = Callable[[str], Awaitable[None]]

log = logging.getLogger(__name__)


async def run(
    calls: Sequence[ToolCall],
    tools: Mapping[str, AnyTool],
    dossier: Dossier,
    most: int,
    on_tool: OnTool,
    earlier: Sequence[ToolOutcome] = (),
) -> tuple[ToolOutcome, ...]:
    """Return one result per call, in the order of the calls; a call that fails stops no other.

    The first call beyond ``most`` is refused, for all of them: a model may send a million. What was called
    in this turn before (``earlier``: by the rounds before) is answered from then, and refused when it is called again.
    Calls run concurrently on the dossier as given, but those with conditions run after the others, on the dossier
    with the others' changes: a selection changed in this very turn has not been shown. Calls that edit run one after
    the other in their order, each on the dossier with the changes of those before it.
    """
    most = max(most, 0)
    calls = calls[: most + 1]
    repeats = _repeats(calls[:most], earlier, tools)
    results = {n: _refusal(errors.RepeatedCall(tool=calls[n].name)) for n in repeats.refused}
    if len(calls) > most:
        results[most] = _refusal(errors.TooManyCalls(limit=str(most)))
    left = [n for n in range(len(calls)) if n not in results and n not in repeats.answered]
    waves = _waves([tools.get(calls[n].name) for n in left])
    for rows in [*([[left[at] for at in row] for row in wave] for wave in waves), [repeats.before]]:
        so_far = [results[n].patch for n in sorted(results)]
        is_changed = any(patch.model_fields_set for patch in so_far)
        if rows == [repeats.before] and not (repeats.before and is_changed):
            break
        changed = merged(so_far).apply(dossier) if so_far else dossier
        ran = await asyncio.gather(
            *(_in_order([calls[n] for n in row], tools, changed, on_tool) for row in rows)
        )
        results.update(zip(chain(*rows), chain(*ran), strict=True))
    for n, first in repeats.answered.items():
        if n not in results:
            told = earlier[first].result if first < len(earlier) else results[first - len(earlier)]
            results[n] = ToolResult(Repeated(), output=told.output)
    return tuple(ToolOutcome(call, results[n]) for n, call in enumerate(calls))


class _Repeats(NamedTuple):
    """Calls that are not run, by their place among those of the round."""

    answered: dict[int, int]
    """With the place, among all calls of the turn, of the one that brought the answer."""
    refused: list[int]
    before: list[int]
    """Those of both that only rounds before this one made: they are run where another call of this one changes the
    dossier."""


def _repeats(
    calls: Sequence[ToolCall], earlier: Sequence[ToolOutcome], tools: Mapping[str, AnyTool]
) -> _Repeats:
    """Return the second of two equal calls as answered, a third, or the end of an A-B-A-B, as refused.

    A tool that makes something of what the dossier holds may bring something else after a change of that: no call
    before it counts; an edit is done once. What was refused in an earlier round may be possible now: the second
    of those is run.
    """
    found = _Repeats({}, [], [])
    if len(calls) + len(earlier) == 1:  # most turns; nothing can be repeated
        return found
    keys = [_key(outcome.call) for outcome in earlier]
    refused = {at for at, each in enumerate(earlier) if isinstance(each.result.report, Refused)}
    changing = [at for at, outcome in enumerate(earlier) if outcome.result.patch.model_fields_set]
    for n, call in enumerate(calls):
        key, tool = _key(call), tools.get(call.name)
        reads_dossier = tool is not None and bool(tool.conditions) and not tool.edits
        since = changing[-1] if reads_dossier and changing else 0
        same = [at for at in range(since, len(keys)) if keys[at] == key]
        is_circle = keys[-3:-1] == [*keys[-1:], key]
        if is_circle or len(same) > 1:
            found.refused.append(n)
        elif same and same[0] not in refused:
            found.answered[n] = same[0]
        else:
            same = []
        if same and reads_dossier and not is_circle and same[-1] < len(earlier):
            found.before.append(n)
        keys.append(key)
    return found


def _key(call: ToolCall) -> tuple[str, str]:
    """Return the name of a call and its arguments, however these are written."""
    if len(call.arguments) <= LONGEST_ARGUMENTS:
        with suppress(ValueError, RecursionError):
            return call.name, json.dumps(json.loads(call.arguments), sort_keys=True)
    return call.name, call.arguments


def _waves(tools: Sequence[AnyTool | None]) -> list[list[list[int]]]:
    """Return the places of calls of these tools by waves; what stands in one row of a wave runs in that order.

    An edit without conditions waits for the edits with conditions before it, so that edits keep their order; one that
    sums up what the others made runs behind them.
    """
    waves: tuple[list[list[int]], list[list[int]]] = ([], [])
    edits: dict[int, list[int]] = {}
    for n, tool in enumerate(tools):
        is_edit = tool is not None and tool.edits
        wave = int((tool is not None and bool(tool.conditions)) or (is_edit and 1 in edits))
        row = edits.setdefault(wave, []) if is_edit else []
        if not row:
            waves[wave].append(row)
        row.append(n)
    for row in edits.values():
        row.sort(key=lambda n: bool((tool := tools[n]) and tool.sums_up))
    return [wave for wave in waves if wave]


async def _in_order(
    calls: Sequence[ToolCall], tools: Mapping[str, AnyTool], dossier: Dossier, on_tool: OnTool
) -> list[ToolResult]:
    results: list[ToolResult] = []
    for call in calls:
        # A tool has a task of its own, by which its time is told.
        results.append(await asyncio.create_task(_one(call, tools, dossier, on_tool)))
        dossier = results[-1].patch.apply(dossier)
    return results


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
    except (errors.ModelKeyRefused, errors.LimitReached):
        raise  # no other tool can help, and the sentence for it says what to do
    except errors.TessError as error:
        return _refusal(error, _remedy(error, tools, dossier))
    except Exception:
        # One of the borders with a broad catch: whatever a tool does, the turn goes on and says so.
        error_id = secrets.token_hex(4)
        log.exception("a tool failed", extra={"tool": call.name, "error_id": error_id})
        return ToolResult(Refused("failed", {"error_id": error_id}))


def _checked(call: ToolCall, tools: Mapping[str, AnyTool]) -> tuple[AnyTool, Arguments]:
    tool = tools.get(call.name)
    if tool is None:
        raise errors.UnknownTool(tool=call.name)
    if len(call.arguments) > LONGEST_ARGUMENTS:
        raise errors.BadArguments(
            tool=tool.name, problem=f"more than {LONGEST_ARGUMENTS} characters"
        )
    args, _, problems = read_form(call.arguments, tool.args, tool.spec.parameters, PROBLEMS_TOLD)
    if args is None:
        raise errors.BadArguments(tool=tool.name, problem=problems)
    return tool, args


def _remedy(error: errors.TessError, tools: Mapping[str, AnyTool], dossier: Dossier) -> str:
    """Return what a model is told that called a tool wrongly: what there is, and what its arguments are."""
    match error:
        case errors.UnknownTool():
            names = ", ".join(name for name, tool in tools.items() if gate(tool, dossier) is None)
            return f"There is no tool of that name. The tools are: {names or 'none'}."
        case errors.BadArguments():
            name = error.details["tool"]
            takes = json.dumps(tools[name].spec.parameters.get("properties", {}))
            return (
                f"Wrong arguments: {error.details['problem']}. {name} takes {takes}. Call it again."
            )
        case _:
            return ""


def _refusal(error: errors.TessError, remedy: str = "") -> ToolResult:
    return ToolResult(Refused(error.code, dict(error.details)), output=remedy)
