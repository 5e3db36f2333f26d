"""Where the segments of a transcript begin, by rules: where lines hold together least and a speaker opens. Pure."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from src.desks.backlog.forms import SegmentBegin, SegmentBegins, SegmentLine, SegmentTask
from src.desks.backlog.offline.cohesion import Numbers, features, subject_words

THRESHOLD = 0.12
"""Likelihood from which on a segment begins at a line."""

CLOSEST = 15
"""Lines between two beginnings."""

MOST_INTENTS = 5

WEIGHTS = (
    *(-5.522, 4.066, 1.136, 0.21, -0.089, 0.088, 0.495),
    *(0.272, 0.605, 0.61, 0.471),
    *(1.035, 0.78, 0.746, 0.639),
    *(-0.614, 0.861, -1.438, 0.702, 0.611),
)
"""Of each of ``FEATURES``, as fitted on 66 meetings; ``evals/backlog/segmentation.py`` fits them anew."""

INTERCEPT = -2.722


def segment_begins(task: str) -> SegmentBegins:
    """Return where segments begin in the lines of a ``SegmentTask``, each with the words that tell what it is about."""
    asked = SegmentTask.model_validate_json(task)
    lines = asked.lines
    if not lines:
        return SegmentBegins(segments=[])
    begins = chosen(likelihoods(features(lines, asked.total)))
    if lines[0].number == 1:
        begins = sorted({0, *begins})
    common = Counter(word for one in lines for word in set(subject_words(one.said)))
    found = []
    for begin, end in pairwise([*begins, len(lines)]):
        intents = _intents(lines[begin:end], common)
        found.append(
            SegmentBegin(
                line=lines[begin].number,
                intents=intents,
                dominant_intent=intents[0] if intents else "",
            )
        )
    return SegmentBegins(segments=found)


def likelihoods(
    rows: Numbers, weights: Sequence[float] = WEIGHTS, intercept: float = INTERCEPT
) -> Numbers:
    """Return how likely it is that a segment begins at each line, by its features."""
    scores: Numbers = np.clip(rows @ np.array(weights) + intercept, -30, 30)
    return 1 / (1 + np.exp(-scores))


def chosen(likely: Numbers, threshold: float = THRESHOLD) -> list[int]:
    """Return the lines, from 0, at which segments begin: the likeliest first, none close to another."""
    found: list[int] = []
    for at in np.argsort(-likely, kind="stable").tolist():
        if likely[at] < threshold:
            break
        if at > 0 and all(abs(at - one) >= CLOSEST for one in found):
            found.append(at)
    return sorted(found)


def _intents(lines: Sequence[SegmentLine], common: Counter[str]) -> list[str]:
    """Return the words that these lines have oftener than the others do."""
    here = Counter(word for one in lines for word in set(subject_words(one.said)))
    told = {word: count * count / common[word] for word, count in here.items() if count > 1}
    return sorted(told, key=lambda word: (-told[word], word))[:MOST_INTENTS]
