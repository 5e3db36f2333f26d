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


def save_blocks(folder: Path, name: str, kind: type, length: int, blocks: Iterable[Array]) -> None:
    """Write an array of so many numbers block by block."""
    about = {"descr": np.dtype(kind).str, "fortran_order": False, "shape": (length,)}
    with (folder / f"{name}.npy").open("wb") as file:
        np.lib.format.write_array_header_1_0(file, about)
        for block in blocks:
            file.write(block.astype(kind, copy=False).tobytes())


def load(folder: Path, name: str, mapped: bool = True) -> Array:
    """Return the array of a name; mapped, it is read from the file where it is used. ValueError if it is damaged."""
    array: Array = np.load(
        folder / f"{name}.npy", mmap_mode="r" if mapped else None, allow_pickle=False
    )
    # A plain view: indexing a memmap object costs ten times as much.
    return array.view(np.ndarray)


def joined(arrays: Sequence[Array]) -> Array:
    """Return arrays one behind another."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def counters(many: Array, begins: Array) -> Array:
    """Return, one row behind another, each so many numbers up from where it begins."""
    ends = many.cumsum()
    found: Array = np.arange(ends[-1] if len(ends) else 0)
    found += (begins - (ends - many)).repeat(many)
    return found


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
