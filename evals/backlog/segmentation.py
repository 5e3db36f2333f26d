"""How well transcripts are cut: boundaries against those that people marked, by hits within a few utterances."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from evals.backlog.ratios import ratios, told
from evals.metrics import Estimate
from src.desks.backlog.artifacts import SegmentPlace
from src.desks.backlog.segmenting import Segmenter
from src.llm.protocol import Llm, Usage

TOLERANCE = 5
"""Utterances that a boundary may be beside the one it is taken for."""


@dataclass(frozen=True)
class Meeting:
    """A transcript whose boundaries people marked, as indices of utterances."""

    name: str
    speakers: tuple[str, ...]
    said: tuple[str, ...]
    boundaries: frozenset[int]

    @property
    def text(self) -> str:
        """The transcript as it is uploaded."""
        lines = zip(self.speakers, self.said, strict=True)
        return "".join(f"{speaker}: {' '.join(said.split())}\n" for speaker, said in lines)


@dataclass(frozen=True)
class CutScore:
    """How well one meeting was cut."""

    name: str
    hits: int
    named: int
    marked: int
    f1: float
    pk: float


def scored(meeting: Meeting, begins: Sequence[int]) -> CutScore:
    """Return how well boundaries at these utterances fit those of a meeting."""
    named = sorted({one for one in begins if one > 0})
    hits = _hits(meeting.boundaries, named)
    both = len(named) + len(meeting.boundaries)
    return CutScore(
        meeting.name,
        hits,
        len(named),
        len(meeting.boundaries),
        2 * hits / both if both else 1.0,
        pk(meeting.boundaries, named, len(meeting.said)),
    )


def together(scores: Sequence[CutScore]) -> dict[str, Estimate]:
    """Return F1 of all boundaries together, the mean F1 and Pk of the meetings, precision and recall."""
    hits, ones = [one.hits for one in scores], [1.0] * len(scores)
    named, marked = [one.named for one in scores], [one.marked for one in scores]
    return ratios(
        {
            "f1": ([2 * one for one in hits], [one.named + one.marked for one in scores]),
            "f1_of_meetings": ([one.f1 for one in scores], ones),
            "pk": ([one.pk for one in scores], ones),
            "precision": (hits, named),
            "recall": (hits, marked),
        }
    )


async def evaluate_segmentation(path: Path, llm: Llm, prompt: str) -> dict[str, Any]:
    """Return how well the meetings of a file are cut, by rules or by a model.

    Pk flatters who names no boundary at all: never read it without F1.
    """
    meetings = read_meetings(path)
    scores: list[CutScore] = []
    whole, usage, begun = 0, Usage(), perf_counter()
    for meeting in meetings:
        made, used = await Segmenter(llm, prompt).segments(meeting.name, meeting.text, "en")
        scores.append(scored(meeting, boundaries(made)))
        whole += preserved(meeting, made)
        usage += used
    seconds = perf_counter() - begun
    return {
        "meetings": len(meetings),
        **told(together(scores)),
        "text_preserved": whole,
        "model": llm.id,
        "tokens": usage.total,
        "seconds": round(seconds, 1),
    }


def read_meetings(path: Path) -> list[Meeting]:
    """Return the meetings of a file of JSON Lines whose boundaries people marked."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Meeting(
            row["id"],
            tuple(one["speaker"] for one in row["utterances"]),
            tuple(one["text"] for one in row["utterances"]),
            frozenset(row["boundaries"]),
        )
        for row in rows
    ]


def pk(marked: frozenset[int], named: Sequence[int], count: int) -> float:
    """Return the share of pairs of utterances, half a mean segment apart, that are wrongly put together or apart."""
    apart = max(2, round(count / (len(marked) + 1) / 2))
    if count <= apart:
        return 0.0
    inside = [np.zeros(count, dtype=int), np.zeros(count, dtype=int)]
    for sides, begins in zip(inside, (marked, named), strict=True):
        sides[[one for one in begins if one < count]] = 1
    truth, told = (sides.cumsum() for sides in inside)
    return float(np.mean((truth[:-apart] == truth[apart:]) != (told[:-apart] == told[apart:])))


def preserved(meeting: Meeting, places: Sequence[SegmentPlace]) -> bool:
    """Tell whether segments, joined, are the transcript, byte for byte."""
    text = meeting.text
    return "".join(text[one.start : one.end] for one in places).encode() == text.encode()


def boundaries(places: Sequence[SegmentPlace]) -> list[int]:
    """Return the lines, from 0, at which segments begin that don't go on with the one before."""
    return [one.lines[0] - 1 for one in places[1:] if not one.continues]


def _hits(marked: frozenset[int], named: Sequence[int]) -> int:
    """Return how many boundaries are found, each by one of its own."""
    pairs = sorted(
        (abs(one - other), one, other)
        for one in marked
        for other in named
        if abs(one - other) <= TOLERANCE
    )
    taken: set[tuple[str, int]] = set()
    for _, one, other in pairs:
        if not taken & {("marked", one), ("named", other)}:
            taken |= {("marked", one), ("named", other)}
    return len(taken) // 2
