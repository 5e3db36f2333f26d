"""Numbers, rates, amounts and days in texts of two languages, each in one form however it is written. Pure.

``11.000``, ``11 000``, ``€ 11.000,-`` and ``elfduizend`` are one number; digits and words count as the same.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from typing import Literal

from src.language.months import MONTHS
from src.language.opposites import data

Kind = Literal["rate", "amount", "date", "number"]

_DUTCH, _ENGLISH = (data("numbers")["small"][language].split() for language in ("nl", "en"))
_DUTCH_TENS, _ENGLISH_TENS = (data("numbers")["tens"][key].split() for key in ("nl", "en"))
_FACTORS: Mapping[str, int] = data("numbers")["factors"]
_ATOMS = {
    **{word: value for words in (_DUTCH, _ENGLISH) for value, word in enumerate(words)},
    **{
        word: 10 * value
        for words in (_DUTCH_TENS, _ENGLISH_TENS)
        for value, word in enumerate(words, start=2)
    },
}
_ATOM = re.compile("|".join(sorted(_ATOMS, key=len, reverse=True)))

NUMBER_WORDS = {**{word: value for word, value in _ATOMS.items() if value != 1}, **_FACTORS}
"""From a number word in lower case that is not made of others to its value; not "een" and "one", which mostly count
nothing."""

_SMALL = (
    rf"(?:(?:(?:{'|'.join(_DUTCH[1:10])})[eë]n)?(?:{'|'.join(_DUTCH_TENS)})"
    rf"|(?:{'|'.join(_ENGLISH_TENS)})(?:[- ](?:{'|'.join(_ENGLISH[1:10])}))?"
    rf"|{'|'.join(sorted((*_DUTCH[2:], *_ENGLISH[2:], 'nul', 'zero'), key=len, reverse=True))})"
)
_HUNDREDS = rf"(?:{_SMALL}[ -]?)?(?:honderd|hundred)(?:(?:[ -]?(?:en|and))?[ -]?(?:{_SMALL}))?"
_THOUSANDS = (
    rf"(?:(?:{_HUNDREDS}|{_SMALL})[ -]?)?(?:duizend|thousand)"
    rf"(?:(?:[ -]?(?:en|and))?[ -]?(?:{_HUNDREDS}|{_SMALL}))?"
)
WORD = rf"\b(?:{_THOUSANDS}|{_HUNDREDS}|{_SMALL})\b"


def number_in_words(words: str) -> int:
    """Return the value of a number in words: "vierhonderdduizend", "nineteen hundred and eighty-five"."""
    for scale, factor in _FACTORS.items():
        before, found, behind = words.partition(scale)
        if found:
            return (number_in_words(before) or 1) * factor + number_in_words(behind)
    return sum(_ATOMS[entry] for entry in _ATOM.findall(words))


_SCALES: Mapping[str, int] = data("numbers")["scales"]
_PLAIN = rf"(?:[0-9]+(?:[.,][0-9]+)*|{WORD})"
_SPACED = r"(?<![0-9.,])[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+(?![0-9])(?:,[0-9]{1,2}(?![0-9]))?"
_SCALED = (
    rf"(?:{_PLAIN}\s(?:{'|'.join([*_SCALES][:-1])})\b|[0-9]+(?:[.,][0-9]+)*(?:k|mln|mio|mld)\b)"
)
_HALVES: Mapping[str, int] = data("numbers")["halves"]
_MILLIONS_IN_WORDS = (
    rf"(?<!\band )(?<!\ben )(?<!\bof )\b(?:{'|'.join(_HALVES)}|een|één|one|a|{_SMALL})\s(?:miljoen|million)\b"
    rf"(?:(?:\s(?:en|and))?\s(?:{_THOUSANDS}|{_HUNDREDS})\b)?"
)
NUMERAL = rf"(?:{_MILLIONS_IN_WORDS}|{_SCALED}|{_SPACED}|{_PLAIN})"
_MILLIONS = r"[0-9]+(?:[.,][0-9]+)*\s?m\b"
"""Read behind the sign of a currency alone: else it counts minutes or metres."""
_DUTCH_THOUSANDS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?")
_ENGLISH_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")

_MONTH = "|".join(MONTHS)
_DATE = (
    rf"\b(?P<day>[0-9]{{1,2}})(?:e|st|nd|rd|th)?[\s-]+(?P<month>{_MONTH})[\s-]+(?P<year>[0-9]{{4}})\b"
    r"|\b(?P<year_2>[0-9]{4})-(?P<month_2>[0-9]{2})-(?P<day_2>[0-9]{2})\b"
    r"|\b(?P<day_3>[0-9]{1,2})-(?P<month_3>[0-9]{1,2})-(?P<year_3>[0-9]{4})\b"
)
_OTHER_DATES = (
    rf"|\b(?P<month_4>{_MONTH})\s(?P<day_4>[0-9]{{1,2}})(?:st|nd|rd|th)?(?:,?\s(?P<year_4>[0-9]{{4}}))?\b(?![.,]?[0-9])"
    rf"|\b(?P<day_6>[0-9]{{1,2}}|een|één|one|{_SMALL})\s(?P<month_6>{_MONTH}),?\s"
    rf"(?P<year_6>{_THOUSANDS}|{_HUNDREDS}|(?:{_SMALL})[- ](?:{_SMALL}))\b"
    rf"|\b(?P<day_5>[0-9]{{1,2}})(?:e|st|nd|rd|th)?\s(?:of\s)?(?P<month_5>{_MONTH})\b"
)
"""``March 1, 2026``, a day in words as deeds have it, and a day without its year: ``12 april``."""


_TIME = re.compile(
    r"[\s-]*(?:werk|kalender|working |calendar )?"
    r"(?:dag(?:en)?|we(?:ek|ken)|maand(?:en)?|ja(?:ar|ren)|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)


_ONE_UNIT = re.compile(
    r"\b(?:één|een|one|an?)(?=\s(?:werk|kalender|working |calendar )?"
    r"(?:dag|week|maand|jaar|day|month|year)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Notation:
    """Which ways to write a number are read; answers are judged again by those of their time."""

    number: str = NUMERAL
    date: str = _DATE + _OTHER_DATES
    in_lists: bool = True
    """Whether ``3.34`` may stand further on in a list of numbered parts: ``3.31 en 3.34``."""


NOW = Notation()
FIRST = Notation(_PLAIN, _DATE, in_lists=False)
"""What was read when answers were first checked: no ``11 000``, no ``12 april``."""


@dataclass(frozen=True)
class Quantity:
    """A number, rate, amount or date of a text, in one form, and the words that name it, which stand at ``span``."""

    kind: Kind
    value: str
    """A number without signs but a decimal point; a date as ISO 8601, ``--04-12`` where its year is not named."""
    words: str
    span: tuple[int, int]

    @property
    def number(self) -> Decimal | None:
        """The number; None for a date."""
        return Decimal(self.value) if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", self.value) else None

    @property
    def day(self) -> date | None:
        """The day; None for what is none, or lacks its year."""
        try:
            return date.fromisoformat(self.value) if self.kind == "date" else None
        except ValueError:
            return None


@lru_cache(maxsize=32)  # a long document is compared with every claim
def quantities(text: str, notation: Notation = NOW) -> tuple[Quantity, ...]:
    """Return every rate, amount, date and other number of a text, in its order."""
    found: list[Quantity] = []
    blank = text
    for kind, pattern in _forms(notation):
        for match in pattern.finditer(blank):
            words = " ".join(text[slice(*match.span())].split())
            found.append(Quantity(kind, _value(kind, match), words, match.span()))
        blank = pattern.sub(blanked, blank)
    return tuple(sorted(found, key=lambda quantity: quantity.span))


def counted(text: str) -> str:
    """Return a text in which "een maand" and "one week" are terms of 1, as a term is read to be computed with."""
    return _ONE_UNIT.sub("1", text)


def same_number(text: str) -> str:
    """Return a number in one form, however it is written: ``1.234,50`` and ``1,234.5`` are ``1234.5``."""
    millions = re.fullmatch(r"(\D+)\s(?:miljoen|million)\b(\D*)", text.lower())
    if millions:
        whole = _HALVES.get(millions[1]) or (number_in_words(millions[1]) or 1) * 1_000_000
        return str(whole + number_in_words(millions[2]))
    scale = re.fullmatch(r"(.+(?:\s|(?<=[0-9])))([a-z]+)", text, re.IGNORECASE)
    if scale and scale[2].lower() in _SCALES:
        value = Decimal(same_number(scale[1].strip())).scaleb(_SCALES[scale[2].lower()])
        return f"{value.normalize():f}"
    if not text[0].isdigit():
        return str(number_in_words(text.lower()))
    text = re.sub(r"[ \u00a0\u202f]", "", text)
    if _ENGLISH_THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    elif _DUTCH_THOUSANDS.fullmatch(text):
        text = text.replace(".", "").replace(",", ".")
    elif text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    if not re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", text):
        return text
    return f"{Decimal(text).normalize():f}"


def numerals(text: str) -> frozenset[str]:
    """Return every number that stands in a text, be it a part of a name, an address or a date."""
    whole = {same_number(found) for found in _numeral().findall(text)}
    return frozenset(whole | {same_number(found) for found in re.findall(r"[0-9]+", text)})


def stated_number(words: str, text: str) -> bool:
    """Return whether a text states a number, however it writes it; ``2.40`` is a version, and not ``2.4``."""
    if re.fullmatch(r"[0-9]+(?:[.,\u00a0\u202f][0-9]+)*", words):
        return _as_written(words) in map(_as_written, _numeral().findall(text))
    return re.search(rf"(?<![\d.,:]){re.escape(words)}(?![\d.,:]?\d)", text) is not None


def _as_written(number: str) -> str:
    """Return a number without what keeps its thousands apart; decimals stay as they are."""
    value = same_number(number)
    parts = re.fullmatch(r"[0-9]+[.,]([0-9]+)", number)
    return value if "." not in value or not parts else re.sub(",", ".", number)


@cache
def _numeral() -> re.Pattern[str]:
    return re.compile(rf"{_SPACED}|[0-9]+(?:[.,][0-9]+)*|{WORD}", re.IGNORECASE)


def without_terms(text: str) -> str:
    """Return a text with spaces in place of its terms: numbers of days, weeks, months or years."""
    terms = (
        quantity.span
        for quantity in quantities(text)
        if quantity.kind == "number" and _TIME.match(text, quantity.span[1])
    )
    return blank_at(text, terms)


def without_rates(text: str) -> str:
    """Return a text with spaces in place of its rates."""
    return blank_at(text, (entry.span for entry in quantities(text) if entry.kind == "rate"))


def blank_at(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text with spaces at these places, in one pass however long it is."""
    parts, at = [], 0
    for start, end in sorted(spans):
        parts += [text[at:start], " " * (end - max(start, at))]
        at = max(end, at)
    return "".join([*parts, text[at:]])


def states_term(text: str) -> bool:
    """Return whether a text has a number of days, weeks, months or years."""
    return without_terms(text) != text


def is_same_day(value: str, other: str) -> bool:
    """Return whether two dates may be one day; a year that one of them does not name is that of the other."""
    short = value.startswith("--") or other.startswith("--")
    return value[-5:] == other[-5:] if short else value == other


def blanked(match: re.Match[str]) -> str:
    """Return spaces in place of what was found."""
    return " " * len(match.group())


@cache
def _forms(notation: Notation) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    number = notation.number
    rate = (
        rf"(?P<number>{number}|\b(?:één|een|one)\b)\s?"
        r"(?:%|‰|(?:procent|percent|per ?cent|pct|ten honderd|per hundred)\b)"
    )
    year = r"(?![0-9]{4}(?![.,]?[0-9]))" if notation.in_lists else ""
    called_rate = (  # a number that is a rate only because it is called one: "the rate is 21", but "the rate of 2026"
        r"\b(?:tarief|rate|percentage)(?:\s+(?:is|of|van|bedraagt|was|wordt|equals|amounts to|at|:)){1,2}\s*"
        rf"{year}(?P<number>{number})(?!\s?(?:€|euro|jaar|years?|weken|weeks|dagen|days))"
    )
    millions = f"{_MILLIONS}|" if notation.in_lists else ""
    amount = (
        rf"(?:€|EUR|euro)\s?(?P<number>{millions}{number})"
        rf"|(?P<number_2>{millions}{number})\s?(?:€|EUR\b|euro\b)"
    )
    forms: tuple[tuple[Kind, str], ...] = (
        ("date", notation.date),
        ("rate", rate),
        ("rate", called_rate),
        ("amount", amount),
        ("number", number),
    )
    return tuple((kind, re.compile(form, re.IGNORECASE)) for kind, form in forms)


def _value(kind: Kind, match: re.Match[str]) -> str:
    parts = {name.partition("_")[0]: got for name, got in match.groupdict().items() if got}
    if kind == "date":
        month = MONTHS.get(parts["month"].lower()) or int(parts["month"])
        year = f"{_year(parts['year'].lower()):04}" if "year" in parts else "-"
        return f"{year}-{month:02}-{_small(parts['day'].lower()):02}"
    words = parts.get("number") or match.group()
    return "1" if words.lower() in ("één", "een", "one") else same_number(words)


def _small(day: str) -> int:
    return int(day) if day.isdigit() else number_in_words(day.replace("é", "e"))


def _year(words: str) -> int:
    """Return a year; "nineteen eighty-five" begins with its century."""
    if words.isdigit() or any(factor in words for factor in _FACTORS):
        return _small(words)
    century, *rest = _ATOM.findall(words)
    return 100 * _ATOMS[century] + sum(_ATOMS[entry] for entry in rest)
