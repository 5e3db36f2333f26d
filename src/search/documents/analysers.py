"""How documentation is read: English, Dutch, and code with its identifiers."""

import re
from collections.abc import Callable
from functools import lru_cache

import Stemmer

from src.language import function_words
from src.language.code_names import LONGEST_WORD, identifiers
from src.search.corpus import Analyser
from src.search.known_words import plain

VERSION = "1"
"""Change this with anything below: an index made by other analysers is then rebuilt."""

STEMS = 20_000
"""Words whose stems are remembered: a turn reads the same ones again and again."""

EXACT = "="
"""Begins the term of a whole identifier, so that it is never taken for a word."""

_ENGLISH_WORDS = function_words.ENGLISH.union("being here him itself might nor through".split())
_DUTCH_WORDS = function_words.DUTCH.union("via we wij".split())
_TELLING_DUTCH = _DUTCH_WORDS - _ENGLISH_WORDS - {"over", "via", "me", "was", "al", "men"}
_WORD = re.compile(r"[^\W_]+")

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")

_stem_english: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
_stem_dutch: Callable[[str], str] = Stemmer.Stemmer("dutch").stemWord


def language_of(text: str, otherwise: str = "en") -> str:
    """Return ``nl`` for a text with more Dutch function words than English ones, ``en`` for one with fewer."""
    words = _WORD.findall(text[:4_000].lower())
    dutch = sum(word in _TELLING_DUTCH for word in words)
    english = sum(word in _ENGLISH_WORDS for word in words)
    return otherwise if dutch == english else "nl" if dutch > english else "en"


def is_latin(text: str) -> bool:
    """Tell whether most letters of a text are Latin: word vectors of Dutch and English know no others."""
    letters = [letter for letter in text[:4_000] if letter.isalpha()]
    return 2 * sum(letter < "\u0250" for letter in letters) >= len(letters)


def words(text: str) -> list[str]:
    """Return the words of a text in order, in lower case without accents."""
    return _WORD.findall(plain(text))


def telling_words(text: str) -> list[str]:
    """Return the words of a text without those that any text in its language has.

    Read in the other language each would be a rare word: "the" stands in few Dutch sections.
    """
    any_has = _DUTCH_WORDS if language_of(text) == "nl" else _ENGLISH_WORDS
    return [word for word in words(text) if word not in any_has]


@lru_cache(STEMS)
def english_term(word: str) -> str | None:
    """Return the stem of an English word, or None for one that any text has."""
    return None if word in _ENGLISH_WORDS or len(word) > LONGEST_WORD else _stem_english(word)


def dutch_term(word: str) -> str | None:
    """Return the stem of a Dutch word, or None for one that any text has."""
    return None if word in _DUTCH_WORDS or len(word) > LONGEST_WORD else _stem_dutch(word)


def exact(identifier: str) -> str:
    return EXACT + identifier.lower()


def in_parts(text: str) -> str:
    """Return a text with the names in it written as the words that they are made of."""
    return " ".join(_PART.findall(text))


def code_words(text: str) -> list[str]:
    """Return each identifier of a text whole, and the words that it is made of."""
    found: list[str] = []
    for identifier in identifiers(text):
        found.append(exact(identifier))
        found += map(str.lower, _PART.findall(identifier))
    return found


def code_term(word: str) -> str | None:
    """Return an identifier as it is, and a word in it as an English one."""
    return word if word.startswith(EXACT) else english_term(word)


ENGLISH = Analyser(words, english_term)
DUTCH = Analyser(words, dutch_term)
CODE = Analyser(code_words, code_term)


def terms_of(text: str) -> frozenset[str]:
    """Return the stems of a text's English words, but for those that any text has."""
    return frozenset(term for word in ENGLISH.words(text) if (term := ENGLISH.term(word)))
