"""The collections of a library: read from folders, brought up to date, listed."""

import re
import shutil
import subprocess
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path, PurePath

from src.disk import failing_as_not_written, make_folder
from src.errors import BadCollectionName, CorpusUnreadable, UnknownCollection
from src.search.documents.collection import (
    ABOUT,
    CollectionState,
    Contents,
    OpenCollection,
    file_key,
    made_by,
    state_of,
    version_in,
    write,
)
from src.search.documents.corpus import FILES
from src.search.documents.described import PageDescriptions
from src.search.documents.origin import FOLDER, Origin
from src.search.documents.shared import NOT_SHARED, Publish, SharedCollections
from src.search.encoder import Encoder
from src.search.index_folder import (
    COLLECTIONS,
    POINTER,
    collection_lock,
    library_lock,
    own_library,
    remove_unfinished,
)
from src.search.loaders.includes import Read, included, reader, with_included
from src.search.loaders.loaded import LARGEST_FILE, NotLoaded
from src.search.loaders.sections import SUFFIXES, Section, files_below, load_sections, shown_name

_LONGEST = 30.0
"""Seconds that the history may take; what it has told by then counts."""

_COMMIT = "\x01"
"""Begins what git tells of a commit; no name of a file that we read begins so."""


def commit_days(folder: Path) -> dict[Path, date]:
    """Return for each file below a folder the day of its last commit; empty where there is no history, or no git.

    Nothing of a stranger's repository is run, and nothing is fetched.
    """
    git = shutil.which("git")
    if git is None:
        return {}
    root = folder.resolve()
    found: dict[Path, date] = {}
    day: date | None = None
    for told in _told(git, root):
        if told.startswith(_COMMIT):
            with suppress(ValueError):
                day = date.fromisoformat(told[1:11])
        elif day and told:
            found.setdefault(root / told, day)
    return found


def _told(git: str, folder: Path) -> Iterator[str]:
    """Yield the commits, newest first, each followed by the names of its files below the folder."""
    command = [
        git,
        "-c", "protocol.allow=never",
        "-c", "log.showSignature=false",
        "-c", "core.fsmonitor=false",
        "log", "-z", "--no-renames", "--relative", "--name-only", f"--format={_COMMIT}%cs", "--", ".",
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_LONGEST,
            check=False,
        )
        said = done.stdout
    except subprocess.TimeoutExpired as late:
        said = late.stdout or b""
    for told in said.decode(errors="surrogateescape").split("\0"):
        yield told.lstrip("\n")


NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
"""What a collection may be called (match it whole)."""

MOST_SECTIONS = 200_000
"""Of one collection, all its versions together."""

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
    """Return the folder of a collection, the one of the caller's tenant first; raises ``BadCollectionName``."""
    own = _home_in(own_library(library_dir), name)
    return own if (own / POINTER).exists() else _home_in(library_dir, name)


def _home_in(library_dir: Path, name: str) -> Path:
    if not NAME.fullmatch(name):
        raise BadCollectionName
    return library_dir / COLLECTIONS / name


def ingest_collection(
    paths: tuple[Path, ...],
    library_dir: Path,
    name: str,
    progress: Progress,
    encoder: Encoder | None = None,
    origin: Origin = FOLDER,
    most: int = MOST_SECTIONS,
    shared: SharedCollections = NOT_SHARED,
    passed_over: Collection[str] = (),
) -> CollectionReport:
    """Make a collection of what files and folders hold; only what has changed since the last time is read.

    What is of another version than ``origin`` says stays. Two ingests take turns. May be interrupted at any time: the
    index in use stays in use. ``shared`` has it for other servers at once. Files that came with the program are named
    with their folder's name; ``passed_over`` names some that are not searched. Raises ``CorpusUnreadable`` where a
    path is missing, where there is nothing to read or more than ``most`` sections, what an ``encoder`` raises, with
    which vectors are made, and ``StorageFailed``.
    """
    around = f"{paths[0].name}/" if origin.shipped else ""
    files = {
        f"{around}{name}": path for name, path in _files(paths).items() if name not in passed_over
    }
    folders = [path if path.is_dir() else path.parent for path in paths]
    days = {file: day for folder in folders for file, day in commit_days(folder).items()}
    roots = [path.resolve() for path in paths if path.is_dir()]
    with writing(library_dir, name, shared) as (home, publish):
        return _Ingest(home, progress, encoder, origin, most, publish).run(files, days, roots)


@contextmanager
def writing(
    library_dir: Path, name: str, shared: SharedCollections = NOT_SHARED
) -> Iterator[tuple[Path, Publish]]:
    """Give a writer the folder of a collection, and what ``write`` publishes with; others wait.

    It is the tenant's own where the caller has one. Raises ``NotWritten`` where nothing can be kept.
    """
    home = _home_in(own_library(library_dir), name)
    with failing_as_not_written(home):
        make_folder(library_dir)
    with library_lock(library_dir), failing_as_not_written(home):
        make_folder(home)
        remove_unfinished(home, lambda folder: (folder / ABOUT).exists())
        try:
            with shared.changing(home) as publish:
                yield home, publish
        finally:
            if not any(home.iterdir()):  # nothing came to be kept
                home.rmdir()


def collections(library_dir: Path) -> list[CollectionState]:
    """Return what is known of each collection that the caller may search, in the order of their names."""
    homes = {
        home.name: home
        for place in (library_dir, own_library(library_dir))
        for home in (place / COLLECTIONS).glob("*/")
    }
    return [state for name in sorted(homes) if (state := state_of(homes[name]))]


def open_collection(library_dir: Path, name: str) -> OpenCollection:
    """Open a collection, its index rebuilt first where another version of the program made it.

    Raises ``UnknownCollection``, ``CorpusUnreadable`` or ``BadCollectionName``; ``NotWritten`` where it can't be made.
    """
    return collection_in(library_dir, home_of(library_dir, name))


def collection_in(library_dir: Path, home: Path) -> OpenCollection:
    """Open the collection in a folder of the library; see ``open_collection``."""
    found = OpenCollection(home)
    if found.state.made_by != made_by():
        lock = collection_lock(home)
        with library_lock(library_dir), lock, failing_as_not_written(home):
            found = OpenCollection(home)
            if found.state.made_by != made_by():
                state = found.state
                newest = {each.version: each.newest for each in state.versions}
                contents = Contents({}, state.hashes, newest or {"": state.newest}, state.shipped)
                write(home, found, contents)
        found = OpenCollection(home)
    return found


MOST_TOLD = 3
"""Files that are named with why they were left out, where all were."""


def _content(path: Path, name: str) -> bytes:
    if shown_name(name) != name:
        raise NotLoaded("its name is not UTF-8")
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def _touched(path: Path) -> date:
    """Return the day on which the bytes of a file were last written here."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).date()


class _Ingest:
    def __init__(
        self,
        home: Path,
        progress: Progress,
        encoder: Encoder | None,
        origin: Origin,
        most: int,
        publish: Publish,
    ) -> None:
        self._home, self._progress, self._encoder = home, progress, encoder
        self._origin, self._most, self._publish = origin, most, publish
        self._older = self._usable()
        self._report = CollectionReport(home.name)
        self._described = PageDescriptions(home)
        self._count = 0

    def _usable(self) -> OpenCollection | None:
        """Return the collection as it is, if it can be gone on with."""
        try:
            older = OpenCollection(self._home)
        except (UnknownCollection, CorpusUnreadable):
            return None
        return older if older.state.made_by == made_by() else None

    def run(
        self,
        files: Mapping[str, Path | NotLoaded],
        committed: Mapping[Path, date],
        roots: Sequence[Path],
    ) -> CollectionReport:
        """Keep these files, with the days of their last commits; what they include lies below ``roots``."""
        report, version = self._report, self._origin.version
        others, known = self._apart()
        changed: dict[str, tuple[Section, ...]] = {}
        hashes: dict[str, str] = {}
        newest: date | None = None
        for number, (name, path) in enumerate(files.items(), start=1):
            self._progress(number, len(files), PurePath(name).name)
            key = file_key(name, version)
            try:
                if isinstance(path, NotLoaded):
                    raise path
                content, includes = _content(path, name), reader(path, roots)
                day = committed.get(path) or self._origin.day
                digest = self._origin.digest(content + included(content, includes), day)
                if known.get(key) != digest:
                    changed[key] = self._sections(content, name, day, includes)
                    report.read += 1
                hashes[key] = digest
                newest = max(filter(None, (newest, day or _touched(path))), default=None)
                self._require_room(changed.get(key), key)
            except (NotLoaded, OSError) as error:
                told = error.strerror if isinstance(error, OSError) else None
                report.skipped.append((shown_name(name), told or str(error)))
        if not (others or hashes):
            told = "; ".join(f"{name}: {reason}" for name, reason in report.skipped[:MOST_TOLD])
            problem = f"there is no text to keep in any file ({told})"
            raise CorpusUnreadable(path=self._home.name, problem=problem)
        report.unchanged, report.removed = len(hashes) - report.read, len(known.keys() - hashes)
        if self._older is None or report.read or report.removed or self._lacks_vectors:
            days = self._newest() | {version: newest}
            self._write(Contents(changed, others | hashes, days, self._origin.shipped))
        state = state_of(self._home)
        report.sections = state.sections if state else 0
        return report

    def _apart(self) -> tuple[dict[str, str], dict[str, str]]:
        known = self._older.state.hashes if self._older else {}
        own = {key: text for key, text in known.items() if version_in(key) == self._origin.version}
        others = {key: text for key, text in known.items() if key not in own}
        self._count = sum(map(self._held, others))
        return others, own

    def _newest(self) -> dict[str, date | None]:
        versions = self._older.state.versions if self._older else ()
        return {version.version: version.newest for version in versions}

    def _held(self, key: str) -> int:
        return len(self._older.index.facts.directories[FILES].having(key)) if self._older else 0

    def _require_room(self, fresh: tuple[Section, ...] | None, key: str) -> None:
        self._count += self._held(key) if fresh is None else len(fresh)
        if self._count > self._most:
            problem = f"a collection holds at most {self._most:,} sections; divide it"
            raise CorpusUnreadable(path=self._home.name, problem=problem)

    def _write(self, contents: Contents) -> None:
        def tell(done: int, of: int) -> None:
            self._progress(done, of, "meaning")

        write(self._home, self._older, contents, self._encoder, tell, self._publish)

    @property
    def _lacks_vectors(self) -> bool:
        vectors = self._older.vectors if self._older else None
        return bool(self._encoder and (vectors is None or vectors.encoder != self._encoder.id))

    def _sections(
        self, content: bytes, name: str, day: date | None, includes: Read
    ) -> tuple[Section, ...]:
        loaded = load_sections(content, PurePath(name))
        self._report.skipped += [(name, reason) for reason in loaded.skipped]
        whole = (with_included(section, includes) for section in loaded.sections)
        placed = (self._origin.placed(section, day) for section in whole)
        return self._described.added_to(placed)


def _files(paths: tuple[Path, ...]) -> dict[str, Path | NotLoaded]:
    """Return every file, or why it is left out, by its name below the given folder; of two with one name the later."""
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
