"""The paragraphs and parts that a text names: ``eerste lid``, ``onderdeel b``, ``box 3``, ``paragraph 2``. Pure.

A source has a paragraph where it numbers it itself, and where it names it, be it in another article: which of the two a
claim means is not asked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase
from typing import Literal

from src.desks.tax.law.citations.words import ORDINALS
from src.desks.tax.sources import Legislation
from src.dossier.models import Source


@cache
def compiled(form: str) -> re.Pattern[str]:
    """Return the pattern of a form; made when it is first asked for, as starts have no answers to look at."""
    return re.compile(form, re.IGNORECASE)


Kind = Literal["rate", "amount", "date", "number", "law", "part", "label"]
"""A ``part`` only a source can bear out: ``lid 2``; of a ``label`` a user may speak as well: ``box 3``."""

_RANGE = r"\s+(?:tot en met|t/m|tot|to|through)\s+|\s?[-–]\s?"
_AND = (
    r"(?:(?:\s*,)?\s+(?:en|of|and|or|dan wel|respectievelijk|onderscheidenlijk|alsmede)\s+|\s*,\s*"
    rf"|{_RANGE})(?:(?:het|de|the|lid)\s+)?"
)
_ORDINAL = rf"(?:(?:{'|'.join(ORDINALS)}|[0-9]{{1,2}}(?:e|de|ste|st|nd|rd|th))\b)"
_NUMBER = r"(?:\(?\b[0-9]{1,3}(?:bis|ter|[a-z]{1,2})?\b\)?(?![.:,]?[0-9]))"
_LETTER = rf"(?:\(?\b(?:{'|'.join(2 * text for text in ascii_lowercase)}|[a-z])(?:[.]?[0-9]{{1,2}}°?)?(?!\w)\)?)"
_BRACKETED = r"(?:\([a-z]\))"
_NEXT_LETTER = rf"(?:(?!\(?[aiu]\b){_LETTER})"
"""Not "a", "I" and "u", which go on with the sentence: "onderdeel b, en u betaalt"."""

_ARTICLE = r"\b(?:artikel|article|art\.?|section)\s+[0-9][0-9a-z.:]*"
_PARAGRAPHS = "lid|leden|paragraphs?|subsections?"
_FORMS = (
    ("lid", rf"\b(?:{_PARAGRAPHS})\s+(?P<list>{_NUMBER}(?:{_AND}{_NUMBER})*)"),
    ("lid", rf"\b(?P<list>{_ORDINAL}(?:{_AND}{_ORDINAL})*)\s+(?:{_PARAGRAPHS})\b"),
    ("lid", rf"{_ARTICLE}(?P<list>\([0-9]{{1,2}}\))"),
    ("onderdeel", rf"{_ARTICLE}(?:\([0-9]{{1,2}}\))?(?P<list>\([a-z]\))"),
    (
        "onderdeel",
        r"\b(?:onderdeel|onderdelen|onder|sub|letters?|subparagraphs?)\s+"
        rf"(?P<list>{_LETTER}(?:{_AND}{_NEXT_LETTER})*)",
    ),
    ("onderdeel", rf"\b(?:points?|items?|parts?|under)\s+(?P<list>{_BRACKETED}(?:{_AND}{_BRACKETED})*)"),
    ("onderdeel", r"\b(?:point|item|part)\s+(?P<list>[b-hj-z])(?!\w)"),
    *(
        (name, rf"\b(?:{words})\s+(?P<list>[0-9]+[a-z]?|[ivx]+)(?![.]?\w)")
        for name, words in (
            ("box", "box"),
            ("tabel", "tabel|table"),
            ("hoofdstuk", "hoofdstuk|chapter"),
            ("afdeling", "afdeling"),
            ("boek", "boek|book"),
            ("post", "post"),
        )
    ),
)  # fmt: skip
_OF_AN_ARTICLE = ("lid", "onderdeel")

_STEP = rf"(?P<range>{_RANGE})|(?P<ordinal>{_ORDINAL})|\b(?P<number>[0-9]+[a-z]*)|\b(?P<letter>([a-z])\5?)(?![a-z])"
_OWN_NUMBER = re.compile(
    r"(?:^|(?<=[.;:]))[^\S\n]*\(?(?P<number>[0-9]{1,3}[a-z]{0,2})(?=[.)°º\s])", re.MULTILINE
)
_OWN_LETTER = re.compile(r"(?<![^\s(])(?P<letter>[a-z]{1,2})(?=[.)°º])")
"""How a text numbers its paragraphs and parts: ``1. ``, ``1 ``, ``a. ``; rather too much than too little."""


@dataclass(frozen=True)
class Measure:
    """A number, rate, amount, date, article or part of a text, and the words that name it."""

    kind: Kind
    value: str
    """Of a part in one form, whatever the language: ``lid 2``, ``onderdeel b``, ``box 3``."""
    words: str


@dataclass(frozen=True)
class Part(Measure):
    """A paragraph, part or division that a text names; its words stand at ``span``."""

    span: tuple[int, int]


def named_parts(text: str, *, implied: bool = False) -> tuple[Part, ...]:
    """Return what a text names, in its order; ``implied`` adds what lies between the ends of a range."""
    found = [
        Part(
            "part" if name in _OF_AN_ARTICLE else "label",
            f"{name} {value}",
            " ".join(match[0].split()),
            match.span(),
        )
        for name, form in _FORMS
        for match in compiled(form).finditer(text)
        for value in _values(name, match["list"], implied=implied)
    ]
    return tuple(sorted(found, key=lambda part: part.span))


def parts_of(source: Source) -> frozenset[str]:
    """Return what a source has: the paragraphs and parts that it numbers, and all that it names."""
    path = source.path if isinstance(source, Legislation) else ""
    named = named_parts(f"{source.title}\n{path}\n{source.content}", implied=True)
    written = [found["number"].lower() for found in _OWN_NUMBER.finditer(source.content)]
    numbers = {*written, *(number.rstrip(ascii_lowercase) for number in written)}  # "4e" is the 4th
    letters = {found["letter"] for found in _OWN_LETTER.finditer(source.content)}
    return frozenset(
        (
            *(part.value for part in named),
            *(f"lid {number}" for number in numbers),
            *(f"onderdeel {letter}" for letter in letters),
        )
    )


def _values(name: str, listed: str, *, implied: bool) -> Iterator[str]:
    if name not in _OF_AN_ARTICLE:
        yield listed.lower()
        return
    before, in_range = "", False
    for step in compiled(_STEP).finditer(listed):
        if step["range"]:
            in_range = True
            continue
        value = _value(step)
        if implied and in_range:
            yield from _between(before, value)
        yield value
        before, in_range = value, False


def _value(step: re.Match[str]) -> str:
    word = (step["ordinal"] or step["number"] or step["letter"]).lower()
    return ORDINALS.get(word) or (re.sub(r"\D", "", word) if step["ordinal"] else word)


def _between(first: str, last: str) -> Iterator[str]:
    if first.isdecimal() and last.isdecimal():
        yield from map(str, range(int(first) + 1, min(int(last), int(first) + 100)))
    elif len(first) == len(last) == 1:
        yield from map(chr, range(ord(first) + 1, ord(last)))
