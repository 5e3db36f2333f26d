"""What the tools of the desk are handed: who finds what is near, who cuts, and what names a maker. Pure."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from src.desks.backlog.artifacts import BacklogItem, Related, SegmentPlace
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Document, Dossier, SourceBase
from src.llm.protocol import OFFLINE, Llm, Usage

RULES = "rules-1"
"""Changes with the rules of the built-in model."""


def version_of(llm: Llm, prompt: str) -> str:
    if llm.id == OFFLINE:
        return RULES
    return f"{llm.id}/{hashlib.sha256(prompt.encode()).hexdigest()[:8]}"


class Indexed(Protocol):
    """A backlog that can be searched."""

    def related(self, text: str, limit: int = 10) -> Sequence[Related]:
        """Return the nearest work items, best first."""


@dataclass(frozen=True)
class Retrieved:
    """What a segment is written with, best first."""

    work_items: tuple[TrackerItem, ...] = ()
    constraints: tuple[SourceBase, ...] = ()
    is_cohesive: bool = True
    """False where the words of the segment hold so little together that this may be beside the point."""
    scores: tuple[Related, ...] = ()
    """Of the work items and constraints, by id, as they were ordered."""


NOTHING = Retrieved()
"""What there is where there is neither a backlog nor a constraint."""


class Finder(Protocol):
    """Finds what is near to segments and stories."""

    async def index(self, items: Sequence[TrackerItem]) -> Indexed:
        """Return a backlog as it can be searched."""

    async def for_segment(
        self, index: Indexed, segment: SegmentPlace, meeting: Document, dossier: Dossier
    ) -> Retrieved:
        """Return what a segment is written with; nothing that the user left out."""

    async def for_story(self, index: Indexed, story: BacklogItem) -> Sequence[Related]:
        """Return the work items that a story is compared with, best first."""


class CutsTranscripts(Protocol):
    """Cuts transcripts into segments."""

    async def segments(self, source_id: str, text: str, language: str) -> "Cut":
        """Return the segments of a transcript; ``ModelGaveNoAnswer`` where a model fails twice."""


class Cut(Protocol):
    """Segments, what they took, and by whom."""

    @property
    def segments(self) -> Sequence[SegmentPlace]:
        """In their order; joined they are the transcript."""

    @property
    def usage(self) -> Usage:
        """Tokens."""

    @property
    def by(self) -> str:
        """Id of the model that named where they begin."""
