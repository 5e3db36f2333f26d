"""An edit of items as a model hands it in, and what edits come to. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pydantic import Field

from src.desks.backlog.artifacts import BacklogItem, ItemType, TagName
from src.desks.backlog.tracker_item import TrackerItem
from src.tools.edits import Edit

Items: TypeAlias = Mapping[str, BacklogItem]

EditField = Literal[
    "title", "description", "criteria", "criterion", "everywhere", "type", "persona", "need", "benefit",
    "priority", "parent", "tag",
]  # fmt: skip

EditProblem = Literal[
    "not_said",
    "no_such_item",
    "no_such_criterion",
    "no_such_work_item",
    "not_possible",
    "wrong_parent",
    "no_order",
    "same_title",
    "is_written",
    "words_not_there",
]
"""Why an edit was not made."""


class ItemEdit(Edit):
    """One edit of items, by their numbers in the state."""

    said: str = Field(
        min_length=1,
        max_length=2_000,
        description="Words of the user's newest message that ask for it, copied exactly.",
    )
    field: EditField | None = Field(
        None,
        description=(
            "With change: what of the items. criteria: all of them anew, or with add one more to the items in numbers; "
            "criterion: the one in criterion, removed where texts is empty; everywhere: the words in old, in every text."
        ),
    )
    old: str = Field("", max_length=500, description="With everywhere: the words as they stand.")
    criterion: int = Field(0, ge=0, description="Number of the criterion, from 1.")
    type: ItemType | None = Field(None, description="With add, and with field type.")
    priority: int | None = Field(None, ge=1, le=4, description="1 is the most urgent.")
    parent: int | None = Field(
        None, description="With add, move and field parent: the item that it is put under."
    )
    related: int | None = Field(
        None,
        description="Number of a work item of the tracker: of a tag, what it is about; of a parent, what it is put under.",
    )
    tag: TagName | None = Field(None, description="With field tag.")
    description: str = Field(
        "", max_length=4_000, description="With add, in one to three sentences."
    )
    persona: str = Field(
        "", max_length=200, description="With add: who wants it, where that was said."
    )
    need: str = Field("", max_length=1_000, description="With add.")
    benefit: str = Field("", max_length=1_000, description="With add.")
    criteria: tuple[str, ...] = Field((), max_length=20, description="With add.")


@dataclass(frozen=True)
class GivenTag:
    """A tag that a person gave, and the source of the work item that it is about, where they named one."""

    tag: TagName
    related_id: str = ""


@dataclass(frozen=True)
class ItemEdits:
    """What edits make of items."""

    items: Items = field(default_factory=dict)
    """Those that change, by id, and new ones under the ids that they get."""
    tags: Mapping[str, GivenTag] = field(default_factory=dict)
    """Tags that the person gave, by id of the item."""
    problems: tuple[EditProblem, ...] = ()
    """Why an edit was not made."""


@dataclass(frozen=True)
class EditContext:
    """What edits are made by, beside the items."""

    heard: str
    """What the author said: the newest message, and what it answers."""
    turn: int
    """In which it was said."""
    next_number: int
    """Of the next item that is made."""
    work_items: Mapping[int, TrackerItem] = field(default_factory=dict)
    """Those that are there, by the tracker's number."""
