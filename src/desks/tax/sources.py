"""The kinds of source that the tax desk puts into a dossier: articles of law, and rulings; and what counts on a day."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from src.desks.tax.law.references import PAGES, jci, place
from src.dossier.models import Source, SourceBase


class Legislation(SourceBase):
    """One article in one version; id ``BWBR0002629/9@2024-01-01``, with ``#digest`` behind it for a digest."""

    kind: Literal["legislation"] = "legislation"
    work: str = ""
    """Identifier of the law in the Basiswettenbestand, e.g. ``BWBR0002629``."""
    law: str = ""
    short: str = ""
    """Usual abbreviation of the law, where one is known."""
    article: str = ""
    path: str = ""
    """Headings from the law's top down to the article, joined by `` > ``."""
    since: date | None = None
    """The text applies in this form since this day; None where the file does not tell."""
    until: date | None = None
    """Last day on which this version is in force; None where it still is, or where that is not known."""

    @property
    def reference(self) -> str:
        """The ``jci`` reference of the article in this version; empty where it has none."""
        if self.url.startswith(f"{PAGES}jci"):
            return self.url.removeprefix(PAGES)
        if self.work and self.article and self.as_of:
            return jci(self.work, place(self.article), self.as_of)
        return ""

    @property
    def version_of(self) -> str:
        """The article, whatever its version: law and number; empty where the law is not known."""
        return f"{self.work}/{self.article}" if self.work else ""


class CaseLaw(SourceBase):
    """One ruling; its id is its ECLI, with ``#digest`` behind it for a digest."""

    kind: Literal["case_law"] = "case_law"
    ecli: str = ""
    court: str = ""
    subject: str = ""
    cites: tuple[str, ...] = ()
    """Articles that the ruling cites, as ``BWBR0002629/9``."""

    @property
    def reference(self) -> str:
        return self.ecli


LegalSource = Annotated[Legislation | CaseLaw, Field(discriminator="kind")]

SOURCE: TypeAdapter[Legislation | CaseLaw] = TypeAdapter(LegalSource)
"""Reads either from JSON."""


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
