"""The journal of one dossier on disk: whole lines out, whole lines in, nothing left of a refused one."""

import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path

from pydantic import ValidationError

from src.dossier.files import Sync, is_newer, read_whole, sync_folder, write_whole
from src.dossier.journal import FIRST_PREVIOUS, JournalEntry, hash_of
from src.errors import DossierUnreadable

log = logging.getLogger(__name__)


class JournalFile:
    """The lines of one journal. Writers hold the dossier's lock; readers need none."""

    def __init__(self, dossier_id: str, path: Path, sync: Sync) -> None:
        self._dossier_id = dossier_id
        self._path = path
        self._sync = sync

    def lines(self) -> list[bytes]:
        """Return the whole lines; a torn last one was never acknowledged and is left out."""
        data = read_whole(self._dossier_id, self._path) or b""
        return [line + b"\n" for line in data.split(b"\n")[:-1]]

    def append(self, lines: bytes) -> None:
        """Put these lines on stable storage behind the others; after an OSError nothing is left of them."""
        # Unbuffered: a buffer that could not be flushed is flushed once more by close(), after the truncation.
        with self._path.open("ab", buffering=0) as file:
            end = self._without_torn_line(file)
            try:
                write_whole(file, lines)
                self._settle(file)
            except OSError:
                os.ftruncate(file.fileno(), end)
                with suppress(OSError):
                    self._sync(file.fileno())
                raise

    def settle(self) -> None:
        """Make all that can be read here survive a crash, also what a writer left that died before it could."""
        with self._path.open("rb", buffering=0) as file:
            self._settle(file)

    def _settle(self, file: FileIO) -> None:
        self._sync(file.fileno())
        # Always: whether the file's name is on stable storage can't be seen, and where it is, this is cheap.
        sync_folder(self._path.parent, self._sync)

    def _without_torn_line(self, file: FileIO) -> int:
        """Set an unfinished last line aside, in ``.torn``, and return the length of the whole lines."""
        data = self._path.read_bytes()
        end = data.rfind(b"\n") + 1
        if end < len(data):
            with self._path.with_suffix(".torn").open("ab", buffering=0) as torn:
                write_whole(torn, data[end:] + b"\n")
                self._sync(torn.fileno())
            os.ftruncate(file.fileno(), end)
            log.warning("set aside a torn line of %d bytes: %s", len(data) - end, self._dossier_id)
        return end


def entries_after(dossier_id: str, lines: Sequence[bytes], version: int = 0) -> list[JournalEntry]:
    """Return the entries beyond ``version``, each checked to follow the line before it; 0 checks the whole chain.

    Reads from the end, as nearly always none or one is asked for.
    """
    later: list[JournalEntry] = []
    known = 0
    for line in reversed(lines):
        entry = parsed(dossier_id, line)
        if entry.version <= version:
            known = entry.version
            break
        later.append(entry)
    later.reverse()
    if later and known != version:  # no line leads to such a state: nothing can be put on top of it
        raise DossierUnreadable(dossier_id=dossier_id, problem="other_history")
    first = len(lines) - len(later)
    before = lines[first - 1] if first else None
    for entry, line in zip(later, lines[first:], strict=True):
        # Only an entry that carries what another program or a lost journal held may skip versions.
        in_step = entry.version == known + 1 or (entry.request is None and entry.version > known)
        if not in_step or entry.previous_hash != previous_hash(before):
            raise DossierUnreadable(dossier_id=dossier_id, problem="broken_journal")
        known, before = entry.version, line
    return later


def parsed(dossier_id: str, line: bytes) -> JournalEntry:
    """Return the entry of this line; ``DossierUnreadable`` where it is none, or another dossier's."""
    try:
        entry = JournalEntry.model_validate_json(line)
    except ValidationError as error:
        problem = "newer" if is_newer(line) else "broken_journal"
        raise DossierUnreadable(dossier_id=dossier_id, problem=problem) from error
    if entry.dossier_id != dossier_id:
        raise DossierUnreadable(dossier_id=dossier_id, problem="other_id")
    return entry


def previous_hash(line: bytes | None) -> str:
    """Return what the line after this one carries; None stands for the start of the journal."""
    return FIRST_PREVIOUS if line is None else hash_of(line)
