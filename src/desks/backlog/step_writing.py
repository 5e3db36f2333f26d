"""Steps of a plan, carried out in their order and each once; and the steps that take them back.

A step that fails stops those below it, which find no parent, and no others. What came of each is told, whatever fails.
"""

from collections.abc import Sequence
from operator import not_
from typing import Literal

from pydantic import Field

from src.desks.backlog.errors import ParentNotWritten, WorkItemRefused
from src.desks.backlog.tracker import (
    NewWorkItem,
    Step,
    Stored,
    Tracker,
    WorkItem,
    WorkItemChange,
    WorkItemReversal,
)
from src.dossier.models import Frozen
from src.errors import ReplyUnreadable, ServiceUnavailable, TessError

RANKS = {"epic": 0, "feature": 1}
"""In which order types are written; all others come last."""

StepState = Literal["written", "skipped", "stopped", "failed", "unknown"]
"""``skipped``: it was so before. ``stopped``: what is above it was not written. ``unknown``: nobody knows."""


class StepOutcome(Frozen):
    """What came of a step."""

    kind: Literal["create", "change", "remove", "revert"]
    state: StepState
    id: int | None = None
    revision: int | None = None
    """As it is now."""
    before: int | None = None
    """As it was before it was changed."""
    url: str = ""
    code: str = ""
    """Of the error, where there is one, ..."""
    details: dict[str, str] = {}
    """... with what fills its sentence."""
    items: tuple[str, ...] = Field((), exclude_if=not_)
    """Ids of all items that it is of, where these are several."""


class TrackerWriter:
    """Writes steps to one project of a tracker."""

    def __init__(self, tracker: Tracker, project: str) -> None:
        self._tracker = tracker
        self._project = project

    async def check(self, step: NewWorkItem | WorkItemChange) -> StepOutcome | None:
        """Return why the tracker would refuse a step; None where it would not. Nothing is written."""
        try:
            await self._tracker.check(self._project, step)
        except WorkItemRefused as error:
            return _failed(step, error, "failed")
        return None

    async def write(self, step: Step) -> StepOutcome:
        """Return what came of a step; what it says of a parent is looked up by the parent's mark."""
        try:
            return await self._written(step)
        except ParentNotWritten as error:
            return _failed(step, error, "stopped")
        except (ServiceUnavailable, ReplyUnreadable) as error:
            return _failed(step, error, "unknown")
        except TessError as error:
            return _failed(step, error, "failed")

    async def look_up(self, step: Step) -> list[StepOutcome]:
        """Return all that came of a step that was begun, as if its reply had come; none where it can be written again.

        The oldest comes first: items below it are put there.
        """
        if isinstance(step, NewWorkItem):
            found = await self._tracker.find(self._project, step.mark)
            return [_begun(step, item, 1) for item in found]
        if isinstance(step, WorkItemChange):
            there = await self._tracker.items(self._project, [step.id])
            done = [item for item in there if not step.left(item.tags)]
            return [_begun(step, item, step.revision + 1, step.revision) for item in done]
        return []  # to take the same back twice comes to the same

    async def _written(self, step: Step) -> StepOutcome:
        tracker, project = self._tracker, self._project
        if isinstance(step, NewWorkItem):
            return _done(step, await tracker.create(project, step))
        if isinstance(step, WorkItemChange):
            return _done(step, await tracker.change(project, step), step.revision)
        if isinstance(step, WorkItemReversal):
            return _done(step, await tracker.revert(project, step), step.revision)
        is_new = await tracker.remove(project, step)
        return StepOutcome(kind=step.kind, state="written" if is_new else "skipped", id=step.id)


def in_order(steps: Sequence[Step]) -> list[Step]:
    """Return steps as they are to be written: epics, features, all other items, none before its parent; then changes.

    Of items that say the same there is one.
    """
    drafts: dict[str, NewWorkItem] = {}
    for entry in steps:
        if isinstance(entry, NewWorkItem):
            drafts.setdefault(entry.mark, entry)
    made = sorted(drafts.values(), key=lambda item: _rank(item, drafts))
    return [*made, *(step for step in steps if not isinstance(step, NewWorkItem))]


def _rank(draft: NewWorkItem, drafts: dict[str, NewWorkItem]) -> tuple[int, int]:
    """Return the rank of an item, never above that of its parent, and how deep it is."""
    own = RANKS.get(draft.type.casefold(), 2)
    above = drafts.get(draft.parent) if isinstance(draft.parent, str) else None
    if above is None:
        return own, 0
    rank, depth = _rank(above, drafts)  # which ends: a mark says what the parent's mark is
    return max(own, rank), depth + 1


def _done(step: Step, stored: Stored, before: int | None = None) -> StepOutcome:
    item = stored.item
    return StepOutcome(
        kind=step.kind,
        state="written" if stored.is_new else "skipped",
        id=item.id,
        revision=item.revision,
        before=before,
        url=item.url,
    )


def _begun(step: Step, item: WorkItem, revision: int, before: int | None = None) -> StepOutcome:
    """Return a step as done at the revision that it made, whatever came since."""
    then = item.model_copy(update={"revision": revision})
    return _done(step, Stored(then, is_new=True), before)


def _failed(step: Step, error: TessError, state: StepState) -> StepOutcome:
    known = None if isinstance(step, NewWorkItem) else step.id
    return StepOutcome(
        kind=step.kind, state=state, id=known, code=error.code, details=dict(error.details)
    )
