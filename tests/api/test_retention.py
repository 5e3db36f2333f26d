"""A server erases what was kept long enough as soon as it has started, and ends while it waits for the next day."""

import asyncio
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from src.dossier.json_store import JsonStore
from src.dossier.store import Over
from src.dossier.watched import Retention
from tests.api.wiring import wired
from tests.dossier.turns import DOSSIER, OTHER, saying
from tests.serving import served


class Looked(JsonStore):
    """A store that tells when it has been looked through."""

    looked = asyncio.Event()

    async def erase(self, over: Over, among: Collection[str] | None = None) -> AsyncIterator[str]:
        async for dossier_id in super().erase(over, among):
            yield dossier_id
        self.looked.set()


async def test_a_server_erases_what_was_kept_long_enough(tmp_path: Path) -> None:
    long_ago = JsonStore(tmp_path, lambda: datetime(2020, 1, 1, tzinfo=UTC))
    await long_ago.commit(saying("lang geleden"))
    store = Looked(tmp_path)
    await store.commit(saying("vandaag", dossier_id=OTHER))
    parts = replace(wired(tmp_path), retention=Retention(store, 30))
    async with served(parts) as server, asyncio.timeout(100):
        await store.looked.wait()
        assert (await server.get(f"/dossiers/{DOSSIER}")).status_code == 404
        assert (await server.get(f"/dossiers/{OTHER}")).status_code == 200
