"""The two files of a dossier: which of them counts, and what a crash or a copy may leave of them."""

import asyncio
import os
import threading
from pathlib import Path

import pytest

from src.dossier.blobs import sha256_of
from src.dossier.files import locked
from src.dossier.journal import fold
from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from src.dossier.models import Answer, Artifact, Dossier
from src.dossier.patch import DossierPatch
from src.errors import BadDossierId, StorageFailed
from tests.dossier.failing import FailingSync
from tests.dossier.turns import (
    DOSSIER,
    OTHER,
    PIXELS,
    a_line,
    changing,
    forgetting_turn,
    picturing,
    said,
    saying,
    snapshot,
    stored,
    ticking,
    unsynced,
)
from tests.fakes import law
from tests.logbook import Logbook

STATE, JOURNAL, TORN = f"{DOSSIER}.json", f"{DOSSIER}.jsonl", f"{DOSSIER}.torn"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "dossiers"


def opened(folder: Path) -> JsonStore:
    """Return the store as a new process would open it."""
    return JsonStore(folder, ticking(), unsynced)


async def with_turns(folder: Path, *texts: str) -> JsonStore:
    store = opened(folder)
    for text in texts:
        await store.commit(saying(text))
    return store


async def texts_of(store: JsonStore) -> list[str]:
    """Return what the user said, after checking that journal, dossier and file agree as far as they must."""
    dossier = await store.load(DOSSIER)
    assert dossier is not None
    assert fold(await store.journal(DOSSIER)) == dossier
    return said(dossier.conversation)


# What is written when


async def test_line_and_its_name_are_on_the_disk_before_the_state_is_touched(folder: Path) -> None:
    sync = FailingSync()
    store = JsonStore(folder, sync=sync)
    await store.commit(saying("a"))
    temporary = sync.synced.pop()
    assert sync.synced == [JOURNAL, folder.name]
    assert temporary.startswith(f".{STATE}.")
    assert set(snapshot(folder)) == {STATE, JOURNAL}


async def test_line_that_is_taken_back_is_taken_back_on_the_disk_too(folder: Path) -> None:
    sync = FailingSync(fails_for=folder.name)
    with pytest.raises(StorageFailed):
        await JsonStore(folder, sync=sync).commit(saying("a"))
    assert sync.synced == [JOURNAL] * 2


async def test_repeat_is_put_on_the_disk_before_it_is_answered(folder: Path) -> None:
    await opened(folder).commit(saying("a", "m-1"))
    sync = FailingSync()
    store = JsonStore(folder, sync=sync)
    assert await store.find(DOSSIER, "m-1")
    assert sync.synced == [JOURNAL, folder.name]
    assert (await store.commit(saying("a", "m-1"))).repeated
    assert sync.synced == [JOURNAL, folder.name] * 2


async def test_state_file_is_the_dossier(folder: Path) -> None:
    store = await with_turns(folder, "a")
    assert stored(folder / STATE) == await store.load(DOSSIER)


async def test_reading_writes_nothing(folder: Path) -> None:
    store = opened(folder)
    assert await store.load(DOSSIER) is None
    assert await store.find(DOSSIER, "m-1") is None
    await store.journal(DOSSIER)
    await summaries(store)
    await store.check()
    assert snapshot(folder) == {}


# A state behind its journal


async def test_lost_state_is_made_from_the_journal(folder: Path) -> None:
    store = await with_turns(folder, "a", "b")
    (folder / STATE).unlink()
    assert await texts_of(opened(folder)) == ["a", "b"]
    assert [one.id for one in await summaries(store)] == [DOSSIER]


@pytest.mark.parametrize("behind", [1, 2, 3])
async def test_older_state_is_rolled_forward(folder: Path, behind: int) -> None:
    store = await with_turns(folder, "a")
    older = (folder / STATE).read_bytes()
    for number in range(behind):
        await store.commit(saying(f"later {number}"))
    (folder / STATE).write_bytes(older)
    later = [f"later {number}" for number in range(behind)]
    assert await texts_of(opened(folder)) == ["a", *later]
    committed = await opened(folder).commit(saying("last"))
    assert committed.entry.version == behind + 2
    assert await texts_of(opened(folder)) == ["a", *later, "last"]


async def test_turn_counts_as_stored_when_the_state_can_not_be_replaced(
    folder: Path, logged: Logbook
) -> None:
    store = JsonStore(folder, ticking(), FailingSync(fails_for=".tmp"))
    committed = await store.commit(saying("a"))
    assert committed.dossier == await store.load(DOSSIER)
    await store.commit(saying("b"))
    assert set(snapshot(folder)) == {JOURNAL}
    assert await texts_of(opened(folder)) == ["a", "b"]
    line = logged.of("the state is left behind its journal")[0]
    assert (line["dossier"], line["problem"]) == (DOSSIER, "eio")


# A state ahead of its journal: in a copy of the folder that was taken while it was written to


async def ahead(folder: Path, missing: int) -> Dossier:
    """Leave a state that is ``missing`` turns ahead of a journal of two; return it."""
    store = await with_turns(folder, "a", "b")
    copied = (folder / JOURNAL).read_bytes()
    for number in range(missing):
        await store.commit(saying(f"missing {number}", f"m-{number}"))
    state = await store.load(DOSSIER)
    (folder / JOURNAL).write_bytes(copied)
    assert state is not None
    return state


@pytest.mark.parametrize("missing", [1, 3])
async def test_state_ahead_of_its_journal_opens_and_goes_on(folder: Path, missing: int) -> None:
    state = await ahead(folder, missing)
    store = opened(folder)
    assert await store.load(DOSSIER) == state
    committed = await store.commit(saying("on"))
    assert committed.entry.version == committed.dossier.version == state.version + 1
    assert committed.dossier.conversation[:-2] == state.conversation
    assert await texts_of(store) == [*said(state.conversation), "on"]
    (folder / STATE).unlink()
    assert await texts_of(opened(folder)) == [*said(state.conversation), "on"]
    carried = (await store.journal(DOSSIER))[2]
    assert (carried.author, carried.request, carried.version) == ("import", None, state.version)


async def test_artifacts_that_the_journal_lacks_are_carried_in_their_order(folder: Path) -> None:
    one, two, three = (Artifact(id=name, kind="draft", data={"n": name}) for name in "abc")
    store = opened(folder)
    await store.commit(changing(DossierPatch(put_artifacts=(one, two))))
    copied = (folder / JOURNAL).read_bytes()
    again = one.model_copy(update={"title": "again"})
    moved = DossierPatch(remove_artifact_ids=("a",), put_artifacts=(three, again))
    await store.commit(changing(moved).model_copy(update={"based_on": 1}))
    (folder / JOURNAL).write_bytes(copied)
    dossier = (await opened(folder).commit(saying("on"))).dossier
    assert dossier.artifacts == (two, three, again)
    assert fold(await opened(folder).journal(DOSSIER)) == dossier


async def test_older_state_is_rolled_forward_over_a_carrying_entry(folder: Path) -> None:
    state = await ahead(folder, 3)
    older = (folder / STATE).read_bytes()
    await opened(folder).commit(saying("on"))
    (folder / STATE).write_bytes(older)
    assert await texts_of(opened(folder)) == [*said(state.conversation), "on"]


async def test_journal_that_was_lost_loses_nothing_of_the_dossier(folder: Path) -> None:
    source = law("6:7", "zes weken")
    answer = Answer(
        question="hoe lang?",
        language="nl",
        claims=(),
        conclusion="zes weken",
        source_ids=(source.id,),
        model="none",
        based_on_version=1,
    )
    store = await with_turns(folder, "a")
    whole = DossierPatch(
        add_sources=(source, law("6:8", "de dag na")),
        select_ids=(source.id,),
        shown_selection=(source.id,),
        add_answers=(answer,),
        language="nl",
    )
    before = (await store.commit(changing(whole))).dossier
    (folder / JOURNAL).unlink()
    after = (await opened(folder).commit(changing(DossierPatch()))).dossier
    assert after == before.model_copy(update={"version": 3})
    assert fold(await store.journal(DOSSIER)) == after


# Who waits for whom


async def test_turns_that_wait_for_another_process_keep_no_other_dossier_waiting(
    folder: Path,
) -> None:
    store = opened(folder)
    with locked(folder / f"{DOSSIER}.lock", 0):
        waiting = [asyncio.create_task(store.commit(saying(str(number)))) for number in range(40)]
        await asyncio.sleep(0)  # they have begun
        async with asyncio.timeout(60):  # the lock is held all the while
            assert await store.load(OTHER) is None
    committed = await asyncio.gather(*waiting)
    assert [one.entry.version for one in committed] == list(range(1, 41))


# A torn last line


@pytest.mark.parametrize("length", [1, 40, -1])
async def test_torn_last_line_is_set_aside_and_nothing_before_it_suffers(
    folder: Path, length: int, logged: Logbook
) -> None:
    store = await with_turns(folder, "a", "b")
    piece = a_line("secret")[:length]
    whole = (folder / JOURNAL).read_bytes()
    (folder / JOURNAL).write_bytes(whole + piece)
    assert await texts_of(opened(folder)) == ["a", "b"]
    await store.commit(saying("c"))
    assert (folder / TORN).read_bytes() == piece + b"\n"
    assert (folder / JOURNAL).read_bytes().startswith(whole)
    assert await texts_of(opened(folder)) == ["a", "b", "c"]
    (line,) = logged.of("set a torn line aside")
    assert (line["dossier"], line["bytes"]) == (DOSSIER, len(piece))
    assert "secret" not in logged.getvalue()


async def test_torn_line_is_on_the_disk_aside_before_it_leaves_the_journal(folder: Path) -> None:
    await with_turns(folder, "a")
    with (folder / JOURNAL).open("ab") as journal:
        journal.write(b"torn")
    sync = FailingSync()
    await JsonStore(folder, sync=sync).commit(saying("b"))
    assert sync.synced[:2] == [TORN, JOURNAL]


async def test_torn_first_line_is_no_dossier_yet(folder: Path) -> None:
    store = opened(folder)
    (folder / JOURNAL).write_bytes(b'{"dossier_id":"dos-')
    assert await store.load(DOSSIER) is None
    assert await summaries(store) == []
    await store.commit(saying("a"))
    assert await texts_of(store) == ["a"]


async def test_every_torn_line_is_kept(folder: Path) -> None:
    store = await with_turns(folder, "a")
    for piece in (b"one", b"two"):
        with (folder / JOURNAL).open("ab") as journal:
            journal.write(piece)
        await store.commit(saying("b"))
    assert (folder / TORN).read_bytes() == b"one\ntwo\n"


# Other names in the folder


async def test_orphans_are_never_listed_and_go_at_the_next_start(folder: Path) -> None:
    store = await with_turns(folder, "a")
    orphans = [folder / f".{STATE}.4711.tmp", folder / f".{OTHER}.json.1.tmp"]
    for orphan in orphans:
        orphan.write_bytes((folder / STATE).read_bytes())
    assert [one.id for one in await summaries(store)] == [DOSSIER]
    assert await store.load(OTHER) is None
    opened(folder)
    assert set(snapshot(folder)) == {STATE, JOURNAL}


async def test_orphan_of_a_writer_that_lives_is_left_to_it(folder: Path) -> None:
    await with_turns(folder, "a")
    orphan = folder / f".{STATE}.4711.tmp"
    orphan.write_bytes(b"{")
    with locked(folder / f"{DOSSIER}.lock", 0):
        opened(folder)
    assert orphan.exists()
    opened(folder)
    assert not orphan.exists()


ODD_NAMES = (
    "notes.txt",
    "dos-0123456.json",
    "dos-0123456789.json",
    "DOS-01234567.json",
    "dos-0123456g.json",
    "dos-01234567.json.bak",
    "dos-01234567 (copy).json",
    "copy of dos-01234567.json",
    ".dos-01234567.json",
    f"{OTHER}.torn",
    f".{STATE}.tmp",
    ".gitkeep",
)


async def test_odd_names_are_left_alone(folder: Path) -> None:
    store = await with_turns(folder, "a")
    state = (folder / STATE).read_bytes()
    for name in ODD_NAMES:
        (folder / name).write_bytes(state)
    before = snapshot(folder)
    assert [one.id for one in await summaries(opened(folder))] == [DOSSIER]
    assert await store.load(OTHER) is None
    assert snapshot(folder) == before


@pytest.mark.parametrize(
    "odd_id",
    [
        "",
        "dos-",
        f"../{DOSSIER}",
        f"{DOSSIER}/../{OTHER}",
        f"{DOSSIER}\n",
        f"{DOSSIER}\0",
        DOSSIER.upper(),
        "dos-0123456789",
        "dos-０１２３４５６７",
        "/etc/passwd",
    ],
)
async def test_other_ids_never_become_paths(folder: Path, odd_id: str) -> None:
    store = opened(folder)
    with pytest.raises(BadDossierId):
        await store.load(odd_id)
    with pytest.raises(BadDossierId):
        await store.commit(saying("a", dossier_id=odd_id))
    with pytest.raises(BadDossierId):
        await store.find(odd_id, "m-1")
    with pytest.raises(BadDossierId):
        await store.journal(odd_id)
    assert [path.name for path in folder.parent.rglob("*")] == [folder.name]


# Times


async def test_clock_that_runs_backwards_changes_no_order(folder: Path) -> None:
    clock = ticking()
    backwards = [clock() for _ in range(4)]
    store = JsonStore(folder, backwards.pop, unsynced)
    for text in ("a", "b", "c", "d"):
        await store.commit(saying(text))
    assert await texts_of(opened(folder)) == ["a", "b", "c", "d"]
    entries = await store.journal(DOSSIER)
    assert [entry.version for entry in entries] == [1, 2, 3, 4]
    assert [entry.time for entry in entries] == sorted(
        (entry.time for entry in entries), reverse=True
    )


def test_who_waited_for_a_lock_that_was_removed_takes_the_new_one(tmp_path: Path) -> None:
    """Erasing a dossier removes its lock: two that hold two files of one name would both think that they are alone."""
    path = tmp_path / "lock"
    inside: list[int] = []
    together: list[int] = []

    def work() -> None:
        for _ in range(20):
            with locked(path, 60):
                inside.append(1)
                os.sched_yield()
                together.append(len(inside))
                inside.pop()
                path.unlink(missing_ok=True)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert together == [1] * 80


async def test_a_picture_is_on_the_disk_before_the_line_that_names_it(tmp_path: Path) -> None:
    sync = FailingSync()
    store = JsonStore(tmp_path, sync=sync)
    await store.commit(saying("first"))
    sync.synced.clear()
    await store.commit(picturing(), [PIXELS])
    folder, line = f"{DOSSIER}.blobs", f"{DOSSIER}.jsonl"
    assert sync.synced[:4] == [tmp_path.name, f"{sha256_of(PIXELS)}.pending", folder, line]
    # What is to go is known to be doubtful before the line that names it goes.
    sync.synced.clear()
    await store.rewrite(DOSSIER, forgetting_turn(2))
    assert sync.synced[0] == folder
