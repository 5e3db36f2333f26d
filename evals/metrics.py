"""How good rankings are, with the doubt that so few questions leave."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log2
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
"""One row for each question, one column for each measure."""

DEPTH = 100
"""Places of a ranking that are looked at."""

RESAMPLES = 2_000
SEED = 20_240_101

Hits: TypeAlias = Sequence[bool]
"""Of each place of a ranking, best first, whether what stands there is right."""

Measures = Mapping[str, Callable[[Hits, int], float]]
"""By the names under which they are told; each is given the places of one ranking, and how many are right in all."""


def _recall(depth: int, hits: Hits, right: int) -> float:
    return sum(hits[:depth]) / right


def _reciprocal_rank(depth: int, hits: Hits, _: int) -> float:
    return next((1 / place for place, hit in enumerate(hits[:depth], start=1) if hit), 0.0)


def _ndcg(depth: int, hits: Hits, right: int) -> float:
    def gain(hits: Hits) -> float:
        return sum(hit / log2(place + 1) for place, hit in enumerate(hits[:depth], start=1))

    return gain(hits) / gain([True] * right)


MEASURES: Measures = {
    "nDCG@10": partial(_ndcg, 10),
    "R@1": partial(_recall, 1),
    "R@5": partial(_recall, 5),
    "R@10": partial(_recall, 10),
    "R@100": partial(_recall, 100),
    "MRR": partial(_reciprocal_rank, DEPTH),
}
NAMES = tuple(MEASURES)

FEW_FIRST: Measures = {
    "nDCG@10": partial(_ndcg, 10),
    "MRR@3": partial(_reciprocal_rank, 3),
    "MRR": partial(_reciprocal_rank, DEPTH),
    "R@3": partial(_recall, 3),
    "R@5": partial(_recall, 5),
    "R@10": partial(_recall, 10),
}
"""For who is given a few sections to answer from."""


@dataclass(frozen=True)
class Estimate:
    """A mean over questions, and the interval that 95 % of resampled sets of questions would give."""

    mean: float
    low: float
    high: float


def values(
    gold: Sequence[frozenset[str]],
    rankings: Sequence[Sequence[str]],
    measures: Measures = MEASURES,
) -> Values:
    """Return every measure of every ranking; ``gold`` and ``rankings`` are of the same questions in the same order.

    A ranking names keys, best first, each once.
    """
    found = np.zeros((len(gold), len(measures)))
    for row, (right, ranking) in enumerate(zip(gold, rankings, strict=True)):
        hits = [key in right for key in ranking]
        if any(hits):
            found[row] = [measure(hits, len(right)) for measure in measures.values()]
    return found


def estimates(found: Values, names: Iterable[str] = NAMES) -> Mapping[str, Estimate]:
    """Return the mean of each measure with its interval, by the bootstrap over questions (always the same draws).

    Of differences between two systems on the same questions this is the paired bootstrap.
    """
    count = len(found)
    draws = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), RESAMPLES)
    low, high = np.percentile(draws @ found / count, (2.5, 97.5), axis=0)
    means = found.mean(axis=0)
    return {
        name: Estimate(float(means[column]), float(low[column]), float(high[column]))
        for column, name in enumerate(names)
    }
