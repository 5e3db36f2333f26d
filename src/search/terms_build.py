"""Turns the texts of documents into the terms of an index, and writes where they stand as postings.

Terms are words, parts of compounds, and two words in a row. A bounded part of the corpus is in memory at a time.
"""

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from src.search.arrays import AS_PART, FIELD_BITS, FIELD_MASK, Array, Strings, save
from src.search.compounds import Splitter
from src.search.corpus import Analyser, Corpus

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
        self._terms.extend(terms)
        self._slots.append(slot)
        self._lengths.append(len(terms))

    def arrays(self) -> tuple[Array, Array]:
        slots = np.array(self._slots, np.uint32)
        return np.array(self._terms, np.int32), np.repeat(slots, np.array(self._lengths, np.int64))


class Segments:
    """Counted terms of ever later documents, kept in files until all are there."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name, self._number = folder, name, 0

    def add(self, segment: Counted) -> None:
        for part, values in enumerate(segment):
            np.save(self._file(self._number, part), values)
        self._number += 1

    def __iter__(self) -> Iterator[Counted]:
        for number in range(self._number):
            rows, slots, counts = (np.load(self._file(number, part)) for part in range(3))
            yield rows, slots, counts

    def remove(self) -> None:
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


SEGMENT_TOKENS = 2_000_000
"""So many terms are counted at once; the larger, the more memory a build takes."""

_PAIR, _RIGHT = np.uint64(32), np.uint64(0xFFFFFFFF)


class _Numbers(dict[str, int]):
    """The number of each word's term, -1 for a word that is no term; a new term gets the next number."""

    def __init__(self, term: Callable[[str], str | None], terms: dict[str, int]) -> None:
        super().__init__()
        self._term, self._terms = term, terms

    def __missing__(self, word: str) -> int:
        term = self._term(word)
        number = -1 if term is None else self._terms.setdefault(term, len(self._terms))
        self[word] = number
        return number


class TermsWriter:
    """Takes the texts of documents in their order, then what other documents say of them, and writes the terms."""

    def __init__(self, folder: Path, corpus: Corpus[Any], segment_tokens: int) -> None:
        self._folder, self._segment_tokens = folder, segment_tokens
        self._analysers = corpus.analysers
        self._fields = {field.name: at for at, field in enumerate(corpus.weights.fields)}
        self._own_analysers = [field.analyser for field in corpus.weights.fields]
        self._in_a_row = [at for at, field in enumerate(corpus.weights.fields) if field.in_a_row]
        self._terms: dict[str, int] = {}
        self._numbers_of: dict[Analyser, _Numbers] = {}
        self._tokens, self._later = Tokens(), Tokens()
        self._segments, self._pairs = Segments(folder, "terms"), Segments(folder, "pairs")
        self._pair_keys: list[Array] = []
        self._lengths: list[Array] = []
        self._documents = 0
        self._ended = [0]

    def add(self, texts: Mapping[str, str], language: str = "") -> None:
        """Take the texts of the next document, by field."""
        for name, text in texts.items():
            field = self._fields[name]
            numbers = self._numbers(field, text, language)
            self._tokens.add(self._documents << FIELD_BITS | field, numbers)
        self._documents += 1
        if len(self._tokens) > self._segment_tokens:
            self._end_segment()

    def add_later(self, documents: Iterable[int], name: str, text: str, language: str = "") -> None:
        """Take more text of a field of documents that were taken before."""
        field = self._fields[name]
        numbers = self._numbers(field, text, language)
        for document in documents:
            self._later.add(document << FIELD_BITS | field, numbers)

    def save(self) -> None:
        """Write the terms and their postings."""
        self._end_segment()
        if len(self._later):
            self._merge_later()
        lengths = np.concatenate([np.zeros((0, FIELD_MASK + 1), np.uint32), *self._lengths])
        save(self._folder, "lengths", lengths)
        order = sorted(self._terms)
        renumbered = np.empty(len(order), np.int32)
        renumbered[[self._terms[term] for term in order]] = np.arange(len(order), dtype=np.int32)
        Strings.save(self._folder, "terms", (term.encode() for term in order))
        self._write_terms(renumbered)
        self._write_pairs(renumbered)
        self._segments.remove()
        self._pairs.remove()

    def _numbers(self, field: int, text: str, language: str) -> list[int]:
        analyser = self._own_analysers[field] or self._analysers[language]
        numbers = self._numbers_of.get(analyser)
        if numbers is None:
            numbers = self._numbers_of[analyser] = _Numbers(analyser.term, self._terms)
        return [number for word in analyser.words(text) if (number := numbers[word]) >= 0]

    def _end_segment(self) -> None:
        terms, slots = self._tokens.arrays()
        self._tokens = Tokens()
        self._segments.add(count(terms, slots))
        self._lengths.append(_lengths(slots, self._ended[-1], self._documents))
        self._ended.append(self._documents)
        is_text = np.isin(slots & FIELD_MASK, self._in_a_row)
        first = np.flatnonzero(is_text[:-1] & (slots[:-1] == slots[1:]))
        keys, rows = np.unique(_pairs(terms[first], terms[first + 1]), return_inverse=True)
        self._pair_keys.append(keys)
        self._pairs.add(count(rows, slots[first]))

    def _merge_later(self) -> None:
        terms, slots = self._later.arrays()
        merged = Segments(self._folder, "merged")
        for at, segment in enumerate(self._segments):
            first, end = self._ended[at], self._ended[at + 1]
            here = (slots >= first << FIELD_BITS) & (slots < end << FIELD_BITS)
            ones = np.ones(np.count_nonzero(here), np.int32)
            more = (terms[here], slots[here], ones)
            rows, at_slots, counts = map(np.concatenate, zip(segment, more, strict=True))
            merged.add(count(rows, at_slots, counts))
            self._lengths[at] += _lengths(slots[here], first, end)
        self._segments.remove()
        self._segments = merged

    def _write_terms(self, renumbered: Array) -> None:
        parts = self._parts()
        starts = np.cumsum([0, *map(len, parts)])
        flat = np.array([part for row in parts for part in row], np.int32)

        def segments() -> Iterator[Counted]:
            for rows, slots, counts in self._segments:
                many = (starts[1:] - starts[:-1])[rows]
                places = np.repeat(starts[rows], many) + _counters(many)
                all_rows = np.concatenate((rows, flat[places]))
                all_slots = np.concatenate((slots, np.repeat(slots, many) | np.uint32(AS_PART)))
                all_counts = np.concatenate((counts, np.repeat(counts, many)))
                yield count(renumbered[all_rows], all_slots, all_counts)

        self._write_postings("terms", segments(), len(parts))
        self._write_parts(parts, renumbered)

    def _parts(self) -> list[list[int]]:
        frequency = documents_per_row(iter(self._segments), len(self._terms)).tolist()
        names = list(self._terms)
        heads = [known for one, known in self._numbers_of.items() if one.compounds]
        if not heads:
            return [[] for _ in names]

        def head(word: str) -> str | None:
            found = (known.get(word, -1) for known in heads)
            return next((names[at] for at in found if at >= 0), None)

        splitter = Splitter(
            head, lambda term: frequency[self._terms[term]] if term in self._terms else 0
        )
        return [[self._terms[part] for part in splitter.parts(term)] for term in names]

    def _write_parts(self, parts: list[list[int]], renumbered: Array) -> None:
        order = np.argsort(renumbered)
        ordered = [parts[at] for at in order]
        save(self._folder, "parts-starts", np.cumsum([0, *map(len, ordered)], dtype=np.int64))
        flat = np.array([part for row in ordered for part in row], np.int32)
        save(self._folder, "parts-rows", renumbered[flat])

    def _write_pairs(self, renumbered: Array) -> None:
        tables = [
            _pairs(renumbered[keys >> _PAIR], renumbered[keys & _RIGHT]) for keys in self._pair_keys
        ]
        every = np.unique(np.concatenate(tables))
        save(self._folder, "pairs", every)

        def segments() -> Iterator[Counted]:
            for table, (rows, slots, counts) in zip(tables, self._pairs, strict=True):
                yield count(np.searchsorted(every, table)[rows], slots, counts)

        self._write_postings("pairs", segments(), len(every))

    def _write_postings(self, name: str, counted: Iterator[Counted], rows: int) -> None:
        """Write postings from segments that are made once and read several times."""
        ready = Segments(self._folder, f"{name}-ready")
        for segment in counted:
            ready.add(segment)
        write_postings(self._folder, name, lambda: iter(ready), rows)
        ready.remove()


def _pairs(left: Array, right: Array) -> Array:
    """Return one number for each two terms in a row."""
    pairs: Array = (left.astype(np.uint64) << _PAIR) | right.astype(np.uint64)
    return pairs


def _counters(many: Array) -> Array:
    """Return 0, 1, ... up to each number, one row behind another."""
    counters: Array = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
    return counters


def _lengths(slots: Array, first: int, end: int) -> Array:
    """Return how many terms each field of the documents from ``first`` has."""
    width = FIELD_MASK + 1
    document, field = slots >> FIELD_BITS, slots & FIELD_MASK
    places = (document.astype(np.int64) - first) * width + field
    counts = np.bincount(places, minlength=(end - first) * width)
    lengths: Array = counts.reshape(-1, width).astype(np.uint32)
    return lengths
