"""What is read in a message before anything decides: the day whose law is asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from src.desks.tax.day_offer import choice_meant
from src.desks.tax.law.days import law_asked
from src.desks.tax.question_day import for_the_dossier, for_this_question
from src.dossier.journal import Request
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch


@dataclass(frozen=True)
class DayOfLaw:
    """Sets the day beside a message for the dossier, and that of the law asked for in its words for this question.

    A year that a question names is a fact of its case: it sets no day.
    """

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    name: str = "day_of_law"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return the change of day; nothing where the message asks for none."""
        if request.as_of is not None:
            return for_the_dossier(dossier, request.as_of)
        today: date = self.clock().date()
        asked = law_asked(choice_meant(dossier, request.message), today)
        if asked is None or asked.day == dossier.as_of:
            return DossierPatch()
        return for_this_question(dossier, asked.day)
