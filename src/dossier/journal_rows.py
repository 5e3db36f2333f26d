"""A dossier in a database, without the database: what its rows mean. Pure."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pydantic import ValidationError

from src.dossier import chain
from src.dossier.chain import Line
from src.dossier.journal import JournalEntry, after, fold
from src.dossier.journal_file import following, sound, verified
from src.dossier.models import SCHEMA, Dossier
from src.dossier.store import Committed
from src.errors import DossierUnreadable
from src.masking.personal import PERSONAL_DATA

LONGEST_TITLE = 80
LONGEST_READ = 400
"""Characters of a question that its title is made from; more than the title has, as a number must be seen whole."""


class Held(NamedTuple):
    """A dossier as it is stored now, and what the next turn on it needs to know."""

    dossier: Dossier
    last: Line
    """The last line, without its content."""
    changed: int
    """Number of the change that made it so; every other state has another."""
    snapshot_size: int
    beyond: int
    """Bytes of the lines that the snapshot does not hold."""

    @property
    def size(self) -> int:
        return self.snapshot_size + self.beyond


def snapshot_of(dossier_id: str, data: bytes | None) -> Dossier | None:
    """Return the kept state; None where there is none that can be used: the journal has it all."""
    try:
        dossier = Dossier.model_validate_json(data or b"")
    except ValidationError:
        return None
    return dossier if dossier.id == dossier_id and dossier.schema_version == SCHEMA else None


def state(
    dossier_id: str, snapshot: Dossier | None, lines: Sequence[bytes]
) -> tuple[Dossier, Line]:
    """Return the dossier and its last line; ``lines`` start with the one that the snapshot ends at, if there is one."""
    first = sound(lines[0]) if snapshot and lines else None
    known = (
        [first, *following(dossier_id, first, lines[1:])] if first else verified(dossier_id, lines)
    )
    if not known or (snapshot and (first is None or first.version != snapshot.version)):
        raise DossierUnreadable(dossier_id=dossier_id, problem="broken_journal")
    dossier = snapshot
    try:
        for entry in chain.entries(known[1:] if snapshot else known):
            dossier = after(dossier, entry)
    except KeyError as error:  # a turn is gone, and nothing stands in its place
        raise DossierUnreadable(dossier_id=dossier_id, problem="broken_journal") from error
    assert dossier is not None  # there is a snapshot or at least one line
    return dossier, chain.erased(known[-1])


def earlier(every: Sequence[JournalEntry], message_id: str) -> Committed | None:
    """Return the turn of this message id, out of all turns of a journal, with the dossier right after it."""
    for number, entry in enumerate(every, start=1):
        if entry.message_id == message_id:
            dossier = fold(every[:number])
            assert dossier is not None  # there is at least this entry
            return Committed(dossier=dossier, entry=entry, repeated=True)
    return None


def key_of(message_id: str) -> bytes | None:
    """Return the form of a message id that has no limits of length or characters; None for none."""
    return hashlib.sha256(message_id.encode()).digest() if message_id else None


def title_of(dossier: Dossier) -> str:
    """Return the name that the user gave it, else the first words of the first question, its personal data masked."""
    if dossier.title:
        return dossier.title
    asked = next((said.content for said in dossier.conversation if said.role == "user"), "")
    return _title_from(asked[:LONGEST_READ])


@lru_cache(1_000)
def _title_from(asked: str) -> str:
    """Return the first words of a question, visibly cut; every turn on its dossier has the same title again."""
    words = PERSONAL_DATA.mask(" ".join(asked.split()))
    if len(words) <= LONGEST_TITLE:
        return words
    return words[: LONGEST_TITLE - 1].rsplit(" ", 1)[0] + "…"
