"""A row of the index of dossiers in a folder. Pure."""

import json
from typing import NamedTuple

from src.dossier.files import Stamp
from src.dossier.store import DossierSummary


class Texts(NamedTuple):
    """What a turn, or a whole dossier, brings to look for."""

    words: bytes = b""
    quotes: bytes | None = None
    """What its answers quote; None: that is still to be read."""


class IndexRow(NamedTuple):
    """A dossier as the index has it: the files that it was read from, and what a list shows of it."""

    id: str
    changed: int
    journal: str
    state: str
    tenant: str | None = None
    desk: str | None = None
    """None: still to be read, or not readable."""
    version: int | None = None
    created_at: str | None = None
    title: str | None = None
    answers: int | None = None
    quoted: bool = False
    """Whether all that its answers quote is here."""
    updated_at: str | None = None
    labels: str = "[]"
    """As JSON."""
    archived: bool = False

    @property
    def summary(self) -> DossierSummary | None:
        """What a list shows; None where it is still to be read."""
        if self.desk is None:
            return None
        told = {name: getattr(self, name) for name in DossierSummary.model_fields}
        return DossierSummary.model_validate(told | {"labels": json.loads(self.labels)})

    @property
    def unread(self) -> "IndexRow":
        """The same files, as they are before anybody has read them."""
        return IndexRow(*self[:4])

    def is_of(self, files: "IndexRow | None") -> bool:
        return files is not None and self[2:4] == files[2:4]


def of_files(dossier_id: str, journal: Stamp | None, state: Stamp | None) -> IndexRow:
    """Return the row of a dossier of which nothing but its files is known."""
    changed = max(journal.changed if journal else 0, state.changed if state else 0)
    return IndexRow(dossier_id, changed, told(journal), told(state))


def told(stamped: Stamp | None) -> str:
    """Return a stamp as the index has it."""
    return f"{stamped.inode}:{stamped.size}:{stamped.changed}" if stamped else ""
