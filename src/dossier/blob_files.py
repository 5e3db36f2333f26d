"""The blobs of one dossier on disk: ``{id}.blobs/{sha256}``."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from src.disk import make_folder
from src.dossier.files import Sync, opened, read_from, sync_folder, write_whole

SUFFIX = ".blobs"

PENDING = ".pending"
"""Behind the name of a blob while the journal is changed: by what the journal names then, it stays or goes.

It is read like any other. Whoever dies in between leaves it to the next commit with blobs, or to the next start.
"""


def with_pending(folder: Path) -> Iterator[str]:
    """Yield the dossiers of which a writer left pending blobs, or a folder for some."""
    with os.scandir(folder) as entries:
        found = [one.name for one in entries if one.name.endswith(SUFFIX)]
    for name in found:
        names = [one.name for one in (folder / name).iterdir()]
        if not names or any(one.endswith(PENDING) for one in names):
            yield name.removesuffix(SUFFIX)


class BlobFiles:
    """The blobs of one dossier. Writers hold the dossier's lock; readers need none."""

    def __init__(self, dossier_id: str, folder: Path, sync: Sync) -> None:
        self._dossier_id = dossier_id
        self._folder = folder / f"{dossier_id}{SUFFIX}"
        self._sync = sync

    def read(self, sha256: str) -> bytes | None:
        """Return a blob, unchecked; None where it is not kept."""
        # The last look is for one that was renamed between the first two.
        for name in (sha256, f"{sha256}{PENDING}", sha256):
            found = read_from(self._dossier_id, self._folder / name)
            if found:
                return found[0]
        return None

    def names(self) -> set[str]:
        """Return what is kept."""
        return {name.removesuffix(PENDING) for name in self._files()}

    def doubt(self, new: Mapping[str, bytes], leaving: Collection[str]) -> None:
        """Put new blobs on stable storage, and mark them and those that may be leaving as pending."""
        missing = {name: data for name, data in new.items() if self.read(name) != data}
        if missing:
            make_folder(self._folder)
            sync_folder(self._folder.parent, self._sync)
        for name, data in missing.items():
            with opened(self._pending(name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as handle:
                write_whole(handle, data)
                self._sync(handle)
        for name in leaving:
            (self._folder / name).replace(self._pending(name))
        if missing or leaving:
            sync_folder(self._folder, self._sync)

    def settle(self, named: Callable[[], Collection[str]]) -> None:
        """Keep of what is pending what the journal names, and remove the rest."""
        pending = [name for name in self._files() if name.endswith(PENDING)]
        staying = named() if pending else ()
        for name in pending:
            path = self._folder / name
            if name.removesuffix(PENDING) in staying:
                path.replace(path.with_suffix(""))
            else:
                path.unlink()
        with suppress(OSError):  # others are in it, or there is none
            self._folder.rmdir()

    def _pending(self, name: str) -> Path:
        return self._folder / f"{name}{PENDING}"

    def _files(self) -> list[str]:
        try:
            return [one.name for one in self._folder.iterdir()]
        except FileNotFoundError:
            return []
