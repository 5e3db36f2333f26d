"""A tracker of work items as the desk knows it: what it holds, what may be written there, who can be asked. Pure."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import not_
from typing import Annotated, Literal, Protocol, TypeAlias

from pydantic import Field, StringConstraints, TypeAdapter

from src.dossier.models import Frozen

MARK = r"^tess-[0-9a-f]{16}$"
"""What a tag looks like by which something that was written is found again."""

Mark: TypeAlias = Annotated[str, StringConstraints(pattern=MARK)]
ItemId: TypeAlias = Annotated[int, Field(ge=1)]
Reference: TypeAlias = ItemId | Mark
"""An item that is there by its id, or one that was written by its mark."""

Title: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=255)]


class WorkItem(Frozen):
    """A work item as it stands at a revision; its description and criteria are plain text."""

    id: int
    revision: int
    type: str
    title: str
    state: str = ""
    parent: int | None = None
    """Its id; it may be gone, or of another project."""
    description: str = ""
    criteria: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    url: str = ""
    changed_at: datetime | None = None
    priority: int | None = None


class NewWorkItem(Frozen):
    """A work item that is to be made."""

    kind: Literal["create"] = "create"
    type: str
    title: Title
    description: str = ""
    criteria: tuple[str, ...] = ()
    parent: Reference | None = None
    tags: tuple[str, ...] = ()
    priority: int | None = Field(None, exclude_if=not_)
    """From 1, the most urgent; None: what the project gives it."""
    is_defect: bool = Field(False, exclude_if=not_)
    """Whether its description says how to see what is wrong."""

    @property
    def mark(self) -> str:
        """The tag by which it is found again: the same for the same words below the same parent."""
        named = [self.type, self.title, self.parent, list(self.criteria)]
        said = json.dumps(named, ensure_ascii=False)
        return f"tess-{hashlib.sha256(said.encode()).hexdigest()[:16]}"


class AddedCriteria(Frozen):
    """Criteria that a story adds to a work item."""

    criteria: tuple[str, ...] = Field(min_length=1)
    mark: Mark
    """The tag by which it is known that they were added."""


class WorkItemChange(AddedCriteria):
    """Criteria that are added to a work item at a revision, under a heading that marks them."""

    kind: Literal["change"] = "change"
    id: ItemId
    revision: int
    heading: str
    more: tuple[AddedCriteria, ...] = Field((), exclude_if=not_)
    """What other stories add to it: all is one change, as each would make the next one stale."""

    @property
    def additions(self) -> tuple[AddedCriteria, ...]:
        return (self, *self.more)

    @property
    def added(self) -> tuple[str, ...]:
        return tuple(text for addition in self.additions for text in addition.criteria)

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(addition.mark for addition in self.additions)

    def left(self, tags: Collection[str]) -> tuple[AddedCriteria, ...]:
        return tuple(addition for addition in self.additions if addition.mark not in tags)


class WorkItemRemoval(Frozen):
    """A work item that was made at a revision, and is to go to the recycle bin."""

    kind: Literal["remove"] = "remove"
    id: ItemId
    revision: int


class WorkItemReversal(Frozen):
    """A work item that was changed at a revision, and is to be again as it was at an earlier one."""

    kind: Literal["revert"] = "revert"
    id: ItemId
    revision: int
    to: int


Step: TypeAlias = Annotated[
    NewWorkItem | WorkItemChange | WorkItemRemoval | WorkItemReversal, Field(discriminator="kind")
]
"""One thing that is written."""

STEP: TypeAdapter[Step] = TypeAdapter(Step)


@dataclass(frozen=True)
class Stored:
    """A work item as a step left it, and whether that step wrote anything: what was there before is left alone."""

    item: WorkItem
    is_new: bool


@dataclass(frozen=True)
class LoadedBacklog:
    """A backlog, against what was known of it."""

    items: tuple[WorkItem, ...]
    """Those that are new or have another revision than was known."""
    unchanged: frozenset[int]
    gone: frozenset[int]
    """Those that were known and are not there any more."""


class Tracker(Protocol):
    """Reads and writes the work items of one project at a time.

    Every method may raise what the desk's ``errors`` define, and ``ServiceUnavailable``. Those that write raise
    ``WorkItemRefused``, or what derives from it, where nothing was written; after anything else nobody knows. What is
    told to be written twice is written once.
    """

    async def load(
        self,
        project: str,
        types: Collection[str] = (),
        area: str = "",
        known: Mapping[int, int] | None = None,
    ) -> LoadedBacklog:
        """Return the work items of these types (none: all) below an area; ``known`` are revisions by id."""

    async def items(self, project: str, ids: Sequence[int]) -> tuple[WorkItem, ...]:
        """Return those of these work items that are there."""

    async def find(self, project: str, mark: str) -> Sequence[WorkItem]:
        """Return the work items with this tag, the oldest first."""

    async def check(self, project: str, step: NewWorkItem | WorkItemChange) -> None:
        """Have a step looked at without writing anything; a parent that is still to be made is left out."""

    async def create(self, project: str, draft: NewWorkItem) -> Stored:
        """Make a work item with its link to its parent, unless there is one with its mark."""

    async def change(self, project: str, change: WorkItemChange) -> Stored:
        """Add criteria to a work item, unless it has the mark; ``WorkItemChanged`` at another revision."""

    async def remove(self, project: str, removal: WorkItemRemoval) -> bool:
        """Put a work item into the recycle bin, unless it is there; ``WorkItemChanged`` where somebody went on with it.

        Returns whether anything was written.
        """

    async def revert(self, project: str, reversal: WorkItemReversal) -> Stored:
        """Write the fields of an earlier revision, unless they are so; ``WorkItemChanged`` where somebody went on."""

    async def close(self) -> None:
        """Close all connections."""
