"""The shape of the texts of the desk's replies, and what lists items that a plan leaves out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from src.desks.backlog.artifacts import CandidateSign, ItemNote, NeedCandidate, TagName
from src.desks.backlog.item_edit import EditProblem
from src.desks.backlog.planning import LeftOutReason, UnplannedItem
from src.dossier.models import Language
from src.errors import refusal
from src.wording.markdown import bullets, plain


@dataclass(frozen=True)
class BacklogTexts:
    """Texts of one language; names in braces are filled in."""

    language: Language
    types: Mapping[str, str]
    tags: Mapping[TagName, str]
    states: Mapping[str, str]
    loaded: str
    """{project}, {count}, {types}."""
    loaded_nothing: str
    """{project}."""
    changed: str
    """{changed}."""
    gone: str
    loaded_large: str
    segmented: str
    """{segments}, {title}."""
    segments: tuple[str, str]
    """One of them, and {count} of them."""
    segment: str
    """{order}, {first}, {last}, {intent}."""
    made: tuple[str, str]
    """One of them, and {count} of them."""
    made_nothing: str
    struck: str
    candidates: str
    candidate: str
    """{number}, {why}."""
    signs: Mapping[CandidateSign, str]
    became: str
    """{number}."""
    is_struck: str
    candidates_changed: str
    faults: Mapping[str, str]
    unprocessed: str
    """{orders}."""
    tagged: str
    """{counts}."""
    tag_failed: str
    """{numbers}."""
    left: str
    """{left}."""
    paused: str
    """{tokens}."""
    what_next: str
    """{number}."""
    judged: str
    changed_items: str
    changed_nothing: str
    problems: Mapping[EditProblem, str]
    tagged_by_hand: str
    """{number}, {tag}."""
    retag: str
    plan_lapsed: str
    begins: str
    """{title}; a command, which ``plain_words`` knows again."""
    awaited: str
    meeting: str
    transcript_taken: str
    confirm_it: str
    exported: str
    """{id}."""
    told: str
    """{turn}."""
    said_by: str
    """{speaker}, {line}."""
    under: str
    priority: str
    """{priority}."""
    no_items: str
    conflict: str
    """{number}, {title}, {other}, {mine}, {theirs}."""
    conflict_choices: Sequence[str]
    """{number}."""
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
    notes: Mapping[ItemNote, str]
    noted: str
    segment_of: str
    """{order}, {first}, {last}."""
    items: str

    def candidate_state(self, one: NeedCandidate) -> str:
        """Return what became of a candidate; empty where it waits."""
        if one.item_id:
            return self.became.format(number=one.item_id.rpartition("-")[2])
        return self.is_struck if one.struck else ""

    def listed_left_out(self, rows: Sequence[tuple[int, LeftOutReason, str]]) -> str:
        """Return items that are left out, those of one reason in one line."""
        by_reason: dict[tuple[LeftOutReason, str], list[int]] = {}
        for number, reason, detail in rows:
            by_reason.setdefault((reason, detail), []).append(number)
        lines = [
            f"{', '.join(map(str, numbers))}: {self._reason(*why)}"
            for why, numbers in by_reason.items()
        ]
        return f"**{self.left_out}**\n\n{bullets(lines)}" if lines else ""

    def _reason(self, reason: LeftOutReason, detail: str) -> str:
        return self.reasons[reason] + (f" ({plain(detail)})" if detail else "")


def rows_of(
    left_out: Sequence[UnplannedItem], language: Language
) -> list[tuple[int, LeftOutReason, str]]:
    """Return what is left out by the number of each item, with what the tracker says of it."""
    return [
        (
            int(one.item_id.rpartition("-")[2]),
            one.reason,
            refusal(one.refused.code, one.refused.details, language) if one.refused else "",
        )
        for one in left_out
    ]
