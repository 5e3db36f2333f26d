"""The arrays of an index: written once, mapped into memory to be read."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

FIELD_BITS = 4
FIELD_MASK = 7
AS_PART = 8
"""A slot is a document's number, a bit for a part of a compound (not a word of its own), and three for the field."""


def save(folder: Path, name: str, array: Array) -> None:
    np.save(folder / f"{name}.npy", array, allow_pickle=False)


def load(folder: Path, name: str, mapped: bool = True) -> Array:
    """Return the array of a name; mapped, it is read from the file where it is used. ValueError if it is damaged."""
    array: Array = np.load(
        folder / f"{name}.npy", mmap_mode="r" if mapped else None, allow_pickle=False
    )
    # A plain view: indexing a memmap object costs ten times as much.
    return array.view(np.ndarray)


@dataclass(frozen=True)
class Strings(Sequence[bytes]):
    """Texts in the order of their bytes, to be looked up by halving."""

    text: Array
    ends: Array

    @classmethod
    def save(cls, folder: Path, name: str, texts: Iterable[bytes]) -> None:
        pieces = list(texts)
        save(folder, f"{name}-text", np.frombuffer(b"".join(pieces), np.uint8))
        save(folder, f"{name}-ends", np.cumsum([0, *map(len, pieces)], dtype=np.int64))

    @classmethod
    def load(cls, folder: Path, name: str, mapped: bool = True) -> "Strings":
        return cls(load(folder, f"{name}-text", mapped), load(folder, f"{name}-ends", mapped))

    def __len__(self) -> int:
        return len(self.ends) - 1

    def __getitem__(self, at: Any) -> Any:
        return self.text[self.ends[at] : self.ends[at + 1]].tobytes()

    def find(self, text: str) -> int:
        """Return the place of a text, -1 where it is not there."""
        wanted = text.encode()
        at = bisect_left(self, wanted)
        return at if at < len(self) and self[at] == wanted else -1


@dataclass(frozen=True)
class Postings:
    """For each row, where it stands (document and field in one number, a slot) and how often."""

    starts: Array
    slots: Array
    counts: Array
    documents: Array
    """In how many documents each row stands."""

    @classmethod
    def load(cls, folder: Path, name: str, mapped: bool = True) -> "Postings":
        names = ("starts", "slots", "counts", "documents")
        return cls(*(load(folder, f"{name}-{part}", mapped) for part in names))

    def row(self, at: int) -> tuple[Array, Array]:
        span = slice(int(self.starts[at]), int(self.starts[at + 1]))
        return self.slots[span], self.counts[span]
