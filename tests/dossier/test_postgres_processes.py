"""Many writers on one database, and a database that is restarted under them."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from src.dossier import chain, postgres_store
from src.dossier.journal import fold
from src.dossier.postgres_store import PostgresStore
from src.errors import BadSettings, StorageFailed, StorageUnknown
from tests.dossier.postgres_proxy import Fault, breaking
from tests.dossier.postgres_server import PostgresServer
from tests.dossier.turns import DOSSIER, OTHER, saying
from tests.dossier.writing import CHILDREN


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(database_url)
    yield store
    await store.close()


@asynccontextmanager
async def closing(store: PostgresStore) -> AsyncIterator[None]:
    """Close the store at the end of the block, also where a test fails."""
    try:
        yield
    finally:
        await store.close()


def adds_one(url: str, name: str) -> None:
    """Commit one turn whose reply is its own, as a client would: what was refused is sent again."""

    async def once() -> None:
        store = PostgresStore(url, pool_size=1)
        async with closing(store):
            turn = saying(name, message_id=name).model_copy(update={"reply": f"noted {name}"})
            committed = await store.commit(turn)
            assert committed.entry.reply == f"noted {name}"

    patience = time.monotonic() + 60
    while time.monotonic() < patience:
        with suppress(BadSettings, StorageFailed, StorageUnknown):  # the database is away
            return asyncio.run(once())
    raise AssertionError("the database stays away")


async def all_there_once(store: PostgresStore, texts: list[str], dossier: str = DOSSIER) -> None:
    """Check that the journal holds these texts, each once and with its own reply, and that it adds up."""
    entries = await store.journal(dossier)
    asked = [entry.request.message for entry in entries if entry.request]
    assert Counter(asked) == Counter(texts)
    assert fold(entries) == await store.load(dossier)
    chain.verify(await store.lines(dossier))


async def test_fifty_processes_add_a_turn_each_while_the_database_restarts(
    postgres: PostgresServer, store: PostgresStore, database_url: str
) -> None:
    names = [f"process {number}" for number in range(50)]
    children = [CHILDREN.Process(target=adds_one, args=(database_url, name)) for name in names]
    for child in children[:25]:
        child.start()
    while not await store.lines(DOSSIER):
        await asyncio.to_thread(children[0].join, 0.01)
    restart = asyncio.create_task(asyncio.to_thread(postgres.restart, "immediate"))
    for child in children[25:]:
        child.start()
    await restart
    for child in children:
        await asyncio.to_thread(child.join, 60)
    assert [child.exitcode for child in children] == [0] * 50
    await all_there_once(store, names)
    replies = [entry.reply for entry in await store.journal(DOSSIER)]
    assert sorted(replies) == sorted(f"noted {name}" for name in names)


async def test_fifty_tasks_add_a_turn_each(store: PostgresStore) -> None:
    names = [f"task {number}" for number in range(50)]
    await asyncio.gather(*(store.commit(saying(name, name)) for name in names))
    await all_there_once(store, names)


# A database that goes away


async def writing(store: PostgresStore, name: str, enough: threading.Event) -> list[list[str]]:
    """Commit turns until there is enough; return the texts that were stored and those that were not."""
    stored: list[str] = []
    refused: list[str] = []
    number = 0
    while not enough.is_set():
        text, number = f"{name} {number}", number + 1
        try:
            await store.commit(saying(text, dossier_id=(DOSSIER, OTHER)[number % 2]))
            stored.append(text)
        except StorageFailed:
            refused.append(text)
    return [stored, refused]


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_restart_in_the_middle_of_many_turns(
    postgres: PostgresServer, store: PostgresStore, mode: str
) -> None:
    enough = threading.Event()
    tasks = [asyncio.create_task(writing(store, f"w{n}", enough)) for n in range(8)]
    for _ in range(3):
        so_far = len(await store.lines(DOSSIER)) if await _is_up(store) else 0
        while not await _is_up(store) or len(await store.lines(DOSSIER)) < so_far + 20:
            await asyncio.gather(*(asyncio.wait([task], timeout=0.01) for task in tasks[:1]))
        await asyncio.to_thread(postgres.restart, mode)
    await _until_up(store)
    await store.commit(saying("afterwards"))
    enough.set()
    results = await asyncio.gather(*tasks)
    stored = [text for done, _ in results for text in done]
    refused = {text for _, failed in results for text in failed}
    entries = [*await store.journal(DOSSIER), *await store.journal(OTHER)]
    there = Counter(entry.request.message for entry in entries if entry.request)
    assert there == Counter([*stored, "afterwards"])
    assert not refused & set(there)
    for name in (DOSSIER, OTHER):
        assert fold(await store.journal(name)) == await store.load(name)
        chain.verify(await store.lines(name))


async def _is_up(store: PostgresStore) -> bool:
    try:
        await store.check()
    except StorageFailed:
        return False
    return True


async def _until_up(store: PostgresStore) -> None:
    async with asyncio.timeout(60):
        while not await _is_up(store):
            pass


@pytest.mark.parametrize(
    ("fault", "is_stored"), [("before", False), ("after", True), ("late", True)]
)
async def test_connection_that_breaks_in_the_commit(
    postgres: PostgresServer, database_url: str, tmp_path: Path, fault: Fault, is_stored: bool
) -> None:
    async with breaking(postgres.folder, tmp_path, fault) as proxy:
        url = database_url.replace(str(postgres.folder), str(tmp_path))
        store = await asyncio.to_thread(PostgresStore, url)  # the proxy runs in this very loop
        async with closing(store):
            await store.commit(saying("one"))
            proxy.armed = True
            if is_stored:
                assert (await store.commit(saying("two"))).dossier.version == 2
            else:
                with pytest.raises(StorageFailed):
                    await store.commit(saying("two"))
            assert not proxy.armed
            await store.commit(saying("three"))
            await all_there_once(store, ["one", *["two"] * is_stored, "three"])


async def test_end_that_nobody_saw_is_told_as_such_and_sending_again_stores_once(
    postgres: PostgresServer, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "BORROW_SECONDS", 1.0)
    async with breaking(postgres.folder, tmp_path, "for long") as proxy:
        url = database_url.replace(str(postgres.folder), str(tmp_path))
        store = await asyncio.to_thread(PostgresStore, url)
        async with closing(store):
            await store.commit(saying("one"))
            proxy.armed = True
            with pytest.raises(StorageUnknown):
                await store.commit(saying("two", "m2"))
            proxy.away = False
            await _until_up(store)
            again = await store.commit(saying("two", "m2"))
            assert again.repeated
            await all_there_once(store, ["one", "two"])


async def test_restart_between_turns_goes_unnoticed(
    postgres: PostgresServer, store: PostgresStore
) -> None:
    await store.commit(saying("one"))
    await asyncio.to_thread(postgres.restart)
    await store.commit(saying("two"))
    await all_there_once(store, ["one", "two"])


async def test_turn_whose_client_has_gone_is_finished(
    store: PostgresStore, database_url: str
) -> None:
    task = asyncio.create_task(store.commit(saying("a")))
    await asyncio.wait([task], timeout=0)  # it has begun
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await store.close()
    again = PostgresStore(database_url)
    await all_there_once(again, ["a"])
    await again.close()
