"""What is said of and by the desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from src.desks.backlog.artifacts import WITHDRAWN, CandidateSign, ItemNote, NeedCandidate, TagName
from src.desks.backlog.item_edit import EditProblem
from src.desks.backlog.planning import LeftOutReason
from src.wording import desk_texts


@dataclass(frozen=True)
class BacklogTexts:
    """Texts of one language; names in braces are filled in."""

    types: Mapping[str, str]
    tags: Mapping[TagName, str]
    states: Mapping[str, str]
    loaded: str
    loaded_nothing: str
    changed: str
    gone: str
    loaded_large: str
    segmented: str
    segments: Sequence[str]
    """One of them, and {count} of them."""
    segment: str
    made: Sequence[str]
    """One of them, and {count} of them."""
    made_nothing: str
    struck: str
    candidates: str
    candidate: str
    signs: Mapping[CandidateSign, str]
    became: str
    is_struck: str
    rejected: str
    no_rejected: str
    rejected_heading: str
    candidates_changed: str
    faults: Mapping[str, str]
    unprocessed: str
    tagged: str
    tagged_alone: str
    tag_failed: str
    left: str
    paused: str
    what_next: str
    judged: str
    changed_items: str
    changed_nothing: str
    problems: Mapping[EditProblem, str]
    tagged_by_hand: str
    retag: str
    plan_lapsed: str
    begins: str
    """{title}; a command, which ``plain_words`` knows again."""
    awaited: str
    meeting: str
    transcript_taken: str
    confirm_it: str
    exported: str
    held_back: str
    number_not_quoted: str
    told: str
    said_by: str
    under: str
    priority: str
    no_items: str
    conflict: str
    conflict_choices: Sequence[str]
    left_out: str
    planned: str
    takes_back: str
    reasons: Mapping[LeftOutReason, str]
    nothing_to_write: str
    nothing_to_take_back: str
    criteria: str
    evidence: str
    below: str
    constraint: str
    violated: str
    delta: str
    steps: Mapping[str, str]
    """How a step ended, by its state."""
    stale: str
    to_be_done: str
    candidates_wait: str
    notes: Mapping[ItemNote, str]
    noted: str
    unsaid: str
    writing_is_off: str
    replaced: str
    segment_of: str
    items: str

    def candidate_state(self, candidate: NeedCandidate) -> str:
        """Return what became of a candidate; empty where it waits."""
        if candidate.item_id:
            return self.became.format(number=candidate.item_id.rpartition("-")[2])
        if candidate.sign in WITHDRAWN and candidate.struck:
            return self.signs[candidate.sign]
        return self.is_struck if candidate.struck else ""


@dataclass(frozen=True)
class PlanTexts:
    """What the operations of a plan say, in one language."""

    of_item: str
    creates: str
    under: str
    changes: str
    removes: str
    reverts: str
    work_item: str
    """A work item of which no more is known than its number: {id}."""
    description: str
    repro_steps: str
    priority: str
    criteria: str
    persona: str
    need: str
    benefit: str
    below: str
    tags: str


@dataclass(frozen=True)
class BuiltinTexts:
    """What the built-in model says at the desk, in one language."""

    about: str
    cannot_change: str
    cannot_split: str
    make: str
    make_for: str
    """{project}; what is said for who asks over REST."""
    plan: str
    tag_reasons: Mapping[TagName, str]


WORDINGS, _TEXTS = desk_texts(__file__)
"""What every desk says, in the words of this one."""

PLAN_TEXTS = {language: PlanTexts(**texts.pop("plan_fields")) for language, texts in _TEXTS.items()}
BUILTIN = {language: BuiltinTexts(**texts.pop("builtin")) for language, texts in _TEXTS.items()}
TEXTS = {language: BacklogTexts(**texts) for language, texts in _TEXTS.items()}
