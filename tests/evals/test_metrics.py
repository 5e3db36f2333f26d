"""The measures against cases worked out by hand, and the bootstrap against what must hold of it."""

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals import metrics


def measured(gold: set[str], ranking: list[str]) -> dict[str, float]:
    (row,) = metrics.values([frozenset(gold)], [ranking])
    return dict(zip(metrics.NAMES, row.tolist(), strict=True))


def test_two_good_sources_at_places_two_and_four() -> None:
    gained, ideal = 1 / log2(3) + 1 / log2(5), 1 + 1 / log2(3)
    assert measured({"a", "b"}, ["x", "a", "y", "b"]) == pytest.approx(
        {"nDCG@10": gained / ideal, "R@1": 0, "R@5": 1, "R@10": 1, "R@100": 1, "MRR": 1 / 2}
    )


def test_one_of_two_first_and_the_other_at_place_eleven() -> None:
    ranking = ["a", *(f"x{number}" for number in range(9)), "b"]
    ideal = 1 + 1 / log2(3)
    assert measured({"a", "b"}, ranking) == pytest.approx(
        {"nDCG@10": 1 / ideal, "R@1": 0.5, "R@5": 0.5, "R@10": 0.5, "R@100": 1, "MRR": 1}
    )


def test_nothing_found_counts_as_nothing() -> None:
    assert set(measured({"a"}, []).values()) == {0.0}
    assert set(measured({"a"}, ["x", "y"]).values()) == {0.0}


def test_what_comes_after_the_depth_is_not_looked_at() -> None:
    ranking = [f"x{number}" for number in range(metrics.DEPTH)] + ["a"]
    assert set(measured({"a"}, ranking).values()) == {0.0}


def test_the_order_counts_and_not_the_names() -> None:
    """Libraries put equal scores in an order of their own; ours are never equal."""
    assert measured({"z"}, ["z", "a"])["R@1"] == measured({"a"}, ["a", "z"])["R@1"] == 1


@given(
    gold=st.frozensets(st.sampled_from("abcdefgh"), min_size=1),
    ranking=st.lists(st.integers(0, 130).map(str) | st.sampled_from("abcdefgh"), unique=True),
)
def test_the_field_computes_the_same(gold: frozenset[str], ranking: list[str]) -> None:
    judge = pytest.importorskip("ir_measures", reason="no wheel of it for Linux on arm64")
    names = {"nDCG@10": judge.nDCG @ 10, "R@5": judge.R @ 5, "R@100": judge.R @ 100}
    names["MRR"] = judge.RR @ metrics.DEPTH
    scores = {key: -float(place) for place, key in enumerate(ranking)}
    told = judge.calc_aggregate(names.values(), {"q": dict.fromkeys(gold, 1)}, {"q": scores})
    ours = measured(set(gold), ranking)
    assert {name: ours[name] for name in names} == pytest.approx(
        {name: told[measure] for name, measure in names.items()}
    )


def test_each_question_keeps_its_row() -> None:
    gold = [frozenset({f"g{number}"}) for number in range(12)]
    rankings = [[f"g{number}"] if number % 2 else ["x"] for number in range(12)]
    column = metrics.values(gold, rankings)[:, metrics.NAMES.index("R@1")]
    assert column.tolist() == [0, 1] * 6


@given(found=st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_the_interval_holds_the_mean_and_stays_within_what_was_seen(found: list[float]) -> None:
    values = np.array([[value] * len(metrics.NAMES) for value in found])
    for estimate in metrics.estimates(values).values():
        assert estimate.mean == pytest.approx(sum(found) / len(found))
        assert min(found) - 1e-9 <= estimate.low <= estimate.high <= max(found) + 1e-9


def test_the_interval_is_that_of_the_mean_of_so_many() -> None:
    """Half of 400 questions answered: the mean's standard error is 0.025, and the interval 1.96 times that aside."""
    values = np.array([[float(number % 2)] * len(metrics.NAMES) for number in range(400)])
    estimate = metrics.estimates(values)["nDCG@10"]
    assert (estimate.low, estimate.high) == pytest.approx((0.451, 0.549), abs=0.006)


def test_the_same_values_give_the_same_interval() -> None:
    values = np.random.default_rng(1).random((30, len(metrics.NAMES)))
    assert metrics.estimates(values) == metrics.estimates(values)
