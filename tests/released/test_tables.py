"""The tables of PostgreSQL as they once were: today's program opens each, brings it up to date and goes on.

``tables/step_N.sql`` is what ``pg_dump --inserts`` told of a database in which the last version that knew N steps had
held a conversation, forgotten another and put it on hold, and done what else it could by then: tokens and a document of
the client from step 3 on, a picture and something left to carry out from step 8 on, labels and the archive from step 9
on, what a tenant used of its limits at step 10.
For the next: ``PGOPTIONS='-c bytea_output=escape' pg_dump --no-owner --no-privileges --inserts``, of which comments,
``SET``, ``set_config`` and the name of the schema are taken out, so that it loads into whatever schema there is.
"""

import asyncio
import json
import re
from multiprocessing.synchronize import Barrier
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr

from src.bootstrap import build
from src.desks.catalogue import load_kinds
from src.dossier.listing import summaries
from src.dossier.postgres_sql import MIGRATIONS
from src.dossier.postgres_store import PostgresStore
from src.dossier.store import DossierQuery
from src.identity.registry import TokenTable
from src.settings import Settings
from tests.dossier.postgres_server import PostgresServer
from tests.dossier.turns import saying
from tests.dossier.writing import CHILDREN
from tests.in_process import tess
from tests.lending import with_starter_index
from tests.serving import served

TABLES = Path(__file__).parent / "tables"
NEVER_ALONE = {6, 7}
"""Steps that came into the program together with the one after them: no version ever stood there."""

SHAPE = """
select table_name, column_name, data_type, is_nullable, column_default, attstattarget, attstorage
from information_schema.columns join pg_attribute on attrelid = table_name::regclass and attname = column_name
where table_schema = current_schema order by 1, 2
"""
INDEXES = "select replace(indexdef, schemaname || '.', '') from pg_indexes where schemaname = current_schema order by 1"


def rows(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as database:
        cursor = database.execute(statement.encode())
        return list(cursor) if cursor.description else []


def step(path: Path) -> int:
    return int(path.stem.removeprefix("step_"))


DUMPS = sorted(TABLES.iterdir(), key=step)


@pytest.fixture(params=DUMPS, ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, database_url: str) -> tuple[int, str]:
    """A step, and the address of a database as it was then."""
    rows(database_url, request.param.read_text("utf-8"))
    return step(request.param), database_url


@pytest.fixture
def oldest(database_url: str) -> str:
    rows(database_url, DUMPS[0].read_text("utf-8"))
    return database_url


def test_the_tables_of_every_earlier_step_are_kept() -> None:
    earlier = set(range(1, len(MIGRATIONS))) - NEVER_ALONE
    assert earlier <= {step(path) for path in DUMPS}


def test_old_tables_become_those_of_today(
    old: tuple[int, str], tmp_path: Path, postgres: PostgresServer
) -> None:
    number, url = old
    assert rows(url, "select max(number) from tess_migrations") == [(number,)]
    journals = rows(url, "select dossier_id, version, line from journal order by 1, 2")
    done = tess("verify", "--all", "--json", data_dir=tmp_path, DATABASE_URL=url)
    told = json.loads(done.stdout)
    assert (done.returncode, told["verified"], told["broken"]) == (0, 2, [])
    with postgres.schema() as fresh:
        asyncio.run(opened(fresh).close())
        assert rows(url, SHAPE) == rows(fresh, SHAPE)
        assert rows(url, INDEXES) == rows(fresh, INDEXES)
    assert rows(url, "select dossier_id, version, line from journal order by 1, 2") == journals


def opened(url: str) -> PostgresStore:
    load_kinds()
    return PostgresStore(url)


async def test_what_stands_in_old_tables_is_found_and_gone_on_with(old: tuple[int, str]) -> None:
    number, url = old
    store = opened(url)
    try:
        talked, forgotten = sorted(await summaries(store), key=lambda one: one.title)
        assert talked.title == "Binnen welke termijn moet ik bezwaar maken?"
        assert talked.updated_at == (await store.journal(talked.id))[-1].time
        assert (talked.labels, forgotten.archived) == (
            (("acme",), True) if number >= 9 else ((), False)
        )
        assert talked.tenant == ("acme" if number >= 3 else "")
        found = await summaries(store, DossierQuery(words=b"bezwaar maken"))
        assert [one.id for one in found] == [talked.id]
        assert await store.unsettled() == ([talked.id] if number >= 8 else [])
        named = [(one.name, one.desks) for one in await TokenTable(store.connection).every()]
        assert named == ([("anna@acme.nl", ())] if number >= 3 else [])
        before = await store.load(forgotten.id)
        assert before is not None
        assert before.on_hold
        turn = saying("on", dossier_id=talked.id).model_copy(update={"tenant": talked.tenant})
        after = (await store.commit(turn)).dossier
        assert after.version == talked.version + 1
        assert [len(one.claims) for one in after.answers] != []
    finally:
        await store.close()


def starts(url: str, at_once: Barrier) -> None:
    """Open the store as a server that starts does, in a process of its own."""
    at_once.wait(60)
    PostgresStore(url)


async def test_two_servers_that_start_at_once_bring_the_tables_up_to_date_once(
    oldest: str, tmp_path: Path
) -> None:
    folder = with_starter_index(tmp_path)
    settings = Settings(_env_file=None, tess_data_dir=folder, database_url=SecretStr(oldest))
    ((dossier_id,),) = rows(oldest, "select id from dossiers where version = 2")
    at_once = CHILDREN.Barrier(2)
    children = [CHILDREN.Process(target=starts, args=(oldest, at_once)) for _ in range(2)]
    for child in children:
        child.start()
    for child in children:
        await asyncio.to_thread(child.join, 60)
    assert [child.exitcode for child in children] == [0, 0]
    parts = [build(settings) for _ in range(2)]
    async with served(parts[0]) as one, served(parts[1]) as other:
        told = [await server.say("Ja", dossier_id=dossier_id) for server in (one, other)]
    assert [(reply["status"], reply["version"]) for reply in told] == [
        ("success", 3),
        ("success", 4),
    ]
    steps = rows(oldest, "select number, name from tess_migrations order by number")
    assert steps == [(number, path.stem) for number, path in enumerate(MIGRATIONS, start=1)]
    for one_of_both in parts:
        await one_of_both.close()


def test_a_program_that_is_older_than_the_tables_says_so(database_url: str, tmp_path: Path) -> None:
    asyncio.run(opened(database_url).close())
    newer = len(MIGRATIONS) + 1
    rows(database_url, f"insert into tess_migrations (number, name) values ({newer}, 'later')")
    refused = tess("serve", "--port", "0", data_dir=tmp_path, DATABASE_URL=database_url)
    assert refused.returncode == 2
    told = re.sub(r"\s+", " ", refused.stderr)
    page = (Path(__file__).parents[2] / "docs" / "upgrading.md").read_text("utf-8")
    (sentence,) = re.findall(
        r"^> (.*the database was last used by a newer version.*)$", page, re.MULTILINE
    )
    assert (
        sentence.replace("at step 11", f"at step {newer}").replace(
            "knows 10", f"knows {len(MIGRATIONS)}"
        )
        in told
    )
