"""How many of the needs planted in meetings are found, and what is taken for one besides."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from evals.backlog.ratios import ratios, told
from evals.metrics import Estimate
from src.desks.backlog.artifacts import BacklogItem
from src.desks.backlog.nearby import Retrieved
from src.desks.backlog.segmenting import Segmenter
from src.desks.backlog.writing import ItemWriter
from src.llm.protocol import Llm, Usage

Bounds = tuple[int, int]
"""First and last utterance of a place in a meeting."""


@dataclass(frozen=True)
class PlantedNeed:
    """A need that was planted in a meeting."""

    utterances: Bounds
    persona: str
    need: str


@dataclass(frozen=True)
class PlantedMeeting:
    """A meeting with planted needs, and decoys: what was rejected or is there already."""

    name: str
    speakers: tuple[str, ...]
    said: tuple[str, ...]
    needs: tuple[PlantedNeed, ...]
    decoys: tuple[Bounds, ...]

    @property
    def text(self) -> str:
        """The transcript as it is uploaded."""
        lines = zip(self.speakers, self.said, strict=True)
        return "".join(f"{speaker}: {' '.join(said.split())}\n" for speaker, said in lines)


@dataclass(frozen=True)
class NeedScore:
    """What was found in one meeting."""

    name: str
    planted: int
    items: int
    found: int
    """Planted needs that an item quotes."""
    right: int
    """Items that quote a planted need."""
    same_persona: int
    same_need: int
    decoys: int
    decoys_taken: int


def scored(meeting: PlantedMeeting, items: Sequence[BacklogItem]) -> NeedScore:
    """Return how the items of a meeting stand to what was planted in it."""
    places = _places(meeting)
    spoken = [_utterances_of(one, places) for one in items]
    found = persona = need = 0
    for planted in meeting.needs:
        first, last = planted.utterances
        by = [one for one, at in zip(items, spoken, strict=True) if at & {*range(first, last + 1)}]
        found += bool(by)
        persona += any(_same(one.persona, planted.persona) for one in by)
        need += any(_same(one.need, planted.need) for one in by)
    right = {
        n
        for first, last in (one.utterances for one in meeting.needs)
        for n in range(first, last + 1)
    }
    return NeedScore(
        name=meeting.name,
        planted=len(meeting.needs),
        items=len(items),
        found=found,
        right=sum(bool(at & right) for at in spoken),
        same_persona=persona,
        same_need=need,
        decoys=len(meeting.decoys),
        decoys_taken=sum(
            any(at & {*range(first, last + 1)} for at in spoken) for first, last in meeting.decoys
        ),
    )


def together(scores: Sequence[NeedScore]) -> dict[str, Estimate]:
    """Return recall and precision of needs, and how often persona and need of those found are as planted."""
    planted, found = [one.planted for one in scores], [one.found for one in scores]
    return ratios(
        {
            "recall": (found, planted),
            "precision": ([one.right for one in scores], [one.items for one in scores]),
            "persona": ([one.same_persona for one in scores], found),
            "need": ([one.same_need for one in scores], found),
        }
    )


async def evaluate_needs(path: Path, llm: Llm, prompts: tuple[str, str]) -> dict[str, Any]:
    """Return how the items of the meetings of a file stand to what was planted; prompts to cut and to write by.

    Precision is a floor: the meetings hold needs of their own, too.
    """
    scores: list[NeedScore] = []
    usage, begun = Usage(), perf_counter()
    for meeting in read_planted(path):
        items, used = await _written(meeting, llm, prompts)
        scores.append(scored(meeting, items))
        usage += used
    without = [one.items for one in scores if not one.planted]
    return {
        "meetings": len(scores),
        **told(together(scores)),
        "decoys_taken": sum(one.decoys_taken for one in scores),
        "decoys": sum(one.decoys for one in scores),
        "most_items_without_needs": max(without, default=0),
        "model": llm.id,
        "tokens": usage.total,
        "seconds": round(perf_counter() - begun, 1),
    }


def read_planted(path: Path) -> list[PlantedMeeting]:
    """Return the meetings of a file of JSON Lines in which needs were planted."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        PlantedMeeting(
            row["id"],
            tuple(one["speaker"] for one in row["utterances"]),
            tuple(one["text"] for one in row["utterances"]),
            tuple(PlantedNeed(_bounds(one), one["persona"], one["need"]) for one in row["gold"]),
            tuple(map(_bounds, row["decoys"])),
        )
        for row in rows
    ]


def _bounds(planted: Mapping[str, Any]) -> Bounds:
    first, last = planted["utterances"]
    return first, last


async def _written(
    meeting: PlantedMeeting, llm: Llm, prompts: tuple[str, str]
) -> tuple[list[BacklogItem], Usage]:
    """Return the items of a meeting, written without a backlog beside it."""
    text, name = meeting.text, meeting.name
    segments, usage = await Segmenter(llm, prompts[0]).segments(name, text, "en")
    writer, items = ItemWriter(llm, prompts[1]), list[BacklogItem]()
    for segment in segments:
        made = await writer.write(segment, name, text, Retrieved(), "", "en")
        items += [one.item for one in made.items if one.item.type == "story"]
        usage += made.usage
    return items, usage


def _places(meeting: PlantedMeeting) -> list[range]:
    """Return where each utterance stands in the transcript."""
    places, at = [], 0
    for line in meeting.text.splitlines(keepends=True):
        places.append(range(at, at + len(line)))
        at += len(line)
    return places


def _utterances_of(item: BacklogItem, places: Sequence[range]) -> set[int]:
    starts = [one.start for one in item.evidence]
    return {number for number, place in enumerate(places) if any(at in place for at in starts)}


def _same(one: str, other: str) -> bool:
    return _compared(one) == _compared(other)


def _compared(words: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", words.casefold()))
