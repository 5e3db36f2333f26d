"""The answers of a journal, each with what it was made of. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from src.dossier import history
from src.dossier.journal import JournalEntry, fold, given
from src.dossier.models import Answer, Dossier
from src.dossier.receipt import Receipt
from src.errors import JournalBroken, UnknownAnswer


class Made(NamedTuple):
    """An answer and the turn that made it."""

    id: str
    answer: Answer
    """As the turn proposed it: without an id, and without marks of what other turns did meanwhile."""
    entry: JournalEntry
    receipt: Receipt | None


def every_answer(entries: Sequence[JournalEntry]) -> dict[str, Made]:
    """Return every answer ever given, also those withdrawn since, oldest first, by id."""
    made: dict[str, Made] = {}
    for entry in entries:
        for name, (answer, receipt) in given(entry).items():
            made[name] = Made(name, answer, entry, receipt)
    return made


def one_answer(entries: Sequence[JournalEntry], answer_id: str | None) -> Made:
    """Return the answer of this id, the last one given where none is named; raises ``UnknownAnswer``."""
    made = every_answer(entries)
    if not made or (answer_id is not None and answer_id not in made):
        raise UnknownAnswer(answer=(answer_id or "-")[:40])
    return made[answer_id] if answer_id is not None else list(made.values())[-1]


def as_it_was(entries: Sequence[JournalEntry], made: Made) -> Dossier:
    """Return the dossier that an answer was made from: the version that the turn saw, with its selection."""
    before = history.at(entries, made.entry.based_on)
    then = fold(one for one in entries if one.version <= made.entry.version)
    if then is None:  # the entry itself is one of them
        raise JournalBroken(entry=str(made.entry.version))
    known = {source.id for source in before.sources}
    added = (source for source in then.sources if source.id not in known)
    return before.model_copy(
        update={
            "sources": (*before.sources, *added),
            "selected_ids": made.answer.source_ids,
            "language": made.answer.language,
            "as_of": _day(before, made),
        }
    )


def _day(before: Dossier, made: Made) -> object:
    patch = made.entry.patch
    return patch.as_of or (None if "as_of" in patch.unset else before.as_of)
