"""Numbers by the word that stands before them, so that two that have changed places are noticed. Pure."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from src.desks.azure.knowledge import reading_claims
from src.grounding.clauses import stem
from src.grounding.sentences import one_line
from src.language.function_words import DUTCH, ENGLISH
from src.language.numbers import quantities

REACH = 80
"""Characters before a number in which its word is looked for."""

ALIKE = 0.8
"""How much of two words is the same from which on they are one word of two languages: "limit", "limiet"."""


class LabelledNumber(NamedTuple):
    """``Current Limit: 10``: the value, and the word that says of what it is."""

    label: str
    """In lower case; empty where no word of its own stands before the number."""
    value: str
    words: str
    """Both, as they are written."""


def labelled(text: str) -> tuple[LabelledNumber, ...]:
    """Return the numbers of a text in their order, each with the word that stands before it."""
    found: list[LabelledNumber] = []
    for number in quantities(text):
        start, end = number.span
        before = text[max(0, start - REACH) : start]
        at = re.search(reading_claims().label, before, re.IGNORECASE)
        label = at[1].casefold() if at and at[1].casefold() not in DUTCH | ENGLISH else ""
        words = one_line(f"{before[at.start() :]}{text[start:end]}") if at else ""
        if number.kind == "number" and number.number is not None:
            found.append(LabelledNumber(label, number.value, words))
    return tuple(found)


def of_another(text: str, there: Sequence[LabelledNumber]) -> str:
    """Return what evidence gives a number of a text to, where it is not what the text gives it to; else empty.

    Only a word that the evidence gives other numbers, and a number that it gives other words alone, are compared.
    What is set by "=" tells what shall be.
    """
    for label, value, words in labelled(text):
        own = {entry.value for entry in there if label and _is_same(label, entry.label)}
        others = [entry for entry in there if entry.value == value]
        is_known = own and value not in own and "=" not in words
        if is_known and others and all(entry.label for entry in others):
            return others[0].words
    return ""


def _is_same(word: str, other: str) -> bool:
    is_long = min(len(word), len(other)) > 3
    is_alike = is_long and SequenceMatcher(None, word, other).ratio() >= ALIKE
    return is_alike or (bool(other) and stem(word) == stem(other))
