"""Disks that fail: the turn is refused, nothing of it surfaces later, and the same process goes on afterwards."""

import asyncio
import errno
import shutil
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.errors import DossierUnreadable, StorageFailed
from tests.dossier.failing import FailingSync, files_no_larger_than, no_more_open_files
from tests.dossier.turns import DOSSIER, said, saying, snapshot

STATE, JOURNAL = f"{DOSSIER}.json", f"{DOSSIER}.jsonl"
LONG = "long " * 600
"""Its line is some 6,500 bytes long: less than the buffer of a buffered file."""

Trouble = Callable[[Path, FailingSync], AbstractContextManager[None]]


def full_disk(room: int) -> Trouble:
    """Leave room for so many bytes more in the journal."""

    def trouble(folder: Path, sync: FailingSync) -> AbstractContextManager[None]:
        journal = folder / JOURNAL
        return files_no_larger_than((journal.stat().st_size if journal.exists() else 0) + room)

    return trouble


def all_handles_taken(folder: Path, sync: FailingSync) -> AbstractContextManager[None]:
    return no_more_open_files()


def lost_data(folder: Path, sync: FailingSync) -> AbstractContextManager[None]:
    sync.fails_for = ".jsonl"
    return nullcontext()


def lost_name(folder: Path, sync: FailingSync) -> AbstractContextManager[None]:
    sync.fails_for = folder.name
    return nullcontext()


TROUBLES = [
    pytest.param(full_disk(0), id="no room at all"),
    pytest.param(full_disk(100), id="room for a piece"),
    # More than half: what did not fit would fit once what did is cut off again.
    pytest.param(full_disk(5_000), id="room for most"),
    pytest.param(all_handles_taken, id="no handles"),
    pytest.param(lost_data, id="fsync of the journal"),
    pytest.param(lost_name, id="fsync of the folder"),
]


@pytest.fixture
def sync() -> FailingSync:
    return FailingSync()


@pytest.fixture
def store(tmp_path: Path, sync: FailingSync) -> JsonStore:
    return JsonStore(tmp_path / "dossiers", sync=sync)


async def texts_of(store: JsonStore) -> list[str]:
    dossier = await store.load(DOSSIER)
    return said(dossier.conversation) if dossier else []


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("before", [(), ("a", "b")], ids=["new dossier", "later turn"])
async def test_turn_that_can_not_be_stored_changes_nothing(
    tmp_path: Path, store: JsonStore, sync: FailingSync, trouble: Trouble, before: tuple[str, ...]
) -> None:
    for text in before:
        await JsonStore(tmp_path / "dossiers").commit(saying(text))
    folder = tmp_path / "dossiers"
    files, locks = snapshot(folder), set(folder.glob("*.lock"))
    with trouble(tmp_path / "dossiers", sync), pytest.raises(StorageFailed) as failure:
        await store.commit(saying(LONG, "m-1"))
    sync.fails_for = None
    assert str(tmp_path) not in str(failure.value)
    assert snapshot(tmp_path / "dossiers") == files
    assert set(folder.glob("*.lock")) == locks, "no lock either"
    reopened = JsonStore(tmp_path / "dossiers")
    for one in (store, reopened):
        assert await texts_of(one) == [*before]
        assert await one.find(DOSSIER, "m-1") is None
        assert len(await summaries(one)) == bool(before)


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_dossier_without_its_state_is_not_taken_for_an_empty_one(
    tmp_path: Path, store: JsonStore, sync: FailingSync, trouble: Trouble
) -> None:
    folder = tmp_path / "dossiers"
    await store.commit(saying("a"))
    (folder / STATE).unlink()
    files = snapshot(folder)
    with trouble(folder, sync), pytest.raises(StorageFailed):
        await store.commit(saying(LONG))
    sync.fails_for = None
    assert snapshot(folder) == files
    assert await texts_of(store) == ["a"]


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_same_store_works_again_once_the_trouble_is_over(
    tmp_path: Path, store: JsonStore, sync: FailingSync, trouble: Trouble
) -> None:
    await JsonStore(tmp_path / "dossiers").commit(saying("a"))
    for _ in range(2):
        with trouble(tmp_path / "dossiers", sync), pytest.raises(StorageFailed):
            await store.commit(saying(LONG, "m-1"))
        sync.fails_for = None
    assert not (await store.commit(saying(LONG, "m-1"))).repeated
    assert await texts_of(store) == ["a", LONG]
    assert [entry.version for entry in await store.journal(DOSSIER)] == [1, 2]


async def test_repeat_is_not_confirmed_while_the_disk_can_not_keep_it(
    store: JsonStore, sync: FailingSync
) -> None:
    await store.commit(saying("a", "m-1"))
    sync.fails_for = ".jsonl"
    with pytest.raises(StorageFailed):
        await store.find(DOSSIER, "m-1")
    with pytest.raises(StorageFailed):
        await store.commit(saying("a", "m-1"))


async def test_turn_that_is_being_stored_is_not_confirmed_before_the_disk_has_it(
    tmp_path: Path,
) -> None:
    syncing, released = threading.Event(), threading.Event()

    def slow_and_failing(handle: int) -> None:
        syncing.set()
        released.wait()
        raise OSError(errno.EIO, "lost")

    store = JsonStore(tmp_path, sync=slow_and_failing)
    commit = asyncio.create_task(store.commit(saying("a", "m-1")))
    await asyncio.to_thread(syncing.wait)
    find = asyncio.create_task(store.find(DOSSIER, "m-1"))
    await asyncio.wait(
        {find}, timeout=0.1
    )  # its line can be read by now, but may yet be taken back
    released.set()
    with pytest.raises(StorageFailed):
        await commit
    assert await find is None


async def test_torn_line_that_can_not_be_set_aside_stays_where_it_is(
    tmp_path: Path, store: JsonStore, sync: FailingSync
) -> None:
    await store.commit(saying("a"))
    journal = tmp_path / "dossiers" / JOURNAL
    journal.write_bytes(journal.read_bytes() + b"torn")
    before = journal.read_bytes()
    sync.fails_for = ".torn"
    with pytest.raises(StorageFailed):
        await store.commit(saying("b"))
    assert journal.read_bytes() == before
    sync.fails_for = None
    await store.commit(saying("b"))
    assert await texts_of(store) == ["a", "b"]


async def test_reading_without_handles_says_so_and_blames_no_dossier(
    tmp_path: Path, store: JsonStore
) -> None:
    await JsonStore(tmp_path / "dossiers").commit(saying("a"))
    with no_more_open_files(), pytest.raises(StorageFailed):
        await store.load(DOSSIER)
    with no_more_open_files(), pytest.raises(StorageFailed):
        await summaries(store)
    assert await texts_of(store) == ["a"]


async def test_check_tells_beforehand(tmp_path: Path, store: JsonStore, sync: FailingSync) -> None:
    await store.check()
    with files_no_larger_than(0), pytest.raises(StorageFailed):
        await store.check()
    with no_more_open_files(), pytest.raises(StorageFailed):
        await store.check()
    await store.check()
    assert snapshot(tmp_path / "dossiers") == {}
    (tmp_path / "dossiers").rmdir()
    with pytest.raises(StorageFailed):
        await store.check()


async def test_check_tells_of_a_disk_that_takes_data_and_loses_it(
    store: JsonStore, sync: FailingSync
) -> None:
    sync.fails_for = "(deleted)"  # the name of a file that has none
    with pytest.raises(StorageFailed):
        await store.check()


async def test_folder_that_is_gone_is_not_an_empty_one(tmp_path: Path, store: JsonStore) -> None:
    folder, away = tmp_path / "dossiers", tmp_path / "away"
    await store.commit(saying("a"))
    shutil.move(folder, away)
    with pytest.raises(StorageFailed):
        await store.load(DOSSIER)
    with pytest.raises(StorageFailed):
        await store.commit(saying("b"))
    with pytest.raises(StorageFailed):
        await summaries(store)
    assert not folder.exists()
    shutil.move(away, folder)
    await store.commit(saying("b"))
    assert await texts_of(store) == ["a", "b"]


async def test_file_in_place_of_the_folder(tmp_path: Path, store: JsonStore) -> None:
    folder = tmp_path / "dossiers"
    folder.rmdir()
    folder.write_text("mine")
    with pytest.raises(StorageFailed):
        JsonStore(folder)
    with pytest.raises(StorageFailed):
        await store.load(DOSSIER)
    with pytest.raises(StorageFailed):
        await store.commit(saying("a"))
    assert folder.read_text() == "mine"


async def test_folder_in_place_of_a_file(tmp_path: Path, store: JsonStore) -> None:
    (tmp_path / "dossiers" / STATE).mkdir()
    with pytest.raises(DossierUnreadable):
        await store.load(DOSSIER)
    with pytest.raises(DossierUnreadable):
        await store.commit(saying("a"))
    assert await summaries(store) == []
