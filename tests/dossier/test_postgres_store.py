"""The conformance class over PostgreSQL, and what is special about that store."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import psycopg
import pytest
from hypothesis import settings

from src.dossier import chain
from src.dossier.journal import fold
from src.dossier.listing import summaries
from src.dossier.patch import DossierPatch
from src.dossier.postgres_sql import MIGRATIONS
from src.dossier.postgres_store import PostgresStore
from src.dossier.store import DossierQuery, DossierStore
from src.errors import BadSettings, DossierUnreadable, StorageFailed
from tests.dossier.postgres_server import PostgresServer
from tests.dossier.store_contract import StoreContract
from tests.dossier.store_machine import StoreMachine
from tests.dossier.turns import BROUGHT, DOSSIER, OTHER, changing, erasing, said, saying, ticking
from tests.fakes import START
from tests.thoroughness import examples


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(database_url, clock=ticking())
    yield store
    await store.close()


def rows(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as database:
        cursor = database.execute(statement.encode())
        return list(cursor) if cursor.description else []


class TestPostgresStore(StoreContract):
    @pytest.fixture
    async def store(self, store: PostgresStore) -> PostgresStore:
        return store


@pytest.mark.usefixtures("postgres")
def test_any_sequence_adds_up(postgres: PostgresServer) -> None:
    """Two stores take turns, as two processes would: each finds what the other wrote."""

    class PostgresMachine(StoreMachine):
        def opened(self) -> DossierStore:
            if not hasattr(self, "waiting"):
                self.runner = asyncio.Runner()
                self.schema = postgres.schema()
                url = self.schema.__enter__()
                self.waiting = [PostgresStore(url, ticking(), 2) for _ in range(2)]
            self.waiting.append(self.waiting.pop(0))
            return self.waiting[0]

        def does(self, work):  # type: ignore[no-untyped-def]  # as in the machine
            return self.runner.run(work)

        def close(self) -> None:
            for store in self.waiting:
                self.runner.run(store.close())
            self.runner.close()
            self.schema.__exit__(None, None, None)

    case = PostgresMachine.TestCase
    case.settings = settings(max_examples=examples(10), stateful_step_count=10)
    case("runTest").debug()


async def test_a_list_of_before_there_were_labels_is_made_whole(database_url: str) -> None:
    before = PostgresStore(database_url, clock=ticking())
    patch = DossierPatch(add_sources=(BROUGHT,))
    await before.commit(saying("a"))
    last = (await before.commit(changing(patch))).entry.time
    await before.close()
    rows(database_url, "alter table dossiers drop labels, drop archived, drop updated_at")
    rows(database_url, "update journal set words = convert_to('without documents', 'UTF8')")
    rows(database_url, "drop table quotas, library_states, library_chunks")
    rows(database_url, "delete from tess_migrations where name >= '0009'")
    store = PostgresStore(database_url)
    (line,) = await summaries(store, DossierQuery(words=b"de koopsom", archived=False))
    assert (line.updated_at, line.labels) == (last, ())
    await store.close()


async def test_what_is_remembered_gives_way_to_what_another_process_stored(
    store: PostgresStore, database_url: str
) -> None:
    other = PostgresStore(database_url)
    for number in range(4):
        await (store, other)[number % 2].commit(saying(f"turn {number}"))
    assert await store.load(DOSSIER) == await other.load(DOSSIER)
    await other.rewrite(DOSSIER, erasing(2))
    seen = await store.load(DOSSIER)
    assert seen is not None
    assert said(seen.conversation)[1] == "erased"
    await other.close()


async def test_what_a_turn_writes_does_not_grow_with_the_dossier(
    store: PostgresStore, database_url: str
) -> None:
    snapshots: dict[object, object] = {}
    for number in range(64):
        await store.commit(saying(f"turn {number}"))
        query = "select snapshot_version, length(snapshot) from dossiers"
        ((version, size),) = rows(database_url, query)
        snapshots[version] = size
    written = [int(str(size)) for size in snapshots.values()]
    assert sum(written) - written[0] <= sum(map(len, await store.lines(DOSSIER)))
    assert len(snapshots) < 64
    fresh = PostgresStore(database_url)
    assert await fresh.load(DOSSIER) == fold(await store.journal(DOSSIER))
    await fresh.close()


async def test_nul_is_a_character_like_others(store: PostgresStore) -> None:
    await store.commit(saying("a\0b", "m\0"))
    await store.commit(saying("x", "m" * 10_000))
    (summary,) = await summaries(store)
    assert summary.title == "a\0b"
    assert (await store.commit(saying("a\0b", "m\0"))).repeated
    assert (await store.commit(saying("x", "m" * 10_000))).repeated


async def test_order_does_not_depend_on_the_clock(database_url: str) -> None:
    times = iter([START, START - timedelta(days=400), START - timedelta(days=800)])
    store = PostgresStore(database_url, clock=lambda: next(times))
    for name in (DOSSIER, OTHER, DOSSIER):
        await store.commit(saying("a", dossier_id=name))
    assert [one.id for one in await summaries(store)] == [DOSSIER, OTHER]
    assert await store.ids() == [OTHER, DOSSIER]
    await store.close()


async def test_erased_text_is_in_no_row(store: PostgresStore, database_url: str) -> None:
    await store.commit(saying("a secret of three words"))
    await store.commit(saying("on"))
    await store.rewrite(DOSSIER, erasing(1))
    tables = (
        "select string_agg(d::text, '') from dossiers d",
        "select string_agg(encode(line, 'escape'), '') from journal",
    )
    for statement in tables:
        assert "secret" not in str(rows(database_url, statement))
    # Neither does a sample of its values live on.
    await asyncio.to_thread(rows, database_url, "analyze")
    samples = rows(
        database_url,
        "select attname from pg_stats where schemaname = current_schema and attname in ('line', 'snapshot', 'title')",
    )
    assert samples == []


# What can't be read


async def test_newer_tables_are_refused(store: PostgresStore, database_url: str) -> None:
    number = len(MIGRATIONS) + 1
    rows(database_url, f"insert into tess_migrations (number, name) values ({number}, 'later')")
    with pytest.raises(BadSettings) as refused:
        PostgresStore(database_url)
    assert "newer version of TESS" in refused.value.details["problem"]


def test_no_database_is_told_without_its_password() -> None:
    for url in ("postgresql://tess:sesam@127.0.0.1:1/x", "postgresql://tess:se%sam@x/y"):
        with pytest.raises(BadSettings) as refused:
            PostgresStore(url)
        assert "sam" not in str(refused.value)


async def test_tables_are_made_once_by_many_at_once(database_url: str) -> None:
    await asyncio.gather(*(asyncio.to_thread(PostgresStore, database_url) for _ in range(6)))
    assert len(rows(database_url, "select * from tess_migrations")) == len(MIGRATIONS)


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("update journal set line = 'x'::bytea where version = 2", "broken_journal"),
        ("delete from journal where version = 2", "broken_journal"),
        (
            "update journal set line = (select line from journal where version = 1) where version = 2",
            "broken_journal",
        ),
        (
            """update journal set line = convert_to(replace(convert_from(line, 'utf8'),
               '"schema_version":1', '"schema_version":2'), 'utf8') where version = 3""",
            "newer",
        ),
        (
            f"""update journal set line = convert_to(replace(convert_from(line, 'utf8'),
               '{DOSSIER}', '{OTHER}'), 'utf8') where version = 2""",
            "other_id",
        ),
    ],
)
async def test_damaged_dossier_is_refused_and_left_alone(
    store: PostgresStore, database_url: str, damage: str, problem: str
) -> None:
    for text in ("a", "b", "c"):
        await store.commit(saying(text))
    rows(database_url, "update dossiers set snapshot = null, snapshot_version = 0")
    rows(database_url, damage)
    before = rows(database_url, "select * from journal order by version")
    fresh = PostgresStore(database_url)
    for attempt in (fresh.load(DOSSIER), fresh.commit(saying("d")), fresh.journal(DOSSIER)):
        with pytest.raises(DossierUnreadable) as refused:
            await attempt
        assert refused.value.details["problem"] == problem
    assert rows(database_url, "select * from journal order by version") == before
    await fresh.commit(saying("other", dossier_id=OTHER))
    await fresh.close()


async def test_damaged_snapshot_is_made_anew_from_the_journal(
    store: PostgresStore, database_url: str
) -> None:
    await store.commit(saying("a"))
    before = (await store.commit(saying("b"))).dossier
    rows(database_url, "update dossiers set snapshot = 'x'::bytea")
    fresh = PostgresStore(database_url)
    assert await fresh.load(DOSSIER) == before
    assert (await fresh.commit(saying("c"))).dossier.version == 3
    assert len(chain.verify(await fresh.lines(DOSSIER))) == 3
    await fresh.close()


async def test_database_that_only_reads_stores_nothing_and_says_so(
    store: PostgresStore, database_url: str
) -> None:
    await store.commit(saying("a"))
    reader = PostgresStore(f"{database_url}%20-cdefault_transaction_read_only%3Don")
    for attempt in (reader.commit(saying("b")), reader.check()):
        with pytest.raises(StorageFailed) as refused:
            await attempt
        assert refused.value.details["problem"] == "database_only_reads"
    await reader.close()
    assert len(await store.lines(DOSSIER)) == 1


@pytest.mark.parametrize("gone", [(3,), (2, 3), (1, 2, 3)])
@pytest.mark.parametrize("with_snapshot", [True, False])
async def test_rows_deleted_at_the_end_are_noticed(
    store: PostgresStore, database_url: str, gone: tuple[int, ...], with_snapshot: bool
) -> None:
    for text in ("a", "b", "c"):
        await store.commit(saying(text))
    if not with_snapshot:
        rows(database_url, "update dossiers set snapshot = null, snapshot_version = 0")
    rows(database_url, f"delete from journal where version in ({', '.join(map(str, gone))})")
    fresh = PostgresStore(database_url)
    for work in (fresh.load(DOSSIER), fresh.commit(saying("d"))):
        with pytest.raises(DossierUnreadable) as refused:
            await work
        assert refused.value.details["problem"] == "broken_journal"
    await fresh.close()


async def test_what_somebody_goes_on_with_meanwhile_is_not_erased(store: PostgresStore) -> None:
    await store.commit(saying("a"))
    answers = iter([True, False])
    assert [one async for one in store.erase(lambda *_: next(answers))] == []
    assert await store.load(DOSSIER) is not None


async def test_an_erased_dossier_has_no_row_left(store: PostgresStore) -> None:
    await store.commit(saying("a"))
    await store.commit(saying("b", dossier_id=OTHER))
    assert [one async for one in store.erase(lambda one, _: one.id == DOSSIER)] == [DOSSIER]
    async with store.connection() as database:
        for table in ("select id from dossiers", "select dossier_id from journal"):
            assert await (await database.execute(table)).fetchall() == [(OTHER,)]
