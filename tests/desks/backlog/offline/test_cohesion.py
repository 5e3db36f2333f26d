"""Features of a line say what is around it, whatever stands there."""

from itertools import pairwise

import numpy as np
import pytest

from src.desks.backlog.forms import SegmentLine, SegmentTask
from src.desks.backlog.offline.cohesion import FEATURES, features
from src.desks.backlog.offline.segments import (
    CLOSEST,
    WEIGHTS,
    chosen,
    likelihoods,
    segment_begins,
)


def lines(*said: str) -> list[SegmentLine]:
    return [SegmentLine(number=n, speaker="Ann", said=one) for n, one in enumerate(said, start=1)]


@pytest.mark.parametrize(
    "said", [[""], ["a"], ["  ", "??"], ["{vocalsound}"] * 40, ["word " * 200] * 3]
)
def test_every_line_has_a_finite_number_for_every_feature(said: list[str]) -> None:
    rows = features(lines(*said), len(said))
    assert rows.shape == (len(said), len(FEATURES)) == (len(said), len(WEIGHTS))
    assert np.isfinite(rows).all()


def test_lines_about_the_same_are_alike_and_others_are_not() -> None:
    said = ["invoice amount customer"] * 60 + ["calendar holiday shift"] * 60
    alike = features(lines(*said), 120)[:, 0]
    assert alike[30] == pytest.approx(1)
    assert alike[60] == pytest.approx(0)


@pytest.mark.parametrize("opening", ["Okay, next on the agenda", "Goed, volgende punt"])
def test_who_opens_a_subject_makes_a_beginning_likelier(opening: str) -> None:
    said = ["the invoice has an amount"] * 30
    plain = likelihoods(features(lines(*said), 30))[20]
    opened = likelihoods(features(lines(*said[:20], opening, *said[21:]), 30))[20]
    assert opened > 1.3 * plain


def test_no_two_beginnings_are_close_and_the_first_line_is_none() -> None:
    likely = np.full(60, 0.9)
    likely[25] = 0.95
    begins = chosen(likely)
    assert 0 not in begins
    assert 25 in begins
    assert min(b - a for a, b in pairwise(begins)) >= CLOSEST


def test_a_window_from_the_middle_names_no_first_line() -> None:
    task = SegmentTask(language="en", lines=lines("a b c")[:1], total=300)
    late = task.model_copy(
        update={"lines": [one.model_copy(update={"number": 221}) for one in task.lines]}
    )
    assert [one.line for one in segment_begins(task.model_dump_json()).segments] == [1]
    assert segment_begins(late.model_dump_json()).segments == []
    empty = SegmentTask(language="en", lines=[], total=0)
    assert segment_begins(empty.model_dump_json()).segments == []
