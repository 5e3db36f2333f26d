"""What a meeting rejected is kept with its line, shown, exported and put back; what waits stays in the state."""

import json
from pathlib import Path

from src.desks.backlog.forms import CandidateDraft, ItemDrafts, SegmentBegins
from src.llm.protocol import ChatReply
from src.llm.state import message_and_state
from tests.desks.backlog.scripts import BEGINS, DRAFTS, TAGS
from tests.desks.backlog.scripts import MEETING as SCRIPTED
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.fakes import ScriptedLlm, ScriptedRounds, calls

MEETING = """\
Kim: The driver wants to see the list of parcels on a phone.
Lee: Could the gate open by itself at night?
Kim: No.
Kim: Nobody knows which parcels are still here.
"""
ASKED = "Could the gate open by itself at night?"


async def test_a_rejected_wish_is_listed_exported_and_put_back(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.begin(MEETING)
            made = (await talk.say("make the items"))["response"]
            heading, _, behind = made.partition("Rejected or put off")
            assert ASKED not in heading
            assert f"“{ASKED}” — Lee, line 2" in behind
            (number,) = (
                one["number"]
                for one in (await talk.made("candidates"))["candidates"]["candidates"]
                if one["sign"] == "rejected"
            )
            assert ASKED not in (await talk.say("show the candidates"))["response"]
            assert ASKED in (await talk.say("What did we reject?"))["response"]
            told = (await talk.say("show what was rejected"))["response"]
            assert f"“{ASKED}” — Lee, line 2" in told
            assert "parcels" not in told
            exported = await talk.say("can I have this as a text to mail")
            assert "Rejected or put off" in exported["response"]
            assert ASKED in exported["response"]
            await talk.say(f"restore candidate {number}")
            assert ASKED in (await talk.say("show the candidates"))["response"]
            told = (await talk.say("toon wat is afgewezen"))["response"]
            assert ASKED not in told


async def test_a_model_says_what_was_put_off_and_is_told_what_cards_show(tmp_path: Path) -> None:
    drafts = ItemDrafts(
        items=[],
        candidates=[
            CandidateDraft(quote=ASKED, sign="put_off"),
            CandidateDraft(quote="Nobody knows which parcels are still here.", sign="complaint"),
        ],
    )
    asks = calls(("show_items", json.dumps({"rejected": True})))
    make = calls(("make_items", "{}"))
    llm = ScriptedRounds(
        make, ChatReply(""), make, asks, forms=[SegmentBegins(segments=[]), drafts]
    )
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say("make of it what you can")
            if not await talk.made("candidates"):
                await talk.say("do as it says")
            told = (await talk.say("what did we put off?"))["response"]
    assert "put off in the meeting" in told
    assert ASKED in told
    _, state = message_and_state(llm.asked[-1])
    known = [(one["n"], one["shows"], one["by"], one["line"]) for one in state["candidates"]]
    assert known == [(1, "complaint", "Kim", 4), (2, "put_off", "Lee", 2)]
    assert state["candidates"][1]["removed"]


async def test_an_item_that_was_taken_out_is_listed_with_its_line_and_put_back(
    tmp_path: Path,
) -> None:
    show = calls(("show_items", '{"rejected": true}'))
    llm = ScriptedLlm(show, show, forms=[BEGINS, DRAFTS, *TAGS])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(SCRIPTED)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            await talk.say("leave out item 3")
            told = (await talk.say("which did I throw away again?"))["response"]
            before, _, removed = told.partition("Taken out by you")
            assert "3. story: Print badges of visitors" in removed
            assert "so that I can print their badges” — Ben, line 2" in removed
            assert "2. " not in before
            await talk.say("restore item 3")
            items = await talk.made("item")
            told = (await talk.say("and now, which are they?"))["response"]
    assert items["item-3"]["state"] == "draft"
    assert "Taken out by you" not in told


async def test_a_question_that_nobody_answered_stays_in_the_state(tmp_path: Path) -> None:
    llm = ScriptedRounds(ChatReply("Fine."), ChatReply("Fine."), forms=[BEGINS, DRAFTS, *TAGS])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(SCRIPTED)
            await talk.say(f"load the backlog of {PROJECT}")
            asked = (await talk.say("make the items"))["clarification"]["question"]
            states = []
            for message in ("nice weather today, is it not", "and what a garden that is"):
                await talk.say(message)
                states.append(message_and_state(llm.asked[-1])[1])
    just, later = states
    assert (just["you_asked"], "undecided" in just) == (asked, False)
    assert (later["undecided"]["question"], "you_asked" in later) == (asked, False)


async def test_a_wish_that_was_put_off_becomes_an_item_in_one_call_with_its_details(
    tmp_path: Path,
) -> None:
    said = "make items of 1 and 2 all the same, for the drivers"
    edit = {"op": "add", "candidates": [1, 2], "persona": "drivers", "said": said}
    lines = [CandidateDraft(quote=ASKED, sign="put_off"),
             CandidateDraft(quote="Nobody knows which parcels are still here.", sign="complaint")]  # fmt: skip
    chats = calls(("edit_items", json.dumps({"edits": [edit]})))
    shows = calls(("show_items", '{"items": [1]}'), ("show_items", '{"items": [2]}'))
    forms = [SegmentBegins(segments=[]), ItemDrafts(items=[], candidates=lines)]
    with rooms() as here:
        async with at_the_desk(here, tmp_path, ScriptedLlm(chats, shows, forms=forms)) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("go on")
            await talk.say(said)
            items = await talk.made("item")
            told = (await talk.say("show me the first, and the other one whole"))["response"]
    assert {one["persona"] for one in items.values()} == {"drivers"}
    assert [bool(one["notes"]) for one in items.values()] == [False, True]
    assert "put off or rejected in the meeting, and wanted by the author" in told
    assert "1. story: Nobody knows" in told
    assert "2. story: Could the gate" in told
