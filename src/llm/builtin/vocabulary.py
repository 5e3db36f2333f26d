"""The words of a field on which the reading of a message turns, and its plain form by them. Pure."""

import re
from collections.abc import Callable, Set
from dataclasses import dataclass
from difflib import get_close_matches

_MENDED = ("verwijder", "behalve", "antwoord", "restore", "everything")
"""Words on which a rule turns; each so long that one slip leaves no other word."""

_ALIKE = 0.85
"""How much of a long word is the same where one letter was left out, added, mistaken or swapped."""

_QUOTES = str.maketrans("‘’‚`´“”„–—\N{NON-BREAKING HYPHEN}", "'''''\"\"\"---")


@dataclass(frozen=True)
class Vocabulary:
    """The words of a field on which the reading of a message turns. Those of all fields need not be named."""

    mended: tuple[str, ...] = ()
    """Words in which one slip is mended; each so long that the slip leaves no other word."""
    sources: tuple[str, ...] = ()
    """What a source is called where it is to be left out or put back: regular expressions."""
    small: tuple[str, ...] = ()
    """Words that say nothing beside the name of a source."""
    cites: Callable[[str], bool] = lambda _: False
    """Whether a text names a source exactly, so that it can be looked up."""

    replies: Callable[[str], bool] = lambda _: False
    """Whether a text only replies to what the desk itself asks, and is no question."""

    of_field: Callable[[str], Set[str]] | None = None
    """The words of a text that are of the field; None where those are not known: all is then taken for a question."""

    def plain(self, message: str) -> str:
        """Return the message on one line with plain quotes and hyphens, and with slips mended in words that count."""
        line = " ".join(message.translate(_QUOTES).split())
        return re.sub(r"[^\W\d_]{6,}", lambda match: self._mended(match.group()), line)

    def _mended(self, word: str) -> str:
        lower = word.lower()
        known = tuple(text for text in (*_MENDED, *self.mended) if text[0] == lower[0])
        if lower.startswith(known):
            return word
        return next(iter(get_close_matches(lower, known, 1, _ALIKE)), word)


GENERAL = Vocabulary()
"""The words that all fields share."""
