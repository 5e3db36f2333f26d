"""Planning what is written to the tracker, writing it once a person said yes, and taking it back."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field, JsonValue

from src.desks.backlog.artifacts import DIFFERENCE, BacklogItem, TagName
from src.desks.backlog.conditions import ITEMS_THERE, PLAN_SHOWN, SOURCES_SEEN
from src.desks.backlog.errors import TrackerReadOnly, UnsureOutcome
from src.desks.backlog.kept import (
    backlog_in,
    items_in,
    meetings_in,
    number_of,
    out_of_place,
    project_for,
    put,
    put_signatures,
    segments_in,
    tags_in,
    taken_back,
    untagged,
)
from src.desks.backlog.overview import with_overview
from src.desks.backlog.planning import (
    ItemsAtHand,
    PlannedItems,
    PlannedStep,
    planned_items,
    without,
)
from src.desks.backlog.step_writing import StepOutcome, TrackerWriter
from src.desks.backlog.tracker import (
    STEP,
    NewWorkItem,
    Step,
    Tracker,
    WorkItemChange,
    WorkItemRemoval,
    WorkItemReversal,
)
from src.desks.backlog.tracker_item import TrackerItem, key_of, tracker_item
from src.desks.backlog.words import TEXTS
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch, merged
from src.dossier.plan import (
    MOST_OPERATIONS,
    Operation,
    all_written,
    based_on,
    confirmable,
    plan_put,
)
from src.dossier.store import utc_now
from src.tools.backlog.reports import BacklogPlanned, NothingToWrite, TextSaid
from src.tools.backlog.tagging import TagStep, chosen
from src.tools.base import Arguments, Tool, ToolResult
from src.tools.outside import OutsideTool, Proposal, Result
from src.tools.pace import PACE

WRITE = "write_backlog"


class PlanArgs(Arguments):
    tags: tuple[TagName, ...] = ()
    """Only stories with these tags; none: all."""
    items: tuple[int, ...] = Field((), max_length=500)
    """Only these stories, by number; none: all."""
    again: bool = False
    """Plan once more what was written before; the tracker then skips it."""


class PlanWrite(Tool[PlanArgs]):
    """Plan what would be written to the tracker and show it, with what is left out and why. Writes nothing."""

    args = PlanArgs
    edits = True
    sums_up = True
    conditions = (ITEMS_THERE, SOURCES_SEEN)

    def __init__(
        self,
        tracker: Tracker,
        types: Mapping[str, str],
        tag: TagStep,
        projects: Sequence[str],
    ) -> None:
        self._tracker = tracker
        self._types = types
        self._tag = tag
        self._projects = projects

    async def execute(self, dossier: Dossier, args: PlanArgs) -> ToolResult:
        due = {*map(number_of, untagged(dossier))}
        numbers = sorted(due & {*args.items} if args.items else due)
        if not numbers:
            return await self._planned(dossier, args)
        tagged = await self._tag.run(dossier, numbers)  # as far as the turn's time goes
        made = await self._planned(tagged.patch.apply(dossier), args)
        patch = with_overview(dossier, merged([tagged.patch, made.patch]))
        usage, fallback = tagged.usage + made.usage, tagged.fallback or made.fallback
        return replace(made, patch=patch, usage=usage, fallback=fallback)

    async def _planned(self, dossier: Dossier, args: PlanArgs) -> ToolResult:
        await PACE.get().on_stage("plan")
        project = project_for(dossier, self._projects)
        items = items_in(dossier)
        hand = await self._at_hand(dossier, project, items, args)
        made = planned_items(hand, MOST_OPERATIONS)
        titles = {name: item.title for name, item in items.items()}
        refused = await self._refused(project, made.steps)
        is_off = refused.pop("", None) is not None
        made = without(made, refused, titles)
        sources = self._sources(dossier, hand, made)
        if not made.steps:
            return ToolResult(NothingToWrite(made.left_out), sources, ends=True)
        marks = {
            name: step.step.mark
            for step in made.steps
            if isinstance(step.step, NewWorkItem | WorkItemChange)
            for name in step.item_ids
        }
        signed = DossierPatch(put_artifacts=tuple(put_signatures(dossier, marks)))
        sources = merged([sources, signed])
        changed = sources.apply(dossier)
        operations = [_operation(step, project, changed) for step in made.steps]
        texts = TEXTS[dossier.language or "en"]
        title = texts.plan_title.format(project=project, count=len(operations))
        standing = plan_put(changed, title, operations, secrets.token_hex(16))
        put_plan = DossierPatch(put_artifacts=(standing.artifact,))
        patch = merged([sources, _differences(dossier, made), put_plan])
        report = BacklogPlanned(standing, made.left_out, is_off=is_off)
        return ToolResult(report, patch, ends=True)

    async def _at_hand(
        self, dossier: Dossier, project: str, items: dict[str, BacklogItem], args: PlanArgs
    ) -> ItemsAtHand:
        """Return what a plan is made of, with the work items that stories are about as they are now."""
        wanted = chosen(dossier, args.items) if args.items else ()
        every = await asyncio.to_thread(backlog_in, dossier)
        tags, backlog = tags_in(dossier), {item.version_of: item for item in every}
        named = {tag.related_id for tag in tags.values()} | {item.parent for item in items.values()}
        known = {name: backlog[key_of(name)] for name in named if key_of(name) in backlog}
        numbers = sorted({item.number for item in known.values()})
        taken_at = utc_now()
        fresh = {
            item.id: tracker_item(item, project, taken_at)
            for item in (await self._tracker.items(project, numbers) if numbers else ())
        }
        there = {name: fresh[item.number] for name, item in known.items() if item.number in fresh}
        segments = segments_in(dossier)
        texts = {source.id: source.content for source in dossier.sources}
        return ItemsAtHand(
            items,
            tags,
            {n: now if now.revision != known[n].revision else known[n] for n, now in there.items()},
            self._types,
            dossier.language or "en",
            meetings_in(dossier),
            [name for name, item in items.items() if out_of_place(item, segments, texts)],
            args.tags,
            wanted,
            args.again,
        )

    async def _refused(self, project: str, steps: Sequence[PlannedStep]) -> dict[str, StepOutcome]:
        """Return the items whose step the tracker would refuse, with why, and under "" where it writes nothing at all.

        Those with a parent that is still to be made are looked at without it.
        """
        writer = TrackerWriter(self._tracker, project)
        found: dict[str, StepOutcome] = {}
        for step in steps:
            if not isinstance(step.step, NewWorkItem | WorkItemChange):
                continue
            if outcome := await writer.check(step.step):
                # Where nothing is written a plan may be looked at all the same.
                is_off = outcome.code == TrackerReadOnly.code
                found["" if is_off else step.item_id] = outcome
        return found

    def _sources(self, dossier: Dossier, hand: ItemsAtHand, made: PlannedItems) -> DossierPatch:
        """Return the change that brings in the work items that the plan stands on, at their revision of now."""
        named = {name for step in made.steps for name in step.based_on}
        every = {item.id: item for item in hand.work_items.values() if item.id in named}
        new = tuple(item for name, item in every.items() if dossier.source(name) is None)
        keys = {item.version_of for item in new}
        old = tuple(
            source.id
            for source in dossier.selected
            if isinstance(source, TrackerItem) and source.version_of in keys
        )
        return DossierPatch(
            add_sources=new, select_ids=tuple(item.id for item in new), unselect_ids=old
        )


def _operation(planned_step: PlannedStep, project: str, dossier: Dossier) -> Operation:
    step = planned_step.step
    return Operation(
        id=planned_step.item_id,
        title=planned_step.title,
        system=f"Azure DevOps, {project}",
        body=_body(project, step, *planned_step.item_ids),
        based_on=based_on(dossier, *planned_step.based_on),
        tool=WRITE,
        target="" if isinstance(step, NewWorkItem) else str(step.id),
    )


def _body(project: str, step: Step, *items: str) -> dict[str, JsonValue]:
    named: dict[str, JsonValue] = {"items": [*items]} if items[1:] else {}
    return {"project": project, "step": step.model_dump(mode="json"), **named}


def _differences(dossier: Dossier, made: PlannedItems) -> DossierPatch:
    named = {f"{DIFFERENCE}-{difference.item_id}": difference for difference in made.differences}
    old = [one.id for one in dossier.artifacts if one.kind == DIFFERENCE and one.id not in named]
    shown = [
        put(name, DIFFERENCE, entry, entry.title, (entry.item_id, entry.work_item))
        for name, entry in named.items()
    ]
    return DossierPatch(put_artifacts=tuple(shown), remove_artifact_ids=tuple(old))


class WriteBacklog(OutsideTool[Arguments]):
    """Write what the plan that was shown says, once a person has confirmed it."""

    args = Arguments
    conditions = (PLAN_SHOWN,)
    by_hand = True
    seconds: ClassVar[float] = 150

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker

    async def plan(self, dossier: Dossier, args: Arguments) -> Proposal:  # noqa: ARG002  # the plan says it all
        standing = confirmable(dossier)[-1]
        return Proposal(standing.artifact.title, standing.plan.operations)

    async def carry_out(self, operation: Operation, key: str) -> Result:  # noqa: ARG002  # the step has a mark
        project, step = _read(operation)
        outcome = await TrackerWriter(self._tracker, project).write(step)
        if outcome.state == "unknown":
            raise UnsureOutcome(outcome.code)
        return _result(operation, outcome)

    async def look_up(self, operation: Operation, key: str) -> Sequence[Result]:  # noqa: ARG002  # the step has a mark
        project, step = _read(operation)
        found = await TrackerWriter(self._tracker, project).look_up(step)
        return [_result(operation, outcome) for outcome in found]

    def problem(self, result: Result) -> str:
        """Return the code of why a step was refused; those after it are written all the same."""
        state = result.get("state")
        return str(result.get("code", "")) if state in ("failed", "stopped") else ""

    def inverse(self, operation: Operation, result: Result) -> Operation | None:
        step = _taking_back(StepOutcome.model_validate(dict(result)))
        if step is None:
            return None
        body, name = _body(_read(operation)[0], step), f"back-{operation.id}"
        return Operation(id=name, title=operation.title, system=operation.system, body=body)


class ExplainConfirmation(Tool[Arguments]):
    """Say how the plan that waits is confirmed, where the user agrees or wants it written."""

    args = Arguments
    conditions = (PLAN_SHOWN,)

    def __init__(self, *, is_off: bool) -> None:
        """Explain it; ``is_off``: nothing is written here, whoever confirms."""
        self._is_off = is_off

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:  # noqa: ARG002  # nothing is asked for
        return ToolResult(TextSaid("writing_is_off" if self._is_off else "confirm_it"), ends=True)


class Unwrite(Tool[Arguments]):
    """Plan to take back what this dossier wrote and nobody changed since."""

    args = Arguments

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:  # noqa: ARG002  # all of it
        await PACE.get().on_stage("plan")
        back: dict[str, tuple[Operation, Step]] = {}
        for written in reversed(all_written(dossier)):
            gone = taken_back(dossier, written.plan)
            for operation in written.inverse:
                step = _read(operation)[1]
                if isinstance(step, NewWorkItem) or step.id in gone:
                    continue
                later = next(
                    (name for name, (_, known) in back.items() if _follows(known, step)), ""
                )
                if later:  # what two plans changed in a work item is put back at once
                    first, known = back[later]
                    back[later] = first, known.model_copy(update={"to": step.model_dump()["to"]})
                else:
                    back.setdefault(operation.id, (operation, step))
        operations = [
            operation.model_copy(update={"body": _body(_read(operation)[0], step)})
            for operation, step in back.values()
        ]
        if not operations:
            return ToolResult(NothingToWrite((), takes_back=True), ends=True)
        title, steps = TEXTS[dossier.language or "en"].back_title, operations[:MOST_OPERATIONS]
        standing = plan_put(dossier, title, steps, secrets.token_hex(16))
        patch = DossierPatch(put_artifacts=(standing.artifact,))
        return ToolResult(BacklogPlanned(standing, takes_back=True), patch, ends=True)


def _taking_back(outcome: StepOutcome) -> Step | None:
    """Return the step that takes back what was written; None where nothing was."""
    if outcome.state != "written" or outcome.id is None or outcome.revision is None:
        return None
    if outcome.kind == "create":
        return WorkItemRemoval(id=outcome.id, revision=outcome.revision)
    if outcome.kind == "change" and outcome.before is not None:
        return WorkItemReversal(id=outcome.id, revision=outcome.revision, to=outcome.before)
    return None


def _follows(later: Step, earlier: Step) -> bool:
    if not (isinstance(later, WorkItemReversal) and isinstance(earlier, WorkItemReversal)):
        return False
    return (later.id, later.to) == (earlier.id, earlier.revision)


def _result(operation: Operation, outcome: StepOutcome) -> Result:
    items = operation.body.get("items")
    named = map(str, items) if isinstance(items, list) else ()
    return outcome.model_copy(update={"items": tuple(named)}).model_dump(mode="json")


def _read(operation: Operation) -> tuple[str, Step]:
    return str(operation.body["project"]), STEP.validate_python(operation.body["step"])
