"""The terms of one segment of an index: which there are, and where they stand in given documents."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from src.search.arrays import AS_PART, FIELD_BITS, FIELD_MASK, Array, Strings, counters, load

LOOKED_UP = 10_000
"""Terms of which it is remembered where they stand among the others."""

HAVING = "terms-documents"
"""The file of how many documents have each term."""

_ROW_BITS, _ROW = np.uint64(32), np.uint64(0xFFFFFFFF)


class Hits(NamedTuple):
    """Where terms stand: which of those wanted, in which candidate, and in which field; as often as they do."""

    which: Array
    places: Array
    """Of the candidates among the others."""
    fields: Array


class Terms:
    """The terms of one segment, open for reading."""

    def __init__(self, folder: Path, mapped: bool) -> None:
        """Open the terms in a folder."""
        self._names = Strings.load(folder, "terms", mapped)
        self._having = load(folder, HAVING, mapped)
        self._part_starts = load(folder, "parts-starts", mapped)
        self._part_rows = load(folder, "parts-rows", mapped)
        self._tokens = load(folder, "tokens", mapped)
        self._slots = load(folder, "runs-slots", mapped)
        self._ends = load(folder, "runs-ends", mapped)
        self._firsts = load(folder, "documents-runs", mapped)
        self.lengths = load(folder, "lengths", mapped)
        self._find = lru_cache(LOOKED_UP)(self._names.find)

    def __len__(self) -> int:
        return len(self._firsts) - 1

    def having(self, term: str) -> int:
        """Return how many documents have a term."""
        at = self._find(term)
        return int(self._having[at]) if at >= 0 else 0

    def having_without(self, documents: Array) -> Array:
        """Return how many documents have each term, once some are removed."""
        begins, ends = self._spans(documents)
        tokens, parts = self._tokens_of(documents), (self._part_starts, self._part_rows)
        return self._having - having(
            documents.repeat(ends - begins), tokens, len(self._names), parts
        )

    def parts(self, term: str) -> tuple[str, ...] | None:
        """Return the parts of a term, None where it is not there."""
        at = self._find(term)
        if at < 0:
            return None
        rows = self._part_rows[self._part_starts[at] : self._part_starts[at + 1]]
        return tuple(bytes(self._names[row]).decode() for row in rows)

    def hits(
        self,
        documents: Array,
        wanted: Sequence[str],
        pairs: Sequence[tuple[int, int]],
        in_a_row: Array,
    ) -> Hits:
        """Return where terms stand in documents (ascending), and behind them pairs of terms in a row.

        ``in_a_row`` tells of each field whether pairs count there.
        """
        own = np.zeros(len(self._names), np.int32)  # 1 for the first of those wanted
        for number, row in enumerate(map(self._find, wanted), start=1):
            if row >= 0:
                own[row] = number
        holders, held = self._holders(own)
        flagged = own > 0
        flagged[holders] = True
        tokens, ends, slots = self._read(documents)
        at = flagged.take(tokens).nonzero()[0]
        run = ends.searchsorted(at, "right")
        found, slots = tokens[at], slots[run]
        which = own[found].astype(np.intp) - 1
        places, fields = slots >> FIELD_BITS, slots & FIELD_MASK
        is_own = which >= 0
        gathered = [Hits(which[is_own], places[is_own], fields[is_own])]
        if len(holders):
            first = holders.searchsorted(found, "left")
            having = holders.searchsorted(found, "right") - first
            which_of_parts = held[counters(having, first)]
            as_parts = fields.repeat(having) | AS_PART
            gathered.append(Hits(which_of_parts, places.repeat(having), as_parts))
        if pairs:
            before, of_pairs = _in_a_row(at, run, which, pairs)
            of_pairs, before = (its[in_a_row[fields[before]]] for its in (of_pairs, before))
            gathered.append(Hits(of_pairs + len(wanted), places[before], fields[before]))
        return Hits(*map(np.concatenate, zip(*gathered, strict=True)))

    def _holders(self, own: Array) -> tuple[Array, Array]:
        """Return the terms, ascending, that have a wanted one as a part, each with which."""
        which = own[self._part_rows]
        at = which.nonzero()[0]
        holders = self._part_starts.searchsorted(at, "right") - 1
        return holders, which[at].astype(np.intp) - 1

    def _read(self, documents: Array) -> tuple[Array, Array, Array]:
        """Return the terms of documents, where each run of them ends, and its slot among these documents."""
        if len(documents) == len(self):
            return self._tokens, self._ends[1:], self._slots.astype(np.intp)
        many = self._firsts[documents + 1] - self._firsts[documents]
        runs = counters(many, self._firsts[documents])
        slots = (np.arange(len(documents)) << FIELD_BITS).repeat(many)
        ends = (self._ends[runs + 1] - self._ends[runs]).cumsum()
        return self._tokens_of(documents), ends, slots | self._slots[runs] & FIELD_MASK

    def _tokens_of(self, documents: Array) -> Array:
        begins, ends = self._spans(documents)
        many = ends - begins
        found: Array = self._tokens.take(counters(many, begins))
        return found

    def _spans(self, documents: Array) -> tuple[Array, Array]:
        """Return where in the tokens those of documents begin and end."""
        return self._ends[self._firsts[documents]], self._ends[self._firsts[documents + 1]]


def having(
    documents: Array, tokens: Array, terms: int, parts: tuple[Array, Array] | None = None
) -> Array:
    """Return in how many documents each term stands, where each token is given with its document.

    ``parts`` are those of each term: where they begin, and all of them.
    """
    pairs = np.unique(documents.astype(np.uint64) << _ROW_BITS | tokens.astype(np.uint64))
    if parts and len(parts[1]):
        starts, rows = parts
        found = (pairs & _ROW).astype(np.intp)
        many = starts[found + 1] - starts[found]
        more = rows[counters(many, starts[found])].astype(np.uint64)
        pairs = np.unique(np.concatenate((pairs, (pairs & ~_ROW).repeat(many) | more)))
    return np.bincount((pairs & _ROW).astype(np.intp), minlength=terms).astype(np.int32)


def _in_a_row(
    at: Array, run: Array, which: Array, pairs: Sequence[tuple[int, int]]
) -> tuple[Array, Array]:
    """Return which hits begin a pair, and which pair."""
    follows = (at[1:] - at[:-1] == 1) & (run[1:] == run[:-1])
    follows &= (which[1:] >= 0) & (which[:-1] >= 0)
    before = follows.nonzero()[0]
    width = int(which.max(initial=0)) + 1
    numbers = np.full((width, width), -1)
    for number, (left, right) in enumerate(pairs):
        if max(left, right) < width:
            numbers[left, right] = number
    of_pairs = numbers[which[before], which[before + 1]]
    return before[of_pairs >= 0], of_pairs[of_pairs >= 0]
