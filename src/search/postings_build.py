"""Counts where terms stand and writes it as postings, with a bounded part of the corpus in memory at a time."""

import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from src.search.arrays import FIELD_BITS, Array, save

_LARGEST_COUNT = 65_535

Counted = tuple[Array, Array, Array]
"""Rows, slots and counts, in the order of rows and slots."""


class Tokens:
    """Terms by number, with the slots in which they stand, in the order in which they were read."""

    def __init__(self) -> None:
        self._terms = array("i")
        self._slots = array("I")
        self._lengths = array("I")

    def __len__(self) -> int:
        return len(self._terms)

    def add(self, slot: int, terms: Sequence[int]) -> None:
        """Add the terms of one field of one document."""
        self._terms.extend(terms)
        self._slots.append(slot)
        self._lengths.append(len(terms))

    def arrays(self) -> tuple[Array, Array]:
        """Return the terms, and the slot of each."""
        slots = np.array(self._slots, np.uint32)
        return np.array(self._terms, np.int32), np.repeat(slots, np.array(self._lengths, np.int64))


class Segments:
    """Counted terms of ever later documents, kept in files until all are there."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name, self._number = folder, name, 0

    def add(self, segment: Counted) -> None:
        """Keep one more segment."""
        for part, values in enumerate(segment):
            np.save(self._file(self._number, part), values)
        self._number += 1

    def __iter__(self) -> Iterator[Counted]:
        for number in range(self._number):
            rows, slots, counts = (np.load(self._file(number, part)) for part in range(3))
            yield rows, slots, counts

    def remove(self) -> None:
        """Remove the files."""
        for number in range(self._number):
            for part in range(3):
                self._file(number, part).unlink()

    def _file(self, number: int, part: int) -> Path:
        return self._folder / f"segment-{self._name}-{number}-{part}.npy"


def count(rows: Array, slots: Array, counts: Array | None = None) -> Counted:
    """Return each row and slot once, in order, with how often they occur together."""
    keys = (rows.astype(np.uint64) << np.uint64(32)) | slots.astype(np.uint64)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    is_first = np.ones(len(keys), bool)
    is_first[1:] = keys[1:] != keys[:-1]
    first = np.flatnonzero(is_first)
    if counts is None:
        totals = np.diff(np.append(first, len(keys)))
    else:
        totals = np.add.reduceat(counts[order], first) if len(first) else counts
    keys = keys[first]
    return (keys >> np.uint64(32)).astype(np.int32), keys.astype(np.uint32), totals.astype(np.int32)


def documents_per_row(segments: Iterator[Counted], rows: int) -> Array:
    """Return in how many documents each row stands."""
    found = np.zeros(rows, np.int64)
    for row, slots, _ in segments:
        document = slots >> FIELD_BITS
        is_first = np.ones(len(row), bool)
        is_first[1:] = (row[1:] != row[:-1]) | (document[1:] != document[:-1])
        found += np.bincount(row[is_first], minlength=rows)
    return found


def write_postings(
    folder: Path, name: str, segments: Callable[[], Iterator[Counted]], rows: int
) -> None:
    """Write the postings of all segments, whose documents follow each other."""
    totals = np.zeros(rows, np.int64)
    for row, _, _ in segments():
        totals += np.bincount(row, minlength=rows)
    starts = np.concatenate(([0], np.cumsum(totals)))
    save(folder, f"{name}-starts", starts)
    save(folder, f"{name}-documents", documents_per_row(segments(), rows).astype(np.int32))
    _scatter(folder, name, segments(), starts)


def _scatter(folder: Path, name: str, segments: Iterator[Counted], starts: Array) -> None:
    """Put every posting into its row, behind those of earlier documents; the files are written in place."""
    rows, total = len(starts) - 1, int(starts[-1])
    slots = _file(folder / f"{name}-slots.npy", np.uint32, total)
    counts = _file(folder / f"{name}-counts.npy", np.uint16, total)
    free = starts[:-1].copy()
    for row, slot, counted in segments:
        here = np.bincount(row, minlength=rows)
        place_in_row = np.arange(len(row)) - (np.cumsum(here) - here)[row]
        places = free[row] + place_in_row
        slots[places] = slot
        counts[places] = np.minimum(counted, _LARGEST_COUNT)
        free += here


def _take_room(path: Path) -> None:
    """Have the disk set aside all that a file is long: writing to a mapped hole of a full one kills the process."""
    if hasattr(os, "posix_fallocate"):  # macOS has none
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)


def _file(path: Path, kind: type, length: int) -> Array:
    """Return a new array in a file; what is put in it is written by and by."""
    if length:
        mapped = np.lib.format.open_memmap(path, mode="w+", dtype=kind, shape=(length,))
        _take_room(path)
        return mapped
    np.save(path, np.zeros(0, kind))
    return np.zeros(0, kind)
