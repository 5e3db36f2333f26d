"""What a loader makes of one file of law, whatever its form."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from src.desks.tax.law.laws import listed
from src.desks.tax.law.references import PAGES, jci
from src.desks.tax.sources import Legislation
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


@dataclass(frozen=True)
class LawVersion:
    """A law as it is from a day on, of which articles are made."""

    work: str
    title: str
    day: date
    _seen: Counter[str] = field(default_factory=Counter)

    def source(
        self, key: str, article: str, name: str, where: str, content: str, **more: Any
    ) -> Legislation:
        """Return the source of one article; a number that recurs gets an id of its own, ``16~2``.

        ``key`` is its part of the id, and ``where`` its part of a reference.
        """
        self._seen[key] += 1
        repeated = "" if self._seen[key] == 1 else f"~{self._seen[key]}"
        known = {"short": listed(self.work).short} | more
        return Legislation(
            id=f"{self.work}/{key}{repeated}@{self.day}",
            title=f"{self.title}, {name}",
            content=content,
            url=PAGES + jci(self.work, where, self.day),
            as_of=self.day,
            work=self.work,
            law=self.title,
            article=article,
            **known,
        )
