"""What the tools of the desk are handed: who finds what is near to segments and stories. Pure."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from src.desks.backlog.artifacts import BacklogItem, Related, SegmentPlace
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Document, Dossier, SourceBase
from src.llm.protocol import Usage
from src.observing.spans import UNTRACED as UNTRACED
from src.observing.spans import Tracer as Tracer


@dataclass(frozen=True)
class Retrieved:
    """What a segment is written with, best first; by default neither a backlog nor a constraint."""

    work_items: tuple[TrackerItem, ...] = ()
    constraints: tuple[SourceBase, ...] = ()


class Nearby(Protocol):
    """A backlog, and constraints, that can be searched."""

    async def for_segment(
        self, segment: SegmentPlace, meeting: Document, dossier: Dossier
    ) -> Retrieved:
        """Return what a segment is written with; nothing that the user left out."""

    async def for_story(self, story: BacklogItem) -> Sequence[Related]:
        """Return the work items that a story is compared with, best first."""


CutTranscript: TypeAlias = Callable[
    [str, str, str], Awaitable[tuple[tuple[SegmentPlace, ...], Usage]]
]
"""Cuts a transcript by its id, text and language; ``ModelGaveNoAnswer`` where a model fails twice."""

Index: TypeAlias = Callable[[Sequence[TrackerItem]], Awaitable[Nearby]]
"""Makes a backlog searchable."""
