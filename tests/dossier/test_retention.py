"""Dossiers that were kept long enough are erased, others and those on hold never."""

import asyncio
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierStore
from src.dossier.watched import DAY, Retention
from src.errors import StorageFailed
from tests.dossier.turns import DOSSIER, OTHER, changing, saying, snapshot, unsynced
from tests.fakes import START, MemoryStore

HELD = "dos-00000000000000000000000000000007"


class Days:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Days:
    return Days()


@pytest.fixture(params=["memory", "json"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Days) -> DossierStore:
    made: dict[str, Callable[[], DossierStore]] = {
        "memory": lambda: MemoryStore(clock),
        "json": lambda: JsonStore(tmp_path, clock, unsynced),
    }
    return made[request.param]()


async def test_what_was_kept_long_enough_is_erased_unless_it_is_on_hold(
    store: DossierStore, clock: Days, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "src.dossier.watched")
    for dossier_id in (DOSSIER, OTHER, HELD):
        await store.commit(saying("an old question", dossier_id=dossier_id))
    await store.commit(changing(DossierPatch(set_hold=True), dossier_id=HELD))
    clock.now += timedelta(days=20)
    await store.commit(saying("a new question", dossier_id=OTHER))
    retention = Retention(store, 30, clock)
    clock.now += timedelta(days=10)
    assert await retention.outlived() == []  # thirty days, and not a moment more
    clock.now += timedelta(seconds=1)
    assert await retention.outlived() == [DOSSIER]
    assert len(await summaries(store)) == 3
    assert await retention.erase() == [DOSSIER]
    assert {one.id for one in await summaries(store)} == {OTHER, HELD}
    await store.commit(changing(DossierPatch(set_hold=False), dossier_id=HELD))
    clock.now += timedelta(days=365)
    assert set(await retention.erase()) == {OTHER, HELD}
    told = [(one.message, set(getattr(one, "dossiers", "").split())) for one in caplog.records]
    sentence = "dossiers were kept long enough, they are erased"
    assert told == [(sentence, {DOSSIER}), (sentence, {OTHER, HELD})]


async def test_nothing_of_an_erased_dossier_is_left_in_the_folder(
    tmp_path: Path, clock: Days
) -> None:
    store = JsonStore(tmp_path, clock, unsynced)
    for text in ("a", "b", "c"):
        await store.commit(saying(text))
    tmp_path.joinpath(f"{DOSSIER}.torn").write_bytes(b"half a li")
    tmp_path.joinpath(f".{DOSSIER}.json.77.tmp").write_bytes(b"half a state")
    await store.commit(saying("a", dossier_id=OTHER))
    clock.now += timedelta(days=3)
    await store.commit(saying("b", dossier_id=OTHER))
    assert await Retention(store, 2, clock).erase() == [DOSSIER]
    there = [path for path in tmp_path.iterdir() if not path.name.startswith("index.")]
    assert {path.name for path in there} == {f"{OTHER}.json", f"{OTHER}.jsonl", f"{OTHER}.lock"}
    assert all(DOSSIER.encode() not in path.read_bytes() for path in tmp_path.iterdir())


async def test_what_somebody_goes_on_with_meanwhile_is_looked_at_once_more(tmp_path: Path) -> None:
    store = JsonStore(tmp_path, sync=unsynced)
    await store.commit(saying("a"))
    answers = iter([True, False])
    assert [one async for one in store.erase(lambda *_: next(answers))] == []
    assert await store.load(DOSSIER) is not None


async def test_a_dossier_that_can_not_be_read_stays_as_it_is(tmp_path: Path, clock: Days) -> None:
    store = JsonStore(tmp_path, clock, unsynced)
    await store.commit(saying("a"))
    tmp_path.joinpath(f"{OTHER}.json").write_bytes(b"{}")
    before = snapshot(tmp_path)[f"{OTHER}.json"]
    clock.now += timedelta(days=900)
    assert await Retention(store, 2, clock).erase() == [DOSSIER]
    assert snapshot(tmp_path) == {f"{OTHER}.json": before}


async def test_killed_while_it_is_erased_a_dossier_is_whole_or_gone(
    tmp_path: Path, clock: Days
) -> None:
    """Its files go one after the other: whichever are left, they add up to all of it or to nothing."""
    store = JsonStore(tmp_path / "whole", clock, unsynced)
    for text in ("a", "b"):
        await store.commit(saying(text))
    whole = await store.load(DOSSIER)
    for count, left in enumerate(([], [".jsonl"], [".jsonl", ".json"])):
        folder = tmp_path / str(count)
        folder.mkdir()
        for suffix in left:
            shutil.copy(tmp_path / "whole" / f"{DOSSIER}{suffix}", folder)
        assert await JsonStore(folder, clock, unsynced).load(DOSSIER) == (whole if left else None)


async def test_it_is_done_at_once_and_every_day_and_a_failure_is_tried_again(
    tmp_path: Path, clock: Days, caplog: pytest.LogCaptureFixture
) -> None:
    store = JsonStore(tmp_path, clock, unsynced)
    await store.commit(saying("a"))
    clock.now += timedelta(days=3)
    left: list[list[str]] = []

    async def a_day(seconds: float) -> None:
        assert seconds == DAY.total_seconds()
        left.append([one.id for one in await summaries(store)])
        if len(left) == 1:
            moved = (tmp_path / "elsewhere", tmp_path / f"{DOSSIER}.lock")
            moved[1].unlink(missing_ok=True)
            await store.commit(saying("anew"))
            moved[1].rename(moved[0])
            moved[1].mkdir()  # no lock is to be had
        elif len(left) == 2:
            (tmp_path / f"{DOSSIER}.lock").rmdir()
        else:
            raise asyncio.CancelledError
        clock.now += timedelta(days=3)

    with pytest.raises(asyncio.CancelledError):
        await Retention(store, 2, clock).daily(a_day)
    assert left == [[], [DOSSIER], []]
    warned = [one.message for one in caplog.records if one.levelname == "WARNING"]
    assert warned == ["dossiers that were kept long enough could not be erased"]


async def test_what_went_before_a_failure_is_told(
    tmp_path: Path, clock: Days, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "src.dossier.watched")
    store = JsonStore(tmp_path, clock, unsynced)
    for dossier_id in (DOSSIER, OTHER):
        await store.commit(saying("a", dossier_id=dossier_id))
    clock.now += timedelta(days=3)
    second = (await summaries(store))[0].id
    (tmp_path / f"{second}.lock").unlink()
    (tmp_path / f"{second}.lock").mkdir()
    with pytest.raises(StorageFailed):
        await Retention(store, 2, clock).erase()
    (told,) = caplog.records
    assert {DOSSIER, OTHER} - {second} == set(getattr(told, "dossiers", "").split())
