"""Which of an article's versions counts on a day. Pure."""

from collections.abc import Sequence
from datetime import date

from src.desks.tax.sources import Legislation
from src.dossier.models import Source


def in_force(versions: Sequence[Legislation], day: date | None) -> Legislation | None:
    """Return the version whose text counted on the day (None: the last of all), None where none did.

    That is the first later version of which the text applied on the day already, else the last that had begun.
    ``versions`` are sorted, oldest first. Whether the article has lapsed since is the version's own ``until``.
    """
    if day is None:
        return versions[-1] if versions else None
    begun = [version for version in versions if version.as_of is None or version.as_of <= day]
    later = (entry for entry in versions[len(begun) :] if entry.since and entry.since <= day)
    return next(later, begun[-1] if begun else None)


def had_begun(source: Source, day: date | None) -> bool:
    """Return whether a text applied by the day; a version that began later only stands in for want of an earlier."""
    if day is None or source.as_of is None or not isinstance(source, Legislation):
        return True
    return (source.since or source.as_of) <= day


def may_have_changed(source: Source, day: date | None) -> bool:
    """Return whether a text is of before the day, and nothing tells that it still read so on it."""
    if day is None or source.as_of is None or not isinstance(source, Legislation):
        return False
    return source.as_of < day and (source.until is None or source.until < day)
