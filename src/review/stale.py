"""Which finished answers no longer stand on the law as the library has it now.

Only what the library came to say since the answer counts. Rulings do not change; a ruling can only vanish. A digest is
our own text, not the law's: what is quoted from it is not followed.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Literal

from src.answering.gate import find
from src.desks.tax.law.versions import in_force
from src.desks.tax.library.passages import Retriever
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.journal import JournalEntry
from src.dossier.models import Answer, Claim, Dossier, Frozen, Source
from src.review.made import Made, as_it_was, every_answer

State = Literal["changed", "lapsed", "vanished"]


class StaleQuote(Frozen):
    """A quote that the library's law does not bear any more."""

    source_id: str
    title: str
    quote: str
    state: State
    """``changed``: the version that counts now lacks the words; ``lapsed``: none counts now; ``vanished``: the library
    had it and has it no more."""
    now: str = ""
    """With ``changed``: id of the version that counts now."""


class StaleAnswer(Frozen):
    """An answer with such quotes."""

    dossier_id: str
    answer: str
    question: str
    quotes: tuple[StaleQuote, ...]


def stale_answers(
    dossier: Dossier, entries: Sequence[JournalEntry], library: Retriever, today: date
) -> Iterator[StaleAnswer]:
    """Yield the answers of a dossier that a change of the library has touched; withdrawn ones are not looked at."""
    made = every_answer(entries)
    for answer in dossier.answers:
        if answer.id not in made or made[answer.id].entry.erased:
            continue
        quotes = tuple(_Followed(made[answer.id], entries, library, today).quotes(answer))
        if quotes:
            yield StaleAnswer(
                dossier_id=dossier.id, answer=answer.id, question=answer.question, quotes=quotes
            )


class _Followed:
    """The law under one answer, followed to now; the day that counts is that of the answer."""

    def __init__(
        self, made: Made, entries: Sequence[JournalEntry], library: Retriever, today: date
    ) -> None:
        self._was = as_it_was(entries, made)
        self._library = library
        self._day = self._was.as_of
        self._today = today
        receipts = made.receipt.sources if made.receipt else ()
        self._then = {one.id: one.in_force for one in receipts}

    def quotes(self, answer: Answer) -> Iterator[StaleQuote]:
        for claim in answer.claims:
            source = self._was.source(claim.source_id)
            found = self._state(claim, source) if source and not source.digest else None
            if source and found:
                state, now = found
                yield StaleQuote(
                    source_id=source.id,
                    title=source.title,
                    quote=claim.quote,
                    state=state,
                    now=now,
                )

    def _state(self, claim: Claim, source: Source) -> tuple[State, str] | None:
        if isinstance(source, CaseLaw):
            gone = self._library.missing(source.ecli, "case_law")
            return ("vanished", "") if source.ecli in gone else None
        if not isinstance(source, Legislation):
            return None  # a page that was brought along has no versions in the library
        versions = self._library.versions(source)
        now = in_force(versions, self._day)
        if now is None:
            return ("vanished", "") if self._then.get(source.id, source.id) else None
        if self._has_lapsed(now):
            return "lapsed", ""
        if find(claim.quote, now.content):
            return None
        if now.id != source.id and now.id == self._then.get(source.id):
            return None  # an older version was quoted on purpose, and nothing has come since
        return "changed", now.id

    def _has_lapsed(self, now: Legislation) -> bool:
        """Whether the article counts no more on the day: its last version ended, or the law goes on without it."""
        if now.until is not None and now.until < (self._day or self._today):
            return True
        asked = f"{now.law}, artikel {now.article}"
        gone = self._library.missing(asked, "legislation", self._day)
        return any(title.endswith(f", artikel {now.article}") for title in gone)
