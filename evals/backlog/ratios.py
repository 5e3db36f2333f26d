"""Figures that are a sum over a sum, each with the interval that resampled meetings would give."""

from collections.abc import Mapping, Sequence

import numpy as np

from evals.metrics import RESAMPLES, SEED, Estimate

Parts = tuple[Sequence[float], Sequence[float]]
"""Of each meeting what counts, and what it is counted among."""


def ratios(parts: Mapping[str, Parts]) -> dict[str, Estimate]:
    """Return each figure with its interval, by the bootstrap over meetings (always the same draws)."""
    return {name: _ratio(*one) for name, one in parts.items()}


def told(estimates: Mapping[str, Estimate]) -> dict[str, dict[str, float]]:
    """Return figures for a program."""
    return {
        name: {"mean": round(one.mean, 3), "low": round(one.low, 3), "high": round(one.high, 3)}
        for name, one in estimates.items()
    }


def _ratio(counts: Sequence[float], among: Sequence[float]) -> Estimate:
    above, below = np.array(counts, dtype=np.float64), np.array(among, dtype=np.float64)
    if not below.sum():
        return Estimate(0.0, 0.0, 0.0)
    share = np.full(len(above), 1 / len(above))
    draws = np.random.default_rng(SEED).multinomial(len(above), share, RESAMPLES)
    sums = draws @ below
    resampled = (draws @ above)[sums > 0] / sums[sums > 0]
    low, high = np.percentile(resampled, (2.5, 97.5))
    return Estimate(float(above.sum() / below.sum()), float(low), float(high))
