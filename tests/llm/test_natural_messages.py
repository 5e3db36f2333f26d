"""What the built-in model does with messages that nobody wrote a rule for."""

from collections import Counter

import pytest

from tests.llm.natural import DESKS, Half, judged
from tests.shared_data import real

ENOUGH = 0.7
"""Of the messages of a desk, done as meant or sensibly asked."""


HALVES: tuple[Half, ...] = ("tuned", "kept")
"""Both were seen while the rules were written: what they hold is that nothing is lost again."""


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("desk", DESKS)
def test_most_is_done_as_meant_and_nothing_that_is_not(desk: str, half: Half) -> None:
    found = judged(real("natural/messages.jsonl"), half, desk)
    counts = Counter(one.outcome for one in found)
    assert counts["done"] + counts["asked"] >= ENOUGH * len(found)
    assert [one.row.message for one in found if one.outcome == "harm"] == []
