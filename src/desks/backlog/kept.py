"""What a dossier of the desk holds, and how it is put there. Pure."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from src.desks.backlog.artifacts import (
    BACKLOG,
    CANDIDATES,
    DIFFERENCE,
    ITEM,
    JUDGEMENT,
    LEAVES,
    RUN,
    SEGMENT,
    TAG,
    BacklogItem,
    BacklogPage,
    Difference,
    ItemJudgement,
    MeetingQuote,
    NeedCandidate,
    NeedCandidates,
    RunState,
    SegmentPlace,
    StoryTag,
    StruckNeed,
)
from src.desks.backlog.errors import ProjectNotNamed
from src.desks.backlog.step_writing import StepOutcome
from src.desks.backlog.tracker_item import TrackerItem
from src.desks.backlog.transcript import utterances
from src.dossier.models import Artifact, Document, Dossier, Frozen, SourceBase
from src.dossier.plan import KIND as PLAN
from src.dossier.plan import Written, all_written, unconfirmed

PAGE_BYTES = 800_000
"""Of a page of a backlog, about; an artifact holds a million."""

MOST_CANDIDATES = 1_000
"""In the list of a dossier."""

AnyKept = TypeVar("AnyKept", bound=Frozen)


# The meeting


def transcripts_in(dossier: Dossier) -> list[Document]:
    """Return the documents of the client that are selected and say something, the oldest first."""
    every = (entry for entry in dossier.selected if isinstance(entry, Document) and entry.client)
    return [document for document in every if document.content.strip()]


def fresh_transcripts(dossier: Dossier) -> list[Document]:
    """Return the transcripts that were not cut into segments yet."""
    cut = {segment.source_id for segment in segments_in(dossier).values()}
    return [transcript for transcript in transcripts_in(dossier) if transcript.id not in cut]


def unwritten_segments(dossier: Dossier) -> list[str]:
    """Return the ids of the segments of the run's transcript of which no items were written."""
    run = run_in(dossier)
    if run is None:
        return []
    return [name for name in segments_in(dossier, run.source_id) if name not in run.processed]


def untagged(dossier: Dossier) -> list[str]:
    """Return the ids of the stories and bugs that are to be tagged: none without a backlog to hold them against."""
    if not project_of(dossier):
        return []
    tags = tags_in(dossier)
    return [
        name
        for name, item in items_in(dossier).items()
        if item.type in LEAVES and item.state == "draft" and name not in tags
    ]


def is_unfinished(dossier: Dossier) -> bool:
    """Tell whether something of a run is still to be done: a transcript to cut, a segment to write, an item to tag."""
    return bool(fresh_transcripts(dossier) or unwritten_segments(dossier) or untagged(dossier))


def run_in(dossier: Dossier) -> RunState | None:
    """Return how far the run has come; None where none began."""
    kept = dossier.artifact(RUN)
    return RunState.model_validate(kept.data) if kept and kept.kind == RUN else None


def segments_in(dossier: Dossier, source_id: str = "") -> dict[str, SegmentPlace]:
    """Return the segments of one transcript, or of all, by their ids."""
    every = _by_id(dossier, SEGMENT, SegmentPlace)
    return {n: place for n, place in every.items() if source_id in ("", place.source_id)}


def meetings_in(dossier: Dossier) -> dict[str, str]:
    """Return what the transcript of each segment is called, by the segment's id."""
    titles = {source.id: source.title for source in dossier.sources}
    return {name: titles.get(place.source_id, "") for name, place in segments_in(dossier).items()}


def speakers_of(item: BacklogItem, dossier: Dossier) -> list[tuple[str, int]]:
    """Return who said each quote of an item, and in which line of the transcript; "" and 0 where that is not known."""
    segments = segments_in(dossier)
    places = (segments.get(quote.segment_id or item.segment_id) for quote in item.evidence)
    sources = (dossier.source(place.source_id) if place else None for place in places)
    return [*map(speaker_of, item.evidence, sources)]


def speaker_of(quote: MeetingQuote, source: SourceBase | None) -> tuple[str, int]:
    """Return who said a quote of a transcript, and in which line; "" and 0 where that is not known."""
    said = utterances(source.content) if source else ()
    place = bisect_right(said, quote.start, key=lambda utterance: utterance.start) - 1
    if place < 0 or quote.start >= said[place].end:
        return "", 0
    return said[place].speaker, said[place].line


def out_of_place(
    item: BacklogItem, segments: Mapping[str, SegmentPlace], texts: Mapping[str, str]
) -> tuple[MeetingQuote, ...]:
    """Return the quotes of an item that do not stand each in its own segment; ``texts`` are those of the sources."""
    found: list[MeetingQuote] = []
    for each in item.evidence:
        place = segments.get(each.segment_id or item.segment_id)
        is_within = place and place.start <= each.start < each.end <= place.end
        said = texts.get(place.source_id, "")[each.start : each.end] if place and is_within else ""
        found += [each] if not said or said != each.quote else []
    return tuple(found)


# Items and what was said of them


def items_in(dossier: Dossier) -> dict[str, BacklogItem]:
    """Return the items by id in the order of their numbers; those that the tracker has are ``written``."""
    there = written_steps(dossier)
    return {
        name: item.model_copy(update={"state": "written"}) if name in there else item
        for name, item in _by_id(dossier, ITEM, BacklogItem).items()
    }


def candidates_in(dossier: Dossier) -> tuple[NeedCandidate, ...]:
    """Return the lines that may show a need, by their numbers; also those of which something became."""
    kept = dossier.artifact(CANDIDATES)
    return NeedCandidates.model_validate(kept.data).candidates if kept else ()


def struck_in(dossier: Dossier) -> dict[int, StruckNeed]:
    """Return what was drafted and stays struck, by its number in the run."""
    run = run_in(dossier)
    return {n: need for n, need in enumerate(run.struck if run else (), 1) if not need.item_id}


def put_candidates(dossier: Dossier, candidates: Iterable[NeedCandidate]) -> list[Artifact]:
    """Return the list of these, numbered again; none where it is as it was."""
    rows = tuple(one.model_copy(update={"number": n}) for n, one in enumerate(candidates, start=1))[
        :MOST_CANDIDATES
    ]
    if rows == candidates_in(dossier):
        return []
    sources = tuple(dict.fromkeys(row.source_id for row in rows))
    return [put(CANDIDATES, CANDIDATES, NeedCandidates(candidates=rows), based_on=sources)]


def put_signatures(dossier: Dossier, signatures: Mapping[str, str]) -> list[Artifact]:
    """Return the items that are to bear another tag, by which they are found again; all else stays as it is kept."""
    kept = _by_id(dossier, ITEM, BacklogItem)
    changed = {
        name: kept[name].model_copy(update={"signature": mark})
        for name, mark in signatures.items()
        if name in kept and kept[name].signature != mark
    }
    return put_items(changed)


def above(name: str, items: Mapping[str, BacklogItem]) -> Iterator[str]:
    """Yield the ids of the items above one, the nearest first, each once."""
    seen, parent = {name}, items[name].parent
    while parent in items and parent not in seen:
        seen.add(parent)
        yield parent
        parent = items[parent].parent


def number_of(item_id: str) -> int:
    return int(item_id.rpartition("-")[2])


def tags_in(dossier: Dossier) -> dict[str, StoryTag]:
    return {tag.item_id: tag for tag in _by_id(dossier, TAG, StoryTag).values()}


def judgements_in(dossier: Dossier) -> dict[str, ItemJudgement]:
    return {entry.item_id: entry for entry in _by_id(dossier, JUDGEMENT, ItemJudgement).values()}


def differences_in(dossier: Dossier) -> list[Difference]:
    """Return what the plan at hand would change."""
    return list(_by_id(dossier, DIFFERENCE, Difference).values())


# The backlog that is there


def pages_in(dossier: Dossier) -> list[BacklogPage]:
    """Return the backlog as it was read, page by page."""
    return list(_by_id(dossier, BACKLOG, BacklogPage).values())


def backlog_in(dossier: Dossier) -> list[TrackerItem]:
    """Return the work items that stories are held against: neither gone nor left out by the user.

    One that a plan read since is there at the revision that it had then.
    """
    left_out = {source.id for source in dossier.unselected}
    newest = {one.version_of: one for one in dossier.selected if isinstance(one, TrackerItem)}
    items = [item for page in pages_in(dossier) for item in page.items if not item.gone]
    now = (newest.get(item.version_of, item) for item in items)
    return [item for item in now if item.id not in left_out]


def project_of(dossier: Dossier) -> str:
    """Return the project whose backlog was read; empty where none was."""
    kept = next((artifact for artifact in dossier.artifacts if artifact.kind == BACKLOG), None)
    return str(kept.data.get("project", "")) if kept else ""


def project_for(dossier: Dossier, projects: Sequence[str], named: str = "") -> str:
    """Return the project that is meant: named, read before, or the only one; raises ``ProjectNotNamed``."""
    project = named or project_of(dossier) or (projects[0] if len(projects) == 1 else "")
    if not project:
        raise ProjectNotNamed(projects=" / ".join(projects) or "PROJECT")
    return project


def paged(items: Sequence[TrackerItem]) -> list[tuple[TrackerItem, ...]]:
    """Return work items in pages, none of which is too large for an artifact; one empty page of none."""
    pages: list[list[TrackerItem]] = [[]]
    size = 0
    for item in items:
        bytes_of_it = len(item.model_dump_json().encode())
        if pages[-1] and size + bytes_of_it > PAGE_BYTES:
            pages.append([])
            size = 0
        pages[-1].append(item)
        size += bytes_of_it
    return [tuple(page) for page in pages]


# What was written


def written_steps(dossier: Dossier) -> dict[str, StepOutcome]:
    """Return what stands in the tracker by this dossier, by the id of the item; what was taken back is not there."""
    found: dict[str, StepOutcome] = {}
    for name, outcome in step_outcomes(dossier):
        if outcome.state not in ("written", "skipped"):
            continue
        if outcome.kind in ("create", "change"):
            found[name] = outcome
        else:
            found = {key: made for key, made in found.items() if made.id != outcome.id}
    return found


def taken_back(dossier: Dossier, digest: str) -> set[int]:
    """Return the numbers of the work items in which something was taken back since the plan of this digest."""
    later = takewhile(lambda written: written.plan != digest, reversed(all_written(dossier)))
    return {
        outcome.id
        for written in later
        for _, outcome in _outcomes_of(written)
        if outcome.id and outcome.kind in ("remove", "revert") and not outcome.code
    }


def step_outcomes(dossier: Dossier) -> list[tuple[str, StepOutcome]]:
    """Return what came of every step that was carried out, each with the id of its item, or operation, in order."""
    return [pair for written in all_written(dossier) for pair in _outcomes_of(written)]


def _outcomes_of(written: Written) -> Iterator[tuple[str, StepOutcome]]:
    for operation in written.operations:
        if operation.state in ("done", "failed"):
            try:
                outcome = StepOutcome.model_validate(dict(operation.result))
            except ValidationError:  # forgotten, too large to keep, or never begun
                continue
            for name in items_of(operation.result, operation.operation):
                yield name, outcome


def items_of(told: Mapping[str, JsonValue], own: str) -> list[str]:
    """Return the ids of the items that an operation is of, by its body or its result; else its own id."""
    named = told.get("items")
    return [*map(str, named)] if named and isinstance(named, list) else [own]


def outdated_plans(dossier: Dossier) -> list[str]:
    """Return the ids of plans that nobody confirmed: they go with any change of what they were made of.

    The engine would show such a plan again on what changed, and would not know that an item is wanted no more. One that
    the engine offers of itself is made of what is in the tracker, and stays.
    """
    return [pair.artifact.id for pair in unconfirmed(dossier) if pair.artifact.id == PLAN]


# Putting


def put(
    name: str, kind: str, kept: Frozen, title: str = "", based_on: Iterable[str] = ()
) -> Artifact:
    data = kept.model_dump(mode="json")
    return Artifact(id=name, kind=kind, title=title, data=data, based_on=tuple(based_on))


def put_run(run: RunState) -> Artifact:
    return put(RUN, RUN, run, based_on=(run.source_id,))


def put_items(items: Mapping[str, BacklogItem]) -> list[Artifact]:
    return [put(name, ITEM, item, item.title, (item.segment_id,)) for name, item in items.items()]


def put_tag(tag: StoryTag) -> Artifact:
    based_on = (tag.item_id, *((tag.related_id,) if tag.related_id else ()))
    return put(f"{TAG}-{tag.item_id}", TAG, tag, tag.tag, based_on)


def next_number(dossier: Dossier, kind: str) -> int:
    """Return the number of the next artifact of a kind: above all that there are."""
    names = [artifact.id for artifact in dossier.artifacts if artifact.kind == kind]
    return 1 + max(map(number_of, names), default=0)


def _by_id(dossier: Dossier, kind: str, model: type[AnyKept]) -> dict[str, AnyKept]:
    found: dict[str, AnyKept] = {}
    for artifact in dossier.artifacts:
        if artifact.kind == kind:
            try:
                found[artifact.id] = model.model_validate(artifact.data)
            except ValidationError:  # what is left of one that was forgotten
                continue
    return found
