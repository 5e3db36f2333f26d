"""The only way in which a dossier changes."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Literal, get_args

from pydantic import Field

from src.dossier import models

Unsettable = Literal["shown_selection", "as_of"]
SINGLE: tuple[Unsettable, ...] = get_args(Unsettable)


class DossierPatch(models.Frozen):
    """A change as plain data. ``apply`` is total: ids that the dossier does not know are ignored."""

    add_messages: tuple[models.Message, ...] = ()
    add_sources: tuple[models.Source, ...] = ()
    remove_source_ids: tuple[str, ...] = ()
    """Only an inverse patch takes sources out; a user who leaves one out unselects it."""
    select_ids: tuple[str, ...] = ()
    unselect_ids: tuple[str, ...] = ()
    """An id in both ``select_ids`` and ``unselect_ids`` ends selected."""
    add_answers: tuple[models.Answer, ...] = ()
    remove_answer_ids: tuple[str, ...] = ()
    shown_selection: tuple[str, ...] | None = None
    language: models.Language | None = None
    as_of: date | None = None
    unset: tuple[Unsettable, ...] = ()
    """Single values that go back to None; one that the patch sets as well ends set."""
    set_hold: bool | None = None
    title: str | None = None
    """Empty takes the dossier's name away."""
    undoes: tuple[int, ...] = ()
    """Versions whose changes this patch takes back, the last one first."""
    redoes: tuple[int, ...] = ()
    """Versions whose changes, once taken back, this patch makes again."""
    put_artifacts: tuple[models.Artifact, ...] = Field((), exclude_if=models.is_empty)
    """Each takes the place of the one with its id, or comes behind all that are there."""
    remove_artifact_ids: tuple[str, ...] = Field((), exclude_if=models.is_empty)
    """An id that is put as well ends put, behind all that are there."""
    shown_plans: tuple[str, ...] = Field((), exclude_if=models.is_empty)
    """Digests of plans that the reply tells whole; that they were shown is a fact that no patch takes back."""
    add_labels: tuple[models.Label, ...] = Field((), exclude_if=models.is_empty)
    remove_labels: tuple[models.Label, ...] = Field((), exclude_if=models.is_empty)
    """One that is added as well ends there."""
    set_archived: bool | None = Field(None, exclude_if=lambda value: value is None)

    def apply(self, dossier: models.Dossier) -> models.Dossier:
        """Return the dossier with this change; the given one stays as it was."""
        if not self.model_fields_set:
            return dossier
        sources = _sources(dossier.sources, self.add_sources, self.remove_source_ids)
        selected = dossier.selected_ids
        if self.select_ids or self.unselect_ids or self.remove_source_ids:
            selected = _selection(sources, selected, self.select_ids, self.unselect_ids)
        kept = [answer for answer in dossier.answers if answer.id not in self.remove_answer_ids]
        return dossier.model_copy(
            update={
                "conversation": (*dossier.conversation, *self.add_messages),
                "sources": sources,
                "selected_ids": selected,
                "shown_selection": self._single("shown_selection", dossier),
                "answers": (*kept, *(_marked(answer, selected) for answer in self.add_answers)),
                "language": self.language or dossier.language,
                "as_of": self._single("as_of", dossier),
                "on_hold": dossier.on_hold if self.set_hold is None else self.set_hold,
                "title": dossier.title if self.title is None else self.title,
                "artifacts": self._artifacts(dossier.artifacts),
                "shown_plans": tuple(dict.fromkeys((*dossier.shown_plans, *self.shown_plans))),
                "labels": self._labels(dossier.labels),
                "archived": dossier.archived if self.set_archived is None else self.set_archived,
            }
        )

    def _artifacts(self, before: tuple[models.Artifact, ...]) -> tuple[models.Artifact, ...]:
        if not self.put_artifacts and not self.remove_artifact_ids:
            return before
        kept = {entry.id: entry for entry in before if entry.id not in self.remove_artifact_ids}
        return tuple((kept | {artifact.id: artifact for artifact in self.put_artifacts}).values())

    def _labels(self, before: tuple[models.Label, ...]) -> tuple[models.Label, ...]:
        kept = (text for text in before if text not in self.remove_labels)
        return tuple(dict.fromkeys((*kept, *self.add_labels)))

    def _single(self, name: Unsettable, dossier: models.Dossier) -> object:
        value = getattr(self, name)
        if value is not None:
            return value
        return None if name in self.unset else getattr(dossier, name)


_NOTHING = DossierPatch()
_LISTS = {name for name, field in DossierPatch.model_fields.items() if field.default == ()}


def merged(patches: Iterable[DossierPatch]) -> DossierPatch:
    """Return one patch that does what all do one after the other; of single values the last one set wins."""
    every = [patch for patch in patches if patch.model_fields_set]
    if len(every) == 1:
        return every[0]
    joined: dict[str, Any] = {}
    for patch in every:
        for name in patch.model_fields_set:
            value = getattr(patch, name)
            if name in _LISTS:
                joined[name] = joined.get(name, ()) + value
            elif value is not None:
                joined[name] = value
    if "put_artifacts" in joined:
        joined["put_artifacts"] = _still_put(every)
    if "select_ids" in joined and "unselect_ids" in joined:
        joined |= _last_selected(every)
    return _NOTHING.model_copy(update=joined)  # what is joined was valid before


def _last_selected(patches: Iterable[DossierPatch]) -> dict[str, tuple[str, ...]]:
    """Return what the patches select and unselect; of one source the last of them decides."""
    selected: dict[str, bool] = {}
    for patch in patches:
        selected |= dict.fromkeys(patch.unselect_ids, False) | dict.fromkeys(patch.select_ids, True)
    return {
        "select_ids": tuple(sorted(text for text, is_in in selected.items() if is_in)),
        "unselect_ids": tuple(sorted(text for text, is_in in selected.items() if not is_in)),
    }


def _still_put(patches: Iterable[DossierPatch]) -> tuple[models.Artifact, ...]:
    put: dict[str, models.Artifact] = {}
    for patch in patches:
        for artifact_id in patch.remove_artifact_ids:
            put.pop(artifact_id, None)
        put |= {artifact.id: artifact for artifact in patch.put_artifacts}
    return tuple(put.values())


def _sources(
    before: tuple[models.Source, ...], added: Sequence[models.Source], removed: Sequence[str]
) -> tuple[models.Source, ...]:
    if not added and not removed:
        return before
    first: dict[str, models.Source] = {}
    for source in (*before, *added):
        first.setdefault(source.id, source)
    return tuple(source for source in first.values() if source.id not in removed)


def _selection(
    sources: Sequence[models.Source],
    before: Sequence[str],
    select: Sequence[str],
    unselect: Sequence[str],
) -> tuple[str, ...]:
    chosen = (set(before) - set(unselect)) | set(select)
    return tuple(source.id for source in sources if source.id in chosen)


def _marked(answer: models.Answer, selected: Sequence[str]) -> models.Answer:
    if answer.id:  # a redo adds it again: what held when it was made holds still
        return answer
    removed = tuple(source_id for source_id in answer.source_ids if source_id not in selected)
    return answer.model_copy(update={"sources_since_removed": removed}) if removed else answer
