"""Backlog items of a segment: a model drafts them, a gate in code holds each to the words of the meeting."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from src.desks.backlog.artifacts import BacklogItem, CandidateSign, MeetingQuote, SegmentPlace
from src.desks.backlog.forms import ItemDrafts, ItemsTask, TaskConstraint, TaskWorkItem
from src.desks.backlog.item_gate import DraftedItem, ExistingItem, StruckItem, held
from src.desks.backlog.protocols import version_of
from src.dossier.models import SourceBase
from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.llm.protocol import OFFLINE, ChatMessage, Llm, Usage


class SegmentContext(Protocol):
    """What was retrieved for a segment, best first."""

    @property
    def work_items(self) -> Sequence[ExistingItem]:
        """Work items that are there."""

    @property
    def constraints(self) -> Sequence[SourceBase]:
        """Parts of documents that items have to keep to."""


@dataclass(frozen=True)
class _NothingNear:
    work_items: Sequence[ExistingItem] = ()
    constraints: Sequence[SourceBase] = ()


NOTHING: SegmentContext = _NothingNear()
"""The context of a segment where there is neither a backlog nor a constraint."""


@dataclass(frozen=True)
class WrittenItems:
    """The items of a segment, what was struck, and what it took."""

    items: tuple[DraftedItem, ...]
    struck: tuple[StruckItem, ...]
    failed: bool
    """Whether the model gave nothing usable twice: the segment is unprocessed."""
    usage: Usage
    candidates: tuple[tuple[MeetingQuote, CandidateSign], ...] = ()
    """Lines that may show a need, and by what."""


@dataclass(frozen=True)
class ItemWriter:
    """Writes the items of segments, by a model without tools."""

    llm: Llm
    prompt: str

    async def write(
        self,
        segment: SegmentPlace,
        source_id: str,
        text: str,
        retrieved: SegmentContext,
        instruction: str,
        language: str,
    ) -> WrittenItems:
        """Return the items of a segment of this transcript."""
        if segment.source_id != source_id:
            raise ValueError("the segment is of another transcript")
        task = items_task(segment, text, retrieved, instruction, language)
        told = [ChatMessage("system", self.prompt), ChatMessage("user", task.model_dump_json())]
        usage = Usage()
        for _ in range(2):
            try:
                reply = await self.llm.chat_structured(told, ItemDrafts, repair=False)
            except ModelGaveNoAnswer as error:
                usage += Usage(error.tokens)
                continue
            except ModelUnavailable:
                break  # it was waited for already; what was written of other segments is not lost
            gated = held(reply.value, segment, text, retrieved.work_items, retrieved.constraints)
            items = tuple(replace(one, item=self._signed(one.item)) for one in gated.items)
            spent = usage + reply.usage
            return WrittenItems(items, gated.struck, False, spent, gated.candidates)
        return WrittenItems((), (), True, usage)

    def _signed(self, item: BacklogItem) -> BacklogItem:
        by = "rules" if self.llm.id == OFFLINE else "model"
        return item.model_copy(update={"by": by, "version": version_of(self.llm, self.prompt)})


def items_task(
    segment: SegmentPlace, text: str, retrieved: SegmentContext, instruction: str, language: str
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
