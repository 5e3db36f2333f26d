"""What the tools of the desk have to tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from src.desks.backlog.artifacts import (
    BacklogItem,
    ItemJudgement,
    NeedCandidate,
    SegmentPlace,
    StoryTag,
    StruckNeed,
)
from src.desks.backlog.item_edit import OF_THE_MODEL, EditProblem, Items
from src.desks.backlog.planning import UnplannedItem
from src.dossier.journal import Outcome
from src.dossier.models import Document
from src.tools.base import Added, Planned, Refused, Report


@dataclass(frozen=True)
class BacklogLoaded(Report):
    """What was read of a project."""

    project: str
    counts: Mapping[str, int]
    """Work items that are there, by type."""
    changed: int
    """New, or of another revision than was known."""
    gone: Sequence[str]
    """Titles of those that are not there any more."""
    shown: bool
    """Whether all of them are sources; of a larger backlog those that something stands on become so."""

    changes_selection = True
    turn_outcome = "request"


@dataclass(frozen=True)
class Segmented(Report):
    """A transcript in segments."""

    meeting: Document
    segments: Sequence[SegmentPlace]


@dataclass(frozen=True)
class Unfinished(Report):
    """Progress of work that may take more than a turn."""

    left: int
    """Of how many nothing was made yet."""
    paused: int
    """Tokens that were spent, where a person has to say that it goes on; 0: none has to."""

    @property
    def turn_outcome(self) -> Outcome | None:
        return "continue" if self.left and not self.paused else "request"

    changes_selection = True


@dataclass(frozen=True)
class ItemsWritten(Unfinished):
    """Items that were made of segments."""

    items: Mapping[str, BacklogItem]
    struck: Mapping[int, StruckNeed]
    """By their numbers in the run."""
    unprocessed: Sequence[int]
    """Segments, by their order, of which a model gave nothing usable twice."""
    candidates: Sequence[NeedCandidate] = ()
    """Lines that may show a need."""
    unread: Sequence[int] = ()
    """Segments whose items were not all read a second time, where that was wanted."""
    replaced: Sequence[int] = ()
    """Numbers of items of before that are gone by it; those that their author made or changed stay."""


@dataclass(frozen=True)
class ItemsTagged(Unfinished):
    """Stories as they stand to the backlog that is there."""

    tags: Mapping[str, StoryTag]
    items: Mapping[str, BacklogItem]


@dataclass(frozen=True)
class ItemsMade(Report):
    """What the steps of a run brought, each by its own report."""

    parts: Sequence[Report]
    is_done: bool
    """Whether the rest waits for nothing but the user."""

    @property
    def turn_outcome(self) -> Outcome:
        last = self.parts[-1]
        waits = isinstance(last, Refused) or (isinstance(last, Unfinished) and last.paused)
        return "request" if self.is_done or waits else "continue"

    changes_selection = True


@dataclass(frozen=True)
class ItemsJudged(Report):
    """How good items are by themselves."""

    judgements: Mapping[str, ItemJudgement]
    items: Mapping[str, BacklogItem]
    left: int = 0


@dataclass(frozen=True)
class ItemsEdited(Report):
    """Items as their author changed them, and why something was not done."""

    items: Mapping[str, BacklogItem]
    tags: Mapping[str, StoryTag]
    problems: Sequence[EditProblem]
    before: Items = field(default_factory=dict)
    """Those that were there, as they were."""
    lapses: bool = False
    """Whether a plan that waited is gone by it."""
    candidates: Sequence[NeedCandidate] = ()
    """Those of which items were made, or that were struck or put back."""
    unread: bool = False
    """Whether not all new words were read a second time, where that was wanted."""
    left: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Words that may mean what was replaced everywhere, with the numbers of their items."""

    @property
    def problems_of_user(self) -> Sequence[EditProblem]:
        """Those that the user is told: faults of the model's words only where nothing else was brought."""
        return [text for text in self.problems if not (self._is_any and text in OF_THE_MODEL)]

    @property
    def is_misuse(self) -> bool:
        return bool(self.problems) and not self._is_any and {*self.problems} <= {*OF_THE_MODEL}

    @property
    def _is_any(self) -> bool:
        return bool(self.items or self.tags or self.candidates)

    @property
    def turn_outcome(self) -> Outcome:
        return "request" if self.problems else "done"


@dataclass(frozen=True)
class ItemsRead(Report):
    """Items that a model has read: nothing that the user is told of."""


QuotedWords = tuple[str, str, int, str]
"""Words that a sentence rests on, who said them in which line, and the title of what they stand in."""


@dataclass(frozen=True)
class MeetingAnswered(Report):
    """Sentences of a model with the words that each rests on, and those that may not be shown with the reason."""

    sentences: Sequence[tuple[str, Sequence[QuotedWords]]]
    fell: Mapping[str, str]
    unread: bool = False
    """Whether not all of it was read a second time, where that was wanted."""

    turn_outcome = "done"

    @property
    def is_misuse(self) -> bool:
        return not self.sentences


@dataclass(frozen=True)
class TextSaid(Report):
    """A fixed text of the desk: how a plan is confirmed, or that a transcript is to follow as a document."""

    text: Literal["confirm_it", "writing_is_off", "awaited", "about"]
    turn_outcome = "request"


@dataclass(frozen=True)
class TranscriptTaken(Added):
    """A transcript that came in a message."""

    was_pasted = True

    turn_outcome = "request"


@dataclass(frozen=True)
class ItemsShown(Report):
    """Items as they are, each with its tag and its judgement."""

    items: Mapping[str, BacklogItem]
    tags: Mapping[str, StoryTag]
    judgements: Mapping[str, ItemJudgement]
    whole: bool
    """Whether each is told whole."""
    candidates: Sequence[NeedCandidate] = ()
    """Lines of which items may still be made, ..."""
    struck: Mapping[int, StruckNeed] = field(default_factory=dict)
    """Drafted items that do not stand, by their numbers."""
    rejected: bool = False
    """... or, in their place, those that were rejected, put off or struck."""

    turn_outcome = "done"


@dataclass(frozen=True)
class ItemsExported(Report):
    """All items as a text to take along."""

    form: str
    text: str

    turn_outcome = "done"


@dataclass(frozen=True)
class BacklogPlanned(Planned):
    """A plan with what it leaves out and why; it is told whole besides."""

    left_out: Sequence[UnplannedItem] = ()
    takes_back: bool = False
    is_off: bool = False
    """Whether the tracker is set to be read only, so that nothing of it would be written."""

    turn_outcome = "request"


@dataclass(frozen=True)
class NothingToWrite(Report):
    """A plan that would be empty, and why."""

    left_out: Sequence[UnplannedItem]
    takes_back: bool = False

    turn_outcome = "done"
