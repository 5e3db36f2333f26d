"""Which day a message names ("in 2018", "op 1 maart 2022"), and whose law it asks for ("het recht van 2018")."""

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from src.language.months import MONTHS_AND_SHORT
from src.language.opposites import each_beside, forms_beside

_form, _each = forms_beside(__file__), each_beside(__file__)

_TAX_YEARS = _each("tax_years")
"""Each form of naming the year that a tax is of."""
_FORMS = (*_each("dated"), *_TAX_YEARS)
"""Each form of naming a day or a year; a purchase "vóór 2001" or a case "van 3 maart 2017" names no day of law."""

_BORN = _form("born")
_TAXED = _form("taxed")
"""What is taxed on the day that it happens: a death, a gift, a transfer."""
_SENTENCE = re.compile(r"(?<=[.?!;])\s+(?=[A-Z])")

_SOME_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
"""What all of these forms have, and few messages."""

_LAW_OF = _each("law_of")
"""Each form of asking for the law of a day: a year by itself is a fact of the case."""

_FACTS = _each("facts")
"""Each form of naming the day of a fact ("op 3 mei kreeg zij een aanslag"). A day in words with a year may date a
ruling, and the law has days of its own at the beginning and the end of a month: both are searched for."""

_TODAY = _form("today")


_THIS_YEAR = _form("this_year")
"""Says that a question is of the present, whatever year its facts are of."""

_SAYS_NOTHING = frozenset(
    "en and ja nee graag liever toch dan maar doe naar volgens met voor het de dit deze vraag antwoord zoek opnieuw "
    "yes no please rather by under with for the this question answer search again".split()
)


@dataclass(frozen=True)
class DateReference:
    """The day whose law is asked for; ``day`` is None for the law as it is now."""

    day: date | None


def day_named(text: str, today: date) -> date | None:
    """Return the day that a message names, a fact of its case; None where it names none, or several.

    A year or a month stands for its last day, when all changes of that period were in force, or for ``today`` where
    that day is still to come. One beside a word for the present is none.
    """
    return None if _THIS_YEAR.search(text) else _only_day(_FORMS, text, today)


def day_of_facts(text: str, today: date) -> date | None:
    """Return the day whose law counts by the facts of a message: a tax year, a death, a gift, a transfer."""
    if _THIS_YEAR.search(text):
        return None
    day = _only_day(_TAX_YEARS, text, today)
    if day is None:
        day = _only_day(_FORMS, "\n".join(filter(_TAXED.search, _SENTENCE.split(text))), today)
    return day if day and day.year < today.year else None


def law_asked(text: str, today: date) -> DateReference | None:
    """Return the day whose law a message asks for; None where it asks for none, or for that of several days."""
    day = _only_day(_LAW_OF, text, today)
    if day is not None:
        return DateReference(day)
    return DateReference(None) if _TODAY.search(text) else None


def asks_law_alone(text: str) -> bool:
    """Tell whether a message says whose law is to count and nothing else: "ja, het recht van 2013"."""
    left = text
    for form in _LAW_OF:
        left = form.sub(_blank, left)
    left = _TODAY.sub(" ", left)
    words = re.findall(r"\w+", left.lower())
    return left != text and _SAYS_NOTHING.issuperset(words)


def _only_day(forms: Sequence[re.Pattern[str]], text: str, today: date) -> date | None:
    if not _SOME_YEAR.search(text):
        return None
    days = {day for form in forms for day in _days(form, text)}
    latest = {min(day, today) if day.year == today.year else day for day in days}
    return latest.pop() if len(latest) == 1 else None


def without_days(text: str) -> str:
    """Return the text without the words that name the day whose law is asked for, or the day of a fact.

    A search for them only misleads: the 3 of "3 mei" finds box 3.
    """
    for form in (*_LAW_OF, *_FORMS) if _SOME_YEAR.search(text) else ():
        text = form.sub(_blank, text)
    for form in _FACTS:
        text = form.sub(" ", text)
    return _TODAY.sub(" ", text)


def _blank(found: re.Match[str]) -> str:
    return " " if _day(found.groupdict()) else found[0]


def _days(form: re.Pattern[str], text: str) -> Iterator[date]:
    for found in form.finditer(text):
        day = _day(found.groupdict())
        beside = text[max(0, found.start() - 25) : found.end() + 12]
        if day and not _BORN.search(beside):
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


def day_of_iso(text: str) -> date | None:
    """Return a day as ``2024-01-31``; None for any other text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
