"""Work items of a tracker as sources of a dossier: what it said of each at one revision, a line per value. Pure."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from src.desks.backlog.tracker import WorkItem
from src.dossier.models import Observation, SourceBase
from src.masking.masking import Marks
from src.masking.secrets import SECRETS

SYSTEM = "Azure DevOps"

LONGEST_DESCRIPTION = 20_000
"""Characters of a description, and of all criteria together, that are kept."""

CUT = "(there was more than was read)"
"""The last line of what was cut."""

CRITERIA = "Acceptance criteria:"
"""The line above the criteria."""


class TrackerItem(Observation):
    """A work item as it stood at a revision; ``content`` has title, description and criteria in lines of their own."""

    kind: Literal["work-item"] = "work-item"  # type: ignore[assignment]  # a kind of source is named by its class
    project: str
    number: int
    """The tracker's own id."""
    type: str
    """As the project calls it, such as ``User Story``."""
    state: str = ""
    parent: int | None = None
    """The tracker's id of it, which may be of no source here."""
    description: str = ""
    criteria: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    changed_at: datetime | None = None
    priority: int | None = None
    """From 1, the most urgent."""
    gone: bool = False
    """Whether the tracker does not have it any more."""

    @property
    def reference(self) -> str:
        """Return what people call it, such as ``#4711``."""
        return f"#{self.number}"

    @property
    def version_of(self) -> str:
        """Return the key that all its revisions share."""
        return f"ado/{self.number}"


def key_of(source_id: str) -> str:
    """Return the key that all revisions of a work item share, of the id of one of them."""
    return source_id.partition("@")[0]


def item_source_id(number: int, revision: int) -> str:
    """Return the id of the source of a work item at a revision: ``ado/4711@rev7``."""
    return f"ado/{number}@rev{revision}"


def tracker_item(work_item: WorkItem, project: str, taken_at: datetime) -> TrackerItem:
    """Return the source of a work item, secrets in its texts masked."""
    marks = Marks()
    title = SECRETS.mask(" ".join(work_item.title.split()), marks)
    description = SECRETS.mask(_short(work_item.description.strip()), marks)
    criteria = tuple(SECRETS.mask(criterion, marks) for criterion in _criteria(work_item.criteria))
    lines = [title, *([description] if description else [])]
    lines += [CRITERIA, *(f"- {criterion}" for criterion in criteria)] if criteria else []
    told = {"Type": work_item.type, "State": work_item.state, "Tags": "; ".join(work_item.tags)}
    content = "\n".join([*lines, *(f"{name}: {value}" for name, value in told.items() if value)])
    return TrackerItem(
        id=item_source_id(work_item.id, work_item.revision),
        title=title,
        content=content,
        url=work_item.url,
        heading=work_item.type,
        system=SYSTEM,
        request=f"work item {work_item.id} of {project}",
        taken_at=taken_at,
        revision=str(work_item.revision),
        sha256=hashlib.sha256(content.encode()).hexdigest(),
        project=project,
        number=work_item.id,
        type=work_item.type,
        state=work_item.state,
        parent=work_item.parent,
        description=description,
        criteria=criteria,
        tags=work_item.tags,
        changed_at=work_item.changed_at,
        priority=work_item.priority,
    )


def body_of(source: SourceBase) -> str:
    """Return what is searched of a source beside its title: of a work item its description and criteria."""
    if isinstance(source, TrackerItem):
        return "\n".join((source.description, *source.criteria)).strip()
    return source.content.removeprefix(source.title).strip()


def _criteria(criteria: tuple[str, ...]) -> Iterator[str]:
    """Yield criteria on a line each, as many as fit."""
    left = LONGEST_DESCRIPTION
    for criterion in criteria:
        line = " ".join(criterion.split())
        if len(line) > left:
            yield CUT
            return
        left -= len(line)
        yield line


def _short(text: str) -> str:
    if len(text) <= LONGEST_DESCRIPTION:
        return text
    return f"{text[:LONGEST_DESCRIPTION]}\n{CUT}"
