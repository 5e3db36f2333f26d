"""Dossiers in PostgreSQL, for servers on several machines.

A turn is one transaction that holds the lock of the dossier's row. Its line is the very line that the files hold. What
the journal adds up to is kept beside it, and rewritten when the lines beyond it have grown to its size: so what a turn
writes does not grow with the dossier. Where a connection breaks while a transaction is committed, nobody knows whether
it was; the store looks before it says anything.
"""

import asyncio
import logging
import secrets
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterator,
    Mapping,
)
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any, NamedTuple, TypeVar

import psycopg
from psycopg import AsyncConnection, errors
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from src.dossier import chain
from src.dossier import postgres_rows as rows
from src.dossier import postgres_sql as sql
from src.dossier.blobs import NO_BLOBS, by_hash
from src.dossier.journal import JournalEntry, Turn, after, check_there
from src.dossier.journal_file import entries
from src.dossier.journal_rows import Held
from src.dossier.listing import position
from src.dossier.memory import Memory
from src.dossier.models import Dossier
from src.dossier.postgres_tables import address, migrate
from src.dossier.rebasing import may_meet, rebased
from src.dossier.store import (
    Change,
    Clock,
    Committed,
    DossierPage,
    DossierQuery,
    Lease,
    Over,
    utc_now,
)
from src.errors import DossierUnreadable, StorageFailed, StorageUnknown

Result = TypeVar("Result")
Database = AsyncConnection[tuple[Any, ...]]

CONNECTED: dict[str, Any] = {"autocommit": True, "prepare_threshold": None}
"""Nothing is prepared: a pooler's next transaction may be at a connection of the server that knows nothing of it."""
POOL_SIZE = 8
BORROW_SECONDS = 5.0
RECONNECT_SECONDS = 10.0
USE_SECONDS = 20.0
"""A connection that keeps us waiting for so long is given up, whatever the server's own limits."""
LOOKS = 4
"""How often we look whether a transaction of unknown end was committed; each look waits for a connection."""

log = logging.getLogger(__name__)


class _Written(NamedTuple):
    """What a transaction wrote; it is recognised by that when nobody knows how it ended."""

    dossier_id: str
    lines: list[bytes]
    first: int


class _Outcome(NamedTuple):
    committed: Committed | None = None
    held: Held | None = None
    written: _Written | None = None
    replaced: bool = False


class PostgresStore:
    """A ``DossierStore`` over one database, safe for many tasks, processes and machines.

    The tables are made or brought up to date at once; ``BadSettings`` where there is no such database, or its tables
    are newer than this program. The pool of connections opens at the first use, in the event loop of that use.
    """

    def __init__(self, url: str, clock: Clock = utc_now, pool_size: int = POOL_SIZE) -> None:
        self._address = address(url)
        self._clock = clock
        self._pool_size = pool_size
        self._pool: AsyncConnectionPool[Database] | None = None
        self._known: Memory[Held] = Memory()
        """One that was changed elsewhere meanwhile is read anew."""
        self._running: set[asyncio.Task[Any]] = set()
        migrate(self._address)

    async def close(self) -> None:
        """Finish what is being stored and let go of all connections."""
        await asyncio.gather(*self._running, return_exceptions=True)
        if self._pool:
            await self._pool.close()

    async def load(self, dossier_id: str) -> Dossier | None:
        async with self.connection() as database:
            held = await self._held(database, dossier_id)
        return held.dossier if held else None

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        return await self._finished(self._commit(turn, by_hash(contents)))

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        async with self.connection() as database:
            return await rows.earlier(database, dossier_id, message_id)

    async def journal(self, dossier_id: str) -> list[JournalEntry]:
        lines = await self.lines(dossier_id)
        return await asyncio.to_thread(entries, dossier_id, lines)

    async def lines(self, dossier_id: str) -> list[bytes]:
        async with self.connection() as database:
            return await rows.lines(database, sql.LINES, dossier_id)

    async def blob(self, dossier_id: str, sha256: str) -> bytes | None:
        async with self.connection() as database:
            return await rows.blob(database, dossier_id, sha256)

    async def rewrite(
        self, dossier_id: str, change: Change, contents: Collection[bytes] = NO_BLOBS
    ) -> Dossier:
        return await self._finished(self._rewrite(dossier_id, change, by_hash(contents)))

    async def page(self, wanted: DossierQuery, cursor: str, limit: int) -> DossierPage:
        start = position(cursor)
        async with self.connection() as database:
            return await rows.page(database, wanted, start, limit)

    async def ids(self) -> list[str]:
        async with self.connection() as database:
            return [name for (name,) in await (await database.execute(sql.IDS)).fetchall()]

    async def erase(self, over: Over, among: Collection[str] | None = None) -> AsyncIterator[str]:
        erased = False
        try:
            for dossier_id in await self.ids() if among is None else among:
                if await self._finished(self._erase(dossier_id, over)):
                    erased = True
                    yield dossier_id
        finally:
            if erased:
                await self._vacuum()

    def lease(
        self, dossier_id: str, *, waits: bool = False
    ) -> AbstractAsyncContextManager[Lease | None]:
        return rows.lease(self._connection_apart, self.connection, dossier_id, waits=waits)

    async def unsettled(self) -> list[str]:
        async with self.connection() as database:
            return [name for (name,) in await (await database.execute(sql.UNSETTLED)).fetchall()]

    async def check(self) -> None:
        async with self.connection() as database, database.transaction(force_rollback=True):
            await database.execute(sql.NEW, [secrets.token_hex(16)])

    async def _finished(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Return what the work comes to; whoever asked for it may go away, it is done all the same."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _commit(self, turn: Turn, new: Mapping[str, bytes]) -> Committed:
        async def work(database: Database) -> _Outcome:
            changed = await rows.lock(database, turn.dossier_id)
            repeated = await rows.repeated(database, turn)
            if repeated:
                return _Outcome(repeated)
            if new:
                await rows.put_more_blobs(database, turn.dossier_id, new)
            return await self._append(database, turn, changed)

        outcome = await self._decided(work)
        assert outcome.committed is not None  # either the earlier turn or this one
        return outcome.committed

    async def _append(self, database: Database, turn: Turn, changed: int) -> _Outcome:
        before = await self._held(database, turn.dossier_id, changed)
        dossier, last = (before.dossier, before.last) if before else (None, None)
        check_there(dossier, turn)
        if dossier and may_meet(turn, dossier):
            lines = await rows.lines(database, sql.LINES, turn.dossier_id)
            turns = await asyncio.to_thread(entries, turn.dossier_id, lines)
            turn = await asyncio.to_thread(rebased, turn, turns, dossier)
        version = dossier.version + 1 if dossier else 1
        sealed = chain.sealed(turn, version, self._clock(), last, secrets.token_hex(16))
        entry = chain.entry(sealed.line, {})
        dossier = after(dossier, entry)
        held = await rows.write(database, dossier, [(sealed, entry)], before)
        written = _Written(turn.dossier_id, [sealed.data], version)
        return _Outcome(Committed(dossier=dossier, entry=entry), held, written)

    async def _rewrite(self, dossier_id: str, change: Change, new: Mapping[str, bytes]) -> Dossier:
        async def work(database: Database) -> _Outcome:
            await rows.lock(database, dossier_id)
            before = await rows.lines(database, sql.LINES, dossier_id)
            lines = change(before)
            held = await rows.replace(database, dossier_id, lines, new)
            return _Outcome(None, held, _Written(dossier_id, lines, 0), bool(before))

        outcome = await self._decided(work)
        if outcome.replaced:
            await self._vacuum()
        assert outcome.held is not None  # a rewrite always says what it wrote
        return outcome.held.dossier

    async def _erase(self, dossier_id: str, over: Over) -> bool:
        async def work(database: Database) -> _Outcome:
            await rows.lock(database, dossier_id)
            # Looked at once more: somebody may have gone on with it, or put a hold on it.
            held = await rows.read(database, dossier_id)
            is_over = held is not None and over(held.dossier, held.last.time)
            # Where another server was quicker, the lock made an empty row.
            if is_over or held is None:
                await rows.remove(database, dossier_id)
            return _Outcome(replaced=is_over)

        try:
            async with self.connection() as database:
                held = await rows.read(database, dossier_id)
            if held is None or not over(held.dossier, held.last.time):
                return False
            erased = (await self._decided(work)).replaced
        except DossierUnreadable:
            return False
        self._known.forget(dossier_id)
        return erased

    async def _vacuum(self) -> None:
        """Take rows that were replaced out of the tables, which otherwise happens at some later time."""
        try:
            async with await psycopg.AsyncConnection.connect(
                self._address, autocommit=True
            ) as database:
                await database.execute("vacuum dossiers, journal, blobs")
        except psycopg.Error as error:
            told = {"problem": _reason(error), "sqlstate": error.sqlstate}
            log.warning("rows that were replaced are still to be vacuumed", extra=told)

    async def _decided(self, work: Callable[[Database], Awaitable[_Outcome]]) -> _Outcome:
        """Run a transaction and return its outcome once it is committed; when this raises, nothing of it is stored."""
        outcome: _Outcome | None = None
        try:
            async with self.connection() as database, database.transaction():
                await database.execute(sql.TRANSACTION)
                outcome = await work(database)
        except StorageFailed:
            if not outcome or not outcome.written or not await self._is_stored(outcome.written):
                raise
        if outcome.held:
            self._known.put(outcome.held.dossier.id, outcome.held)
        return outcome

    async def _is_stored(self, written: _Written) -> bool:
        """Return whether a transaction whose end nobody saw was committed."""
        for _ in range(LOOKS):
            try:
                async with (
                    self.connection() as database,
                    database.transaction(force_rollback=True),
                ):
                    # The transaction in question holds this lock until it has ended, one way or the other.
                    await rows.lock(database, written.dossier_id)
                    place = (written.dossier_id, written.first, len(written.lines))
                    return await rows.lines(database, sql.LINES_FROM, *place) == written.lines
            except StorageFailed:
                continue
        raise StorageUnknown

    async def _held(
        self, database: Database, dossier_id: str, changed: int | None = None
    ) -> Held | None:
        """Return the dossier as it is now; ``changed`` is the number of its last change, where that is known."""
        if changed is None:
            row = await (await database.execute(sql.CHANGED, [dossier_id])).fetchone()
            changed = row[0] if row else 0
        known = self._known.get(dossier_id)
        if known and known.changed == changed:
            return known
        held = await rows.read(database, dossier_id)
        if held:
            self._known.put(dossier_id, held)
        return held

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Database]:
        """Lend a connection that was seen to work, also for what else is kept in this database.

        ``StorageFailed`` where there is none, or it breaks.
        """
        with as_storage_failure():
            async with asyncio.timeout(USE_SECONDS):
                async with (await self._opened()).connection() as database:
                    yield database

    @asynccontextmanager
    async def _connection_apart(self) -> AsyncIterator[Database]:
        """Lend a connection to one borrower, for as long as it takes."""
        with as_storage_failure():
            connected = AsyncConnection.connect(self._address, **CONNECTED)
            async with await connected as database:
                yield database

    async def _opened(self) -> AsyncConnectionPool[Database]:
        if self._pool is None:
            self._pool = AsyncConnectionPool(
                self._address,
                kwargs=CONNECTED,
                min_size=1,
                max_size=self._pool_size,
                open=False,
                configure=_configure,
                check=AsyncConnectionPool.check_connection,
                timeout=BORROW_SECONDS,
                reconnect_timeout=RECONNECT_SECONDS,
                name="tess",
            )
            await self._pool.open()
        return self._pool


async def _configure(database: Database) -> None:
    await database.execute(sql.SESSION)


@contextmanager
def as_storage_failure() -> Iterator[None]:
    """Turn whatever the database or the way to it fails at into ``StorageFailed``."""
    try:
        yield
    except (psycopg.Error, TimeoutError) as error:
        told = {"problem": _reason(error), "sqlstate": getattr(error, "sqlstate", None)}
        log.warning("the database failed", extra=told)
        raise StorageFailed(problem=_reason(error)) from error


def _reason(error: Exception) -> str:
    """Return why it failed, without what is private: addresses, names, values."""
    slow = (TimeoutError, PoolTimeout, errors.QueryCanceled, errors.LockNotAvailable)
    if isinstance(error, errors.DiskFull):
        return "database_full"
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return "database_only_reads"
    if isinstance(error, slow):
        return "database_slow"
    if isinstance(error, psycopg.OperationalError):
        return "database_lost"
    return "database_refuses"
