"""One collection on disk: its index, what that was made of, and how it is changed where its files have changed."""

import hashlib
import importlib.metadata
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from src.errors import CorpusUnreadable, UnknownCollection
from src.search.arrays import Array, joined, save
from src.search.documents import analysers, corpus
from src.search.documents.corpus import (
    DOCUMENTS,
    FILES,
    SECTION,
    VERSIONS,
    entry_of,
    texts_to_encode,
)
from src.search.documents.shared import Publish, publish_nothing
from src.search.encoder import Encoder
from src.search.facts import DEAD, Facts
from src.search.index import Index
from src.search.index_folder import (
    SEGMENT,
    current_folder,
    renewed,
    require_whole,
    segments_of,
    sizes,
)
from src.search.index_writer import IndexWriter
from src.search.loaders.sections import Section
from src.search.terms import HAVING, Terms
from src.search.terms_build import engine_fingerprint
from src.search.vectors import (
    VECTORS,
    Progress,
    TextToEncode,
    Vectors,
    silent,
    vectors_of_segments,
    write_vectors,
)

RATIO = 4
"""A segment is written anew with another that has more than a fourth of its documents."""


@dataclass(frozen=True)
class KeptSegment:
    """A segment that was written once, and stays but for what is removed from it: a change costs what it adds."""

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


ABOUT = "about.json"
_INDEX = "sections"
_FORMAT = "3"
"""Change this with the files of an index: an older one is then rebuilt."""

Hashes = Mapping[str, str]
"""Of each file that is in a collection, by its name there; see ``file_key``."""

Sections = Mapping[str, tuple[Section, ...]]
"""By the name of the file that they were read from; see ``file_key``."""

_BEHIND_VERSION = "\0"
"""Stands in no name of a file."""


def file_key(file: str, version: str) -> str:
    """Return the name of a file in a collection, where each version has files of its own."""
    return f"{version}{_BEHIND_VERSION}{file}" if version else file


def version_in(key: str) -> str:
    """Return the version of a file that is named so in a collection; empty where it has none."""
    version, behind, _ = key.partition(_BEHIND_VERSION)
    return version if behind else ""


class CollectionVersion(BaseModel):
    """What a collection holds of one version."""

    model_config = ConfigDict(frozen=True)

    version: str
    """Empty for what was ingested without one."""
    sections: int
    newest: date | None
    """Day on which the newest of its files was last changed."""


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
    versions: tuple[CollectionVersion, ...] = ()
    """In the order of their names."""
    shipped: bool = False
    """Whether it came with the program, and is made again where that has another one."""

    @property
    def fingerprint(self) -> str:
        """Another one for every other set of files."""
        return fingerprint_of(self.hashes)


def fingerprint_of(hashes: Hashes) -> str:
    return hashlib.sha256(json.dumps(sorted(hashes.items())).encode()).hexdigest()


def made_by() -> str:
    """Return a fingerprint of everything but the sections that an index depends on."""
    stemmer = importlib.metadata.version("PyStemmer")
    parts = (analysers.VERSION, corpus.VERSION, _FORMAT, stemmer, engine_fingerprint())
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()


def unknown(home: Path) -> UnknownCollection:
    """Return that a collection is not there, and which are."""
    there = sorted(path.name for path in home.parent.glob("*") if current_folder(path))
    return UnknownCollection(collection=home.name, collections=", ".join(there) or "-")


class OpenCollection:
    """A collection as it was when it was opened; what is put in its place later changes nothing here."""

    def __init__(self, home: Path) -> None:
        """Open it. Raises ``UnknownCollection`` where there is none, ``CorpusUnreadable`` where it is damaged."""
        folder = current_folder(home)
        if folder is None:
            raise unknown(home)
        self.folder = folder
        try:
            self.state = CollectionState.model_validate_json((folder / ABOUT).read_bytes())
            require_whole(folder, self.state.files)
            self.index = Index(folder / _INDEX, DOCUMENTS)
            self.vectors = vectors_of_segments(self.index.folders, self.index.facts.bases)
        except (OSError, ValueError) as error:
            if not home.exists():  # removed while it was being opened
                raise unknown(home) from error
            problem = "the collection is damaged; remove this folder and ingest it again"
            raise CorpusUnreadable(path=str(home), problem=problem) from error

    def sections(self) -> Sections:
        return {file: tuple(self.sections_of(file)) for file in self.state.hashes}

    def sections_of(self, file: str) -> Iterator[Section]:
        return map(self.index.source, self.index.facts.directories[FILES].find(file))


def state_of(home: Path) -> CollectionState | None:
    """Return what a collection is, None where it is not there or can't be read."""
    folder = current_folder(home)
    try:
        return (
            CollectionState.model_validate_json((folder / ABOUT).read_bytes()) if folder else None
        )
    except (OSError, ValidationError):
        return None


@dataclass(frozen=True)
class Contents:
    """What a collection is to hold: its files, and the sections of those that are not as they were."""

    changed: Sections
    hashes: Hashes
    newest: Mapping[str, date | None]
    """Of each version, the day on which the newest of its files was last changed."""
    shipped: bool = False


def write(
    home: Path,
    older: OpenCollection | None,
    contents: Contents,
    encoder: Encoder | None = None,
    progress: Progress = silent,
    publish: Publish = publish_nothing,
) -> None:
    """Put a new index of a collection in use; the caller holds the library's lock, and its folder is there.

    It takes over the segments of the ``older`` collection, but for what changed, and small ones. ``progress`` is of the
    ``encoder``. What ``publish`` raises keeps the older one in use.
    """
    change = _Change(older, contents)
    with renewed(home) as folder:
        index = folder / _INDEX
        index.mkdir()
        has_vectors = older and older.vectors and encoder and older.vectors.encoder == encoder.id
        for segment in change.kept:
            segment.put_into(index, "" if has_vectors else VECTORS)
        count = sum(segment.living for segment in change.kept)
        added = index / change.name
        if change.writes:
            with closing(IndexWriter(added, DOCUMENTS)) as writer:
                for file, section in change.sections():
                    writer.add(entry_of(section, file), SECTION.dump_json(section))
                writer.save()
            count += len(writer)
        files = {name: size for name, size in sizes(folder).items() if f"/{VECTORS}" not in name}
        if encoder:
            for its in segments_of(index):
                if its == added or not has_vectors:
                    _add_vectors(its, encoder, change.vectors(), progress)
        state = CollectionState(
            name=home.name,
            made_by=made_by(),
            sections=count,
            newest=max(filter(None, contents.newest.values()), default=None),
            hashes=dict(contents.hashes),
            files=files,
            encoder=encoder.id if encoder else "",
            versions=tuple(_versions(index, contents.newest)),
            shipped=contents.shipped,
        )
        (folder / ABOUT).write_bytes(state.model_dump_json().encode())
        publish(folder)


class _Change:
    """What becomes of the segments of a collection."""

    def __init__(self, older: OpenCollection | None, contents: Contents) -> None:
        self._older, self._contents = older, contents
        self.kept: list[KeptSegment] = []
        self._moved: set[str] = set()
        self._rewritten = np.zeros(0, np.intp)
        newest = 0
        if older:
            newest = max(int(folder.name.split("-")[1]) for folder in older.index.folders)
            self._divide(older, contents)
        self.name = f"{SEGMENT}{newest + 1:06}-{fingerprint_of(contents.hashes)[:16]}"

    def _divide(self, older: OpenCollection, contents: Contents) -> None:
        files, facts = older.index.facts.directories[FILES], older.index.facts
        stale = [
            file
            for file in older.state.hashes
            if file in contents.changed or file not in contents.hashes
        ]
        removed = joined([np.zeros(0, np.int64), *map(files.having, stale)])
        added = sum(map(len, contents.changed.values()))
        if older.state.made_by == made_by():
            self.kept = kept_segments(older.index, np.sort(removed), added)
        kept = {segment.folder for segment in self.kept}
        rewritten = [removed]
        for at, folder in enumerate(older.index.folders):
            if folder not in kept:
                self._moved.update(bytes(name).decode() for name in files.segments[at].names)
                rewritten.append(np.arange(facts.bases[at], facts.bases[at + 1]))
        self._rewritten = np.unique(joined(rewritten))

    @property
    def writes(self) -> bool:
        """Whether there is anything to write but what is removed."""
        return bool(self._contents.changed or self._moved or not self.kept)

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Yield what is written into a new segment, each with its file."""
        for file in self._contents.hashes:
            found = self._contents.changed.get(file)
            if found is None and self._older and file in self._moved:
                found = tuple(self._older.sections_of(file))
            yield from ((file, section) for section in found or ())

    def vectors(self) -> Vectors | None:
        """Return the vectors that there are of what is written again."""
        vectors = self._older.vectors if self._older else None
        return vectors.of(self._rewritten) if vectors else None


def _versions(folder: Path, newest: Mapping[str, date | None]) -> Iterator[CollectionVersion]:
    versions = Facts.load(segments_of(folder), DOCUMENTS.shape, mapped=True).directories[VERSIONS]
    for version in sorted(newest):
        sections = len(versions.having(version))
        if sections:
            yield CollectionVersion(version=version, sections=sections, newest=newest[version])


def _add_vectors(
    folder: Path, encoder: Encoder, before: Vectors | None, progress: Progress
) -> None:
    index = Index(folder, DOCUMENTS)
    count = len(index.facts)
    texts = (
        TextToEncode(number, text)
        for number in range(count)
        for text in texts_to_encode(index.source(number))
    )
    write_vectors(folder, folder.name, texts, count, encoder, before, progress)
