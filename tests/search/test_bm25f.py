"""The score is BM25F, term by term and field by field."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from src.search.arrays import AS_PART, FIELD_BITS, FIELD_MASK
from src.search.bm25f import Bm25f, PostingList
from src.search.corpus import Field, Weights

WEIGHTS = Weights((Field("title", 5.0, 0.5), Field("body", 1.0, 0.2), Field("code", 2.0, 0.3)))

PLACES = st.dictionaries(
    st.tuples(st.integers(0, 4), st.booleans(), st.integers(0, len(WEIGHTS.fields) - 1)),
    st.integers(1, 30),
    max_size=20,
)


def plainly(places: dict[tuple[int, bool, int], int], document: int, weight: float) -> float:
    """Return the score by the formula, one place after another."""
    occurrences = 0.0
    for (one, is_part, field), count in places.items():
        if one == document:
            chosen = WEIGHTS.fields[field]
            share = WEIGHTS.parts_in_text if is_part else 1.0
            much = chosen.length_normalisation
            length = 1 - much + much * (10 + field) / 12.0
            occurrences += share * chosen.weight * count / length
    if not occurrences:
        return 0.0
    k1 = WEIGHTS.k1
    return weight * (occurrences * (k1 + 1) / (occurrences + k1) + WEIGHTS.delta)


def row_of(places: dict[tuple[int, bool, int], int], weight: float) -> PostingList:
    """Return a term that stands in these places, as an index has it."""
    slots = sorted(
        (document << FIELD_BITS | AS_PART * is_part | field, count)
        for (document, is_part, field), count in places.items()
    )
    return PostingList(
        "term",
        weight,
        1.0,
        np.array([slot for slot, _ in slots], np.uint32),
        np.array([count for _, count in slots], np.uint16),
    )


@given(PLACES, st.floats(0.1, 20))
def test_scores_are_those_of_the_formula(
    places: dict[tuple[int, bool, int], int], weight: float
) -> None:
    width = FIELD_MASK + 1
    lengths = np.tile(np.arange(10, 10 + width, dtype=np.uint32), (5, 1))
    weighing = Bm25f(WEIGHTS, lengths, np.full(width, 12.0))
    row = row_of(places, weight)
    scores = weighing.scores([row], 5).tolist()
    for document in range(5):
        expected = plainly(places, document, weight)
        assert math.isclose(scores[document], expected, rel_tol=1e-4)
        assert math.isclose(sum(weighing.by_field(row, document).values()), expected, rel_tol=1e-4)
    assert weighing.by_field(row, 7) == {}


@given(st.lists(st.tuples(PLACES, st.floats(0.1, 20)), max_size=6), st.integers(1, 40))
def test_rows_add_up_whatever_comes_in_one_batch(
    rows: list[tuple[dict[tuple[int, bool, int], int], float]], batch: int
) -> None:
    width = FIELD_MASK + 1
    lengths = np.tile(np.arange(10, 10 + width, dtype=np.uint32), (5, 1))
    weighing = Bm25f(WEIGHTS, lengths, np.full(width, 12.0))
    every = [row_of(places, weight) for places, weight in rows]
    alone = sum((weighing.scores([row], 5) for row in every), np.zeros(5, np.float32))
    assert np.allclose(weighing.scores(every, 5, batch), alone, rtol=1e-4)
