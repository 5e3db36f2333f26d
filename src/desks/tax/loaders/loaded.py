"""What a loader makes of one file of law, whatever its form."""

from dataclasses import dataclass
from datetime import date

from src.dossier.models import Source


@dataclass(frozen=True)
class LapsedArticle:
    """An article of which the law keeps only the number, and since when; the day is not always told."""

    article: str
    since: date | None = None


@dataclass(frozen=True)
class LoadedLaw:
    """What one file holds: its sources, the articles that have lapsed, and how many have no text of their own."""

    sources: tuple[Source, ...]
    lapsed: tuple[LapsedArticle, ...] = ()
    without_text: int = 0
    key: str = ""
    """What the file is: ``BWBR0002320@2024-01-01``, or an ECLI. Empty: what its first source is."""
    textless: tuple[str, ...] = ()
    """Numbers of the articles without text: they change other law, or are not yet in force."""
