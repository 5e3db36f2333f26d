"""Two calls of one message: what the first one changes holds for the second one."""

import json
from pathlib import Path

from src.desks.backlog.forms import CandidateDraft, ItemDrafts
from tests.desks.backlog.scripts import BEGINS, CONFLICT, DRAFTS, GAP, MEETING, TAGS, scripted
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.fakes import ScriptedRounds, calls


async def test_a_work_item_that_is_left_out_is_sent_to_no_form(tmp_path: Path) -> None:
    both = calls(("remove_sources", json.dumps({"sources": [4]})), ("make_items", "{}"))
    llm = scripted(BEGINS, DRAFTS, GAP, CONFLICT, chats=[both])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("leave out the one about free rooms, and make the items")
            assert len(await talk.made("tag")) == 4
    forms = [one[-1].content for one in llm.asked[1:]]
    assert len(forms) == 4
    assert not any("See which rooms are free" in form for form in forms)
    assert any("Cancel a booking" in form for form in forms)


async def test_a_backlog_that_is_read_in_the_same_message_is_held_against(tmp_path: Path) -> None:
    both = calls(("load_backlog", json.dumps({"project": PROJECT})), ("make_items", "{}"))
    llm = scripted(BEGINS, DRAFTS, *TAGS, chats=[both])
    with rooms() as here:
        async with at_the_desk(
            here, tmp_path, llm, tess_backlog_ado_projects="Backlog,Other"
        ) as talk:
            await talk.begin(MEETING)
            await talk.say("read the backlog and make the items")
            await talk.say("make the items")
            assert len(await talk.made("tag")) == 4
    (drafts,) = [one[-1].content for one in llm.asked if '"segment":' in one[-1].content]
    assert "Cancel a booking" in drafts


async def test_a_clear_half_is_done_and_the_other_half_is_asked_for(tmp_path: Path) -> None:
    said = "1 is urgent and the other one is a bug"
    urgent = {"op": "change", "numbers": [3], "field": "priority", "priority": 1, "said": said}
    bug = {"op": "change", "numbers": [4], "type": "bug", "said": "the other one is a bug"}
    question = {"question": "Which one is a bug?", "choices": ["item 4", "item 5"]}
    chats = [
        calls(("edit_items", json.dumps({"edits": [urgent]})), ("ask", json.dumps(question))),
        calls(("edit_items", json.dumps({"edits": [bug]}))),
    ]
    with rooms() as here:
        async with at_the_desk(
            here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS, chats=chats)
        ) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            half = await talk.say(said)
            items = await talk.made("item")
            assert (items["item-3"]["priority"], items["item-4"]["type"]) == (1, "story")
            assert half["clarification"]["question"] == "Which one is a bug?"
            await talk.say("item 4")
            assert (await talk.made("item"))["item-4"]["type"] == "bug"


async def test_a_candidate_becomes_an_item_by_a_word_with_a_tracker_at_hand(tmp_path: Path) -> None:
    quote = "whoever cancels a booking should be told by mail"
    drafts = ItemDrafts(items=[], candidates=[CandidateDraft(quote=quote, sign="proposed")])
    make = {"op": "add", "candidates": [1], "said": "make it"}
    chats = [calls(("edit_items", json.dumps({"edits": [make]})))]
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, drafts, chats=chats)) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("go on")
            frame = await talk.say("make it")
            assert [one["evidence"][0]["quote"] for one in (await talk.made("item")).values()] == [
                quote
            ]
            assert frame["outcome"] == "done"


async def test_a_wish_about_sources_beside_the_first_run_is_done(tmp_path: Path) -> None:
    """Which work items there are is known once they were read: the model is asked again for the other half."""
    make, leave = (
        calls(("make_items", "{}")),
        calls(("remove_sources", json.dumps({"sources": [2]}))),
    )
    llm = ScriptedRounds(make, leave, forms=[BEGINS, DRAFTS, *TAGS])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            frame = await talk.say("Items please, and leave work item 1 out")
            assert frame["outcome"] == "request"
            dossier = await talk.dossier()
    (gone,) = {one["id"] for one in dossier["sources"]} - {*dossier["selected_ids"]}
    assert gone == "ado/1@rev1"
