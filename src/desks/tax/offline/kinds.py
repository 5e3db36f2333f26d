"""Finds the titles of a kind or a court that a text names. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from src.desks.tax.law.citations import ECLI
from src.llm.builtin.names import Group, Places

_KNOWN = json.loads(
    (Path(__file__).parents[1] / "knowledge" / "courts_and_kinds.json").read_text(encoding="utf-8")
)
_COURTS: Mapping[str, str] = _KNOWN["courts"]
"""By the beginning of a ruling's title, how its court is called."""
_MANY_RULINGS, _ONE_RULING, _MANY_STATUTES, _ONE_STATUTE, _EACH, _SEATS = (
    re.compile(_KNOWN[name])
    for name in ("many_rulings", "one_ruling", "many_statutes", "one_statute", "each", "seats")
)


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
    names = (seat.group(), _KNOWN["other_names"].get(seat.group(), seat.group()))
    return {at for at in among if any(name in titles[at] for name in names)}
