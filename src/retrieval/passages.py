"""The door to the library: what is asked of it and what comes back."""

from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol

from src.dossier.models import CaseLaw, Legislation

Kind = Literal["legislation", "case_law"]


@dataclass(frozen=True)
class Hit:
    """A source that was found, with its place in the list (1 is best) and the score that put it there."""

    source: Legislation | CaseLaw
    rank: int
    score: float
    exact: bool = False
    """True where the query names this very article or ruling."""


@dataclass(frozen=True)
class LibraryState:
    """What there is to search."""

    provisions: int
    rulings: int
    starter: bool
    """True where only the starter corpus, our own digests, is there."""


class Retriever(Protocol):
    """Finds sources in the library."""

    @property
    def state(self) -> LibraryState:
        """What there is to search."""

    async def search(
        self, query: str, kind: Kind, limit: int, as_of: date | None = None
    ) -> tuple[Hit, ...]:
        """Return at most ``limit`` sources of one kind, best first; exact articles and rulings come before all.

        Of several versions of one article only that in force on ``as_of`` (default: the latest) is returned.
        Any text is a valid query; one without a usable word finds nothing.
        """
