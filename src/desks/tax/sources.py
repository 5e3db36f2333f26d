"""The kinds of source that the tax desk puts into a dossier: articles of law, and rulings."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from src.desks.tax.law.references import PAGES, jci, place
from src.dossier.models import SourceBase


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
