"""Which finished answers no longer stand on their sources as the library has them now. Pure but for the library."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from src.answering.versions import QuoteState, Timeline
from src.dossier.answers import Quoted, as_it_was, every_answer, quotes_of
from src.dossier.journal import JournalEntry
from src.dossier.models import Dossier, Frozen


class StaleQuote(Frozen):
    """A quote that the library does not bear any more."""

    source_id: str
    title: str
    quote: str
    state: QuoteState
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
    dossier: Dossier, entries: Sequence[JournalEntry], timeline: Timeline, today: date
) -> Iterator[StaleAnswer]:
    """Yield the answers of a dossier that a change of the library has touched; withdrawn ones are not looked at."""
    made = every_answer(entries)
    for answer in dossier.answers:
        if answer.id not in made or made[answer.id].entry.erased:
            continue
        given = made[answer.id]
        every = quotes_of(answer.claims, as_it_was(entries, given), given.receipt)
        found = (_stale_quote(one, timeline, today) for one in every)
        quotes = tuple(one for one in found if one)
        if quotes:
            yield StaleAnswer(
                dossier_id=dossier.id, answer=answer.id, question=answer.question, quotes=quotes
            )


def is_touched(quotes: Iterable[Quoted], timeline: Timeline, today: date) -> bool:
    """Return whether a change of the library has touched one of these quotes."""
    return any(_stale_quote(one, timeline, today) for one in quotes)


def _stale_quote(one: Quoted, timeline: Timeline, today: date) -> StaleQuote | None:
    """Return a quote that is borne no more, followed to now; the day that counts is that of the answer."""
    became = timeline.became(one.quote, one.source, one.then, one.day, today)
    if became is None:
        return None
    return StaleQuote(
        source_id=one.source.id,
        title=one.source.title,
        quote=one.quote,
        state=became.state,
        now=became.now,
    )
