"""The list of tokens in the database, for servers on several machines."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any

from src.dossier.postgres_rows import Database
from src.identity.registry import TokenRecord

COLUMNS = ("jti", "name", "tenant", "created", "expires", "revoked")
ADD = "insert into tokens (jti, name, tenant, created, expires) values (%s, %s, %s, %s, %s)"
FIND = "select jti, name, tenant, created, expires, revoked from tokens where jti = %s"
EVERY = "select jti, name, tenant, created, expires, revoked from tokens order by created, jti"
REVOKE = "update tokens set revoked = %s where jti = %s and revoked is null"


class TokenTable:
    """A ``TokenRegistry`` over the connections that ``PostgresStore`` lends; its migrations make the table."""

    def __init__(self, lend: Callable[[], AbstractAsyncContextManager[Database]]) -> None:
        self._lend = lend

    async def add(self, record: TokenRecord) -> None:
        values = [getattr(record, name) for name in COLUMNS[:-1]]
        async with self._lend() as database:
            await database.execute(ADD, values)

    async def find(self, jti: str) -> TokenRecord | None:
        async with self._lend() as database:
            row = await (await database.execute(FIND, [jti])).fetchone()
        return _record(row) if row else None

    async def every(self) -> list[TokenRecord]:
        async with self._lend() as database:
            return [_record(row) for row in await (await database.execute(EVERY)).fetchall()]

    async def revoke(self, jti: str, when: datetime) -> None:
        async with self._lend() as database:
            await database.execute(REVOKE, [when, jti])


def _record(row: tuple[Any, ...]) -> TokenRecord:
    return TokenRecord(**dict(zip(COLUMNS, row, strict=True)))
