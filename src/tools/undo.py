"""Taking changes back, and making them again. The journal only grows: an inverse change is appended."""

import secrets
from collections.abc import Sequence

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from src.dossier.clarification import Clarification
from src.dossier.history import redo_patch, undo_patch
from src.dossier.journal import JournalEntry
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch, merged
from src.dossier.plan import plan_put, taken_back
from src.dossier.store import DossierStore
from src.tools.ask import ASKED
from src.tools.base import Arguments, Planned, Tool, ToolResult, Undone, ask
from src.wording import WORDINGS

MOST_TURNS = 100


class TurnsArgs(Arguments):
    turns: int = Field(1, ge=1, le=MOST_TURNS)


class UndoArgs(TurnsArgs):
    only_last: SkipJsonSchema[bool] = False
    """Whether what their last message changed is meant, and nothing older."""


class Undo(Tool[UndoArgs]):
    """Take the last changes back."""

    args = UndoArgs

    def __init__(self, store: DossierStore) -> None:
        self._store = store

    async def execute(self, dossier: Dossier, args: UndoArgs) -> ToolResult:
        entries = await seen_entries(self._store, dossier)
        result = undone(dossier, entries, args.turns)
        if not args.only_last or _changed(entries[-1], result.patch.undoes):
            return result
        words = WORDINGS[dossier.language or "nl"]
        said = "; ".join(f"‘{each}’" for each in said_in(entries, result.patch.undoes))
        question = words.changed_nothing.format(changes=said or words.last_change)
        return ask(
            dossier,
            Clarification(
                reason=ASKED, type="choice", question=question, choices=(words.undo_last,)
            ),
        )


def _changed(entry: JournalEntry, undoable: Sequence[int]) -> bool:
    """Tell whether a message changed something, be it by undoing, or outside; a file that was added is no message."""
    wrote = entry.request is not None and bool(entry.request.confirm)
    by_message = entry.request is not None and bool(entry.request.message.strip())
    changed = entry.version in undoable or bool(entry.patch.undoes + entry.patch.redoes)
    return wrote or (by_message and changed)


class Redo(Tool[TurnsArgs]):
    """Make undone changes again."""

    args = TurnsArgs

    def __init__(self, store: DossierStore) -> None:
        self._store = store

    async def execute(self, dossier: Dossier, args: TurnsArgs) -> ToolResult:
        entries = await seen_entries(self._store, dossier)
        patch = redo_patch(entries, args.turns)
        return ToolResult(made_again(patch, entries), patch, ends=True)


async def seen_entries(store: DossierStore, dossier: Dossier) -> list[JournalEntry]:
    """Return the turns that the dossier adds up to: a later one is no change that anybody here has seen."""
    return [entry for entry in await store.journal(dossier.id) if entry.version <= dossier.version]


def made_again(patch: DossierPatch, entries: Sequence[JournalEntry]) -> Undone:
    """Return what is told of changes that are made again."""
    return Undone(
        patch.redoes,
        said_in(entries, patch.redoes),
        again=True,
        answered=bool(patch.add_answers),
        reselects=_reselects(patch),
    )


def said_in(entries: Sequence[JournalEntry], versions: Sequence[int]) -> tuple[str, ...]:
    """Return what the user asked for in these turns, newest first; nothing of one that was no message."""
    turns = {entry.version: entry.request for entry in entries}
    found = (turns.get(version) for version in versions)
    return tuple(request.message for request in found if request and request.message.strip())


def _reselects(patch: DossierPatch) -> bool:
    return bool(patch.select_ids or patch.unselect_ids)


def undone(dossier: Dossier, entries: Sequence[JournalEntry], count: int) -> ToolResult:
    """Return the result of taking the last changes back; what was written outside stays, and may be planned away.

    Raises ``NothingToUndo`` where there are fewer changes.
    """
    patch = undo_patch(entries, count)
    said = said_in(entries, patch.undoes)
    written = taken_back(dossier, patch)
    titles = tuple(plan.label for plan, _ in written)
    # What several plans changed in one thing is put back step by step, the newest first.
    operations = [
        one.model_copy(update={"id": str(number), "target": ""})
        for number, one in enumerate((one for _, each in written for one in each.inverse), start=1)
    ]
    inverse = None
    if operations:
        standing = plan_put(dossier, " / ".join(titles), operations, secrets.token_hex(16))
        inverse = Planned(standing)
        patch = merged([patch, DossierPatch(put_artifacts=(standing.artifact,))])
    report = Undone(
        patch.undoes,
        said,
        again=False,
        still_written=titles,
        inverse=inverse,
        reselects=_reselects(patch),
    )
    return ToolResult(report, patch, ends=True)
