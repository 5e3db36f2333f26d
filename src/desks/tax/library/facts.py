"""What is known of each document of an index beside its words: identity, version, standing, and what it cites."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import numpy as np

from src.desks.tax.library import documents
from src.desks.tax.sources import CaseLaw, Legislation
from src.search.arrays import Array, Strings, load, save


@dataclass(frozen=True)
class Directory:
    """Documents by a name of theirs."""

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
        """Open the documents by a name."""
        starts, numbers = (load(folder, f"{name}-{part}", mapped) for part in ("starts", "numbers"))
        return cls(Strings.load(folder, name, mapped), starts, numbers)

    def find(self, name: str) -> list[int]:
        """Return the documents of this name, none where there is no such name."""
        at = self.names.find(name)
        if at < 0:
            return []
        return [int(number) for number in self.numbers[self.starts[at] : self.starts[at + 1]]]


@dataclass(frozen=True)
class Facts:
    """The facts of all documents, one place per document in each array."""

    ids: Strings
    keys: Directory
    cites: Directory
    versions: Directory
    articles: Array
    """Number of the article of which a document is a passage; of most documents their own."""
    standings: Array
    days: Array
    """Day of the version that a law's text is taken from, as an ordinal; 0 for digests and rulings."""
    since: Array
    """Day since which a law's text applies in its form, as an ordinal; 0 where that is not known."""

    @classmethod
    def load(cls, folder: Path, mapped: bool) -> "Facts":
        """Open the facts in a folder."""
        return cls(
            Strings.load(folder, "ids", mapped),
            Directory.load(folder, "keys", mapped),
            Directory.load(folder, "cites", mapped),
            Directory.load(folder, "versions", mapped),
            load(folder, "articles", mapped),
            load(folder, "standings", mapped),
            load(folder, "days", mapped),
            load(folder, "since", mapped),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def number(self, source_id: str) -> int:
        """Return the number of the source with an id. LookupError where there is none."""
        for number in self.keys.find(documents.key_of_id(source_id)):
            if self.id(number) == source_id:
                return number
        raise LookupError(source_id)

    def id(self, number: int) -> str:
        """Return the id of a document's source."""
        return bytes(self.ids[number]).decode()

    def applied_already(self, day: date, counts: Array) -> Iterator[tuple[list[int], list[int]]]:
        """Yield for each article whose text in a later version applied on a day already: all its texts, and that.

        ``counts`` tells which documents count by the dates of their versions. A text may be in several documents; it
        is given only where all of them applied. Of several such versions the earliest is given.
        """
        on = day.toordinal()
        applied = (self.since > 0) & (self.since <= on)
        later = np.flatnonzero((self.days > on) & applied & ~counts)
        for key in dict.fromkeys(documents.key_of_id(self.id(int(number))) for number in later):
            texts = [number for number in self.keys.find(key) if self.days[number]]
            for begin in sorted({int(self.days[number]) for number in texts}):
                version = [number for number in texts if self.days[number] == begin]
                if begin > on and applied[version].all():
                    yield texts, version
                    break


@dataclass
class FactsWriter:
    """Gathers the facts of documents in their order."""

    ids: list[str] = field(default_factory=list)
    keys: list[tuple[str, int]] = field(default_factory=list)
    cites: list[tuple[str, int]] = field(default_factory=list)
    versions: list[tuple[str, int]] = field(default_factory=list)
    standings: list[int] = field(default_factory=list)
    articles: list[int] = field(default_factory=list)
    days: list[int] = field(default_factory=list)
    since: list[int] = field(default_factory=list)
    _first_of: dict[str, int] = field(default_factory=dict)
    _passages: Counter[int] = field(default_factory=Counter)

    def add(self, source: Legislation | CaseLaw) -> int:
        """Note the facts of the next document and return its number."""
        number = len(self.ids)
        self.ids.append(source.id)
        self.keys.append((documents.key_of(source), number))
        if isinstance(source, CaseLaw):
            self.cites += [(cited.lower(), number) for cited in source.cites]
        version = documents.version_of(source)
        if version:
            self.versions.append((version, number))
        day, since = documents.days_of(source)
        self.days.append(day)
        self.since.append(since)
        self.standings.append(documents.standing_of(source))
        first = self._first_of.setdefault(documents.article_of(source), number)
        self.articles.append(first)
        self._passages[first] += 1
        return number

    def is_whole(self, number: int) -> bool:
        """Return whether a document is a whole article, of which no other so far is a passage."""
        return self._passages[self.articles[number]] == 1

    def save(self, folder: Path) -> None:
        """Write the facts."""
        Strings.save(folder, "ids", (one.encode() for one in self.ids))
        Directory.save(folder, "keys", self.keys)
        Directory.save(folder, "cites", self.cites)
        Directory.save(folder, "versions", self.versions)
        save(folder, "articles", np.array(self.articles, np.int32))
        save(folder, "standings", np.array(self.standings, np.uint8))
        save(folder, "days", np.array(self.days, np.int32))
        save(folder, "since", np.array(self.since, np.int32))
