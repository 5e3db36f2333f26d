"""Writes the index of law into a folder, for each kind one of its own, and what a search must know of both."""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from src.desks.tax.law.laws import LawNames
from src.desks.tax.library.contexts import citing_contexts
from src.desks.tax.library.corpora import entry_of, unread_corpora
from src.desks.tax.library.documents import Expansion, key_of, labelled
from src.desks.tax.library.passages import KINDS, Kind, LibraryState
from src.desks.tax.sources import SOURCE, CaseLaw, Legislation
from src.search.index_folder import sizes
from src.search.index_writer import IndexWriter
from src.search.terms_build import SEGMENT_TOKENS

VERSION = "2"
"""Change this with the files of an index: an older one is then rebuilt."""

ABOUT = "about.json"


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
    sources: Iterable[tuple[Legislation | CaseLaw, Expansion]],
    made_by: str = "",
    works: str = "",
    segment_tokens: int = SEGMENT_TOKENS,
) -> None:
    """Write an index of the sources into an empty folder; ``about.json``, written last, makes it whole."""
    tally = _Tally()
    with ExitStack() as opened:
        writers: dict[Kind, IndexWriter] = {}
        for kind, corpus in unread_corpora().items():
            writers[kind] = IndexWriter(folder / kind, corpus, segment_tokens)
            opened.callback(writers[kind].close)
        _write(writers, sources, tally)
    about = tally.about(folder, made_by, works)
    (folder / ABOUT).write_bytes(about.model_dump_json().encode())


def _write(
    writers: Mapping[Kind, IndexWriter],
    sources: Iterable[tuple[Legislation | CaseLaw, Expansion]],
    tally: "_Tally",
) -> None:
    for source, expansion in sources:
        line = labelled(source, expansion).model_dump_json().encode()
        writers[source.kind].add(entry_of(source, expansion), line)
        tally.add(source)
    names = LawNames(tally.laws)
    seen: set[int] = set()
    for kind in KINDS:
        for line in writers[kind].lines():
            for key, words in citing_contexts(SOURCE.validate_json(line), names):
                if hash((key, words)) not in seen:  # another version of a source says the same
                    seen.add(hash((key, words)))
                    writers["legislation"].add_later(key, "citing", words)
    for writer in writers.values():
        writer.save()


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
        return About(
            made_by=made_by,
            works=works,
            provisions=len(self.keys["legislation"]),
            rulings=len(self.keys["case_law"]),
            starter=self.starter,
            laws=self.laws,
            versions={work: tuple(sorted(dates)) for work, dates in self.versions.items()},
            files=sizes(folder),
        )
