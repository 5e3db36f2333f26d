"""Finds the titles of a kind or a court that a text names. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from src.desks.tax.law.citations import ECLI
from src.llm.builtin.names import Places

_KNOWN = json.loads(
    (Path(__file__).parents[1] / "knowledge" / "courts_and_kinds.json").read_text(encoding="utf-8")
)
_COURTS: Mapping[str, str] = _KNOWN["courts"]
"""By the beginning of a ruling's title, how its court is called."""
_MANY_RULINGS, _ONE_RULING, _MANY_STATUTES, _ONE_STATUTE, _EACH, _SEATS = (
    re.compile(_KNOWN[name])
    for name in ("many_rulings", "one_ruling", "many_statutes", "one_statute", "each", "seats")
)


def of_kinds(text: str, titles: Sequence[str], *, one: bool) -> Places | None:
    """Return the candidates of the courts and kinds that are named, a single one only where ``one`` may be told.

    None where none is named. A court is also a kind.
    """
    courts = _courts(text)
    if courts:
        of_court = {at for at, title in enumerate(titles) if title.startswith(tuple(courts))}
        return _seated(text, titles, of_court)
    rulings = {at for at, title in enumerate(titles) if ECLI.search(title)}
    laws = set(range(len(titles))) - rulings
    of_rulings = _MANY_RULINGS.search(text) or _ONE_RULING.search(text)
    of_laws = _MANY_STATUTES.search(text) or _ONE_STATUTE.search(text)
    if not (of_rulings or of_laws):
        return None
    named = (rulings if of_rulings else set()) | (laws if of_laws else set())
    return named if one or names_several(text) else set()


def names_several(text: str) -> bool:
    """Tell whether a text names a court or a kind of which all are meant."""
    forms = (_MANY_RULINGS, _MANY_STATUTES, _EACH)
    return bool(_courts(text)) or any(form.search(text) for form in forms)


def _courts(text: str) -> list[str]:
    return [begins for begins, called in _COURTS.items() if _found(called, text, begins)]


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
    names = (seat.group(), _KNOWN["other_names"].get(seat.group(), seat.group()))
    return {at for at in among if any(name in titles[at] for name in names)}
