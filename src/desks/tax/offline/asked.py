"""Which measure a question asks for, and what a passage looks like that has it. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from src.desks.tax import knowledge
from src.texts import beside

Measure = Literal["term", "date", "amount", "rate"]
"""What nothing without a number or a day answers."""

_SECOND_BEST = 0.6
"""A share where an amount is asked, a period where a day is: it may be the answer, and the other is sooner."""

KNOWN = beside(knowledge.__file__, "question_kinds")
"""How each measure is asked for and said: alternatives of patterns, with ``<parts>`` that several of them have."""


@dataclass(frozen=True)
class _Form:
    """How a measure is asked for, and how it is said."""

    asked: re.Pattern[str]
    said: re.Pattern[str]
    named: re.Pattern[str]
    """Words that ask for it ("wat is de termijn?"), unless the question is one of yes or no ("mag dat daarna?")."""
    best: re.Pattern[str] | None = None
    """What says it better than the rest of ``said``."""


def _with_parts(pattern: str) -> str:
    """Return a pattern with its parts filled in, and theirs."""
    return re.sub(r"<([a-z]+)>", lambda part: _with_parts(KNOWN["parts"][part[1]]), pattern)


def _form(given: Mapping[str, Sequence[str]]) -> _Form:
    patterns = {name: _with_parts("|".join(each)) for name, each in given.items()}
    return _Form(**{name: re.compile(text, re.IGNORECASE) for name, text in patterns.items()})


_FORMS: Mapping[Measure, _Form] = {name: _form(given) for name, given in KNOWN["measures"].items()}
_IS_WHETHER, _ASKS_MEANING = (
    re.compile("|".join(KNOWN[name]), re.IGNORECASE) for name in ("whether", "meaning")
)


def measures_asked(question: str) -> frozenset[Measure]:
    """Return the measures that a question asks for: one of yes or no asks for none that it only names."""
    names = _IS_WHETHER.search(question) is None
    return frozenset(
        measure
        for measure, form in _FORMS.items()
        if form.asked.search(question) or (names and form.named.search(question))
    )


def asks_meaning(question: str) -> bool:
    """Tell whether a question asks who or what something is."""
    return not measures_asked(question) and _ASKS_MEANING.search(question) is not None


def says(measure: Measure, text: str) -> float:
    """Return how well a passage has a measure that a question asks for, from 0 to 1."""
    form = _FORMS[measure]
    if form.best and form.best.search(text):
        return 1.0
    if form.said.search(text) is None:
        return 0.0
    return _SECOND_BEST if form.best else 1.0
