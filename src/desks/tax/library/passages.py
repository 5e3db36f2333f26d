"""The door to the library: what is asked of it and what comes back."""

from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol, get_args

from src.desks.tax.sources import CaseLaw, Legislation

Kind = Literal["legislation", "case_law"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Hit:
    """A source that was found, with its place in the list (1 is best) and the score that put it there."""

    source: Legislation | CaseLaw
    rank: int
    score: float
    exact: bool = False
    """True where the query names this very article or ruling."""
    in_force: bool = True
    """False for an article whose text was not yet in force on the day asked for; the library has none that was."""
    weak: bool = False
    """True where little of the query is in it, so that it may be about something else; then all hits are."""


@dataclass(frozen=True)
class LibraryState:
    """What there is to search."""

    provisions: int
    rulings: int
    starter: bool
    """True where only the starter corpus, our own digests, is there."""
    fingerprint: str = ""
    """Another one whenever there is something else to search; empty where that is not known."""


class Retriever(Protocol):
    """Finds sources in the library."""

    @property
    def state(self) -> LibraryState:
        """What there is to search, as last looked: by a search or a check."""

    async def check(self) -> None:
        """Look whether another library was put in use; ``CorpusUnreadable`` where that can't be told."""

    async def search(
        self, query: str, kind: Kind, limit: int, as_of: date | None = None, user_query: str = ""
    ) -> tuple[Hit, ...]:
        """Return at most ``limit`` sources of one kind, best first; exact articles and rulings come before all.

        Only the version in force on ``as_of`` (default: today) of an article is returned, and of sources with the
        same text the best, with those that the query names. A query that names
        something finds by words only where its other words are telling. Any text is a valid query; one without a
        word that stands in any law finds nothing, and of one with few of them the hits are weak. ``user_query`` is the
        query in the user's own words, where a model worded it: they count for less.
        """

    def missing(self, query: str, kind: Kind, as_of: date | None = None) -> tuple[str, ...]:
        """Return the titles of what the query names and the library lacks, or lacks in force on ``as_of``.

        An article of a law that is there is named as such (``Algemene wet bestuursrecht, artikel 99``); of a law that
        is not there at all the law's title stands alone; a ruling goes by its ECLI.
        """

    def versions(self, law: Legislation) -> tuple[Legislation, ...]:
        """Return every version of an article that the library has, oldest first; a digest of ours is none."""
