"""What is said of and by the desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping, Sequence

from src.desks.backlog.artifacts import WITHDRAWN, CandidateSign, ItemNote, NeedCandidate, TagName
from src.desks.backlog.item_edit import EditProblem
from src.desks.backlog.planning import LeftOutReason
from src.wording import NamedTexts, desk_texts


class BacklogTexts(NamedTexts):
    """What the desk says in its replies, or the built-in model at it, in one language."""

    types: Mapping[str, str]
    tags: Mapping[TagName, str]
    tag_reasons: Mapping[TagName, str]
    states: Mapping[str, str]
    segments: Sequence[str]
    """One of them, and {count} of them."""
    made: Sequence[str]
    """One of them, and {count} of them."""
    signs: Mapping[CandidateSign, str]
    faults: Mapping[str, str]
    nearest: str
    nothing_near: str
    problems: Mapping[EditProblem, str]
    conflict_choices: Sequence[str]
    reasons: Mapping[LeftOutReason, str]
    steps: Mapping[str, str]
    """How a step ended, by its state."""
    notes: Mapping[ItemNote, str]

    def candidate_state(self, candidate: NeedCandidate) -> str:
        """Return what became of a candidate; empty where it waits."""
        if candidate.item_id:
            return self.became.format(number=candidate.item_id.rpartition("-")[2])
        if candidate.sign in WITHDRAWN and candidate.struck:
            return self.signs[candidate.sign]
        return self.is_struck if candidate.struck else ""


WORDINGS, _TEXTS = desk_texts(__file__)
"""What every desk says, in the words of this one."""

PLAN_TEXTS = {
    language: NamedTexts(**texts.pop("plan_fields")) for language, texts in _TEXTS.items()
}
BUILTIN = {language: BacklogTexts(**texts.pop("builtin")) for language, texts in _TEXTS.items()}
TEXTS = {language: BacklogTexts(**texts) for language, texts in _TEXTS.items()}
