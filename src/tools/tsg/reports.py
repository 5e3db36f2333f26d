"""What the tools of the desk have to tell."""

from dataclasses import dataclass
from typing import Literal

from src.desks.tsg.artifacts import FailedLookup, Guide, GuideLine, GuideNotes, Research, Review
from src.desks.tsg.changes import LineChange
from src.dossier.journal import Outcome
from src.dossier.models import ConclusionSentence
from src.errors import TessError
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

    @property
    def turn_outcome(self) -> Outcome:
        return "request" if self.research.is_complete else "continue"


@dataclass(frozen=True)
class LineLeftOut:
    """A line that a guide had, and has no more."""

    text: str
    reason: Literal["rewritten", "source", "review"]
    """The new draft has it no more, its source was left out, or a review dropped it."""


@dataclass(frozen=True)
class GuideWritten(Report):
    """A guide, and how many lines of its draft did not stand."""

    guide: Guide
    failed: int
    left_out: tuple[LineLeftOut, ...] = ()
    review: Review | None = None
    """What a reviewer said of it; the guide is as it is after that."""
    unreviewed: TessError | None = None
    """Why nobody reviewed it."""
    unsaid: tuple[ConclusionSentence, ...] = ()
    """Lines that a second reading struck, or marked, each with why."""
    unread: bool = False
    """Whether some lines were not read a second time, where that was wanted."""
    kept: tuple[GuideLine, ...] = ()
    """The author's own lines, which a wish for how it is written did not change."""

    turn_outcome = "done"


@dataclass(frozen=True)
class GuideReviewed(Report):
    """What a reviewer said of the guide, and the guide as it is after it."""

    guide: Guide
    review: Review
    left_out: tuple[LineLeftOut, ...] = ()

    turn_outcome = "done"


@dataclass(frozen=True)
class GuideEdited(Report):
    """What became of lines at the author's wish, and the guide as it is after it."""

    guide: Guide
    changes: tuple[LineChange, ...]
    still: tuple[str, ...] = ()
    """What is asked yet of questions that were answered in part."""
    asks: bool = False
    """Whether questions have other numbers now: what is asked yet is shown by them."""
    unread: bool = False
    """Whether some new words were not read a second time, where that was wanted."""

    turn_outcome = "done"


@dataclass(frozen=True)
class GuideShown(Report):
    """The guide as it stands, or its questions alone."""

    guide: Guide
    questions_only: bool = False


@dataclass(frozen=True)
class SuggestionsDismissed(Report):
    """Suggestions that are not made again."""

    texts: tuple[str, ...]
