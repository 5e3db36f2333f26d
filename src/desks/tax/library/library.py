"""Ingests XML, YAML and JSON Lines into the library, and puts a new index in use when all are in."""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path, PurePath

from src.desks.tax.library import index_build
from src.desks.tax.library.described import Described
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.loaders import bwb, jsonl, regelrecht, rulings
from src.desks.tax.loaders.loaded import LoadedLaw
from src.disk import make_folder
from src.errors import CorpusUnreadable
from src.llm.describing import DescribeReport
from src.search.encoder import Encoder
from src.search.index_folder import current_folder, library_lock
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.xml_file import parse, read
from src.search.vectors import silent

Progress = Callable[[int, int, str], None]
"""Called before each file with its number (from 1), the number of files and the file's name."""

SUFFIXES = frozenset({".xml", jsonl.SUFFIX, *regelrecht.SUFFIXES})
"""What is read of a folder; a file that is named itself may be called anything."""

MOST_LINES_NAMED = 20
"""Of the lines of one file that are skipped; the others are counted."""

_LOADERS = {bwb.ROOT: bwb.load, rulings.ROOT: rulings.load}


@dataclass(frozen=True)
class Fetched:
    """A text that came from an official service: its recorded file, and for a law the last day of its version."""

    name: str
    path: Path
    until: date | None = None


@dataclass(frozen=True)
class Skipped:
    """A file that was left out, and why, in words for a person."""

    path: Path
    reason: str


@dataclass
class IngestReport:
    """What an ingest did; the counts are of the files read now, not of those already there."""

    read: int = 0
    already_there: int = 0
    provisions: int = 0
    rulings: int = 0
    lapsed: int = 0
    without_text: int = 0
    fetched: int = 0
    """Replies of official services that came over the network."""
    withdrawn: tuple[str, ...] = ()
    """Rulings that left the library, because their court has withdrawn them."""
    skipped: tuple[Skipped, ...] = ()
    describing: DescribeReport | None = None
    """What a model was asked to describe; None where it was not asked."""

    def add(self, loaded: LoadedLaw) -> None:
        """Count what a file holds."""
        kinds = Counter(source.kind for source in loaded.sources)
        self.provisions += kinds["legislation"]
        self.rulings += kinds["case_law"]
        self.lapsed += len(loaded.lapsed)
        self.without_text += loaded.without_text

    def skip(self, path: Path, reasons: list[str]) -> None:
        """Note why a file or its lines were left out."""
        named = reasons[:MOST_LINES_NAMED]
        if len(reasons) > len(named):
            named.append(f"and {len(reasons) - len(named)} more lines")
        self.skipped += tuple(Skipped(path, reason) for reason in named)


def ingest(
    paths: tuple[Path, ...],
    library_dir: Path,
    starter_dir: Path,
    progress: Progress,
    as_of: date | None = None,
    fetched: Sequence[Fetched] = (),
    withdrawn: Sequence[str] = (),
    encoder: Encoder | None = None,
) -> IngestReport:
    """Read files, folders and what was fetched into the library, skipping what it has, and renew the index.

    ``as_of`` is the day whose law articles in JSON Lines are, where their rows do not say; ``withdrawn`` are works that
    leave the library. With an ``encoder`` the index gets vectors, and what it raises is raised. May be interrupted and
    repeated at any time: what was read stays, and the index in use stays in use. A path that is missing or
    unreadable, or a folder with nothing to read, is CorpusUnreadable before anything is done.
    """
    below = files_below(paths).items()
    dated = (Fetched(str(name), path, regelrecht.last_day(path)) for path, name in below)
    files = [*dated, *fetched]
    make_folder(library_dir)
    with library_lock(library_dir):
        index_build.remove_unfinished(library_dir)
        works = Works(works_folder(library_dir))
        report = IngestReport()
        for number, file in enumerate(files, start=1):
            progress(number, len(files), PurePath(file.name).name)
            try:
                if file.path.suffix == jsonl.SUFFIX:
                    _ingest_lines(file.path, as_of, works, report)
                else:
                    _ingest_file(file, works, report)
            except (NotLoaded, OSError) as error:
                reason = error.strerror if isinstance(error, OSError) else None
                report.skip(file.path, [reason or str(error)])
        report.withdrawn = tuple(key for key in withdrawn if works.remove(key))
        if works or report.withdrawn:
            _renew(
                library_dir,
                works,
                starter_dir,
                encoder,
                lambda done, of: progress(done, of, "meaning"),
            )
    return report


def renew(library_dir: Path, starter_dir: Path, encoder: Encoder | None = None) -> None:
    """Put a new index in use, where the one in use is not of all that the library holds now."""
    with library_lock(library_dir):
        _renew(library_dir, Works(works_folder(library_dir)), starter_dir, encoder)


def _renew(
    library_dir: Path,
    works: Works,
    starter_dir: Path,
    encoder: Encoder | None,
    tell: Callable[[int, int], None] = silent,
) -> None:
    folder = current_folder(library_dir)
    about = index_build.about_current(folder, starter_dir, encoder) if folder else None
    if about is None or about.works != index_build.made_of(works, Described(library_dir)):
        index_build.in_library(library_dir, works, starter_dir, encoder, tell)


def _ingest_file(file: Fetched, works: Works, report: IngestReport) -> None:
    content = read(file.path)
    if works.has(content):
        report.already_there += 1
        if file.until is not None:
            works.end(content, file.until)
        return
    loaded = load_file(content, PurePath(file.name))
    if loaded.sources or loaded.lapsed:
        name = PurePath(file.name).name
        older = works.add(name, content, loaded, file.until)
        if older is not None:
            reason = f"an older copy of what {name} holds, which counts now"
            report.skip(Path(older), [reason])
    report.read += 1
    report.add(loaded)


def _ingest_lines(path: Path, as_of: date | None, works: Works, report: IngestReport) -> None:
    """Read a file of JSON Lines work by work; what an interrupted ingest had read is there already."""
    skipped: list[str] = []
    known = fresh = False
    try:
        for content, loaded in jsonl.load(path, as_of, skipped.append):
            if works.has(content):
                known = True
                continue
            if loaded.sources:
                works.add(path.name, content, loaded)
                fresh = True
            report.add(loaded)
    finally:
        report.skip(path, skipped)
    report.already_there += known and not fresh
    report.read += fresh or not known


def load_file(content: bytes, name: PurePath) -> LoadedLaw:
    """Return what a file of official XML or YAML holds; NotLoaded says why it can't be used."""
    if name.suffix in regelrecht.SUFFIXES:
        return regelrecht.load(content, name)
    root = parse(content)
    loader = _LOADERS.get(str(root.tag))
    if loader is None:
        raise NotLoaded(f"neither a law nor a ruling: the XML begins with <{root.tag}>")
    return loader(root)


def files_below(paths: tuple[Path, ...]) -> dict[Path, PurePath]:
    """Return every file once, in order, each with its name among the others; folders give theirs at any depth."""
    return {file: name for path in paths for file, name in _files_of(path).items()}


def _files_of(path: Path) -> dict[Path, PurePath]:
    if not path.exists():
        raise CorpusUnreadable(path=str(path), problem="does not exist")
    if not os.access(path, os.R_OK | os.X_OK if path.is_dir() else os.R_OK):
        raise CorpusUnreadable(path=str(path), problem="may not be read")
    if path.is_file():
        return {path: PurePath(path.name)}
    files = (file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
    found = {file: PurePath(path.resolve().name, file.relative_to(path)) for file in sorted(files)}
    if not found:
        raise CorpusUnreadable(path=str(path), problem="holds no .xml, .jsonl or .yaml files")
    return found
