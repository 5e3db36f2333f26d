"""What kind of thing a question asks for, and what a passage looks like that has it. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal[
    "term", "date", "amount", "rate", "conditions", "who", "where", "how", "meaning", "whether"
]

MEASURES: frozenset[Kind] = frozenset({"term", "date", "amount", "rate"})
"""Kinds that nothing without a number or a day answers."""

_SECOND_BEST = 0.6
"""A share where an amount is asked, a period where a day is: it may be the answer, and the other is sooner."""

_KNOWN = json.loads(
    (Path(__file__).parents[1] / "knowledge" / "question_kinds.json").read_text(encoding="utf-8")
)
"""How each kind is asked for and said: alternatives of patterns, with ``<parts>`` that several of them have."""


@dataclass(frozen=True)
class _Form:
    """How a kind is asked for, and how it is said."""

    asked: re.Pattern[str]
    said: re.Pattern[str]
    named: re.Pattern[str] | None = None
    """Words that ask for it ("wat is de termijn?"), unless the question is one of yes or no ("mag dat daarna?")."""
    best: re.Pattern[str] | None = None
    """What says it better than the rest of ``said``."""


def _with_parts(pattern: str) -> str:
    """Return a pattern with its parts filled in, and theirs."""
    return re.sub(r"<([a-z]+)>", lambda part: _with_parts(_KNOWN["parts"][part[1]]), pattern)


def _form(given: Mapping[str, Sequence[str]]) -> _Form:
    patterns = {name: _with_parts("|".join(each)) for name, each in given.items()}
    return _Form(**{name: re.compile(one, re.IGNORECASE) for name, one in patterns.items()})


_FORMS: Mapping[Kind, _Form] = {kind: _form(given) for kind, given in _KNOWN["kinds"].items()}
_NUMERAL = _with_parts("<numeral>")
_COUNTED = re.compile(
    r"\b(?:hoeveel|how many) (?P<noun>[a-zë]{3,})\b|\b(?P<age>hoe oud|how old)\b", re.IGNORECASE
)
_DUTCH_UNITS = {
    "years": "jaar", "jaren": "jaar", "months": "maand", "maanden": "maand", "weeks": "weken",
    "days": "dagen", "hours": "uur", "uren": "uur", "kilometers": "kilometer",
}  # fmt: skip


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
    """Return how well a passage has the form of what a question of a kind asks for, from 0 to 1."""
    form = _FORMS[kind]
    if form.best and form.best.search(text):
        return 1.0
    if form.said.search(text) is None:
        return 0.0
    return _SECOND_BEST if form.best else 1.0


def says_how_many(question: str, text: str) -> bool:
    """Tell whether a passage has a number of what a question counts: of hours, kilometres, years of age."""
    counted = _COUNTED.search(question)
    if counted is None:
        return False
    noun = (counted["noun"] or "jaar").lower()
    of_noun = rf"\b{_NUMERAL} (?:[a-zë]+ ){{0,2}}\w*{_DUTCH_UNITS.get(noun, noun)}"
    return re.search(of_noun, text, re.IGNORECASE) is not None
