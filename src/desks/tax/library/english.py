"""The analyser of English: the words under which a foreign adviser looks for an article."""

import re
from collections.abc import Callable

import Stemmer

from src.desks.tax.law.laws import fold
from src.search.corpus import Analyser

VERSION = "1"
"""Change this with anything below: an older index is then rebuilt."""

PREFIX = "en:"
"""Begins every English term, so that ``die`` and ``wet`` are never taken for the Dutch words."""

_STOP_WORDS = frozenset(
    "a about after all also am an and any anyone are article as at be been before but by can could did do does doing "
    "each for from get gets getting give gives go had has have having he her his how i if in into is it its "
    "just know law let like long made make many may me mean means more most much must my need no not of off "
    "on once one only or other our out over own per please rule rules said section she should so some still such tell "
    "than that the their them then there these they thing this those to too under until up us use very want was way we "
    "were what when where whether which while who whom whose why will with within without would year years yes yet you "
    "your dutch netherlands".split()
)
_WORD = re.compile(r"[^\W_]+")
_stemmed: Callable[[str], str] = Stemmer.Stemmer("english").stemWord


def words(text: str) -> list[str]:
    """Return the words of a text in order, in lower case without accents."""
    return _WORD.findall(fold(text))


def term(word: str) -> str | None:
    """Return the term that a word is searched by, or None for one that any question has."""
    return None if word in _STOP_WORDS else PREFIX + _stemmed(word)


ENGLISH = Analyser(words, term)
