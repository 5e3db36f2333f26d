"""The demo over the stand-in happens, and ends well only if each of its steps really did."""

import asyncio
from io import StringIO
from pathlib import Path

from rich.console import Console

from src.commands.demo import DemoSession
from src.desks.azure import PLUG
from src.desks.azure.demo import hold
from src.masking.secrets import SECRETS
from standins.demo import ENVIRONMENTS
from tests.desks.test_a_stranger import house
from tests.serving import served


async def test_it_happens_and_shows_no_token(tmp_path: Path) -> None:
    shown = StringIO()
    with ENVIRONMENTS["azure"]() as own:
        parts = house([PLUG], tess_data_dir=tmp_path, tess_azure_url=own["TESS_AZURE_URL"])
        async with served(parts) as server:
            session = DemoSession(
                f"ws://127.0.0.1:{server.port}/ws",
                Console(file=shown, width=200),
                desk="azure",
                environment=own,
            )
            hints = await asyncio.to_thread(hold, session)
    assert any("./tess standin azure" in hint for hint in hints)
    told = shown.getvalue()
    for words in (
        "TESS: request",
        "TESS: done",
        "defaultAction: Deny",
        "does not exist",
        "it had 6 calls",
    ):
        assert words in told
    assert not SECRETS.find(told)
