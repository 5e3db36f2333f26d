"""The words of a field on which the reading of a message turns, and its plain form by them. Pure."""

import re
from collections.abc import Callable, Set
from dataclasses import dataclass

_MENDED = ("verwijder", "behalve", "antwoord", "restore", "everything")
"""Words on which a rule turns; each so long that one slip leaves no other word."""

_QUOTES = str.maketrans("‘’‚`´“”„–—\N{NON-BREAKING HYPHEN}", "'''''\"\"\"---")


def _none(text: str) -> bool:  # noqa: ARG001  # the shape of what is told of a text
    return False


@dataclass(frozen=True)
class Vocabulary:
    """The words of a field on which the reading of a message turns. Those of all fields need not be named."""

    mended: tuple[str, ...] = ()
    """Words in which one slip is mended; each so long that the slip leaves no other word."""
    sources: tuple[str, ...] = ()
    """What a source is called where it is to be left out or put back: regular expressions."""
    disapproved: tuple[str, ...] = ()
    """What a source is called where somebody finds fault with it: regular expressions."""
    own_case: str = ""
    """What users find fault with that is no source, but what they ask about: a regular expression."""
    small: tuple[str, ...] = ()
    """Words that say nothing beside the name of a source."""
    cites: Callable[[str], bool] = _none
    """Whether a text names a source exactly, so that it can be looked up."""

    replies: Callable[[str], bool] = _none
    """Whether a text only replies to what the desk itself asks, and is no question."""

    of_field: Callable[[str], Set[str]] | None = None
    """The words of a text that are of the field; None where those are not known: all is then taken for a question."""

    def plain(self, message: str) -> str:
        """Return the message on one line with plain quotes and hyphens, and with slips mended in words that count."""
        line = " ".join(message.translate(_QUOTES).split())
        return re.sub(r"[^\W\d_]{6,}", lambda match: self._mended(match.group()), line)

    def _mended(self, word: str) -> str:
        lower = word.lower()
        known = (*_MENDED, *self.mended)
        if any(lower.startswith(one) for one in known):
            return word
        return next((one for one in known if _one_slip_apart(lower, one)), word)


GENERAL = Vocabulary()
"""The words that all fields share."""


def _one_slip_apart(typed: str, meant: str) -> bool:
    """Tell whether one letter was left out, added, mistaken or swapped with its neighbour."""
    if abs(len(typed) - len(meant)) > 1:
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(typed, meant, strict=False)) if a != b),
        min(len(typed), len(meant)),
    )
    left, right = typed[start:], meant[start:]
    swapped = left[1:2] + left[:1] + left[2:]
    return right in (left[1:], swapped) or right[1:] in (left, left[1:])
