"""A plan is written once, in its order, whatever goes wrong meanwhile; and is taken back by who wrote it."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from src.desks.backlog.step_writing import StepOutcome, in_order
from src.desks.backlog.tracker import (
    AddedCriteria,
    NewWorkItem,
    Step,
    WorkItemChange,
    WorkItemRemoval,
)
from tests.desks.backlog.services.place import (
    EPIC,
    FEATURE,
    PROJECT,
    STORY,
    Killed,
    Place,
    fault,
    place,
)
from tests.desks.backlog.services.taking_back import taking_back, write_all

THERE = {"id": 7, "title": "Cancel a booking", "criteria": "<ul><li>Only who booked.</li></ul>"}
CHANGE = WorkItemChange(
    id=7,
    revision=1,
    heading="From the meeting",
    criteria=("By phone too.",),
    mark="tess-" + "a" * 16,
)
PLAN: list[Step] = [CHANGE, STORY, FEATURE, EPIC]


def states(outcomes: Sequence[StepOutcome]) -> list[str]:
    return [one.state for one in outcomes]


async def test_epics_come_first_and_each_is_below_its_parent() -> None:
    with place(items=[THERE]) as here:
        async with here.writer() as writer, here.tracker() as tracker:
            outcomes = await write_all(writer, PLAN)
            assert states(outcomes) == ["written"] * 4
            assert here.titles == ["Cancel a booking", "Rooms", "Book a room", STORY.title]
            ids = [one.id for one in outcomes if one.id]
            epic, feature, story, changed = await tracker.items(PROJECT, ids)
            assert (epic.parent, feature.parent, story.parent) == (None, epic.id, feature.id)
            assert (story.description, story.criteria) == (STORY.description, STORY.criteria)
            assert story.tags == ("rooms", STORY.mark)
            assert (changed.criteria, changed.revision) == (
                ("Only who booked.", "From the meeting", "By phone too."),
                2,
            )
            assert outcomes[2].url.endswith(f"/standin/Backlog/_workitems/edit/{story.id}")


async def test_a_second_run_of_the_same_plan_writes_nothing() -> None:
    with place(items=[THERE]) as here:
        async with here.writer() as writer:
            first = await write_all(writer, PLAN)
            written = len(here.writes)
            second = await write_all(writer, PLAN)
            assert (states(second), len(here.writes)) == (["skipped"] * 4, written)
            assert [one.id for one in second] == [one.id for one in first]
            assert taking_back(second) == []


def test_the_order_is_epic_feature_story_and_parents_first_whatever_their_types() -> None:
    odd = NewWorkItem(type="Epic", title="An epic below a story", parent=STORY.mark)
    orphan = NewWorkItem(type="Requirement", title="Of a custom process", parent=4711)
    assert in_order([orphan, odd, *PLAN, EPIC]) == [EPIC, FEATURE, orphan, STORY, odd, CHANGE]


def test_the_mark_is_made_of_type_title_parent_and_criteria() -> None:
    others: list[dict[str, Any]] = [
        {"type": "Task"},
        {"title": "x"},
        {"parent": 5},
        {"criteria": ("Taken rooms are grey.At most a minute old.",)},
    ]
    assert len({STORY.mark, *(STORY.model_copy(update=one).mark for one in others)}) == 5
    assert STORY.model_copy(update={"description": "", "tags": ()}).mark == STORY.mark
    assert EPIC.mark == "tess-239b79f3382ccef8"  # what was written with it is found by it for ever


async def test_what_fails_stops_what_is_below_it_and_nothing_else() -> None:
    bad = FEATURE.model_copy(update={"type": "Saga"})
    below = STORY.model_copy(update={"parent": bad.mark})
    with place(items=[THERE]) as here:
        async with here.writer() as writer:
            outcomes = await write_all(writer, [below, bad, EPIC, STORY, FEATURE, CHANGE])
            told = {(one.kind, one.code): one.state for one in outcomes if one.code}
            assert told == {
                ("create", "work_item_refused"): "failed",
                ("create", "parent_not_written"): "stopped",
            }
            assert "VS402323" in next(one.details["problem"] for one in outcomes if one.details)
            assert here.titles == ["Cancel a booking", "Rooms", "Book a room", STORY.title]


async def test_all_is_looked_at_before_anything_is_written() -> None:
    bad = STORY.model_copy(update={"type": "Saga"})
    stale = CHANGE.model_copy(update={"revision": 9})
    below = EPIC.model_copy(update={"type": "Feature", "parent": 7})
    with place(items=[THERE]) as here:
        async with here.writer() as writer:
            for step in (EPIC, FEATURE, STORY, below, CHANGE):
                assert await writer.check(step) is None
            refused = [await writer.check(step) for step in (bad, stale)]
            codes = [one.code for one in refused if one]
            assert codes == ["work_item_refused", "work_item_changed"]
            assert (here.writes, here.titles) == ([], ["Cancel a booking"])


# Whatever dies meanwhile


@pytest.mark.parametrize("is_done", [True, False], ids=["reply lost", "never arrived"])
async def test_killed_at_any_write_leaves_nothing_twice_and_no_orphan(*, is_done: bool) -> None:
    """A first run ends at its n-th write, before it was done or just after; a second one ends the plan."""
    for after in range(4):
        with place(items=[THERE]) as here:
            await run_until(here, after, is_done=is_done)
            done = len(here.titles)
            async with here.writer() as writer:
                outcomes = await write_all(writer, PLAN)
            assert set(states(outcomes)) <= {"written", "skipped"}, after
            assert here.titles == ["Cancel a booking", "Rooms", "Book a room", STORY.title]
            assert done == min(1 + after + is_done, 4)
            parents = [one.parent for one in here.ado.items.kept.values()]
            assert parents == [None, None, 8, 9]
            (changed,) = [one for one in here.ado.items.kept.values() if one.id == 7]
            criteria = changed.fields["Microsoft.VSTS.Common.AcceptanceCriteria"]
            assert (changed.rev, criteria.count("By phone too.")) == (2, 1)


async def run_until(here: Place, after: int, *, is_done: bool) -> None:
    """Run the plan until its n-th write gets no reply, and stop there, as who was killed does."""
    method, before = ("POST", after) if after < 3 else ("PATCH", 0)
    cut = fault(method=method, path="workitems/", after=before, is_done=is_done, fault="reset")
    here.ado.fail(cut)
    async with here.writer(dies=True) as writer:
        with suppress(Killed):
            for step in in_order(PLAN):
                if (await writer.write(step)).state == "unknown":
                    return
            pytest.fail("every write got a reply")


async def test_what_was_written_just_before_it_died_is_found_and_taken_back() -> None:
    with place(items=[THERE]) as here:
        await run_until(here, 3, is_done=True)
        async with here.writer() as writer:
            found = [await writer.look_up(step) for step in in_order(PLAN)]
            outcomes = [one for every in found for one in every]
            assert states(outcomes) == ["written"] * 4
            assert outcomes[:3] == [
                one.model_copy(update={"state": "written"})
                for one in (await write_all(writer, PLAN))[:3]
            ]
            assert (outcomes[3].revision, outcomes[3].before) == (2, 1)
            back = taking_back(outcomes)
            assert states([await writer.write(step) for step in back]) == ["written"] * 4
            assert [await writer.look_up(step) for step in [*PLAN, *back]] == [[]] * 8


async def test_what_somebody_changed_before_it_was_looked_up_is_left_alone() -> None:
    with place() as here:
        async with here.writer() as writer:
            await writer.write(EPIC)
            here.ado.change(1, System__Title="Rooms and desks")
            (back,) = taking_back(await writer.look_up(EPIC))
            assert (await writer.write(back)).code == "work_item_changed"


async def test_two_who_write_the_same_plan_at_once_write_it_once() -> None:
    """As from two dossiers: within one, its lease has them do so one after the other."""
    with place(items=[THERE]) as here:
        async with here.writer() as writer:
            one, other = await asyncio.gather(write_all(writer, PLAN), write_all(writer, PLAN))
        for first, second in zip(one, other, strict=True):
            assert {first.state, second.state} <= {"written", "skipped"}
            assert first.id == second.id
        assert (len(here.titles), here.ado.items.kept[7].rev) == (4, 2)


async def test_a_token_that_is_revoked_half_way_loses_nothing_that_was_done() -> None:
    with place(items=[THERE]) as here:
        async with here.writer() as writer:
            first = await writer.write(EPIC)
            here.ado.revoked.add("standin")
            rest = await write_all(writer, [FEATURE, STORY, CHANGE])
            assert {(one.state, one.code) for one in rest} == {("failed", "tracker_token_refused")}
            here.ado.revoked.clear()
            again = await write_all(writer, PLAN)
            assert states(again) == ["skipped", "written", "written", "written"]
            assert again[0].id == first.id


async def test_what_was_changed_or_deleted_meanwhile_is_not_written_over() -> None:
    with place(items=[THERE, {"id": 8, "title": "Gone soon"}]) as here:
        here.ado.change(7, System__Title="Somebody else's words")
        async with here.writer() as writer:
            assert (await writer.write(CHANGE)).code == "work_item_changed"
            await writer.write(WorkItemRemoval(id=8, revision=1))
            gone = CHANGE.model_copy(update={"id": 8})
            assert (await writer.write(gone)).code == "work_item_gone"
            assert here.titles == ["Somebody else's words"]
            below = EPIC.model_copy(update={"parent": 8})
            assert (await writer.write(below)).code == "work_item_refused"


async def test_what_several_stories_add_to_a_work_item_is_one_change() -> None:
    other = AddedCriteria(criteria=("By mail too.",), mark="tess-" + "b" * 16)
    both = CHANGE.model_copy(update={"more": (other,)})
    with place(items=[THERE]) as here:
        async with here.writer() as writer, here.tracker() as tracker:
            assert await writer.check(both) is None
            assert (await writer.write(both)).revision == 2
            (now,) = await tracker.items(PROJECT, [7])
            assert now.criteria == (
                "Only who booked.",
                "From the meeting",
                "By phone too.",
                "By mail too.",
            )
            assert {*both.marks} <= {*now.tags}
            assert (await writer.write(both)).state == "skipped"
            assert [one.revision for one in await writer.look_up(both)] == [2]


async def test_of_what_several_stories_add_only_the_rest_is_written() -> None:
    other = AddedCriteria(criteria=("By mail too.",), mark="tess-" + "b" * 16)
    with place(items=[THERE]) as here:
        async with here.writer() as writer:
            await writer.write(CHANGE)
            both = CHANGE.model_copy(update={"more": (other,), "revision": 2})
            assert await writer.look_up(both) == []
            assert (await writer.write(both)).state == "written"
            criteria = here.ado.items.kept[7].fields["Microsoft.VSTS.Common.AcceptanceCriteria"]
            assert [criteria.count(one) for one in ("By phone too.", "By mail too.")] == [1, 1]


async def test_a_new_item_below_it_makes_no_change_stale() -> None:
    below = EPIC.model_copy(update={"type": "Feature", "parent": 7})
    with place(items=[THERE], links_are_revisions=True) as here:
        async with here.writer() as writer:
            outcomes = await write_all(writer, [below, CHANGE])
            assert (states(outcomes), here.ado.items.kept[7].rev) == (["written"] * 2, 3)


async def test_all_that_carry_a_mark_are_found_the_oldest_first() -> None:
    with place() as here:
        async with here.writer() as writer:
            await writer.write(EPIC)
            here.ado.items.keep(replace(here.ado.items.kept[1], id=2))  # it arrived twice
            found = await writer.look_up(EPIC)
            assert [(one.id, one.state) for one in found] == [(1, "written"), (2, "written")]
            assert (await writer.write(EPIC)).id == 1
            below = await writer.write(FEATURE)
            assert below.id
            assert here.ado.items.kept[below.id].parent == 1


# Taking back


async def test_what_was_written_is_taken_back_to_the_letter() -> None:
    with place(items=[THERE]) as here:
        before = dict(here.ado.items.kept[7].fields)
        async with here.writer() as writer:
            outcomes = await write_all(writer, PLAN)
            back = taking_back(outcomes)
            assert [one.kind for one in back] == ["revert", "remove", "remove", "remove"]
            assert states([await writer.write(step) for step in back]) == ["written"] * 4
            assert here.titles == ["Cancel a booking"]
            now = here.ado.items.kept[7].fields
            assert {name for name in now if now[name] != before.get(name)} <= {
                "System.ChangedDate",
                "System.ChangedBy",
            }
            assert now.keys() == before.keys()
            written = len(here.writes)
            assert states([await writer.write(step) for step in back]) == ["skipped"] * 4
            assert len(here.writes) == written
            assert [one.deleted != "" for one in here.ado.items.kept.values()] == [False] + [
                True
            ] * 3


async def test_what_was_taken_back_can_be_restored_or_written_again() -> None:
    with place() as here:
        async with here.writer() as writer:
            outcomes = await write_all(writer, [EPIC, FEATURE])
            for step in taking_back(outcomes):
                await writer.write(step)
            here.ado.items.kept[1].deleted = ""  # by somebody, in the recycle bin
            assert here.titles == ["Rooms"]
            again = await write_all(writer, [EPIC, FEATURE])
            assert (states(again), here.titles) == (
                ["skipped", "written"],
                ["Rooms", "Book a room"],
            )


@pytest.mark.parametrize("links_are_revisions", [False, True])
async def test_what_somebody_went_on_with_is_left_alone(*, links_are_revisions: bool) -> None:
    """A link that came with a child is nobody's work, even where it counts as a revision."""
    with place(items=[THERE], links_are_revisions=links_are_revisions) as here:
        async with here.writer() as writer:
            outcomes = await write_all(writer, PLAN)
            here.ado.change(10, System__State="Active")  # the story
            here.ado.change(7, System__Title="Cancel any booking")
            back = [await writer.write(step) for step in taking_back(outcomes)]
            codes = [one.code for one in back]
            assert (
                codes == ["work_item_changed"] * 4
            )  # for the feature has a story, the epic a feature
            assert len(here.titles) == 4


@pytest.mark.parametrize("links_are_revisions", [False, True])
async def test_links_of_our_own_keep_nothing_from_being_taken_back(
    *, links_are_revisions: bool
) -> None:
    with place(items=[THERE], links_are_revisions=links_are_revisions) as here:
        async with here.writer() as writer:
            outcomes = await write_all(writer, PLAN)
            back = [await writer.write(step) for step in taking_back(outcomes)]
            assert (states(back), here.titles) == (["written"] * 4, ["Cancel a booking"])


async def test_only_what_this_plan_wrote_is_taken_back() -> None:
    with place() as here:
        async with here.writer() as writer:
            await write_all(writer, [EPIC])
            outcomes = await write_all(writer, [EPIC, FEATURE])
            assert [one.kind for one in taking_back(outcomes)] == ["remove"]
            for step in taking_back(outcomes):
                await writer.write(step)
            assert here.titles == ["Rooms"]
