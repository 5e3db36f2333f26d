"""Words that any text of a language has: a desk adds those that any text of its field has. Pure."""

import re
from typing import Literal

from src.language.opposites import data

DUTCH, ENGLISH = (
    frozenset(data("function_words")[language].split()) for language in ("dutch", "english")
)

_WORD = re.compile(r"[^\W\d_]+")


def mostly(text: str) -> Literal["nl", "en", ""]:
    """Return the language of which a text has more of these words; empty where that can't be told."""
    words = {word.casefold() for word in _WORD.findall(text)}
    more = len(words & DUTCH) - len(words & ENGLISH)
    return "nl" if more > 0 else "en" if more < 0 else ""
