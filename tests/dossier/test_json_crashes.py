"""A crash, or a failing disk, at every single step of a commit and of a rewrite."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from src.dossier import chain
from src.dossier.blobs import named, sha256_of
from src.dossier.journal import fold
from src.dossier.json_store import JsonStore
from src.errors import StorageFailed
from tests.dossier.faults import DEAD, Fault, Faults
from tests.dossier.turns import (
    DOSSIER,
    PIXELS,
    erasing,
    forgetting_turn,
    picturing,
    said,
    saying,
    ticking,
    unsynced,
)
from tests.dossier.writing import CHILDREN

STATE, JOURNAL, TORN = f"{DOSSIER}.json", f"{DOSSIER}.jsonl", f"{DOSSIER}.torn"
SECRET = "a secret"

DONE, REFUSED, NEVER_CAME = 0, 3, 4


class Outcome(NamedTuple):
    """What became of one piece of work with a fault in it."""

    step: int
    folder: Path
    exit_code: int | None


def attempt(folder: Path, erases: bool, step: int, fault: Fault) -> int:
    """Commit a turn, or erase the second, with a fault on the way, and return what came of it."""
    store = JsonStore(folder, sync=lambda handle: os.fsync(handle))

    async def story() -> int:
        if erases:
            await store.load(DOSSIER)
        faults = Faults(step, fault)
        try:
            with faults.installed():
                await work(store, erases)
        except StorageFailed:
            before = await texts_of(store)
            await store.commit(saying("on"))  # the same process works again
            assert await texts_of(store) == [*before, "on"]
            return REFUSED
        return DONE if faults.happened else NEVER_CAME

    return asyncio.run(story())


def exits(folder: Path, erases: bool, step: int, fault: Fault) -> None:
    os._exit(attempt(folder, erases, step, fault))


def attempted(folder: Path, erases: bool, step: int, fault: Fault) -> int | None:
    """Return what came of an attempt; one that dies gets a process of its own."""
    if fault in ("ENOSPC", "EIO"):
        return attempt(folder, erases, step, fault)
    child = CHILDREN.Process(target=exits, args=(folder, erases, step, fault), daemon=True)
    child.start()
    child.join()
    return child.exitcode


async def work(store: JsonStore, erases: bool) -> None:
    if erases:
        await store.rewrite(DOSSIER, erasing(2))
    else:
        await store.commit(saying("new"))


def outcomes(folder: Path, erases: bool, fault: Fault) -> Iterator[Outcome]:
    """Yield what becomes of the work with the fault at its first step, at its second, and so on to the last."""
    for step in count(1):
        copy = Path(shutil.copytree(folder, folder.with_name(f"{folder.name} {step}")))
        exit_code = attempted(copy, erases, step, fault)
        if exit_code == NEVER_CAME:
            assert step > (1 if fault == "dies half way" else 4)  # there was something to survive
            return
        yield Outcome(step, copy, exit_code)


async def texts_of(store: JsonStore) -> list[str]:
    """Return what the user said, after checking that everything adds up."""
    dossier = await store.load(DOSSIER)
    chain.verify(await store.lines(DOSSIER))
    folded = fold(await store.journal(DOSSIER))
    assert folded == dossier or (dossier and folded and folded.version < dossier.version)
    return said(dossier.conversation) if dossier else []


SITUATIONS_OF_PICTURES = ("committed", "forgotten", "erased")


def attempt_with_a_picture(folder: Path, situation: str, step: int, fault: Fault) -> int:
    """Commit, forget or erase a picture, with a fault on the way, and return what came of it."""
    store = JsonStore(folder, sync=lambda handle: os.fsync(handle))

    async def story() -> int:
        faults = Faults(step, fault)
        try:
            with faults.installed():
                if situation == "committed":
                    await store.commit(picturing(), [PIXELS])
                elif situation == "forgotten":
                    await store.rewrite(DOSSIER, forgetting_turn(2))
                else:
                    assert [one async for one in store.erase(lambda *_: True)]
        except StorageFailed:
            return REFUSED
        return DONE if faults.happened else NEVER_CAME

    return asyncio.run(story())


def exits_with_a_picture(folder: Path, situation: str, step: int, fault: Fault) -> None:
    os._exit(attempt_with_a_picture(folder, situation, step, fault))


def attempted_with_a_picture(folder: Path, situation: str, step: int, fault: Fault) -> int | None:
    if fault in ("ENOSPC", "EIO"):
        return attempt_with_a_picture(folder, situation, step, fault)
    child = CHILDREN.Process(
        target=exits_with_a_picture, args=(folder, situation, step, fault), daemon=True
    )
    child.start()
    child.join()
    return child.exitcode


def blob_files(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("*.blobs/*")]


@pytest.mark.parametrize("fault", ["dies", "dies half way", "ENOSPC", "EIO"])
@pytest.mark.parametrize("situation", SITUATIONS_OF_PICTURES)
def test_picture_is_kept_or_gone_at_every_step(
    tmp_path: Path, situation: str, fault: Fault
) -> None:
    folder = prepared(tmp_path / "dossiers", "one")
    if situation != "committed":
        asyncio.run(JsonStore(folder, ticking(), unsynced).commit(picturing(), [PIXELS]))
    for step in count(1):
        copy = Path(shutil.copytree(folder, folder.with_name(f"{situation} {step}")))
        exit_code = attempted_with_a_picture(copy, situation, step, fault)
        if exit_code == NEVER_CAME:
            writes = situation != "erased"  # which only renames and removes
            assert step > (writes if fault == "dies half way" else 6)
            return
        assert exit_code in (DONE, REFUSED, DEAD), step

        store = JsonStore(copy, ticking(), unsynced)  # a new process starts
        journal = asyncio.run(store.journal(DOSSIER))
        names = sorted(named(journal))
        assert blob_files(copy) == names, step
        assert (asyncio.run(store.blob(DOSSIER, sha256_of(PIXELS))) == PIXELS) == bool(names)
        if exit_code == DONE:
            assert bool(names) == (situation == "committed"), step
        if not names:
            assert not [
                one for one in copy.rglob("*") if one.is_file() and PIXELS in one.read_bytes()
            ]
            assert not list(copy.glob("*.blobs"))


def texts_in(folder: Path) -> list[str]:
    """Return what a new process finds, and see that it can go on."""

    async def story() -> list[str]:
        store = JsonStore(folder, ticking(), unsynced)
        assert not list(folder.glob(".*"))
        found = await texts_of(store)
        await JsonStore(folder, ticking(), unsynced).commit(saying("last"))
        assert await texts_of(store) == [*found, "last"]
        return found

    return asyncio.run(story())


def prepared(folder: Path, *texts: str) -> Path:
    async def story() -> None:
        store = JsonStore(folder, ticking(), unsynced)
        for text in texts:
            await store.commit(saying(text))

    asyncio.run(story())
    return folder


def torn(folder: Path) -> None:
    with (folder / JOURNAL).open("ab") as journal:
        journal.write(b'{"schema_version":1,"dos')


def ahead(folder: Path) -> None:
    """Leave the state of the last turn, and a journal without it."""
    (folder / STATE).unlink()
    prepared(folder, "three")
    lines = (folder / JOURNAL).read_bytes().splitlines(keepends=True)
    (folder / JOURNAL).write_bytes(b"".join(lines[:-1]))


SITUATIONS = {
    "new dossier": ((), None),
    "later turn": (("one", "two"), None),
    "torn line": (("one", "two"), torn),
    "state ahead": (("one", "two"), ahead),
}
FAULTS: tuple[Fault, ...] = ("dies", "dies half way", "ENOSPC", "EIO")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_step_of_a_commit(tmp_path: Path, situation: str, fault: Fault) -> None:
    texts, happens = SITUATIONS[situation]
    folder = prepared(tmp_path / "dossiers", *texts)
    if happens:
        happens(folder)
    before = [*texts, "three"] if happens is ahead else [*texts]
    for step, copy, exit_code in outcomes(folder, False, fault):
        found = texts_in(copy)
        if exit_code == DONE:
            assert found == [*before, "new"], step
        elif exit_code == REFUSED:
            assert found == [*before, "on"], step
        else:
            assert exit_code == DEAD, step
            assert found in (before, [*before, "new"]), step


def mentions(folder: Path) -> set[str]:
    """Return the files that the secret stands in."""
    return {path.name for path in folder.iterdir() if SECRET.encode() in path.read_bytes()}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_step_of_an_erasure(tmp_path: Path, fault: Fault) -> None:
    folder = prepared(tmp_path / "dossiers", "one", SECRET, "three")
    (folder / TORN).write_text(SECRET)
    (folder / f".{STATE}.1.tmp").write_text(SECRET)
    before, after = ["one", SECRET, "three"], ["one", "erased", "three"]
    for step, copy, exit_code in outcomes(folder, True, fault):
        if exit_code == DONE:
            assert mentions(copy) == set(), step
        found = texts_in(copy)
        on = ["on"] if exit_code == REFUSED else []
        assert exit_code in (DONE, REFUSED, DEAD), step
        assert found in ([*before, *on], [*after, *on]), step
        assert bool(mentions(copy)) == (SECRET in found), step
        asyncio.run(JsonStore(copy, ticking(), unsynced).rewrite(DOSSIER, erasing(2)))
        assert mentions(copy) == set(), step
