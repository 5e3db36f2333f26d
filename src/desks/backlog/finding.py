"""Finds what is near to segments and stories: work items by an index, constraints by their collections."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from src.desks.backlog.artifacts import BacklogItem, Related, SegmentPlace
from src.desks.backlog.constraints import ConstraintLibrary
from src.desks.backlog.protocols import Indexed
from src.desks.backlog.retrieval import BacklogIndex, RetrievalLimits, Retrieved, retrieve
from src.desks.backlog.spans import RETRIEVAL, TAGGING_RETRIEVAL, UNTRACED, Tracer
from src.desks.backlog.tagging import story_text
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Document, Dossier
from src.search.encoder import Rows

PER_CHOSEN = 3
"""Parts of constraints that are looked at for each that is chosen: those alike count once."""


@dataclass(frozen=True)
class BacklogFinder:
    """Finds in threads: an index of thousands takes a while, in which others want to go on."""

    constraints: ConstraintLibrary
    limits: RetrievalLimits
    nearest: int
    rows: Rows | None = None
    tracer: Tracer = UNTRACED

    async def index(self, items: Sequence[TrackerItem]) -> BacklogIndex:
        """Return a backlog as it can be searched."""
        return await asyncio.to_thread(BacklogIndex, items, self.rows)

    async def for_segment(
        self, index: Indexed, segment: SegmentPlace, meeting: Document, dossier: Dossier
    ) -> Retrieved:
        """Return what a segment is written with; nothing that the user left out."""
        assert isinstance(index, BacklogIndex)  # it was made here
        text = meeting.content[segment.start : segment.end]
        most = PER_CHOSEN * self.limits.constraints
        with self.tracer.span(RETRIEVAL) as span:
            near = await self.constraints.near(text, most) if most else []
            left_out = {one.id for one in dossier.unselected}
            allowed = [one for one in near if one.id not in left_out]
            found = await asyncio.to_thread(
                retrieve, text, segment.intents, index, allowed, self.limits
            )
            span.attributes |= {"hits": len(found.work_items), "sources": len(found.constraints)}
        return found

    async def for_story(self, index: Indexed, story: BacklogItem) -> Sequence[Related]:
        """Return the work items that a story is compared with, best first."""
        with self.tracer.span(TAGGING_RETRIEVAL) as span:
            related = await asyncio.to_thread(index.related, story_text(story), self.nearest)
            span.attributes["hits"] = len(related)
        return related
