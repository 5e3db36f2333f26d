"""Which finished answers no longer stand on their sources as the library has them now. Pure but for the library."""

from collections.abc import Iterator, Sequence
from datetime import date

from src.answering.versions import QuoteState, Timeline
from src.dossier.journal import JournalEntry
from src.dossier.models import Answer, Dossier, Frozen
from src.review.answers import AnswerRecord, as_it_was, every_answer


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
        quotes = tuple(_stale_quotes(answer, made[answer.id], entries, timeline, today))
        if quotes:
            yield StaleAnswer(
                dossier_id=dossier.id, answer=answer.id, question=answer.question, quotes=quotes
            )


def _stale_quotes(
    answer: Answer,
    made: AnswerRecord,
    entries: Sequence[JournalEntry],
    timeline: Timeline,
    today: date,
) -> Iterator[StaleQuote]:
    """Yield the quotes of an answer, followed to now; the day that counts is that of the answer."""
    was = as_it_was(entries, made)
    then = {one.id: one.in_force for one in made.receipt.sources} if made.receipt else {}
    for claim in answer.claims:
        source = was.source(claim.source_id)
        if source is None:
            continue
        became = timeline.became(claim, source, then.get(source.id), was.as_of, today)
        if became:
            yield StaleQuote(
                source_id=source.id,
                title=source.title,
                quote=claim.quote,
                state=became.state,
                now=became.now,
            )
