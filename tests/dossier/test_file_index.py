"""The index of a folder is never the truth: whatever happened behind its back, the list is that of the files."""

import asyncio
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks import listing as benchmark
from src.dossier.file_index import BOOT, NAME
from src.dossier.finding import folded, words_in
from src.dossier.json_store import JsonStore
from src.dossier.listing import EVERY, WARMED_AT_ONCE, filled, summaries, warm
from src.dossier.models import Dossier, Message
from src.dossier.patch import DossierPatch
from src.dossier.store import DossierQuery
from src.errors import StorageFailed
from tests.dossier.turns import DOSSIER, OTHER, changing, erasing, saying, ticking, unsynced
from tests.fakes import START

SECRET = "the neighbour of Zonnebloem"


def opened(folder: Path, rest: float = 0) -> JsonStore:
    return JsonStore(folder, ticking(), unsynced, rest=rest)


async def by_reading(folder: Path) -> list[tuple[str, int, str]]:
    """Return what a store shows that has no index yet."""
    for path in folder.glob("index.*"):
        path.unlink()
    return await shown(opened(folder))


async def shown(store: JsonStore) -> list[tuple[str, int, str]]:
    return [(one.id, one.version, one.title) for one in await summaries(store)]


async def everything_begun() -> None:
    """Return when no other task runs: what is looked for beside a list has been found."""
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})


async def test_index_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        await opened(tmp_path).commit(saying("a"))
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("index.*")}
    assert modes == dict.fromkeys((NAME, f"{NAME}-wal", f"{NAME}-shm"), 0o600)


async def test_list_is_not_read_from_the_dossiers(tmp_path: Path) -> None:
    """What a page shows was stored beside the dossier: its files are looked at, and not into."""
    store = opened(tmp_path)
    await store.commit(saying("a question"))
    other = opened(tmp_path)
    for path in (tmp_path / f"{DOSSIER}.json", tmp_path / f"{DOSSIER}.jsonl"):
        now = path.stat()
        path.write_bytes(b"#" * now.st_size)
        os.utime(path, ns=(now.st_atime_ns, now.st_mtime_ns))
    assert await shown(other) == [(DOSSIER, 1, "a question")]
    assert await summaries(other, DossierQuery(words=b"a question"))


def copied_in(folder: Path, elsewhere: Path) -> None:
    shutil.copytree(elsewhere, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("index.*"))


def a_state_replaced(folder: Path, elsewhere: Path) -> None:
    """As a program without a journal would."""
    (folder / f"{DOSSIER}.jsonl").unlink()
    for path in elsewhere.glob(f"{DOSSIER}.json"):
        shutil.copy(path, folder)


def removed(folder: Path, _: Path) -> None:
    for path in folder.glob(f"{DOSSIER}.*"):
        path.unlink()


def broken(folder: Path, _: Path) -> None:
    (folder / f"{DOSSIER}.jsonl").write_bytes(b"{}\n")


def touched(folder: Path, _: Path) -> None:
    now = (folder / f"{OTHER}.jsonl").stat().st_mtime_ns
    os.utime(folder / f"{DOSSIER}.jsonl", ns=(now, now - 10**9))


@pytest.mark.parametrize("behind", [copied_in, a_state_replaced, removed, broken, touched])
@pytest.mark.parametrize("known", [True, False])
async def test_what_changed_behind_its_back_shows_right(
    tmp_path: Path, behind: Callable[[Path, Path], None], known: bool
) -> None:
    folder, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    source, store = opened(elsewhere), opened(folder)
    for text in ("their words", "and more"):
        await source.commit(saying(text))
    await store.commit(saying("our words"))
    await store.commit(saying("another", dossier_id=OTHER))
    if known:
        await shown(store)
    behind(folder, elsewhere)
    listed, found = await shown(store), await summaries(store, DossierQuery(words=b"words"))
    every = await by_reading(folder)
    assert listed == every
    assert [one.id for one in found] == [one for one, _, title in every if "words" in title]


async def test_page_shows_its_dossiers_right_while_the_folder_is_not_looked_through(
    tmp_path: Path,
) -> None:
    folder, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    store = opened(folder, rest=10**9)
    await store.commit(saying("ours"))
    await store.commit(saying("another", dossier_id=OTHER))
    assert len(await shown(store)) == 2
    await opened(elsewhere).commit(saying("theirs"))
    copied_in(folder, elsewhere)
    (folder / f"{OTHER}.json").unlink()
    (folder / f"{OTHER}.jsonl").unlink()
    assert await shown(store) == [(DOSSIER, 1, "theirs")]


async def test_no_list_waits_for_a_folder_that_was_looked_through(tmp_path: Path) -> None:
    """What others put there meanwhile is looked for beside it, and is in a later one."""
    folder, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    store = opened(folder, rest=1e-9)
    await store.commit(saying("ours", dossier_id=OTHER))
    assert await shown(store) == [(OTHER, 1, "ours")]
    await everything_begun()
    await opened(elsewhere).commit(saying("theirs"))
    copied_in(folder, elsewhere)
    assert await shown(store) == [(OTHER, 1, "ours")]
    async with asyncio.timeout(100):
        while len(await shown(store)) < 2:
            pass
    assert await shown(store) == await by_reading(folder)


async def test_folder_that_can_not_be_looked_through_ends_no_list(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "here"
    store = opened(folder, rest=1e-9)
    await store.commit(saying("ours"))
    assert await shown(store) == [(DOSSIER, 1, "ours")]
    folder.rename(tmp_path / "gone")
    async with asyncio.timeout(100):
        while "the folder of dossiers could not be looked through" not in caplog.text:
            with pytest.raises(StorageFailed):
                await shown(store)


async def test_warming_reads_what_is_not_known(tmp_path: Path) -> None:
    store = opened(tmp_path)
    for number in range(WARMED_AT_ONCE + 5):
        await store.commit(saying("a", dossier_id=f"dos-{number:08x}"))
    absent(tmp_path / NAME)
    await warm(opened(tmp_path))
    database = sqlite3.connect(tmp_path / NAME)
    (read,) = database.execute("select count(*) from dossiers where desk is not null").fetchone()
    database.close()
    assert read == WARMED_AT_ONCE + 5


def absent(index: Path) -> None:
    for path in index.parent.glob("index.*"):
        path.unlink()


def no_database(index: Path) -> None:
    absent(index)
    index.write_bytes(b"no database" * 1000)


def damaged(index: Path) -> None:
    with sqlite3.connect(index) as database:
        database.execute("pragma wal_checkpoint(truncate)")
    database.close()
    with index.open("r+b") as pages:
        pages.seek(4096)
        pages.write(b"\xff" * 3 * 4096)


def of_another_version(index: Path) -> None:
    with sqlite3.connect(index) as database:
        database.execute("update origin set version = version + 1")
        database.execute("drop table dossiers")
    database.close()


def from_before_the_machine_started(index: Path) -> None:
    with sqlite3.connect(index) as database:
        database.execute("update origin set boot = 'another'")
        database.execute("update dossiers set title = 'half written'")
    database.close()


def a_copy(index: Path) -> None:
    with sqlite3.connect(index) as database:
        database.execute("update dossiers set title = 'half written'")
    database.execute("pragma wal_checkpoint(truncate)")
    database.close()
    data = index.read_bytes()
    absent(index)
    (index.parent / "index.kept").touch()  # so that the new file does not get the old one's number
    index.write_bytes(data)


ANY_TIME = [absent, no_database, damaged, a_copy]
BEFORE_A_START = [of_another_version, from_before_the_machine_started]
"""What no program finds in an index that it has open: it was made by it, since the machine started."""


@pytest.mark.parametrize(
    ("spoil", "running"),
    [
        *((spoil, False) for spoil in ANY_TIME + BEFORE_A_START),
        *((spoil, True) for spoil in ANY_TIME),
    ],
)
async def test_index_that_is_no_use_is_made_anew(
    tmp_path: Path, spoil: Callable[[Path], None], running: bool
) -> None:
    store = opened(tmp_path, rest=10**9)
    for number in range(9):
        await store.commit(saying(f"question {number}", dossier_id=f"dos-0000000{number}"))
    expected = await shown(store)
    if not running:
        del store
    spoil(tmp_path / NAME)
    again = store if running else opened(tmp_path, rest=10**9)
    assert await shown(again) == expected
    assert len(await summaries(again, DossierQuery(words=b"question 7"))) == 1
    await again.commit(saying("on", dossier_id=OTHER))
    assert (await shown(again))[0][0] == OTHER
    assert await shown(opened(tmp_path)) == await by_reading(tmp_path)


@pytest.mark.skipif(not BOOT.exists(), reason="nothing tells of the start of this machine")
async def test_index_is_of_this_start_of_the_machine(tmp_path: Path) -> None:
    """What was written and not put on stable storage may be half there after the next one."""
    await opened(tmp_path).commit(saying("a"))
    with sqlite3.connect(tmp_path / NAME) as database:
        found = database.execute("select boot from origin").fetchone()
    database.close()
    assert found == (BOOT.read_text().strip(),)


async def test_turn_is_stored_while_the_index_can_not_be_written(tmp_path: Path) -> None:
    store = opened(tmp_path)
    await store.commit(saying("a"))
    with sqlite3.connect(tmp_path / NAME) as other:
        other.execute("begin immediate")
        assert (await store.commit(saying("b"))).dossier.version == 2
        assert await shown(store) == [(DOSSIER, 2, "a")]
    other.close()
    assert await shown(opened(tmp_path)) == [(DOSSIER, 2, "a")]


async def test_list_of_a_folder_in_which_no_index_can_be_made(tmp_path: Path) -> None:
    store = opened(tmp_path)
    await store.commit(saying("a question"))
    (tmp_path / NAME).unlink()
    (tmp_path / NAME).mkdir()
    for one in (store, opened(tmp_path)):
        assert await shown(one) == [(DOSSIER, 1, "a question")]
        assert await summaries(one, DossierQuery(words=b"a question"))


async def forgotten(store: JsonStore) -> None:
    await store.rewrite(DOSSIER, erasing(1, 2, 3))


async def erased(store: JsonStore) -> None:
    assert [one async for one in store.erase(lambda one, _: one.id == DOSSIER)] == [DOSSIER]


@pytest.mark.parametrize(
    ("forget", "held"),
    [(forgotten, ""), (forgotten, "read"), (forgotten, "written"), (erased, "")],
)
async def test_forgotten_words_are_in_no_file(
    tmp_path: Path,
    forget: Callable[[JsonStore], Awaitable[None]],
    held: str,
) -> None:
    """Also where another program keeps the index from being cleaned."""
    store = opened(tmp_path)
    await store.commit(saying(SECRET))
    await store.commit(changing(DossierPatch(title=SECRET)))
    await store.commit(changing(DossierPatch(title="")))
    await store.commit(saying("another", dossier_id=OTHER))
    assert await summaries(store, DossierQuery(words=folded(SECRET)))
    other = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    if held:
        other.execute("begin" if held == "read" else "begin immediate")
        other.execute("select * from dossiers").fetchone()
    await forget(store)
    for path in tmp_path.iterdir():
        if held and path.name.startswith("index."):
            continue  # of a name that is gone once nobody has it open
        assert not re.search(SECRET.encode(), path.read_bytes(), re.IGNORECASE), path.name
    if held:
        assert not (tmp_path / NAME).exists() or _holds_no(tmp_path, SECRET)
    other.close()
    assert await summaries(store, DossierQuery(words=folded(SECRET))) == []
    assert await shown(store) == await by_reading(tmp_path)


def _holds_no(folder: Path, text: str) -> bool:
    there = b"".join(path.read_bytes() for path in folder.glob("index.*"))
    return not re.search(text.encode(), there, re.IGNORECASE)


async def test_words_are_not_taken_in_after_they_were_forgotten(tmp_path: Path) -> None:
    """A reader may have read the old files before, and come to write what it read after."""
    store, slow = opened(tmp_path), opened(tmp_path)
    await store.commit(saying(SECRET))
    pages = slow._pages
    row = pages._row(DOSSIER, quotes=False)
    assert row
    await store.rewrite(DOSSIER, erasing(1))
    slow._index.put([row])
    assert _holds_no(tmp_path, SECRET)
    assert await summaries(slow, DossierQuery(words=folded(SECRET))) == []


async def test_two_processes_show_what_the_other_stored(tmp_path: Path) -> None:
    """The folder is not looked through again: each finds the other's turns in the index."""
    store = opened(tmp_path, rest=10**9)
    await store.commit(saying("ours"))
    assert len(await shown(store)) == 1
    code = (
        "import asyncio; from pathlib import Path; from src.dossier.json_store import JsonStore;"
        "from tests.dossier.turns import *;"
        f"asyncio.run(JsonStore(Path({str(tmp_path)!r})).commit(saying('theirs', dossier_id=OTHER)))"
    )
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", code], check=True)
    assert [one.title for one in await summaries(store)] == ["theirs", "ours"]
    assert [one.id for one in await summaries(store, DossierQuery(words=b"theirs"))] == [OTHER]


async def test_turns_in_a_row_are_written_together_and_shown_at_once(tmp_path: Path) -> None:
    store, other = opened(tmp_path, rest=10**9), opened(tmp_path, rest=10**9)
    log = tmp_path / f"{NAME}-wal"
    await store.commit(saying("first"))
    written = log.stat().st_size
    for number in range(9):
        await store.commit(saying(f"question {number}", dossier_id=f"dos-0000000{number}"))
    assert log.stat().st_size == written
    assert len(await shown(store)) == 10
    assert written < log.stat().st_size < 10 * written
    await store.commit(saying("last", dossier_id=OTHER))
    async with asyncio.timeout(100):
        while len(await shown(other)) < 11:  # which does not look through the folder
            pass


async def test_turns_that_wait_are_written_where_a_process_ends(tmp_path: Path) -> None:
    store = opened(tmp_path, rest=10**9)
    assert await shown(store) == []
    code = (
        "import asyncio; from pathlib import Path; from src.dossier.json_store import JsonStore;"
        f"from tests.dossier.turns import *; store = JsonStore(Path({str(tmp_path)!r}));"
        "[asyncio.run(store.commit(saying('a', dossier_id=name))) for name in (OTHER, DOSSIER)]"
    )
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", code], check=True)
    assert await shown(store) == [(DOSSIER, 1, "a"), (OTHER, 1, "a")]


@pytest.mark.parametrize("forget", [forgotten, erased])
async def test_words_that_wait_are_not_written_after_they_were_forgotten(
    tmp_path: Path, forget: Callable[[JsonStore], Awaitable[None]]
) -> None:
    """Whoever forgot them, this process or another."""
    for folder, is_same in ((tmp_path / "here", True), (tmp_path / "there", False)):
        store = opened(folder)
        await store.commit(saying("another", dossier_id=OTHER))
        for text in (SECRET, "b", "c"):
            await store.commit(saying(text))
        await forget(store if is_same else opened(folder))
        store._index.catch_up()
        assert _holds_no(folder, SECRET)
        assert await summaries(store, DossierQuery(words=folded(SECRET))) == []
        assert await shown(store) == await by_reading(folder)


async def test_turn_writes_as_much_whatever_was_before(tmp_path: Path) -> None:
    store = opened(tmp_path)
    grown: list[int] = []
    log = tmp_path / f"{NAME}-wal"
    for number in range(60):
        await store.commit(saying(f"{number} " + "a question " * 100))
        size = log.stat().st_size
        grown.append(size)
    steps = [after - before for before, after in pairwise(grown)]
    assert max(steps[-10:]) <= max(steps[:10])


async def test_first_page_of_a_folder_without_an_index_reads_what_it_shows(tmp_path: Path) -> None:
    store = opened(tmp_path)
    for number in range(9):
        await store.commit(saying("a", dossier_id=f"dos-0000000{number}"))
    absent(tmp_path / NAME)
    again = opened(tmp_path)
    await filled(again, EVERY, "", 2)
    database = sqlite3.connect(tmp_path / NAME)
    (read,) = database.execute("select count(*) from dossiers where desk is not null").fetchone()
    database.close()
    assert read == 2


def test_folded_texts_are_equal_where_a_search_takes_them_for_equal() -> None:
    """Every two characters of which ``re`` takes one for the other."""
    families: dict[str, set[str]] = {}
    for one in (chr(code) for code in range(0x20000) if not 0xD800 <= code < 0xE000):
        forms = {one, one.lower(), one.upper(), one.casefold(), one.title()}
        if len(forms) > 1:
            for form in [*forms, *(form.casefold() for form in forms)]:
                families.setdefault(form, set()).add(one)
    alike = 0
    for family in families.values():
        for one in family:
            found = re.findall(re.escape(one), "".join(sorted(family)), re.IGNORECASE)
            assert {folded(other) for other in found} == {folded(one)}, (one, found)
            alike += len(found) > 1
    assert alike > 2000


def test_white_space_is_as_it_is_to_a_search() -> None:
    spaces = [chr(code) for code in range(0x11000) if re.fullmatch(r"\s", chr(code))]
    for one in spaces:
        assert folded(f"a{one}{one}b") == folded("a b")


def test_words_of_two_places_are_no_words_of_one() -> None:
    said = tuple(Message(role="user", content=text) for text in ("one", "two"))
    dossier = Dossier(id=DOSSIER, desk="tax", created_at=START, conversation=said)
    assert folded("one two") not in words_in(dossier)
    assert folded("one\ntwo") not in words_in(dossier)


@pytest.mark.benchmark
def test_benchmark_runs_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.main(["--small", "--json", "--folder", str(tmp_path)])
    figures = json.loads(capsys.readouterr().out)
    assert figures["dossiers"] == 200
    assert benchmark.told(figures).count("\n") == len(figures["files"])
    assert list(tmp_path.iterdir()) == []
