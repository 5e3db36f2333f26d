"""Which finished answers no longer stand on their sources as they are known now. Pure but for the library."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from src.answering.versions import LostSupport, QuoteState, Timeline
from src.dossier.answers import Quoted, as_it_was, every_answer, quotes_of
from src.dossier.journal import JournalEntry
from src.dossier.models import Dossier, Frozen, Observation
from src.grounding.gate import VERIFIED, check


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
    """An answer with such quotes."""

    dossier_id: str
    answer: str
    question: str
    quotes: tuple[StaleQuote, ...]


def stale_answers(
    dossier: Dossier, entries: Sequence[JournalEntry], timeline: Timeline | None, today: date
) -> Iterator[StaleAnswer]:
    """Yield the answers of a dossier that a change of the library, or of what a system says, has touched.

    Withdrawn ones are not looked at, and no system is asked: what counts is what it said in this dossier since.
    """
    made = every_answer(entries)
    for answer in dossier.answers:
        if answer.id not in made or made[answer.id].entry.erased:
            continue
        given = made[answer.id]
        every = quotes_of(answer.claims, as_it_was(entries, given), given.receipt)
        found = (_stale_quote(one, dossier, timeline, today) for one in every)
        quotes = tuple(one for one in found if one)
        if quotes:
            yield StaleAnswer(
                dossier_id=dossier.id, answer=answer.id, question=answer.question, quotes=quotes
            )


def stale_artifact(dossier_id: str, lost: LostSupport) -> StaleAnswer:
    """Return something made that lost quotes, told as an answer is."""
    quotes = tuple(StaleQuote(**one._asdict()) for one in lost.quotes)
    return StaleAnswer(
        dossier_id=dossier_id, answer=lost.artifact, question=lost.title, quotes=quotes
    )


def may_be_touched(quotes: Iterable[Quoted], timeline: Timeline | None, today: date) -> bool:
    """Return whether one of these quotes may be stale: of what a system said only the dossier itself tells."""
    return any(
        isinstance(one.source, Observation) or (timeline and _followed(one, timeline, today))
        for one in quotes
    )


def _stale_quote(
    one: Quoted, dossier: Dossier, timeline: Timeline | None, today: date
) -> StaleQuote | None:
    if isinstance(one.source, Observation):
        return _said_otherwise(one, one.source, dossier)
    return _followed(one, timeline, today) if timeline else None


def _followed(one: Quoted, timeline: Timeline, today: date) -> StaleQuote | None:
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


def _said_otherwise(one: Quoted, was: Observation, dossier: Dossier) -> StaleQuote | None:
    """Return a quote that the system's newer reply to the same request lacks."""
    newer = [
        reply
        for reply in dossier.selected
        if isinstance(reply, Observation)
        and (reply.system, reply.request) == (was.system, was.request)
        and reply.id != was.id
        and (was.id not in dossier.selected_ids or reply.taken_at > was.taken_at)
    ]
    now = max(newer, key=lambda reply: reply.taken_at, default=None)
    if now is None or check(one.quote, now).verdict in VERIFIED:
        return None
    return StaleQuote(
        source_id=was.id, title=was.title, quote=one.quote, state="changed", now=now.id
    )
