"""Engines bring candidates; which of them is best is for the ranking to say."""

import importlib.metadata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from src.search.arrays import Array


class SearchEngine(Protocol):
    """Brings the documents of one segment that are likeliest to be about a query."""

    def candidates(self, wanted: Mapping[str, float], limit: int) -> Array:
        """Return the numbers of at most so many documents that have wanted terms, which count for so much.

        They come in ascending order. Fewer than ``limit`` are all there are.
        """


class SegmentWriter(Protocol):
    """Takes the documents of one segment in the order of their numbers, from 0; OSError where they can't be kept."""

    def add(self, terms: Mapping[str, Sequence[str]]) -> None:
        """Take the terms of the next document, by field."""

    def commit(self) -> None:
        """Write what was taken; before this nothing can be opened."""


def fingerprint() -> str:
    """Return another text for every engine and format: what another one wrote is written again."""
    release = importlib.metadata.version("tantivy").split(".")
    return f"tantivy {'.'.join(release[:2])} by id"


def new_segment(folder: Path, fields: Mapping[str, float]) -> SegmentWriter:
    """Return what writes a segment into a new folder; each field counts for so much."""
    from src.search.engines.embedded import EmbeddedWriter  # a start must not wait for it

    return EmbeddedWriter(folder, fields)


def open_segment(folder: Path) -> SearchEngine:
    """Open a segment; OSError or ValueError where it can't be read."""
    from src.search.engines.embedded import EmbeddedEngine

    return EmbeddedEngine(folder)
