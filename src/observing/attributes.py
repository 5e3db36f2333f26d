"""What may be told of what happens, in logs and traces: known names only, each with the shape of its value. Pure.

Nothing else gets through, whoever says it: only what a provider says of a request has room for a sentence, and control
characters fit no shape.
"""

import re
from collections.abc import Mapping

from src.texts import beside

AttributeValue = str | int | float

_TOLD = beside(__file__, "attributes")

SHAPES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(shape) for name, shape in _TOLD["shapes"].items()
}
"""Attributes that are words; a value must be of its shape as a whole."""

NUMBERS = frozenset(_TOLD["numbers"].split())
"""Attributes that are numbers."""

KNOWN = (*SHAPES, *sorted(NUMBERS))

EVENTS = set(_TOLD["events"])
"""All that the rooms say in the log, and what desks register."""


def register_events(*texts: str) -> None:
    """Let a desk say constant texts in the log."""
    EVENTS.update(texts)


UNFIT = "?"
"""Stands for a value that is not of its shape."""


def allowed(told: Mapping[str, object]) -> dict[str, AttributeValue]:
    """Return of what is told only what has a known name; a value that is not of its shape becomes ``?``."""
    return {name: _fit(name, value) for name in KNOWN if (value := told.get(name)) is not None}


def _fit(name: str, value: object) -> AttributeValue:
    if name in SHAPES:
        return shaped(value, SHAPES[name])
    return value if isinstance(value, int | float) else UNFIT


def shaped(value: object, shape: re.Pattern[str]) -> str:
    """Return words that are of this shape as a whole, else ``?``."""
    return value if isinstance(value, str) and shape.fullmatch(value) else UNFIT
