"""Word vectors: an encoder that is there on every machine, and makes the vector of a text of those of its words."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from src.dossier.models import Frozen
from src.search.arrays import Array, Strings, load
from src.search.encoder import unit
from src.search.known_words import KnownWords, plain

ABOUT = "word_vectors.json"
FORMAT = 1
"""Change this with the files, or with how a text is read: other vectors are then not compared with these."""

PARTS = ("terms-text", "terms-ends", "numbers", "weights", "frequencies")

LONGEST_TEXT = 10_000
"""Characters of a text that are read."""

_REMEMBERED = 20_000
_SHORTEST_STEM = 4
_LONGEST_ENDING = 4

_WORD = re.compile(r"[^\W_]+")


class WordVectorsDamaged(Exception):
    """The word vectors can't be used; the message says why, in words for a person."""


class WordVectorsAbout(Frozen):
    """What the word vectors of a folder are."""

    format: int
    dimension: int
    sha256: str


class WordVectors:
    """Gives a text the sum of the vectors of its words, rare ones counting for more; see ``Encoder``.

    All sums are of whole numbers, so that every machine gets the same.
    """

    chance = 0.35

    def __init__(self, about: WordVectorsAbout, parts: dict[str, Array]) -> None:
        """Take the files of a folder; ``load`` reads them."""
        self.id = f"word-vectors/{about.sha256[:16]}"
        self.dimension: int | None = about.dimension
        words = Strings(parts["terms-text"], parts["terms-ends"])
        self._words = KnownWords(words, parts["frequencies"])
        self._numbers, self._weights = parts["numbers"], parts["weights"]
        self._places = lru_cache(_REMEMBERED)(self._places_of)

    @classmethod
    def load(cls, folder: Path) -> "WordVectors":
        """Open the word vectors of a folder; ``WordVectorsDamaged`` where they can't be used."""
        try:
            about = WordVectorsAbout.model_validate_json((folder / ABOUT).read_bytes())
            if about.format != FORMAT:
                raise WordVectorsDamaged(f"{folder.name} is of another version")
            if sha256(folder) != about.sha256:
                raise WordVectorsDamaged(f"{folder.name} is not as it was written")
            return cls(about, {name: load(folder, name) for name in PARTS})
        except (OSError, ValueError, EOFError) as error:
            raise WordVectorsDamaged(f"{folder.name} can't be read") from error

    def rows(self, texts: Sequence[str]) -> Array:
        """Return a row of length 1 for each text, in their order; zeros for one without a word that is known."""
        found = [self._places_in(text) for text in texts]
        rows = np.zeros((len(texts), self._numbers.shape[1]), np.int64)
        told = [at for at, places in enumerate(found) if places]
        if told:
            places = np.concatenate([found[at] for at in told])
            words = self._numbers[places] * self._weights[places, None].astype(np.int64)
            begins = np.cumsum([0, *(len(found[at]) for at in told[:-1])])
            rows[told] = np.add.reduceat(words, begins, axis=0)
        return unit(rows)

    async def encode(self, texts: Sequence[str]) -> Array:
        """Return the same; nothing is waited for."""
        return self.rows(texts)

    async def close(self) -> None:
        """Nothing is open but files that are mapped."""

    def _places_in(self, text: str) -> list[int]:
        words = _WORD.findall(plain(text[:LONGEST_TEXT]))
        return [place for word in words for place in self._places(word)]

    def _places_of(self, word: str) -> tuple[int, ...]:
        """Return the places of a word; of one that is not known, those of its parts, or of the word it begins with."""
        at = self._words.find(word)
        if at >= 0:
            return (at,)
        parts = self._words.parts(word)
        if parts:
            return tuple(map(self._words.find, parts))
        for length in range(len(word) - 1, len(word) - 1 - _LONGEST_ENDING, -1):
            at = self._words.find(word[:length]) if length >= _SHORTEST_STEM else -1
            if at >= 0:
                return (at,)
        return ()


def sha256(folder: Path) -> str:
    """Return the sum of the files of word vectors."""
    digest = hashlib.sha256()
    for name in PARTS:
        digest.update((folder / f"{name}.npy").read_bytes())
    return digest.hexdigest()
