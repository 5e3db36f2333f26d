"""The law as the library has it on other days: which version of an article counts, and what became of a quote.

Only what the library came to say since an answer counts. Rulings do not change; a ruling can only vanish. A digest is
our own text, not the law's: what is quoted from it is not followed.
"""

from collections.abc import Sequence
from datetime import date

from src.answering.versions import Became
from src.desks.tax.law.versions import had_begun, in_force
from src.desks.tax.library.passages import Retriever
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Source
from src.grounding.gate import find


def counting(versions: Sequence[Source], day: date | None) -> Source | None:
    """Return the version of an article that is in force on a day; None where none of them is."""
    return in_force([one for one in versions if isinstance(one, Legislation)], day)


class LawOverTime:
    """The ``Versions`` and the ``Timeline`` of the library of law."""

    def __init__(self, library: Retriever) -> None:
        self._library = library

    @property
    def fingerprint(self) -> str:
        return self._library.state.fingerprint

    async def check(self) -> None:
        await self._library.check()

    def versions(self, source: Source) -> Sequence[Source]:
        return self._library.versions(source) if isinstance(source, Legislation) else ()

    def follows(self, source: Source) -> bool:
        return isinstance(source, Legislation) and not source.digest

    def on_day(self, source: Source, day: date) -> Source | None:
        if not isinstance(source, Legislation):
            return source
        versions = self._library.versions(source)
        return in_force(versions, day) or next(iter(versions), None)

    def stands_in(self, source: Source, day: date) -> bool:
        has_ended = isinstance(source, Legislation) and source.until and source.until < day
        return bool(has_ended) or not had_begun(source, day)

    def became(
        self, quote: str, source: Source, then: str | None, day: date | None, today: date
    ) -> Became | None:
        if source.digest:
            return None
        if isinstance(source, CaseLaw):
            gone = self._library.missing(source.ecli, "case_law")
            return Became("vanished") if source.ecli in gone else None
        if not isinstance(source, Legislation):
            return None  # a page that was brought along has no versions in the library
        now = in_force(self._library.versions(source), day)
        if now is None:
            return None if then == "" else Became("vanished")
        if self._has_lapsed(now, day, today):
            return Became("lapsed")
        if find(quote, now.content):
            return None
        if now.id != source.id and now.id == then:
            return None  # an older version was quoted on purpose, and nothing has come since
        return Became("changed", now.id)

    def _has_lapsed(self, now: Legislation, day: date | None, today: date) -> bool:
        """Whether the article counts no more on the day: its last version ended, or the law goes on without it."""
        if now.until is not None and now.until < (day or today):
            return True
        asked = f"{now.law}, artikel {now.article}"
        gone = self._library.missing(asked, "legislation", day)
        return any(title.endswith(f", artikel {now.article}") for title in gone)
