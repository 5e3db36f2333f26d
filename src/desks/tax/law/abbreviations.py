"""Abbreviations of Dutch tax practice and of statutes, written out as statutes have it."""

import re

from src.desks.tax.law.laws import NAMES, OTHER_LAWS

ABBREVIATIONS: dict[str, str] = NAMES["abbreviations"]

_ORDINARY_WORDS = frozenset(
    {"ak", "bees", "bes", "bmw", "eer", "for", "gn", "mia", "se", "so", "var"}
)
"""Abbreviations only where they stand in capitals."""

_LAW = re.compile(r"[A-Z][A-Za-z]{1,5}")
_OF_LAWS = {
    name: names[0].lower()
    for names in OTHER_LAWS.values()
    for name in names[1:]
    if _LAW.fullmatch(name)
}
"""Abbreviations of other laws, only as they are spelled here: ``ro`` and ``sv`` may be anything."""

_WORD = re.compile(r"box [123]\b|[^\W_]+", re.IGNORECASE)


def written_out(text: str) -> list[str]:
    found = (_meaning(word) for word in dict.fromkeys(_WORD.findall(text)))
    return list(dict.fromkeys(filter(None, found)))


def is_known(short: str) -> bool:
    return _meaning(short) is not None


def _meaning(word: str) -> str | None:
    may_be_short = word.isupper() or word.lower() not in _ORDINARY_WORDS
    written = ABBREVIATIONS.get(word.lower()) if may_be_short else None
    return written or _OF_LAWS.get(word)
