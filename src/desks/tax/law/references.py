"""Stable references to Dutch law, as others resolve them too (Juriconnect), and what a ruling is called."""

from datetime import date
from urllib.parse import quote

from src.language.months import DUTCH
from src.language.opposites import each_beside


def ruling_title(court: str, decided: date | None, ecli: str) -> str:
    """Return a ruling's label: ``Hoge Raad 10 mei 1995, ECLI:NL:HR:1995:AA3106``."""
    day = f" {decided.day} {DUTCH[decided.month - 1]} {decided.year}" if decided else ""
    return f"{court}{day}, {ecli}"


LONGEST_SUBJECT = 160
_SAYS_SUBJECT = each_beside(__file__)("subjects")
"""How old rulings, which came without a summary, say what they are about."""


def said_subject(content: str) -> str:
    """Return what a ruling is about in its own words, at most one line; empty where it does not say so."""
    found = next(filter(None, (pattern.search(content) for pattern in _SAYS_SUBJECT)), None)
    if found is None:
        return ""
    said = found["said"].strip()
    line = f"{said[:1].upper()}{said[1:]}"
    if len(line) <= LONGEST_SUBJECT:
        return line
    return line[:LONGEST_SUBJECT].rsplit(" ", 1)[0] + " ..."


PAGES = "https://wetten.overheid.nl/"
"""Shows the text to people; it understands references."""


def jci(work: str, place: str, valid_from: date) -> str:
    """Return the reference to a place in a law: ``jci1.3:c:BWBR0011353&artikel=3.120&g=2026-01-01&z=2026-01-01``.

    ``place`` is made by ``place``. g: in force on; z: as known on. Both are the day from which the version is in force.
    """
    return f"jci1.3:c:{work}{place}&g={valid_from}&z={valid_from}"


def place(article: str, annex: str | None = None) -> str:
    """Return an article's part of a reference, or that of an annex, where there is no article."""
    parts = (("bijlage", annex), ("artikel", article))
    return "".join(f"&{name}={quote(value, safe=':')}" for name, value in parts if value)
