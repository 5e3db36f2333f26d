"""Turns the texts of documents into terms, and writes them document by document, with what an engine finds them by.

A bounded part of the corpus is in memory at a time.
"""

import importlib.metadata
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from src.search.arrays import (
    FIELD_BITS,
    FIELD_MASK,
    Array,
    Strings,
    counters,
    load,
    save,
    save_blocks,
)
from src.search.compounds import Splitter
from src.search.corpus import RANKED_WHOLE, Analyser, Corpus
from src.search.terms import HAVING, having

SEGMENT_TOKENS = 2_000_000
"""So many terms are looked at at once; the larger, the more memory a build takes."""

ENGINE, ORDER = "engine", "engine-order"
"""What an engine has of a segment, and the numbers of its documents in the order in which it has them."""

PARTS = "parts"
"""The field of an engine that has the parts of a document's compounds."""

_RAW = "tokens.raw"


def engine_fingerprint() -> str:
    """Return another text for every engine and format: what another one wrote is written again."""
    release = importlib.metadata.version("tantivy").split(".")
    return f"tantivy {'.'.join(release[:2])} by id"


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

    def __init__(self, folder: Path, corpus: Corpus[Any], block_tokens: int) -> None:
        self._folder, self._block = folder, block_tokens
        self._analysers = corpus.analysers
        self._fields = {field.name: at for at, field in enumerate(corpus.weights.fields)}
        self._own_analysers = [field.analyser for field in corpus.weights.fields]
        self._weights = corpus.weights
        self._whole = corpus.ranked_whole
        self._terms: dict[str, int] = {}
        self._numbers_of: dict[Analyser, _Numbers] = {}
        self._slots, self._lengths = array("I"), array("I")
        self._documents = 0
        self._file: BinaryIO = (folder / _RAW).open("wb")

    def add(self, texts: Mapping[str, str], language: str = "") -> None:
        """Take the texts of the next document, by field."""
        self._documents += 1
        for name, text in texts.items():
            self.add_later((self._documents - 1,), name, text, language)

    def add_later(self, documents: Iterable[int], name: str, text: str, language: str = "") -> None:
        """Take more text of a field of documents that were taken before."""
        field = self._fields[name]
        numbers = array("i", self._numbers(field, text, language))
        for document in documents:
            self._file.write(numbers)
            self._slots.append(document << FIELD_BITS | field)
            self._lengths.append(len(numbers))

    def close(self) -> None:
        """Let go of the file that is being written."""
        self._file.close()

    def save(self, order: Array) -> None:
        """Write the terms, and where they stand; an engine takes the documents in an order of theirs."""
        self.close()
        names = sorted(self._terms)
        renumbered = np.empty(len(names), np.int32)
        renumbered[[self._terms[term] for term in names]] = np.arange(len(names), dtype=np.int32)
        Strings.save(self._folder, "terms", map(str.encode, names))
        runs = _Runs(self._folder, self._slots, self._lengths, self._documents, self._block)
        runs.save(renumbered)
        documents = runs.having(len(names))
        parts = self._parts(names, documents)
        starts = np.cumsum([0, *map(len, parts)], dtype=np.int64)
        rows = np.array([part for row in parts for part in row], np.int32)
        save(self._folder, "parts-starts", starts)
        save(self._folder, "parts-rows", rows)
        if len(rows):
            documents = runs.having(len(names), (starts, rows))
        save(self._folder, HAVING, documents)
        if self._documents > RANKED_WHOLE and not self._whole:
            self._write_engine(runs, names, parts, order)

    def _numbers(self, field: int, text: str, language: str) -> list[int]:
        analyser = self._own_analysers[field] or self._analysers[language]
        numbers = self._numbers_of.get(analyser)
        if numbers is None:
            numbers = self._numbers_of[analyser] = _Numbers(analyser.term, self._terms)
        return [number for word in analyser.words(text) if (number := numbers[word]) >= 0]

    def _parts(self, names: Sequence[str], documents: Array) -> list[list[int]]:
        frequency = dict(zip(names, documents.tolist(), strict=True))
        rows = {name: row for row, name in enumerate(names)}
        by_number = list(self._terms)
        heads = [known for analyser, known in self._numbers_of.items() if analyser.compounds]
        if not heads:
            return [[] for _ in names]

        def head(word: str) -> str | None:
            found = (known.get(word, -1) for known in heads)
            return next((by_number[at] for at in found if at >= 0), None)

        splitter = Splitter(head, lambda term: frequency.get(term, 0))
        return [[rows[part] for part in splitter.parts(term)] for term in names]

    def _write_engine(
        self,
        runs: "_Runs",
        names: Sequence[str],
        parts: Sequence[Sequence[int]],
        order: Array,
    ) -> None:
        chosen = {field.name: field.weight for field in self._weights.fields if field.weight}
        has_parts = any(parts)
        if has_parts:
            chosen[PARTS] = self._weights.parts_in_text
        from src.search.engines import SegmentWriter  # a start must not wait for it

        engine = SegmentWriter(self._folder / ENGINE, chosen)
        fields = [field.name for field in self._weights.fields]
        for document in runs.documents(order):
            terms: dict[str, list[str]] = {}
            for field, rows in document:
                terms.setdefault(fields[field], []).extend(map(names.__getitem__, rows))
                if has_parts:
                    its = (names[part] for row in rows for part in parts[row])
                    terms.setdefault(PARTS, []).extend(its)
            engine.add(terms)
        engine.commit()
        save(self._folder, ORDER, order)


class _Runs:
    """The terms of fields of documents, one run behind another; all of it can't be in memory."""

    def __init__(
        self, folder: Path, slots: Sequence[int], lengths: Sequence[int], documents: int, block: int
    ) -> None:
        self._folder, self._block = folder, block
        taken, many = np.array(slots, np.uint32), np.array(lengths, np.int64)
        order = taken.argsort(kind="stable")  # what was said later stands with the document
        self._starts = (many.cumsum() - many)[order]
        self._slots, self._lengths = taken[order], many[order]
        self._ends = np.concatenate(([0], self._lengths.cumsum()))
        self._firsts = np.searchsorted(
            self._slots, np.arange(documents + 1, dtype=np.int64) << FIELD_BITS
        )

    def save(self, renumbered: Array) -> None:
        """Write the terms of all documents by their final numbers."""
        self._write_tokens(renumbered)
        (self._folder / _RAW).unlink()
        save(self._folder, "runs-slots", self._slots)
        save(self._folder, "runs-ends", self._ends)
        save(self._folder, "documents-runs", self._firsts)
        width = FIELD_MASK + 1
        places = (self._slots >> FIELD_BITS).astype(np.int64) * width + (self._slots & FIELD_MASK)
        size = (len(self._firsts) - 1) * width
        lengths = np.bincount(places, self._lengths, size).astype(np.uint32)
        save(self._folder, "lengths", lengths.reshape(-1, width))

    def _write_tokens(self, renumbered: Array) -> None:
        length = int(self._ends[-1])
        raw = self._folder / _RAW
        taken = np.memmap(raw, np.int32, "r") if length else np.zeros(0, np.int32)

        def blocks() -> Iterator[Array]:
            for first, end in self._blocks():
                many = self._lengths[first:end]
                yield renumbered[taken[counters(many, self._starts[first:end])]]

        save_blocks(self._folder, "tokens", np.int32, length, blocks())
        self._written = load(self._folder, "tokens")

    def having(self, terms: int, parts: tuple[Array, Array] | None = None) -> Array:
        """Return how many documents have each term, as a word or as a part of one."""
        found = np.zeros(terms, np.int32)
        for first, end in self._blocks():
            of_each = (self._slots[first:end] >> FIELD_BITS).repeat(self._lengths[first:end])
            found += having(of_each, self._tokens(first, end), terms, parts)
        return found

    def documents(self, order: Array) -> Iterator[list[tuple[int, list[int]]]]:
        """Yield of each document the rows of its terms, by field."""
        for at in order.tolist():
            yield [
                (int(self._slots[run]) & FIELD_MASK, self._tokens(run, run + 1).tolist())
                for run in range(self._firsts[at], self._firsts[at + 1])
            ]

    def _tokens(self, first: int, end: int) -> Array:
        return self._written[self._ends[first] : self._ends[end]]

    def _blocks(self) -> Iterator[tuple[int, int]]:
        """Yield runs, the first and the end, of as many whole documents as make up a block."""
        begins = self._ends[self._firsts]
        at = 0
        while at < len(self._firsts) - 1:
            end = int(np.searchsorted(begins, begins[at] + self._block, "right")) - 1
            end = min(max(end, at + 1), len(self._firsts) - 1)
            yield int(self._firsts[at]), int(self._firsts[end])
            at = end
