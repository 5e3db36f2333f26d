"""What a search makes of the selection: a question begins with its own sources, a follow-up keeps what is there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, StringConstraints, model_validator

from src.dossier import chain
from src.dossier.models import Dossier, Source
from src.dossier.patch import DossierPatch
from src.dossier.provenance import left_out_by_hand
from src.dossier.store import DossierStore
from src.search.snippet import goes_on
from src.tools.base import Arguments

REMEMBERED_QUESTIONS = 3
"""Messages before the last one in which a follow-up may have its subject."""


MOST_WORDINGS = 4
"""Of a search; models are told."""

Query = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]


class QueriesArgs(Arguments):
    """A search in several wordings."""

    # Whether it is about the question before it, so that what is selected stays; None: unclear.
    goes_on: bool | None = None
    queries: list[Query] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _one_wording_is_a_list(cls, given: Any) -> Any:
        """Take ``query`` for ``queries``, a text for a list of one, and of more wordings than may be the first."""
        if not isinstance(given, dict):
            return given
        rest = {name: value for name, value in given.items() if name not in ("query", "queries")}
        wordings = given.get("queries", given.get("query"))
        if wordings is None:
            return rest
        several = [wordings] if isinstance(wordings, str) else wordings
        cut = several[:MOST_WORDINGS] if isinstance(several, list) else several
        return rest | {"queries": cut}


FUSION = 60
"""Constant of reciprocal rank fusion."""


def fused_scores(lists: Sequence[Sequence[str]]) -> Mapping[str, float]:
    """Return the ids of several lists, best first, each with the sum of 1/(60 + rank)."""
    scores: dict[str, float] = {}
    for ids in lists:
        for rank, text in enumerate(ids, start=1):
            scores[text] = scores.get(text, 0) + 1 / (FUSION + rank)
    return dict(sorted(scores.items(), key=lambda pair: -pair[1]))


@dataclass(frozen=True)
class Brought:
    """What a search brings into a dossier."""

    shown: tuple[Source, ...]
    """What the user has to see: all that a new question begins with, or what a follow-up adds."""
    patch: DossierPatch


async def brought(
    store: DossierStore,
    dossier: Dossier,
    kind: str,
    hits: Sequence[Source],
    follows: bool | None = None,
    *,
    selects: bool = True,
) -> Brought:
    """Return what a search of one kind brings: its hits are selected, but what the user has left out stays out.

    Sources of this kind that were selected for an earlier question stay in the dossier, unselected, unless the
    message goes on about that (``follows``; None: as its words and the dossier tell). Another version of what is found
    is laid aside, too: an answer is by one of them. Without ``selects`` the hits come in unselected, and the selection
    stays as it was: a search that finds little takes nothing away.
    """
    out = await left_out(store, dossier, (hit.id for hit in hits))
    own = tuple(hit for hit in hits if hit.id not in out)
    ids, selected = {source.id for source in own}, set(dossier.selected_ids)
    added = tuple(source for source in own if source.id not in selected)
    keeps = is_follow_up(dossier) if follows is None else follows
    found = {source.version_of for source in own if source.version_of}
    earlier = (
        source
        for source in dossier.selected
        if selects and (source.version_of in found or (source.kind == kind and not keeps))
    )
    # What a choice has left out stays out until a question begins anew, but for another version of what is selected.
    chosen = {source.version_of for source in dossier.selected if source.version_of}
    left = (source.id for source in added if keeps and source.version_of not in chosen)
    stays = await left_out(store, dossier, left, or_chosen=True)
    patch = DossierPatch(
        add_sources=tuple(hit for hit in hits if dossier.source(hit.id) is None),
        select_ids=tuple(source.id for source in added if selects and source.id not in stays),
        unselect_ids=tuple(source.id for source in earlier if source.id not in ids),
    )
    return Brought(added if keeps else own, patch)


def is_follow_up(dossier: Dossier) -> bool:
    """Tell whether the last message goes on about what the dossier was asked before."""
    asked = [message.content for message in dossier.conversation if message.role == "user"]
    if len(asked) < 2 or not dossier.selected:
        return False
    found = (f"{source.title} {source.heading}" for source in dossier.selected)
    return goes_on(asked[-1], " ".join([*asked[-1 - REMEMBERED_QUESTIONS : -1], *found]))


async def left_out(
    store: DossierStore, dossier: Dossier, ids: Iterable[str], *, or_chosen: bool = False
) -> frozenset[str]:
    """Return which of these sources the user has left out, ``or_chosen``: or a choice among what was found.

    The journal is read only where one is there and not selected.
    """
    unselected = {source.id for source in dossier.unselected}.intersection(ids)
    if not unselected:
        return frozenset()
    lines = chain.newest_first(await store.lines(dossier.id))
    return left_out_by_hand(lines, unselected, or_chosen=or_chosen)
