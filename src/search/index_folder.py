"""Where indexes lie: a new one is built beside the one in use, and one small file says which that is."""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from src.disk import UNFINISHED, make_folder, replace_file, whole_or_nothing
from src.identity.caller import current

POINTER = "CURRENT"
"""File that names the folder of the index in use."""

PREFIX = "index-"

COLLECTIONS = "collections"
"""Folder of a library with a folder for each collection of documentation."""


def own_library(library_dir: Path) -> Path:
    """Return the part of a library that is the caller's tenant's alone; all of it for a caller without a tenant."""
    tenant = current().tenant
    return library_dir / "tenants" / tenant if tenant else library_dir


def current_folder(home: Path) -> Path | None:
    """Return the folder of the index in use, None where there is none yet."""
    try:
        name = (home / POINTER).read_text()
    except FileNotFoundError:
        return None
    return home / name


@contextmanager
def renewed(home: Path) -> Iterator[Path]:
    """Give a new folder, and put it in use when the block has filled it; the caller holds the library's lock.

    Whenever this is interrupted, the index that was in use stays in use, and nothing of the new one is left. It stays
    for its readers when another is put in its place; older ones are removed.
    """
    before = current_folder(home)
    folder = Path(tempfile.mkdtemp(dir=home, prefix=PREFIX))
    with whole_or_nothing(folder):
        yield folder
        replace_file(home / POINTER, folder.name.encode())
    for other in home.glob(f"{PREFIX}*"):
        if other not in (folder, before):
            shutil.rmtree(other, ignore_errors=True)


def remove_unfinished(home: Path, is_whole: Callable[[Path], bool]) -> None:
    """Remove what was left by processes that died while they wrote; the caller holds the library's lock."""
    current = current_folder(home)
    for folder in home.glob(f"{PREFIX}*/"):
        if folder != current and not is_whole(folder):
            shutil.rmtree(folder, ignore_errors=True)
    for file in home.glob(f"{UNFINISHED}*"):
        file.unlink(missing_ok=True)


def library_lock(library_dir: Path) -> FileLock:
    """Return the lock that whoever writes to a library holds; others wait."""
    return FileLock(library_dir / ".lock")


def collection_lock(home: Path) -> FileLock:
    """Return the lock that whoever puts an index of a collection in use holds, with that of the library or alone."""
    make_folder(home.parent)
    return FileLock(home.parents[1] / f".{home.name}.lock")


SEGMENT = "segment-"


def segments_of(folder: Path) -> list[Path]:
    """Return the folders of the segments of an index, in their order; its own where it is written at once."""
    return sorted(folder.glob(f"{SEGMENT}*/")) or [folder]


def sizes(folder: Path) -> dict[str, int]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.stat().st_size for path in files}


def require_whole(folder: Path, expected: Mapping[str, int]) -> None:
    """Raise ValueError where a file has another size than when it was written; OSError where one is gone."""
    for name, size in expected.items():
        if (folder / name).stat().st_size != size:
            raise ValueError(f"{name} has another size than when it was written")
