"""An item that a tag put at a work item is split: its tag is told to be off, and offered to its parts."""

import json
from pathlib import Path

from tests.desks.backlog.scripts import MEETING, whole_run
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.fakes import calls

SAID = "split 4 into Mail the cancellation and Show the cancellation"
PARTS = ["Mail the cancellation", "Show the cancellation"]


async def test_the_tag_of_an_item_that_is_split_is_offered_to_its_parts(tmp_path: Path) -> None:
    edit = {"op": "split", "numbers": [4], "texts": PARTS, "said": SAID}
    llm = whole_run(chats=[calls(("edit_items", json.dumps({"edits": [edit]})))])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            await talk.say("tag item 6 as new")  # no conflict is left to be asked about
            asked = (await talk.say(SAID))["clarification"]
            assert "Item 4 was “gap” of #4" in asked["question"]
            assert asked["choices"] == ["tag item 7 as gap of #4", "tag item 8 as gap of #4"]
            await talk.say("2")
            tags = await talk.made("tag")
    assert (tags["tag-item-8"]["tag"], tags["tag-item-8"]["related_id"]) == ("gap", "ado/4@rev1")
    assert "tag-item-7" not in tags


async def test_nothing_is_asked_where_an_item_was_new(tmp_path: Path) -> None:
    said = "split 3 into Print the badge and Show the badge"
    parts = ["Print the badge", "Show the badge"]
    edit = {"op": "split", "numbers": [3], "texts": parts, "said": said}
    llm = whole_run(chats=[calls(("edit_items", json.dumps({"edits": [edit]})))])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            await talk.say("tag item 6 as new")
            frame = await talk.say(said)
    assert frame.get("clarification") is None
