"""In which words a question is searched for: its own, the same in English, the names in it. Pure."""

import re

from src.desks.docs.artifacts import Reading
from src.desks.docs.talk import without_version
from src.search.documents.analysers import identifiers

LONGEST_QUERY = 10_000
"""Characters of a query; what comes after is not searched for."""

MOST_TERMS = 20

WELL_TRANSLATED = 0.7
"""Confidence in a translation below which the words are searched for as they were written, the translation beside."""

SETTING = "setting"
"""What is searched for beside a question of how something is set: the page seldom says "change"."""

_SETS = re.compile(
    r"\b(?:change|configure|adjust|enable|disable|(?:turn|switch) (?:on|off)|settings?|variables?|options?|flags?"
    r"|parameters?|(?:do|can|could|should|to|must) (?:i |you |we |one )?set)\b",
    re.IGNORECASE,
)


def asks_to_set(english: str) -> bool:
    """Tell whether a question asks how something is set, or which setting does."""
    return _SETS.search(english) is not None


def wordings(reading: Reading) -> tuple[str, ...]:
    """Return what is searched for, and the same in English where that says only a part of it."""
    question = reading.canonical_question or reading.text_eng
    partly = reading.translation_confidence < WELL_TRANSLATED
    return (reading.text, question) if partly and question != reading.text else (question,)


def searched(reading: Reading, *said: str) -> tuple[str, list[str]]:
    """Return the query of a search, and the terms beside it."""
    query, *others = map(without_version, said) if reading.version else said
    named = identifiers(reading.text[:LONGEST_QUERY])
    beside = [SETTING] if asks_to_set(query) else []
    return query[:LONGEST_QUERY], list(dict.fromkeys([*others, *named, *beside]))[:MOST_TERMS]
