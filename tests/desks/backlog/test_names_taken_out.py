"""A name that its author took out of an item is not written by the words that the item stands on either."""

import json
from pathlib import Path

import pytest

from src.desks.backlog.forms import ItemDrafts, SegmentBegins
from tests.desks.backlog.scripts import draft, tag
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.fakes import ScriptedLlm, calls

SAYS = "Mehmet wants to see which visitors come today."


@pytest.mark.parametrize("is_named", [True, False])
async def test_a_name_taken_out_of_the_description_is_masked_in_the_plan(
    tmp_path: Path, is_named: bool
) -> None:
    story = draft("S1", "See visitors", SAYS, description=SAYS, criteria=[])
    said = "take Mehmet out of the description of 1" if is_named else "see visitors today, for 1"
    edit = {"op": "change", "numbers": [1], "field": "description", "said": said}
    texts = ["See which visitors come today." if is_named else "Mehmet sees visitors today."]
    chats = calls(("edit_items", json.dumps({"edits": [{**edit, "texts": texts}]})))
    forms = [SegmentBegins(segments=[]), ItemDrafts(items=[story]), tag("new"), tag("new")]
    with rooms() as here:
        async with at_the_desk(here, tmp_path, ScriptedLlm(chats, forms=forms)) as talk:
            await talk.begin(f"Anna: {SAYS}\nBen: That is fine with me.\n")
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            await talk.say(said)
            told = (await talk.say("plan"))["response"]
            (plan,) = (await talk.made("plan")).values()
            shown = (await talk.say("show item 1"))["response"]
    written = plan["operations"][0]["body"]["step"]["description"]
    assert ("Mehmet" in written, "“[…] wants to see" in written) == (not is_named, is_named)
    assert ("1 (“Mehmet”): you took this out" in told) is is_named
    assert f"“{SAYS}”" in shown  # what the item stands on stays in the dossier
