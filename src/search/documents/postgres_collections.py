"""Collections in PostgreSQL: each state as the files of its index, which servers copy into their own folders.

An ingest is one transaction: all servers see its state at the same moment, or never. A server copies only the files
that the state before did not have, and an ingest sends only those.
"""

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from filelock import Timeout
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool

from src.disk import failing_as_not_written, make_folder, replace_file
from src.dossier import postgres_sql
from src.dossier.postgres_store import BORROW_SECONDS, as_storage_failure
from src.dossier.postgres_tables import address, migrate
from src.errors import CorpusUnreadable, StorageFailed
from src.identity.caller import current
from src.search.documents.collection import ABOUT, CollectionState, linked
from src.search.documents.described import FILE
from src.search.documents.shared import Publish, SharedCollections
from src.search.index_folder import (
    COLLECTIONS,
    collection_lock,
    current_folder,
    own_library,
    renewed,
)

Database = psycopg.Connection[tuple[Any, ...]]

MARKER = "SHARED"
"""File that has the id of the state that was last brought into the folder of a collection."""

CHUNK_BYTES = 4 << 20
LOCK_SECONDS, LOOKS = 0.05, 200
"""How long another process that brings a state is waited for, and how often; then what is there is searched."""

LIMITS = """
select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', %s, true),
       set_config('tess.tenant', %s, true)
"""
# Schemas of one database keep collections of one name apart.
ALONE = "select pg_advisory_xact_lock(hashtextextended(current_schema() || %s, 32342))"
NEWEST = """
select distinct on (tenant, collection) tenant, collection, id::text from library_states where tenant in ('', %s)
order by tenant, collection, number desc
"""
FILES = "select tenant, files from library_states where id = %s::uuid"
CHUNK = "select content from library_chunks where tenant = %s and sha256 = %s"
KNOWN = "select sha256 from library_chunks where tenant = %s and sha256 = any(%s)"
ADD_CHUNK = "insert into library_chunks (tenant, sha256, content) values (%s, %s, %b)"
ADD_STATE = """
insert into library_states (tenant, collection, fingerprint, files) values (%s, %s, %s, %s) returning id::text
"""
# The state before stays for a server that is about to copy it.
FORGET_STATES = """
delete from library_states where tenant = %(tenant)s and collection = %(name)s and number not in (
    select number from library_states where tenant = %(tenant)s and collection = %(name)s order by number desc limit 2)
"""
FORGET_CHUNKS = """
delete from library_chunks where tenant = %(tenant)s and sha256 not in (
    select jsonb_array_elements_text(file.value) from library_states, jsonb_each(files) as file
    where tenant = %(tenant)s)
"""


class PostgresCollections(SharedCollections):
    """``SharedCollections`` in one database, safe for many threads, processes and machines.

    The tables are made or brought up to date at once; ``BadSettings`` where there is no such database, or its tables
    are newer than this program.
    """

    def __init__(self, url: str) -> None:
        conninfo = address(url)
        migrate(conninfo)
        self._pool: ConnectionPool[Database] = ConnectionPool(
            conninfo,
            kwargs={"prepare_threshold": None},
            min_size=0,
            max_size=4,
            open=True,
            check=ConnectionPool.check_connection,
            timeout=BORROW_SECONDS,
            name="tess library",
        )

    def close(self) -> None:
        self._pool.close()

    def look(self, library_dir: Path) -> None:
        """Bring what is newer; while the database is away, what was brought before is searched."""
        places = {"": library_dir, current().tenant: own_library(library_dir)}
        with suppress(StorageFailed), self._transaction("10s") as database:
            newest = _newest(database, current().tenant)
            for tenant, place in places.items():
                brought = (place / COLLECTIONS).glob(f"*/{MARKER}")
                names = {name for of, name in newest if of == tenant}
                for name in names.union(marker.parent.name for marker in brought):
                    home = place / COLLECTIONS / name
                    if _brought(home) != newest.get((tenant, name)):
                        _follow(database, tenant, home)

    @contextmanager
    def changing(self, home: Path) -> Iterator[Publish]:
        """Hold a collection in a transaction that a ``Publish`` commits."""
        tenant, published = current().tenant, list[str]()

        def publish(folder: Path) -> None:
            published.append(_add(database, tenant, home, folder))
            database.commit()

        with collection_lock(home), self._transaction("0") as database:
            database.execute(ALONE, [f"{tenant}/{home.name}"])
            newest = _newest(database, tenant).get((tenant, home.name))
            if newest:
                _bring(database, home, newest)
            yield publish
            folder = current_folder(home)
            if folder and not (newest or published):  # what was there before it was shared
                publish(folder)
            if published:
                replace_file(home / MARKER, published[-1].encode())

    @contextmanager
    def _transaction(self, longest_statement: str) -> Iterator[Database]:
        with as_storage_failure(), self._pool.connection() as database:
            database.execute(postgres_sql.TRANSACTION)
            database.execute(LIMITS, [longest_statement, current().tenant])
            yield database


def _newest(database: Database, tenant: str) -> dict[tuple[str, str], str]:
    """Return the newest state of each collection that a tenant may read, by tenant and name."""
    return {(of, name): state for of, name, state in database.execute(NEWEST, [tenant])}


def _follow(database: Database, tenant: str, home: Path) -> None:
    """Bring the newest state; one process does, and others wait for it."""

    def newest() -> str | None:
        return _newest(database, tenant).get((tenant, home.name))

    for _ in range(LOOKS):
        with suppress(Timeout), collection_lock(home).acquire(timeout=LOCK_SECONDS):
            if state := newest():
                _bring(database, home, state)
            else:
                shutil.rmtree(home, ignore_errors=True)
        if _brought(home) == newest():
            return


def _brought(home: Path) -> str | None:
    try:
        return (home / MARKER).read_text()
    except FileNotFoundError:
        return None


def _bring(database: Database, home: Path, state: str) -> None:
    """Put a state in use in a folder that nobody else writes to; files that are there already get a second name."""
    if _brought(home) == state:
        return
    tenant, files = _row(database, FILES, state)
    make_folder(home)
    before = current_folder(home)
    with failing_as_not_written(home), renewed(home) as folder:
        for name, chunks in files.items():
            into = folder / name
            if not into.resolve().is_relative_to(folder.resolve()):
                problem = "the database names a file outside of the collection"
                raise CorpusUnreadable(path=str(home), problem=problem)
            into.parent.mkdir(parents=True, exist_ok=True)
            if before and _hashes(before / name) == chunks:
                linked(before / name, into)
            else:
                with into.open("wb") as file:
                    for sha256 in chunks:
                        file.write(_row(database, CHUNK, tenant, sha256)[0])
        _add_descriptions(home, folder / FILE)
    replace_file(home / MARKER, state.encode())


def _row(database: Database, query: str, *values: object) -> tuple[Any, ...]:
    row = database.execute(query, values, binary=True).fetchone()
    if row is None:  # newer states came and this one went, while it was being copied
        raise StorageFailed(problem="database_slow")
    return row


def _add_descriptions(home: Path, brought: Path) -> None:
    """Keep what a model wrote elsewhere beside what it wrote here."""
    if brought.exists():
        with (home / FILE).open("ab+") as file:
            file.seek(0)
            known = set(file)
            lines = brought.read_bytes().splitlines(keepends=True)
            file.writelines(line for line in lines if line not in known)


def _hashes(path: Path) -> list[str] | None:
    if not path.is_file():
        return None
    return [hashlib.sha256(chunk).hexdigest() for chunk in _parts(path)]


def _parts(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def _add(database: Database, tenant: str, home: Path, folder: Path) -> str:
    """Add the state in a folder and return its id; of those before it the last one stays."""
    state = CollectionState.model_validate_json((folder / ABOUT).read_bytes())
    if (home / FILE).exists():
        shutil.copyfile(home / FILE, folder / FILE)
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
    files: Mapping[str, list[str]] = {
        name: hashes for name, path in paths.items() if (hashes := _hashes(path)) is not None
    }
    named = [sha256 for hashes in files.values() for sha256 in hashes]
    # Chunks of several collections are one: who adds some must not meet who takes some out.
    database.execute(ALONE, [f"{tenant}//"])
    known = {sha256 for (sha256,) in database.execute(KNOWN, [tenant, named])}
    for name, hashes in files.items():
        if known.issuperset(hashes):
            continue
        for sha256, content in zip(hashes, _parts(paths[name]), strict=True):
            if sha256 not in known:
                database.execute(ADD_CHUNK, [tenant, sha256, content])
                known.add(sha256)
    values = [tenant, home.name, state.fingerprint, Jsonb(files)]
    (added,) = _row(database, ADD_STATE, *values)
    whose = {"tenant": tenant, "name": home.name}
    database.execute(FORGET_STATES, whose)
    database.execute(FORGET_CHUNKS, whose)
    return str(added)
