"""The index of the starter corpus, built once for all tests and lent to data folders that would have it built."""

import hashlib
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from filelock import FileLock

from src.desks.tax.library.library import ingest
from src.desks.tax.library.retriever import LibraryRetriever
from src.search.known_words import WORD_VECTORS
from src.search.word_vectors import WordVectors
from tests.desks.tax.library.material import STARTER

_shelves: list[Path] = []


def put_shelf(folder: Path) -> None:
    """Keep what is lent in this folder, which the workers of one run share."""
    _shelves[:] = [folder]


def with_starter_index(data_dir: Path) -> Path:
    """Return this data folder with an index of the starter corpus in it, as an earlier start would have left it."""
    shutil.copytree(_starter_index(), data_dir / "library", dirs_exist_ok=True)
    return data_dir


@cache
def _starter_index() -> Path:
    """Return the index of the starter corpus, which one worker builds and the others find."""
    (shelf,) = _shelves
    library = shelf / "library"
    with FileLock(shelf / "library.lock"):
        LibraryRetriever(library, STARTER, encoder=WordVectors.load(WORD_VECTORS))
    return library


def with_library(data_dir: Path, files: Sequence[Path]) -> Path:
    """Return this data folder, new, with a library of these files in it, as an ingest would have left it."""
    (shelf,) = _shelves
    library = shelf / hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    with FileLock(shelf / "library.lock"):
        if not library.exists():
            ingest(
                tuple(files),
                library,
                STARTER,
                lambda *_: None,
                encoder=WordVectors.load(WORD_VECTORS),
            )
    shutil.copytree(library, data_dir / "library")
    return data_dir
