"""What a plan is made of: steps in their order, parents that are needed and no others, and why the rest is left out."""

from typing import Any

from src.desks.backlog.artifacts import (
    AuthorWords,
    BacklogItem,
    Criterion,
    MeetingQuote,
    StoryTag,
    TagName,
)
from src.desks.backlog.planning import (
    ItemsAtHand,
    PlannedItems,
    planned_items,
    without,
)
from src.desks.backlog.step_writing import StepOutcome
from src.desks.backlog.tracker import NewWorkItem, WorkItem, WorkItemChange
from src.desks.backlog.tracker_item import tracker_item
from tests.fakes import START

THERE = tracker_item(
    WorkItem(id=7, revision=3, type="User Story", title="Bookings", criteria=("Only mine.",)),
    "Backlog",
    START,
)


def item(kind: str, title: str, parent: str = "", **more: object) -> BacklogItem:
    return BacklogItem.model_validate({"type": kind, "title": title, "parent": parent, **more})


def tag(name: str, of: TagName = "new", **more: object) -> StoryTag:
    return StoryTag.model_validate({"item_id": name, "tag": of, **more})


GAPS: tuple[TagName, ...] = ("gap",)

ITEMS = {
    "item-1": item("epic", "Reception"),
    "item-2": item("feature", "Visitors", "item-1"),
    "item-3": item("story", "Badges", "item-2"),
    "item-4": item("epic", "Nobody's"),
    "item-5": item("story", "Mail", THERE.id),
    "item-6": item("story", "By phone", criteria=[Criterion(text="By phone too.", delta=True)]),
}
TAGS = {
    "item-3": tag("item-3"),
    "item-5": tag("item-5"),
    "item-6": tag("item-6", "gap", related_id=THERE.id, delta=["By phone."]),
}


def planned(
    items: dict[str, BacklogItem] | None = None,
    tags: dict[str, StoryTag] | None = None,
    most: int = 200,
    **wanted: Any,
) -> PlannedItems:
    items, tags = ITEMS if items is None else items, TAGS if tags is None else tags
    return planned_items(ItemsAtHand(items, tags, {THERE.id: THERE}, **wanted), most)


def steps(made: PlannedItems) -> list[str]:
    return [one.item_id for one in made.steps]


def reasons(made: PlannedItems) -> dict[str, str]:
    return {one.item_id: one.reason for one in made.left_out}


def test_parents_come_first_and_only_those_that_a_story_needs() -> None:
    made = planned()
    assert steps(made) == ["item-1", "item-2", "item-5", "item-3", "item-6"]
    assert reasons(made) == {"item-4": "nothing_below"}
    new = {one.item_id: one.step for one in made.steps if isinstance(one.step, NewWorkItem)}
    assert new["item-3"].parent == new["item-2"].mark
    assert new["item-2"].parent == new["item-1"].mark
    assert new["item-5"].parent == 7  # by id, whatever it is called
    (change,) = [one.step for one in made.steps if isinstance(one.step, WorkItemChange)]
    assert (change.id, change.revision, change.criteria) == (7, 3, ("By phone too.",))
    (difference,) = made.differences
    assert difference.after == "Only mine.\nFrom the meeting\nBy phone too."


def test_an_extend_by_its_author_adds_its_criteria_and_tells_what_stays_behind() -> None:
    told = {"description": "As a clerk I want a list.", "persona": "clerk", "need": "a list"}
    items = {"item-6": item("story", "By phone", **told)}
    tags = {"item-6": tag("item-6", "extend", related_id=THERE.id, by="person")}
    (change,) = (one.step for one in planned(items, tags).steps)
    assert isinstance(change, WorkItemChange)
    assert change.criteria == ("As a clerk I want a list.",)
    told["description"] = "Sorted."
    criteria = [Criterion(text="Each day.")]
    full = item("story", "By phone", **told, criteria=criteria, priority=2)
    made = planned({"item-6": full}, tags)
    (change,) = (one.step for one in made.steps)
    assert isinstance(change, WorkItemChange)
    assert change.criteria == ("Each day.",)
    assert [(one.reason, *one.parts) for one in made.left_out] == [
        ("part_not_added", "As a clerk I want a list.", "Sorted."),
        ("priority_stays",),
    ]
    bare = {"item-6": item("story", "By phone")}
    (change,) = (one.step for one in planned(bare, tags).steps)
    assert isinstance(change, WorkItemChange)
    assert change.criteria == ("By phone",)


def test_what_several_stories_change_in_one_work_item_is_one_step() -> None:
    items = {
        **ITEMS,
        "item-7": item("story", "By mail", criteria=[
            Criterion(text="By phone too.", delta=True), Criterion(text="By mail too.", delta=True)
        ]),
        "item-8": item("story", "Again", criteria=[Criterion(text="by phone too", delta=True)]),
    }  # fmt: skip
    tags = {
        **TAGS,
        **{
            name: tag(name, "gap", related_id=THERE.id, delta=["x"])
            for name in ("item-7", "item-8")
        },
    }
    made = planned(items, tags)
    (step,) = [one for one in made.steps if isinstance(one.step, WorkItemChange)]
    assert isinstance(step.step, WorkItemChange)
    assert step.item_ids == ("item-6", "item-7", "item-8")
    assert step.step.added == ("By phone too.", "By mail too.")
    assert {"item-6", "item-7", "item-8", "tag-item-7", THERE.id} <= {*step.based_on}
    (difference,) = made.differences
    assert difference.after.splitlines()[1:] == ["From the meeting", *step.step.added]
    left = without(
        made,
        {"item-6": StepOutcome(kind="change", state="failed")},
        {name: one.title for name, one in items.items()},
    )
    assert {"item-6", "item-7", "item-8"} <= {
        one.item_id for one in left.left_out if one.reason == "refused"
    }
    few = planned(items, tags, most=len(made.steps) - 1)
    assert {"item-6", "item-7", "item-8"} <= {
        name for name, why in reasons(few).items() if why == "too_many"
    }


def test_below_a_parent_that_is_left_out_comes_what_is_above_it() -> None:
    items = {**ITEMS, "item-2": ITEMS["item-2"].model_copy(update={"state": "left_out"})}
    made = planned(items)
    new = {one.item_id: one.step for one in made.steps if isinstance(one.step, NewWorkItem)}
    assert new["item-3"].parent == new["item-1"].mark
    assert reasons(made)["item-2"] == "left_out"


def test_parents_in_a_circle_end() -> None:
    items = {
        "item-1": item("feature", "A", "item-2"),
        "item-2": item("epic", "B", "item-1"),
        "item-3": item("story", "S", "item-1"),
    }
    made = planned(items, {"item-3": tag("item-3")})
    assert set(steps(made)) == set(items)


def test_what_is_left_out_has_a_reason() -> None:
    base = ITEMS["item-3"].model_copy(update={"parent": ""})
    states = {
        "item-10": ("left_out", None),
        "item-11": ("unprocessed", None),
        "item-12": ("draft", None),
        "item-13": ("draft", tag("item-13", failed=True)),
        "item-14": ("draft", tag("item-14", "duplicate", related_id=THERE.id)),
        "item-15": ("draft", tag("item-15", "conflict", related_id=THERE.id)),
        "item-16": ("draft", tag("item-16", "extend", related_id="ado/9@rev1", delta=["x"])),
        "item-17": ("draft", tag("item-17", "gap", related_id=THERE.id, delta=["only mine"])),
        "item-18": ("written", tag("item-18")),
    }
    items = {name: base.model_copy(update={"state": state}) for name, (state, _) in states.items()}
    tags = {name: one for name, (_, one) in states.items() if one}
    made = planned(items, tags)
    assert made.steps == ()
    assert [*reasons(made).values()] == [
        "left_out",
        "unprocessed",
        "untagged",
        "tag_failed",
        "duplicate",
        "conflict",
        "target_gone",
        "nothing_to_add",
        "written_before",
    ]


def test_a_person_may_ask_for_some_tags_items_or_all_again() -> None:
    assert steps(planned(wanted_tags=GAPS)) == ["item-6"]
    assert steps(planned(wanted=("item-5",))) == ["item-5"]
    written = {name: one.model_copy(update={"state": "written"}) for name, one in ITEMS.items()}
    assert steps(planned(written)) == []
    assert len(steps(planned(written, again=True))) == 5


def test_what_does_not_fit_into_a_plan_is_for_the_next() -> None:
    made = planned(most=2)
    assert steps(made) == ["item-1", "item-2"]  # parents first: what comes later finds them
    assert {"item-3", "item-5", "item-6"} <= {
        n for n, why in reasons(made).items() if why == "too_many"
    }


def test_each_quote_is_named_after_the_meeting_in_which_it_was_said() -> None:
    said = [
        MeetingQuote(quote="print badges", start=0, end=12),
        MeetingQuote(quote="at the door", start=0, end=11, segment_id="segment-2"),
    ]
    told = [AuthorWords(turn=7, words="make it low priority")]  # which is no word of the meeting
    wants = {"persona": "a receptionist", "need": "see visitors", "benefit": "so that I can greet"}
    more = {"segment_id": "segment-1", "evidence": said, "told": told, **wants}
    items = {"item-1": item("story", "Badges").model_copy(update=more)}
    meetings = {"segment-1": "Reception", "segment-2": "Doors"}
    hand = ItemsAtHand(items, {"item-1": tag("item-1")}, {}, meetings=meetings)
    (made,) = planned_items(hand, 9).steps
    assert isinstance(made.step, NewWorkItem)
    assert made.step.description.splitlines() == [
        "As a receptionist I want to see visitors, so that I can greet.",
        "“print badges” (Reception)",
        "“at the door” (Doors)",
    ]
