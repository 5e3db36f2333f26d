"""Takes Dutch compounds apart into words that the corpus itself has."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

VERSION = "1"
"""Change this with anything below: an older index is then rebuilt."""

SHORTEST = 4
"""Letters of the shortest part."""

LEAST_FREQUENT = 5
"""Documents that must have a part as a word of its own."""

_LINKS = ("", "s", "e", "en", "n", "er")
"""What may stand between two parts: ``deelneming-s-vrijstelling``."""

_LONGEST = 40
_MOST_PARTS = 4


@dataclass(frozen=True)
class Splitter:
    """Splits where the parts are together more usual than the whole: by the geometric mean of their frequencies."""

    head: Callable[[str], str | None]
    """Gives the term of a word that may begin a compound, None for what is no word of the corpus."""
    frequency: Callable[[str], int]
    """Gives the number of documents that have a term."""

    def parts(self, term: str) -> tuple[str, ...]:
        """Return the terms of the parts of a term, none for a word that is no compound."""
        if not 2 * SHORTEST <= len(term) <= _LONGEST or not term.isalpha():
            return ()
        parts: tuple[str, ...] = ()
        best = math.log(max(self.frequency(term), 1))
        for split in self._splits(term, _MOST_PARTS):
            mean = sum(math.log(self.frequency(part)) for part in split) / len(split)
            if mean > best:
                best, parts = mean, split
        return parts

    def is_compound(self, word: str) -> bool:
        """Return whether a word is two others, each of which may be a compound that is known itself."""
        return SHORTEST * 2 <= len(word) <= _LONGEST and any(
            self.frequency(word[at:]) >= LEAST_FREQUENT and self._heads(word[:at])
            for at in range(SHORTEST, len(word) - SHORTEST + 1)
        )

    def _splits(self, rest: str, most: int) -> Iterator[tuple[str, ...]]:
        """Yield every way to split; a term is a stem, and so is the last part of it."""
        if most < 2:
            return
        for at in range(SHORTEST, len(rest) - SHORTEST + 1):
            heads = self._heads(rest[:at])
            if not heads:
                continue
            tail = rest[at:]
            tails = [*self._splits(tail, most - 1)]
            if self.frequency(tail) >= LEAST_FREQUENT:
                tails.append((tail,))
            yield from ((head, *more) for head in heads for more in tails)

    def _heads(self, text: str) -> set[str]:
        heads: set[str] = set()
        for link in _LINKS:
            word = text.removesuffix(link)
            if len(word) < SHORTEST or not text.endswith(link):
                continue
            term = self.head(word)
            if term and self.frequency(term) >= LEAST_FREQUENT:
                heads.add(term)
        return heads
