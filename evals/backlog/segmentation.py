"""How well transcripts are cut: boundaries against those that people marked, by leaving one meeting out at a time."""

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
from src.desks.backlog.offline.cohesion import Numbers, features
from src.desks.backlog.offline.segments import chosen, likelihoods
from src.desks.backlog.segmenting import Segmenter, cut, shown, windows
from src.desks.backlog.transcript import utterances
from src.llm.protocol import OFFLINE, Llm, Usage

TOLERANCE = 5
"""Utterances that a boundary may be beside the one it is taken for."""

RIDGE = 20.0
_NEAR = {0: 1.0, 1: 0.6, 2: 0.3}
"""How much a line so far from a boundary counts as one: people mark them a line or two beside each other."""


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


@dataclass(frozen=True)
class CutWeights:
    """Weights of the features."""

    weights: tuple[float, ...]
    intercept: float


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
    """Return how well the meetings of a file are cut: by rules fitted on the other meetings, or by a model.

    Pk flatters who names no boundary at all: never read it without F1.
    """
    meetings = read_meetings(path)
    scores: list[CutScore] = []
    whole, usage, begun = 0, Usage(), perf_counter()
    for meeting in meetings:
        made = await Segmenter(llm, prompt).segments(meeting.name, meeting.text, "en")
        scores.append(scored(meeting, boundaries(made.segments)))
        whole += preserved(meeting, made.segments)
        usage += made.usage
    seconds = perf_counter() - begun
    return {
        "meetings": len(meetings),
        **told(together(left_one_out(meetings) if llm.id == OFFLINE else scores)),
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


def left_one_out(meetings: Sequence[Meeting]) -> list[CutScore]:
    """Return how well each meeting is cut by rules that were fitted on all others."""
    read = [_Read(one) for one in meetings]
    rows, labels = [one.rows for one in read], [_labels(one) for one in meetings]
    whole = fitted(rows, labels)
    scores = []
    for left, meeting in enumerate(meetings):
        others = [number for number in range(len(meetings)) if number != left]
        weights = fitted([rows[n] for n in others], [labels[n] for n in others], whole)
        scores.append(scored(meeting, read[left].boundaries(weights)))
    return scores


class _Read:
    """A meeting as the segmenter reads it: window by window."""

    def __init__(self, meeting: Meeting) -> None:
        self._said = utterances(meeting.text)
        lines = [shown(number, one) for number, one in enumerate(self._said)]
        self._windows = [
            (window, decides, features([lines[n] for n in window], len(lines)))
            for window, decides in windows(len(lines))
        ]

    @property
    def rows(self) -> Numbers:
        """The features of each line, as they are in the window that decides on it."""
        found = np.vstack(
            [rows[[n - window.start for n in decides]] for window, decides, rows in self._windows]
        )
        begun = {one.line: at for at, one in reversed(list(enumerate(self._said)))}
        return found[[begun[line] for line in sorted(begun)]]

    def boundaries(self, model: CutWeights) -> list[int]:
        """Return the lines, from 0, at which segments about something else begin, as the segmenter cuts them."""
        begins = [
            window.start + at
            for window, decides, rows in self._windows
            for at in chosen(likelihoods(rows, model.weights, model.intercept))
            if window.start + at in decides
        ]
        return boundaries(cut(self._said, begins))


def boundaries(places: Sequence[SegmentPlace]) -> list[int]:
    """Return the lines, from 0, at which segments begin that don't go on with the one before."""
    return [one.lines[0] - 1 for one in places[1:] if not one.continues]


def fitted(
    rows: Sequence[Numbers], labels: Sequence[Numbers], near: CutWeights | None = None
) -> CutWeights:
    """Return the weights that tell best where people begin segments: logistic regression with a ridge, by Newton.

    ``near`` are weights to begin from.
    """
    every, truth = np.vstack(rows), np.concatenate(labels)
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-9
    design = np.column_stack([(every - mean) / spread, np.ones(len(every))])
    ridge = np.full(design.shape[1], RIDGE)
    ridge[-1] = 0
    weights = np.zeros(design.shape[1])
    share = truth.mean()
    weights[-1] = np.log(share / (1 - share))
    if near:
        weights[:-1] = np.array(near.weights) * spread
        weights[-1] = near.intercept + float(np.array(near.weights) @ mean)
    weights = _descended(design, truth, ridge, weights)
    raw = weights[:-1] / spread
    return CutWeights(tuple(raw.tolist()), float(weights[-1] - raw @ mean))


def _descended(design: Numbers, truth: Numbers, ridge: Numbers, weights: Numbers) -> Numbers:
    def loss(at: Numbers) -> float:
        scores = design @ at
        return float(np.sum(np.logaddexp(0, scores) - truth * scores) + np.sum(ridge * at * at) / 2)

    lowest = loss(weights)
    for _ in range(30):
        told = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        slope = design.T @ (told - truth) + ridge * weights
        bend = (design * (told * (1 - told))[:, None]).T @ design + np.diag(ridge + 1e-6)
        step = np.linalg.solve(bend, slope)
        while loss(weights - step) > lowest and np.abs(step).max() > 1e-6:
            step = step / 2
        weights = weights - step
        before, lowest = lowest, loss(weights)
        if before - lowest < 1e-3:
            break
    return weights


def _labels(meeting: Meeting) -> Numbers:
    found = np.zeros(len(meeting.said))
    for boundary in meeting.boundaries:
        for beside, weight in _NEAR.items():
            for at in (boundary - beside, boundary + beside):
                if 0 <= at < len(found):
                    found[at] = max(found[at], weight)
    return found


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
