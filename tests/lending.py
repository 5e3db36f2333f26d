"""The index of the starter corpus, built once for all tests and lent to data folders that would have it built."""

import shutil
from pathlib import Path

from filelock import FileLock

from src.desks.tax.library.retriever import LibraryRetriever
from tests.desks.tax.library.material import STARTER

_shelves: list[Path] = []


def put_shelf(folder: Path) -> None:
    """Keep what is lent in this folder, which the workers of one run share."""
    _shelves[:] = [folder]


def with_starter_index(data_dir: Path) -> Path:
    """Return this data folder with an index of the starter corpus in it, as an earlier start would have left it."""
    (shelf,) = _shelves
    library = shelf / "library"
    with FileLock(shelf / "library.lock"):
        LibraryRetriever(library, STARTER)
    shutil.copytree(library, data_dir / "library", dirs_exist_ok=True)
    return data_dir
