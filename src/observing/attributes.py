"""What may be told of what happens, in logs and traces: known names only, each with the shape of its value. Pure.

Nothing else gets through, whoever says it: only what a provider says of a request has room for a sentence, and control
characters fit no shape.
"""

import re
from collections.abc import Mapping

AttributeValue = str | int | float

_WORD = r"[a-z][a-z0-9_]{0,79}"

SHAPES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(shape)
    for name, shape in {
        "dossier": r"dos-[0-9a-f]{8}(?:[0-9a-f]{24})?",
        "dossiers": r"dos-[0-9a-f]{8,32}(?: dos-[0-9a-f]{8,32}){0,99}",
        "turn": r"[A-Za-z0-9._:-]{1,128}",
        "error_id": r"[0-9a-f]{8}",
        "code": _WORD,
        "outcome": _WORD,
        "problem": _WORD,
        "sqlstate": r"[0-9A-Z]{5}",
        "desk": _WORD,
        "tool": _WORD,
        "kind": _WORD,
        "form": r"[A-Za-z]{1,80}",
        "host": r"[a-z0-9._:-]{1,253}",
        "model": r"[A-Za-z0-9._:/@-]{1,128}",
        "provider_said": r"[ -~]{1,300}",
    }.items()
}
"""Attributes that are words; a value must be of its shape as a whole."""

NUMBERS = frozenset(
    "version seconds bytes rounds hits sources made struck prompt_tokens completion_tokens suppressed closed failed"
    " status".split()
)
"""Attributes that are numbers."""

KNOWN = (*SHAPES, *sorted(NUMBERS))

EVENTS = {
    "a dossier can't be read",
    "a dossier was deleted",
    "a fault of ours",
    "a page was fetched",
    "a result can't be kept",
    "a tool failed",
    "a second reading failed",
    "an intake step failed",
    "an operation outside failed",
    "client left before its reply",
    "could not end in order in time",
    "dossiers that were kept long enough could not be erased",
    "dossiers were kept long enough, they are erased",
    "files that others could open",
    "nobody caught this",
    "not all twins of an operation can be kept",
    "refused",
    "rows that were replaced are still to be vacuumed",
    "set a torn line aside",
    "the database failed",
    "the encoder can't be used, search goes by words",
    "the provider refused a request",
    "the program's own documentation can't be made a collection",
    "the folder of dossiers could not be looked through",
    "the index of dossiers can't be used",
    "the index of dossiers could not be warmed",
    "the inverse of a plan is too large",
    "the state is left behind its journal",
    "the vectors of an index are damaged, it is searched by words",
    "the word vectors are damaged or of another version, search goes by words",
    "turn",
    "what was confirmed and left could not be looked for",
    "what was confirmed could not be carried out",
}
"""All that the rooms say in the log; a new sentence is put here first, and those of a desk are registered."""


def register_events(*texts: str) -> None:
    """Let a desk say constant texts in the log."""
    EVENTS.update(texts)


UNFIT = "?"
"""Stands for a value that is not of its shape."""


def allowed(told: Mapping[str, object]) -> dict[str, AttributeValue]:
    """Return of what is told only what has a known name; a value that is not of its shape becomes ``?``."""
    return {name: _fit(name, value) for name in KNOWN if (value := told.get(name)) is not None}


def _fit(name: str, value: object) -> AttributeValue:
    shape = SHAPES.get(name)
    if shape is None:
        return value if isinstance(value, int | float) else UNFIT
    return value if isinstance(value, str) and shape.fullmatch(value) else UNFIT
