"""What was said before, with its times: for the form that makes a question complete."""

from collections.abc import Iterable
from datetime import datetime
from itertools import islice

from src.dossier.journal import JournalEntry

MOST_TURNS = 6
"""Turns back in which a follow-up may have its subject."""

LONGEST = 600
"""Characters of one message; what it is about stands in front."""


def moment(time: datetime) -> str:
    """Return a time as ``2026.09.28 21:52:32``."""
    return time.strftime("%Y.%m.%d %H:%M:%S")


def timestamped(newest_first: Iterable[JournalEntry]) -> list[str]:
    """Return the messages of the last turns, oldest first: ``[2026.09.28 21:52:32] user: How do I ...``."""
    last = [*islice(newest_first, MOST_TURNS)]
    return [line for entry in reversed(last) for line in _lines(entry)]


def _lines(entry: JournalEntry) -> Iterable[str]:
    if entry.request is None or entry.erased:
        return
    for role, text in (("user", entry.request.message), ("assistant", entry.reply)):
        said = " ".join(text.split())[:LONGEST]
        if said:
            yield f"[{moment(entry.time)}] {role}: {said}"
