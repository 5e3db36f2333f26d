"""In which words a question is searched for beside those that a model gives it: its own, and the names in it. Pure."""

import re

from src.desks.docs.code import asked_in, bounded
from src.intake.plain import plain
from src.search.documents.analysers import identifiers

LONGEST_QUERY = 10_000
"""Characters of a query; what comes after is not searched for."""

MOST_TERMS = 20

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


def asked_in_words(message: str) -> str:
    """Return what a message asks in the user's own words: of code the error or names, of much its questions."""
    return bounded(asked_in(plain(message)))


def terms_of(query: str, own: str) -> list[str]:
    """Return what is searched for beside a query: the names in the user's own words, and that a setting is meant."""
    beside = [SETTING] if asks_to_set(query) else []
    return list(dict.fromkeys([*identifiers(own[:LONGEST_QUERY]), *beside]))[:MOST_TERMS]
