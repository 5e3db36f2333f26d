"""The demo over the stand-in happens, and ends well only if each of its steps really did."""

import asyncio
from io import StringIO
from pathlib import Path

from rich.console import Console

from src.commands.demo import DemoSession
from src.desks.backlog import PLUG
from src.desks.backlog.demo import hold
from standins.demo import ENVIRONMENTS
from tests.desks.test_a_stranger import house
from tests.serving import served


async def test_it_happens_and_shows_no_token(tmp_path: Path) -> None:
    shown = StringIO()
    with ENVIRONMENTS["backlog"]() as own:
        given = {name.lower(): value for name, value in own.items() if value}
        parts = house([PLUG], tess_data_dir=tmp_path, **given)
        async with served(parts) as server:
            session = DemoSession(
                f"ws://127.0.0.1:{server.port}/ws",
                Console(file=shown, width=200),
                desk="backlog",
                environment=own,
            )
            hints = await asyncio.to_thread(hold, session)
    assert any("./tess standin ado" in hint for hint in hints)
    told = shown.getvalue()
    for words in ("TESS: request", "TESS: done", "was there already", "left out by you", "extend"):
        assert words in told
    assert own["TESS_BACKLOG_ADO_TOKEN"] not in told.replace("/standin/", "/")
