"""A plan keeps the type of each item and what it stands under, or says what becomes of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from src.desks.backlog.forms import CandidateDraft, ItemDrafts
from tests.desks.backlog.scripts import BEGINS, MEETING, draft, scripted
from tests.desks.backlog.scripts import tag as judged
from tests.desks.backlog.talking import PROJECT, Talk, at_the_desk, rooms
from tests.fakes import calls

QUOTE = "whoever cancels a booking should be told by mail"


def edit(**given: object) -> Any:
    return calls(("edit_items", json.dumps({"edits": [given]})))


async def begun(talk: Talk) -> None:
    await talk.begin(MEETING)
    await talk.say(f"load the backlog of {PROJECT}")
    await talk.say("make the items")


async def steps(talk: Talk) -> dict[str, dict[str, Any]]:
    """Return the steps of the plan that waits, by the id of their item."""
    (plan,) = (await talk.made("plan")).values()
    return {one["id"]: one["body"]["step"] for one in plan["operations"]}


@pytest.mark.parametrize(
    ("number", "kind", "parent"),
    [(2, "bug", 2), (4, "bug", 4), (2, "story", 2), (5, "story", 2), (5, "bug", None)],
)
async def test_what_extends_a_work_item_of_another_type_is_written_as_what_it_is(
    tmp_path: Path, number: int, kind: str, parent: int | None
) -> None:
    """2 is a feature, 4 a user story below it, 5 a bug below it, which a bug is added to and a story stands beside."""
    said = f"that one is a {kind}, an extend of #{number}"
    given = {"type": kind, "tag": "extend", "related": number, "said": said}
    chats = [edit(op="add", candidates=[1], **given)]
    lines = [CandidateDraft(quote=QUOTE, sign="complaint")]
    blank = {"id": 5, "type": "Bug", "title": "Badges stay blank", "parent": 2}
    there = [
        {"id": 1, "type": "Epic", "title": "Rooms and desks"},
        {"id": 2, "type": "Feature", "title": "Book a room", "parent": 1},
        {"id": 4, "title": "Cancel a booking", "parent": 2},
        {"id": 3, "title": "Free rooms", "parent": 2},
        blank,
    ]
    llm = scripted(BEGINS, ItemDrafts(items=[], candidates=lines), chats=chats)
    with rooms(items=there) as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await begun(talk)
            await talk.say(said)
            (tag,) = (await talk.made("tag")).values()
            assert (tag["tag"], tag["related_id"]) == ("extend", f"ado/{number}@rev1")
            told = await talk.say("plan")
            (step,) = (await steps(talk)).values()
            if parent is None:
                assert (step["kind"], step["id"]) == ("change", number)
                assert "of another type" not in told["response"]
                return
            name = {"bug": "Bug", "story": "User Story"}[kind]
            assert (step["kind"], step["type"], step["parent"]) == ("create", name, parent)
            assert f"Item 1 is a {kind}: tagged “extend” of " in told["response"]
            before = here.ado.items.kept[number].fields
            await talk.confirm(told["plans"][-1]["digest"])
            made = [one for n, one in here.ado.items.kept.items() if n > len(there)]
            assert [one.fields["System.WorkItemType"] for one in made] == [name]
            assert here.ado.items.kept[number].fields == before


async def test_a_bug_that_a_judge_holds_for_a_gap_of_a_story_stays_a_bug(tmp_path: Path) -> None:
    bug = draft("S1", "Mail about a cancelled booking", QUOTE, type="bug")
    gap = judged("gap", "ado/4@rev1", delta=["Who booked is told by mail."])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, ItemDrafts(items=[bug]), gap)) as t:
            await begun(t)
            told = (await t.say("plan"))["response"]
            (step,) = (await steps(t)).values()
    assert (step["kind"], step["type"], step["parent"]) == ("create", "Bug", 4)
    assert "Item 1: new Bug “Mail about a cancelled booking” under User Story 4" in told


async def test_a_parent_that_changed_since_it_was_read_is_the_parent_still(tmp_path: Path) -> None:
    under = draft("S1", "Badges of visitors", "see which visitors come today", parent="ado/2@rev1")
    move = edit(op="move", numbers=[1], related=2, said="put 1 under #2")
    llm = scripted(BEGINS, ItemDrafts(items=[under]), judged("new"), chats=[move])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await begun(talk)
            await talk.say("put 1 under #2, please")
            here.ado.change(2, System__Title="Book a room or a desk")
            await talk.say(f"load the backlog of {PROJECT}")
            told = (await talk.say("plan"))["response"]
            (step,) = (await steps(talk)).values()
    assert step["parent"] == 2
    assert "under Feature 2 “Book a room or a desk”" in told


async def test_a_parent_that_is_not_there_any_more_is_told_with_what_to_do(tmp_path: Path) -> None:
    lone = draft("S1", "Badges of visitors", "see which visitors come today")
    move = edit(op="move", numbers=[1], related=2, said="put 1 under #2")
    leave = calls(("remove_sources", json.dumps({"sources": [3]})))
    llm = scripted(BEGINS, ItemDrafts(items=[lone]), judged("new"), chats=[move, leave])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await begun(talk)
            await talk.say("put 1 under #2, please")
            assert (await talk.made("item"))["item-1"]["parent"] == "ado/2@rev1"
            await talk.say("leave work item 2 out")
            told = (await talk.say("plan"))["response"]
            (step,) = (await steps(talk)).values()
    assert step["parent"] is None
    assert "1 (“#2”): goes without what it stood under" in told
    assert "Say: load the backlog" in told


@pytest.mark.parametrize(("related", "parent"), [(2, "ado/2@rev1"), (99, None)])
async def test_a_candidate_goes_under_the_work_item_that_was_named_or_it_is_told_that_it_is_not_there(
    tmp_path: Path, related: int, parent: str | None
) -> None:
    said = f"make it a bug under #{related}"
    chats = [edit(op="add", candidates=[1], type="bug", related=related, said=said)]
    lines = [CandidateDraft(quote=QUOTE, sign="complaint")]
    llm = scripted(BEGINS, ItemDrafts(items=[], candidates=lines), chats=chats)
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await begun(talk)
            told = (await talk.say(said))["response"]
            items = (await talk.made("item")).values()
    assert [one["parent"] for one in items] == ([parent] if parent else [])
    assert ("no work item with that number. Say: load the backlog" in told) is (parent is None)
