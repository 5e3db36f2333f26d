"""Who decides at this desk: code, from the message, the dossier and what has run in this turn.

A run goes from the transcript to tagged items, and goes on in the next turn where its time was over. A plan comes only
where it is asked for, and nothing is written but by a person's yes to it. No model picks what comes next.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from src.desks.backlog.conflicts import question_of
from src.desks.backlog.kept import (
    items_in,
    project_of,
    put_run,
    run_in,
    segments_in,
    transcripts_in,
)
from src.desks.backlog.overview import overview_patch
from src.desks.backlog.reading import RULES, BacklogMessage, read_message
from src.desks.backlog.words import TEXTS
from src.desks.manager import Decision, Deliberation
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch, merged
from src.dossier.plan import confirmable
from src.llm.protocol import Llm, ToolCall
from src.tools.backlog.reports import ItemsTagged, ItemsWritten
from src.tools.backlog.tagging import untagged
from src.tools.base import Planned, Refused

RESERVE = 5.0
"""Seconds before the soft limit at which no segment and no story is begun any more."""

LONGEST_STEP = 600.0
"""Seconds of a step, where there is no limit."""

LOAD, SEGMENT, WRITE, TAG, JUDGE = (
    "load_backlog",
    "segment_document",
    "write_items",
    "tag_items",
    "judge_items",
)
CHANGE, REMOVE, RESTORE, SHOW = "change_items", "remove_items", "restore_items", "show_items"
PLAN, UNWRITE = "plan_write", "unwrite"

STAGES = {
    LOAD: "load",
    SEGMENT: "segment",
    WRITE: "write",
    TAG: "tag",
    JUDGE: "judge",
    PLAN: "plan",
    UNWRITE: "plan",
}
"""What clients are told goes on, by the tool that is called for it."""


@dataclass(frozen=True)
class BacklogManager:
    """Routes a turn; the forms of its steps are filled in by a model."""

    llm: Llm
    loads_by_itself: bool = False
    """Whether there is one project that a run reads the backlog of where nobody named one."""

    async def decide(self, so_far: Deliberation) -> Decision:
        """Return the next call, or how the turn ends; the list of items is kept up with them."""
        decision = await self._decided(so_far)
        if decision.calls:
            return decision
        return replace(decision, patch=merged([decision.patch, overview_patch(so_far.dossier)]))

    async def _decided(self, so_far: Deliberation) -> Decision:
        dossier = so_far.dossier
        message = read_message(so_far.conversation[-1].content, has_items=bool(items_in(dossier)))
        if not so_far.rounds:
            return await self._begun(so_far, message)
        ran = so_far.rounds[-1].ran
        if any(isinstance(one.result.report, Refused) for one in ran):
            return Decision(outcome="request")
        name = ran[-1].call.name
        report = ran[-1].result.report
        if name in (PLAN, UNWRITE):
            return Decision(outcome="request" if isinstance(report, Planned) else "done")
        if isinstance(report, ItemsWritten | ItemsTagged) and (report.left or report.paused):
            return Decision(outcome=report.turn_outcome)
        if message.kind in ("run", "go_on"):
            return await self._goes_on(so_far, name)
        return self._ended(dossier, name)

    async def _begun(self, so_far: Deliberation, message: BacklogMessage) -> Decision:
        dossier = so_far.dossier
        if message.kind in ("run", "go_on"):
            if message.project or self._lacks_backlog(dossier):
                return await _called(so_far, LOAD, {"project": message.project})
            return await self._next(so_far)
        if message.kind in _PLAIN:
            tool, arguments = _PLAIN[message.kind](message)
            return await _called(so_far, tool, arguments)
        texts = TEXTS[dossier.language or "en"]
        if message.kind == "begun":
            title = DossierPatch(title=dossier.title or message.text)
            return Decision(texts.awaited, patch=title, outcome="request")
        if message.kind == "pasted":
            return Decision(texts.add_document, outcome="request")
        if message.kind == "write":
            if confirmable(dossier):
                return Decision(texts.confirm_it, outcome="request")
            return await _called(so_far, PLAN)
        reply = RULES.decision(so_far.messages, so_far.offered, dossier.language or "en")
        return Decision(reply.text, reply.tool_calls)

    def _lacks_backlog(self, dossier: Dossier) -> bool:
        return self.loads_by_itself and not project_of(dossier)

    async def _goes_on(self, so_far: Deliberation, name: str) -> Decision:
        """Go on with a run; what was read is shown first, as far as it was not."""
        dossier = so_far.dossier
        if name == LOAD and not dossier.selection_was_shown:
            return Decision(outcome="request")
        return await self._next(so_far)

    async def _next(self, so_far: Deliberation) -> Decision:
        dossier = so_far.dossier
        ran = {one.call.name for each in so_far.rounds for one in each.ran}
        run = run_in(dossier)
        cut = {one.source_id for one in segments_in(dossier).values()}
        fresh = [one for one in transcripts_in(dossier) if one.id not in cut]
        if (run is None or fresh) and SEGMENT not in ran:
            return await _called(so_far, SEGMENT)
        if run is None:
            return Decision(outcome="request")
        # Who says that it goes on lets it spend as much again.
        patch = _unpaused(dossier)
        mine = [n for n, one in segments_in(dossier).items() if one.source_id == run.source_id]
        if set(mine) - set(run.processed) and WRITE not in ran:
            return await _called(so_far, WRITE, patch=patch)
        if untagged(dossier) and TAG not in ran:
            return await _called(so_far, TAG, patch=patch)
        if not ran:
            return await _called(so_far, SHOW) if items_in(dossier) else _nothing(dossier)
        return self._ended(dossier, TAG)

    def _ended(self, dossier: Dossier, name: str) -> Decision:
        asks = question_of(dossier) if name in (TAG, CHANGE) else None
        if asks:
            return Decision(asks=asks, outcome="request")
        return Decision(outcome="request" if name in (LOAD, WRITE, TAG, SEGMENT) else "done")


def _nothing(dossier: Dossier) -> Decision:
    return Decision(TEXTS[dossier.language or "en"].no_items, outcome="done")


def _unpaused(dossier: Dossier) -> DossierPatch:
    run = run_in(dossier)
    if run is None or not run.is_paused:
        return DossierPatch()
    going = run.model_copy(update={"is_paused": False, "tokens": 0})
    return DossierPatch(put_artifacts=(put_run(going),))


_Plain = Callable[[BacklogMessage], tuple[str, dict[str, object]]]

_PLAIN: dict[str, _Plain] = {
    "load": lambda m: (LOAD, {"project": m.project, "types": list(m.types), "area": m.area}),
    "segment": lambda _: (SEGMENT, {}),
    "write_items": lambda m: (WRITE, {"segments": list(m.numbers), "instruction": m.text}),
    "tag": lambda m: (TAG, {"items": list(m.numbers)}),
    "judge": lambda m: (JUDGE, {"items": list(m.numbers)}),
    "remove": lambda m: (REMOVE, {"items": list(m.numbers)}),
    "restore": lambda m: (RESTORE, {"items": list(m.numbers)}),
    "show": lambda m: (SHOW, {"items": list(m.numbers)}),
    "plan": lambda m: (
        PLAN,
        {"tags": list(m.tags), "items": list(m.numbers), "again": m.again},
    ),
    "unwrite": lambda _: (UNWRITE, {}),
    "change": lambda m: (CHANGE, {"words": m.text}),
}


async def _called(
    so_far: Deliberation,
    tool: str,
    arguments: dict[str, object] | None = None,
    patch: DossierPatch | None = None,
) -> Decision:
    if tool in STAGES:
        await so_far.on_stage(STAGES[tool])
    given = {name: value for name, value in (arguments or {}).items() if value}
    if tool in (WRITE, TAG, JUDGE):
        left = min(LONGEST_STEP, so_far.seconds_left - RESERVE)
        given["seconds"] = round(max(left, 0.1), 1)
    number = 1 + len(so_far.rounds)
    text = json.dumps(given, ensure_ascii=False)
    call = ToolCall(f"backlog-{number}", tool, text)
    return Decision(calls=(call,), patch=patch or DossierPatch())
