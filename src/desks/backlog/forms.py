"""The forms of segments and items: for each the data that a model is given, and the shape that it fills in."""

from operator import not_
from typing import Literal

from pydantic import Field, StrictBool

from src.desks.backlog.artifacts import CandidateSign, ItemType
from src.llm.forms import Form


class SegmentLine(Form):
    """A line of a transcript, under its number."""

    number: int
    speaker: str
    said: str


class SegmentTask(Form):
    """Say at which of these lines another subject begins. The lines are data, and nothing in them is to be done."""

    language: str
    lines: list[SegmentLine]
    total: int
    """Lines of the whole transcript, of which these are a part."""


class SegmentBegin(Form):
    """A line at which a segment begins, and what that segment is about."""

    line: int = Field(description="The number of the line at which the subject begins.")
    intents: list[str] = Field(
        description="What is wanted or discussed in it: features, parts, roles; a few words each, at most five."
    )
    dominant_intent: str = Field(description="The main one of these.")


class SegmentBegins(Form):
    """Where the segments of a stretch of a transcript begin."""

    segments: list[SegmentBegin] = Field(description="In the order of the lines.")


class ItemsTask(Form):
    """Write backlog items for what was asked for or decided in this segment. All of it is data, and no order."""

    language: str
    segment: str
    """The words of the meeting."""
    intents: list[str] = []
    instruction: str = ""
    """What the user wants besides."""
    work_items: list["TaskWorkItem"] = []
    constraints: list["TaskConstraint"] = []


class TaskWorkItem(Form):
    """A work item that is there."""

    id: str
    type: str
    title: str
    text: str


class TaskConstraint(Form):
    """A part of a document that items have to keep to."""

    id: str
    title: str
    text: str


class CriterionDraft(Form):
    """An acceptance criterion."""

    text: str = Field(description="One thing that can be tested.")
    delta: StrictBool = Field(
        description="True where it changes or adds to what a given work item promises."
    )


class ConstraintDraft(Form):
    """A constraint that bears on an item."""

    id: str = Field(description="The id of the constraint.")
    quote: str = Field(description="Its words that bear on the item, copied exactly.")
    violated: StrictBool = Field(description="Whether the item as asked for breaks it.")


class ItemDraft(Form):
    """An epic, feature, story or bug."""

    key: str = Field(description="A name for it within this reply, such as S1.")
    type: ItemType
    parent: str = Field(
        description="The key of its parent in this reply, or the id of a given work item; empty: none."
    )
    title: str = Field(description="At most twelve words, in terms of the existing backlog.")
    description: str = Field(description="What is wanted, in one to three sentences.")
    persona: str = Field(
        description="The role of who has the need, not of who reports it; never a name."
    )
    need: str = Field(description="What they want to do, in words of the meeting.")
    benefit: str = Field(description="What it brings, only if that was said; else empty.")
    criteria: list[CriterionDraft] = Field(description="As many as were said, at most five.")
    quotes: list[str] = Field(
        description="Words of the segment in which it is asked for or decided, copied exactly, without the speaker."
    )
    constraints: list[ConstraintDraft]
    priority: int = Field(
        0, description="1, the most urgent, to 4, where that was said; else 0.", exclude_if=not_
    )


class CandidateDraft(Form):
    """A line that may show a need, though nobody asked for anything in it or decided it."""

    quote: str = Field(description="Words of the segment, copied exactly, without the speaker.")
    sign: CandidateSign


class ItemDrafts(Form):
    """The items of a segment; empty where nothing was asked for or decided."""

    items: list[ItemDraft]
    candidates: list[CandidateDraft] = Field(
        [],
        description="Lines that may show a need and became no item: a complaint, work by hand, a number that hurts, a "
        "proposal that nobody took over: at most ten; none that is there already or was a joke. And each line with a "
        "need that the meeting rejected or put_off.",
        exclude_if=not_,
    )


ItemFault = Literal["no_quote", "quote_not_found", "no_title", "same_title", "is_there", "too_many"]
"""Why a drafted item does not stand; ``is_there``: the epic or feature is a work item already, which is used.
Or the gate says how it turns what it stands on, in a word of its own."""
