"""What a state holds and its journal does not, as a turn that puts it there."""

from src.dossier.journal import ModelRecord, Turn
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.errors import DossierUnreadable


def carrying_turn(journalled: Dossier | None, state: Dossier) -> Turn:
    """Return the turn that brings ``journalled``, what the journal adds up to, to the content of ``state``.

    Raises ``DossierUnreadable`` where the state is no continuation of the journal.
    """
    empty = Dossier(id=state.id, desk=state.desk, created_at=state.created_at)
    before = journalled or empty
    if not _continues(before, state):
        raise DossierUnreadable(dossier_id=state.id, problem="other_history")
    patch = DossierPatch(
        add_messages=state.conversation[len(before.conversation) :],
        add_sources=state.sources[len(before.sources) :],
        select_ids=state.selected_ids,
        unselect_ids=tuple(one for one in before.selected_ids if one not in state.selected_ids),
        add_answers=state.answers[len(before.answers) :],
        shown_selection=state.shown_selection,
        language=state.language,
        as_of=state.as_of,
    )
    return Turn(
        dossier_id=state.id,
        desk=state.desk,
        author="import",
        request=None,
        patch=patch,
        reply="",
        language=state.language or "nl",
        model=ModelRecord(id="none"),
    )


def _continues(before: Dossier, state: Dossier) -> bool:
    """Return whether all that only ever grows begins in ``state`` as it is in ``before``."""
    return (
        state.conversation[: len(before.conversation)] == before.conversation
        and state.sources[: len(before.sources)] == before.sources
        and state.answers[: len(before.answers)] == before.answers
    )
