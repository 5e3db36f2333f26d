"""What the tools of the desk are handed: who finds what is near, who tags, and what names a maker. Pure."""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from src.desks.backlog.artifacts import BacklogItem, Related, SegmentPlace, StoryTag
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Document, Dossier, Language, SourceBase
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


class FoundForSegment(Protocol):
    """What a segment is written with."""

    @property
    def work_items(self) -> Sequence[TrackerItem]:
        """Work items that are there, best first."""

    @property
    def constraints(self) -> Sequence[SourceBase]:
        """Parts of documents that items have to keep to, best first."""

    @property
    def is_cohesive(self) -> bool:
        """Whether the words of the segment hold together."""


class Finder(Protocol):
    """Finds what is near to segments and stories."""

    async def index(self, items: Sequence[TrackerItem]) -> Indexed:
        """Return a backlog as it can be searched."""

    async def for_segment(
        self, index: Indexed, segment: SegmentPlace, meeting: Document, dossier: Dossier
    ) -> FoundForSegment:
        """Return what a segment is written with; nothing that the user left out."""

    async def for_story(self, index: Indexed, story: BacklogItem) -> Sequence[Related]:
        """Return the work items that a story is compared with, best first."""


class Tagged(Protocol):
    """The tag of a story, and what it took."""

    @property
    def tag(self) -> StoryTag:
        """How it stands to the backlog."""

    @property
    def usage(self) -> Usage:
        """Tokens."""

    @property
    def fallback(self) -> str:
        """Id of the model that judged in place of the one asked; empty: none did."""


class TagsStories(Protocol):
    """Tags stories."""

    async def tag(
        self,
        item_id: str,
        story: BacklogItem,
        candidates: Sequence[TrackerItem],
        related: Sequence[Related],
        language: Language,
    ) -> Tagged:
        """Return the tag of a story against these work items."""


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
