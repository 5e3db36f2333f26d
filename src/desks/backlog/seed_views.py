"""A dossier as the files of a run: their names and fields are those of the plan that the desk was made from. Pure."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from src.desks.backlog.artifacts import LEAVES, StoryTag, TagName
from src.desks.backlog.kept import (
    above,
    items_in,
    judgements_in,
    meetings_in,
    pages_in,
    run_in,
    segments_in,
    step_outcomes,
    tags_in,
    untagged,
    unwritten_segments,
    written_steps,
)
from src.desks.backlog.segmenting import CHARACTERS_PER_TOKEN
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Document, Dossier

Row = dict[str, Any]

ADDS: tuple[TagName, ...] = ("gap", "extend")
"""Tags of stories that add to a work item."""

ITEM_VERSION, SEGMENT_VERSION, TAG_VERSION = "items-v1", "seg-v1", "tag-v1"
"""Of what made a row, where the row itself does not say."""


def segments(dossier: Dossier) -> Iterator[Row]:
    """Yield the segments with their text."""
    for name, place in segments_in(dossier).items():
        source = dossier.source(place.source_id)
        text = source.content[place.start : place.end] if source else ""
        yield {
            "segment_id": name,
            "segment_order": place.order,
            "raw_text": text,
            "token_count": math.ceil(len(text) / CHARACTERS_PER_TOKEN),
            "intent_labels": list(place.intents),
            "dominant_intent": place.dominant_intent,
            "full_text_preserved": True,
            "start": place.start,
            "end": place.end,
            "lines": list(place.lines),
            "segmentation_version": place.version or SEGMENT_VERSION,
        }


def generated_backlog(dossier: Dossier) -> Iterator[Row]:
    """Yield the items."""
    items, tags, places = items_in(dossier), tags_in(dossier), segments_in(dossier)
    meetings = meetings_in(dossier)
    for name, item in items.items():
        tag, place = tags.get(name), places.get(item.segment_id)
        parents = {items[each].type: each for each in above(name, items)}
        own = {f"{'story' if item.type in LEAVES else item.type}_id": name}
        yield {
            "segment_id": item.segment_id,
            "segment_order": place.order if place else None,
            "epic_id": parents.get("epic", ""),
            "feature_id": parents.get("feature", ""),
            "story_id": "",
            **own,
            "type": item.type,
            "priority": item.priority,
            "title": item.title,
            "description": item.description,
            "persona": item.persona,
            "need": item.need,
            "benefit": item.benefit,
            "acceptance_criteria": [each.text for each in item.criteria],
            "ac_delta_entries": [each.text for each in item.criteria if each.delta],
            "assigned_tag": tag.tag if tag else "",
            "parent_work_item_id": item.parent if item.parent not in items else "",
            "extends_work_item_ids": [tag.related_id] if tag and tag.tag in ADDS else [],
            "constraint_violation": any(each.violated for each in item.constraints),
            "constraints": [each.model_dump(mode="json") for each in item.constraints],
            "context_ado_items": [each.id for each in tag.related] if tag else [],
            "context_architecture_chunks": [each.source_id for each in item.constraints],
            "evidence": [each.model_dump(mode="json") for each in item.evidence],
            "told": [each.model_dump(mode="json") for each in item.told],
            "source_doc": meetings.get(item.segment_id, ""),
            "source_doc_segment": item.segment_id,
            "warnings": list(item.notes),
            "state": item.state,
            "by": item.by,
            "generation_agent_version": item.version or ITEM_VERSION,
        }


def tagging_analysis(dossier: Dossier) -> Iterator[Row]:
    """Yield the tags."""
    items = items_in(dossier)
    for name, tag in tags_in(dossier).items():
        item = items.get(name)
        scores = [each.model_dump(mode="json") for each in tag.related]
        yield {
            "segment_id": item.segment_id if item else "",
            "story_id": name,
            "decision_tag": tag.tag,
            "similarity_scores": scores,
            "max_similarity": max((each.score for each in tag.related), default=0.0),
            "related_story_ids": [tag.related_id] if tag.related_id else [],
            "reasoning_excerpt": tag.reason,
            "delta": list(tag.delta),
            "quotes": list(tag.quotes),
            "allowed_tags": list(tag.allowed),
            "thresholds_applied": list(tag.thresholds),
            "tagging_failed": tag.failed,
            "by": tag.by,
            "tagging_agent_version": tag.version or TAG_VERSION,
        }


def ado_write_results(dossier: Dossier) -> Iterator[Row]:
    """Yield what came of every step that was carried out, those that took something back too."""
    for name, each in step_outcomes(dossier):
        yield {
            "operation": name,
            "kind": each.kind,
            "status": each.state,
            "created_ids": [each.id] if each.kind == "create" and each.state == "written" else [],
            "modified_ids": [each.id] if each.kind == "change" and each.state == "written" else [],
            "id": each.id,
            "revision": each.revision,
            "url": each.url,
            "errors": [each.code] if each.code else [],
        }


def errors(dossier: Dossier) -> Iterator[Row]:
    """Yield what steps did not do, and which items were struck."""
    run = run_in(dossier)
    for error in run.errors if run else ():
        yield error.model_dump(mode="json")
    for struck in run.struck if run else ():
        yield {"step": "write_items", **struck.model_dump(mode="json", exclude={"item"})}
    for name, outcome in step_outcomes(dossier):
        if outcome.code:
            yield {"step": "write", "id": name, "code": outcome.code}


def judge_quality(dossier: Dossier) -> Iterator[Row]:
    """Yield the judgements, score by score and as the three of the plan."""
    for name, judgement in judgements_in(dossier).items():
        scores = {each.name: each.score for each in judgement.scores}
        invest = ("independent", "negotiable", "valuable", "estimable", "small", "testable")
        yield {
            "item_id": name,
            "invest_score": _mean(scores, *invest),
            "ac_completeness": _mean(scores, "coverage", "negative_case", "measurable"),
            "traceability_score": scores.get("traceability"),
            "scores": [each.model_dump(mode="json") for each in judgement.scores],
            "judge_version": judgement.version,
        }


def _mean(scores: Mapping[str, int], *names: str) -> float | None:
    found = [scores[name] for name in names if name in scores]
    return round(sum(found) / len(found), 2) if found else None


@dataclass(frozen=True)
class VectorsOfItems:
    """The vectors that work items are searched by, and the name of what makes them."""

    made_by: str
    of: Callable[[TrackerItem], dict[str, list[float]]]


def ado_vectors(dossier: Dossier, vectors: VectorsOfItems | None = None) -> Iterator[Row]:
    """Yield the work items that were read, with their vectors where search goes by meaning too."""
    best: dict[str, float] = {}
    for tag in tags_in(dossier).values():
        for each in tag.related:
            best[each.id] = max(each.score, best.get(each.id, 0.0))
    for page in pages_in(dossier):
        for item in page.items:
            yield {
                "id": item.id,
                "work_item_id": item.number,
                "source_type": "ado_backlog",
                "project": item.project,
                "work_item_type": item.type,
                "state": item.state,
                "tags": list(item.tags),
                "parent_id": item.parent,
                "updated_at": item.changed_at.isoformat() if item.changed_at else None,
                "url": item.url,
                "work_item_hash": item.sha256,
                "gone": item.gone,
                "max_similarity": best.get(item.id),
                "embedding_model": vectors.made_by if vectors else "",
                # What is gone is not searched.
                "vectors": vectors.of(item) if vectors and not item.gone else {},
            }


def arch_vectors(dossier: Dossier) -> Iterator[Row]:
    """Yield the parts of constraints that came into the dossier."""
    for source in dossier.sources:
        if isinstance(source, Document) and not source.client:
            yield {
                "id": source.id,
                "document_id": source.collection,
                "doc_type": "architecture",
                "source_type": "architecture_loader",
                "file_name": source.file,
                "lines": [source.first_line, source.last_line],
                "checksum": source.content_hash,
                "heading": source.path,
            }


def tagging_f1(dossier: Dossier) -> Row:
    """Return how the judge did by the tags that a person gave; nothing is claimed of the others."""
    tags = [tag for tag in tags_in(dossier).values() if tag.by == "person" and tag.judged]
    names = sorted({tag.tag for tag in tags} | {tag.judged for tag in tags})
    each = {name: _f1(name, tags) for name in names}
    macro = sum(row["f1"] for row in each.values()) / len(each) if each else None
    return {
        "run_id": dossier.id,
        "gold": "tags that a person gave",
        "count": len(tags),
        "per_tag": each,
        "macro_f1": macro,
    }


def _f1(name: str, tags: list[StoryTag]) -> dict[str, float]:
    hits = sum(tag.tag == name == tag.judged for tag in tags)
    said = sum(tag.judged == name for tag in tags)
    gold = sum(tag.tag == name for tag in tags)
    precision, recall = (hits / said if said else 0.0), (hits / gold if gold else 0.0)
    total = precision + recall
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / total if total else 0.0,
    }


def config_snapshot(dossier: Dossier) -> str:
    """Return the limits that the run went by, and what it cost, as YAML."""
    run = run_in(dossier)
    rows: dict[str, object] = {"run_id": dossier.id, "desk": dossier.desk}
    if run:
        rows |= {"source": run.source_id, "model": run.model, "tokens": run.all_tokens}
        rows |= run.config
    return "".join(
        f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in rows.items()
    )


VECTORS, SECTIONS = "ado_vectors.jsonl", "arch_vectors.jsonl"

_ROWS: Mapping[str, Callable[[Dossier], Iterator[Row]]] = {
    "segments.jsonl": segments,
    "generated_backlog.jsonl": generated_backlog,
    "tagging_analysis.jsonl": tagging_analysis,
    "tagging.jsonl": tagging_analysis,
    "ado_write_results.jsonl": ado_write_results,
    "errors.jsonl": errors,
    "judge_quality.jsonl": judge_quality,
    VECTORS: ado_vectors,
    SECTIONS: arch_vectors,
}
NAMES = (*_ROWS, "tagging_f1.json", "config_snapshot.yaml")
"""Of the files of a run."""

MEDIA_TYPES = {"jsonl": "application/jsonl", "json": "application/json", "yaml": "application/yaml"}


def text_of(dossier: Dossier, name: str, vectors: VectorsOfItems | None = None) -> str:
    """Return a file of a run by its name, which is one of ``NAMES``."""
    if name == "config_snapshot.yaml":
        return config_snapshot(dossier)
    if name == "tagging_f1.json":
        return json.dumps(tagging_f1(dossier), indent=2)
    rows = ado_vectors(dossier, vectors) if name == VECTORS else _ROWS[name](dossier)
    own = {} if name in (VECTORS, SECTIONS) else {"run_id": dossier.id}
    return "".join(json.dumps(own | row, ensure_ascii=False) + "\n" for row in rows)


def phase_of(dossier: Dossier) -> str:
    """Return how far a run has come, in a word."""
    run = run_in(dossier)
    if written_steps(dossier):
        return "written"
    if run is None:
        return "uploaded"
    if run.is_paused:
        return "paused"
    if unwritten_segments(dossier):
        return "generation" if run.processed else "segmentation"
    return "tagging" if untagged(dossier) else "completed"
