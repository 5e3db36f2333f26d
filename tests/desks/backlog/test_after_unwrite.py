"""What was written and taken back: an old confirmation tells so, and a new plan knows its work items."""

from pathlib import Path

from tests.desks.backlog.scripts import BEGINS, DRAFTS, MEETING, STORIES, TAGS, scripted
from tests.desks.backlog.talking import ITEMS, PROJECT, Talk, at_the_desk, rooms


async def planned(talk: Talk) -> str:
    """Have the items of the meeting made and planned, and return the plan's digest."""
    await talk.begin(MEETING)
    await talk.say(f"load the backlog of {PROJECT}")
    await talk.say("make the items")
    return await talk.planned()


async def test_an_old_digest_tells_that_what_it_wrote_was_taken_back(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            digest = await planned(talk)
            written = (await talk.confirm(digest))["response"]
            assert (written.count("— written"), "taken back" in written) == (4, False)
            await talk.confirm(await talk.planned("unwrite"))
            before = len(here.writes)
            again = await talk.confirm(digest)
    told, _, open_items = again["response"].partition("**Not written yet**")
    assert (again["outcome"], len(here.writes)) == ("done", before)
    assert told.count("taken back since") == 4
    assert "Item 3: new User Story" in told
    assert "Say: plan" in told
    assert STORIES[0] in open_items


async def test_what_was_written_again_is_known_and_taken_back_again(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            digest = await planned(talk)
            for _ in range(2):
                await talk.confirm(digest)
                assert "From the meeting" in str(here.ado.items.kept[4].fields)
                await talk.confirm(await talk.planned("unwrite"))
                assert "From the meeting" not in str(here.ado.items.kept[4].fields)
                assert len(here.titles) == len(ITEMS)
                digest = await talk.planned()
            told = await talk.say("tag item 4 as extend of #4")
            assert told["outcome"] == "done", told["response"]
            (tag,) = (one for one in (await talk.made("tag")).values() if one["tag"] == "extend")
    assert tag["related_id"] == "ado/4@rev5"
