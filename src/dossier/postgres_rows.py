"""The rows of one dossier in PostgreSQL: what is read and written inside a transaction."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from src.dossier import blobs, chain, journal_rows
from src.dossier import postgres_sql as sql
from src.dossier.answers import quotes_added
from src.dossier.chain import Sealed
from src.dossier.finding import words_added
from src.dossier.journal import JournalEntry, Turn, check_same, fold
from src.dossier.journal_file import verified
from src.dossier.journal_rows import Held
from src.dossier.models import Dossier, json_of
from src.dossier.store import Committed
from src.errors import DossierUnreadable


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
    return journal_rows.earlier(journal_rows.read(dossier_id, found), message_id)


async def repeated(database: Database, turn: Turn) -> Committed | None:
    asked = turn.request
    if asked is None or not asked.message_id:
        return None
    known = await earlier(database, turn.dossier_id, asked.message_id)
    if known:
        check_same(known.entry, asked)
    return known


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
    keys = [journal_rows.message_key(entry) for _, entry in lines]
    words = [words_added(entry.patch) for _, entry in lines]
    await database.execute(sql.INSERT, [dossier.id, versions, data, keys, words])
    size = before.snapshot_size if before else 0
    beyond = (before.beyond if before else 0) + sum(map(len, data))
    title = journal_rows.title_of(dossier).encode()
    about = (dossier.desk, dossier.version, dossier.created_at, title, dossier.tenant)
    unanswered = 0 if dossier.answers else dossier.version
    quotes = _quotes_added(before, lines, dossier)
    listed = (lines[-1][0].line.time, list(dossier.labels), dossier.archived)
    values = (*about, unanswered, beyond, *listed, quotes, quotes, dossier.id)
    row = await (await database.execute(sql.UPDATE, values)).fetchone()
    assert row is not None  # its lock is ours
    if beyond >= size:
        snapshot = json_of(dossier)
        await database.execute(sql.SNAPSHOT, [snapshot, dossier.version, dossier.id])
        size, beyond = len(snapshot), 0
    return Held(dossier, chain.erased(lines[-1][0].line), row[0], size, beyond)


def _quotes_added(
    before: Held | None, lines: list[tuple[Sealed, JournalEntry]], dossier: Dossier
) -> bytes | None:
    if len(lines) > 1:
        return None  # of a whole journal it is read when it is asked for
    return quotes_added(before.dossier if before else None, lines[0][1], dossier)
