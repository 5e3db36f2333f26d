"""How long the steps of a run go on within a turn."""

from collections.abc import Callable

from src.tools.pace import PACE

RESERVE = 5.0
"""Seconds before the soft limit of a turn at which no segment and no story is begun any more."""

IsOver = Callable[[], bool]
"""Whether the time of a step is over."""


def is_over() -> bool:
    """Return whether nothing more is begun in this turn."""
    return PACE.get().seconds_left() <= RESERVE
