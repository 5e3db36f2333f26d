"""The only way in which a dossier changes."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TypeVar

from src.dossier.models import Answer, Dossier, Frozen, Language, Message, Source

T = TypeVar("T")


class DossierPatch(Frozen):
    """A change as plain data. ``apply`` is total: ids that the dossier does not know are ignored, see ``ghosts``."""

    add_messages: tuple[Message, ...] = ()
    add_sources: tuple[Source, ...] = ()
    select_ids: tuple[str, ...] = ()
    unselect_ids: tuple[str, ...] = ()
    """An id in both ``select_ids`` and ``unselect_ids`` ends selected."""
    add_answers: tuple[Answer, ...] = ()
    shown_selection: tuple[str, ...] | None = None
    language: Language | None = None
    as_of: date | None = None

    def apply(self, dossier: Dossier) -> Dossier:
        """Return the dossier with this change; the given one stays as it was."""
        sources = _without_doubles((*dossier.sources, *self.add_sources))
        selected = _selection(sources, dossier.selected_ids, self.select_ids, self.unselect_ids)
        shown = dossier.shown_selection if self.shown_selection is None else self.shown_selection
        return dossier.model_copy(
            update={
                "conversation": (*dossier.conversation, *self.add_messages),
                "sources": sources,
                "selected_ids": selected,
                "shown_selection": shown,
                "answers": (
                    *dossier.answers,
                    *(_marked(answer, selected) for answer in self.add_answers),
                ),
                "language": self.language or dossier.language,
                "as_of": self.as_of or dossier.as_of,
            }
        )

    def ghosts(self, dossier: Dossier) -> tuple[str, ...]:
        """Return the ids that this patch selects or unselects and that neither it nor the dossier holds."""
        known = {source.id for source in (*dossier.sources, *self.add_sources)}
        named = dict.fromkeys((*self.select_ids, *self.unselect_ids))
        return tuple(source_id for source_id in named if source_id not in known)


def merged(patches: Iterable[DossierPatch]) -> DossierPatch:
    """Return one patch that does what all do; of single values the last one set wins."""
    every = list(patches)
    return DossierPatch(
        add_messages=tuple(message for patch in every for message in patch.add_messages),
        add_sources=tuple(source for patch in every for source in patch.add_sources),
        select_ids=tuple(source_id for patch in every for source_id in patch.select_ids),
        unselect_ids=tuple(source_id for patch in every for source_id in patch.unselect_ids),
        add_answers=tuple(answer for patch in every for answer in patch.add_answers),
        shown_selection=_last(patch.shown_selection for patch in every),
        language=_last(patch.language for patch in every),
        as_of=_last(patch.as_of for patch in every),
    )


def _last(values: Iterable[T | None]) -> T | None:
    chosen: T | None = None
    for value in values:
        chosen = chosen if value is None else value
    return chosen


def _without_doubles(sources: Iterable[Source]) -> tuple[Source, ...]:
    first: dict[str, Source] = {}
    for source in sources:
        first.setdefault(source.id, source)
    return tuple(first.values())


def _selection(
    sources: Sequence[Source], before: Sequence[str], select: Sequence[str], unselect: Sequence[str]
) -> tuple[str, ...]:
    chosen = (set(before) - set(unselect)) | set(select)
    return tuple(source.id for source in sources if source.id in chosen)


def _marked(answer: Answer, selected: Sequence[str]) -> Answer:
    removed = tuple(source_id for source_id in answer.source_ids if source_id not in selected)
    return answer.model_copy(update={"sources_since_removed": removed}) if removed else answer
