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
    """Where terms stand: which of those wanted, and the slot; as often as they stand there."""

    which: Array
    slots: Array


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
        self._begins = self._ends[load(folder, "documents-runs", mapped)]
        self.lengths = load(folder, "lengths", mapped)
        self._find = lru_cache(LOOKED_UP)(self._names.find)

    def __len__(self) -> int:
        return len(self._begins) - 1

    def having(self, term: str) -> int:
        """Return how many documents have a term."""
        at = self._find(term)
        return int(self._having[at]) if at >= 0 else 0

    def having_without(self, documents: Array) -> Array:
        """Return how many documents have each term, once some are removed."""
        begins = self._begins[documents]
        many = self._begins[documents + 1] - begins
        tokens = self._tokens[begins.repeat(many) + counters(many)]
        parts = (self._part_starts, self._part_rows)
        return self._having - having(documents.repeat(many), tokens, len(self._names), parts)

    def parts(self, term: str) -> tuple[str, ...] | None:
        """Return the parts of a term, None where it is not there."""
        at = self._find(term)
        if at < 0:
            return None
        rows = self._part_rows[self._part_starts[at] : self._part_starts[at + 1]]
        return tuple(bytes(self._names[row]).decode() for row in rows)

    def hits(
        self,
        documents: Array | None,
        wanted: Sequence[str],
        pairs: Sequence[tuple[int, int]],
        in_a_row: Array,
    ) -> Hits:
        """Return where terms stand in documents (ascending; None: in all), and behind them pairs of terms in a row.

        ``in_a_row`` tells of each field whether pairs count there.
        """
        rows = [self._find(term) for term in wanted]
        own = np.zeros(len(self._names), np.int32)
        for at, row in enumerate(rows):
            if row >= 0:
                own[row] = at + 1
        holders, held = self._containing(rows)
        flagged = own > 0
        flagged[holders] = True
        places = self._places(documents, flagged)
        found = self._tokens[places]
        runs = self._ends.searchsorted(places, "right") - 1
        slots = self._slots[runs].astype(np.int64)
        which = own[found].astype(np.int64) - 1
        is_own = which >= 0
        gathered = [(which[is_own], slots[is_own])]
        if len(holders):
            first = holders.searchsorted(found, "left")
            many = holders.searchsorted(found, "right") - first
            gathered.append(
                (held[first.repeat(many) + counters(many)], slots.repeat(many) | AS_PART)
            )
        if pairs:
            before, of_pairs = _in_a_row(places, runs, which, pairs)
            counting = in_a_row[slots[before] & FIELD_MASK]
            gathered.append((of_pairs[counting] + len(wanted), slots[before][counting]))
        return Hits(*map(np.concatenate, zip(*gathered, strict=True)))

    def _containing(self, rows: Sequence[int]) -> tuple[Array, Array]:
        """Return rows of compounds, ascending, each with which of some rows it has as a part."""
        holders, held = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for at, row in enumerate(rows if len(self._part_rows) else ()):
            its = np.flatnonzero(self._part_rows == row) if row >= 0 else holders[0]
            owners = self._part_starts.searchsorted(its, "right") - 1
            holders.append(owners)
            held.append(np.full(len(owners), at))
        owners = np.concatenate(holders)
        order = owners.argsort(kind="stable")
        return owners[order], np.concatenate(held)[order]

    def _places(self, documents: Array | None, flagged: Array) -> Array:
        """Return where in the tokens of documents those stand that are flagged."""
        if documents is None:
            return flagged[self._tokens].nonzero()[0]
        begins = self._begins[documents]
        many = self._begins[documents + 1] - begins
        spans = zip(begins.tolist(), (begins + many).tolist(), strict=True)
        pieces = [self._tokens[begin:end] for begin, end in spans]
        if not pieces:
            return np.zeros(0, np.intp)
        at = flagged[np.concatenate(pieces)].nonzero()[0]
        ends = many.cumsum()
        of_each = ends.searchsorted(at, "right")
        places: Array = at + (begins - (ends - many))[of_each]
        return places


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
        more = rows[starts[found].repeat(many) + counters(many)].astype(np.uint64)
        pairs = np.unique(np.concatenate((pairs, (pairs & ~_ROW).repeat(many) | more)))
    return np.bincount((pairs & _ROW).astype(np.intp), minlength=terms).astype(np.int32)


def _in_a_row(
    places: Array, runs: Array, which: Array, pairs: Sequence[tuple[int, int]]
) -> tuple[Array, Array]:
    """Return which hits begin a pair, and which pair."""
    width = int(which.max(initial=0)) + 1
    codes = which[:-1] * width + which[1:]
    follows = (
        (np.diff(places) == 1) & (runs[1:] == runs[:-1]) & (which[:-1] >= 0) & (which[1:] >= 0)
    )
    asked = {
        left * width + right: at
        for at, (left, right) in enumerate(pairs)
        if max(left, right) < width
    }
    keys = np.array(sorted(asked), np.int64)
    before = np.flatnonzero(follows & np.isin(codes, keys))
    numbers = np.array([asked[key] for key in sorted(asked)], np.int64)
    return before, numbers[keys.searchsorted(codes[before])] if len(before) else before


def as_slots(hits: Hits, base: int) -> Hits:
    """Return hits by the numbers of documents in the whole index, whose segment begins with a document."""
    return Hits(hits.which, hits.slots + (base << FIELD_BITS))
