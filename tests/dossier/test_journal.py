"""A dossier is the sum of its journal, whatever was committed, at once or in turn, and whatever the disk did."""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from src.dossier import chain
from src.dossier.journal import ModelRecord, Turn, fold
from src.dossier.json_store import JsonStore
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.errors import ChangedMeanwhile, StorageFailed
from tests.dossier.failing import FailingSync
from tests.dossier.strategies import patches
from tests.dossier.turns import DOSSIER, a_line, changing, stored, ticking, unsynced
from tests.fakes import START, MemoryStore
from tests.thoroughness import examples

Result = TypeVar("Result")
Rounds = list[list[DossierPatch]]

rounds = st.lists(st.lists(patches, min_size=1, max_size=3), max_size=3)
"""What is committed: the patches of one round at once, the rounds one after the other."""


async def on_top(store: DossierStore, patch: DossierPatch, message_id: str | None = None) -> Turn:
    """Return a turn on the dossier as it is now."""
    known = await store.load(DOSSIER)
    based_on = {"based_on": known.version if known else 0}
    return changing(patch, message_id=message_id).model_copy(update=based_on)


async def commit_all(store: DossierStore, history: Rounds) -> int:
    """Return how many turns were stored: one that meets an edit of its round is refused."""
    stored = 0
    for at_once in history:
        turns = [await on_top(store, patch) for patch in at_once]
        ended = await asyncio.gather(*map(store.commit, turns), return_exceptions=True)
        refused = [one for one in ended if isinstance(one, BaseException)]
        assert all(isinstance(one, ChangedMeanwhile) for one in refused)
        stored += len(ended) - len(refused)
    return stored


async def adds_up(store: DossierStore, turns: int) -> Dossier | None:
    """Return the dossier, after checking that its journal has so many turns and adds up to it."""
    entries = await store.journal(DOSSIER)
    assert [entry.version for entry in entries] == list(range(1, turns + 1))
    dossier = await store.load(DOSSIER)
    assert fold(entries) == dossier
    return dossier


@given(rounds)
@settings(max_examples=examples(60))
def test_memory_journal_adds_up(history: Rounds) -> None:
    async def story() -> None:
        store = MemoryStore()
        await adds_up(store, await commit_all(store, history))

    asyncio.run(story())


@given(rounds)
@settings(max_examples=examples(40))
def test_json_journal_adds_up_to_what_is_loaded(history: Rounds) -> None:
    async def story(folder: Path) -> None:
        store = JsonStore(folder, ticking(), unsynced)
        dossier = await adds_up(store, await commit_all(store, history))
        if dossier:
            state = stored(folder / f"{DOSSIER}.json")
            assert state == fold((await store.journal(DOSSIER))[: state.version])
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(story(Path(folder)))


@given(st.lists(patches, min_size=1, max_size=4))
def test_any_prefix_of_the_journal_is_the_dossier_of_that_time(history: list[DossierPatch]) -> None:
    async def story() -> None:
        store = MemoryStore()
        committed = [await store.commit(await on_top(store, patch)) for patch in history]
        entries = await store.journal(DOSSIER)
        for count, one in enumerate(committed, start=1):
            assert fold(entries[:count]) == one.dossier

    asyncio.run(story())


@given(patches, st.integers(1, 10**6), st.floats(allow_nan=False, allow_infinity=False))
def test_a_sealed_line_has_the_bytes_in_which_it_is_written_again(
    patch: DossierPatch, version: int, temperature: float
) -> None:
    model = ModelRecord(id="none", parameters={"temperature": temperature})
    turn = changing(patch).model_copy(update={"model": model})
    line, data = chain.sealed(turn, version, START, None, "0" * 32)
    assert chain.written(line) == data
    assert chain.is_sound(data, line)
    assert chain.read(1, data) == line


@given(patches)
def test_line_reads_back_as_the_turn(patch: DossierPatch) -> None:
    turn = changing(patch)
    line = chain.sealed(turn, 1, START, None, "0" * 32).line
    data = chain.written(line)
    assert data.count(b"\n") == 1
    assert data.endswith(b"\n")
    assert chain.verify([data]) == [line]
    assert line.content == turn


def test_nothing_adds_up_to_nothing() -> None:
    assert fold([]) is None


class DiskMachine(RuleBasedStateMachine):
    """Compares a ``JsonStore`` on a disk that plays tricks with a ``MemoryStore`` that is told the same."""

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.state = self.folder / f"{DOSSIER}.json"
        self.older = self.folder / "kept-aside"
        self.sync = FailingSync()
        self.reopened()
        self.model = MemoryStore(lambda: START)

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            # A store of before a crash may still write its list.
            shutil.rmtree(self.folder, ignore_errors=True)

    def does(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run(work)

    def commits(self, turn: Turn) -> None:
        mine, model = self.does(self.store.commit(turn)), self.does(self.model.commit(turn))
        assert mine == model

    @rule()
    def reopened(self) -> None:
        self.store = JsonStore(self.folder, lambda: START, self.sync)

    @rule(patch=patches)
    def turn(self, patch: DossierPatch) -> None:
        self.commits(self.does(on_top(self.model, patch)))

    @rule(patch=patches, number=st.integers(0, 2))
    def turn_that_may_be_a_repeat(self, patch: DossierPatch, number: int) -> None:
        self.commits(self.does(on_top(self.model, patch, f"m-{number}")))

    @rule(patch=patches)
    def turn_on_a_failing_disk(self, patch: DossierPatch) -> None:
        self.sync.fails_for = ".jsonl"
        with pytest.raises(StorageFailed):
            self.does(self.store.commit(self.does(on_top(self.model, patch))))
        self.sync.fails_for = None

    @rule(patch=patches)
    def turn_whose_state_can_not_be_written(self, patch: DossierPatch) -> None:
        self.sync.fails_for = ".tmp"
        self.commits(self.does(on_top(self.model, patch)))
        self.sync.fails_for = None

    @rule()
    def state_is_lost(self) -> None:
        self.state.unlink(missing_ok=True)

    @rule()
    def state_is_kept_aside(self) -> None:
        if self.state.exists():
            shutil.copy(self.state, self.older)

    @rule()
    def older_state_comes_back(self) -> None:
        if self.older.exists():
            shutil.copy(self.older, self.state)

    @rule(length=st.integers(1, 60))
    def writer_dies_within_a_line(self, length: int) -> None:
        torn = a_line()[:length]
        with (self.folder / f"{DOSSIER}.jsonl").open("ab") as journal:
            journal.write(torn)

    @invariant()
    def both_hold_the_same(self) -> None:
        if hasattr(self, "folder"):
            entries = self.does(self.store.journal(DOSSIER))
            assert entries == self.does(self.model.journal(DOSSIER))
            assert self.does(self.store.load(DOSSIER)) == fold(entries)


class TestDisk(DiskMachine.TestCase):  # type: ignore[misc, valid-type]  # made by hypothesis at run time
    settings = settings(max_examples=examples(30), stateful_step_count=15)
