"""The dossier through time: as it was, what differs, and how a change is taken back or made again. Pure.

Taking back never removes a turn: it is a turn of its own, whose patch is the inverse of what it takes back.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import NamedTuple

from src.dossier.clarification import answered, unasked
from src.dossier.journal import JournalEntry, begun, fold, states
from src.dossier.models import Dossier
from src.dossier.patch import SINGLE, DossierPatch
from src.dossier.plan import hash_of, without_written
from src.errors import NothingToRedo, NothingToUndo, UnknownVersion


def difference(before: Dossier, after: Dossier) -> DossierPatch:
    """Return the patch that gives ``before`` what ``after`` has: all but the conversation, the language and the name.

    Sources, answers and artifacts that come back stand behind those that stayed.
    """
    changed = [name for name in SINGLE if getattr(before, name) != getattr(after, name)]
    known = {source.id for source in before.sources}
    answered = {answer.id for answer in before.answers}
    return DossierPatch(
        add_sources=tuple(source for source in after.sources if source.id not in known),
        remove_source_ids=_without((source.id for source in before.sources), after.sources),
        select_ids=tuple(text for text in after.selected_ids if text not in before.selected_ids),
        unselect_ids=tuple(text for text in before.selected_ids if text not in after.selected_ids),
        add_answers=tuple(answer for answer in after.answers if answer.id not in answered),
        remove_answer_ids=_without((answer.id for answer in before.answers), after.answers),
        shown_selection=after.shown_selection if "shown_selection" in changed else None,
        as_of=after.as_of if "as_of" in changed else None,
        unset=tuple(name for name in changed if getattr(after, name) is None),
        put_artifacts=tuple(each for each in after.artifacts if each != before.artifact(each.id)),
        remove_artifact_ids=_without((entry.id for entry in before.artifacts), after.artifacts),
    )


def _without(ids: Iterable[str], kept: Iterable[object]) -> tuple[str, ...]:
    staying = {getattr(entry, "id", None) for entry in kept}
    return tuple(text for text in ids if text not in staying)


# Taking back and making again


class Step(NamedTuple):
    """What one turn changed besides the conversation, both ways."""

    version: int
    forward: DossierPatch
    back: DossierPatch


class Steps(NamedTuple):
    """The turns that can be taken back and those that can be made again; the next one is the last."""

    undoable: list[Step]
    redoable: list[Step]
    dossier: Dossier | None


def steps(entries: Iterable[JournalEntry]) -> Steps:
    """Return what can be taken back and made again once these entries are committed.

    What an import brought stays; a hold, a forgetting, and a question asked or answered change nothing that could be
    taken back. A new change clears what could be made again.
    """
    undoable: list[Step] = []
    redoable: list[Step] = []
    dossier: Dossier | None = None
    for entry, before, dossier in states(entries):
        for step in _moved(entry.patch.undoes, undoable, redoable):
            before = step.back.apply(before)
        for step in _moved(entry.patch.redoes, redoable, undoable):
            before = step.forward.apply(before)
        own = _step(entry.version, before, dossier)
        if own and entry.author != "import":
            undoable.append(own)
            redoable.clear()
    return Steps(undoable, redoable, dossier)


def undo_patch(entries: Sequence[JournalEntry], count: int) -> DossierPatch:
    """Return the patch that takes back the last ``count`` changes; raises ``NothingToUndo`` where there are fewer.

    What the user was last shown stays what it was: a selection that comes back has to be shown before it is used. A
    question that waits need not be replied to any more; one that a change replied to waits again.
    """
    undoable, _, dossier = steps(entries)
    if dossier is None or not 1 <= count <= len(undoable):
        raise NothingToUndo(possible=str(len(undoable)))
    chosen = undoable[: -count - 1 : -1]
    closed = DossierPatch(put_artifacts=answered(dossier))
    patch = _together(dossier, [closed, *(step.back for step in chosen)])
    return patch.model_copy(update={"undoes": tuple(step.version for step in chosen)})


def redo_patch(entries: Sequence[JournalEntry], count: int) -> DossierPatch:
    """Return the patch that makes the last ``count`` changes again; ``NothingToRedo`` where fewer were taken back."""
    _, redoable, dossier = steps(entries)
    if dossier is None or not 1 <= count <= len(redoable):
        raise NothingToRedo(possible=str(len(redoable)))
    chosen = redoable[: -count - 1 : -1]
    patch = _together(dossier, [step.forward for step in chosen])
    return patch.model_copy(update={"redoes": tuple(step.version for step in chosen)})


def _step(version: int, before: Dossier, now: Dossier) -> Step | None:
    # What was shown, asked or written outside is a fact, as the conversation is: a turn that did nothing else changed
    # nothing.
    seen = before.model_copy(update={"shown_selection": now.shown_selection})
    if difference(_changeable(seen), _changeable(now)) == DossierPatch():
        return None
    return Step(version, forward=difference(seen, now), back=difference(now, seen))


def _changeable(dossier: Dossier) -> Dossier:
    return without_written(unasked(dossier))


def _moved(versions: Iterable[int], source: list[Step], target: list[Step]) -> list[Step]:
    """Move the steps of these versions; one that another writer moved meanwhile is not there any more."""
    moved = [step for version in versions for step in source if step.version == version]
    source[:] = [step for step in source if step not in moved]
    target.extend(moved)
    return moved


def _together(dossier: Dossier, patches: Iterable[DossierPatch]) -> DossierPatch:
    changed = dossier
    for patch in patches:
        changed = patch.apply(changed)
    return difference(dossier, changed)


# States


def at(entries: Sequence[JournalEntry], version: int) -> Dossier:
    """Return the dossier as it stood at this version; raises ``UnknownVersion`` where no turn made it."""
    found = fold(entry for entry in entries if entry.version <= version)
    if found is None or found.version != version:
        latest = entries[-1].version if entries else 0
        raise UnknownVersion(version=str(version), latest=str(latest))
    return found


def before(entries: Sequence[JournalEntry], entry: JournalEntry) -> Dossier:
    """Return the dossier that a turn was made for; of a first turn, one without anything."""
    return at(entries, entry.based_on) if entry.based_on else begun(entry)


def state_hash(dossier: Dossier) -> str:
    """Return the SHA-256, in hex, of the whole dossier as JSON with sorted keys; equal dossiers have the same.

    Fields at their default are left out, so that one that a later version adds changes nothing.
    """
    # One moment can be written in many time zones.
    same = dossier.model_copy(update={"created_at": dossier.created_at.astimezone(UTC)})
    return hash_of(same.model_dump(mode="json", exclude_defaults=True))
