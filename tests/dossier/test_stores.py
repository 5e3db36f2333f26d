"""The conformance class, over every store there is."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from src.dossier.json_store import JsonStore
from tests.dossier.store_contract import StoreContract
from tests.dossier.turns import ticking, unsynced
from tests.fakes import MemoryStore


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()


class TestJsonStore(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> JsonStore:
        return JsonStore(tmp_path / "dossiers", clock=ticking(), sync=unsynced)

    @pytest.fixture
    def later(self, tmp_path: Path) -> Callable[[], Awaitable[None]]:
        """The list is ordered by the files' times, which some file systems keep to a few milliseconds."""
        probe = tmp_path / "probe"

        async def until_the_next_tick() -> None:
            probe.touch()
            before = probe.stat().st_mtime_ns
            while probe.stat().st_mtime_ns == before:
                probe.touch()

        return until_the_next_tick
