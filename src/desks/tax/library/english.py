"""The analyser of English: the words under which a foreign adviser looks for an article."""

import re
from collections.abc import Callable

import Stemmer

from src.desks.tax.law.laws import fold
from src.language import function_words
from src.search.corpus import Analyser

VERSION = "1"
"""Change this with anything below: an older index is then rebuilt."""

PREFIX = "en:"
"""Begins every English term, so that ``die`` and ``wet`` are never taken for the Dutch words."""

_STOP_WORDS = function_words.ENGLISH.union(
    "anyone article before dutch gets getting give gives go know law let like long made make many may mean means "
    "much must need netherlands one over per rule rules said section she still tell thing use want way whether "
    "within without year years yes yet".split()
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
