"""The names of the months, in Dutch and in English, and how a memo writes a day. Pure."""

from collections.abc import Mapping
from datetime import date


def written_day(day: date, words: Mapping[str, str]) -> str:
    """Return a day as a memo writes it: ``1 januari 2024``."""
    return f"{day.day} {words['months'].split()[day.month - 1]} {day.year}"


DUTCH = (
    "januari februari maart april mei juni juli augustus september oktober november december"
).split()
ENGLISH = (
    "january february march april may june july august september october november december"
).split()
_SHORT = (
    "jan feb mrt apr mei jun jul aug sep okt nov dec".split(),
    "jan feb mar apr may jun jul aug sept oct nov dec".split(),
)

MONTHS = {name: number for names in (DUTCH, ENGLISH) for number, name in enumerate(names, start=1)}
"""From a name in full to its number, 1 to 12."""

MONTHS_AND_SHORT = MONTHS | {
    name: number for names in _SHORT for number, name in enumerate(names, start=1)
}
"""The same, with the usual abbreviations."""

ANY_MONTH = "|".join(sorted(MONTHS_AND_SHORT, key=len, reverse=True))
"""The part of a pattern that takes any of these names, the longest that there is."""
