"""Which versions of a law count on a day."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime

import numpy as np

from src.desks.tax.library.documents import key_of_id
from src.search.arrays import Array
from src.search.corpus import Filters
from src.search.facts import Facts

_DAYS_REMEMBERED = 8


class InForce:
    """Tells which documents of one index count on a day: all but other versions than that in force."""

    def __init__(self, versions: Mapping[str, Sequence[date]]) -> None:
        """Take the days from which the versions of each law are in force, oldest first."""
        self._versions = versions
        self._known: dict[date, Array] = {}

    def __call__(self, facts: Facts, filters: Filters) -> Array:
        """Return for each document whether it counts.

        A library seldom has every version of a law. Where the text of an article in a later version applied on the
        day already, that counts, and not the older one, which may have been replaced by then.
        """
        day = filters.day or datetime.now(UTC).date()
        known = self._known.get(day)
        if known is not None:
            return known
        counts = facts.ones(bool)
        for version in self._outdated(day):
            counts[facts.directories["versions"].find(version)] = False
        for texts, applied in list(_applied_already(facts, day, counts)):
            counts[texts] = False
            counts[applied] = True
        if len(self._known) > _DAYS_REMEMBERED:
            self._known.clear()
        self._known[day] = counts
        return counts

    def _outdated(self, day: date) -> Iterator[str]:
        """Yield the versions of laws that are not in force on a day: of each law all but one.

        Where every version that is known begins later, the earliest stands in; its date tells so.
        """
        for work, dates in self._versions.items():
            in_force = version_in_force(dates, day)
            yield from (f"{work}@{begin}" for begin in dates if begin != in_force)


def version_in_force(dates: Sequence[date], as_of: date | None) -> date:
    """Return which of a law's versions counts on a day (default: today); the earliest where all begin later."""
    day = as_of or datetime.now(UTC).date()
    return max((begin for begin in dates if begin <= day), default=dates[0])


def _applied_already(
    facts: Facts, day: date, counts: Array
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield for each article whose text in a later version applied on a day already: all its texts, and that.

    ``counts`` tells which documents count by the dates of their versions. A text may be in several documents; it
    is given only where all of them applied. The earliest of several such versions is given.
    """
    on = day.toordinal()
    days, since = facts.numbers["days"], facts.numbers["since"]
    applied = (since > 0) & (since <= on)
    later = np.flatnonzero((days > on) & applied & ~counts)
    for key in dict.fromkeys(key_of_id(facts.id(int(number))) for number in later):
        texts = [number for number in facts.with_key(key) if days[number]]
        for begin in sorted({int(days[number]) for number in texts}):
            version = [number for number in texts if days[number] == begin]
            if begin > on and applied[version].all():
                yield texts, version
                break
