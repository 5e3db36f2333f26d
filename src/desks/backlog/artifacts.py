"""The artifacts of the desk: what it makes of a meeting and goes on with. Pure."""

from collections.abc import Mapping
from datetime import datetime
from operator import not_
from typing import Literal

from pydantic import Field

from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Frozen

SEGMENT = "segment"
ITEM = "item"
TAG = "tag"
JUDGEMENT = "judgement"
"""Kinds; plans and what was written are the engine's."""

ItemType = Literal["epic", "feature", "story", "bug"]
ItemState = Literal["draft", "left_out", "unprocessed", "written"]
ItemNote = Literal[
    "parent_not_there",
    "parent_of_another_type",
    "persona_not_named",
    "persona_inferred",
    "few_criteria",
    "criteria_cut",
    "constraint_not_found",
    "neither",
    "description_unsaid",
    "criteria_unsaid",
    "number_unsaid",
    "benefit_unsaid",
    "need_unsaid",
    "priority_unsaid",
    "wanted_all_the_same",
]
"""What was taken off an item as it was drafted, or lacks in it. ``neither``: a second reading did not find it in what
it stands on, ``description_unsaid``: nor its description, ``criteria_unsaid``: nor all of its criteria; those that are
contradicted are left out. ``number_unsaid``: a criterion has a number that nobody said."""
UNSAID_TEXTS: Mapping[str, ItemNote] = {
    "title": "neither",
    "description": "description_unsaid",
    "benefit": "benefit_unsaid",
    "need": "need_unsaid",
}
"""By the field of an item: the note that it was not found in what was said."""
UNSAID_CRITERIA: tuple[ItemNote, ...] = ("criteria_unsaid", "number_unsaid")
UNSAID = (*UNSAID_TEXTS.values(), *UNSAID_CRITERIA)
"""Notes of what no plan takes until its author keeps it."""
CandidateSign = Literal[
    "proposed", "complaint", "by_hand", "amount", "other", "rejected", "put_off"
]
"""What of a line that became no item shows a need: somebody proposes, complains, works by hand, or names a number; or
that the meeting rejected one or put it off, which waits for nobody."""

WITHDRAWN: tuple[CandidateSign, ...] = ("rejected", "put_off")
TagName = Literal["new", "gap", "extend", "conflict", "duplicate"]

LEAVES: tuple[ItemType, ...] = ("story", "bug")
"""Types that are held against the backlog and planned one by one; the others come along with what is below them."""


class SegmentPlace(Frozen):
    """A stretch of a transcript about one thing: a place in its text, never a text of its own."""

    order: int
    """From 1; segments in their order, joined, are the transcript."""
    source_id: str
    start: int
    end: int
    """In characters of the source's text."""
    lines: tuple[int, int]
    """Its first and last line, from 1."""
    intents: tuple[str, ...] = ()
    dominant_intent: str = ""
    is_cohesive: bool = True
    """Of earlier versions: whether its words hold together; not told any more."""
    continues: bool = False
    """Whether it goes on with what the one before is about, and was cut off for its size alone."""
    version: str = ""
    """Of the prompt or the rules that cut it."""


class MeetingQuote(Frozen):
    """Words of the meeting that an item stands on."""

    quote: str
    """As they stand in the transcript."""
    start: int
    end: int
    """In characters of the source's text, within its segment."""
    verdict: Literal["exact", "normalised"] = "exact"
    segment_id: str = ""
    """The segment in which they were said; empty: that of the item."""


class AuthorWords(Frozen):
    """Words of the author that an item, or a change of it, stands on."""

    turn: int
    """In which they were said."""
    words: str
    """As they stand in the message."""


class Criterion(Frozen):
    """An acceptance criterion; ``delta``: it adds to what a work item promises already."""

    text: str
    delta: bool = False
    unsaid: bool = Field(False, exclude_if=not_)
    """Whether a second reading did not find it in what the item stands on: in no plan until its author keeps it."""


class ConstraintUse(Frozen):
    """A constraint that bears on an item; it is violated only where a quote of it says so."""

    source_id: str
    quote: str
    violated: bool = False


class BacklogItem(Frozen):
    """An epic, feature, story or bug, made of what was said in one segment, or of what its author told."""

    type: ItemType
    title: str
    description: str = ""
    persona: str = ""
    need: str = ""
    benefit: str = ""
    """Cut out of the evidence; a persona only where one was named."""
    criteria: tuple[Criterion, ...] = ()
    parent: str = ""
    """Id of an item of this dossier, or of a work item that is there, as its source is called; empty: none."""
    segment_id: str = ""
    evidence: tuple[MeetingQuote, ...] = ()
    told: tuple[AuthorWords, ...] = Field((), exclude_if=not_)
    """Evidence beside the meeting: what its author said of it since, the newest last."""
    priority: int | None = Field(None, exclude_if=not_)
    """From 1, the most urgent, to 4; None: nobody said."""
    labels: tuple[str, ...] = Field((), exclude_if=not_)
    """Words by which its author wants to find it again; the tracker gets them as tags."""
    unnamed: tuple[str, ...] = Field((), exclude_if=not_)
    """Names that its author took out of its texts: they are masked in what is written of its quotes."""
    constraints: tuple[ConstraintUse, ...] = ()
    notes: tuple[ItemNote, ...] = ()
    signature: str = ""
    """The tag by which it is found again once it is written."""
    state: ItemState = "draft"
    problem: str = ""
    """Why it is left out or unprocessed, as a code."""
    by: Literal["rules", "model", "person"] = "rules"
    """Who worded it last."""
    version: str = ""

    @property
    def said_criteria(self) -> list[Criterion]:
        """Its criteria but for those that a second reading did not find."""
        return [criterion for criterion in self.criteria if not criterion.unsaid]

    @property
    def unsaid_parts(self) -> tuple[str, ...]:
        """What of its texts was not found in what was said, and its author did not keep; all of it: its title."""
        told = (getattr(self, name) for name, note in UNSAID_TEXTS.items() if note in self.notes)
        criteria = (criterion.text for criterion in self.criteria if criterion.unsaid)
        return tuple(filter(None, (*told, *criteria)))

    def said(self, name: str) -> str:
        """Return one of its texts, by the name of the field, where that was found in what was said."""
        return "" if UNSAID_TEXTS[name] in self.notes else str(getattr(self, name))


class Related(Frozen):
    """A work item that a story was compared with, and how much alike they are, from 0 to 1."""

    id: str
    """Of the source in the dossier."""
    score: float


class StoryTag(Frozen):
    """How a story stands to the backlog that is there."""

    item_id: str
    tag: TagName
    related: tuple[Related, ...] = ()
    """The nearest ones, best first."""
    related_id: str = ""
    """The one that the tag is about; empty for ``new``."""
    allowed: tuple[TagName, ...] = ()
    """What the scores let the judge choose from."""
    delta: tuple[str, ...] = ()
    """What the story adds, in words; of ``gap`` and ``extend`` never empty, of ``duplicate`` always."""
    reason: str = ""
    quotes: tuple[str, ...] = ()
    """Of ``conflict``: of the story and of the work item, which can't both hold."""
    failed: bool = False
    """Whether the judge gave nothing usable twice: it counts as new, and no plan takes it until a person tags it."""
    by: Literal["rules", "model", "person"] = "rules"
    judged: TagName | Literal[""] = ""
    """What the judge said, where a person said otherwise."""
    thresholds: tuple[float, ...] = ()
    version: str = ""


class QualityScore(Frozen):
    """One thing that an item was judged by: 1 (bad) to 5 (good), with the reason."""

    name: str
    score: int
    reason: str


class ItemJudgement(Frozen):
    """How good an item is by itself."""

    item_id: str
    scores: tuple[QualityScore, ...]
    version: str = ""


class NeedCandidate(Frozen):
    """A line of the meeting that may show a need, for a person to tick, strike or word."""

    number: int
    """Its place in the list, from 1."""
    segment_id: str
    source_id: str
    """Of the transcript, in which the quote stands."""
    said: MeetingQuote
    quote: str
    sign: CandidateSign
    why: str
    """The sign, in words."""
    item_id: str = ""
    """Of the item that was made of it; empty: none was."""
    struck: bool = False
    state: str = ""
    """In words: the item that was made of it, or that it was struck; empty: it waits."""

    @property
    def waits(self) -> bool:
        """Whether nothing became of it yet."""
        return not (self.struck or self.item_id)


class NeedCandidates(Frozen):
    """All candidates, in one list; the only artifact of its kind."""

    candidates: tuple[NeedCandidate, ...] = ()


BACKLOG = "backlog"
CANDIDATES = "candidates"
DIFFERENCE = "difference"
OVERVIEW = "overview"
RUN = "run"


class OverviewRow(Frozen):
    """An item as people see it in a list, with words of the meeting that it stands on."""

    number: int
    type: str
    title: str
    tag: str = ""
    state: str = ""
    quote: str = ""
    source_id: str = ""
    """Of the transcript, in which the quote stands."""


class Overview(Frozen):
    """All items, in one list; the only artifact of its kind."""

    items: tuple[OverviewRow, ...]


class BacklogPage(Frozen):
    """A part of the backlog of a project, as it was read: no more than an artifact may hold."""

    project: str
    taken_at: datetime
    number: int
    """Of the page, from 1."""
    items: tuple[TrackerItem, ...] = ()
    """Those that are gone are marked, and found no more."""


class Difference(Frozen):
    """What a plan would change in a work item: its criteria as they are, and as they would be."""

    item_id: str
    work_item: str
    title: str
    before: str
    after: str


class StruckNeed(Frozen):
    """An item that was drafted and does not stand, and why: it is planned only where its author puts it in."""

    segment_id: str = ""
    type: str
    title: str
    fault: str
    quotes: tuple[str, ...] = ()
    item: BacklogItem | None = Field(None, exclude_if=not_)
    """What was drafted, with those of its quotes that stand."""
    item_id: str = Field("", exclude_if=not_)
    """Of the item that its author made of it; empty: it stays struck."""


class RunError(Frozen):
    """What a step of a run did not do."""

    step: str
    id: str
    """Of the segment or item."""
    code: str
    at: datetime


class RunState(Frozen):
    """How far the making of items of a meeting has come; the only artifact of its kind."""

    source_id: str
    """The transcript."""
    processed: tuple[str, ...] = ()
    """Ids of the segments of which items were written, or that failed twice."""
    struck: tuple[StruckNeed, ...] = ()
    errors: tuple[RunError, ...] = ()
    tokens: int = 0
    """Of models, since a person last said that it may go on."""
    all_tokens: int = 0
    is_paused: bool = False
    """Whether the tokens of a run are spent, and a person has to say that it goes on."""
    model: str = ""
    config: dict[str, str] = {}
    """The limits by which it was made, by name of the setting."""
    instruction: str = Field("", exclude_if=not_)
    """What the user wants of the items besides, for as long as there are segments to write."""
