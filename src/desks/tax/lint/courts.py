"""Which court an ECLI is of and when that court sat, and which courts a text may mean by a name. Pure."""

import re
from collections import deque
from collections.abc import Iterator

from src.dossier.models import Language
from src.texts import beside

_COURTS_OF_APPEAL, _DISTRICT_COURTS = beside(__file__, "courts").values()


def _places(places: dict[str, str]) -> str:
    longest_first = sorted(places, key=len, reverse=True)
    return "|".join(re.escape(place).replace("'", "['’]") for place in longest_first)


_NAMES = re.compile(
    r"\b(?:(?P<PHR>(?i:Parket|(?:Advocaat|Procureur)-Generaal)(?: bij de Hoge Raad(?: der Nederlanden)?)?"
    r"|A-G|P-G|PG|AG|Advocate General|PHR)"
    r"|(?P<HR>(?i:Hoge Raad(?: der Nederlanden)?)|HR|(?i:(?:Dutch )?Supreme Court(?: of the Netherlands)?))"
    r"|(?P<RVS>(?i:Raad van State|Afdeling bestuursrechtspraak(?: van de Raad van State)?|Council of State)"
    r"|ABRvS|ABRS|RvS)"
    r"|(?P<CRVB>(?i:Centrale Raad van Beroep)|CRvB|CRVB|Central Appeals Tribunal)"
    r"|(?P<CBB>(?i:College van Beroep voor het bedrijfsleven)|CBb|CBB|Trade and Industry Appeals Tribunal)"
    r"|(?P<EU>Hof van Justitie(?: van de (?:EU|EG|Europese \w+))?|HvJ(?:[ -]?E[UG])?|CJEU|ECJ)"
    rf"|(?:(?i:gerechtshof)|Hof|hof|(?i:court of appeal)(?: of)?)(?: te)? (?P<appeal>(?i:{_places(_COURTS_OF_APPEAL)}))"
    rf"|(?:(?i:rechtbank)|Rb\.?|(?i:district court)(?: of)?)(?: te)? (?P<district>(?i:{_places(_DISTRICT_COURTS)}))"
    rf"|(?P<appeal_en>(?i:{_places(_COURTS_OF_APPEAL)})) (?i:court of appeal)"
    rf"|(?P<district_en>(?i:{_places(_DISTRICT_COURTS)})) (?i:district court))"
    r"(?![\w-])"
)
_EUROPEAN = frozenset({"C", "T", "F"})


def last_court(text: str) -> re.Match[str] | None:
    return next(iter(deque(_NAMES.finditer(text), maxlen=1)), None)


def first_court(text: str) -> re.Match[str] | None:
    return _NAMES.match(text)


def codes(court: re.Match[str]) -> frozenset[str]:
    """Return the codes of the courts that a name may stand for, as they stand in an ECLI."""
    appeal = court["appeal"] or court["appeal_en"]
    place = (appeal or court["district"] or court["district_en"] or "").lower().replace("’", "'")
    if place:
        return frozenset((_COURTS_OF_APPEAL if appeal else _DISTRICT_COURTS)[place].split())
    kind = court.lastgroup or ""
    return _EUROPEAN if kind == "EU" else frozenset({kind})


_STILL = 9999
_NATIONAL = {"HR": 1838, "PHR": 1838, "RVS": 1862, "CRVB": 1903, "CBB": 1955}
_SINCE_2013 = frozenset("GHARL GHDHA RBDHA RBGEL RBLIM RBMNE RBNHO RBNNE RBOBR RBOVE RBZWB".split())
_UNTIL_2013 = frozenset(
    "GHARN GHLEE GHSGR RBALK RBALM RBARN RBASS RBBRE RBDOR RBGRO RBHAA RBLEE RBMAA RBMID RBROE RBSGR RBSHE RBUTR "
    "RBZLY RBZUT RBZWO".split()
)
_THROUGHOUT = frozenset("GHAMS GHSHE RBAMS RBROT".split())
_FIRST_SAT, _REORGANISED = 1838, 2013
_EUROPEAN_SINCE = {"C": (1952, _STILL), "T": (1989, _STILL), "F": (2005, 2016)}


def _lives() -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each court with the years that its ECLIs may have: at a reorganisation one more, as rulings lagged."""
    yield from ((code, (first, _STILL)) for code, first in _NATIONAL.items())
    yield from ((code, (_FIRST_SAT, _STILL)) for code in _THROUGHOUT)
    yield from ((code, (_REORGANISED - 1, _STILL)) for code in _SINCE_2013)
    yield from ((code, (_FIRST_SAT, _REORGANISED)) for code in _UNTIL_2013)
    yield "RBONE", (_REORGANISED - 1, _REORGANISED)


_LIVES = dict(_lives())
_LESS_KNOWN = re.compile(
    r"XX|DETARCO|CVBSTUF|(?:AG|KTG|RVB)[A-Z]{3}|O(?:CHM|G[A-Z]{3,5}|H[A-Z]{3,5}|RB[A-Z]{3,4})|T[A-Z]{1,6}"
)
"""Courts of the islands, of discipline, and some that are gone: their years are not looked at. ``XX`` is any other."""


def life(country: str, code: str) -> tuple[int, int] | None:
    """Return the first and the last year that an ECLI of a court may have; None where there is no such court."""
    if country == "EU":
        return _EUROPEAN_SINCE.get(code)
    if country != "NL" or _LESS_KNOWN.fullmatch(code):
        return 0, _STILL
    return _LIVES.get(code)


_FIRST_LETTERS = re.compile(r"(?<!')\b[a-z]")
_CODES = {
    "HR": "the Hoge Raad",
    "PHR": "the Parket bij de Hoge Raad",
    "RVS": "the Raad van State",
    "CRVB": "the Centrale Raad van Beroep",
    "CBB": "the College van Beroep voor het bedrijfsleven",
    "C": "the Hof van Justitie",
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
