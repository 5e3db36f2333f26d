"""What a model is told of a dossier of the desk: items by number, transcripts, segments, backlog, what waits. Pure."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from src.desks.backlog.artifacts import NeedCandidate
from src.desks.backlog.kept import (
    backlog_in,
    candidates_in,
    items_in,
    number_of,
    project_of,
    run_in,
    segments_in,
    speaker_of,
    struck_in,
    tags_in,
    transcripts_in,
    unwritten_segments,
    written_steps,
)
from src.desks.backlog.overview import question_of
from src.desks.backlog.tracker_item import key_of
from src.desks.backlog.words import TEXTS, WORDINGS
from src.dossier.clarification import KIND
from src.dossier.models import Dossier
from src.dossier.plan import confirmable

FEW_ITEMS = 12
"""Items of which the state has description and criteria; of more they are read by ``read_items``."""

MOST_ITEMS = 200
MOST_CANDIDATES = 60
LONGEST_CANDIDATE = 300
"""Characters."""

MOST_SEGMENTS = 60
MOST_WORK_ITEMS = 60


def state(dossier: Dossier, projects: Sequence[str]) -> Mapping[str, JsonValue]:
    """Return the state of a dossier, where these projects may be read."""
    run, question = run_in(dossier), question_of(dossier)
    # Since an earlier turn: one that was just asked is told as such.
    was_asked = dossier.artifact(f"{KIND}-{dossier.version}") is not None
    waiting_first = sorted(candidates_in(dossier), key=lambda candidate: not candidate.waits)
    told: dict[str, JsonValue] = {
        "items": _items(dossier),
        "candidates": [_candidate(each, dossier) for each in waiting_first[:MOST_CANDIDATES]],
        "struck": _struck(dossier),
        "transcripts": [transcript.title for transcript in transcripts_in(dossier)],
        "segments": _segments(dossier),
        "backlog": _backlog(dossier, projects),
        "plans": [
            {"n": n, "title": plan.artifact.title, "operations": len(plan.plan.operations)}
            for n, plan in enumerate(confirmable(dossier), start=1)
        ],
        "written_items": len(written_steps(dossier)),
        "waits_for_tokens": run is not None and run.is_paused,
        "undecided": {"question": question.question, "choices": [*question.choices]}
        if question and not was_asked
        else None,
    }
    return {name: value for name, value in told.items() if value}


def _items(dossier: Dossier) -> list[JsonValue]:
    items, tags = items_in(dossier), tags_in(dossier)
    work_items = {item.version_of: item for item in backlog_in(dossier)}
    is_whole = len(items) <= FEW_ITEMS
    rows: list[JsonValue] = []
    for name, item in list(items.items())[:MOST_ITEMS]:
        tag = tags.get(name)
        above, about = (
            work_items.get(key_of(each)) for each in (item.parent, tag.related_id if tag else "")
        )
        told: dict[str, JsonValue] = {
            "n": number_of(name),
            "kind": item.type,
            "title": item.title,
            "persona": item.persona,
            "priority": item.priority,
            "labels": list(item.labels),
            "tag": tag.tag if tag else None,
            "tagged_against": about.reference if about else None,
            "under": above.reference
            if above
            else number_of(item.parent)
            if item.parent.startswith("item-")
            else None,
            "state": item.state if item.state != "draft" else None,
            "removed": item.state == "left_out",
            "criteria": [entry.text for entry in item.criteria] if is_whole else len(item.criteria),
        }
        if item.unsaid_parts:
            told["unsaid"] = list(item.unsaid_parts)
        if is_whole and item.description.rstrip(".") != item.title:
            told["description"] = item.description
        rows.append({key: value for key, value in told.items() if value})
    return rows


def _candidate(candidate: NeedCandidate, dossier: Dossier) -> JsonValue:
    """Return a candidate as its card shows it."""
    speaker, line = speaker_of(candidate.said, dossier.source(candidate.source_id))
    told: dict[str, JsonValue] = {
        "n": candidate.number,
        "title": candidate.quote[:LONGEST_CANDIDATE],
        "shows": candidate.sign,
        "by": speaker,
        "line": line,
        "item": number_of(candidate.item_id) if candidate.item_id else None,
        "removed": candidate.struck,
    }
    return {key: value for key, value in told.items() if value}


def _struck(dossier: Dossier) -> JsonValue:
    """Return what was drafted and does not stand, with the reason: its author may put it in anyway."""
    why = {**TEXTS["en"].faults, **WORDINGS["en"].turned}
    rows = list(struck_in(dossier).items())[:MOST_CANDIDATES]
    return [
        {"n": n, "kind": need.type, "title": need.title, "why": why.get(need.fault, need.fault)}
        for n, need in rows
    ]


def _segments(dossier: Dossier) -> JsonValue:
    run = run_in(dossier)
    mine = segments_in(dossier, run.source_id) if run else {}
    left = set(unwritten_segments(dossier))
    return [
        {
            "n": place.order,
            "title": place.dominant_intent,
            **({"unwritten": True} if n in left else {}),
        }
        for n, place in list(mine.items())[:MOST_SEGMENTS]
    ]


def _backlog(dossier: Dossier, projects: Sequence[str]) -> JsonValue:
    """Return what was read of the tracker: its work items by the tracker's numbers, as far as they are few."""
    items = backlog_in(dossier)
    told: dict[str, JsonValue] = {"read": project_of(dossier), "may_read": list(projects)}
    if len(items) <= MOST_WORK_ITEMS:
        shown = {source.id: n for n, source in enumerate(dossier.sources, start=1)}
        told["work_items"] = {
            item.reference: f"source {shown[item.id]}" if item.id in shown else item.title
            for item in items
        }
    else:
        told["work_items"] = len(items)
    return {name: value for name, value in told.items() if value}
