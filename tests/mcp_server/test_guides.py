"""A guide over MCP, whose calls are short: research that time ends keeps its pages and is gone on with."""

from dataclasses import replace
from pathlib import Path

from src.bootstrap import build
from src.desks.catalogue import read_settings
from src.desks.desk import Desk, Engine
from src.desks.tsg import PLUG
from src.desks.tsg.clearing import Gate
from src.desks.tsg.desk import tsg_desk
from src.mcp_server.call import Pace
from src.tools.tsg.research import RESERVE
from tests.desks.tsg.slow_site import SITE, OneDoor
from tests.desks.tsg.talking import NOTES
from tests.mcp_server.clients import calling, opened


async def test_a_call_whose_time_is_used_up_keeps_its_pages(tmp_path: Path) -> None:
    doors = OneDoor()

    def make(engine: Engine) -> Desk:
        return tsg_desk(engine, doors, Gate())

    plug = replace(PLUG, make=make)
    given = {"tess_data_dir": tmp_path, "tess_model": "offline", "_env_file": None}
    parts = build(read_settings([plug], **given), desks=[plug])
    pace = Pace(call=30, soft=RESERVE + 1)
    async with opened(parts, pace=pace) as server, calling(server) as caller:
        first = await caller.ask("ask", message=NOTES, desk="tsg")
        assert first["outcome"] == "continue"
        assert [one["number"] for one in first["sources"]] == [1]
        second = await caller.ask("ask", message="go on", dossier=first["dossier"])
        assert second["outcome"] == "request"
        assert [one["number"] for one in second["sources"]] == [2]
        found = (await caller.ask("sources", dossier=first["dossier"]))["sources"]
        assert [one["url"] for one in found] == [f"{SITE}one", f"{SITE}two"]
        assert doors.site.fetched == [f"{SITE}one", f"{SITE}two", f"{SITE}two"]
    await parts.close()
