"""Without a backlog to hold items against none has a tag, and a person learns which can be read."""

from pathlib import Path
from typing import Any

from tests.desks.backlog.talking import at_the_desk, rooms

MEETING = """\
Kim: The driver wants to see the list of parcels on a phone.
Lee: Could the gate open by itself at night?
Kim: No.
Kim: Nobody knows which parcels are still here.
"""


async def test_without_a_backlog_nothing_is_tagged_and_the_projects_are_named(
    tmp_path: Path,
) -> None:
    with rooms() as here:
        projects = "Backlog,Other"
        async with at_the_desk(here, tmp_path, tess_backlog_ado_projects=projects) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            made = (await talk.say("go on"))["response"]
            assert await talk.made("item")
            assert await talk.made("tag") == {}
            assert "No backlog was read" in made + (await talk.say("tag"))["response"]
            assert await talk.made("tag") == {}
            refused = (await talk.say("load the backlog"))["response"]
            assert "Backlog / Other" in refused
            await talk.say("load the backlog of Backlog")
            await talk.say("tag")
            assert {one["tag"] for one in (await talk.made("tag")).values()} == {"new"}


async def test_as_installed_the_backlog_says_what_to_set_and_how_to_try_it(tmp_path: Path) -> None:
    bare: dict[str, Any] = {"tess_backlog_ado_url": "", "tess_backlog_ado_token": None}
    with rooms() as here:
        async with at_the_desk(here, tmp_path, **bare, tess_backlog_ado_projects="") as talk:
            refused = (await talk.say("load the backlog"))["response"]
    assert "./tess standin ado" in refused
    assert "TESS_BACKLOG_ADO_URL" in refused
