"""Numbers with their unit, in texts of two languages: "30 minutes", "dertig minuten", "8MB", "€ 5". Pure."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from src.language.numbers import NUMERAL, WORD, blank_at, blanked, same_number
from src.language.opposites import data

_UNITS = {
    unit: (kind, entry.get("size", 0), entry["words"])
    for kind, units in data("units").items()
    for unit, entry in units.items()
}
"""By unit: what it measures, how many of the smallest it has, and its words."""

_UNIT = "|".join(rf"(?P<{unit}>{words})" for unit, (_, _, words) in _UNITS.items())
_ONE = (
    r"\b(?:half(?: an?)?|anderhal(?:f|ve)|one and a half|(?:an?|één|een|one)(?: halve?| half)?)\b"
)
_ORDINAL = re.compile(r"(?i:an?) second(?=\s+\w)")


@cache
def _pattern(form: Literal["behind", "before", "each", "apart"]) -> re.Pattern[str]:
    """Return what finds units behind or before a number, in each of something, or apart; made when it is needed."""
    count = rf"(?<![\w.,])(?P<count>{NUMERAL}|{_ONE})"
    units = data("units")
    money = "|".join(rf"(?P<{unit}>{entry['words']})" for unit, entry in units["money"].items())
    often = "|".join(
        rf"(?P<often_{unit}>{entry['often']})"
        for unit, entry in units["time"].items()
        if "often" in entry
    )
    made = {
        "behind": rf"{count}[\s`*-]*(?:{_UNIT})(?!\w)",
        "before": rf"(?<!\w)(?:{money})\s?(?P<count>{NUMERAL})",
        "each": rf"\b(?:(?:per|every|each|elke?|iedere?)\s+(?:{_UNIT})|{often})(?!\w)",
        "apart": rf"(?<!\w)(?:{_UNIT})(?!\w)",
    }
    return re.compile(made[form], re.IGNORECASE)


class Measurement(NamedTuple):
    """A number with its unit."""

    words: str
    number: float
    unit: str
    kind: str
    """What the unit measures."""
    span: tuple[int, int]

    @property
    def size(self) -> tuple[str, float]:
        """What it has in common with all that measure the same, in whatever unit."""
        return sized(self.unit, self.number)


def sized(unit: str, count: float) -> tuple[str, float]:
    """Return what so many of a unit have in common with all that measure the same."""
    kind, size, _ = _UNITS[unit]
    return (kind, round(count * size, 6)) if size else (unit, count)


@lru_cache(maxsize=256)  # a long section is compared with every claim
def measures(text: str, *, counts_each: bool = False) -> tuple[Measurement, ...]:
    """Return every measure of a text, "a week" among them; ``counts_each``: "per minute" and "hourly" are too."""
    text = _ORDINAL.sub(blanked, text)
    found = [*map(_read, _pattern("behind").finditer(text))]
    left = blank_at(text, (entry.span for entry in found))
    found += map(_read, _pattern("before").finditer(left))
    return (*found, *map(_read, _pattern("each").finditer(text) if counts_each else ()))


def units_apart(text: str) -> tuple[str, Iterable[tuple[str, str]]]:
    """Return a text without its measures, and the units that it names apart, each with what it measures."""
    left = blank_at(text, (entry.span for entry in measures(text)))
    named = {match.lastgroup or "" for match in _pattern("apart").finditer(left)}
    return left, [(unit, _UNITS[unit][0]) for unit in named]


def _read(match: re.Match[str]) -> Measurement:
    named = match.groupdict()
    unit = next(name for name in _UNITS if named.get(name) or named.get(f"often_{name}"))
    count = _counted(named.get("count") or "one")
    return Measurement(match.group(), count, unit, _UNITS[unit][0], match.span())


def _counted(words: str) -> float:
    if half := re.search(r"(and a |ander)?hal(?:f|ve)\b", words, re.IGNORECASE):
        return 1.5 if half[1] else 0.5
    value = same_number(words) if words[0].isdigit() or re.match(WORD, words.lower()) else "1"
    return float(value) if value.replace(".", "", 1).isdigit() else 0
