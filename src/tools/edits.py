"""Edits of what a desk made, in the numbers that the state shows: the shape that desks share.

A desk has one tool of edits. It says what its lines or items have beside their words by a subclass of ``Edit``, and
applies the edits one after the other; every number is one of the state that the model was sent, whatever was edited
before it in the same call.
"""

import re
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from src.language.function_words import DUTCH, ENGLISH
from src.tools.base import Arguments

EditOp = Literal["add", "change", "move", "merge", "split", "remove", "restore"]


class Edit(Arguments):
    """One edit that the user asks for."""

    op: EditOp
    numbers: tuple[int, ...] = Field((), max_length=200)
    """What is edited, as the state numbers it; none with add."""
    texts: tuple[str, ...] = Field((), max_length=20)
    """The new words: one with add, change and merge, one for each part with split."""
    before: int | None = None
    """With move and add: in front of this number."""
    after: int | None = None
    """With move and add: behind this number."""


def is_name(word: str) -> bool:
    """Tell whether a word is written as a name is."""
    return word[0].isupper() and word.casefold() not in DUTCH | ENGLISH


def taken_out(before: str, now: str, said: str, known: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names that an author took out of a text, who named them; those ``known`` of before too."""
    was, there, named = (set(re.findall(r"[^\W\d_]{2,}", text)) for text in (before, now, said))
    return tuple(sorted(filter(is_name, {*known, *(was & named)} - there)))


def without_names(quote: str, names: Iterable[str]) -> str:
    """Return words in which these names are masked."""
    whole = "|".join(map(re.escape, names))
    return re.sub(rf"\b(?:{whole})\b", "[…]", quote) if whole else quote
