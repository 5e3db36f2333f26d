"""The machine of ``store_machine``, over the stores that need no server."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings

from src.dossier.json_store import JsonStore
from src.dossier.store import DossierStore
from tests.dossier.store_machine import StoreMachine
from tests.dossier.turns import ticking, unsynced
from tests.fakes import MemoryStore
from tests.thoroughness import examples


class MemoryMachine(StoreMachine):
    has_index = False

    def opened(self) -> DossierStore:
        return getattr(self, "store", None) or MemoryStore()


class JsonMachine(StoreMachine):
    """Two stores take turns, as two processes would: each finds what the other wrote."""

    def opened(self) -> DossierStore:
        if not hasattr(self, "folder"):
            self.folder = Path(tempfile.mkdtemp())
            self.waiting: list[DossierStore] = [self._new(), self._new()]
        self.waiting.append(self.waiting.pop(0))
        return self.waiting[0]

    def close(self) -> None:
        # A store that was opened before this one may still write its list.
        shutil.rmtree(self.folder, ignore_errors=True)

    def _new(self) -> DossierStore:
        return JsonStore(self.folder, ticking(), unsynced)


class TestMemoryMachine(MemoryMachine.TestCase):  # type: ignore[misc, valid-type]  # made by hypothesis at run time
    settings = settings(max_examples=examples(15), stateful_step_count=12)


class TestJsonMachine(JsonMachine.TestCase):  # type: ignore[misc, valid-type]  # made by hypothesis too
    settings = settings(max_examples=examples(20), stateful_step_count=12)
