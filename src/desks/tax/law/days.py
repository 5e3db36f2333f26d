"""Which day's law a message asks for: "in 2018", "belastingjaar 2023", "op 1 maart 2022", "huidig recht"."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from src.wording.months import ANY_MONTH, MONTHS_AND_SHORT

_MONTH = rf"(?P<month>{ANY_MONTH})\.?"
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,][0-9]|\s*(?:%|€|euro|uur|km|/[0-9]))"
_DAY = r"(?P<day>[0-9]{1,2})(?:e|de|ste|st|nd|rd|th)?"
_ON = r"\b(?:op|per|peildatum|on|as of|as at|as from)\s+(?:de datum\s+|datum\s+)?"
_KIND_OF_YEAR = r"(?:belasting|kalender|boek|aangifte|tax|calendar|financial|fiscal)[\s-]?"
_TAX_YEAR = rf"(?:het\s+|the\s+)?(?:{_KIND_OF_YEAR})?(?:jaar|year)"

_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ON}{_DAY}\s+(?:of\s+)?{_MONTH}\s+{_YEAR}",
        rf"{_ON}{_MONTH}\s+{_DAY},?\s+{_YEAR}",
        rf"{_ON}{_DAY}[-/.](?P<month_number>[0-9]{{1,2}})[-/.]{_YEAR}",
        rf"{_ON}{_YEAR}-(?P<month_number>[0-9]{{2}})-(?P<day>[0-9]{{2}})\b",
        rf"\bin\s+{_MONTH}\s+{_YEAR}",
        rf"\b(?:in|over|voor|van|during|for|of)\s+{_TAX_YEAR}\s+{_YEAR}",
        rf"\b(?:(?:belasting|boek|aangifte)jaar|(?:tax|fiscal|financial) year)\s+{_YEAR}",
        r"\b(?P<year>(?:19|20)[0-9]{2}) tax year\b",
        rf"\b(?:in|over|during)\s+{_YEAR}",
    )
)
"""Each form of naming a day or a year; a purchase "vóór 2001" or a case "van 3 maart 2017" names no day of law."""

_SOME_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
"""What all of these forms have, and few messages."""

_ANY_DAY = r"(?:[2-9]|[12][0-9])"
_FACTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_ANY_DAY}(?:e|de|ste|st|nd|rd|th)?\s+(?:of\s+)?(?:{ANY_MONTH})\b(?!\.?\s+[0-9]{{4}})",
        rf"\b(?:{ANY_MONTH})\.?\s+{_ANY_DAY}(?:st|nd|rd|th)?\b(?!,?\s+[0-9]{{4}}|\s*[%€])",
        r"\b[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:19|20)[0-9]{2}\b|\b(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}\b",
    )
)
"""Each form of naming the day of a fact ("op 3 mei kreeg zij een aanslag"). A day in words with a year may date a
ruling, and the law has days of its own at the beginning and the end of a month: both are searched for."""

_TODAY = re.compile(
    r"\b(?:(?:huidige?|thans geldende?|nu geldende?) (?:recht|wet|wetgeving|regels|regeling|tekst|versie)"
    r"|(?:current|present) (?:law|rules|text|version|legislation)|today's (?:law|rules))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class DateReference:
    """The day whose law is asked for; ``day`` is None for the law as it is now."""

    day: date | None


def day_meant(text: str, today: date) -> DateReference | None:
    """Return the day whose law a message asks for; None where it names none, or names several.

    A year or a month stands for its last day, when all changes of that period were in force, or for ``today`` where
    that day is still to come.
    """
    forms = _FORMS if _SOME_YEAR.search(text) else ()
    days = {day for form in forms for day in _days(form, text)}
    latest = {min(day, today) if day.year == today.year else day for day in days}
    if len(latest) > 1:
        return None
    if latest:
        return DateReference(latest.pop())
    return DateReference(None) if _TODAY.search(text) else None


def without_days(text: str) -> str:
    """Return the text without the words that name the day whose law is asked for, or the day of a fact.

    A search for them only misleads: the 3 of "3 mei" finds box 3.
    """
    for form in _FORMS:
        text = form.sub(_blank, text)
    for form in _FACTS:
        text = form.sub(" ", text)
    return _TODAY.sub(" ", text)


def _blank(found: re.Match[str]) -> str:
    return " " if _day(found.groupdict()) else found[0]


def _days(form: re.Pattern[str], text: str) -> Iterator[date]:
    for found in form.finditer(text):
        day = _day(found.groupdict())
        if day:
            yield day


def _day(parts: dict[str, str | None]) -> date | None:
    year = int(parts["year"] or "")
    named = parts.get("month")
    month = MONTHS_AND_SHORT[named.lower()] if named else int(parts.get("month_number") or 12)
    if not 1 <= month <= 12:
        return None
    last = calendar.monthrange(year, month)[1]
    day = int(parts.get("day") or last)
    return date(year, month, day) if 1 <= day <= last else None
