"""Which ruling of a library an ECLI that is not in it may mean: one that differs by a slip of the pen. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

_LJN = re.compile(r"[A-Z]{2}[0-9]{4}")
_OF_ONE_CASE = frozenset({"HR", "PHR"})
"""A ruling of the Hoge Raad and the opinion before it had one number, up to 2013."""
_RARE = 0.1
"""Share of the library's own rulings that may look alike by chance, where a likeness alone is to mean anything."""
_SWAPPED = 2

_Key = tuple[str, ...]


class Lookalikes:
    """Finds rulings that differ from a given ECLI in the year, in the court, or in two digits that changed places.

    The former numbers (``AB1234``) were given out once, so another court or year beside one is a slip. Numbers of
    today are counted anew by each court in each year: a likeness counts only where it is rare among the library's own.
    """

    def __init__(self, eclis: Iterable[str]) -> None:
        self._by_key: defaultdict[_Key, list[str]] = defaultdict(list)
        held = tuple(eclis)
        for ecli in held:
            for key in _keys(ecli):
                self._by_key[key].append(ecli)
        self._telling = set(self._kinds(held))

    def of(self, ecli: str) -> dict[str, bool]:
        """Return rulings that an ECLI which is not among those given may mean, and whether the likeness alone tells."""
        return {
            other: key[0] in self._telling for key in _keys(ecli) for other in self._at(key, ecli)
        }

    def _at(self, key: _Key, ecli: str) -> Iterator[str]:
        return (other for other in self._by_key.get(key, ()) if _is_slip(ecli, other))

    def _kinds(self, held: tuple[str, ...]) -> Iterator[str]:
        """Yield the kinds of slip that the library's own rulings hardly ever show."""
        alike: defaultdict[str, set[str]] = defaultdict(set)
        of_kind: defaultdict[str, int] = defaultdict(int)
        for ecli in held:
            for key in _keys(ecli):
                of_kind[key[0]] += 1
                if any(self._at(key, ecli)):
                    alike[key[0]].add(ecli)
        return (kind for kind, count in of_kind.items() if len(alike[kind]) <= _RARE * count)


def _keys(ecli: str) -> Iterator[_Key]:
    """Yield what an ECLI shares with its lookalikes, beginning with the kind of slip."""
    _, country, court, year, number = ecli.split(":", 4)
    digits = "".join(sorted(number))
    if _LJN.fullmatch(number):
        yield "former number", country, number
        yield "digits of a former number", country, court, year, digits
        return
    yield "year", country, court, number
    yield "court", country, year, number
    yield "digits", country, court, year, digits


def _is_slip(ecli: str, other: str) -> bool:
    _, _, court, _, number = ecli.split(":", 4)
    _, _, other_court, _, other_number = other.split(":", 4)
    if number == other_number:
        return ecli != other and not (
            _LJN.fullmatch(number) and {court, other_court} <= _OF_ONE_CASE and court != other_court
        )
    return sum(a != b for a, b in zip(number, other_number, strict=True)) == _SWAPPED
