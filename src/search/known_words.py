"""Which words are known, and how often they are used: 52,000 of Dutch and English, and the compounds of them."""

import unicodedata
from functools import cache, lru_cache
from itertools import filterfalse
from pathlib import Path

from src.places import SHIPPED
from src.search.arrays import Array, Strings, load
from src.search.compounds import Splitter

WORD_VECTORS = SHIPPED / "data" / "word_vectors"

TERMS, FREQUENCIES = "terms", "frequencies"

_REMEMBERED = 20_000


class KnownWords:
    """Looks words up as they are written, in large letters or small, with accents or without."""

    def __init__(self, words: Strings, frequencies: Array) -> None:
        """Take words in the order of their bytes, and how often each is used."""
        self._frequencies = frequencies
        self.find = lru_cache(_REMEMBERED)(words.find)
        self._splitter = Splitter(
            lambda word: word if self.find(word) >= 0 else None, self._frequency
        )
        self.parts = self._splitter.parts

    @classmethod
    def load(cls, folder: Path) -> "KnownWords":
        """Open the words of a folder of word vectors; OSError or ValueError where they can't be read."""
        return cls(Strings.load(folder, TERMS), load(folder, FREQUENCIES))

    def knows(self, word: str) -> bool:
        key = plain(word)
        return self.find(key) >= 0 or self._splitter.is_compound(key)

    def _frequency(self, word: str) -> int:
        at = self.find(word)
        return int(self._frequencies[at]) if at >= 0 else 0


@cache
def known_words(folder: Path = WORD_VECTORS) -> KnownWords | None:
    """Return the words of a folder, read where they are first asked for; None where they can't be read."""
    try:
        return KnownWords.load(folder)
    except (OSError, ValueError, EOFError):
        return None


def plain(text: str) -> str:
    """Return a text in small letters without accents, as words are looked up."""
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(filterfalse(unicodedata.combining, letters))
