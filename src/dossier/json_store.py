"""Dossiers as files: ``{id}.jsonl``, the journal, and ``{id}.json``, the state it adds up to.

The journal line, fsynced, is the commit point. The state file is a convenience: it is replaced atomically after the
line, and a reader that finds it behind the journal rolls it forward in memory. A state ahead of its journal (a copy
taken between the two, a journal that was lost) loses nothing: the next commit first journals what was missing.
"""

import asyncio
import os
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from filelock import FileLock
from pydantic_core import to_json

from src.dossier.carry import carrying_turn
from src.dossier.files import Sync, as_storage_failure
from src.dossier.journal import JournalEntry, Turn, after, fold
from src.dossier.journal_file import JournalFile, entries_after, parsed, previous_hash
from src.dossier.models import DOSSIER_ID, Dossier
from src.dossier.state_file import StateFile, remove_orphans
from src.dossier.store import Committed, DossierSummary
from src.errors import BadDossierId, DossierUnreadable, MessageIdReused

Result = TypeVar("Result")
Clock = Callable[[], datetime]

LOCK_SECONDS = 10
POLL_SECONDS = 0.01


def utc_now() -> datetime:
    """Return the time of day, only ever used to tell people when something happened."""
    return datetime.now(UTC)


class JsonStore:
    """A ``DossierStore`` over one folder, safe for many tasks, threads and processes on one machine."""

    def __init__(self, folder: Path, clock: Clock = utc_now, sync: Sync = os.fsync) -> None:
        self._folder = folder
        self._clock = clock
        self._sync = sync
        with as_storage_failure():
            folder.mkdir(parents=True, exist_ok=True)
            remove_orphans(folder)

    async def load(self, dossier_id: str) -> Dossier | None:
        return await asyncio.to_thread(lambda: self._read(dossier_id)[0])

    async def commit(self, turn: Turn) -> Committed:
        return await asyncio.to_thread(self._locked, turn.dossier_id, lambda: self._commit(turn))

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        return await asyncio.to_thread(self._find, dossier_id, message_id)

    async def journal(self, dossier_id: str) -> list[JournalEntry]:
        return await asyncio.to_thread(lambda: entries_after(dossier_id, self._lines(dossier_id)))

    async def summaries(self) -> list[DossierSummary]:
        return await asyncio.to_thread(self._summaries)

    async def check(self) -> None:
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        with as_storage_failure(), tempfile.TemporaryFile(dir=self._folder, buffering=0) as probe:
            probe.write(b"room")
            self._sync(probe.fileno())

    def _path(self, dossier_id: str, suffix: str) -> Path:
        # The last defence: whatever a caller forgot, no other name ever becomes a path.
        if not DOSSIER_ID.fullmatch(dossier_id):
            raise BadDossierId
        return self._folder / f"{dossier_id}{suffix}"

    def _state(self, dossier_id: str) -> StateFile:
        return StateFile(dossier_id, self._path(dossier_id, ".json"), self._sync)

    def _journal(self, dossier_id: str) -> JournalFile:
        return JournalFile(dossier_id, self._path(dossier_id, ".jsonl"), self._sync)

    def _lines(self, dossier_id: str) -> list[bytes]:
        return self._journal(dossier_id).lines()

    def _locked(self, dossier_id: str, work: Callable[[], Result]) -> Result:
        path = self._path(dossier_id, ".lock")
        with as_storage_failure():
            self._folder.stat()  # a folder that is gone (a disk not mounted) must not be made anew by the lock
            with FileLock(path, timeout=LOCK_SECONDS, poll_interval=POLL_SECONDS):
                return work()

    def _read(self, dossier_id: str) -> tuple[Dossier | None, list[bytes]]:
        """Return the dossier as last committed, and the lines of its journal."""
        # The state first: a turn that is committed in between is then in the journal, never in the state alone.
        state = self._state(dossier_id).read()
        lines = self._lines(dossier_id)
        if state is None and not lines:
            with as_storage_failure():
                self._folder.stat()  # no such dossier is one thing, no such folder another
            return None, lines
        # Once the original program's dossier has a journal, its content stands in the first line.
        dossier = None if state is None or (state.is_foreign and lines) else state.dossier
        for entry in entries_after(dossier_id, lines, dossier.version if dossier else 0):
            dossier = after(dossier, entry)
        return dossier, lines

    def _find(self, dossier_id: str, message_id: str) -> Committed | None:
        if not _mentioned(self._lines(dossier_id), message_id):
            return None
        return self._locked(dossier_id, lambda: self._earlier(dossier_id, message_id))

    def _earlier(self, dossier_id: str, message_id: str) -> Committed | None:
        journal = self._journal(dossier_id)
        lines = journal.lines()
        if not _mentioned(lines, message_id):
            return None
        entries = entries_after(dossier_id, lines)
        for index, entry in enumerate(entries):
            if entry.request and entry.request.message_id == message_id:
                # Its writer may have died before it could be sure of the disk, and ``success`` is said now.
                journal.settle()
                dossier = fold(entries[: index + 1])
                assert dossier is not None  # there is at least this entry
                return Committed(dossier=dossier, entry=entry, repeated=True)
        return None

    def _commit(self, turn: Turn) -> Committed:
        asked = turn.request
        if asked and asked.message_id:
            earlier = self._earlier(turn.dossier_id, asked.message_id)
            if earlier and earlier.entry.request and earlier.entry.request.message != asked.message:
                raise MessageIdReused
            if earlier:
                return earlier
        return self._append(turn)

    def _append(self, turn: Turn) -> Committed:
        state, lines = self._read(turn.dossier_id)
        before, added = self._carried(state, lines)
        version = before.version + 1 if before else 1
        entry = self._entry(turn, version, self._clock(), [*lines, *added])
        dossier = after(before, entry)
        self._journal(turn.dossier_id).append(b"".join([*added, entry.line()]))
        self._state(turn.dossier_id).replace(dossier)
        return Committed(dossier=dossier, entry=entry)

    def _carried(
        self, state: Dossier | None, lines: list[bytes]
    ) -> tuple[Dossier | None, list[bytes]]:
        """Return the dossier to go on from, and the line that the journal needs first to add up to it, if any."""
        journalled = parsed(state.id, lines[-1]).version if state and lines else 0
        if state is None or 0 < journalled == state.version:
            return state, []
        whole = fold(entries_after(state.id, lines))
        time = self._clock() if whole else state.created_at
        entry = self._entry(carrying_turn(whole, state), max(1, state.version), time, lines)
        return after(whole, entry), [entry.line()]

    def _entry(self, turn: Turn, version: int, time: datetime, lines: list[bytes]) -> JournalEntry:
        return JournalEntry(
            **dict(turn),
            version=version,
            time=time,
            previous_hash=previous_hash(lines[-1] if lines else None),
        )

    def _summaries(self) -> list[DossierSummary]:
        changed: dict[str, int] = {}
        with as_storage_failure():
            for path in self._folder.iterdir():
                if path.suffix in {".json", ".jsonl"} and DOSSIER_ID.fullmatch(path.stem):
                    changed[path.stem] = max(changed.get(path.stem, 0), path.stat().st_mtime_ns)
        newest = sorted(changed, key=lambda name: changed[name], reverse=True)
        return [summary for name in newest if (summary := self._summary(name))]

    def _summary(self, dossier_id: str) -> DossierSummary | None:
        try:
            dossier, _ = self._read(dossier_id)
        except DossierUnreadable:
            return None  # opening it says what is wrong; a list of the others must not fail for it
        if dossier is None:
            return None  # a first turn that could not be stored left an empty journal
        asked = next((said.content for said in dossier.conversation if said.role == "user"), "")
        return DossierSummary(
            id=dossier.id,
            desk=dossier.desk,
            version=dossier.version,
            created_at=dossier.created_at,
            title=" ".join(asked.split())[:80],
        )


def _mentioned(lines: list[bytes], message_id: str) -> bool:
    """Return whether the bytes of this message id stand in the journal: far cheaper than parsing it."""
    sought = b'"message_id":' + to_json(message_id)
    return any(sought in line for line in lines)
