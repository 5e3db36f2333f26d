"""Several processes on one folder: none loses a turn of another, and none leaves half a turn when it is killed."""

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from src.desks.tax.seed_format import read
from src.dossier import chain
from src.dossier.journal import fold
from src.dossier.json_store import JsonStore
from src.dossier.models import Dossier
from tests.dossier.turns import DOSSIER, OTHER, kept, said, saying
from tests.dossier.writing import DeadlySync, Writer, reply_to

SYNCS_OF_A_TURN = 3
"""Journal, folder, state: of the first turn of a process on a dossier."""

TURNS_BEFORE_SYNC = {1: 0, 2: 0, 3: 0, 4: 1, 5: 1}
"""Turns that are acknowledged when a writer comes to its n-th sync; its second turn needs none of the folder."""


def opened(folder: Path) -> tuple[Dossier | None, list[str]]:
    """Return the dossier as a new process finds it, checked against its journal, and what the user said in it."""

    async def story() -> Dossier | None:
        store = JsonStore(folder)
        dossier = await store.load(DOSSIER)
        entries = await store.journal(DOSSIER)
        assert [one.version for one in entries] == list(range(1, len(entries) + 1))
        assert fold(entries) == dossier
        return dossier

    dossier = asyncio.run(story())
    return dossier, said(dossier.conversation) if dossier else []


def goes_on(folder: Path) -> None:
    """Check that another turn can be committed."""
    _, before = opened(folder)
    asyncio.run(JsonStore(folder).commit(saying("on")))
    assert opened(folder)[1] == [*before, "on"]


def test_many_processes_on_one_dossier_lose_nothing(tmp_path: Path) -> None:
    writers = [Writer(tmp_path, DOSSIER, f"writer {name}", 5) for name in range(8)]
    assert [writer.finish() for writer in writers] == [0] * 8
    dossier, texts = opened(tmp_path)
    assert dossier is not None
    assert dossier.version == 40
    assert sorted(texts) == sorted(text for writer in writers for text in writer.acknowledged)
    for writer in writers:
        assert [text for text in texts if text in writer.acknowledged] == writer.acknowledged


def test_fifty_processes_add_a_turn_each(tmp_path: Path) -> None:
    writers = [Writer(tmp_path, DOSSIER, f"writer {name}", 1) for name in range(50)]
    assert [writer.finish() for writer in writers] == [0] * 50
    store = JsonStore(tmp_path)
    lines = chain.verify(asyncio.run(store.lines(DOSSIER)))
    entries = asyncio.run(store.journal(DOSSIER))
    assert [line.version for line in lines] == list(range(1, 51))
    told = [entry.request.message for entry in entries if entry.request]
    assert sorted(told) == sorted(text for writer in writers for text in writer.acknowledged)
    for entry in entries:  # each turn has its own words, and no other's
        assert entry.request
        assert [one.content for one in entry.patch.add_messages][:1] == [entry.request.message]
        assert entry.reply == reply_to(entry.request.message)


def test_start_of_a_process_does_not_harm_another_that_writes(tmp_path: Path) -> None:
    writer = Writer(tmp_path, DOSSIER, "writer", 10)
    while writer.process.is_alive():
        JsonStore(tmp_path)  # removes what it takes for orphans
    assert writer.finish() == 0
    assert opened(tmp_path)[1] == writer.acknowledged


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("dies_at", TURNS_BEFORE_SYNC)
def test_killed_around_each_sync(tmp_path: Path, dies_at: int, before: bool) -> None:
    writer = Writer(tmp_path, DOSSIER, "writer", 3, DeadlySync(dies_at, before=before))
    assert writer.finish() == -signal.SIGKILL
    _, texts = opened(tmp_path)
    acknowledged = writer.acknowledged
    assert len(acknowledged) == TURNS_BEFORE_SYNC[dies_at]
    assert texts[: len(acknowledged)] == acknowledged
    assert len(texts) <= len(acknowledged) + 1
    assert all(len(text) == len("writer 0 ") + 3_000 for text in texts)
    goes_on(tmp_path)
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("dies_at", range(1, SYNCS_OF_A_TURN + 1))
def test_killed_in_the_first_turn_on_a_dossier_of_the_original_program(
    tmp_path: Path, dies_at: int, before: bool
) -> None:
    kept("seed_dossier.json", tmp_path).rename(tmp_path / "dos-a1b2c3d4.json")
    writer = Writer(tmp_path, "dos-a1b2c3d4", "writer", 1, DeadlySync(dies_at, before=before))
    assert writer.finish() == -signal.SIGKILL

    async def story() -> list[int]:
        store = JsonStore(tmp_path, foreign=[read])
        found = await store.load("dos-a1b2c3d4")
        committed = await store.commit(saying("on", dossier_id="dos-a1b2c3d4"))
        assert fold(await store.journal("dos-a1b2c3d4")) == committed.dossier
        assert found is not None
        assert committed.dossier.conversation[:-2] == found.conversation
        return [len(found.conversation), committed.dossier.version]

    assert asyncio.run(story()) in ([4, 2], [6, 3])


def test_killed_at_any_moment(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    for life in range(12):
        writer = Writer(tmp_path, DOSSIER, f"life {life}", 1_000)
        writer.wait_for(life % 3)
        writer.kill()
        _, texts = opened(tmp_path)
        acknowledged += writer.acknowledged
        assert texts[: len(acknowledged)] == acknowledged
        assert len(texts) <= len(acknowledged) + 1
        acknowledged = texts  # the one whole turn more, which nobody was told of, stays
    goes_on(tmp_path)


def by_name(path: Path) -> str:
    return path.suffix  # .json before .jsonl


def journals_first(path: Path) -> str:
    return path.suffix.replace(".jsonl", ".a")


@pytest.mark.parametrize("order", [by_name, journals_first])
def test_copy_taken_while_turns_are_written_opens(
    tmp_path: Path, order: Callable[[Path], str]
) -> None:
    live = tmp_path / "live"
    live.mkdir()
    writer = Writer(live, DOSSIER, "writer", 1_000)
    writer.wait_for(1)
    seen = 1
    for number in range(10):
        copy = tmp_path / f"copy {number}"
        copy.mkdir()
        for path in sorted(live.glob("dos-*"), key=order):
            copy.joinpath(path.name).write_bytes(path.read_bytes())
            writer.wait_for(len(writer.acknowledged) + 1)
        at_least, seen = seen, len(writer.acknowledged)
        asyncio.run(opens_and_goes_on(copy, at_least))
    writer.kill()
    assert opened(live)[1][: len(writer.acknowledged)] == writer.acknowledged


async def opens_and_goes_on(copy: Path, at_least: int) -> None:
    store = JsonStore(copy)
    dossier = await store.load(DOSSIER)
    assert dossier is not None
    numbers = [int(text.split()[1]) for text in said(dossier.conversation)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= at_least
    after = (await store.commit(saying("on"))).dossier
    assert after.conversation[:-2] == dossier.conversation
    assert fold(await store.journal(DOSSIER)) == await store.load(DOSSIER) == after


def test_lock_of_a_dead_process_is_free(tmp_path: Path) -> None:
    writer = Writer(tmp_path, DOSSIER, "writer", 1, DeadlySync(1, before=True))
    writer.finish()
    assert (tmp_path / f"{DOSSIER}.lock").exists()
    goes_on(tmp_path)


def test_dossiers_do_not_wait_for_each_other(tmp_path: Path) -> None:
    writers = [Writer(tmp_path, one, "writer", 5) for one in (DOSSIER, OTHER)]
    assert [writer.finish() for writer in writers] == [0, 0]
    assert opened(tmp_path)[1] == writers[0].acknowledged
