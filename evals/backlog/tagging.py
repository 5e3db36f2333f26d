"""How well stories are tagged, and how often the work item that one relates to is found: with intervals."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from evals.metrics import RESAMPLES, SEED, Estimate
from src.desks.backlog.artifacts import BacklogItem, StoryTag, TagName
from src.desks.backlog.forms_tags import ItemText
from src.desks.backlog.retrieval import BacklogIndex
from src.desks.backlog.tagging import Tagger
from src.desks.backlog.tracker import WorkItem
from src.desks.backlog.tracker_item import tracker_item
from src.dossier.models import Language
from src.llm.protocol import Usage
from src.search.documents.analysers import language_of
from src.search.encoder import Rows

FIRST = 10
"""Places in which a related work item is looked for."""

TAKEN_AT = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST_TITLE = 255

Values = NDArray[np.float64]


class UnreadableBacklogData(Exception):
    """A file to evaluate by can't be read; the message says which, in words for a person."""


class ExistingStory(BaseModel):
    """A story of the backlog that is there, as made rows have it."""

    id: str
    text: str


class TagRow(BaseModel):
    """A story with its gold; other fields of its row are for people."""

    id: str
    story: str
    gold_tag: TagName
    gold_related_ids: list[str]
    existing: list[ExistingStory] = []
    """The backlog of this row alone; none: that of all rows."""


class GoldItem(BaseModel):
    """A work item of a backlog that all rows share."""

    id: str
    type: str
    title: str
    description: str = ""
    criteria: list[str] = []
    parent: str | None = None


class JudgedRow(NamedTuple):
    """A row, its tag, and at which place the work item that it relates to was found, from 1; 0: not."""

    row: TagRow
    tag: StoryTag
    place: int


@dataclass(frozen=True)
class TaggingFigures:
    """What came of all rows, and what it took."""

    model: str
    rows: tuple[JudgedRow, ...]
    usage: Usage
    seconds: float

    def data(self) -> dict[str, Any]:
        """Return the figures for a program."""
        gold: list[str] = [one.row.gold_tag for one in self.rows]
        told: list[str] = [one.tag.tag for one in self.rows]
        related = [one.place for one in self.rows if one.row.gold_related_ids]
        return {
            "model": self.model,
            "rows": len(self.rows),
            "right": sum(one == other for one, other in zip(gold, told, strict=True)),
            "macro_f1": _rounded(macro_f1(gold, told)),
            "macro_f1_gap_and_extend_as_one": _rounded(macro_f1(_as_one(gold), _as_one(told))),
            "by_tag": {
                tag: {"rows": gold.count(tag), "told": told.count(tag), "f1": round(f1, 3)}
                for tag, f1 in f1_by_tag(gold, told).items()
            },
            "related": {
                "rows": len(related),
                "first": _rounded(share([place == 1 for place in related])),
                "in_first_10": _rounded(share([0 < place <= FIRST for place in related])),
            },
            "by_language": {
                language: {
                    "rows": len(rows),
                    "right": sum(one.tag.tag == one.row.gold_tag for one in rows),
                    "related": sum(bool(one.row.gold_related_ids) for one in rows),
                    "related_in_first_10": sum(one.place > 0 for one in rows),
                }
                for language, rows in self._by_language().items()
            },
            "taken_for": _confusion(gold, told),
            "failed": sum(one.tag.failed for one in self.rows),
            "tokens": self.usage.total,
            "seconds": round(self.seconds, 1),
        }

    def _by_language(self) -> Mapping[str, Sequence[JudgedRow]]:
        found: dict[str, list[JudgedRow]] = {}
        for one in self.rows:
            found.setdefault(language_of(one.row.story), []).append(one)
        return found


async def evaluate_tagging(
    rows: Sequence[TagRow],
    tagger: Tagger,
    vectors: Rows | None,
    items: Sequence[GoldItem] = (),
) -> TaggingFigures:
    """Return how stories are tagged: each against its own existing ones, or all against the same items."""
    began = perf_counter()
    shared = index_of_items(items, vectors) if items else None
    judged, usage = [], Usage()
    for row in rows:
        index = shared or index_of_existing(row.existing, vectors)
        numbers = [one.id for one in (items if shared else row.existing)]
        story = BacklogItem(type="story", title=row.story)
        related = index.related(ItemText.of(story).whole, FIRST)
        candidates = [index.items[one.id] for one in related]
        language: Language = "nl" if language_of(row.story) == "nl" else "en"
        made = await tagger.tag(row.id, story, candidates, related, language)
        usage += made.usage
        found = [numbers[one.number - 1] for one in candidates]
        judged.append(JudgedRow(row, made.value, _place(found, row.gold_related_ids)))
    return TaggingFigures(tagger.llm.id, tuple(judged), usage, perf_counter() - began)


def index_of_existing(existing: Sequence[ExistingStory], vectors: Rows | None) -> BacklogIndex:
    """Return the index of the stories that one row has, numbered from 1."""
    items = [GoldItem(id=one.id, type="User Story", title=one.text) for one in existing]
    return index_of_items(items, vectors)


def index_of_items(items: Sequence[GoldItem], vectors: Rows | None) -> BacklogIndex:
    """Return the index of work items, numbered from 1 whatever they are called."""
    made = [
        WorkItem(
            id=number,
            revision=1,
            type=one.type.title(),
            title=one.title[:LONGEST_TITLE],
            description=one.description,
            criteria=tuple(one.criteria),
        )
        for number, one in enumerate(items, start=1)
    ]
    return BacklogIndex([tracker_item(one, "evaluation", TAKEN_AT) for one in made], vectors)


Row = TypeVar("Row", bound=BaseModel)


def read_rows(path: Path, model: type[Row]) -> tuple[Row, ...]:
    """Return the rows of a file; raises ``UnreadableBacklogData``."""
    try:
        lines = path.read_text("utf-8").splitlines()
        return tuple(model.model_validate(json.loads(line)) for line in lines if line.strip())
    except (OSError, ValueError, ValidationError) as error:
        raise UnreadableBacklogData(f"{path} can't be read: {type(error).__name__}") from None


def macro_f1(gold: Sequence[str], told: Sequence[str]) -> Estimate:
    """Return the mean over tags of gold of F1, and what 95 % of resampled sets of rows would give."""
    count = len(gold)
    draws = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), RESAMPLES)
    low, high = np.percentile(_macro(gold, told, draws.astype(float)), (2.5, 97.5))
    mean = float(_macro(gold, told, np.ones((1, count)))[0])
    return Estimate(mean, float(low), float(high))


def share(hits: Sequence[bool]) -> Estimate:
    """Return the share of hits with its interval; of nothing, nothing is known."""
    if not hits:
        return Estimate(float("nan"), float("nan"), float("nan"))
    values, count = np.array(hits, float), len(hits)
    draws = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), RESAMPLES)
    low, high = np.percentile(draws @ values / count, (2.5, 97.5))
    return Estimate(float(values.mean()), float(low), float(high))


def f1_by_tag(gold: Sequence[str], told: Sequence[str]) -> Mapping[str, float]:
    """Return F1 of each tag of gold."""
    both = Counter(one for one, other in zip(gold, told, strict=True) if one == other)
    return {tag: 2 * both[tag] / (gold.count(tag) + told.count(tag)) for tag in dict.fromkeys(gold)}


def _macro(gold: Sequence[str], told: Sequence[str], draws: Values) -> Values:
    """Return macro-F1 of each draw, which says how often each row counts."""
    is_gold, is_told = np.array(gold), np.array(told)
    total, tags = np.zeros(len(draws)), np.zeros(len(draws))
    for tag in dict.fromkeys(gold):
        both = draws @ ((is_gold == tag) & (is_told == tag)).astype(float)
        either = draws @ ((is_gold == tag).astype(float) + (is_told == tag).astype(float))
        total += 2 * both / np.maximum(either, 1)
        tags += either > 0  # a tag that was not drawn tells nothing
    mean: Values = total / tags
    return mean


def _as_one(tags: Iterable[str]) -> list[str]:
    return ["gap" if one == "extend" else one for one in tags]


def _confusion(gold: Sequence[str], told: Sequence[str]) -> dict[str, dict[str, int]]:
    counts = Counter(zip(gold, told, strict=True))
    tags = list(dict.fromkeys((*gold, *told)))
    return {one: {other: counts[one, other] for other in tags} for one in dict.fromkeys(gold)}


def _place(found: Sequence[str], gold: Sequence[str]) -> int:
    return next((at for at, one in enumerate(found, start=1) if one in gold), 0)


def _rounded(estimate: Estimate) -> dict[str, float | None]:
    values = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return {name: None if np.isnan(one) else round(one, 3) for name, one in values.items()}
