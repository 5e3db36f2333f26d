"""When a term ends that a day on which nobody works would end: a rule that a desk has as data. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal

from dateutil.easter import easter

Unit = Literal["days", "weeks", "months", "years"]

SATURDAY, SUNDAY = 5, 6


@dataclass(frozen=True)
class Birthday:
    """A holiday on a day of the year since some year, which moves where it is a Sunday."""

    since: int
    month: int
    day: int
    if_sunday: int = -1
    """Days that it moves by."""

    def of(self, year: int) -> date:
        """Return the day in a year."""
        day = date(year, self.month, self.day)
        return day + timedelta(days=self.if_sunday) if day.weekday() == SUNDAY else day


@dataclass(frozen=True)
class Calendar:
    """Holidays, and up to which length a term is moved to the next working day."""

    fixed: frozenset[tuple[int, int]] = frozenset()
    """Month and day."""
    around_easter: frozenset[int] = frozenset()
    """Days behind Easter Sunday."""
    birthdays: tuple[Birthday, ...] = ()
    """Of heads of state, oldest first: the last one that has begun counts."""
    longest: Mapping[Unit, int] = field(default_factory=dict)
    """By unit: the longest term that is moved; a unit that is not here is never."""

    def is_free(self, day: date) -> bool:
        """Return whether it is a Saturday, a Sunday or a holiday."""
        if day.weekday() in (SATURDAY, SUNDAY) or (day.month, day.day) in self.fixed:
            return True
        if (day - easter(day.year)).days in self.around_easter:
            return True
        birthdays = [birthday for birthday in self.birthdays if birthday.since <= day.year]
        return bool(birthdays) and birthdays[-1].of(day.year) == day

    def end_of_term(self, day: date, count: Decimal, unit: Unit) -> date:
        """Return the day on which a term of so many units ends that would end on this day."""
        if count > self.longest.get(unit, 0):
            return day
        while self.is_free(day):
            day += timedelta(days=1)
        return day


NO_CALENDAR = Calendar()
"""No term is moved."""
