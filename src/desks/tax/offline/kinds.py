"""Finds the titles of a kind or a court that a text names. Pure."""

import re
from collections.abc import Sequence

from src.desks.tax.law.citations import ECLI
from src.llm.builtin.names import Group, Places

_COURTS = {
    "parket": r"\b(?:parket\w*|a-g|advocaat-generaal|conclusies?|advocate[ -]general)\b(?: bij de hoge raad)?",
    "hof van justitie": r"\b(?:hof van justitie|hvj|court of justice)\b",
    "hoge raad": r"\b(?:hoge raad|hr|supreme court)\b",
    "gerechtshof": r"\b(?:gerechtshof|gerechtshoven|hof|court of appeal)\b",
    "rechtbank": r"\b(?:rechtbank(?:en)?|rb|district court)\b",
    "raad van state": r"\b(?:raad van state|council of state)\b",
    "centrale raad": r"\b(?:centrale raad|crvb)\b",
}
"""By the beginning of a ruling's title, how its court is called."""
_SEATS = re.compile(
    r"\b(?:amsterdam|arnhem|leeuwarden|(?:den|the) haag|hague|s-gravenhage|den bosch|s-hertogenbosch|gelderland"
    r"|(?:noord|midden)-(?:holland|nederland)|(?:oost|west)-brabant|zeeland|limburg|overijssel|rotterdam|utrecht"
    r"|haarlem|breda|zwolle|groningen|maastricht|assen|almelo|alkmaar|dordrecht|middelburg|roermond|zutphen)\b"
)
_OTHER_NAMES = {
    "den haag": "s-gravenhage",
    "the hague": "den haag",
    "hague": "den haag",
    "s-gravenhage": "den haag",
    "den bosch": "s-hertogenbosch",
}
_MANY_RULINGS = re.compile(
    r"\b(?:rechtspraak|jurisprudentie|uitspraken|arresten|case ?law|rulings|cases|\w*zaken|judge?ments|decisions|eclis"
    r"|vonnissen)\b"
)
_ONE_RULING = re.compile(
    r"\b(?:uitspraak|arrest|ruling|case|\w*zaak|judge?ment|decision|ecli|vonnis)\b"
)
_MANY_STATUTES = re.compile(
    r"\b(?:wetgeving|wetten|wetsartikelen|artikelen|wetsbepalingen|legislation|statutes|laws|provisions)\b"
)
_ONE_STATUTE = re.compile(
    r"\b(?:wetsartikel|wetsbepaling|statute|provision)\b|\bartikel\b(?!\s*\d)"
)
_EACH = re.compile(r"\b(?:alle|elke?|iedere?|all|any|each|every)\b")


def group(text: str, titles: Sequence[str]) -> Group:
    """Return the candidates of the courts and kinds that are named; a court is also a kind."""
    courts = [begins for begins, called in _COURTS.items() if _found(called, text, begins)]
    if courts:
        of_court = {at for at, title in enumerate(titles) if title.startswith(tuple(courts))}
        return Group(True, _seated(text, titles, of_court))
    rulings = {at for at, title in enumerate(titles) if ECLI.search(title)}
    laws = set(range(len(titles))) - rulings
    many = (_MANY_RULINGS.search(text), _MANY_STATUTES.search(text))
    single = (_ONE_RULING.search(text), _ONE_STATUTE.search(text))
    places = (rulings if many[0] or single[0] else set()) | (
        laws if many[1] or single[1] else set()
    )
    one = not any(many) and not _EACH.search(text)
    return Group(any(many) or any(single), places, one)


def _found(called: str, text: str, begins: str) -> bool:
    """Tell whether a court is called by a name that is not part of another's: ``parket bij de hoge raad``."""
    for other, name in _COURTS.items():
        if other == begins:
            break
        text = re.sub(name, " ", text)
    return re.search(called, text) is not None


def _seated(text: str, titles: Sequence[str], among: Places) -> Places:
    seat = _SEATS.search(text)
    if seat is None:
        return among
    names = (seat.group(), _OTHER_NAMES.get(seat.group(), seat.group()))
    return {at for at in among if any(name in titles[at] for name in names)}
