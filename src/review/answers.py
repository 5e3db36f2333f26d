"""An answer of a journal, and whether it stands on its sources as they are known now. Pure but for the library."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from src.answering.recording import text_hash
from src.answering.versions import StaleAnswer, StaleQuote, Timeline
from src.dossier import chain
from src.dossier.answers import AnswerRecord, Quoted, as_it_was, every_answer, quotes_of
from src.dossier.journal import JournalEntry
from src.dossier.models import Answer, Dossier, Observation, Source
from src.dossier.receipt import Receipt
from src.errors import JournalBroken, UnknownAnswer
from src.grounding.gate import VERIFIED, check


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
        found = (
            _said_otherwise(quoted, quoted.source, dossier)
            if isinstance(quoted.source, Observation)
            else timeline and _followed(quoted, timeline, today)
            for quoted in every
        )
        quotes = tuple(quote for quote in found if quote)
        if quotes:
            yield StaleAnswer(
                dossier_id=dossier.id, answer=answer.id, question=answer.question, quotes=quotes
            )


def may_be_touched(quotes: Iterable[Quoted], timeline: Timeline | None, today: date) -> bool:
    """Return whether one of these quotes may be stale: of what a system said only the dossier itself tells."""
    return any(
        isinstance(quote.source, Observation) or (timeline and _followed(quote, timeline, today))
        for quote in quotes
    )


def _followed(quoted: Quoted, timeline: Timeline, today: date) -> StaleQuote | None:
    """Return a quote that lost its support, followed to now; the day that counts is that of the answer."""
    became = timeline.became(quoted.quote, quoted.source, quoted.then, quoted.day, today)
    if became is None:
        return None
    return StaleQuote(
        source_id=quoted.source.id,
        title=quoted.source.title,
        quote=quoted.quote,
        state=became.state,
        now=became.now,
    )


def _said_otherwise(quoted: Quoted, was: Observation, dossier: Dossier) -> StaleQuote | None:
    newer = [
        reply
        for reply in dossier.selected
        if isinstance(reply, Observation)
        and (reply.system, reply.request) == (was.system, was.request)
        and reply.id != was.id
        and (was.id not in dossier.selected_ids or reply.taken_at > was.taken_at)
    ]
    now = max(newer, key=lambda reply: reply.taken_at, default=None)
    if now is None or check(quoted.quote, now).verdict in VERIFIED:
        return None
    return StaleQuote(
        source_id=was.id, title=was.title, quote=quoted.quote, state="changed", now=now.id
    )


def one_answer(entries: Sequence[JournalEntry], answer_id: str | None) -> AnswerRecord:
    """Return the answer of this id, the last one given where none is named; raises ``UnknownAnswer``."""
    made = every_answer(entries)
    if not made or (answer_id is not None and answer_id not in made):
        raise UnknownAnswer(answer=(answer_id or "-")[:40])
    return made[answer_id] if answer_id is not None else list(made.values())[-1]


def as_proposed(answer: Answer) -> Answer:
    """Return an answer of a dossier as its turn proposed it, as ``AnswerRecord`` has it."""
    return answer.model_copy(update={"id": "", "sources_since_removed": ()})


def versions_of(
    receipt: Receipt | None, unversioned: Callable[[str], str]
) -> Mapping[str, Sequence[Source]]:
    """Return the versions that were kept with an answer, by the id of the selected source that they are versions of."""
    if receipt is None:
        return {}
    return {
        source.id: [
            one for one in receipt.other_versions if unversioned(one.id) == unversioned(source.id)
        ]
        for source in receipt.sources
    }


def changed_sources(
    dossier: Dossier, was: Dossier, source_ids: Iterable[str], receipt: Receipt | None
) -> tuple[str, ...]:
    """Return the ids of these sources that differ from the journal (``was``) or from what the receipt says."""
    hashes = {source.id: source.text_hash for source in receipt.sources} if receipt else {}
    return tuple(
        source_id
        for source_id in source_ids
        if not _is_the_same(dossier.source(source_id), was.source(source_id), hashes.get(source_id))
    )


def _is_the_same(stored: Source | None, journalled: Source | None, text: str | None) -> bool:
    """Whether a source is as it was; one that was withdrawn stands in the journal only."""
    if journalled is None or (stored is not None and stored != journalled):
        return False
    return text is None or text_hash(journalled.content) == text


def changed_in(lines: Sequence[bytes]) -> str | None:
    """Return the source whose text in a broken journal is not what a receipt in it says; None where all are.

    The chain only tells which entry was touched; a person wants to know which source.
    """
    texts: dict[str, str] = {}
    told: dict[str, str] = {}
    for entry in _readable(lines):
        for source in entry.patch.add_sources:
            texts.setdefault(source.id, text_hash(source.content))
        told.update({value.id: value.text_hash for rec in entry.receipts for value in rec.sources})
    return next((one for one, text in told.items() if one in texts and texts[one] != text), None)


def _readable(lines: Sequence[bytes]) -> Iterator[JournalEntry]:
    for number, data in enumerate(lines, start=1):
        try:
            line = chain.read(number, data)
        except JournalBroken:
            continue
        if line.content is not None:
            yield chain.entry(line, {})
