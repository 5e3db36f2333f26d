"""A second reading of the new words of edits: each is held against what the author and the meeting said."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from src.answering.support import NOTHING_READ, Place, SupportReading, statements_read
from src.desks.backlog.artifacts import UNSAID_TEXTS, BacklogItem
from src.desks.backlog.item_edit import EditedItems, Items, once, plain_text
from src.desks.backlog.item_gate import PLACES, PRIORITY, said_in, statements_of
from src.desks.backlog.kept import items_in, segments_in, transcripts_in
from src.desks.backlog.transcript import lines_around
from src.dossier.models import Dossier
from src.language.numbers import numerals
from src.llm.forms import Support
from src.llm.protocol import Llm

LONGEST_TOLD = 4_000
"""Characters of what the author said last that new words are held against."""


async def read_again(
    llm: Llm, dossier: Dossier, made: EditedItems, told: Sequence[str]
) -> tuple[EditedItems, SupportReading]:
    """Return edits with what is not found in what was said marked; ``told``: what the author said, newest last."""
    before, user = items_in(dossier), "\n".join(told)[-LONGEST_TOLD:]
    fresh = _fresh(before, made.items, user)
    if not fresh:
        return made, NOTHING_READ
    segments = segments_in(dossier)

    def places(item: BacklogItem) -> list[Place]:
        said = ((segments.get(one.segment_id or item.segment_id), one) for one in item.evidence)
        return [(place.source_id, quote.start, quote.end) for place, quote in said if place]

    statements: dict[int, tuple[str, Sequence[Place]]] = {}
    for n, (name, at) in enumerate(fresh):
        item = made.items[name]
        statements[n] = statements_of(item)[at], places(item)
    sources = transcripts_in(dossier)
    read = await statements_read(llm, statements, sources, user, reach=lines_around)
    verdicts = {fresh[n]: verdict.verdict for n, verdict in read.verdicts.items()}
    return _as_read(before, made, verdicts), read


def _fresh(before: Items, made: Items, heard: str) -> list[tuple[str, int]]:
    """Return where items say what neither their author nor an item of before said word for word, by id and place."""
    known = {plain_text(text) for item in before.values() for text in said_in(item).values()}
    drafts = {name: item for name, item in made.items() if item.state == "draft"}
    fresh = [
        (name, at)
        for name, item in drafts.items()
        for at, text in said_in(item).items()
        if plain_text(text) not in known and plain_text(text) not in plain_text(heard)
    ]
    urgent = {name: item.priority for name, item in before.items()}
    fresh += [
        (name, PRIORITY)
        for name, item in drafts.items()
        if item.priority not in (None, urgent.get(name))
        if str(item.priority) not in numerals(heard)
    ]
    return fresh


def _as_read(
    before: Items, made: EditedItems, verdicts: Mapping[tuple[str, int], Support]
) -> EditedItems:
    """Return edits by these verdicts: what was contradicted is not done, or in a new item marked as what was not found.

    A criterion that is contradicted goes.
    """
    items = dict(made.items)
    for name, item in made.items.items():
        said = {at: verdicts.get((name, at), "supports") for at in statements_of(item)}
        old, changes, notes = before.get(name), dict[str, Any](), item.notes
        for text, at in PLACES.items():
            verdict = said.get(at, "supports")
            if verdict == "contradicts" and old:
                changes[text] = getattr(old, text)
            elif verdict != "supports":
                notes = once((*notes, UNSAID_TEXTS[text]))
        urgency = said.get(PRIORITY, "supports")
        if urgency == "contradicts" or (urgency == "neither" and not old):
            changes["priority"] = old.priority if old else None
            notes = once((*notes, "priority_unsaid"))
        changes["criteria"] = tuple(
            criterion.model_copy(update={"unsaid": criterion.unsaid or said[n] == "neither"})
            for n, criterion in enumerate(item.criteria, start=1)
            if said[n] != "contradicts"
        )
        if any(criterion.unsaid for criterion in changes["criteria"]):
            notes = once((*notes, "criteria_unsaid"))
        items[name] = item.model_copy(update={**changes, "notes": notes})
    is_turned = "contradicts" in verdicts.values()
    return replace(made, items=items, refused=made.refused | ({0: "turned"} if is_turned else {}))
