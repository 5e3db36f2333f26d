"""The journal of one dossier on disk: whole lines out, whole lines in, nothing left of a refused one."""

import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pydantic_core import from_json

from src.dossier import chain, files
from src.dossier.journal import JournalEntry
from src.errors import DossierUnreadable, JournalBroken

log = logging.getLogger(__name__)


class Piece(NamedTuple):
    """Lines of a journal, and what its file was when they were read."""

    lines: list[bytes]
    stamp: files.Stamp


class JournalFile:
    """The lines of one journal. Writers hold the dossier's lock; readers need none."""

    def __init__(self, dossier_id: str, path: Path, sync: files.Sync) -> None:
        self._dossier_id = dossier_id
        self._path = path
        self._sync = sync

    def read(self, offset: int = 0) -> Piece | None:
        """Return the whole lines from ``offset`` on; a torn last one was never acknowledged and is left out.

        What only lacks its line feed because another byte stands there was acknowledged: it counts as a (broken) line.
        """
        found = files.read_from(self._dossier_id, self._path, offset)
        if found is None:
            return None
        data, stamp = found
        *whole, tail = data.split(b"\n")
        lines = [line + b"\n" for line in whole]
        return Piece([*lines, tail] if sound(tail[:-1] + b"\n") else lines, stamp)

    def append(self, data: bytes, end: int, *, named: bool) -> files.Stamp:
        """Put these lines on stable storage behind ``end``, where the whole lines end; after an OSError none is left.

        ``named``: that the name of the file is on stable storage is known.
        """
        with files.opened(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT) as handle:
            self._set_torn_line_aside(handle, end)
            try:
                files.write_whole(handle, data)
                self._sync(handle)
                if not named:
                    files.sync_folder(self._path.parent, self._sync)
            except OSError:
                os.ftruncate(handle, end)
                with suppress(OSError):
                    self._sync(handle)
                raise
            return files.stamp_of(handle)

    def settle(self) -> None:
        """Make all that can be read here survive a crash, also what a writer left that died before it could."""
        with files.opened(self._path, os.O_RDONLY) as handle:
            self._sync(handle)
        files.sync_folder(self._path.parent, self._sync)

    def _set_torn_line_aside(self, handle: int, end: int) -> None:
        if files.stamp_of(handle).size <= end:
            return
        found = files.read_from(self._dossier_id, self._path, end)
        torn = found[0] if found else b""
        with files.opened(
            self._path.with_suffix(".torn"), os.O_WRONLY | os.O_APPEND | os.O_CREAT
        ) as aside:
            files.write_whole(aside, torn + b"\n")
            self._sync(aside)
        os.ftruncate(handle, end)
        told = {"dossier": self._dossier_id, "bytes": len(torn)}
        log.warning("set a torn line aside", extra=told)


def verified(dossier_id: str, lines: Sequence[bytes]) -> list[chain.Line]:
    """Return the lines of a whole journal of this dossier, the chain checked; else ``DossierUnreadable``."""
    try:
        known = chain.verify(lines)
    except JournalBroken as error:
        raise _unreadable(dossier_id, lines[int(error.details["entry"]) - 1]) from error
    if known and known[0].dossier_id != dossier_id:
        raise _unreadable(dossier_id, lines[0])
    return known


def entries(dossier_id: str, lines: Sequence[bytes]) -> list[JournalEntry]:
    """Return the turns of a whole journal of this dossier, the chain checked; else ``DossierUnreadable``."""
    return chain.entries(verified(dossier_id, lines))


def following(dossier_id: str, before: chain.Line, lines: Sequence[bytes]) -> list[chain.Line]:
    """Return these lines, each checked to follow the one before it; else ``DossierUnreadable``."""
    known: list[chain.Line] = []
    for data in lines:
        line = sound(data)
        if line is None or not chain.follows(before, line):
            raise _unreadable(dossier_id, data)
        known.append(line)
        before = line
    return known


def sound(data: bytes) -> chain.Line | None:
    """Return the line that these bytes are, its own hashes checked; None where they are none."""
    try:
        line = chain.read(1, data)
    except JournalBroken:
        return None
    return line if chain.is_sound(data, line) else None


def _unreadable(dossier_id: str, data: bytes) -> DossierUnreadable:
    if files.is_newer(data):
        return DossierUnreadable(dossier_id=dossier_id, problem="newer")
    try:
        other = from_json(data)["dossier_id"] != dossier_id
    except (ValueError, TypeError, KeyError):
        other = False
    return DossierUnreadable(
        dossier_id=dossier_id, problem="other_id" if other else "broken_journal"
    )
