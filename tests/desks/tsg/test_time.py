"""What time ends is gone on with: pages that were fetched are kept, and the next turn fetches the rest."""

from pathlib import Path

from src.tools.tsg.research import RESERVE
from tests.desks.tsg.slow_site import SITE, OneDoor
from tests.desks.tsg.talking import NOTES, Talk, talking


def test_a_turn_that_runs_out_of_time_keeps_its_pages(tmp_path: Path) -> None:
    doors = OneDoor()

    async def hold(talk: Talk) -> None:
        first = await talk.say(NOTES, straight=True)
        assert first["outcome"] == "continue"
        assert not await talk.made("guide")
        assert [one["url"] for one in first["sources"]] == [f"{SITE}one"]
        second = await talk.say("go on", straight=True)
        assert second["outcome"] == "done"
        assert await talk.made("guide")
        assert [one["url"] for one in second["sources"]] == [f"{SITE}one", f"{SITE}two"]
        assert doors.site.fetched == [f"{SITE}one", f"{SITE}two", f"{SITE}two"]

    talking(tmp_path, hold, doors=doors, soft_seconds=RESERVE + 1)
