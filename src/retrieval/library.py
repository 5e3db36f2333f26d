"""Ingests official XML files into the library, and puts a new index in use when all of them are in."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from src.dossier.models import Legislation
from src.errors import CorpusUnreadable
from src.retrieval import index_build
from src.retrieval.loaders import bwb, rulings
from src.retrieval.loaders.xml_file import Loaded, NotLoaded, parse, read
from src.retrieval.works import Works, library_lock, works_folder

Progress = Callable[[int, int, str], None]
"""Called before each file with its number (from 1), the number of files and the file's name."""

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
    skipped: tuple[Skipped, ...] = ()

    def add(self, loaded: Loaded) -> None:
        """Count a file that was read."""
        laws = sum(isinstance(source, Legislation) for source in loaded.sources)
        self.read += 1
        self.provisions += laws
        self.rulings += len(loaded.sources) - laws
        self.lapsed += len(loaded.lapsed)
        self.without_text += loaded.without_text


def ingest(
    paths: tuple[Path, ...],
    library_dir: Path,
    starter_dir: Path,
    progress: Progress,
    fetched: Sequence[Fetched] = (),
) -> IngestReport:
    """Read files, folders and what was fetched into the library, skipping what it has, and renew the index.

    May be interrupted and repeated at any time: what was read stays, and the index in use stays in use.
    A path that is missing or unreadable, or a folder without XML, is CorpusUnreadable before anything is done.
    """
    files = [*(Fetched(path.name, path) for path in _files(paths)), *fetched]
    library_dir.mkdir(parents=True, exist_ok=True)
    with library_lock(library_dir):
        works = Works(works_folder(library_dir))
        report = IngestReport()
        for number, file in enumerate(files, start=1):
            progress(number, len(files), file.name)
            _ingest_file(file, works, report)
        if works and not _is_indexed(library_dir, works, starter_dir):
            index_build.in_library(library_dir, works, starter_dir)
    return report


def _ingest_file(file: Fetched, works: Works, report: IngestReport) -> None:
    try:
        content = read(file.path)
        if works.has(content):
            report.already_there += 1
            if file.until is not None:
                works.end(content, file.until)
            return
        loaded = _load(content)
    except (NotLoaded, OSError) as error:
        reason = str(error.strerror if isinstance(error, OSError) else error)
        report.skipped += (Skipped(file.path, reason),)
        return
    if loaded.sources or loaded.lapsed:
        older = works.add(file.name, content, loaded, file.until)
        if older is not None:
            reason = f"an older copy of what {file.name} holds, which counts now"
            report.skipped += (Skipped(Path(older), reason),)
    report.add(loaded)


def _load(content: bytes) -> Loaded:
    root = parse(content)
    loader = _LOADERS.get(str(root.tag))
    if loader is None:
        raise NotLoaded(f"neither a law nor a ruling: the XML begins with <{root.tag}>")
    return loader(root)


def _is_indexed(library_dir: Path, works: Works, starter_dir: Path) -> bool:
    """Tell whether the index in use was made of just these works, by this program."""
    folder = index_build.current_folder(library_dir)
    about = index_build.about(folder) if folder else None
    if about is None:
        return False
    return (about.works, about.made_by) == (works.fingerprint(), index_build.made_by(starter_dir))


def _files(paths: tuple[Path, ...]) -> list[Path]:
    """Return every file once, in order; folders give their ``.xml`` files at any depth."""
    return list(dict.fromkeys(file for path in paths for file in _files_of(path)))


def _files_of(path: Path) -> list[Path]:
    if not path.exists():
        raise CorpusUnreadable(path=str(path), problem="does not exist")
    if not os.access(path, os.R_OK | os.X_OK if path.is_dir() else os.R_OK):
        raise CorpusUnreadable(path=str(path), problem="may not be read")
    if path.is_file():
        return [path]
    found = sorted(file for file in path.rglob("*.xml") if file.is_file())
    if not found:
        raise CorpusUnreadable(path=str(path), problem="holds no .xml files")
    return found
