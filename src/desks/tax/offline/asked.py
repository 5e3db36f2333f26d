"""What kind of thing a question asks for, and what a passage looks like that has it. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["term", "date", "amount", "rate", "conditions", "how", "meaning", "whether"]

MEASURES: frozenset[Kind] = frozenset({"term", "date", "amount", "rate"})
"""Kinds that nothing without a number or a day answers."""

_SECOND_BEST = 0.6
"""A share where an amount is asked, a period where a day is: it may be the answer, and the other is sooner."""

KNOWN = json.loads(
    (Path(__file__).parents[1] / "knowledge" / "question_kinds.json").read_text(encoding="utf-8")
)
"""How each kind is asked for and said: alternatives of patterns, with ``<parts>`` that several of them have."""


@dataclass(frozen=True)
class _Form:
    """How a kind is asked for, and how a measure is said."""

    asked: re.Pattern[str]
    said: re.Pattern[str] | None = None
    named: re.Pattern[str] | None = None
    """Words that ask for it ("wat is de termijn?"), unless the question is one of yes or no ("mag dat daarna?")."""
    best: re.Pattern[str] | None = None
    """What says it better than the rest of ``said``."""


def _with_parts(pattern: str) -> str:
    """Return a pattern with its parts filled in, and theirs."""
    return re.sub(r"<([a-z]+)>", lambda part: _with_parts(KNOWN["parts"][part[1]]), pattern)


def _form(given: Mapping[str, Sequence[str]]) -> _Form:
    patterns = {name: _with_parts("|".join(each)) for name, each in given.items()}
    return _Form(**{name: re.compile(one, re.IGNORECASE) for name, one in patterns.items()})


_FORMS: Mapping[Kind, _Form] = {kind: _form(given) for kind, given in KNOWN["kinds"].items()}


def asked_kinds(question: str) -> frozenset[Kind]:
    """Return what kinds of things a question asks for; one that asks for a measure asks for nothing else."""
    is_whether = _FORMS["whether"].asked.search(question) is not None
    kinds = {kind for kind, form in _FORMS.items() if form.asked.search(question)}
    if not is_whether:
        kinds |= {
            kind for kind, form in _FORMS.items() if form.named and form.named.search(question)
        }
    return frozenset(kinds & MEASURES or kinds)


def says(kind: Kind, text: str) -> float:
    """Return how well a passage has a measure that a question asks for, from 0 to 1."""
    form = _FORMS[kind]
    if form.best and form.best.search(text):
        return 1.0
    if form.said is None or form.said.search(text) is None:
        return 0.0
    return _SECOND_BEST if form.best else 1.0
