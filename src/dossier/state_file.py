"""The state of one dossier on disk: what its journal adds up to, or what the original program left."""

import logging
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from src.dossier.files import Sync, is_newer, read_whole, reason, write_whole
from src.dossier.models import SCHEMA, Dossier
from src.dossier.seed_format import is_seed_shaped, seed_patch
from src.errors import DossierUnreadable

log = logging.getLogger(__name__)

ORPHAN = re.compile(r"\.dos-[0-9a-f]+\.json\.\d+\.tmp")
"""Temporary files that a crash left behind; never taken for dossiers, removed at the next start."""


class State(NamedTuple):
    """A dossier as its state file has it."""

    dossier: Dossier
    is_foreign: bool
    """True where the original program wrote it: no journal added up to it."""


class StateFile:
    """The state file of one dossier. Writers hold the dossier's lock; readers need none."""

    def __init__(self, dossier_id: str, path: Path, sync: Sync) -> None:
        self._dossier_id = dossier_id
        self._path = path
        self._sync = sync

    def read(self) -> State | None:
        """Return the state; None where there is no file, ``DossierUnreadable`` where it is no dossier."""
        data = read_whole(self._dossier_id, self._path)
        if data is None:
            return None
        state = self._own(data) or self._seed(data)
        if state is None:
            raise self._unreadable("newer" if is_newer(data) else "broken")
        if state.dossier.id != self._dossier_id:
            raise self._unreadable("other_id")
        return state

    def replace(self, dossier: Dossier) -> None:
        """Replace the file in one step, or leave it as it is: the journal has the turn, readers roll it forward."""
        temporary = self._path.with_name(f".{self._path.name}.{os.getpid()}.tmp")
        try:
            with temporary.open("wb", buffering=0) as file:
                write_whole(file, dossier.model_dump_json().encode())
                self._sync(file.fileno())
            temporary.replace(self._path)
        except OSError as error:
            log.warning(
                "state of %s is left behind its journal: %s", self._dossier_id, reason(error)
            )
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

    def _own(self, data: bytes) -> State | None:
        try:
            dossier = Dossier.model_validate_json(data)
        except ValidationError:
            return None
        return State(dossier, is_foreign=False) if dossier.schema_version == SCHEMA else None

    def _seed(self, data: bytes) -> State | None:
        if not is_seed_shaped(data):
            return None
        try:
            dossier_id, patch = seed_patch(data)
        except ValidationError:
            return None
        # Version 0, as no turn of it was committed here; the time of its file is all there is to tell its age.
        created_at = datetime.fromtimestamp(self._path.stat().st_mtime, UTC)
        dossier = Dossier(id=dossier_id, desk="tax", created_at=created_at)
        return State(patch.apply(dossier), is_foreign=True)

    def _unreadable(self, problem: str) -> DossierUnreadable:
        return DossierUnreadable(dossier_id=self._dossier_id, problem=problem)


def remove_orphans(folder: Path) -> None:
    """Remove what crashed writers left; a live writer whose file goes too finds its turn in the journal."""
    for path in folder.iterdir():
        if ORPHAN.fullmatch(path.name):
            with suppress(OSError):  # a folder that can't be written to can still be read
                path.unlink(missing_ok=True)
