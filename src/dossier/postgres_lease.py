"""The lease of a dossier in PostgreSQL: an advisory lock of a transaction of its own, which ends with it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from src.dossier import postgres_sql as sql
from src.dossier.postgres_rows import Database
from src.dossier.store import Lease

LOOK_SECONDS = 0.05
"""Between two looks whether the lease is free."""

Lend = Callable[[], AbstractAsyncContextManager[Database]]
"""Lends a connection that nobody else uses; whatever breaks is ``StorageFailed``."""


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
async def postgres_lease(
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
