"""The form of drafted items: parents, criteria, constraints, titles. Pure.

Where a quote stands, and whether a title turns it, is for the one gate to say, as of a claim of an answer.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from src.desks.backlog.artifacts import (
    LEAVES,
    UNSAID_TEXTS,
    BacklogItem,
    CandidateSign,
    ConstraintUse,
    Criterion,
    ItemNote,
    ItemType,
    MeetingQuote,
    SegmentPlace,
    StruckNeed,
)
from src.desks.backlog.forms import (
    CandidateDraft,
    ConstraintDraft,
    ItemDraft,
    ItemDrafts,
    ItemFault,
)
from src.desks.backlog.knowledge import patterns
from src.desks.backlog.tracker_item import TrackerItem
from src.desks.backlog.transcript import Utterance, is_named, is_role, is_speaker, utterances
from src.dossier.models import SourceBase
from src.grounding.clauses import clause_around
from src.grounding.gate import placed
from src.grounding.measured import measured_otherwise
from src.grounding.polarity import turned_at
from src.language.numbers import numerals
from src.llm.forms import Support

FEWEST_CRITERIA, MOST_CRITERIA = 3, 5
LEAST_URGENT = 4
"""The last of a tracker's priorities."""

MOST_ITEMS = 50
"""Of one segment."""

LONGEST_TITLE = 255

ABOVE: Mapping[ItemType, tuple[ItemType, ...]] = {
    "bug": ("story", "feature", "epic"),
    "story": ("feature", "epic"),
    "feature": ("epic",),
    "epic": (),
}
"""Of what type the parent of an item may be."""

TITLE, PRIORITY = 0, -3
PLACES: Mapping[str, int] = {"title": TITLE, "description": -1, "benefit": -2, "need": -4}
"""Places in an item of what it says beside its criteria, which are counted from 1; of its texts by their names."""
URGENCIES = f"where 1 is the most urgent and {LEAST_URGENT} the least"

Readings: TypeAlias = Mapping[tuple[int, int], Support]
"""What a second reading said: by the place of an item in the reply, and the place in that item."""

NOT_READ: Readings = {}

_TYPES: Mapping[str, ItemType] = {"epic": "epic", "feature": "feature"}
"""What trackers call the types under which items may stand, in lower case."""


@dataclass(frozen=True)
class DraftedItem:
    """An item of a reply that stands, with how it and its parent are called in that reply."""

    key: str
    parent_key: str
    """Key of another item of the reply, or id of a work item; empty: none."""
    item: BacklogItem
    notes: tuple[ItemNote, ...] = ()
    number: int = 0
    """Its place in the reply."""


@dataclass(frozen=True)
class GatedItems:
    """The items of a reply: those that stand, and the others; and lines that may show a need, each with its sign."""

    items: tuple[DraftedItem, ...] = ()
    struck: tuple[StruckNeed, ...] = ()
    candidates: tuple[tuple[MeetingQuote, CandidateSign], ...] = ()


def title_key(title: str) -> str:
    """Return a title as it is compared: two with the same are one item."""
    composed = unicodedata.normalize("NFKC", title).casefold()
    return " ".join(re.findall(r"[^\W_]+", composed))


def said_in(item: BacklogItem) -> dict[int, str]:
    """Return what an item says by its place: its title, what its other texts say beside that, and criteria from 1."""
    title, told = title_key(item.title), title_key(f"{item.title} {item.description}")
    texts = {
        "title": item.title,
        "description": item.description if title_key(item.description) != title else "",
        "benefit": item.benefit,
        "need": item.need if title_key(item.need) not in told else "",
    }
    said = {PLACES[name]: text for name, text in texts.items() if text or name == "title"}
    return said | dict(enumerate((criterion.text for criterion in item.criteria), start=1))


def statements_of(item: BacklogItem) -> dict[int, str]:
    """Return what a second reading is asked of an item, by its place: what it says, and how urgent it is."""
    told = {at: f"{item.title}: {text}" for at, text in said_in(item).items()}
    if item.benefit:
        told[PLACES["benefit"]] = f"{item.title}, so that {item.benefit}"
    if item.priority:
        told[PRIORITY] = f"{item.title}: its priority is {item.priority}, {URGENCIES}"
    return told | {TITLE: item.title}


def held(
    drafts: ItemDrafts,
    segment: SegmentPlace,
    text: str,
    work_items: Sequence[TrackerItem],
    constraints: Sequence[SourceBase],
    read: Readings = NOT_READ,
    user: str = "",
) -> GatedItems:
    """Return what stands of a reply; ``text`` is that of the whole transcript.

    ``read``: what a second reading said of it; ``user``: what the user wants of the items.
    """
    within = text[segment.start : segment.end]
    gate = _Gate(segment, within, text, utterances(text), work_items, constraints, read, user)
    for number, draft in enumerate(drafts.items):
        gate.take(draft, number)
    return gate.gated(drafts.candidates)


class _Standing(NamedTuple):
    number: int
    draft: ItemDraft
    item: BacklogItem
    notes: list[ItemNote]


@dataclass
class _Gate:
    """Takes the items of one reply, one after the other."""

    segment: SegmentPlace
    within: str
    meeting: str
    said: Sequence[Utterance]
    work_items: Sequence[TrackerItem]
    constraints: Sequence[SourceBase]
    read: Readings
    user: str
    _standing: dict[str, _Standing] = field(default_factory=dict)
    _instead: dict[str, str] = field(default_factory=dict)
    """By the key of an item that is another: what that is called."""
    _struck: list[StruckNeed] = field(default_factory=list)

    def take(self, draft: ItemDraft, number: int) -> None:
        """Keep a drafted item, or say why it does not stand."""
        evidence = evidence_of(draft.quotes, self.segment, self.within)
        key = (
            draft.key if draft.key and draft.key not in self._standing else f"{draft.key}#{number}"
        )
        other = self._other(draft)
        notes: list[ItemNote] = []
        item = self._item(draft, evidence, notes, number)
        if fault := self._fault(draft, evidence) or self._turned(draft, evidence, number):
            self._strike(draft, fault, item)
        elif other:
            fault, self._instead[draft.key] = other
            self._strike(draft, fault, item)
        else:
            self._standing[key] = _Standing(number, draft, item, notes)

    def gated(self, candidates: Iterable[CandidateDraft] = ()) -> GatedItems:
        """Return what stands: an epic or feature without a quote only where something stands under it."""
        parents = {key: self._parent(key) for key in self._standing}
        # From below: a feature that goes can leave an epic with nothing under it.
        for kind in ("feature", "epic"):
            for key, (_, draft, item, _) in list(self._standing.items()):
                is_held = item.evidence or key in parents.values()
                if item.type == kind and not is_held:
                    fault = "quote_not_found" if any(draft.quotes) else "no_quote"
                    self._strike(draft, fault, item)
                    del self._standing[key], parents[key]
        items = (
            DraftedItem(key, parents[key], standing.item, tuple(standing.notes), standing.number)
            for key, standing in self._standing.items()
        )
        return GatedItems(tuple(items), tuple(self._struck), tuple(self._candidates(candidates)))

    def _candidates(
        self, drafts: Iterable[CandidateDraft]
    ) -> Iterable[tuple[MeetingQuote, CandidateSign]]:
        """Yield the lines that stand in the segment and are the evidence of no item, each once."""
        taken = [two for pair in self._standing.values() for two in pair.item.evidence]
        for draft in drafts:
            for piece in evidence_of((draft.quote,), self.segment, self.within):
                if not any(piece.start < two.end and two.start < piece.end for two in taken):
                    taken.append(piece)
                    yield piece, draft.sign

    def _fault(self, draft: ItemDraft, evidence: Sequence[MeetingQuote]) -> ItemFault | None:
        if not title_key(draft.title):
            return "no_title"
        if len(self._standing) >= MOST_ITEMS:
            return "too_many"
        if draft.type in LEAVES and not evidence:
            return "quote_not_found" if any(draft.quotes) else "no_quote"
        return None

    def _turned(self, draft: ItemDraft, evidence: Sequence[MeetingQuote], number: int) -> str:
        """Return how an item turns all that it stands on, in a word of the gate; empty where it does not."""
        if "contradicts" in [self._is(number, PLACES[name]) for name in ("title", "description")]:
            return "contradicts"
        turned = [self._turned_by(draft.title, quote) for quote in evidence]
        return turned[0] if all(turned) and turned else ""

    def _turned_by(self, title: str, quote: MeetingQuote) -> str:
        """Return how a title turns a quote; what a quote says is not there is asked for, and not turned."""
        place = quote.start - self.segment.start, quote.end - self.segment.start
        turned = turned_at(title, self.within, *place)
        is_lack = patterns("gate")["lacks"].search(clause_around(self.within, *place))
        return "" if turned == "negation" and is_lack else turned

    def _other(self, draft: ItemDraft) -> tuple[ItemFault, str] | None:
        """Return what an item is already: one of this reply, or an epic or feature that is there."""
        title = title_key(draft.title)
        for key, standing in self._standing.items():
            if standing.item.type == draft.type and title_key(standing.item.title) == title:
                return "same_title", key
        for there in self.work_items:
            if type_of(there) == draft.type and title_key(there.title) == title:
                return "is_there", there.id
        return None

    def _parent(self, key: str) -> str:
        _, draft, item, notes = self._standing[key]
        named = self._instead.get(draft.parent, draft.parent)
        if not named:
            return ""
        there = next((work_item for work_item in self.work_items if work_item.id == named), None)
        if named not in self._standing and there is None:
            notes.append("parent_not_there")
            return ""
        above = self._standing[named].item.type if named in self._standing else None
        if (above or (there and type_of(there))) not in ABOVE[item.type]:
            notes.append("parent_of_another_type")
            return ""
        return named

    def _strike(self, draft: ItemDraft, fault: str, item: BacklogItem) -> None:
        quotes = tuple(draft.quotes)
        struck = StruckNeed(type=item.type, title=item.title, fault=fault, quotes=quotes, item=item)
        self._struck.append(struck)

    def _item(
        self,
        draft: ItemDraft,
        evidence: tuple[MeetingQuote, ...],
        notes: list[ItemNote],
        number: int,
    ) -> BacklogItem:
        texts = {name: getattr(draft, name).strip() for name in PLACES}
        for name, text in texts.items():
            verdict = self._is(number, PLACES[name])
            if verdict != "supports" or self._has_other_number(text, evidence):
                notes.append(UNSAID_TEXTS[name])
            if verdict == "contradicts" and name != "title":
                texts[name] = ""
        persona = " ".join(draft.persona.split())
        told = (draft.title, draft.description, draft.need, *(each.said for each in self.said))
        if persona and is_speaker(persona, self.said) and not is_role(persona, told):
            notes.append("persona_not_named")
            persona = ""
        elif persona and not is_named(persona, self.meeting):
            notes.append("persona_inferred")
        criteria = self._criteria(draft, evidence, notes, number)
        priority = draft.priority
        if self._is(number, PRIORITY) != "supports":
            notes.append("priority_unsaid")
            priority = 0
        if len(criteria) > MOST_CRITERIA:
            notes.append("criteria_cut")
        elif draft.type == "story" and len(criteria) < FEWEST_CRITERIA:
            notes.append("few_criteria")
        return BacklogItem(
            type=draft.type,
            **texts | {"title": " ".join(draft.title.split())[:LONGEST_TITLE]},
            persona=persona,
            criteria=tuple(criteria[:MOST_CRITERIA]),
            evidence=evidence,
            priority=priority if 1 <= priority <= LEAST_URGENT else None,
            constraints=tuple(self._uses(draft.constraints, notes)),
        )

    def _is(self, number: int, at: int) -> Support:
        """Return what a second reading said of a place in an item; where there was none, that it is supported."""
        return self.read.get((number, at), "supports")

    def _criteria(
        self,
        draft: ItemDraft,
        evidence: Sequence[MeetingQuote],
        notes: list[ItemNote],
        number: int,
    ) -> list[Criterion]:
        """Return the criteria that nothing contradicts, marked where nobody said them or a number of them."""
        found: list[Criterion] = []
        drafted = (criterion for criterion in draft.criteria if criterion.text.strip())
        for at, criterion in enumerate(drafted, start=1):
            verdict, text = self._is(number, at), criterion.text.strip()
            has_other = verdict != "contradicts" and self._has_other_number(text, evidence)
            notes += ["criteria_unsaid"] if verdict != "supports" else []
            notes += ["number_unsaid"] if has_other else []
            if verdict != "contradicts":
                unsaid = has_other or verdict == "neither"
                found.append(Criterion(text=text, delta=criterion.delta, unsaid=unsaid))
        return found

    def _has_other_number(self, text: str, evidence: Sequence[MeetingQuote]) -> bool:
        """Tell whether a text has a number that neither the meeting, the user nor what it was written with has."""
        start, end = self.segment.start, self.segment.end
        there = [line.said for line in self.said if start <= line.start < end]
        there += [f"{item.reference} {item.title} {item.content}" for item in self.work_items]
        there += [self.user, *(constraint.content for constraint in self.constraints)]
        known, quoted = "\n".join(there), "\n".join(quote.quote for quote in evidence)
        return not numerals(text) <= numerals(known) or bool(
            measured_otherwise(text, quoted, (known,))
        )

    def _uses(
        self, drafts: Iterable[ConstraintDraft], notes: list[ItemNote]
    ) -> Iterable[ConstraintUse]:
        """Yield the constraints whose words are quoted."""
        known = {constraint.id: constraint.content for constraint in self.constraints}
        for draft in drafts:
            found = placed(draft.quote, known.get(draft.id, ""))
            if found:
                quote = known[draft.id][found.start : found.end]
                yield ConstraintUse(source_id=draft.id, quote=quote, violated=draft.violated)
            else:
                notes.append("constraint_not_found")


def type_of(there: TrackerItem) -> ItemType | None:
    """Return which type of item a work item is that others may stand under; None for any other."""
    return _TYPES.get(there.type.strip().casefold())


def evidence_of(
    quotes: Iterable[str], segment: SegmentPlace, within: str
) -> tuple[MeetingQuote, ...]:
    """Return those quotes that stand in a segment, whose text is ``within``, each once."""
    found: dict[tuple[int, int], MeetingQuote] = {}
    for quote in quotes:
        checked = placed(quote, within)
        if checked and checked.place:
            start, end, verdict = checked.place
            found[start, end] = MeetingQuote(
                quote=within[start:end],
                start=segment.start + start,
                end=segment.start + end,
                verdict=verdict,
            )
    return tuple(found.values())
