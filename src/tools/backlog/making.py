"""From a transcript to items: cut into segments, and each segment written with what is near to it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from src.desks.backlog.artifacts import (
    ITEM,
    SEGMENT,
    TAG,
    WITHDRAWN,
    BacklogItem,
    NeedCandidate,
    RunError,
    RunState,
    SegmentPlace,
    StruckNeed,
)
from src.desks.backlog.errors import (
    NoSuchItem,
    SegmentingFailed,
    SegmentsMissing,
    TranscriptMissing,
)
from src.desks.backlog.filling import spent
from src.desks.backlog.item_gate import DraftedItem, title_key
from src.desks.backlog.kept import (
    backlog_in,
    candidates_in,
    fresh_transcripts,
    items_in,
    next_number,
    number_of,
    outdated_plans,
    put,
    put_candidates,
    put_items,
    put_run,
    run_in,
    segments_in,
    transcripts_in,
)
from src.desks.backlog.nearby import UNTRACED, CutTranscript, Index, Nearby, Tracer
from src.desks.backlog.words import TEXTS
from src.desks.backlog.writing import ItemWriter, WrittenItems
from src.dossier.models import Document, Dossier, Language, Source
from src.dossier.patch import DossierPatch
from src.dossier.store import utc_now
from src.errors import ModelGaveNoAnswer
from src.llm.protocol import Usage
from src.tools.backlog.reports import ItemsWritten, Segmented
from src.tools.backlog.tagging import is_over
from src.tools.base import ToolResult
from src.tools.pace import PACE


@dataclass(frozen=True)
class SegmentStep:
    """Cuts a transcript into segments, each about one thing; its text stays as it is."""

    cut: CutTranscript
    model: str
    """Id of the model that names where segments begin."""
    detect: Callable[[str, Language | None], Language]
    tracer: Tracer = UNTRACED
    config: Mapping[str, str] = field(default_factory=dict)

    async def run(self, dossier: Dossier) -> ToolResult:
        """Return the newest transcript that has no segments yet in segments, else the newest again."""
        await PACE.get().on_stage("segment")
        every = transcripts_in(dossier)
        if not every:
            raise TranscriptMissing
        meeting = (fresh_transcripts(dossier) or every)[-1]
        language = self.detect(meeting.content[:4_000], dossier.language)
        with self.tracer.span("segmentation") as span:
            try:
                made, usage = await self.cut(meeting.id, meeting.content, language)
            except ModelGaveNoAnswer:
                raise SegmentingFailed from None
            span.attributes |= {"made": len(made), **spent(usage)}
        before = run_in(dossier)
        first = next_number(dossier, SEGMENT)
        named = {f"{SEGMENT}-{n}": place for n, place in enumerate(made, start=first)}
        run = RunState(
            source_id=meeting.id,
            tokens=usage.total,
            all_tokens=(before.all_tokens if before else 0) + usage.total,
            model=self.model,
            config=dict(self.config),
        )
        gone = {*segments_in(dossier, meeting.id)}
        patch = DossierPatch(
            put_artifacts=(
                *(
                    put(name, SEGMENT, place, place.dominant_intent, (place.source_id,))
                    for name, place in named.items()
                ),
                put_run(run),
                *put_candidates(dossier, _candidates_beside(dossier, gone)),
            ),
            # What was made of it before, but for items that the tracker has.
            remove_artifact_ids=(*gone, *_unwritten(dossier, gone), *outdated_plans(dossier)),
        )
        return ToolResult(Segmented(meeting, made), patch, usage)


def _candidates_beside(dossier: Dossier, segments: set[str]) -> list[NeedCandidate]:
    """Return the candidates but for those of these segments that still wait."""
    every = candidates_in(dossier)
    return [entry for entry in every if not (entry.waits and entry.segment_id in segments)]


def _unwritten(dossier: Dossier, segments: set[str], *, keep_own: bool = False) -> list[str]:
    drafts = [
        name
        for name, item in items_in(dossier).items()
        if item.segment_id in segments and item.state != "written"
        if not (keep_own and item.told)
    ]
    there = {artifact.id for artifact in dossier.artifacts}
    tags = [f"{kind}-{name}" for name in drafts for kind in (TAG, "judgement")]
    return [*drafts, *(tag for tag in tags if tag in there)]


@dataclass
class _MadeItems:
    number: int
    """Of the next item."""
    items: dict[str, BacklogItem] = field(default_factory=dict)
    struck: list[StruckNeed] = field(default_factory=list)
    candidates: list[NeedCandidate] = field(default_factory=list)
    errors: list[RunError] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    """Segments, by their order, whose items were not all read a second time."""
    sources: dict[str, Source] = field(default_factory=dict)
    processed: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True)
class WriteStep:
    """Writes epics, features, stories and bugs for what was asked for or decided, segment by segment."""

    writer: ItemWriter
    index: Index
    most_tokens: int
    tracer: Tracer = UNTRACED

    async def run(
        self, dossier: Dossier, orders: Sequence[int] = (), instruction: str = ""
    ) -> ToolResult:
        """Return the items of segments by their order; of none those of all that have none yet.

        Where time or tokens are over no segment is begun but the first.
        """
        await PACE.get().on_stage("write")
        run = run_in(dossier)
        meeting = dossier.source(run.source_id) if run else None
        if run is None or not isinstance(meeting, Document):
            raise SegmentsMissing
        instruction = instruction or run.instruction
        segments = _wanted(dossier, run, orders)
        again = set(segments) & set(run.processed)
        removed = _unwritten(dossier, again, keep_own=True)
        kept = {n: item for n, item in items_in(dossier).items() if n not in removed}
        made = _MadeItems(next_number(dossier, ITEM))
        near = await self.index(await asyncio.to_thread(backlog_in, dossier))
        for name, segment in segments.items():
            spent = run.tokens + made.usage.total
            if made.processed and (is_over() or spent >= self.most_tokens):
                break
            await self._write(name, segment, meeting, near, kept, made, instruction, dossier)
        left = len(segments) - len(made.processed)
        kept_run = run.model_copy(update={"instruction": instruction if left else ""})
        return await asyncio.to_thread(self._result, dossier, kept_run, made, removed, left)

    async def _write(
        self,
        name: str,
        segment: SegmentPlace,
        meeting: Document,
        near: Nearby,
        kept: dict[str, BacklogItem],
        made: _MadeItems,
        instruction: str,
        dossier: Dossier,
    ) -> None:
        retrieved = await near.for_segment(segment, meeting, dossier)
        with self.tracer.span("generation_agent") as span:
            written = await self.writer.write(
                segment,
                meeting.id,
                meeting.content,
                retrieved,
                instruction,
                dossier.language or "en",
            )
            counts = {"made": len(written.items), "struck": len(written.struck)}
            span.attributes |= {**counts, **spent(written.usage)}
        made.usage += written.usage
        made.processed.append(name)
        made.unread += [segment.order] if written.unread else []
        if written.failed:
            made.errors.append(
                RunError(step="write_items", id=name, code="unprocessed", at=utc_now())
            )
        for source in (*retrieved.work_items, *retrieved.constraints):
            made.sources.setdefault(source.id, source)
        _take(name, written, kept, made)
        why = TEXTS[dossier.language or "en"].signs
        made.candidates += (
            NeedCandidate(
                number=1,
                segment_id=name,
                source_id=meeting.id,
                said=said,
                quote=said.quote,
                sign=sign,
                why=why[sign],
                struck=sign in WITHDRAWN,
                state=why[sign] if sign in WITHDRAWN else "",
            )
            for said, sign in sorted(written.candidates, key=lambda found: found[1] in WITHDRAWN)
        )

    def _result(
        self, dossier: Dossier, run: RunState, made: _MadeItems, removed: list[str], left: int
    ) -> ToolResult:
        tokens = run.tokens + made.usage.total
        is_paused = bool(left) and tokens >= self.most_tokens
        state = run.model_copy(
            update={
                "processed": tuple(dict.fromkeys((*run.processed, *made.processed))),
                "struck": (
                    *(need for need in run.struck if need.segment_id not in made.processed),
                    *made.struck,
                ),
                "errors": (
                    *(error for error in run.errors if error.id not in made.processed),
                    *made.errors,
                ),
                "tokens": tokens,
                "all_tokens": run.all_tokens + made.usage.total,
                "is_paused": is_paused,
            }
        )
        new = tuple(source for source in made.sources.values() if dossier.source(source.id) is None)
        before = _candidates_beside(dossier, {*made.processed})
        known = {(candidate.source_id, candidate.said) for candidate in before}
        waits = [entry for entry in made.candidates if (entry.source_id, entry.said) not in known]
        patch = DossierPatch(
            add_sources=new,
            select_ids=tuple(source.id for source in new),
            put_artifacts=(
                *put_items(made.items),
                *put_candidates(dossier, (*before, *waits)),
                put_run(state),
            ),
            remove_artifact_ids=(
                *(text for text in removed if text not in made.items),
                *outdated_plans(dossier),
            ),
        )
        orders = {name: place.order for name, place in segments_in(dossier).items()}
        first = len(state.struck) - len(made.struck) + 1
        report = ItemsWritten(
            left=left,
            paused=tokens if is_paused else 0,
            items=made.items,
            struck=dict(enumerate(made.struck, start=first)),
            candidates=candidates_in(patch.apply(dossier))[len(before) :],
            unprocessed=[orders[error.id] for error in made.errors],
            unread=made.unread,
            replaced=[number_of(text) for text in removed if text in items_in(dossier)],
        )
        return ToolResult(report, patch, made.usage)


def _wanted(dossier: Dossier, run: RunState, orders: Sequence[int]) -> dict[str, SegmentPlace]:
    every = segments_in(dossier, run.source_id)
    if not every:
        raise SegmentsMissing
    if not orders:
        return {n: place for n, place in every.items() if n not in run.processed}
    found = {n: place for n, place in every.items() if place.order in orders}
    strange = sorted(set(orders) - {place.order for place in found.values()})
    if strange:
        raise NoSuchItem(numbers=", ".join(map(str, strange)))
    return found


def _take(
    segment_id: str, written: WrittenItems, kept: dict[str, BacklogItem], made: _MadeItems
) -> None:
    """Take the items of a segment; one of which there is one by its title already is that one."""
    by_title = {
        (item.type, title_key(item.title)): name for name, item in {**kept, **made.items}.items()
    }
    ids: dict[str, str] = {}
    fresh: list[tuple[str, DraftedItem]] = []
    for entry in written.items:
        key = (entry.item.type, title_key(entry.item.title))
        if key in by_title:
            ids[entry.key] = by_title[key]
            quotes = tuple(said.quote for said in entry.item.evidence)
            made.struck.append(
                StruckNeed(
                    segment_id=segment_id,
                    type=entry.item.type,
                    title=entry.item.title,
                    fault="same_title",
                    quotes=quotes,
                    item=entry.item,
                )
            )
            continue
        name = f"{ITEM}-{made.number}"
        made.number += 1
        ids[entry.key] = by_title[key] = name
        fresh.append((name, entry))
    for name, value in fresh:
        parent = ids.get(value.parent_key, value.parent_key)
        made.items[name] = value.item.model_copy(
            update={
                "parent": "" if parent == name else parent,
                "segment_id": segment_id,
                "notes": tuple(dict.fromkeys(value.notes)),
            }
        )
    made.struck += [need.model_copy(update={"segment_id": segment_id}) for need in written.struck]
