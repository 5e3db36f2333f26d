"""The list of tokens: which were made, for which desks, and which of them are revoked.

``TokenRegistry`` is the door; behind it stand a file of the data folder and a table of the database.
"""

import asyncio
import os
from asyncio import Task, get_running_loop
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from src.disk import make_folder
from src.dossier import files
from src.dossier.models import Frozen
from src.dossier.postgres_rows import Lend
from src.errors import StorageFailed

NAME = "tokens.jsonl"
LOCK_SECONDS = 10.0

COLUMNS = ("jti", "name", "tenant", "created", "expires", "desks", "revoked")
ADD = "insert into tokens (jti, name, tenant, created, expires, desks) values (%s, %s, %s, %s, %s, %s)"
FIND = f"select {', '.join(COLUMNS)} from tokens where jti = %s"  # noqa: S608  # all of it is ours
EVERY = f"select {', '.join(COLUMNS)} from tokens order by created, jti"  # noqa: S608  # as above
REVOKE = "update tokens set revoked = %s where jti = %s and revoked is null"


class TokenRecord(Frozen):
    """A token that was made; the token itself is kept nowhere."""

    jti: str
    name: str
    tenant: str
    created: datetime
    expires: datetime
    revoked: datetime | None = None
    desks: tuple[str, ...] = ()
    """Names of the desks that it opens; empty: all there are."""

    def state(self, now: datetime) -> str:
        """Return ``valid``, ``expired`` or ``revoked``."""
        if self.revoked:
            return "revoked"
        return "expired" if self.expires <= now else "valid"


class TokenRegistry(Protocol):
    """Knows every token; what one process adds or revokes, all others see at their next look.

    Every method raises ``StorageFailed`` where the list can't be read or written: then nobody is let in.
    """

    async def add(self, record: TokenRecord) -> None:
        """Take a new token in."""

    async def find(self, jti: str) -> TokenRecord | None:
        """Return the token of this id; None where none was made."""

    async def every(self) -> list[TokenRecord]:
        """Return all tokens, the oldest first."""

    async def revoke(self, jti: str, when: datetime) -> None:
        """Let a token be valid no longer; one that is revoked stays as it is."""


class TokenLine(Frozen):
    """One line: a token, or the id of one that is revoked from then on."""

    token: TokenRecord | None = None
    revoked: str = ""
    when: datetime | None = None


class TokenFile:
    """A ``TokenRegistry`` in a file, for the servers of one machine: a line for each token, one for each revoked.

    The file is read again whenever it has changed.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._stamp: files.Stamp | None = None
        self._known: dict[str, TokenRecord] = {}
        self._reading: Task[dict[str, TokenRecord]] | None = None
        self._following: Task[dict[str, TokenRecord]] | None = None

    async def add(self, record: TokenRecord) -> None:
        await asyncio.to_thread(self._append, TokenLine(token=record))

    async def find(self, jti: str) -> TokenRecord | None:
        return (await self._read_now()).get(jti)

    async def every(self) -> list[TokenRecord]:
        return list((await self._read_now()).values())

    async def revoke(self, jti: str, when: datetime) -> None:
        await asyncio.to_thread(self._append, TokenLine(revoked=jti, when=when))

    async def _read_now(self) -> dict[str, TokenRecord]:
        """Return what is listed now; who comes while the list is read shares one further reading of it."""
        if self._following is None or self._following.get_loop() is not get_running_loop():
            self._following = asyncio.create_task(self._read_after(self._reading))
        return await asyncio.shield(self._following)

    async def _read_after(
        self, other: Task[dict[str, TokenRecord]] | None
    ) -> dict[str, TokenRecord]:
        if other and other.get_loop() is get_running_loop():
            await asyncio.wait([other])
        self._reading, self._following = self._following, None
        return await asyncio.to_thread(self._read)

    def _append(self, line: TokenLine) -> None:
        data = line.model_dump_json(exclude_defaults=True).encode() + b"\n"
        with files.as_storage_failure():
            make_folder(self._path.parent)
            with (
                files.locked(self._path.with_suffix(".lock"), LOCK_SECONDS),
                files.opened(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND) as handle,
            ):
                os.ftruncate(handle, len(_whole(handle)))
                files.write_whole(handle, data)
                os.fsync(handle)
                files.sync_folder(self._path.parent, os.fsync)

    def _read(self) -> dict[str, TokenRecord]:
        with files.as_storage_failure():
            try:
                with files.opened(self._path, os.O_RDONLY) as handle:
                    found = files.stamp_of(handle)
                    if found != self._stamp:
                        self._known = _added_up(_whole(handle).splitlines())
                        self._stamp = found
            except FileNotFoundError:
                self._known, self._stamp = {}, None
        return self._known


def _whole(handle: int) -> bytes:
    """Return the lines that were finished; one that a crash left unfinished was never confirmed to anybody."""
    data = os.pread(handle, os.fstat(handle).st_size, 0)
    return data[: data.rfind(b"\n") + 1]


def _added_up(lines: Iterable[bytes]) -> dict[str, TokenRecord]:
    known: dict[str, TokenRecord] = {}
    for data in lines:
        try:
            line = TokenLine.model_validate_json(data)
        except ValidationError:
            # It may have been a revocation, so nobody is let in by what is left.
            raise StorageFailed(problem="tokens_unreadable") from None
        if line.token:
            known[line.token.jti] = line.token
        elif line.revoked in known and not known[line.revoked].revoked:
            update = {"revoked": line.when}
            known[line.revoked] = known[line.revoked].model_copy(update=update)
    return known


class TokenTable:
    """A ``TokenRegistry`` in the database, for servers on several machines.

    It stands on the connections that ``PostgresStore`` lends, whose migrations make the table.
    """

    def __init__(self, lend: Lend) -> None:
        self._lend = lend

    async def add(self, record: TokenRecord) -> None:
        values = [*(getattr(record, name) for name in COLUMNS[:-2]), list(record.desks)]
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
