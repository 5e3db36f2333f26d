"""Two calls of one message: what the first one changes holds for the second one."""

import json
from pathlib import Path

from tests.desks.backlog.scripts import BEGINS, CONFLICT, DRAFTS, GAP, MEETING, TAGS, scripted
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.fakes import calls


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
    (drafts,) = [one[-1].content for one in llm.asked if '"instruction":' in one[-1].content]
    assert "Cancel a booking" in drafts
