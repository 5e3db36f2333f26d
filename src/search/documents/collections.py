"""The collections of a library: read from folders, brought up to date, listed."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path, PurePath

from src.disk import failing_as_not_written, make_folder
from src.errors import BadCollectionName, CorpusUnreadable, UnknownCollection
from src.search.documents.collection import (
    ABOUT,
    CollectionState,
    OpenCollection,
    made_by,
    state_of,
    write,
)
from src.search.encoder import Encoder
from src.search.index_folder import library_lock, remove_unfinished
from src.search.loaders.loaded import LARGEST_FILE, NotLoaded
from src.search.loaders.sections import (
    SUFFIXES,
    Section,
    files_below,
    load_sections,
    shown_name,
)

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
"""What a collection may be called (match it whole)."""

Files = Mapping[str, Path | NotLoaded]
"""By their names below the folder that was given; or why one is left out."""

Progress = Callable[[int, int, str], None]
"""Called before each file with its number (from 1), the number of files and the file's name."""


@dataclass
class CollectionReport:
    """What an ingest into a collection did."""

    collection: str
    read: int = 0
    unchanged: int = 0
    removed: int = 0
    """Files that were in the collection and are no longer there, or no longer to be read."""
    sections: int = 0
    """Of the whole collection, now."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Files, or parts of them, that were left out, each with the reason in words for a person."""


def home_of(library_dir: Path, name: str) -> Path:
    """Return the folder of a collection; raises ``BadCollectionName``."""
    if not NAME.fullmatch(name):
        raise BadCollectionName
    return library_dir / "collections" / name


def ingest_collection(
    paths: tuple[Path, ...],
    library_dir: Path,
    name: str,
    progress: Progress,
    encoder: Encoder | None = None,
) -> CollectionReport:
    """Make a collection of what files and folders hold; only what has changed since the last time is read.

    Two ingests take turns. May be interrupted at any time: the index in use stays in use. Raises ``CorpusUnreadable``
    where a path is missing or there is nothing to read, and what an ``encoder`` raises, with which vectors are made.
    """
    home = home_of(library_dir, name)
    files = _files(paths)
    with failing_as_not_written(home):
        make_folder(library_dir)
    with library_lock(library_dir), failing_as_not_written(home):
        make_folder(home)
        remove_unfinished(home, lambda folder: (folder / ABOUT).exists())
        return _Ingest(home, progress, encoder).run(files)


def collections(library_dir: Path) -> list[CollectionState]:
    """Return what is known of each collection, in the order of their names."""
    homes = sorted(one for one in (library_dir / "collections").glob("*") if one.is_dir())
    return [state for home in homes if (state := state_of(home))]


def open_collection(library_dir: Path, name: str) -> OpenCollection:
    """Open a collection, its index made anew first where another version of the program made it.

    Raises ``UnknownCollection``, ``CorpusUnreadable`` or ``BadCollectionName``.
    """
    home = home_of(library_dir, name)
    found = OpenCollection(home)
    if found.state.made_by != made_by():
        with library_lock(library_dir):
            found = OpenCollection(home)
            if found.state.made_by != made_by():
                _renew(home, found)
        found = OpenCollection(home)
    return found


def _renew(home: Path, older: OpenCollection) -> None:
    write(home, None, (), older.sections(), older.state.hashes, older.state.newest)


class _Ingest:
    def __init__(self, home: Path, progress: Progress, encoder: Encoder | None) -> None:
        self._home, self._progress, self._encoder = home, progress, encoder
        self._older = self._usable()
        self._report = CollectionReport(home.name)

    def _usable(self) -> OpenCollection | None:
        """Return the collection as it is, if it can be gone on with."""
        try:
            older = OpenCollection(self._home)
        except (UnknownCollection, CorpusUnreadable):
            return None
        return older if older.state.made_by == made_by() else None

    def run(self, files: Files) -> CollectionReport:
        report, known = self._report, self._older.state.hashes if self._older else {}
        changed: dict[str, tuple[Section, ...]] = {}
        hashes: dict[str, str] = {}
        newest: date | None = None
        for number, (name, path) in enumerate(files.items(), start=1):
            self._progress(number, len(files), PurePath(name).name)
            try:
                content = _content(name, path)
                digest = hashlib.sha256(content).hexdigest()
                if known.get(name) != digest:
                    changed[name] = self._sections(content, name)
                    report.read += 1
                hashes[name] = digest
                newest = max(filter(None, (newest, _day(path))))
            except (NotLoaded, OSError) as error:
                told = error.strerror if isinstance(error, OSError) else None
                report.skipped.append((shown_name(name), told or str(error)))
        report.unchanged, report.removed = len(hashes) - report.read, len(known.keys() - hashes)
        if self._older is None or report.read or report.removed or self._lacks_vectors:
            unchanged = hashes.keys() - changed

            def tell(done: int, of: int) -> None:
                self._progress(done, of, "meaning")

            write(self._home, self._older, unchanged, changed, hashes, newest, self._encoder, tell)
        state = state_of(self._home)
        report.sections = state.sections if state else 0
        return report

    @property
    def _lacks_vectors(self) -> bool:
        """Whether there is an encoder, and the collection has no vectors of it."""
        vectors = self._older.vectors if self._older else None
        return bool(self._encoder and (vectors is None or vectors.encoder != self._encoder.id))

    def _sections(self, content: bytes, name: str) -> tuple[Section, ...]:
        loaded = load_sections(content, PurePath(name))
        self._report.skipped += [(name, reason) for reason in loaded.skipped]
        return loaded.sections


def _content(name: str, path: Path | NotLoaded) -> bytes:
    if isinstance(path, NotLoaded):
        raise path
    if shown_name(name) != name:
        raise NotLoaded("its name is not UTF-8")
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def _day(path: Path | NotLoaded) -> date | None:
    if isinstance(path, NotLoaded):
        return None
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).date()


def _files(paths: tuple[Path, ...]) -> Files:
    """Return every file by its name below the folder that was given; of two with one name the later."""
    found: dict[str, Path | NotLoaded] = {}
    for path in paths:
        try:
            found |= files_below(path) if path.is_dir() else {path.name: path.resolve(strict=True)}
        except OSError as error:
            problem = error.strerror or str(error)
            raise CorpusUnreadable(path=str(path), problem=problem) from error
    if not found:
        problem = f"holds no file that ends in {', '.join(sorted(SUFFIXES))}"
        raise CorpusUnreadable(path=", ".join(map(str, paths)), problem=problem)
    return found
