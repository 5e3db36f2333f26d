"""The list of tokens in a file of the data folder: one line for each that was made, one for each that was revoked."""

import asyncio
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from src.dossier.file_lock import locked
from src.dossier.files import Stamp, as_storage_failure, opened, stamp_of, sync_folder, write_whole
from src.dossier.models import Frozen
from src.errors import StorageFailed
from src.identity.registry import TokenRecord

NAME = "tokens.jsonl"
LOCK_SECONDS = 10.0


class Line(Frozen):
    """One line: a token, or the id of one that is revoked from then on."""

    token: TokenRecord | None = None
    revoked: str = ""
    when: datetime | None = None


class TokenFile:
    """A ``TokenRegistry`` for the servers of one machine; the file is read again whenever it has changed."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._stamp: Stamp | None = None
        self._known: dict[str, TokenRecord] = {}

    async def add(self, record: TokenRecord) -> None:
        await asyncio.to_thread(self._append, Line(token=record))

    async def find(self, jti: str) -> TokenRecord | None:
        return (await asyncio.to_thread(self._read)).get(jti)

    async def every(self) -> list[TokenRecord]:
        return list((await asyncio.to_thread(self._read)).values())

    async def revoke(self, jti: str, when: datetime) -> None:
        await asyncio.to_thread(self._append, Line(revoked=jti, when=when))

    def _append(self, line: Line) -> None:
        data = line.model_dump_json(exclude_defaults=True).encode() + b"\n"
        with as_storage_failure():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with (
                locked(self._path.with_suffix(".lock"), LOCK_SECONDS),
                opened(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND) as handle,
            ):
                os.ftruncate(handle, len(_whole(handle)))
                write_whole(handle, data)
                os.fsync(handle)
                sync_folder(self._path.parent, os.fsync)

    def _read(self) -> dict[str, TokenRecord]:
        with as_storage_failure():
            try:
                with opened(self._path, os.O_RDONLY) as handle:
                    found = stamp_of(handle)
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
            line = Line.model_validate_json(data)
        except ValidationError:
            # It may have been a revocation, so nobody is let in by what is left.
            raise StorageFailed(problem="tokens_unreadable") from None
        if line.token:
            known[line.token.jti] = line.token
        elif line.revoked in known and not known[line.revoked].revoked:
            update = {"revoked": line.when}
            known[line.revoked] = known[line.revoked].model_copy(update=update)
    return known
