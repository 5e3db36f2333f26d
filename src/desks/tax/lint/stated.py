"""Which court an ECLI is of, and what a text says around a citation: a ruling's court and day, whose law. Pure."""

import re
from collections import deque
from dataclasses import dataclass
from datetime import date, timedelta

from src.desks.tax.law.days import day_of_iso
from src.dossier.models import Language
from src.language.months import MONTHS_AND_SHORT
from src.language.opposites import forms_beside
from src.texts import beside

_COURTS = beside(__file__, "courts")
_COURTS_OF_APPEAL: dict[str, str] = _COURTS["appeal"]
_DISTRICT_COURTS: dict[str, str] = _COURTS["district"]


def _places(places: dict[str, str]) -> str:
    longest_first = sorted(places, key=len, reverse=True)
    return "|".join(re.escape(place).replace("'", "['’]") for place in longest_first)


COURT = re.compile(
    rf"\b(?:{'|'.join(_COURTS['called'])})(?![\w-])".replace(
        "@appeal", _places(_COURTS_OF_APPEAL)
    ).replace("@district", _places(_DISTRICT_COURTS))
)
_EUROPEAN = frozenset({"C", "T", "F"})


def last_court(text: str) -> re.Match[str] | None:
    return next(iter(deque(COURT.finditer(text), maxlen=1)), None)


def codes(court: re.Match[str]) -> frozenset[str]:
    """Return the codes of the courts that a name may stand for, as they stand in an ECLI."""
    appeal = court["appeal"] or court["appeal_en"]
    place = (appeal or court["district"] or court["district_en"] or "").lower().replace("’", "'")
    if place:
        return frozenset((_COURTS_OF_APPEAL if appeal else _DISTRICT_COURTS)[place].split())
    kind = court.lastgroup or ""
    return _EUROPEAN if kind == "EU" else frozenset({kind})


_STILL = 9999
_LIVES: dict[str, dict[str, tuple[int, int]]] = {
    country: {
        code: (sat["first"], sat.get("last", _STILL))
        for sat in courts
        for code in sat["codes"].split()
    }
    for country, courts in _COURTS["sat"].items()
}
_LESS_KNOWN = re.compile(
    r"XX|DETARCO|CVBSTUF|(?:AG|KTG|RVB)[A-Z]{3}|O(?:CHM|G[A-Z]{3,5}|H[A-Z]{3,5}|RB[A-Z]{3,4})|T[A-Z]{1,6}"
)
"""Courts of the islands, of discipline, and some that are gone: their years are not looked at. ``XX`` is any other."""


def life(country: str, code: str) -> tuple[int, int] | None:
    """Return the first and the last year that an ECLI of a court may have; None where there is no such court."""
    if country not in _LIVES or (country == "NL" and _LESS_KNOWN.fullmatch(code)):
        return 0, _STILL
    return _LIVES[country].get(code)


_FIRST_LETTERS = re.compile(r"(?<!')\b[a-z]")
_CODES = {
    **_COURTS["names"],
    **{
        codes.split()[0]: f"{kind} {_FIRST_LETTERS.sub(lambda letter: letter[0].upper(), place)}"
        for kind, places in (("Rechtbank", _DISTRICT_COURTS), ("Gerechtshof", _COURTS_OF_APPEAL))
        for place, codes in reversed(places.items())
    },
}


def court_name(code: str) -> dict[Language, str]:
    """Return the court that a code of an ECLI stands for; the code itself where it is not on the list."""
    name = _CODES.get(code, code)
    return {"en": name, "nl": name.removeprefix("the ")}


_form = forms_beside(__file__)

_WINDOW = 200
_DATES = _form("dates")
_SENTENCE_END = re.compile(r"[.;!?]\s+(?=[A-Z])|\n\s*\n|ECLI:", re.IGNORECASE)
"""Where what is said of a citation begins at the earliest: a clause, or the citation before it, is as good."""
_REFERENCE = _form("reference")
"""A word that may stand between a ruling's day and its ECLI, or between a court and the day."""
_HELD = _form("held")
_ANOTHER = _form("another")
"""What may be of another court than the one whose words are told."""
_MEANT = _form("meant")
_ENDED = _form("ended")
"""The end of a sentence right before a citation, also one in lower case: ``(tekst 2015). art. 66 AWR``."""
_OF_THE_NEXT = re.compile(r"\s+(?:van|of)(?:\s+het)?\s+")
"""All that stands between a day and the citation that it belongs to: ``de tekst 2018 van artikel 9``."""
_UP_TO = _form("up_to")

_BEGINNING = 3_000
"""Characters of a text that may say of what day it is."""
_OWN_DAY = _form("own_day")


@dataclass(frozen=True)
class Stated:
    """Which court gave a ruling, and when, as the text has it; empty and None where it does not say."""

    court: frozenset[str] = frozenset()
    court_words: str = ""
    day: date | None = None


def stated_ruling(text: str, start: int, end: int) -> Stated:
    """Return what the text says of the ruling that it cites from ``start`` to ``end``."""
    before = _SENTENCE_END.split(text[max(0, start - _WINDOW) : start])[-1]
    found = _before(before)
    return found if found.court or found.day else _behind(text[end : end + _WINDOW])


def _before(text: str) -> Stated:
    """Read ``Hoge Raad 3 maart 2017, nr. 16/01234,``, with the court or the day left out or not."""
    dates = list(_DATES.finditer(text))
    dated = dates[-1] if dates and _is_reference(text[dates[-1].end() :]) else None
    rest = text[: dated.start()] if dated else text
    court = last_court(rest)
    if court is None or not _is_reference(rest[court.end() :]):
        return Stated(day=_day(dated)) if dated is not None else _told(text)
    return Stated(codes(court), court[0], _day(dated) if dated else None)


def _told(text: str) -> Stated:
    """Read ``De Hoge Raad heeft op 3 maart 2017 geoordeeld dat dit niet zo is (``, where it names no other ruling."""
    court = last_court(text)
    if court is None or not text.endswith("("):
        return Stated()
    told = text[court.end() :]
    days = list(_DATES.finditer(told))
    if len(days) != 1 or not _HELD.match(told) or _ANOTHER.search(told):
        return Stated()
    return Stated(codes(court), court[0], _day(days[0]))


def _behind(text: str) -> Stated:
    """Read ``(Hoge Raad 3 maart 2017)`` behind an ECLI."""
    if not text.lstrip().startswith("("):
        return Stated()
    inside = text.partition("(")[2].partition(")")[0]
    court = COURT.match(inside)
    rest = inside[court.end() :] if court else inside
    dated = _DATES.search(rest)
    day = _day(dated) if dated and _is_reference(rest[: dated.start()]) else None
    return Stated(codes(court) if court else frozenset(), court[0] if court else "", day)


def _is_reference(text: str) -> bool:
    return all(_REFERENCE.fullmatch(word.strip("(),;:[]")) for word in text.split())


def day_behind(text: str) -> tuple[date | None, int]:
    """Return the day whose law is meant, by the text behind a cited article, and how much of that text says so.

    It is looked for in the same sentence: ``artikel 9 Wet OB (tekst 2018)``, ``zoals dat gold op 1 maart 2022``. A
    year stands for its last day. The text that says so ends where its brackets do; the next citation has no part in it.
    """
    sentence = _SENTENCE_END.split(text[:_WINDOW])[0]
    found = _MEANT.search(sentence)
    if found is None or _OF_THE_NEXT.fullmatch(text, found.end()):
        return None, 0
    end = found.end()
    if text.rfind("(", 0, end) > text.rfind(")", 0, end):
        end += text[end:].find(")") + 1
    return _meant(found), end


def day_before(text: str) -> date | None:
    """Return the day whose law is meant, by the same sentence before a cited article; of a year, its last day."""
    found = _MEANT.search(_SENTENCE_END.split(_ENDED.split(text[-_WINDOW:])[-1])[-1])
    return _meant(found) if found else None


def day_of(text: str, today: date) -> date | None:
    """Return the day that a text gives itself near its beginning; None where it gives none, or one to come.

    It stands on a line of its own, with a place or what it is: ``Amsterdam, 3 maart 2017``, ``Date: 2017-03-03``. The
    day whose law the text says that it is about (``Peildatum``) counts first.
    """
    dated = [found for found in _OWN_DAY.finditer(text, 0, _BEGINNING) if _day(found)]
    first = next((match for match in dated if match["law"]), dated[0] if dated else None)
    day = _day(first) if first else None
    return day if day and day <= today else None


def _meant(found: re.Match[str]) -> date | None:
    day = date(int(found["only"]), 12, 31) if found["only"] else _day(found)
    if day is None or not _UP_TO.search(found[0]):
        return day
    return date(day.year - 1, 12, 31) if found["only"] else day - timedelta(days=1)


def _day(found: re.Match[str]) -> date | None:
    if found["iso"]:
        return day_of_iso(found["iso"])
    month = MONTHS_AND_SHORT[found["month"].lower()] if found["month"] else int(found["m"])
    try:
        return date(int(found["year"] or found["y"]), month, int(found["day"] or found["d"]))
    except ValueError:
        return None
