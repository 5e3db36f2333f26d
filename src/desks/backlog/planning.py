"""From items and their tags to what is written: steps in order, differences, and what is left out and why. Pure."""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from src.desks.backlog.artifacts import (
    LEAVES,
    BacklogItem,
    Difference,
    ItemType,
    StoryTag,
    TagName,
)
from src.desks.backlog.item_gate import ABOVE, LONGEST_TITLE, type_of
from src.desks.backlog.item_words import story_of
from src.desks.backlog.kept import above
from src.desks.backlog.step_writing import StepOutcome, in_order
from src.desks.backlog.tracker import AddedCriteria, NewWorkItem, Reference, Step, WorkItemChange
from src.desks.backlog.tracker_item import TrackerItem, key_of
from src.dossier.models import Language
from src.intake.language import detect
from src.tools.edits import without_names

LeftOutReason = Literal[
    "left_out",
    "unprocessed",
    "quote_not_found",
    "unsaid",
    "part_unsaid",
    "part_not_added",
    "priority_stays",
    "name_taken_out",
    "parent_gone",
    "untagged",
    "tag_failed",
    "duplicate",
    "conflict",
    "target_gone",
    "nothing_to_add",
    "written_before",
    "not_asked",
    "nothing_below",
    "too_many",
    "refused",
]

HEADINGS: Mapping[Language, str] = {"nl": "Uit het overleg", "en": "From the meeting"}
"""The line above criteria that are added to a work item."""


TYPE_NAMES = {"epic": "Epic", "feature": "Feature", "story": "User Story", "bug": "Bug"}
"""What a project calls the types of items, where nothing else is set."""


@dataclass(frozen=True)
class ItemsAtHand:
    """All that a plan is made of."""

    items: Mapping[str, BacklogItem]
    tags: Mapping[str, StoryTag]
    work_items: Mapping[str, TrackerItem]
    """Those that are there, by the id of their source."""
    types: Mapping[str, str] = field(default_factory=lambda: TYPE_NAMES)
    language: Language = "en"
    meetings: Mapping[str, str] = field(default_factory=dict)
    """What the transcript of each segment is called, by the segment's id."""
    astray: Collection[str] = ()
    """Ids of items with a quote that does not stand in its own segment."""
    wanted_tags: Collection[TagName] = ()
    wanted: Collection[str] = ()
    """Of the tags and ids of what is to be planned; nothing named: all."""
    again: bool = False
    """Whether what was written before is planned once more: the tracker then says that it is there."""


@dataclass(frozen=True)
class PlannedStep:
    """A step with the item that it is of, and what it stands on."""

    item_id: str
    title: str
    step: Step
    based_on: tuple[str, ...]
    others: tuple[str, ...] = ()
    """Ids of other items that it is of as well."""

    @property
    def item_ids(self) -> tuple[str, ...]:
        return (self.item_id, *self.others)


@dataclass(frozen=True)
class UnplannedItem:
    """An item that is not planned, and why."""

    item_id: str
    title: str
    reason: LeftOutReason
    refused: StepOutcome | None = None
    """What the tracker says of it, where it would refuse it."""
    parts: Sequence[str] = ()
    """Words of it that alone are not planned."""


@dataclass(frozen=True)
class PlannedItems:
    """What would be written."""

    steps: tuple[PlannedStep, ...]
    left_out: tuple[UnplannedItem, ...]
    differences: tuple[Difference, ...]


def planned_items(hand: ItemsAtHand, most: int) -> PlannedItems:
    """Return the steps for all that may be written, parents first; epics and features only with a story below them."""
    reasons = {name: _reason(name, item, hand) for name, item in hand.items.items()}
    stories = [name for name, one in hand.items.items() if one.type in LEAVES and not reasons[name]]
    wanted = set(stories)
    for name in stories:
        if _target(name, hand) is None:
            wanted.update(text for text in above(name, hand.items) if not reasons[text])
    made = {name: _step(name, hand, reasons) for name in hand.items if name in wanted}
    steps = _joined(_ordered({name: step for name, step in made.items() if step}))
    kept, rest = steps[:most], {name for step in steps[most:] for name in step.item_ids}
    dropped: list[UnplannedItem] = []
    for name, item in hand.items.items():
        reason = reasons[name]
        if name in rest:
            reason = "too_many"
        elif name in wanted and made[name] is None:
            reason = "nothing_to_add"
        elif not reason and name not in wanted:
            reason = "nothing_below"
        if reason:
            dropped.append(UnplannedItem(name, item.title, reason))
        else:  # its title is not among what is unsaid: that is a reason
            parts = _left_of(item, made[name], hand)
            dropped += [UnplannedItem(name, item.title, why, parts=some) for why, some in parts]
    return PlannedItems(tuple(kept), tuple(dropped), tuple(_differences(kept, hand)))


def without(
    planned: PlannedItems, refused: Mapping[str, StepOutcome], titles: Mapping[str, str]
) -> PlannedItems:
    """Return a plan without the steps that the tracker would refuse, by item."""
    gone = [step for step in planned.steps if step.item_id in refused]
    left = [UnplannedItem(name, titles[name], "refused", refused[step.item_id])
            for step in gone for name in step.item_ids]  # fmt: skip
    steps = tuple(step for step in planned.steps if step.item_id not in refused)
    differences = tuple(entry for entry in planned.differences if entry.item_id not in refused)
    return PlannedItems(steps, (*planned.left_out, *left), differences)


def _reason(name: str, item: BacklogItem, hand: ItemsAtHand) -> LeftOutReason | None:
    """Return why an item may not be written, whatever else is; None where it may."""
    if item.state in ("left_out", "unprocessed"):
        return item.state
    if item.state == "written" and not hand.again:
        return "written_before"
    if name in hand.astray:
        return "quote_not_found"
    if "neither" in item.notes:
        return "unsaid"
    if item.type not in LEAVES:
        return None
    tag = hand.tags.get(name)
    if (hand.wanted and name not in hand.wanted) or (
        hand.wanted_tags and (tag is None or tag.tag not in hand.wanted_tags)
    ):
        return "not_asked"
    if tag is None:
        return "untagged"
    if tag.failed:
        return "tag_failed"
    if tag.tag in ("duplicate", "conflict"):
        return tag.tag
    if tag.tag != "new" and tag.related_id not in hand.work_items:
        return "target_gone"
    return None


def _left_of(
    item: BacklogItem, planned: PlannedStep | None, hand: ItemsAtHand
) -> Iterator[tuple[LeftOutReason, Sequence[str]]]:
    """Yield what of an item that is planned is not written, and why."""
    if unsaid := item.unsaid_parts:
        yield "part_unsaid", unsaid
    if lost := _lost_parent(planned, hand):
        yield "parent_gone", (lost,)
    if planned and isinstance(planned.step, WorkItemChange):
        if left := [text for text in _told(item, hand) if text not in planned.step.added]:
            yield "part_not_added", left
        if item.priority:
            yield "priority_stays", ()
    elif item.unnamed:
        yield "name_taken_out", item.unnamed


def _lost_parent(planned: PlannedStep | None, hand: ItemsAtHand) -> str:
    """Return what people call that under which a new item goes no more, as it is not there; empty: nothing is lost."""
    if not planned or not isinstance(planned.step, NewWorkItem) or planned.step.parent:
        return ""
    parent = hand.items[planned.item_id].parent
    above = hand.items.get(parent)
    return above.title if above else key_of(parent).replace("ado/", "#")


def _about(name: str, hand: ItemsAtHand) -> TrackerItem | None:
    """Return the work item that the tag of an item is about; None where it is new, or that is not there."""
    tag = hand.tags.get(name)
    return None if tag is None or tag.tag == "new" else hand.work_items.get(tag.related_id)


def _target(name: str, hand: ItemsAtHand) -> TrackerItem | None:
    """Return the work item that an item is written into: one of its own type, or the item would lose that."""
    about = _about(name, hand)
    return about if about and _type_of(about, hand) == hand.items[name].type else None


def _beside(name: str, hand: ItemsAtHand) -> Reference | None:
    """Return what an item of another type than the work item that it is about stands under: that, or what that does."""
    if (about := _about(name, hand)) is None:
        return None
    return about.number if _type_of(about, hand) in ABOVE[hand.items[name].type] else about.parent


def _type_of(there: TrackerItem, hand: ItemsAtHand) -> ItemType:
    """Return which type of item a work item is; whatever a project has besides counts as a story."""
    named: Mapping[str, ItemType] = {hand.types[kind].casefold(): kind for kind in ABOVE}
    return named.get(there.type.casefold()) or type_of(there) or "story"


def _step(
    name: str, hand: ItemsAtHand, reasons: Mapping[str, LeftOutReason | None]
) -> PlannedStep | None:
    item, tag = hand.items[name], hand.tags.get(name)
    if item.type in LEAVES and tag and (target := _target(name, hand)):
        return _change(name, item, tag, target, hand)
    draft = _new(name, hand, reasons, frozenset())
    based_on = (name, *((f"tag-{name}",) if tag else ()))
    there = (hand.work_items.get(item.parent), _about(name, hand))
    return PlannedStep(name, item.title, draft, (*based_on, *(at.id for at in there if at)))


def _new(
    name: str, hand: ItemsAtHand, reasons: Mapping[str, LeftOutReason | None], below: frozenset[str]
) -> NewWorkItem:
    item = hand.items[name]
    return NewWorkItem(
        type=hand.types[item.type],
        title=item.title[:LONGEST_TITLE],
        description=_described(item, hand),
        criteria=tuple(criterion.text for criterion in item.said_criteria),
        parent=_reference(item.parent, hand, reasons, below | {name}) or _beside(name, hand),
        priority=item.priority,
        tags=item.labels,
        is_defect=item.type == "bug",
    )


def _reference(
    parent: str,
    hand: ItemsAtHand,
    reasons: Mapping[str, LeftOutReason | None],
    below: frozenset[str],
) -> Reference | None:
    """Return what an item is put below: the nearest above it that is there, or is written with it."""
    if parent in hand.work_items:
        return hand.work_items[parent].number
    if parent not in hand.items or parent in below:
        return None
    if target := _target(parent, hand):
        return target.number
    if reasons[parent] not in (None, "written_before"):
        return _reference(hand.items[parent].parent, hand, reasons, below | {parent})
    return _new(parent, hand, reasons, below).mark


def _change(
    name: str, item: BacklogItem, tag: StoryTag, target: TrackerItem, hand: ItemsAtHand
) -> PlannedStep | None:
    """Return what is added to a work item: what the judge said that the story adds, and its criteria that do."""
    held = {_key(text) for text in item.unsaid_parts}
    wanted = [each.text for each in item.said_criteria if each.delta]
    wanted = wanted or [text for text in tag.delta if _key(text) not in held]
    if not wanted and tag.by == "person":  # no judge told the difference
        criteria = [each.text for each in item.said_criteria]
        wanted = criteria or _told(item, hand) or [item.title]
    known = set() if hand.again else {_key(criterion) for criterion in target.criteria}
    added = tuple(text for text in dict.fromkeys(wanted) if _key(text) not in known)
    if not added:
        return None
    said = "\n".join((str(target.number), *added))
    change = WorkItemChange(
        id=target.number,
        revision=int(target.revision),
        heading=HEADINGS[detect("\n".join(added), hand.language)],
        criteria=added,
        mark=f"tess-{hashlib.sha256(said.encode()).hexdigest()[:16]}",
    )
    return PlannedStep(name, item.title, change, (name, f"tag-{name}", target.id))


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def _described(item: BacklogItem, hand: ItemsAtHand) -> str:
    """Return the description with the words of the meeting that it stands on, so that it can be defended there too.

    What the author told the program stays in the dossier: it is as often an order to it as a word about the item.
    """
    quotes: list[str] = []
    for piece in item.evidence:
        meeting = hand.meetings.get(piece.segment_id or item.segment_id, "")
        said = without_names(" ".join(piece.quote.split()), item.unnamed)
        quotes.append(f"“{said}”{f' ({meeting})' if meeting else ''}")
    return "\n".join((*_told(item, hand), *quotes))


def _told(item: BacklogItem, hand: ItemsAtHand) -> list[str]:
    """Return who wants an item and why, and its description, in its own language, whatever its author speaks now."""
    language = detect("\n".join((item.need, item.title, item.description)), hand.language)
    return [*filter(None, (story_of(item, language), item.said("description")))]


def _ordered(made: Mapping[str, PlannedStep]) -> list[PlannedStep]:
    """Return the steps in the order in which they are written; of two that say the same there is one."""
    of_step: dict[int, PlannedStep] = {}
    for entry in made.values():
        of_step.setdefault(id(entry.step), entry)
    return [of_step[id(step)] for step in in_order([step.step for step in made.values()])]


def _joined(steps: Sequence[PlannedStep]) -> list[PlannedStep]:
    """Return the steps with all that changes one work item as one: each would make the next one stale."""
    found: dict[int, PlannedStep] = {}
    for step in steps:
        key = step.step.id if isinstance(step.step, WorkItemChange) else -len(found)
        found[key] = _with(found[key], step) if key in found else step
    return [*found.values()]


def _with(first: PlannedStep, other: PlannedStep) -> PlannedStep:
    assert isinstance(first.step, WorkItemChange)  # what is joined
    assert isinstance(other.step, WorkItemChange)  # the same
    known = {_key(text) for text in first.step.added}
    new = tuple(criterion for criterion in other.step.criteria if _key(criterion) not in known)
    more = (*first.step.more, *([AddedCriteria(criteria=new, mark=other.step.mark)] if new else []))
    return replace(
        first,
        title=f"{first.title}; {other.title}",
        step=first.step.model_copy(update={"more": more}),
        based_on=tuple(dict.fromkeys((*first.based_on, *other.based_on))),
        others=(*first.others, other.item_id),
    )


def _differences(steps: Sequence[PlannedStep], hand: ItemsAtHand) -> list[Difference]:
    found: list[Difference] = []
    for step in steps:
        if isinstance(step.step, WorkItemChange):
            target = next(each for each in hand.work_items.values() if each.number == step.step.id)
            before = "\n".join(target.criteria)
            after = "\n".join((*target.criteria, step.step.heading, *step.step.added))
            found.append(
                Difference(
                    item_id=step.item_id,
                    work_item=target.id,
                    title=target.title,
                    before=before,
                    after=after,
                )
            )
    return found
