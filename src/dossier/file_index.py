"""An index of the dossiers in a folder: what a list shows, a search looks for, and answers quote. Never the truth.

A row says which files it was read from; whoever shows it looks whether these are still there. So nothing here has to
survive a crash, nothing is waited for, and the whole file may be removed at any time: it is rebuilt, as it is where
it is damaged, a copy, or from before the machine was started. Where no file can be written it is held in memory.
"""

import json
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from src.dossier.files import as_storage_failure, stamp
from src.dossier.index_row import IndexRow, Texts, of_files
from src.dossier.listing import Position
from src.dossier.store import DossierQuery
from src.errors import DossierUnreadable, StorageFailed

Result = TypeVar("Result")

NAME = "index.sqlite3"
VERSION = 5
"""Of the tables and what stands in them; an index with another is made anew."""

WAIT_SECONDS = 1.0
"""How long another program may keep this one from writing."""

MEMORY_SECONDS = 60.0
"""How long the index is held in memory after its file could not be used."""

BEHIND_SECONDS = 0.5
"""How long a turn may wait to be taken in, with those that follow it, where another was just before it."""

BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Changes whenever the machine starts: what was not written out by then may be missing."""

PRAGMAS = "pragma page_size = 1024; pragma journal_mode = wal; pragma synchronous = off; pragma secure_delete = on;"

TABLES = Path(__file__).with_suffix(".sql").read_text("ascii")

FIELDS = ", ".join(IndexRow._fields)
PUT = f"""
insert into dossiers ({FIELDS}) values ({", ".join("?" for _ in IndexRow._fields)})
on conflict (id) do update set {", ".join(f"{name} = excluded.{name}" for name in IndexRow._fields[1:])}
"""  # noqa: S608  # no word of it comes from outside
ROWS = f"""
select {FIELDS} from dossiers
where {{whose}} and (changed, id) < (:changed, :id) and (desk is null or (
    (not :answered or answers > 0) and :desk in ('', desk) and coalesce(archived = :archived, true)
    and (:desks = '[]' or desk in (select value from json_each(:desks)))
    and not exists (select value from json_each(:labels) where value not in (select value from json_each(labels)))
))
order by changed desc, id desc limit :limit
"""  # noqa: S608  # as above
KNOWN_STAMPS = "select id, case journal when '' then state else journal end from dossiers"
KNOWN = "select quoted from dossiers where id = ? and journal = ? and desk is not null"
ADD_TEXTS = "insert into texts select number, ?, ? from dossiers where id = ?"
REMOVE_TEXTS = "delete from texts where dossier in (select number from dossiers where id = ?)"
REMOVE = "delete from dossiers where id = ?"
HAS = "select 1 from dossiers where id = ?"
SAME = "select 1 from dossiers where id = ? and journal = ? and state = ?"
HOLDING = """
select distinct id from dossiers join texts on dossier = number
where id in (select value from json_each(?)) and instr(words, ?)
"""

QUOTES = """
select id, quotes from dossiers join texts on dossier = number
where id in (select value from json_each(?)) and quoted and quotes <> x'' order by texts.rowid
"""

log = logging.getLogger(__name__)


class FileIndex:
    """The rows of one folder, for all threads of this process and beside other processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / NAME
        self._lock = threading.RLock()
        self._behind: list[tuple[IndexRow, str, Texts]] = []
        """What ``append`` was given and is still to be written."""
        self._appended = -BEHIND_SECONDS
        self._database: sqlite3.Connection | None = None
        self._inode = 0
        self._file_from = 0.0
        """When the file is to be tried again; until then all is held in memory."""

    @property
    def made(self) -> str:
        """Another text whenever the index was rebuilt, and so knows of no dossier but those changed since."""
        return str(self._found("select made from origin")[0][0])

    def rows(self, wanted: DossierQuery, position: Position, limit: int) -> list[IndexRow]:
        """Return the next rows that are wanted, words aside, and those between them that are still to be read."""
        values = {**position._asdict(), "id": position.dossier_id, "limit": limit}
        values |= wanted.model_dump(include={"tenant", "answered", "desk", "archived"})
        values |= {"labels": json.dumps(wanted.labels), "desks": json.dumps(wanted.desks)}
        whose = ("1",) if wanted.tenant is None else ("tenant = :tenant", "tenant is null")

        def found(database: sqlite3.Connection) -> list[IndexRow]:
            return [
                IndexRow(*row)
                for condition in whose
                for row in database.execute(ROWS.format(whose=condition), values).fetchall()
            ]

        # Each of the two statements goes along an index; both conditions in one would not.
        return sorted(self._run(found), key=lambda row: row[1::-1], reverse=True)[:limit]

    def holding(self, ids: Sequence[str], words: bytes) -> set[str]:
        """Return those dossiers in which these words stand, or stood before a change."""
        return {name for (name,) in self._found(HOLDING, json.dumps(ids), words)}

    def known(self) -> dict[str, str]:
        """Return the stamp of every dossier's journal, of its state where it has no journal."""
        return dict(self._found(KNOWN_STAMPS))

    def quotes(self, ids: Sequence[str]) -> dict[str, bytes]:
        """Return what the answers of these dossiers quote, or quoted once; nothing of those that quote nothing."""
        every: dict[str, bytes] = {}
        for name, quotes in self._found(QUOTES, json.dumps(ids)):
            every[name] = every.get(name, b"") + quotes
        return every

    def look(self, dossier_id: str) -> IndexRow | None:
        """Return the files of a dossier as they are now, unread; None where there are none."""
        beginning = f"{self._folder}/{dossier_id}"
        journal = stamp(dossier_id, f"{beginning}.jsonl")
        state = stamp(dossier_id, f"{beginning}.json")
        return of_files(dossier_id, journal, state) if journal or state else None

    def append(self, row: IndexRow, before: str, texts: Texts) -> None:
        """Take a turn in: the row as it made it, the journal before it, the texts that it brought.

        One soon after another waits, so that many are written at once; whoever reads here finds it all the same.
        """
        with self._lock:
            self._behind.append((row, before, texts))
            wait = self._appended + BEHIND_SECONDS - time.monotonic()
            if wait <= 0:
                self.catch_up()
            elif len(self._behind) == 1:
                timer = threading.Timer(wait, self.catch_up)
                timer.daemon = True
                timer.start()

    def catch_up(self) -> None:
        """Write what waits, unless the files of a dossier can't be looked at: then who reads here is told."""
        with suppress(StorageFailed, DossierUnreadable):
            if self._behind and self._folder.is_dir():  # else there is nothing left to be found
                self._run(lambda _: None)

    def _caught_up(self) -> sqlite3.Connection:
        database = self._opened()
        if self._behind:
            with _transaction(database):
                self._take_in(database)
            self._behind, self._appended = [], time.monotonic()
        return database

    def _take_in(self, database: sqlite3.Connection) -> None:
        # Others may have gone on with a dossier since, or erased it.
        last = {row.id: row for row, _, _ in self._behind}
        there = {name for name, row in last.items() if row.is_of(self.look(name))}
        for row, before, texts in self._behind:
            known = database.execute(KNOWN, (row.id, before)).fetchone()
            is_new = not before and not database.execute(HAS, (row.id,)).fetchone()
            if row.id in there and (known or is_new):
                quoted = texts.quotes is not None and (is_new or bool(known[0]))
                database.execute(PUT, row._replace(quoted=quoted))
                database.execute(ADD_TEXTS, (texts.quotes or b"", texts.words, row.id))
            else:
                self._compare(database, row.id)

    def put(self, read: Sequence[tuple[IndexRow, Texts]]) -> None:
        """Take in what was read; where the files are others by now, that they are to be read."""

        def write(database: sqlite3.Connection) -> None:
            # Nobody else writes meanwhile. So texts are either taken in before they are forgotten, or not at all.
            for row, texts in read:
                now = self.look(row.id)
                if now is None:
                    _remove(database, row.id)
                elif row.is_of(now):
                    _put(database, row._replace(quoted=texts.quotes is not None), texts)
                else:
                    _put(database, now, Texts())

        self._write(write)

    def look_again(self, ids: Sequence[str]) -> None:
        """Compare these dossiers with their files; what differs is to be read."""

        def write(database: sqlite3.Connection) -> None:
            for dossier_id in ids:
                self._compare(database, dossier_id)

        self._write(write)

    def _compare(self, database: sqlite3.Connection, dossier_id: str) -> None:
        now = self.look(dossier_id)
        if now is None:
            _remove(database, dossier_id)
        elif not database.execute(SAME, (dossier_id, now.journal, now.state)).fetchone():
            _put(database, now, Texts())

    def forget(self, dossier_id: str) -> None:
        """Keep nothing of a dossier, not even in the pages of the file; raises ``StorageFailed``."""
        with self._lock:
            self._write(lambda database: _remove(database, dossier_id))
            if not self._is_written_out():
                with as_storage_failure():
                    self._discard()

    def _is_written_out(self) -> bool:
        """Empty the log of what was written, which has the old pages too; False where somebody kept us from it."""
        try:
            (busy, *_) = self._opened().execute("pragma wal_checkpoint(truncate)").fetchone()
        except sqlite3.Error:
            return False
        return not busy and bool(self._inode)

    def _found(self, query: str, *values: str | bytes) -> list[Any]:
        return self._run(lambda database: database.execute(query, values).fetchall())

    def _write(self, work: Callable[[sqlite3.Connection], None]) -> None:
        def written(database: sqlite3.Connection) -> None:
            with _transaction(database):
                work(database)

        self._run(written)

    def _run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        with self._lock:
            for _ in range(2):
                try:
                    return work(self._caught_up())
                except sqlite3.DatabaseError as error:
                    self._give_up(error)
            return work(self._caught_up())

    def _give_up(self, error: sqlite3.DatabaseError) -> None:
        log.warning("the index of dossiers can't be used", extra={"problem": str(error)})
        if not isinstance(error, sqlite3.OperationalError):
            with suppress(OSError):
                self._discard()
                return
        self._close()
        self._file_from = time.monotonic() + MEMORY_SECONDS
        self._inode = 0

    def _opened(self) -> sqlite3.Connection:
        if self._database is not None and self._is_there():
            return self._database
        self._close()
        in_memory = time.monotonic() < self._file_from
        self._database = _connected(":memory:" if in_memory else str(self._path))
        with _transaction(self._database):
            self._inode = 0 if in_memory else _inode(self._path)
            _make(self._database, self._inode)
        return self._database

    def _is_there(self) -> bool:
        """Whether the file is still the one that was opened: another process may have made a new one."""
        if not self._inode:
            return time.monotonic() < self._file_from
        try:
            return _inode(self._path) == self._inode
        except sqlite3.OperationalError:
            return False

    def _discard(self) -> None:
        self._close()
        for end in ("", "-wal", "-shm"):
            Path(f"{self._path}{end}").unlink(missing_ok=True)

    def end(self) -> None:
        """Write what waits, and let go of the file."""
        with self._lock:
            self.catch_up()
            self._close()

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
        self._database = None


def _connected(place: str) -> sqlite3.Connection:
    if place != ":memory:":
        # Made for nobody else to read; what SQLite puts beside it is as private.
        with _as_failing_database(), suppress(FileExistsError):
            os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    # The lock of its owner sees to it that one thread at a time uses it.
    database = sqlite3.connect(
        place, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )
    database.executescript(PRAGMAS)
    return database


def _inode(path: Path) -> int:
    with _as_failing_database():
        return path.stat().st_ino


def _boot() -> str:
    """Return another text after each start of the machine; always the same where nothing tells."""
    with _as_failing_database(), suppress(FileNotFoundError):
        return BOOT.read_text("ascii").strip()
    return ""


@contextmanager
def _as_failing_database() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise sqlite3.OperationalError(error.strerror) from error


def _make(database: sqlite3.Connection, inode: int) -> None:
    """Make the tables, unless they are there, made since the machine was started, and no copy."""
    origin = (VERSION, _boot() if inode else "", inode)
    tables = {name for (name,) in database.execute("select name from sqlite_master")}
    query = "select version, boot, inode from origin"
    if "origin" in tables and database.execute(query).fetchone() == origin:
        return
    for statement in TABLES.split(";"):
        database.execute(statement)
    made = secrets.token_hex(16)
    database.execute("insert into origin values (?, ?, ?, ?)", (*origin, made))


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    database.execute("begin immediate")
    try:
        yield
        database.execute("commit")
    finally:
        if database.in_transaction:
            database.execute("rollback")


def _put(database: sqlite3.Connection, row: IndexRow, texts: Texts) -> None:
    database.execute(PUT, row)
    database.execute(REMOVE_TEXTS, (row.id,))
    if texts.words or texts.quotes:
        database.execute(ADD_TEXTS, (texts.quotes or b"", texts.words, row.id))


def _remove(database: sqlite3.Connection, dossier_id: str) -> None:
    database.execute(REMOVE_TEXTS, (dossier_id,))
    database.execute(REMOVE, (dossier_id,))
