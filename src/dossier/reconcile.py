"""What a state holds and its journal does not, as turns that put it there."""

import secrets
from collections.abc import Iterator
from datetime import datetime

from src.dossier import chain
from src.dossier.journal import after, turn_beside
from src.dossier.models import Dossier
from src.dossier.patch import SINGLE, DossierPatch
from src.errors import DossierUnreadable


def continues(before: Dossier, state: Dossier) -> bool:
    """Return whether what was said, which only ever grows, begins in ``state`` as it is in ``before``."""
    return state.conversation[: len(before.conversation)] == before.conversation


def reconciled(
    journalled: Dossier | None, last: chain.Line | None, state: Dossier, time: datetime
) -> tuple[list[chain.Sealed], Dossier | None]:
    """Return the lines that bring what the journal adds up to, to the content of ``state``; and what all adds up to.

    They stand behind ``last``, its own last line, and are nearly always one. Raises ``DossierUnreadable`` where the
    state is no continuation of the journal.
    """
    before = journalled or Dossier(id=state.id, desk=state.desk, created_at=state.created_at)
    if not continues(before, state):
        raise DossierUnreadable(dossier_id=state.id, problem="other_history")
    patches = _patches(before, state)
    turns = [turn_beside(state, patch, author="import", based_on=0) for patch in patches]
    first = max(1, state.version, (last.version if last else 0) + len(turns)) - len(turns) + 1
    lines: list[chain.Sealed] = []
    for version, turn in enumerate(turns, start=first):
        lines.append(chain.sealed(turn, version, time, last, secrets.token_hex(16)))
        last = lines[-1].line
        journalled = after(journalled, chain.entry(last, {}))
    return lines, journalled


def _patches(before: Dossier, state: Dossier) -> Iterator[DossierPatch]:
    """Yield one patch where things were only added; else all is taken out first, and put back in its order."""
    grown = (
        state.sources[: len(before.sources)] == before.sources
        and state.answers[: len(before.answers)] == before.answers
    )
    if not grown:
        yield DossierPatch(
            remove_source_ids=tuple(source.id for source in before.sources),
            remove_answer_ids=tuple(answer.id for answer in before.answers),
        )
        before = before.model_copy(update={"sources": (), "answers": (), "selected_ids": ()})
    answers = state.answers[len(before.answers) :]
    every = tuple(source.id for source in state.sources)
    unselected = tuple(text for text in every if text not in state.selected_ids)
    if answers and unselected:
        # An answer that comes in while one of its sources is not selected is marked; these are as they should be.
        yield DossierPatch(
            add_sources=state.sources[len(before.sources) :], select_ids=every, add_answers=answers
        )
        before = before.model_copy(update={"sources": state.sources, "selected_ids": every})
        answers = ()
    same = before.artifacts == state.artifacts
    yield DossierPatch(
        add_messages=state.conversation[len(before.conversation) :],
        add_sources=state.sources[len(before.sources) :],
        select_ids=state.selected_ids,
        unselect_ids=tuple(text for text in before.selected_ids if text not in state.selected_ids),
        add_answers=answers,
        shown_selection=state.shown_selection,
        language=state.language,
        as_of=state.as_of,
        unset=tuple(name for name in SINGLE if getattr(state, name) is None),
        set_hold=state.on_hold if state.on_hold != before.on_hold else None,
        title=state.title if state.title != before.title else None,
        shown_plans=tuple(plan for plan in state.shown_plans if plan not in before.shown_plans),
        add_labels=tuple(label for label in state.labels if label not in before.labels),
        remove_labels=tuple(label for label in before.labels if label not in state.labels),
        set_archived=state.archived if state.archived != before.archived else None,
        # All are put again, in their order.
        remove_artifact_ids=() if same else tuple(artifact.id for artifact in before.artifacts),
        put_artifacts=() if same else state.artifacts,
    )
