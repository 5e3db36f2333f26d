"""What the built-in model makes of a message before it reads it: plain characters, slips mended, its language."""

import re

from src.dossier.models import Language

_TRIGGERS = (
    *("verwijder", "artikel", "behalve", "antwoord", "uitspraak", "rechtspraak", "wetgeving"),
    *("jurisprudentie", "article", "restore", "everything", "legislation"),
)
"""Words on which a rule turns; each so long that one slip leaves no other word of a tax question."""

_LANGUAGE_WORDS: dict[Language, re.Pattern[str]] = {
    "nl": re.compile(
        r"\b(?:de|het|een|ik|je|jij|u|ja|nee|wat|wie|hoe|kun|kunt|kan|dank|bedankt|graag|hallo|hoi|goede\w+"
        r"|bronnen|bron|artikel|weg|terug|alles|klopt|akkoord|prima|voor|met|niet|dit|dat|zijn|oke|oké)\b",
        re.IGNORECASE,
    ),
    "en": re.compile(
        r"\b(?:the|a|an|i|you|your|yes|no|what|who|how|can|could|thanks|thank|please|hello|hi|good|sources?"
        r"|article|remove|back|everything|right|sure|fine|correct|for|with|not|this|that|are|do|go|my)\b",
        re.IGNORECASE,
    ),
}

_QUOTES = str.maketrans("‘’‚`´“”„–—\N{NON-BREAKING HYPHEN}", "'''''\"\"\"---")


def plain(message: str) -> str:
    """Return the message on one line with plain quotes and hyphens, and with the words on which rules turn mended."""
    line = " ".join(message.translate(_QUOTES).split())
    return re.sub(r"[^\W\d_]{6,}", lambda match: _mended(match.group()), line)


def _mended(word: str) -> str:
    lower = word.lower()
    if any(lower.startswith(trigger) for trigger in _TRIGGERS):
        return word
    return next((trigger for trigger in _TRIGGERS if _one_slip_apart(lower, trigger)), word)


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


def language_of(message: str) -> Language | None:
    """Return the language that a message's small words tell; None where they tell none or both."""
    dutch, english = (len(_LANGUAGE_WORDS[language].findall(message)) for language in ("nl", "en"))
    if dutch == english:
        return None
    return "nl" if dutch > english else "en"
