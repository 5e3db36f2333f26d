"""What the tools of the desk have to tell."""

from dataclasses import dataclass

from src.desks.tsg.artifacts import FailedLookup, Guide, GuideNotes, Placeholder, Research, Review
from src.tools.base import Found, Report


@dataclass(frozen=True)
class NotesTaken(Report):
    """Notes as they passed the personal-data gate."""

    notes: GuideNotes
    added: bool
    """Whether they came behind notes of before."""
    unread: int = 0
    """Pictures that nobody looked at."""


@dataclass(frozen=True)
class Researched(Found):
    """What was looked for, with the pages that are new."""

    research: Research
    failed: tuple[FailedLookup, ...]


@dataclass(frozen=True)
class GuideWritten(Report):
    """A guide, and how many lines of its draft did not stand."""

    guide: Guide
    failed: int
    repairs: int


@dataclass(frozen=True)
class GuideReviewed(Report):
    """What a reviewer said of the guide, and the guide as it is after it."""

    guide: Guide
    review: Review


@dataclass(frozen=True)
class QuestionsAnswered(Report):
    """Questions whose answers are kept now."""

    answered: tuple[Placeholder, ...]


@dataclass(frozen=True)
class SuggestionsDismissed(Report):
    """Suggestions that are not made again."""

    texts: tuple[str, ...]
