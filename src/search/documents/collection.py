"""One collection on disk: its index, what that was made of, and how it is changed where its files have changed."""

import hashlib
import importlib.metadata
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from src.errors import CorpusUnreadable, UnknownCollection
from src.search.documents import analysers, corpus
from src.search.documents.corpus import DOCUMENTS, FILES, PAGES, SECTION, entry_of
from src.search.documents.meaning import add_vectors, vectors_of
from src.search.encoder import Encoder
from src.search.facts import IndexEntry
from src.search.index import Index
from src.search.index_folder import current_folder, renewed, require_whole, sizes
from src.search.index_writer import IndexWriter
from src.search.loaders.sections import Section
from src.search.vectors import Progress, silent

ABOUT = "about.json"
_INDEX = "sections"
_FORMAT = "1"
"""Change this with the files of an index: an older one is then rebuilt."""

Hashes = Mapping[str, str]
"""Of each file that is in a collection, by its name."""

Sections = Mapping[str, tuple[Section, ...]]
"""By the name of the file that they were read from."""


class CollectionState(BaseModel):
    """What a collection was made by and of; a new one whenever there is something else to search."""

    model_config = ConfigDict(frozen=True)

    name: str
    made_by: str
    sections: int
    newest: date | None
    """Day on which the newest of its files was last changed."""
    hashes: dict[str, str]
    files: dict[str, int]
    """Size of each file of the index, in bytes; the vectors have a sum of their own."""
    encoder: str = ""
    """Id of what made its vectors; empty: it has none."""

    @property
    def fingerprint(self) -> str:
        """Another one for every other set of files."""
        return fingerprint_of(self.hashes)


def fingerprint_of(hashes: Hashes) -> str:
    """Return a hash of the files of a collection."""
    return hashlib.sha256(json.dumps(sorted(hashes.items())).encode()).hexdigest()


def made_by() -> str:
    """Return a fingerprint of everything but the sections that an index depends on."""
    stemmer = importlib.metadata.version("PyStemmer")
    parts = (analysers.VERSION, corpus.VERSION, _FORMAT, stemmer)
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()


class OpenCollection:
    """A collection as it was when it was opened; what is put in its place later changes nothing here."""

    def __init__(self, home: Path) -> None:
        """Open it. Raises ``UnknownCollection`` where there is none, ``CorpusUnreadable`` where it is damaged."""
        folder = current_folder(home)
        if folder is None:
            raise UnknownCollection(collection=home.name)
        self.folder = folder
        try:
            self.state = CollectionState.model_validate_json((folder / ABOUT).read_bytes())
            require_whole(folder, self.state.files)
            self.index = Index(folder / _INDEX, DOCUMENTS)
            self.vectors = vectors_of(folder / _INDEX, self.state.fingerprint)
        except (OSError, ValueError) as error:
            if not home.exists():  # removed while it was being opened
                raise UnknownCollection(collection=home.name) from error
            problem = "the collection is damaged; remove this folder and ingest it again"
            raise CorpusUnreadable(path=str(home), problem=problem) from error

    def sections(self) -> Sections:
        """Return all sections."""
        files = self.index.facts.directories[FILES]
        return {file: tuple(map(self.index.source, files.find(file))) for file in self.state.hashes}


def state_of(home: Path) -> CollectionState | None:
    """Return what a collection is, None where it is not there or can't be read."""
    folder = current_folder(home)
    try:
        return (
            CollectionState.model_validate_json((folder / ABOUT).read_bytes()) if folder else None
        )
    except (OSError, ValidationError):
        return None


def write(
    home: Path,
    older: OpenCollection | None,
    unchanged: Iterable[str],
    changed: Sections,
    hashes: Hashes,
    newest: date | None,
    encoder: Encoder | None = None,
    progress: Progress = silent,
) -> None:
    """Put a new index of a collection in use; the caller holds the library's lock, and its folder is there.

    ``unchanged`` are files that stay as they are in the older one, ``changed`` the sections of all others. What a
    changed file has kept of its sections is not analysed again. ``progress`` is of the ``encoder``.
    """
    with renewed(home) as folder:
        with closing(IndexWriter(folder / _INDEX, DOCUMENTS)) as writer:
            fresh = _carried(writer, older, unchanged, changed) if older else changed
            for file, sections in fresh.items():
                for section in sections:
                    writer.add(entry_of(section, file), SECTION.dump_json(section))
            writer.save()
        files = sizes(folder)
        if encoder:
            before = older.vectors if older else None
            add_vectors(folder / _INDEX, fingerprint_of(hashes), encoder, before, progress)
        state = CollectionState(
            name=home.name,
            made_by=made_by(),
            sections=len(writer),
            newest=newest,
            hashes=dict(hashes),
            files=files,
            encoder=encoder.id if encoder else "",
        )
        (folder / ABOUT).write_bytes(state.model_dump_json().encode())


def _carried(
    writer: IndexWriter, older: OpenCollection, unchanged: Iterable[str], changed: Sections
) -> Sections:
    """Carry over what the older index has already; return the other sections."""
    index = older.index
    files = index.facts.directories[FILES]
    lines = {at: index.lines[at] for file in unchanged for at in files.find(file)}
    others: dict[str, tuple[Section, ...]] = {}
    for file, sections in changed.items():
        known = {_unplaced(index.source(at)): at for at in files.find(file)}
        fresh: list[Section] = []
        for section in sections:
            at = known.pop(_unplaced(section), None)
            if at is None:
                fresh.append(section)
            else:
                lines[at] = SECTION.dump_json(section)
        others[file] = tuple(fresh)
    kept = sorted(lines)
    numbers = np.full(len(index.facts), -1, np.int64)
    numbers[kept] = np.arange(len(kept))
    writer.carry(index.folder, numbers, _facts(index, lines))
    return others


def _unplaced(section: Section) -> Section:
    """Return a section without its lines, which change with what stands above it."""
    return replace(section, first_line=0, last_line=0)


def _facts(index: Index[Section], lines: Mapping[int, bytes]) -> Iterator[tuple[IndexEntry, bytes]]:
    """Yield the facts of the documents that are kept, in their order, each with its section."""
    facts = index.facts
    by_document = {name: one.by_document(len(facts)) for name, one in facts.directories.items()}
    for at in sorted(lines):
        names = {name: named[at] for name, named in by_document.items()}
        yield IndexEntry(facts.id(at), {}, names, group=names[PAGES][0]), lines[at]
