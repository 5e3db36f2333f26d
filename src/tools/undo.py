"""Taking changes back, and making them again. The journal only grows: an inverse change is appended."""

from pydantic import Field

from src.dossier.history import redo_patch, undo_patch
from src.dossier.models import Dossier
from src.dossier.store import DossierStore
from src.tools.base import Arguments, Tool, ToolResult, Undone

MOST_TURNS = 100


class TurnsArgs(Arguments):
    turns: int = Field(
        1,
        ge=1,
        le=MOST_TURNS,
        description="How many of the last changes are meant; 1 for 'undo that'.",
    )


class Undo(Tool[TurnsArgs]):
    """Take the last change of the dossier back when the user asks for it, e.g. "maak dat ongedaan", "undo that"."""

    args = TurnsArgs

    def __init__(self, store: DossierStore) -> None:
        self._store = store

    def offered(self, dossier: Dossier) -> bool:
        return dossier.version > 0

    async def execute(self, dossier: Dossier, args: TurnsArgs) -> ToolResult:
        patch = undo_patch(await self._store.journal(dossier.id), args.turns)
        return ToolResult(Undone(patch.undoes, again=False), patch)


class Redo(Tool[TurnsArgs]):
    """Make changes again that were undone, when the user asks for it, e.g. "doe dat toch weer", "redo"."""

    args = TurnsArgs

    def __init__(self, store: DossierStore) -> None:
        self._store = store

    def offered(self, dossier: Dossier) -> bool:
        return dossier.version > 0

    async def execute(self, dossier: Dossier, args: TurnsArgs) -> ToolResult:
        patch = redo_patch(await self._store.journal(dossier.id), args.turns)
        return ToolResult(Undone(patch.redoes, again=True), patch)
