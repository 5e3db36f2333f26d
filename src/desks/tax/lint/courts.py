"""Which court an ECLI is of and when that court sat, and which courts a text may mean by a name. Pure."""

import re
from collections import deque

from src.dossier.models import Language
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
