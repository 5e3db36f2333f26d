"""The state of one dossier on disk: what its journal added up to at some time, or what another program left."""

import logging
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from src.dossier.files import Stamp, Sync, is_newer, locked, problem, read_from, write_anew
from src.dossier.models import SCHEMA, Dossier, Frozen, json_of
from src.errors import DossierUnreadable

log = logging.getLogger(__name__)

ORPHAN = re.compile(r"\.(dos-[0-9a-f]+)\.jsonl?\.\d+\.tmp")
"""Temporary files that a crash left behind; never taken for dossiers, removed at the next start."""


class Mark(Frozen):
    """A place in a journal: a line of it, from which byte to which, and the first line's hash."""

    start: int
    end: int
    hash: str
    origin: str


class State(NamedTuple):
    """A dossier as its state file has it."""

    dossier: Dossier
    mark: Mark | None
    """Where its journal stood."""
    is_foreign: bool
    """True where another program wrote it: no journal added up to it."""
    stamp: Stamp


ForeignReader = Callable[[bytes, datetime], Dossier | None]
"""Returns the dossier that another program left in a state file, its age being that of the file; None: none of its."""


class _StoredState(Dossier):
    """What the file holds: the dossier's fields, and then the mark."""

    journal: Mark | None = None


class StateFile:
    """The state file of one dossier. Writers hold the dossier's lock; readers need none."""

    def __init__(
        self, dossier_id: str, path: Path, sync: Sync, foreign: Sequence[ForeignReader] = ()
    ) -> None:
        self._dossier_id = dossier_id
        self._path = path
        self._sync = sync
        self._foreign = foreign

    def read(self) -> State | None:
        """Return the state; None where there is no file, ``DossierUnreadable`` where it is no dossier."""
        found = read_from(self._dossier_id, self._path)
        if found is None:
            return None
        data, stamp = found
        state = self._own(data, stamp) or self._of_another(data, stamp)
        if state is None:
            raise self._unreadable("newer" if is_newer(data) else "broken")
        if state.dossier.id != self._dossier_id:
            raise self._unreadable("other_id")
        return state

    def replace(self, dossier: Dossier, mark: Mark) -> Stamp | None:
        """Replace the file in one step and return its stamp, or None: the journal has it all, readers roll forward."""
        data = b'%b,"journal":%b}' % (json_of(dossier)[:-1], json_of(mark))
        temporary = temporary_for(self._path)
        try:
            stamp = write_anew(temporary, data, self._sync)
            temporary.replace(self._path)
        except OSError as error:
            told = {"dossier": self._dossier_id, "problem": problem(error)}
            log.warning("the state is left behind its journal", extra=told)
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            return None
        return stamp

    def _own(self, data: bytes, stamp: Stamp) -> State | None:
        try:
            stored = _StoredState.model_validate_json(data)
        except ValidationError:
            return None
        fields = {name: getattr(stored, name) for name in Dossier.model_fields}
        dossier = Dossier.model_construct(**fields)
        if dossier.schema_version != SCHEMA:
            return None
        return State(dossier, stored.journal, is_foreign=False, stamp=stamp)

    def _of_another(self, data: bytes, stamp: Stamp) -> State | None:
        # The time of its file is all there is to tell its age.
        created_at = datetime.fromtimestamp(stamp.changed / 1e9, UTC)
        for read in self._foreign:
            dossier = read(data, created_at)
            if dossier:
                return State(dossier, mark=None, is_foreign=True, stamp=stamp)
        return None

    def _unreadable(self, problem: str) -> DossierUnreadable:
        return DossierUnreadable(dossier_id=self._dossier_id, problem=problem)


def temporary_for(path: Path) -> Path:
    """Return where this process may write what is to take the place of a file."""
    return path.with_name(f".{path.name}.{os.getpid()}.tmp")


def remove_orphans(folder: Path) -> None:
    """Remove what crashed writers left; a file of a writer that lives is left to it."""
    for path in folder.iterdir():
        orphan = ORPHAN.fullmatch(path.name)
        if orphan:
            # A folder that can't be written to can still be read; a lock that is taken means a writer that lives.
            with suppress(OSError), locked(folder / f"{orphan[1]}.lock", 0):
                path.unlink(missing_ok=True)
