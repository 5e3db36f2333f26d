"""Backlog items of a segment: a model drafts them, a gate in code holds each to the words of the meeting."""

from dataclasses import dataclass, field, replace

from src.answering.support import NOTHING_READ, SupportReading, statements_read
from src.desks.backlog.artifacts import BacklogItem, SegmentPlace
from src.desks.backlog.filling import FormFiller, made_by
from src.desks.backlog.forms import ItemDrafts, ItemsTask, TaskConstraint, TaskWorkItem
from src.desks.backlog.item_gate import GatedItems, held
from src.desks.backlog.nearby import Retrieved
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
        task = items_task(segment, text, retrieved, instruction, language)
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
            gated = held(reply.value, segment, text, *near)
            read = NOTHING_READ
            if self.support and not reply.fallback:
                read = await self._read(
                    gated, SourceBase(id=source_id, title="", content=text, kind="meeting")
                )
                verdicts = {number: one.verdict for number, one in read.verdicts.items()}
                gated = held(reply.value, segment, text, *near, verdicts)
            items = tuple(replace(one, item=self._signed(one.item)) for one in gated.items)
            spent = usage + reply.usage + read.usage
            unread = read.failure is not None
            return WrittenItems(items, gated.struck, gated.candidates, False, spent, unread)
        return WrittenItems(failed=True, usage=usage)

    async def _read(self, gated: GatedItems, meeting: SourceBase) -> SupportReading:
        """Return what a second reading says of the items that stand on words of the meeting."""
        statements = {
            one.number: (
                ". ".join(filter(None, (one.item.title, one.item.description))),
                [(meeting.id, said.start, said.end) for said in one.item.evidence],
            )
            for one in gated.items
            if one.item.evidence
        }
        return await statements_read(self.llm, statements, [meeting])

    def _signed(self, item: BacklogItem) -> BacklogItem:
        return item.model_copy(update={"by": made_by(self.llm.id), "version": self.version})


def items_task(
    segment: SegmentPlace, text: str, retrieved: Retrieved, instruction: str, language: str
) -> ItemsTask:
    """Return what the writer is given for a segment: everything as data."""
    return ItemsTask(
        language=language,
        segment=text[segment.start : segment.end],
        intents=list(segment.intents),
        instruction=instruction,
        work_items=[
            TaskWorkItem(id=one.id, type=one.type, title=one.title, text=one.content)
            for one in retrieved.work_items
        ],
        constraints=[
            TaskConstraint(id=one.id, title=one.title, text=one.content)
            for one in retrieved.constraints
        ],
    )
