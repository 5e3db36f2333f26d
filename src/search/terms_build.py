"""Turns the texts of documents into the terms of an index: words, parts of compounds, and two words in a row."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from src.search.arrays import (
    AS_PART,
    FIELD_BITS,
    FIELD_MASK,
    Array,
    Postings,
    Strings,
    load,
    save,
)
from src.search.compounds import Splitter
from src.search.corpus import Analyser, Corpus
from src.search.postings_build import (
    Counted,
    Segments,
    Tokens,
    count,
    documents_per_row,
    write_postings,
)

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

    def carry(self, older: Path, numbers: Array) -> None:
        """Take documents of an older index before any others: ``numbers`` has the number here of each one there, or -1.

        They keep their order, and count from 0 here. Of a corpus without compounds only.
        """
        self._documents = int(np.count_nonzero(numbers >= 0))
        self._ended.append(self._documents)
        self._lengths.append(load(older, "lengths")[numbers >= 0])
        rows, slots, counts = _carried(Postings.load(older, "terms"), numbers)
        used = np.bincount(rows).nonzero()[0]
        names = Strings.load(older, "terms")
        self._terms.update((names[at].decode(), number) for number, at in enumerate(used.tolist()))
        renumbered = np.zeros(len(names), np.int32)
        renumbered[used] = np.arange(len(used))
        self._segments.add((renumbered[rows], slots, counts))
        rows, slots, counts = _carried(Postings.load(older, "pairs"), numbers)
        used = np.bincount(rows).nonzero()[0]
        keys = load(older, "pairs")[used]
        self._pair_keys.append(_pairs(renumbered[keys >> _PAIR], renumbered[keys & _RIGHT]))
        self._pairs.add((np.searchsorted(used, rows), slots, counts))

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
        """Count what was taken later in the segments of its documents."""
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
        """Return the parts of every term that is a compound of words of this corpus."""
        frequency = documents_per_row(iter(self._segments), len(self._terms)).tolist()
        names = list(self._terms)
        heads = [known for one, known in self._numbers_of.items() if one.compounds]
        if not heads:
            return [[] for _ in names]

        def head(word: str) -> str | None:
            found = (known.get(word, -1) for known in heads)
            return next((names[at] for at in found if at >= 0), None)

        splitter = Splitter(
            head,
            lambda term: frequency[self._terms[term]] if term in self._terms else 0,
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


def _carried(postings: Postings, numbers: Array) -> Counted:
    """Return the rows, slots and counts of the documents that have a number, under it."""
    rows = np.repeat(np.arange(len(postings.starts) - 1), np.diff(postings.starts))
    number = numbers[postings.slots >> FIELD_BITS]
    kept = number >= 0
    slots = number[kept].astype(np.uint32) << FIELD_BITS | postings.slots[kept] & FIELD_MASK
    return rows[kept], slots, postings.counts[kept].astype(np.int32)


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
