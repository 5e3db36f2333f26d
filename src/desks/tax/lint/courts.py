"""Which court an ECLI is of, and which courts a text may mean by a name. Pure."""

import re
from collections import deque

_COURTS_OF_APPEAL = {
    "arnhem-leeuwarden": "GHARL",
    "amsterdam": "GHAMS",
    "arnhem": "GHARN GHARL",
    "leeuwarden": "GHLEE GHARL",
    "'s-hertogenbosch": "GHSHE",
    "den bosch": "GHSHE",
    "'s-gravenhage": "GHSGR GHDHA",
    "den haag": "GHDHA GHSGR",
    "the hague": "GHDHA GHSGR",
}
_DISTRICT_COURTS = {
    "amsterdam": "RBAMS",
    "den haag": "RBDHA RBSGR",
    "'s-gravenhage": "RBSGR RBDHA",
    "the hague": "RBDHA RBSGR",
    "rotterdam": "RBROT",
    "midden-nederland": "RBMNE",
    "utrecht": "RBUTR RBMNE",
    "gelderland": "RBGEL",
    "oost-nederland": "RBONE",
    "arnhem": "RBARN RBGEL",
    "zutphen": "RBZUT RBGEL",
    "overijssel": "RBOVE",
    "zwolle-lelystad": "RBZLY",
    "zwolle": "RBZLY RBZWO RBOVE",
    "almelo": "RBALM RBOVE",
    "noord-nederland": "RBNNE",
    "groningen": "RBGRO RBNNE",
    "leeuwarden": "RBLEE RBNNE",
    "assen": "RBASS RBNNE",
    "noord-holland": "RBNHO",
    "haarlem": "RBHAA RBNHO",
    "alkmaar": "RBALK RBNHO",
    "oost-brabant": "RBOBR",
    "'s-hertogenbosch": "RBSHE RBOBR",
    "den bosch": "RBSHE RBOBR",
    "zeeland-west-brabant": "RBZWB",
    "breda": "RBBRE RBZWB",
    "middelburg": "RBMID RBZWB",
    "limburg": "RBLIM",
    "maastricht": "RBMAA RBLIM",
    "roermond": "RBROE RBLIM",
    "dordrecht": "RBDOR RBROT",
}


def _places(places: dict[str, str]) -> str:
    longest_first = sorted(places, key=len, reverse=True)
    return "|".join(re.escape(place).replace("'", "['’]") for place in longest_first)


_NAMES = re.compile(
    r"\b(?:(?P<HR>Hoge Raad(?: der Nederlanden)?|HR|(?:Dutch )?Supreme Court)"
    r"|(?P<PHR>Parket(?: bij de Hoge Raad)?|A-G|P-G|Advocaat-Generaal|Procureur-Generaal|Advocate General)"
    r"|(?P<RVS>Raad van State|ABRvS|ABRS|Afdeling bestuursrechtspraak(?: van de Raad van State)?)"
    r"|(?P<CRVB>Centrale Raad van Beroep|CRvB)"
    r"|(?P<CBB>College van Beroep voor het bedrijfsleven|CBb)"
    r"|(?P<EU>Hof van Justitie(?: van de (?:EU|EG|Europese \w+))?|HvJ(?:[ -]?E[UG])?|CJEU|ECJ)"
    rf"|(?:Gerechtshof|Hof|(?i:court of appeal)(?: of)?)(?: te)? (?P<appeal>(?i:{_places(_COURTS_OF_APPEAL)}))"
    rf"|(?:Rechtbank|Rb\.?|(?i:district court)(?: of)?)(?: te)? (?P<district>(?i:{_places(_DISTRICT_COURTS)})))"
    r"(?![\w-])"
)
_EUROPEAN = frozenset({"C", "T", "F"})


def last_court(text: str) -> re.Match[str] | None:
    """Return the court that is named last in a text."""
    return next(iter(deque(_NAMES.finditer(text), maxlen=1)), None)


def first_court(text: str) -> re.Match[str] | None:
    """Return the court with whose name a text begins."""
    return _NAMES.match(text)


def codes(court: re.Match[str]) -> frozenset[str]:
    """Return the codes of the courts that a name may stand for, as they stand in an ECLI."""
    place = (court["appeal"] or court["district"] or "").lower().replace("’", "'")
    if place:
        return frozenset(
            (_COURTS_OF_APPEAL if court["appeal"] else _DISTRICT_COURTS)[place].split()
        )
    kind = court.lastgroup or ""
    return _EUROPEAN if kind == "EU" else frozenset({kind})


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


def court_name(code: str) -> str:
    """Return the court that a code of an ECLI stands for; the code itself where it is not on the list."""
    return _CODES.get(code, code)
