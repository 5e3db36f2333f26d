"""Which of an article's versions counts on a day. Pure."""

from collections.abc import Sequence
from datetime import date

from src.dossier.models import Legislation


def in_force(versions: Sequence[Legislation], day: date | None) -> Legislation | None:
    """Return the last version that had begun by the day (None: of all), None where none had.

    ``versions`` are sorted, oldest first. Whether the article has lapsed since is the version's own ``until``.
    """
    begun = [one for one in versions if day is None or one.as_of is None or one.as_of <= day]
    return begun[-1] if begun else None
