"""What is read in a message before anything decides: the day whose law counts."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from src.desks.tax.law.days import DateReference, day_meant
from src.dossier.journal import Request
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch


@dataclass(frozen=True)
class DayOfLaw:
    """Sets the dossier's day to the one that the user asks for; sources shown for another day were not shown for it."""

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    name: str = "day_of_law"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return the change of day; nothing where the message names none."""
        meant = _day(request, self.clock().date())
        if meant is None:
            return DossierPatch()
        other_day = meant.day != dossier.as_of
        return DossierPatch(
            as_of=meant.day,
            unset=("as_of",) if other_day and meant.day is None else (),
            shown_selection=() if other_day else None,
        )


def _day(request: Request, today: date) -> DateReference | None:
    """Return the day whose law the user asks for, the one beside the message before the one in it."""
    if request.as_of is not None:
        return DateReference(request.as_of)
    return day_meant(request.message, today)
