"""The numbers, rates, amounts, dates, articles and paragraphs in a claim that its source does not have. Pure.

Digits and words count as the same: "zes weken" and "6 weken", "21%" and "eenentwintig procent".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from src.desks.tax.law.citations import ArticleCitation, RulingCitation, find_citations
from src.desks.tax.law.parts import named_parts, parts_of
from src.desks.tax.law.patterns import compiled
from src.desks.tax.sources import CaseLaw
from src.dossier.models import Source
from src.wording.months import MONTHS

Kind = Literal["rate", "amount", "date", "number", "law", "part", "label"]

_DUTCH = (
    "nul _ twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien "
    "achttien negentien"
).split()
_ENGLISH = (
    "zero _ two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_DUTCH_TENS = "twintig dertig veertig vijftig zestig zeventig tachtig negentig".split()
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def _words() -> Iterator[tuple[str, int]]:
    """Yield number words; not "een" and "one", which are articles and pronouns as often."""
    for names in (_DUTCH, _ENGLISH):
        yield from ((name, value) for value, name in enumerate(names) if name != "_")
    for place, (dutch, english) in enumerate(zip(_DUTCH_TENS, _ENGLISH_TENS, strict=True), start=2):
        yield from ((dutch, 10 * place), (english, 10 * place))
        for unit in range(1, 10):
            first = "een" if unit == 1 else _DUTCH[unit]
            joint = "ën" if first.endswith("e") else "en"
            yield f"{first}{joint}{dutch}", 10 * place + unit
            yield f"{english}-{'one' if unit == 1 else _ENGLISH[unit]}", 10 * place + unit
    for name, value in (("honderd", 100), ("duizend", 1000)):
        yield name, value
        for count, dutch in enumerate(_DUTCH):
            if count > 1:
                yield f"{dutch}{name}", count * value
    yield from ((f"honderd{name}", 100 + value) for name, value in _tens(_DUTCH, _DUTCH_TENS))
    yield from (("hundred", 100), ("thousand", 1000))


def _tens(small: list[str], tens: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the words from two to nineteen, and the tens."""
    yield from ((name, value) for value, name in enumerate(small) if value > 1)
    yield from ((name, 10 * place) for place, name in enumerate(tens, start=2))


_VALUES = dict(_words())
_NUMBER = rf"(?:[0-9]+(?:[.,][0-9]+)*|\b(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))})\b)"
_DUTCH_THOUSANDS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?")
_DATE = (
    rf"\b(?P<day>[0-9]{{1,2}})(?:e|st|nd|rd|th)?[\s-]+(?P<month>{'|'.join(MONTHS)})[\s-]+(?P<year>[0-9]{{4}})\b"
    r"|\b(?P<year_2>[0-9]{4})-(?P<month_2>[0-9]{2})-(?P<day_2>[0-9]{2})\b"
    r"|\b(?P<day_3>[0-9]{1,2})-(?P<month_3>[0-9]{1,2})-(?P<year_3>[0-9]{4})\b"
)
_RATE = (
    rf"(?P<number>{_NUMBER}|\b(?:één|een|one)\b)\s?"
    r"(?:%|‰|(?:procent|percent|per ?cent|pct|ten honderd|per hundred)\b)"
)
_CALLED_RATE = (
    r"\b(?:tarief|rate|percentage)(?:\s+(?:is|of|van|bedraagt|was|wordt|equals|amounts to|at|:)){1,2}\s*"
    rf"(?P<number>{_NUMBER})(?!\s?(?:€|euro|jaar|years?|weken|weeks|dagen|days))"
)
"""A number that is a rate only because it is called one: "the rate is 21"."""

_AMOUNT = rf"(?:€|EUR|euro)\s?(?P<number>{_NUMBER})|(?P<number_2>{_NUMBER})\s?(?:€|EUR\b|euro\b)"
_NO_ARTICLE = r",[0-9]|\s?(?:%|‰|€|procent|per ?cent|pct|ten honderd|per hundred|euro)"
"""What stands behind a number where a list of articles has ended: "met inachtneming van artikel 3, 21 percent"."""

_REFERENCE = (
    r"\b(?:artikel(?:en)?|art|lid|leden|onderdeel|hoofdstuk|afdeling|paragraaf|titel|boek|box|tabel|post|nr|article|"
    r"articles|section|paragraph|chapter|book|part|table)\.?\s+[0-9][0-9a-z.:]*"
    rf"(?:(?:,| en| and)\s+[0-9][0-9a-z.:]*+(?!{_NO_ARTICLE}))*"
)
_FORMS: tuple[tuple[Kind, str], ...] = (
    ("date", _DATE),
    ("rate", _RATE),
    ("rate", _CALLED_RATE),
    ("amount", _AMOUNT),
    ("number", _NUMBER),
)


@dataclass(frozen=True)
class Quantity:
    """A number, rate, amount, date or article of a text, and the words that name it."""

    kind: Kind
    value: str
    words: str


def unsupported(text: str, source: Source) -> tuple[Quantity, ...]:
    """Return what a claim measures or cites and its source does not, in the order of the claim."""
    held = measures(f"{source.title}\n{source.content}")
    of_kind = {(one.kind, one.value) for one in held}
    values = {one.value for one in held}
    lacking = [
        one
        for one in measures(text)
        if (one.kind, one.value) not in of_kind
        and not (one.kind in ("number", "amount") and one.value in values)
    ]
    return (*lacking, *_uncited(text, source), *_unnumbered(text, source))


def measures(text: str) -> tuple[Quantity, ...]:
    """Return every number, rate, amount and date of a text; those that are part of a citation are none."""
    blank = compiled(_REFERENCE).sub(_blanked, text)
    for named in (*find_citations(text), *named_parts(text)):
        start, end = named.span
        blank = blank[:start] + " " * (end - start) + blank[end:]
    found: list[tuple[int, Quantity]] = []
    for kind, form in _FORMS:
        pattern = compiled(form)
        for match in pattern.finditer(blank):
            words = " ".join(text[slice(*match.span())].split())
            found.append((match.start(), Quantity(kind, _value(kind, match), words)))
        blank = pattern.sub(_blanked, blank)
    return tuple(measure for _, measure in sorted(found, key=lambda one: one[0]))


def labels(text: str) -> tuple[Quantity, ...]:
    """Return the paragraphs, parts and divisions that a text names."""
    return tuple(Quantity(one.kind, one.value, one.words) for one in named_parts(text))


def _uncited(text: str, source: Source) -> list[Quantity]:
    """Return the articles and rulings that a claim names and that are neither its source nor named in it."""
    named = {_name(one) for one in find_citations(source.content)} | _own_names(source)
    lacking = [one for one in find_citations(text) if not _is_named(one, named)]
    return [Quantity("law", "", " ".join(text[slice(*one.span)].split())) for one in lacking]


def _unnumbered(text: str, source: Source) -> list[Quantity]:
    """Return the paragraphs, parts and divisions that a claim names and its source does not have."""
    named = labels(text)
    held = parts_of(source) if named else frozenset()
    return [one for one in named if one.value not in held]


def _own_names(source: Source) -> set[tuple[str | None, str]]:
    if isinstance(source, CaseLaw):
        return {(None, source.ecli)}
    return {(getattr(source, "work", ""), getattr(source, "article", "").lower())}


def _name(citation: ArticleCitation | RulingCitation) -> tuple[str | None, str]:
    if isinstance(citation, RulingCitation):
        return (None, citation.ecli)
    return (citation.work, citation.article)


def _is_named(
    citation: ArticleCitation | RulingCitation, named: set[tuple[str | None, str]]
) -> bool:
    if _name(citation) in named:
        return True
    if isinstance(citation, RulingCitation):
        return False
    # "artikel 9" alone may be the source's own; and a source names its own law's articles without the law.
    alone = citation.work is None and citation.article in {article for _, article in named}
    return alone or (None, citation.article) in named


def _value(kind: Kind, match: re.Match[str]) -> str:
    parts = {name.partition("_")[0]: got for name, got in match.groupdict().items() if got}
    if kind == "date":
        month = MONTHS.get(parts["month"].lower()) or int(parts["month"])
        return f"{int(parts['year']):04}-{month:02}-{int(parts['day']):02}"
    words = parts.get("number") or match.group()
    return "1" if words.lower() in ("één", "een", "one") else _number(words)


def _number(text: str) -> str:
    """Return a number in one form, however it is written: ``1.234,50`` and ``1,234.5`` are ``1234.5``."""
    if not text[0].isdigit():
        return str(_VALUES[text.lower()])
    english = re.fullmatch(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?", text)
    if english:
        text = text.replace(",", "")
    elif _DUTCH_THOUSANDS.fullmatch(text):
        text = text.replace(".", "").replace(",", ".")
    elif text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    if not re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", text):
        return text
    value = Decimal(text).normalize()
    return f"{value:f}"


def _blanked(match: re.Match[str]) -> str:
    return " " * len(match.group())
