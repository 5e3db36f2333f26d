"""Secrets as people type and paste them, whatever the field: those of files, and those of notes. Pure.

What a person writes is looked through in more forms than what a system says: odd signs are folded, a key may stand over
two lines, and "the password is ..." is one. A value's mark has a number of a keyed hash, so that it stays the same in
one dossier without anything of the value being kept.
"""

import hmac
from collections import Counter
from dataclasses import dataclass, field

from src.masking import credentials, sensitive
from src.masking.forms import AnyOf
from src.masking.masking import Marks, Masking, SensitiveKind, SensitiveSpan
from src.masking.secrets import KINDS as OF_FILES
from src.masking.secrets import MARK


def _kind(of_files: SensitiveKind) -> SensitiveKind:
    names = [name for name, known in credentials.AS_IN_FILES.items() if known == of_files.name]
    forms = [form for name in names for form in credentials.FORMS[name]]
    return SensitiveKind(of_files.name, AnyOf((of_files.candidates, *forms)), of_files.mark)


KINDS = tuple(map(_kind, OF_FILES))
"""In this order: what is taken for one kind is no other."""

_ALL = Masking(*KINDS)
_KEYS = Masking(*(kind for kind in KINDS if kind.name != "password"))
_LOWEST, _MARKS = 100_000, 900_000


@dataclass
class KeyedMarks(Marks):
    """Marks that need no memory: a value's number follows from the value and a key that stands nowhere beside it."""

    key: bytes = field(default=b"", repr=False)

    def number(self, kind: str, value: str) -> int:  # noqa: ARG002  # one value has one number, whatever names it
        written = " ".join(value.split()).encode("utf-8", "surrogatepass")
        return _LOWEST + int.from_bytes(hmac.digest(self.key, written, "sha256")[:8]) % _MARKS


def find(text: str) -> tuple[SensitiveSpan, ...]:
    """Return what secrets a text holds, in its order; no two spans overlap, and marks are none."""
    return sensitive.found_by(_ALL, _KEYS, MARK.sub(lambda mark: "‹" * len(mark[0]), text))


def counts(text: str) -> dict[str, int]:
    """Return how many secrets of each kind a text holds."""
    return dict(Counter(span.kind for span in find(text)))


def mask(text: str, marks: Marks | None = None) -> str:
    """Return the text with a mark in the place of each secret, every other character as it was."""
    return _ALL.marked(text, find(text), marks or Marks())
