"""How good rankings are, with the doubt that so few questions leave."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import ir_measures
import numpy as np
from ir_measures import RR, Measure, R, nDCG
from numpy.typing import NDArray

Values = NDArray[np.float64]
"""One row for each question, one column for each measure."""

DEPTH = 100
"""Places of a ranking that are looked at."""

RESAMPLES = 2_000
SEED = 20_240_101

Measures = Mapping[str, Measure]
"""By the names under which they are told."""

MEASURES: Measures = {
    "nDCG@10": nDCG @ 10,
    "R@1": R @ 1,
    "R@5": R @ 5,
    "R@10": R @ 10,
    "R@100": R @ 100,
    "MRR": RR @ DEPTH,
}
NAMES = tuple(MEASURES)

FEW_FIRST: Measures = {
    "nDCG@10": nDCG @ 10,
    "MRR@3": RR @ 3,
    "MRR": RR @ DEPTH,
    "R@3": R @ 3,
    "R@5": R @ 5,
    "R@10": R @ 10,
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
    judged = {str(row): dict.fromkeys(keys, 1) for row, keys in enumerate(gold)}
    ranked = {
        # Scores from the places: equal scores would be put in an order of the library's own.
        str(row): {key: -float(place) for place, key in enumerate(ranking)}
        for row, ranking in enumerate(rankings)
    }
    found = np.zeros((len(gold), len(measures)))
    columns = {measure: column for column, measure in enumerate(measures.values())}
    for metric in ir_measures.iter_calc(list(columns), judged, ranked):
        found[int(metric.query_id), columns[metric.measure]] = metric.value
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
