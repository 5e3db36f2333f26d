"""The rows of dossiers in PostgreSQL: what is read and written inside a transaction, and the lease of a dossier."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

from src.dossier import blobs, chain, journal_rows
from src.dossier import postgres_sql as sql
from src.dossier.answers import Quoted, quotes_added, quotes_from, quotes_in
from src.dossier.chain import Sealed
from src.dossier.finding import words_added
from src.dossier.journal import JournalEntry, Turn, check_same, fold
from src.dossier.journal_file import entries, verified
from src.dossier.journal_rows import Held
from src.dossier.listing import LARGEST_PAGE, Position
from src.dossier.models import Dossier, json_of
from src.dossier.store import Committed, DossierPage, DossierQuery, DossierSummary, Lease
from src.errors import DossierUnreadable, JournalBroken, UnknownVersion

QUOTED_PAGE = 100
"""Dossiers of one page where their quotes are asked for: of each the whole journal may have to be read."""

LOOK_SECONDS = 0.05
"""Between two looks whether the lease is free."""


class Rows(Protocol):
    """What a statement found."""

    async def fetchone(self) -> tuple[Any, ...] | None: ...

    async def fetchall(self) -> list[tuple[Any, ...]]: ...


class Database(Protocol):
    """A connection, as far as it is used here."""

    async def execute(
        self,
        query: str,
        params: Sequence[Any] | Mapping[str, Any] | None = None,
        *,
        binary: bool = False,
    ) -> Rows: ...

    def transaction(self) -> AbstractAsyncContextManager[object]: ...


Lend = Callable[[], AbstractAsyncContextManager[Database]]
"""Lends a connection that nobody else uses; whatever breaks is ``StorageFailed``."""


async def lock(database: Database, dossier_id: str) -> int:
    """Take the lock of a dossier until the transaction ends; return the number of its last change, 0 for a new one."""
    while True:
        row = await (await database.execute(sql.LOCK, [dossier_id])).fetchone()
        if row:
            return int(row[0])
        # Waits for another one that does the same; who erases the dossier may have it gone again by then.
        await database.execute(sql.NEW, [dossier_id])


async def lines(database: Database, query: str, *values: object) -> list[bytes]:
    rows = await (await database.execute(query, values, binary=True)).fetchall()
    return [line for (line,) in rows]


async def read(database: Database, dossier_id: str) -> Held | None:
    row = await (await database.execute(sql.STATE, [dossier_id], binary=True)).fetchone()
    if row is None:
        return None
    changed, data, beyond, version, found = row
    snapshot = journal_rows.snapshot_of(dossier_id, data)
    if snapshot is None:
        found = await lines(database, sql.LINES, dossier_id)
    dossier, last = journal_rows.state(dossier_id, snapshot, found)
    if dossier.version != version:  # its last rows are gone
        raise DossierUnreadable(dossier_id=dossier_id, problem="broken_journal")
    return Held(dossier, last, changed, len(data) if snapshot else 0, beyond)


async def earlier(database: Database, dossier_id: str, message_id: str) -> Committed | None:
    """Return the turn of this message id, with the dossier right after it."""
    key = [dossier_id, journal_rows.key_of(message_id)]
    if not await (await database.execute(sql.MESSAGE, key)).fetchone():
        return None
    found = await lines(database, sql.LINES, dossier_id)
    return journal_rows.earlier(entries(dossier_id, found), message_id)


async def repeated(database: Database, turn: Turn) -> Committed | None:
    known = turn.message_id and await earlier(database, turn.dossier_id, turn.message_id)
    if known:
        check_same(known.entry, turn)
    return known or None


async def put_blobs(database: Database, dossier_id: str, new: Mapping[str, bytes]) -> None:
    for sha256, content in new.items():
        await database.execute(sql.PUT_BLOB, [dossier_id, sha256, content])


async def put_more_blobs(database: Database, dossier_id: str, new: Mapping[str, bytes]) -> None:
    """Insert blobs that a turn brings; raises ``TooManyPictures``."""
    kept = await (await database.execute(sql.BLOBS, [dossier_id])).fetchall()
    blobs.check_room([name for (name,) in kept], new)
    await put_blobs(database, dossier_id, new)


async def blob(database: Database, dossier_id: str, sha256: str) -> bytes | None:
    cursor = await database.execute(sql.BLOB, [dossier_id, sha256], binary=True)
    row = await cursor.fetchone()
    return bytes(row[0]) if row else None


async def replace(
    database: Database, dossier_id: str, lines: list[bytes], new: Mapping[str, bytes]
) -> Held:
    """Replace all lines of the dossier, keep the blobs they name and insert ``new``; else ``DossierUnreadable``."""
    known = verified(dossier_id, lines)
    every = chain.entries(known)
    dossier = fold(every)
    if dossier is None:
        raise DossierUnreadable(dossier_id=dossier_id, problem="broken_journal")
    await database.execute(sql.DELETE, [dossier_id])
    await put_blobs(database, dossier_id, new)
    await database.execute(sql.KEEP_BLOBS, [dossier_id, sorted(blobs.named(every))])
    sealed = map(Sealed, known, lines)
    return await write(database, dossier, list(zip(sealed, every, strict=True)), None)


async def remove(database: Database, dossier_id: str) -> None:
    await database.execute(sql.DELETE, [dossier_id])
    await database.execute(sql.KEEP_BLOBS, [dossier_id, []])
    await database.execute(sql.DELETE_DOSSIER, [dossier_id])


async def write(
    database: Database,
    dossier: Dossier,
    lines: list[tuple[Sealed, JournalEntry]],
    before: Held | None,
) -> Held:
    """Insert lines, the last of which makes the dossier what it is, on top of ``before``."""
    data = [sealed.data for sealed, _ in lines]
    versions = [sealed.line.version for sealed, _ in lines]
    keys = [journal_rows.key_of(entry.message_id) for _, entry in lines]
    words = [words_added(entry.patch) for _, entry in lines]
    await database.execute(sql.INSERT, [dossier.id, versions, data, keys, words])
    size = before.snapshot_size if before else 0
    beyond = (before.beyond if before else 0) + sum(map(len, data))
    title = journal_rows.title_of(dossier).encode()
    about = (dossier.desk, dossier.version, dossier.created_at, title, dossier.tenant)
    unanswered = 0 if dossier.answers else dossier.version
    # The quotes of a whole journal are read when they are asked for.
    known, first = before.dossier if before else None, lines[0][1]
    quotes = quotes_added(known, first, dossier) if len(lines) == 1 else None
    listed = (lines[-1][0].line.time, list(dossier.labels), dossier.archived)
    values = (*about, unanswered, beyond, *listed, quotes, quotes, dossier.id)
    row = await (await database.execute(sql.UPDATE, values)).fetchone()
    assert row is not None  # its lock is ours
    if beyond >= size:
        snapshot = json_of(dossier)
        await database.execute(sql.SNAPSHOT, [snapshot, dossier.version, dossier.id])
        size, beyond = len(snapshot), 0
    return Held(dossier, chain.erased(lines[-1][0].line), row[0], size, beyond)


# Pages


async def page(
    database: Database, wanted: DossierQuery, start: Position, limit: int
) -> DossierPage:
    """Return the page behind this place."""
    window = LARGEST_PAGE if wanted.words else min(limit, LARGEST_PAGE)
    if wanted.answered:
        window = min(window, QUOTED_PAGE)
    values = {
        "changed": start.changed,
        **wanted.model_dump(include={"tenant", "answered", "desk", "archived"}),
        "labels": list(wanted.labels),
        "desks": list(wanted.desks),
        "limit": window + 1,
    }
    query = sql.PAGE.format(whose="" if wanted.tenant is None else sql.OF_TENANT)
    found = await (await database.execute(query, values)).fetchall()
    more, found = len(found) > window, found[:window]
    last = found[-1] if more else None
    if wanted.words:
        holding = await _holding(database, [row[0] for row in found], wanted.words)
        found = [row for row in found if row[0] in holding]
        if len(found) > limit:
            found = found[:limit]
            last = found[-1]
    # The columns are the fields of a summary, in their order.
    named = (dict(zip(DossierSummary.model_fields, row, strict=False)) for row in found)
    shown = tuple(DossierSummary(**row | {"title": row["title"].decode()}) for row in named)
    following = str(Position(last[-1], last[0])) if last else ""
    quotes = await _quotes(database, [row[0] for row in found]) if wanted.answered else {}
    return DossierPage(dossiers=shown, next=following, quotes=quotes)


async def _quotes(database: Database, ids: list[str]) -> dict[str, tuple[Quoted, ...]]:
    """Return what the answers of these dossiers quote; of those of which that is not known it is read."""
    told = dict(await (await database.execute(sql.QUOTES, [ids])).fetchall())
    for text in ids:
        if text not in told:
            told |= await _read_quotes(database, text)
    every = {entry: quotes_from(data) for entry, data in told.items()}
    return {entry: quotes for entry, quotes in every.items() if quotes is not None}


async def _read_quotes(database: Database, dossier_id: str) -> dict[str, bytes]:
    """Read and keep what the answers of a dossier quote; nothing where it can't be read."""
    try:
        held = await read(database, dossier_id)
        found = await lines(database, sql.LINES, dossier_id)
        turns = await asyncio.to_thread(entries, dossier_id, found)
        known = await asyncio.to_thread(quotes_in, turns)
    except (DossierUnreadable, JournalBroken, UnknownVersion):
        return {}  # who reads the whole dossier says what is wrong with it
    if held is None:
        return {}
    await database.execute(sql.SET_QUOTES, [known, dossier_id, held.changed])
    return {dossier_id: known}


async def _holding(database: Database, ids: list[str], words: bytes) -> set[str]:
    for (dossier_id,) in await (await database.execute(sql.WORDLESS, [ids])).fetchall():
        await _add_words(database, dossier_id)
    return {
        name for (name,) in await (await database.execute(sql.HOLDING, [ids, words])).fetchall()
    }


async def _add_words(database: Database, dossier_id: str) -> None:
    """Add the words of lines that were written by a version before there were any; a broken journal stays without."""
    found = await lines(database, sql.LINES, dossier_id)
    try:
        known = entries(dossier_id, found)
    except DossierUnreadable:
        return
    versions = [entry.version for entry in known]
    words = [words_added(entry.patch) for entry in known]
    await database.execute(sql.SET_WORDS, [versions, words, dossier_id])


# The lease of a dossier: an advisory lock of a transaction of its own, which ends with it


class PostgresLease:
    """A lease that is held, for as long as its transaction is; what it notes is committed beside that."""

    def __init__(self, database: Database, lend: Lend, dossier_id: str) -> None:
        self._database = database
        self._lend = lend
        self._dossier_id = dossier_id

    async def check(self) -> None:
        await self._database.execute(sql.ALIVE)

    async def settle(self) -> None:
        async with self._lend() as database:
            await database.execute(sql.SETTLE, [self._dossier_id])


@asynccontextmanager
async def lease(
    lend_alone: Lend, lend: Lend, dossier_id: str, *, waits: bool
) -> AsyncIterator[Lease | None]:
    """Hold the lease of a dossier; None where another has it, unless this ``waits``."""
    async with lend_alone() as database, database.transaction():
        await database.execute(sql.LEASES)
        taken = await _is_taken(database, dossier_id)
        while waits and not taken:
            await asyncio.sleep(LOOK_SECONDS)
            taken = await _is_taken(database, dossier_id)
        if taken:
            async with lend() as other:
                await other.execute(sql.UNSETTLE, [dossier_id])
        yield PostgresLease(database, lend, dossier_id) if taken else None


async def _is_taken(database: Database, dossier_id: str) -> bool:
    row = await (await database.execute(sql.LEASE, [dossier_id])).fetchone()
    return bool(row and row[0])
