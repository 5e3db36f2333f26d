"""What is known of each document of an index beside its words: identity, names, group, and numbers of its own."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from src.search.arrays import Array, Strings, joined, load, save

KEYS = "keys"
"""The directory of what a query may name documents by; names in lower case."""

_NONE = np.zeros(0, np.int32)

DEAD = "dead"
"""The file of the documents of a segment that were removed since it was written."""

CITES = "cites"
"""The directory of what documents cite, by the keys of that."""


@dataclass(frozen=True)
class FactsShape:
    """Which facts an index keeps of its documents, by the names of their files."""

    directories: tuple[str, ...] = (KEYS,)
    numbers: Mapping[str, type] = field(default_factory=dict)
    group: str = "groups"


@dataclass(frozen=True)
class IndexEntry:
    """What goes into an index of one source: the texts of its fields, and the facts."""

    id: str
    texts: Mapping[str, str]
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By directory; what is looked up in lower case is given so."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    group: str = ""
    """What its siblings have in common; empty: it has none."""
    language: str = ""
    asked: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Questions that it is known to answer, by their language."""


@dataclass(frozen=True)
class Directory:
    """Documents of one segment by a name of theirs."""

    names: Strings
    starts: Array
    numbers: Array

    @classmethod
    def save(cls, folder: Path, name: str, pairs: Iterable[tuple[str, int]]) -> None:
        """Write names, each with a document."""
        by_name: defaultdict[bytes, list[int]] = defaultdict(list)
        for text, number in pairs:
            by_name[text.encode()].append(number)
        names = sorted(by_name)
        Strings.save(folder, name, names)
        starts = np.cumsum([0, *(len(by_name[text]) for text in names)], dtype=np.int64)
        numbers = [number for text in names for number in by_name[text]]
        save(folder, f"{name}-starts", starts)
        save(folder, f"{name}-numbers", np.array(numbers, np.int32))

    @classmethod
    def load(cls, folder: Path, name: str, mapped: bool) -> "Directory":
        starts, numbers = (load(folder, f"{name}-{part}", mapped) for part in ("starts", "numbers"))
        return cls(Strings.load(folder, name, mapped), starts, numbers)

    def having(self, name: str) -> Array:
        """Return the documents of this name, none where there is no such name."""
        at = self.names.find(name)
        found: Array = self.numbers[self.starts[at] : self.starts[at + 1]] if at >= 0 else _NONE
        return found


@dataclass(frozen=True)
class Directories:
    """Documents of a whole index by a name of theirs, but for those that were removed."""

    segments: Sequence[Directory]
    bases: Sequence[int]
    """The number of the first document of each segment."""
    dead: Array

    def find(self, name: str) -> list[int]:
        """Return the documents of this name, none where there is no such name."""
        found: list[int] = self.having(name).tolist()
        return found

    def having(self, name: str) -> Array:
        """Return the same as an array, for names that many documents have."""
        of_each = zip(self.segments, self.bases, strict=True)
        found = joined([directory.having(name) + base for directory, base in of_each])
        return found[~np.isin(found, self.dead)] if len(self.dead) else found


@dataclass(frozen=True)
class Facts:
    """The facts of all documents, one place per document in each array."""

    ids: Sequence[Strings]
    """By segment."""
    bases: Sequence[int]
    """The number of the first document of each segment, and of one behind the last."""
    directories: Mapping[str, Directories]
    numbers: Mapping[str, Array]
    groups: Array
    """Number of the first document of a document's group; of most their own."""
    dead: Array
    """Documents that were removed; nothing finds them."""

    @classmethod
    def load(cls, folders: Sequence[Path], shape: FactsShape, mapped: bool) -> "Facts":
        """Open the facts of segments, one behind another."""

        def every(name: str, based: bool = False) -> Array:
            arrays = [load(folder, name, mapped) for folder in folders]
            places = zip(arrays, bases, strict=False)
            return joined([its + base for its, base in places] if based else arrays)

        ids = [Strings.load(folder, "ids", mapped) for folder in folders]
        bases = np.cumsum([0, *map(len, ids)]).tolist()
        dead = every(DEAD, based=True)
        directories = {
            name: Directories(
                [Directory.load(folder, name, mapped) for folder in folders], bases[:-1], dead
            )
            for name in shape.directories
        }
        numbers = {name: every(name) for name in shape.numbers}
        return cls(ids, bases, directories, numbers, every(shape.group, based=True), dead)

    def __len__(self) -> int:
        return int(self.bases[-1])

    def place(self, number: int) -> tuple[int, int]:
        """Return the segment of a document, and its number there."""
        segment = bisect_right(self.bases, number) - 1
        return segment, number - self.bases[segment]

    def id(self, number: int) -> str:
        """Return the id of a document's source."""
        segment, at = self.place(number)
        return bytes(self.ids[segment][at]).decode()

    def with_key(self, key: str) -> list[int]:
        """Return the documents that a query names by a key."""
        return self.directories[KEYS].find(key.lower())

    def citing(self, key: str) -> list[int]:
        cites = self.directories.get(CITES)
        return cites.find(key.lower()) if cites else []

    def ones(self, kind: type) -> Array:
        ones: Array = np.ones(len(self), kind)
        return ones


class FactsWriter:
    """Gathers the facts of documents in their order."""

    def __init__(self, shape: FactsShape) -> None:
        self._shape = shape
        self._ids: list[str] = []
        self._names: dict[str, list[tuple[str, int]]] = {name: [] for name in shape.directories}
        self._numbers: dict[str, list[int]] = {name: [] for name in shape.numbers}
        self._groups: list[int] = []
        self._first_of: dict[str, int] = {}
        self._members: Counter[int] = Counter()

    def add(self, entry: IndexEntry) -> int:
        """Note the facts of the next document and return its number."""
        number = len(self._ids)
        self._ids.append(entry.id)
        for directory, names in entry.names.items():
            self._names[directory] += [(name, number) for name in names]
        for name, numbers in self._numbers.items():
            numbers.append(entry.numbers[name])
        first = self._first_of.setdefault(entry.group or entry.id, number)
        self._groups.append(first)
        self._members[first] += 1
        return number

    def is_alone(self, number: int) -> bool:
        """Return whether a document has no sibling so far."""
        return self._members[self._groups[number]] == 1

    def by_id(self) -> Array:
        """Return the numbers of the documents in the order of their ids, which is the same on every machine."""
        return np.array(sorted(range(len(self._ids)), key=self._ids.__getitem__), np.int32)

    def save(self, folder: Path) -> None:
        """Write the facts."""
        Strings.save(folder, "ids", (text.encode() for text in self._ids))
        for name, pairs in self._names.items():
            Directory.save(folder, name, pairs)
        for name, numbers in self._numbers.items():
            kind: Any = self._shape.numbers[name]
            save(folder, name, np.array(numbers, kind))
        save(folder, self._shape.group, np.array(self._groups, np.int32))
        save(folder, DEAD, _NONE)
