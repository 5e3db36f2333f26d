"""The answers of a journal, each with what it was made of, and what they quote. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from pydantic import ValidationError

from src.dossier import history
from src.dossier.journal import JournalEntry, begun, fold, given
from src.dossier.models import Answer, Claim, Dossier, Frozen, Source, json_of
from src.dossier.receipt import Receipt
from src.errors import JournalBroken


class AnswerRecord(NamedTuple):
    """An answer and the turn that made it."""

    id: str
    answer: Answer
    """As the turn proposed it: without an id, and without marks of what other turns did meanwhile."""
    entry: JournalEntry
    receipt: Receipt | None


class Quoted(Frozen):
    """A quote of an answer, with all that decides whether a library still bears it."""

    quote: str
    source: Source
    """What it is from, as the answer had it; in an index without its text."""
    then: str | None
    """The version that counted when the answer was made (empty: none did; None: that was not kept)."""
    day: date | None
    """The day of the answer."""


def every_answer(entries: Iterable[JournalEntry]) -> dict[str, AnswerRecord]:
    """Return every answer ever given, also those withdrawn since, oldest first, by id."""
    made: dict[str, AnswerRecord] = {}
    for entry in entries:
        for name, (answer, receipt) in given(entry).items():
            made[name] = AnswerRecord(name, answer, entry, receipt)
    return made


def as_it_was(entries: Sequence[JournalEntry], made: AnswerRecord) -> Dossier:
    """Return the dossier that an answer was made from: the version that the turn saw, with its selection."""
    before = history.before(entries, made.entry)
    then = fold(entry for entry in entries if entry.version <= made.entry.version)
    if then is None:  # the entry itself is one of them
        raise JournalBroken(entry=str(made.entry.version))
    return _made_from(before, then, made)


def quotes_of(claims: Iterable[Claim], was: Dossier, receipt: Receipt | None) -> Iterator[Quoted]:
    """Yield the quotes of an answer's claims that are from a source that it had."""
    then = {source.id: source.in_force for source in receipt.sources} if receipt else {}
    for claim in claims:
        source = was.source(claim.source_id)
        if source is not None:
            known = then.get(source.id)
            yield Quoted(quote=claim.quote, source=source, then=known, day=was.as_of)


# In an index


def quotes_in(entries: Sequence[JournalEntry]) -> bytes:
    """Return what all answers ever given quote, as ``quotes_from`` reads it; those of erased turns aside."""
    every = every_answer(entries).values()
    return b"".join(_told(one, as_it_was(entries, one)) for one in every if not one.entry.erased)


def quotes_added(before: Dossier | None, entry: JournalEntry, after: Dossier) -> bytes | None:
    """Return what a turn adds to ``quotes_in`` its journal; None where only the whole journal tells."""
    made = every_answer([entry]).values()
    before = before or begun(entry)
    if made and before.version != entry.based_on:
        return None  # others have committed since the version that its answer was made from
    return b"".join(_told(pair, _made_from(before, after, pair)) for pair in made)


def quotes_from(data: bytes) -> tuple[Quoted, ...] | None:
    """Return the quotes that an index has; None where another version of the program wrote them."""
    try:
        return tuple(Quoted.model_validate_json(line) for line in data.splitlines())
    except ValidationError:
        return None


def _told(made: AnswerRecord, was: Dossier) -> bytes:
    found = quotes_of(made.answer.claims, was, made.receipt)
    told = ((quoted, quoted.source.model_copy(update={"content": ""})) for quoted in found)
    return b"".join(
        json_of(quoted.model_copy(update={"source": bare})) + b"\n" for quoted, bare in told
    )


def _made_from(before: Dossier, then: Dossier, made: AnswerRecord) -> Dossier:
    """Return the version that a turn saw, with its message, and the sources and artifacts that came until its end."""
    patch, known = made.entry.patch, {source.id for source in before.sources}
    added = (source for source in then.sources if source.id not in known)
    said = (message for message in patch.add_messages if message.role == "user")
    return before.model_copy(
        update={
            "conversation": (*before.conversation, *said),
            "sources": (*before.sources, *added),
            "selected_ids": made.answer.source_ids,
            "artifacts": then.artifacts,
            "language": made.answer.language,
            "as_of": patch.as_of or (None if "as_of" in patch.unset else before.as_of),
        }
    )
