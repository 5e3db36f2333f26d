"""A server has lists at hand before somebody asks for one, and nothing waits for that."""

import asyncio
import signal
from dataclasses import replace
from pathlib import Path

from src.dossier.file_index import NAME
from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.errors import StorageFailed
from tests.api.test_draining import started
from tests.api.wiring import wired
from tests.dossier.turns import saying, unsynced
from tests.logbook import Logbook
from tests.serving import served


async def test_nothing_waits_for_lists_to_be_at_hand(tmp_path: Path) -> None:
    begun = asyncio.Event()

    async def for_ever() -> None:
        begun.set()
        await asyncio.Event().wait()

    async with asyncio.timeout(100):
        async with served(replace(wired(tmp_path), warm=for_ever)) as server:
            await begun.wait()
            assert (await server.get("/readyz")).status_code == 200
            assert (await server.get("/dossiers")).status_code == 200
            assert (await server.say("Bedankt"))["status"] == "success"


async def test_server_goes_on_where_its_lists_can_not_be_read(
    tmp_path: Path, logged: Logbook
) -> None:
    tried = asyncio.Event()

    async def fails() -> None:
        tried.set()
        raise StorageFailed(problem="database_lost")

    async with served(replace(wired(tmp_path), warm=fails)) as server:
        await tried.wait()
        assert (await server.get("/dossiers")).status_code == 200
    assert len(logged.of("the index of dossiers could not be warmed")) == 1


async def test_server_that_reads_its_dossiers_ends_when_it_is_told_to(tmp_path: Path) -> None:
    store = JsonStore(tmp_path / "dossiers", sync=unsynced)
    for number in range(200):
        await store.commit(saying("a", dossier_id=f"dos-{number:08x}"))
    (tmp_path / "dossiers" / NAME).unlink()
    async with started(tmp_path) as server:
        server.process.send_signal(signal.SIGTERM)
        assert await server.process.wait() == 0
    assert len(await summaries(JsonStore(tmp_path / "dossiers"))) == 200
