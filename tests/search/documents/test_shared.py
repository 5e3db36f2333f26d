"""Collections that servers share: what one ingests another finds, whole or not at all."""

import asyncio
import json
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg
import pytest

from src.errors import CorpusUnreadable, StorageFailed, UnknownCollection
from src.identity.caller import Caller, calling
from src.search.documents.collections import collections, ingest_collection, open_collection
from src.search.documents.described import FILE
from src.search.documents.postgres_collections import PostgresCollections
from src.search.documents.retriever import CollectionRetriever
from src.search.documents.shared import NOT_SHARED, SharedCollections
from src.search.index_folder import current_folder
from src.search.known_words import WORD_VECTORS
from src.search.word_vectors import WordVectors
from src.settings import PROJECT_ROOT
from tests.dossier.postgres_server import PostgresServer
from tests.dossier.writing import CHILDREN
from tests.search.documents.folders import guide, quiet
from tests.search.encoding import WordEncoder

NAME = "guide"
QUESTION = "Which folder does LANTERN_DATA_DIR name?"


@dataclass(frozen=True)
class Libraries:
    """What is ingested in one folder and searched in another; one folder, where nothing is shared."""

    shared: SharedCollections
    written: Path
    read: Path

    def ingest(self, pages: Path, encoder: WordEncoder | None = None) -> None:
        ingest_collection((pages,), self.written, NAME, quiet, encoder, shared=self.shared)

    async def found(self, query: str = QUESTION, encoder: WordEncoder | None = None) -> list[str]:
        """Return the headings that are found, best first."""
        await asyncio.to_thread(self.shared.look, self.read)
        retriever = CollectionRetriever(self.read, NAME, encoder)
        return [section.document.title for section in await retriever.search(query, 5)]


@pytest.fixture(params=["folder", "postgres"])
def libraries(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Libraries]:
    if request.param == "folder":
        yield Libraries(NOT_SHARED, tmp_path / "library", tmp_path / "library")
        return
    with closing(PostgresCollections(request.getfixturevalue("database_url"))) as shared:
        yield Libraries(shared, tmp_path / "a" / "library", tmp_path / "b" / "library")


@pytest.fixture
def shared(database_url: str) -> Iterator[PostgresCollections]:
    with closing(PostgresCollections(database_url)) as made:
        yield made


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return guide(tmp_path)


def folder_of(library: Path) -> Path:
    folder = current_folder(library / "collections" / NAME)
    assert folder
    return folder


def files_of(library: Path) -> dict[str, bytes]:
    folder = folder_of(library)
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


# The contract: a folder that is not shared, and PostgreSQL


async def test_what_is_ingested_is_found(libraries: Libraries, pages: Path) -> None:
    await asyncio.to_thread(libraries.ingest, pages)
    assert (await libraries.found())[0] == "Folder"


async def test_a_change_is_found_and_what_was_removed_is_not(
    libraries: Libraries, pages: Path
) -> None:
    await asyncio.to_thread(libraries.ingest, pages)
    await libraries.found()
    (pages / "oil.md").write_text("# Oil\n\nThe reservoir takes whale oil.\n")
    (pages / "setup.md").unlink()
    await asyncio.to_thread(libraries.ingest, pages)
    assert (await libraries.found("the reservoir takes whale oil"))[0] == "Oil"
    assert "Folder" not in await libraries.found()


async def test_it_is_found_by_meaning(libraries: Libraries, pages: Path) -> None:
    encoder = WordEncoder(same={"spectacles": "glas"})
    (pages / "glass.md").write_text("# Glas\n\nWipe it.\n")
    await asyncio.to_thread(libraries.ingest, pages, encoder)
    assert "Glas" in await libraries.found("spectacles", encoder)


async def test_an_ingest_that_finds_nothing_to_keep_leaves_what_there_is(
    libraries: Libraries, pages: Path
) -> None:
    class Broken(WordEncoder):
        async def encode(self, texts: object) -> None:  # type: ignore[override]  # it only raises
            raise StorageFailed(problem="disk_full")

    await asyncio.to_thread(libraries.ingest, pages)
    before = await libraries.found()
    (pages / "setup.md").unlink()
    with pytest.raises(StorageFailed):
        await asyncio.to_thread(libraries.ingest, pages, Broken())
    assert await libraries.found() == before


async def test_two_ingests_take_turns(libraries: Libraries, pages: Path, tmp_path: Path) -> None:
    others = [tmp_path / name for name in "xyz"]
    for other in others:
        other.mkdir()
        (other / f"{other.name}.md").write_text(f"# Kind {other.name}\n\nAll about {other.name}.\n")
    await asyncio.gather(*(asyncio.to_thread(libraries.ingest, (other)) for other in others))
    await libraries.found()
    (state,) = collections(libraries.read)
    assert state.sections == 1


# PostgreSQL


async def test_another_server_has_the_very_files(
    shared: PostgresCollections, pages: Path, tmp_path: Path
) -> None:
    a, b = (Libraries(shared, tmp_path / "a", tmp_path / name) for name in "ab")
    await asyncio.to_thread(b.ingest, pages, WordEncoder())
    await b.found()
    assert files_of(a.read) == files_of(b.read)
    (state,) = collections(b.read)
    assert state == collections(a.read)[0]


async def test_kept_questions_find_the_same(shared: PostgresCollections, tmp_path: Path) -> None:
    encoder = WordVectors.load(WORD_VECTORS)
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    ingested = (PROJECT_ROOT / "docs",), libraries.written, NAME, quiet, encoder
    await asyncio.to_thread(partial(ingest_collection, *ingested, shared=shared))
    await libraries.found()
    lines = (PROJECT_ROOT / "benchmarks/questions/docs.jsonl").read_text().splitlines()
    one, other = (
        CollectionRetriever(library, NAME, encoder)
        for library in (libraries.written, libraries.read)
    )
    assert lines
    for question in (json.loads(line)["question"] for line in lines):
        found = [await retriever.search(question, 10) for retriever in (one, other)]
        ranked = [[(of.document.id, of.score) for of in sections] for sections in found]
        assert ranked[0] == ranked[1]


async def test_only_what_changed_is_sent_and_copied(
    shared: PostgresCollections, database_url: str, pages: Path, tmp_path: Path
) -> None:
    for number in range(60):
        (pages / f"p{number}.md").write_text(f"# Page {number}\n\nAll about kind{number}.\n")
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    await asyncio.to_thread(libraries.ingest, pages)
    await libraries.found()
    before = {path.stat().st_ino for path in folder_of(libraries.read).rglob("runs-*")}
    assert before
    (pages / "oil.md").write_text("# Oil\n\nThe reservoir takes whale oil.\n")
    await asyncio.to_thread(libraries.ingest, pages)
    await libraries.found()
    assert before <= {path.stat().st_ino for path in folder_of(libraries.read).rglob("runs-*")}
    await asyncio.to_thread(libraries.ingest, pages)  # nothing has changed
    with psycopg.connect(database_url) as database:
        rows = database.execute("select fingerprint from library_states order by number").fetchall()
    assert len(rows) == 2
    assert rows[-1][0] == open_collection(libraries.read, NAME).state.fingerprint


async def test_old_states_and_their_chunks_go(
    shared: PostgresCollections, database_url: str, pages: Path, tmp_path: Path
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    for number in range(4):
        (pages / "number.md").write_text(f"# Number\n\nIt is {number}.\n")
        await asyncio.to_thread(libraries.ingest, pages)
    with psycopg.connect(database_url) as database:
        states = database.execute("select files from library_states").fetchall()
        kept = {row[0] for row in database.execute("select sha256 from library_chunks").fetchall()}
    assert len(states) == 2
    assert kept == {sha256 for (files,) in states for of in files.values() for sha256 in of}


async def test_a_server_whose_folder_was_wiped_has_it_again(
    shared: PostgresCollections, pages: Path, tmp_path: Path
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    await asyncio.to_thread(libraries.ingest, pages)
    (libraries.written / "collections" / NAME / FILE).write_bytes(b"\n{}\n")
    (pages / "setup.md").write_text("# Setup\n\nLANTERN_DATA_DIR names the folder.\n")
    await asyncio.to_thread(libraries.ingest, pages)
    before = await libraries.found()
    shutil.rmtree(libraries.read)
    assert await libraries.found() == before
    assert (libraries.read / "collections" / NAME / FILE).read_bytes() == b"\n{}\n"


async def test_a_state_that_can_not_be_copied_whole_is_not_searched(
    shared: PostgresCollections, database_url: str, pages: Path, tmp_path: Path
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    await asyncio.to_thread(libraries.ingest, pages)
    before = await libraries.found()
    (pages / "setup.md").unlink()
    await asyncio.to_thread(libraries.ingest, pages)
    with psycopg.connect(database_url) as database:
        database.execute("delete from library_chunks")
    assert await libraries.found() == before


async def test_what_a_folder_had_before_is_shared_by_its_next_ingest(
    shared: PostgresCollections, pages: Path, tmp_path: Path
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    ingest_collection((pages,), libraries.written, NAME, quiet)
    shared.look(libraries.written)
    with pytest.raises(UnknownCollection):
        await libraries.found()
    await asyncio.to_thread(libraries.ingest, pages)
    assert (await libraries.found())[0] == "Folder"


async def test_what_was_removed_from_the_database_is_gone_everywhere(
    shared: PostgresCollections, database_url: str, pages: Path, tmp_path: Path
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    await asyncio.to_thread(libraries.ingest, pages)
    await libraries.found()
    with psycopg.connect(database_url) as database:
        database.execute("delete from library_states")
    with pytest.raises(UnknownCollection):
        await libraries.found()


async def test_no_row_names_a_file_outside_of_its_collection(
    shared: PostgresCollections, database_url: str, pages: Path, tmp_path: Path
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    await asyncio.to_thread(libraries.ingest, pages)
    with psycopg.connect(database_url) as database:
        database.execute("""update library_states set files = '{"../../../out": []}'""")
    with pytest.raises(CorpusUnreadable):
        await libraries.found()
    assert not (tmp_path / "b" / "out").exists()


async def test_while_the_database_is_away_what_was_brought_is_searched(
    postgres: PostgresServer, shared: PostgresCollections, pages: Path, tmp_path: Path
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    await asyncio.to_thread(libraries.ingest, pages)
    before = await libraries.found()
    await asyncio.to_thread(postgres.restart, "immediate")
    assert await libraries.found() == before


# An ingest that is killed


class Deadly(PostgresCollections):
    """Kills its process right after an ingest was committed, before its own folder has it."""

    @contextmanager
    def changing(self, home: Path) -> "Iterator[object]":  # type: ignore[override]  # tells less of what it lends
        with super().changing(home) as publish:

            def last(folder: Path) -> None:
                publish(folder)
                os.kill(os.getpid(), signal.SIGKILL)

            yield last


def ingests(url: str, pages: Path, library: Path, *, dies: bool) -> None:
    """Ingest in a process of its own."""
    shared = (Deadly if dies else PostgresCollections)(url)
    ingest_collection((pages,), library, NAME, quiet, shared=shared)


async def test_an_ingest_killed_in_its_transaction_changes_nothing(
    postgres: PostgresServer,
    shared: PostgresCollections,
    database_url: str,
    pages: Path,
    tmp_path: Path,
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    await asyncio.to_thread(libraries.ingest, pages)
    before = await libraries.found()
    (pages / "setup.md").unlink()
    given = (database_url, pages, libraries.written)
    child = CHILDREN.Process(target=ingests, args=given, kwargs={"dies": False})
    with psycopg.connect(database_url) as database:
        known = database.execute("select count(*) from library_chunks").fetchone()
        # Its chunks are sent by now, and it waits to add its state.
        database.execute("lock table library_states in share mode")
        child.start()
        waiting = "select count(*) from pg_stat_activity where wait_event = 'relation' and query like '%_states%'"
        while postgres.run(waiting) == [(0,)]:
            await asyncio.to_thread(child.join, 0.01)
            assert child.exitcode is None
        child.kill()
        await asyncio.to_thread(child.join)
    for library in (libraries.written, libraries.read):
        assert await Libraries(shared, library, library).found() == before
    while postgres.run(waiting) != [(0,)]:
        pass
    with psycopg.connect(database_url) as database:
        assert database.execute("select count(*) from library_chunks").fetchone() == known
    await asyncio.to_thread(libraries.ingest, pages)
    assert "Folder" not in await libraries.found()


async def test_an_ingest_killed_after_its_transaction_is_there(
    shared: PostgresCollections, database_url: str, pages: Path, tmp_path: Path
) -> None:
    libraries = Libraries(shared, tmp_path / "a", tmp_path / "b")
    await asyncio.to_thread(libraries.ingest, pages)
    (pages / "setup.md").unlink()
    given = (database_url, pages, libraries.written)
    child = CHILDREN.Process(target=ingests, args=given, kwargs={"dies": True})
    child.start()
    await asyncio.to_thread(child.join)
    assert child.exitcode == -signal.SIGKILL
    for library in (libraries.written, libraries.read):
        assert "Folder" not in await Libraries(shared, library, library).found()


# Tenants

ACME, OTHER = Caller("anna", "acme"), Caller("bob", "other")


@contextmanager
def no_superuser(postgres: PostgresServer, url: str) -> Iterator[str]:
    """Lend the address of the same schema for a user whom row security binds."""
    name = url.rpartition("%3D")[2]
    postgres.run(f"create role {name} login")
    postgres.run(f"grant all on schema {name} to {name}")
    try:
        yield url.replace("//postgres:", f"//{name}:")
    finally:
        postgres.run(f"drop owned by {name}")
        postgres.run(f"drop role {name}")


async def test_a_tenant_finds_its_own_and_what_is_everybodys(
    libraries: Libraries, pages: Path, tmp_path: Path
) -> None:
    await asyncio.to_thread(libraries.ingest, pages)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "setup.md").write_text("# Secret\n\nLANTERN_DATA_DIR is at acme.\n")
    with calling(ACME):
        await asyncio.to_thread(libraries.ingest, tmp_path / "own")
        assert (await libraries.found())[0] == "Secret"
        assert [state.sections for state in collections(libraries.read)] == [1]
    for caller in (OTHER, Caller("local", "")):
        with calling(caller):
            assert (await libraries.found())[0] == "Folder"


async def test_row_security_keeps_tenants_apart(
    postgres: PostgresServer, database_url: str, pages: Path, tmp_path: Path
) -> None:
    with no_superuser(postgres, database_url) as url, closing(PostgresCollections(url)) as shared:
        with calling(ACME):
            await asyncio.to_thread(Libraries(shared, tmp_path / "a", tmp_path).ingest, pages)
        for tenant, seen in (("acme", 1), ("other", 0), ("", 0)):
            with psycopg.connect(url) as database:
                database.execute("select set_config('tess.tenant', %s, true)", [tenant])
                for table in ("library_states", "library_chunks"):
                    row = database.execute(f"select count(*) > 0 from {table}".encode()).fetchone()
                    assert row == (bool(seen),)
        with psycopg.connect(url) as database:
            database.execute("select set_config('tess.tenant', 'other', true)")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                database.execute(
                    "insert into library_chunks (tenant, sha256, content) values ('acme', 'x', 'x')"
                )
