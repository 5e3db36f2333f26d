"""What a ruling is called, whoever reads it in."""

import re
from datetime import date

from src.wording.months import DUTCH


def ruling_title(court: str, decided: date | None, ecli: str) -> str:
    """Return a ruling's label: ``Hoge Raad 10 mei 1995, ECLI:NL:HR:1995:AA3106``."""
    day = f" {decided.day} {DUTCH[decided.month - 1]} {decided.year}" if decided else ""
    return f"{court}{day}, {ecli}"


LONGEST_SUBJECT = 160
_SAYS_SUBJECT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:in geschil is (?:thans )?(?:nog )?(?:slechts )?|het geschil betreft |ter beoordeling staat (?:thans )?)"
        r"(?P<said>(?:de vraag )?(?:of|in hoeverre|welke?|wat|hoe|wanneer|het antwoord op de vraag)\b[^.;?\n]{20,})",
        r"\buitspraak van [^.;\n]{5,120}? betreffende (?P<said>[^.;\n]{20,})",
    )
)
"""How old rulings, which came without a summary, say what they are about."""


def said_subject(content: str) -> str:
    """Return what a ruling is about in its own words, at most one line; empty where it does not say so."""
    found = next(filter(None, (one.search(content) for one in _SAYS_SUBJECT)), None)
    if found is None:
        return ""
    said = found["said"].strip()
    line = f"{said[:1].upper()}{said[1:]}"
    if len(line) <= LONGEST_SUBJECT:
        return line
    return line[:LONGEST_SUBJECT].rsplit(" ", 1)[0] + " ..."
