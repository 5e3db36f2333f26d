"""Writes an index into a folder: for each kind the sources, their facts and their terms."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import BinaryIO

import numpy as np
from pydantic import BaseModel, ConfigDict, TypeAdapter

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library.contexts import citing_contexts
from src.desks.tax.library.documents import Lent, fields_of, key_of, labelled
from src.desks.tax.library.facts import FactsWriter
from src.desks.tax.library.passages import KINDS, Kind, LibraryState
from src.desks.tax.library.terms_build import SEGMENT_TOKENS, TermsWriter
from src.desks.tax.sources import CaseLaw, LegalSource, Legislation
from src.search.arrays import save

VERSION = "2"
"""Change this with the files of an index: an older one is then rebuilt."""

ABOUT = "about.json"
SOURCES = "sources.jsonl"

SOURCE: TypeAdapter[Legislation | CaseLaw] = TypeAdapter(LegalSource)


class About(BaseModel):
    """What an index was made by and of, and what a search must know beside the documents."""

    model_config = ConfigDict(frozen=True)

    made_by: str
    works: str
    provisions: int
    rulings: int
    starter: bool
    laws: dict[str, str]
    """Names of the laws, each with its identifier."""
    versions: dict[str, tuple[date, ...]]
    """Dates from which the versions of each law are in force, oldest first."""
    files: dict[str, int]
    """Size of each file of the index, in bytes."""

    @property
    def state(self) -> LibraryState:
        """What there is to search."""
        fingerprint = hashlib.sha256(f"{self.made_by}\n{self.works}".encode()).hexdigest()
        return LibraryState(self.provisions, self.rulings, self.starter, fingerprint)


def write_index(
    folder: Path,
    sources: Iterable[tuple[Legislation | CaseLaw, Lent]],
    made_by: str = "",
    works: str = "",
    segment_tokens: int = SEGMENT_TOKENS,
) -> None:
    """Write an index of the sources into an empty folder; ``about.json``, written last, makes it whole."""
    tally = _Tally()
    with ExitStack() as opened:
        writers = {kind: _KindWriter(folder / kind, segment_tokens) for kind in KINDS}
        for writer in writers.values():
            opened.callback(writer.close)
        _write(writers, sources, tally)
    about = tally.about(folder, made_by, works)
    (folder / ABOUT).write_bytes(about.model_dump_json().encode())


def _write(
    writers: "dict[Kind, _KindWriter]",
    sources: Iterable[tuple[Legislation | CaseLaw, Lent]],
    tally: "_Tally",
) -> None:
    for source, lent in sources:
        writers[source.kind].add(source, lent)
        tally.add(source)
    names = LawNames(tally.laws)
    seen: set[int] = set()
    for kind in KINDS:
        for source in writers[kind].sources():
            for context in citing_contexts(source, names):
                if hash(context) not in seen:  # another version of a source says the same
                    seen.add(hash(context))
                    writers["legislation"].add_context(*context)
    for writer in writers.values():
        writer.save()


class _KindWriter:
    """Writes the sources of one kind."""

    def __init__(self, folder: Path, segment_tokens: int) -> None:
        folder.mkdir()
        self._folder = folder
        self._facts, self._terms = FactsWriter(), TermsWriter(folder, segment_tokens)
        self._by_key: dict[str, list[int]] = {}
        self._ends = [0]
        self._file: BinaryIO = (folder / SOURCES).open("wb")

    def add(self, source: Legislation | CaseLaw, lent: Lent) -> None:
        number = self._facts.add(source)
        self._by_key.setdefault(key_of(source), []).append(number)
        self._terms.add(fields_of(source, lent))
        line = labelled(source, lent).model_dump_json().encode() + b"\n"
        self._file.write(line)
        self._ends.append(self._ends[-1] + len(line))

    def sources(self) -> Iterator[Legislation | CaseLaw]:
        """Yield the sources that were taken, once more."""
        self._file.flush()
        with (self._folder / SOURCES).open("rb") as file:
            for line in file:
                yield SOURCE.validate_json(line)

    def add_context(self, key: str, text: str) -> None:
        # Of an article in passages nobody knows which of them is meant.
        whole = [number for number in self._by_key.get(key, ()) if self._facts.is_whole(number)]
        if whole:
            self._terms.add_later(whole, "citing", text)

    def close(self) -> None:
        self._file.close()

    def save(self) -> None:
        self.close()
        save(self._folder, "sources-ends", np.array(self._ends, np.int64))
        self._facts.save(self._folder)
        self._terms.save()


class _Tally:
    """Counts what goes into an index and notes the laws and their versions."""

    def __init__(self) -> None:
        self.keys: dict[Kind, set[str]] = {kind: set() for kind in KINDS}
        self.laws: dict[str, str] = {}
        self.versions: dict[str, set[date]] = {}
        self.starter = True

    def add(self, source: Legislation | CaseLaw) -> None:
        self.keys[source.kind].add(key_of(source))
        self.starter = self.starter and source.digest
        if isinstance(source, Legislation):
            self.laws[source.law] = source.work
            if source.as_of and not source.digest:
                self.versions.setdefault(source.work, set()).add(source.as_of)

    def about(self, folder: Path, made_by: str, works: str) -> About:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        return About(
            made_by=made_by,
            works=works,
            provisions=len(self.keys["legislation"]),
            rulings=len(self.keys["case_law"]),
            starter=self.starter,
            laws=self.laws,
            versions={work: tuple(sorted(dates)) for work, dates in self.versions.items()},
            files={str(path.relative_to(folder)): path.stat().st_size for path in files},
        )
