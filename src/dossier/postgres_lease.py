"""The lease of a dossier in PostgreSQL: an advisory lock of a connection of its own, which ends with it."""

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
    """A lease that is held, for as long as its connection is."""

    def __init__(self, database: Database, dossier_id: str) -> None:
        self._database = database
        self._dossier_id = dossier_id

    async def check(self) -> None:
        await self._database.execute(sql.ALIVE)

    async def settle(self) -> None:
        await self._database.execute(sql.SETTLE, [self._dossier_id])


@asynccontextmanager
async def postgres_lease(
    lend: Lend, dossier_id: str, *, waits: bool
) -> AsyncIterator[Lease | None]:
    """Hold the lease of a dossier; None where another has it, unless this ``waits``."""
    async with lend() as database:
        taken = await _taken(database, dossier_id)
        while waits and not taken:
            await asyncio.sleep(LOOK_SECONDS)
            taken = await _taken(database, dossier_id)
        yield PostgresLease(database, dossier_id) if taken else None


async def _taken(database: Database, dossier_id: str) -> bool:
    row = await (await database.execute(sql.LEASE, [dossier_id])).fetchone()
    if not (row and row[0]):
        return False
    await database.execute(sql.UNSETTLE, [dossier_id])
    return True
