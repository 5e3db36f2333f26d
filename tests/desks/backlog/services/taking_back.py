"""Steps written one after the other, and what takes them back."""

from collections.abc import Sequence

from src.desks.backlog.step_writing import StepOutcome, TrackerWriter, in_order
from src.desks.backlog.tracker import Step, WorkItemRemoval, WorkItemReversal


async def write_all(writer: TrackerWriter, steps: Sequence[Step]) -> list[StepOutcome]:
    """Return what came of each step, in the order of ``in_order``."""
    return [await writer.write(step) for step in in_order(steps)]


def taking_back(outcomes: Sequence[StepOutcome]) -> list[Step]:
    """Return the steps that take back what was written: the newest first, and nothing that was there before."""
    found: list[Step] = []
    for one in reversed(outcomes):
        if one.state != "written" or one.id is None or one.revision is None:
            continue
        if one.kind == "create":
            found.append(WorkItemRemoval(id=one.id, revision=one.revision))
        elif one.kind == "change" and one.before is not None:
            found.append(WorkItemReversal(id=one.id, revision=one.revision, to=one.before))
    return found
