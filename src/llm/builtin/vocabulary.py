"""The words of a field on which the reading of a message turns, and its plain form and its language by them. Pure."""

import re
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from src.dossier.models import Language

_MENDED = ("verwijder", "behalve", "antwoord", "restore", "everything")
"""Words on which a rule turns; each so long that one slip leaves no other word."""

_LANGUAGE_WORDS: Mapping[Language, str] = {
    "nl": (
        r"de|het|een|ik|je|jij|u|ja|nee|wat|wie|hoe|kun|kunt|kan|dank|bedankt|graag|hallo|hoi|goede\w+"
        r"|bronnen|bron|weg|terug|alles|klopt|akkoord|prima|voor|met|niet|dit|dat|zijn|oke|oké"
    ),
    "en": (
        r"the|a|an|i|you|your|yes|no|what|who|how|can|could|thanks|thank|please|hello|hi|good|sources?"
        r"|remove|back|everything|right|sure|fine|correct|for|with|not|this|that|are|do|go|my|it|to"
    ),
}

_QUOTES = str.maketrans("‘’‚`´“”„–—\N{NON-BREAKING HYPHEN}", "'''''\"\"\"---")


def _none(text: str) -> bool:  # noqa: ARG001  # the shape of what is told of a text
    return False


@dataclass(frozen=True)
class Vocabulary:
    """The words of a field on which the reading of a message turns. Those of all fields need not be named."""

    mended: tuple[str, ...] = ()
    """Words in which one slip is mended; each so long that the slip leaves no other word."""
    telling: Mapping[Language, tuple[str, ...]] = field(default_factory=dict)
    """Words that tell a language."""
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

    def language_of(self, message: str) -> Language | None:
        """Return the language that a message's small words tell; None where they tell none or both."""
        dutch, english = (len(pattern.findall(message)) for pattern in self._languages)
        if dutch == english:
            return None
        return "nl" if dutch > english else "en"

    @cached_property
    def _languages(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        return self._language("nl"), self._language("en")

    def _language(self, language: Language) -> re.Pattern[str]:
        words = "|".join((_LANGUAGE_WORDS[language], *self.telling.get(language, ())))
        return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)

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
