"""The demo over the stand-in happens, and ends well only if each of its steps really did."""

import asyncio
from io import StringIO
from pathlib import Path

from rich.console import Console

from src.commands.demo import DemoSession
from src.desks.tsg import PLUG
from src.desks.tsg.demo import hold
from standins.demo import ENVIRONMENTS
from tests.desks.test_a_stranger import house
from tests.serving import served


async def test_it_happens_and_shows_what_was_found_masked(tmp_path: Path) -> None:
    shown = StringIO()
    with ENVIRONMENTS["tsg"]() as own:
        settings = {name.lower(): value for name, value in own.items()}
        parts = house([PLUG], tess_data_dir=tmp_path, **settings)
        async with served(parts) as server:
            url = f"ws://127.0.0.1:{server.port}/ws"
            session = DemoSession(url, Console(file=shown, width=200), desk="tsg", environment=own)
            hints = await asyncio.to_thread(hold, session)
    assert any("./tess guide check" in hint for hint in hints)
    told = shown.getvalue()
    for words in ("personal data", "<email-1>", "Topic Summary", "Tags or Prompts", "MISSING::"):
        assert words in told
