"""What an answer asks of a desk's library: the versions of its sources, and how they stand to another day."""

from collections.abc import Sequence
from datetime import date
from typing import Literal, NamedTuple, Protocol

from src.dossier.models import Frozen, Source

QuoteState = Literal["changed", "lapsed", "vanished"]


class StaleQuote(Frozen):
    """A quote that the library does not bear any more, or what a system said since."""

    source_id: str
    title: str
    quote: str
    state: QuoteState
    """``changed``: the version that counts now, or the system's newer reply, lacks the words; ``lapsed``: none counts
    now; ``vanished``: the library had it and has it no more."""
    now: str = ""
    """With ``changed``: id of the version that counts now, or of the newer reply."""


class StaleAnswer(Frozen):
    """An answer with such quotes; or something else that was made, such as a draft, told as an answer is."""

    dossier_id: str
    answer: str
    question: str
    quotes: tuple[StaleQuote, ...]


class Versions(Protocol):
    """The library of a desk, as far as an answer needs it: nothing is searched for."""

    @property
    def fingerprint(self) -> str:
        """Another one whenever there is something else to find; empty where that is not known."""
        return ""

    async def check(self) -> None:
        """Look whether another library was put in use; ``CorpusUnreadable`` where that can't be told."""

    def versions(self, source: Source) -> Sequence[Source]:  # noqa: ARG002  # a library looks it up
        """Return every version of a source that the library has, oldest first; none of one that has no versions."""
        return ()


class NoVersions(Versions):
    """The ``Versions`` of a desk whose sources have none, so that nothing could change."""


class Became(NamedTuple):
    """What became of a quote since its answer."""

    state: QuoteState
    now: str = ""
    """With ``changed``: id of the version that counts now."""


class Timeline(Protocol):
    """The sources of a desk whose versions count on certain days."""

    def follows(self, source: Source) -> bool:
        """Return whether a source has versions; one without is used as it is, whatever the day."""

    def on_day(self, source: Source, day: date) -> Source | None:
        """Return the version that counts on a day, else the nearest that a library has; None where it has none."""

    def stands_in(self, source: Source, day: date) -> bool:
        """Return whether a text did not count on a day, and only stands in for one that did."""

    def became(
        self, quote: str, source: Source, then: str | None, day: date | None, today: date
    ) -> Became | None:
        """Return what became of a quote; None where its source still bears it.

        The text of the source decides nothing here and may be left out. ``then`` is the version that counted when the
        answer was made (empty: none did; None: that was not kept), ``day`` the day of the answer.
        """
