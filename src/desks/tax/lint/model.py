"""What a check of citations works with: what the library holds, and what is found out about each citation."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol

from src.desks.tax.law.laws import LawNames
from src.desks.tax.sources import Legislation
from src.dossier.models import Frozen, Language
from src.texts import beside


class Verdict(StrEnum):
    """What was found out about a citation, in the words that a user reads."""

    EXISTS = "exists"
    OTHER_VERSION = "exists in another version"
    LAPSED = "lapsed"
    ABSENT = "does not exist"
    OTHER_RULING = "other court or date than stated"
    RESEMBLES = "resembles another ruling"
    MISQUOTED = "not in these words"
    UNKNOWN_LAW = "unknown law"
    NOT_HERE = "not in the local library"

    @property
    def is_bad(self) -> bool:
        """Whether the text should not go out like this. What the library lacks is neither good nor bad."""
        return self not in (Verdict.EXISTS, Verdict.NOT_HERE)


class CatalogueVersion(Frozen):
    """A law as it was from one day on: the numbers of its articles, in lower case, without those of its annexes."""

    since: date
    until: date | None = None
    """Last day on which it was in force; None where it still is, or where nobody told."""
    whole: bool
    """False where only some of its articles are known; an article that is missing may then exist."""
    digest: bool = False
    """True where it comes from digests of our own."""
    articles: dict[str, tuple[str, ...]]
    """With the numbers of their paragraphs, where those are numbered."""
    lapsed: dict[str, date | None] = {}
    """Articles of which only the number is left, and since when, where that is told."""
    textless: frozenset[str] = frozenset()
    """Articles without a text of their own: they change other law, or are not yet in force."""

    def holds(self, article: str) -> bool:
        return article in self.articles or article in self.textless


class CatalogueLaw(Frozen):
    """A law in the library, its versions from the oldest to the latest."""

    title: str
    versions: tuple[CatalogueVersion, ...]

    def in_force(self, day: date) -> CatalogueVersion | None:
        """Return the version of that day; None before the first."""
        return next((version for version in reversed(self.versions) if version.since <= day), None)


class Ruling(Frozen):
    """A ruling in the library."""

    court: str
    decided: date | None
    digest: bool = False


class Catalogue(Protocol):
    """What the library holds, by the names under which it is cited."""

    @property
    def names(self) -> LawNames:
        """The names of the laws that can be recognised, those of the library included."""

    def law(self, work: str) -> CatalogueLaw | None:
        """Return a law by its identifier (``BWBR0002629``), None where the library lacks it."""

    def texts(self, work: str, article: str) -> tuple[Legislation, ...]:
        """Return an article in all its versions, word for word; nothing where the library has no text of it."""

    def ruling(self, ecli: str) -> Ruling | None:
        """Return a ruling, None where the library lacks it."""

    def resembling(self, ecli: str) -> Mapping[str, bool]:
        """Return the rulings of which this may be a slip of the pen, and whether the likeness alone tells so."""

    def eclis(self, ljn: str) -> tuple[str, ...]:
        """Return the rulings of the library that once had this number (``AB1234``)."""


SAID: Mapping[str, Mapping[Language, str]] = beside(__file__, "sentences")
VERDICTS, PLACES, LIMITS = beside(__file__, "words").values()
"""Verdicts, and kinds of place, in Dutch; and what was checked and what was not, which ends every output."""


@dataclass(frozen=True)
class Reason:
    """A sentence in both languages; a fact in it may be a reason itself, or words by language."""

    name: str
    facts: Mapping[str, object]

    def said(self, language: Language) -> str:
        """Return the sentence in a language."""
        facts = {name: _in(language, fact) for name, fact in self.facts.items()}
        return SAID[self.name][language].format(**facts)


def _in(language: Language, fact: object) -> object:
    if isinstance(fact, Reason):
        return fact.said(language)
    return fact[language] if isinstance(fact, Mapping) else fact


def reason(name: str, /, **facts: object) -> Reason:
    """Return the sentence of this name with its facts."""
    return Reason(name, facts)


@dataclass(frozen=True)
class Judged:
    """A verdict, and one sentence that says why and what to do."""

    verdict: Verdict
    reason: Reason
    since: date | None = None
    """The version in which an article is there, word for word."""


@dataclass(frozen=True)
class CitationFinding:
    """One citation of a text: where it stands, in what words, and what was found out."""

    place: str
    words: str
    names: str
    """What it cites: ``BWBR0002629/9``, an ECLI, ``BNB 2010/123``; an article of an unknown law by its number alone."""
    judged: Judged
