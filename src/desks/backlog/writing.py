"""Backlog items of a segment: a model drafts them, a gate in code holds each to the words of the meeting."""

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial

from src.answering.support import NOTHING_READ, Place, SupportReading, statements_read
from src.desks.backlog.artifacts import SegmentPlace
from src.desks.backlog.filling import FormFiller, made_by
from src.desks.backlog.forms import ItemDrafts, ItemsTask, TaskConstraint, TaskWorkItem
from src.desks.backlog.item_gate import (
    TITLE,
    DraftedItem,
    GatedItems,
    Readings,
    held,
    statements_of,
)
from src.desks.backlog.nearby import Retrieved
from src.desks.backlog.tracker_item import body_of
from src.desks.backlog.transcript import lines_around
from src.dossier.models import SourceBase
from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.llm.protocol import Usage


@dataclass(frozen=True)
class WrittenItems(GatedItems):
    """The items of a segment, what was struck, and what it took."""

    failed: bool = False
    """Whether the model gave nothing usable twice: the segment is unprocessed."""
    usage: Usage = field(default_factory=Usage)
    unread: bool = False
    """Whether some of it was not read a second time, where that was wanted."""


@dataclass(frozen=True)
class ItemWriter(FormFiller):
    """Writes the items of segments, by a model without tools."""

    support: bool = False
    """Whether a second reading says of each item if its evidence supports it."""

    async def write(
        self,
        segment: SegmentPlace,
        source_id: str,
        text: str,
        retrieved: Retrieved,
        instruction: str,
        language: str,
    ) -> WrittenItems:
        """Return the items of a segment of this transcript."""
        if segment.source_id != source_id:
            raise ValueError("the segment is of another transcript")
        task = ItemsTask(
            language=language,
            segment=text[segment.start : segment.end],
            intents=list(segment.intents),
            instruction=instruction,
            work_items=[
                TaskWorkItem(id=item.id, type=item.type, title=item.title, text=body_of(item))
                for item in retrieved.work_items
            ],
            constraints=[
                TaskConstraint(id=constraint.id, title=constraint.title, text=constraint.content)
                for constraint in retrieved.constraints
            ],
        )
        usage = Usage()
        for _ in range(2):
            try:
                reply = await self.llm.chat_structured(self.asked(task), ItemDrafts, repair=False)
            except ModelGaveNoAnswer as error:
                usage += Usage(error.tokens)
                continue
            except ModelUnavailable:
                break  # it was waited for already; what was written of other segments is not lost
            near = retrieved.work_items, retrieved.constraints
            gate = partial(held, reply.value, segment, text, *near, user=instruction)
            gated = await asyncio.to_thread(gate)
            read = NOTHING_READ
            if self.support and not reply.fallback:
                meeting = SourceBase(id=source_id, title="", content=text, kind="meeting")
                read, verdicts = await self._read(gated, meeting)
                gated = await asyncio.to_thread(gate, verdicts)
            by = {"by": made_by(self.llm.id), "version": self.version}
            items = tuple(replace(one, item=one.item.model_copy(update=by)) for one in gated.items)
            spent = usage + reply.usage + read.usage
            unread = read.failure is not None
            return WrittenItems(items, gated.struck, gated.candidates, False, spent, unread)
        return WrittenItems(failed=True, usage=usage)

    async def _read(
        self, gated: GatedItems, meeting: SourceBase
    ) -> tuple[SupportReading, Readings]:
        """Return a second reading of items and their criteria; what groups items rests on the words of those."""
        items = [
            (item, places) for item in gated.items if (places := _places(item, gated, meeting.id))
        ]
        every = [((item.number, TITLE), item.item.title, places) for item, places in items]
        every += [
            ((item.number, at), text, places)
            for item, places in items
            for at, text in statements_of(item.item).items()
            if at != TITLE
        ]
        statements = {n: (text, places) for n, (_, text, places) in enumerate(every)}
        read = await statements_read(self.llm, statements, [meeting], reach=lines_around)
        return read, {every[n][0]: said.verdict for n, said in read.verdicts.items()}


def _places(drafted: DraftedItem, gated: GatedItems, source_id: str) -> list[Place]:
    """Return where the words stand that an item rests on; without its own, those of all that stands below it."""
    if drafted.item.evidence:
        return [(source_id, said.start, said.end) for said in drafted.item.evidence]
    below = (item for item in gated.items if item.parent_key == drafted.key)
    return [place for item in below for place in _places(item, gated, source_id)]
