"""What a backlog and its constraints hold near a text: work items by score, and what a segment is written with."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from src.desks.backlog.artifacts import BacklogItem, Related, SegmentPlace
from src.desks.backlog.forms_tags import ItemText
from src.desks.backlog.item_gate import LEAST_URGENT
from src.desks.backlog.nearby import Retrieved
from src.desks.backlog.source_index import SourceIndex
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Document, Dossier, SourceBase
from src.observing.spans import UNTRACED, Tracer
from src.search.documents.analysers import words
from src.search.encoder import Rows

CONTAINERS = frozenset({"epic", "feature", "initiative", "theme", "capability"})
"""Types of work items that hold others: nearly any story of a product shares words with one."""

ALIKE = 0.9
"""Share of words in common from which two constraints say the same."""

HALF_LIFE_DAYS = 180
"""After so long a change counts half as recent as the last one."""


@dataclass(frozen=True)
class RetrievalLimits:
    """How much is retrieved, and what its order is made of."""

    work_items: int = 5
    constraints: int = 8
    similarity: float = 0.7
    recency: float = 0.2
    priority: float = 0.1


class BacklogIndex(SourceIndex):
    """A backlog, searched by words and, with rows of an encoder, by meaning; gone items are left out."""

    def __init__(self, items: Sequence[TrackerItem], rows: Rows | None = None) -> None:
        """Index work items."""
        there = [item for item in items if not item.gone]
        super().__init__(there, rows)
        self.items: Mapping[str, TrackerItem] = {item.id: item for item in there}
        """Those that are searched, by id."""
        self._is_container = np.array([item.type.casefold() in CONTAINERS for item in there], bool)
        self.newest: datetime | None = max(
            (item.changed_at for item in there if item.changed_at), default=None
        )

    def related(
        self, text: str, limit: int = 10, *, containers: bool = False
    ) -> tuple[Related, ...]:
        """Return the nearest work items, best first; epics, features and their like only where they are asked for."""
        scores = self.scores(text)
        if not containers and len(scores):
            scores = np.where(self._is_container, 0, scores)
        return self._best(scores, limit)


def retrieve(
    segment_text: str,
    intents: Sequence[str],
    work_items: BacklogIndex,
    constraints: Sequence[SourceBase],
    limits: RetrievalLimits = RetrievalLimits(),
) -> Retrieved:
    """Return the work items and constraints that a segment is written with."""
    asked = "\n".join((*intents, segment_text))
    near = work_items.related(asked, 10 * limits.work_items, containers=True)
    best = max((related.score for related in near), default=0.0)
    # As shares of the best: a whole segment is not much like any one item.
    ranks = {one.id: _rank(work_items, one.id, one.score / best, limits) for one in near if best}
    ranked = sorted(ranks, key=lambda text: -ranks[text])
    by_id = {constraint.id: constraint for constraint in constraints}
    ruled = SourceIndex(constraints).related(asked, len(constraints))
    return Retrieved(
        tuple(work_items.items[name] for name in ranked[: limits.work_items]),
        tuple(_apart([by_id[related.id] for related in ruled])[: limits.constraints]),
    )


def _rank(index: BacklogIndex, item_id: str, share: float, limits: RetrievalLimits) -> float:
    item = index.items[item_id]
    recency = 0.0
    if item.changed_at and index.newest:
        recency = 0.5 ** ((index.newest - item.changed_at).days / HALF_LIFE_DAYS)
    urgency = 0.0
    if item.priority:
        urgency = max(LEAST_URGENT - item.priority, 0) / (LEAST_URGENT - 1)
    return limits.similarity * share + limits.recency * recency + limits.priority * urgency


def _apart(ranked: Sequence[SourceBase]) -> list[SourceBase]:
    kept: list[tuple[SourceBase, set[str]]] = []
    for source in ranked:
        said = set(words(source.content))
        if not any(len(said & other) > ALIKE * len(said | other) for _, other in kept):
            kept.append((source, said))
    return [source for source, _ in kept]


NearSections = Callable[[str, int], Awaitable[Sequence[Document]]]
"""Returns the sections of constraints nearest to a text, best first, at most so many."""

PER_CHOSEN = 3
"""Parts of constraints that are looked at for each that is chosen: those alike count once."""


@dataclass(frozen=True)
class IndexedBacklog:
    """A backlog in an index, and constraints; it implements ``Nearby``, and searches in threads: others go on."""

    index: BacklogIndex
    constraints: NearSections
    limits: RetrievalLimits
    nearest: int
    tracer: Tracer = UNTRACED

    async def for_segment(
        self, segment: SegmentPlace, meeting: Document, dossier: Dossier
    ) -> Retrieved:
        text = meeting.content[segment.start : segment.end]
        most = PER_CHOSEN * self.limits.constraints
        with self.tracer.span("retrieval") as span:
            near = await self.constraints(text, most) if most else []
            left_out = {source.id for source in dossier.unselected}
            allowed = [section for section in near if section.id not in left_out]
            found = await asyncio.to_thread(
                retrieve, text, segment.intents, self.index, allowed, self.limits
            )
            span.attributes |= {"hits": len(found.work_items), "sources": len(found.constraints)}
        return found

    async def for_story(self, story: BacklogItem) -> Sequence[Related]:
        text = ItemText.of(story).whole
        with self.tracer.span("tagging_retrieval") as span:
            related = await asyncio.to_thread(self.index.related, text, self.nearest)
            span.attributes["hits"] = len(related)
        return related
