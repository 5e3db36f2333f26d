"""Pages of the dossiers in a folder: from the index where its rows are of the files as they are, else from files."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from src.dossier.answers import Quoted, quotes_from, quotes_in
from src.dossier.file_index import FileIndex
from src.dossier.files import as_storage_failure, stamp_in
from src.dossier.finding import words_in
from src.dossier.index_row import IndexRow, Texts, of_files, told
from src.dossier.journal_rows import title_of
from src.dossier.json_dossier import JsonDossier
from src.dossier.json_view import View
from src.dossier.listing import LARGEST_PAGE, Position, position
from src.dossier.models import DOSSIER_ID
from src.dossier.store import DossierPage, DossierQuery
from src.errors import DossierUnreadable, JournalBroken, UnknownVersion

READ_AT_ONCE = 20
"""Dossiers that are read before somebody may stop it."""

REST = 20
"""Times as long as looking through the whole folder took, until that is done again."""


@dataclass
class PageProgress:
    """How far a page is; a thread can't be stopped, and who asked may leave, so that it is made in small steps."""

    tried: set[str] = field(default_factory=set)
    """Which dossiers were read for it."""
    compared: str = ""
    """The index that the folder was compared with."""
    differing: list[str] = field(default_factory=list)
    """Which are to be compared once more, one by one."""


class JsonPages:
    """The list of one folder; ``files`` returns those of a dossier."""

    def __init__(
        self, folder: Path, index: FileIndex, files: Callable[[str], JsonDossier], rest: float
    ) -> None:
        self._folder = folder
        self._index = index
        self._files = files
        self._rest = rest
        self._rested_at = 0.0
        self._looked_in = ""
        """The index that holds what the folder held when it was looked through."""

    def page(
        self, wanted: DossierQuery, cursor: str, limit: int, progress: PageProgress
    ) -> DossierPage | None:
        """Return the page behind the cursor; None where this was a step towards it: it is to be asked for again."""
        with as_storage_failure():
            self._folder.stat()  # no dossiers are one thing, no such folder another
        made = self._index.made
        is_new = made != self._looked_in or (not cursor and not self._rest)
        if is_new and not self.look_through(progress):
            return None
        window = LARGEST_PAGE if wanted.words else min(limit, LARGEST_PAGE)
        rows = self._index.rows(wanted, position(cursor), window + 1)
        if self._has_read_some(rows[:window], progress.tried, quotes=wanted.answered):
            return None
        page = self._page(wanted, rows, window, limit)
        return page if self._index.made == made else None

    def _page(
        self, wanted: DossierQuery, rows: list[IndexRow], window: int, limit: int
    ) -> DossierPage:
        last = Position(*rows[window - 1][1::-1]) if len(rows) > window else None
        found = [row for row in rows[:window] if row.desk is not None]
        if wanted.words:
            holding = self._index.holding([row.id for row in found], wanted.words)
            found = [row for row in found if row.id in holding]
            if len(found) > limit:
                found = found[:limit]
                last = Position(*found[-1][1::-1])
        shown = tuple(row.summary for row in found if row.summary)
        quotes = self._quotes(found) if wanted.answered else {}
        return DossierPage(dossiers=shown, next=str(last) if last else "", quotes=quotes)

    def _quotes(self, rows: list[IndexRow]) -> dict[str, tuple[Quoted, ...]]:
        quoted = [row.id for row in rows if row.quoted]
        told = self._index.quotes(quoted)
        every = {text: quotes_from(told.get(text, b"")) for text in quoted}
        return {text: quotes for text, quotes in every.items() if quotes is not None}

    def _has_read_some(self, rows: list[IndexRow], tried: set[str], *, quotes: bool) -> bool:
        """Read some of those that are not of the files as they are now, ``tried`` aside; False where there are none.

        ``quotes``: also of those of which it is not known what their answers quote.
        """
        old = (
            row.id
            for row in rows
            if row.desk is None
            or (quotes and not row.quoted)
            or not row.is_of(self._index.look(row.id))
        )
        some = list(islice((text for text in old if text not in tried), READ_AT_ONCE))
        tried.update(some)
        if some:
            read = [self._row(text, quotes=quotes) for text in some]
            self._index.put([pair for pair in read if pair])
        return bool(some)

    def _row(self, dossier_id: str, *, quotes: bool) -> tuple[IndexRow, Texts] | None:
        files = self._files(dossier_id)
        try:
            view = files.view(keep=False)
        except DossierUnreadable:
            now = self._index.look(dossier_id)
            return (now, Texts()) if now else None
        row = row_of(dossier_id, view)
        if view.dossier is None:
            return row, Texts()
        is_quoted = quotes and view.dossier.answers
        return row, Texts(words_in(view.dossier), _quotes_in(files) if is_quoted else None)

    @property
    def has_rested(self) -> bool:
        """Whether the folder is to be looked through again, as other programs may have written there."""
        return time.monotonic() >= self._rested_at

    def look_through(self, progress: PageProgress) -> bool:
        """Compare the whole folder with the index, a step at a time; False where there are more steps to take."""
        made = self._index.made
        if progress.compared != made:
            started = time.monotonic()
            there, known = self._there(), self._index.known()
            every = {**known, **there}
            progress.differing = [text for text in every if there.get(text) != known.get(text)]
            progress.compared = made
            ended = time.monotonic()
            self._rested_at = ended + self._rest * (ended - started)
        self._index.look_again(progress.differing[:LARGEST_PAGE])
        del progress.differing[:LARGEST_PAGE]
        if progress.differing:
            return False
        self._looked_in = made
        return True

    def _there(self) -> dict[str, str]:
        files: dict[str, os.DirEntry[str]] = {}
        with as_storage_failure(), os.scandir(self._folder) as entries:
            for entry in entries:
                name, _, end = entry.name.partition(".")
                if end == "jsonl" or (end == "json" and name not in files):
                    files[name] = entry
            every = {name: entry for name, entry in files.items() if DOSSIER_ID.fullmatch(name)}
            return {name: _stamp_of(entry) for name, entry in every.items()}


def _quotes_in(files: JsonDossier) -> bytes | None:
    try:
        return quotes_in(files.entries())
    except (DossierUnreadable, JournalBroken, UnknownVersion):
        return None  # who reads the whole dossier says what is wrong with it


def row_of(dossier_id: str, view: View) -> IndexRow:
    """Return the row of a dossier that was read or written just so."""
    row, dossier = of_files(dossier_id, view.journal, view.state), view.dossier
    if dossier is None:
        return row
    return row._replace(
        tenant=dossier.tenant,
        desk=dossier.desk,
        version=dossier.version,
        created_at=dossier.created_at.isoformat(),
        title=title_of(dossier),
        answers=len(dossier.answers),
        updated_at=(view.last.time if view.last else dossier.created_at).isoformat(),
        labels=json.dumps(dossier.labels),
        archived=dossier.archived,
    )


def _stamp_of(entry: "os.DirEntry[str]") -> str:
    try:
        return told(stamp_in(entry.stat()))
    except FileNotFoundError:
        return ""  # gone since its name was read
