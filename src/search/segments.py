"""Segments of an index that another is made of: each was written once, and only what is removed from it is noted.

A change costs what it adds, and now and then what was added of late: small segments are written together.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from src.search.arrays import Array, save
from src.search.facts import DEAD
from src.search.index import Index
from src.search.terms import HAVING, Terms

RATIO = 4
"""A segment is written anew with another that has more than a fourth of its documents."""


@dataclass(frozen=True)
class KeptSegment:
    """A segment that stays as it is, but for what is removed from it."""

    folder: Path
    terms: Terms
    before: Array
    """Its documents that were removed before, ..."""
    now: Array
    """... and those that are removed now."""

    @property
    def living(self) -> int:
        """How many documents are left of it."""
        return len(self.terms) - len(self.before) - len(self.now)

    def put_into(self, index: Path, passed_over: str = "") -> None:
        """Give its files to a new index, but for those that begin so."""
        into = index / self.folder.name
        for path in self.folder.rglob("*"):
            name = path.relative_to(self.folder)
            written = name.stem in (DEAD, HAVING) and len(self.now)
            if path.is_dir() or written or (passed_over and name.name.startswith(passed_over)):
                continue
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            linked(path, into / name)
        if len(self.now):
            save(into, DEAD, np.union1d(self.before, self.now).astype(np.int32))
            save(into, HAVING, self.terms.having_without(self.now))


def kept_segments(index: Index[Any], removed: Array, added: int) -> list[KeptSegment]:
    """Return the segments that stay, in their order, where documents are removed and so many are added.

    The documents of the others, which are small beside what is added or half empty, are written once more.
    """
    facts = index.facts
    found = []
    for folder, terms, base, end in zip(
        index.folders, index.ranking.segments, facts.bases, facts.bases[1:], strict=False
    ):
        before, now = (
            numbers[(numbers >= base) & (numbers < end)] - base for numbers in (facts.dead, removed)
        )
        found.append(KeptSegment(folder, terms, before, now))
    kept = []
    for segment in sorted(found, key=lambda segment: segment.living):
        if segment.living <= RATIO * added or segment.living * 2 < len(segment.terms):
            added += segment.living
        else:
            kept.append(segment)
    return sorted(kept, key=lambda segment: segment.folder)


def linked(path: Path, into: Path) -> None:
    """Give a file that is never changed a second name; a copy where the disk knows no such thing."""
    try:
        os.link(path, into)
    except OSError:
        shutil.copyfile(path, into)
