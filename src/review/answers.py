"""One answer of a journal, and whether its sources are still those that it was made of. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from src.answering.recording import text_hash
from src.dossier import chain
from src.dossier.answers import AnswerRecord, every_answer
from src.dossier.journal import JournalEntry
from src.dossier.models import Dossier, Source
from src.dossier.receipt import Receipt
from src.errors import JournalBroken, UnknownAnswer


def one_answer(entries: Sequence[JournalEntry], answer_id: str | None) -> AnswerRecord:
    """Return the answer of this id, the last one given where none is named; raises ``UnknownAnswer``."""
    made = every_answer(entries)
    if not made or (answer_id is not None and answer_id not in made):
        raise UnknownAnswer(answer=(answer_id or "-")[:40])
    return made[answer_id] if answer_id is not None else list(made.values())[-1]


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
    hashes = {one.id: one.text_hash for one in receipt.sources} if receipt else {}
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
        told.update({one.id: one.text_hash for rec in entry.receipts for one in rec.sources})
    return next((one for one, text in told.items() if one in texts and texts[one] != text), None)


def _readable(lines: Sequence[bytes]) -> Iterator[JournalEntry]:
    for number, data in enumerate(lines, start=1):
        try:
            line = chain.read(number, data)
        except JournalBroken:
            continue
        if line.content is not None:
            yield chain.entry(line, {})
