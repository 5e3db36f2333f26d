"""One dossier as two files, with its blobs and its lease, read and written with as little as the change asks for."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from src.disk import make_folder
from src.dossier import blobs, chain
from src.dossier.files import (
    Stamp,
    Sync,
    as_storage_failure,
    locked,
    read_from,
    stamp,
    sync_folder,
    write_anew,
)
from src.dossier.journal import JournalEntry, fold
from src.dossier.journal_file import JournalFile, entries, verified
from src.dossier.json_view import View, ids_in, mark_at, rolled, whole
from src.dossier.memory import Memory
from src.dossier.models import DOSSIER_ID, Dossier
from src.dossier.state_file import ORPHAN, ForeignReader, StateFile, temporary_for
from src.dossier.store import Lease
from src.errors import DossierUnreadable

SUFFIX = ".effects.lock"

LOOK_SECONDS = 0.05
"""Between two looks whether the lease is free."""


class FileLease:
    """A lease that is held."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def check(self) -> None:
        return  # the system takes it from the dead alone

    async def settle(self) -> None:
        await asyncio.to_thread(self._path.unlink, missing_ok=True)


@asynccontextmanager
async def file_lease(
    folder: Path, dossier_id: str, sync: Sync, *, waits: bool
) -> AsyncIterator[Lease | None]:
    """Hold the lease of a dossier; None where another has it, unless this ``waits``."""
    path = folder / f"{dossier_id}{SUFFIX}"
    with ExitStack() as held:
        taken = await asyncio.to_thread(_taken, held, path, sync)
        while waits and not taken:
            await asyncio.sleep(LOOK_SECONDS)
            taken = await asyncio.to_thread(_taken, held, path, sync)
        yield FileLease(path) if taken else None


def unsettled(folder: Path) -> list[str]:
    with as_storage_failure():
        names = [path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}")]
    return [name for name in sorted(names) if DOSSIER_ID.fullmatch(name)]


def _taken(held: ExitStack, path: Path, sync: Sync) -> bool:
    with as_storage_failure():
        try:
            held.enter_context(locked(path, 0))
        except TimeoutError:
            return False
        sync_folder(path.parent, sync)  # it is found again whatever happens now
        return True


BLOBS_SUFFIX = ".blobs"

BLOB_PENDING = ".pending"
"""Behind the name of a blob while the journal is changed: by what the journal names then, it stays or goes.

It is read like any other. Whoever dies in between leaves it to the next commit with blobs, or to the next start.
"""


def with_pending(folder: Path) -> Iterator[str]:
    """Yield the dossiers of which a writer left pending blobs, or a folder for some."""
    with os.scandir(folder) as entries:
        found = [entry.name for entry in entries if entry.name.endswith(BLOBS_SUFFIX)]
    for name in found:
        names = [path.name for path in (folder / name).iterdir()]
        if not names or any(text.endswith(BLOB_PENDING) for text in names):
            yield name.removesuffix(BLOBS_SUFFIX)


class BlobFiles:
    """The blobs of one dossier. Writers hold the dossier's lock; readers need none."""

    def __init__(self, dossier_id: str, folder: Path, sync: Sync) -> None:
        self._dossier_id = dossier_id
        self._folder = folder / f"{dossier_id}{BLOBS_SUFFIX}"
        self._sync = sync

    def read(self, sha256: str) -> bytes | None:
        """Return a blob, unchecked; None where it is not kept."""
        # The last look is for one that was renamed between the first two.
        for name in (sha256, f"{sha256}{BLOB_PENDING}", sha256):
            found = read_from(self._dossier_id, self._folder / name)
            if found:
                return found[0]
        return None

    def names(self) -> set[str]:
        return {name.removesuffix(BLOB_PENDING) for name in self._files()}

    def doubt(self, new: Mapping[str, bytes], leaving: Collection[str]) -> None:
        """Put new blobs on stable storage, and mark them and those that may be leaving as pending."""
        missing = {name: data for name, data in new.items() if self.read(name) != data}
        if missing:
            make_folder(self._folder)
            sync_folder(self._folder.parent, self._sync)
        for name, data in missing.items():
            write_anew(self._pending(name), data, self._sync)
        for name in leaving:
            (self._folder / name).replace(self._pending(name))
        if missing or leaving:
            sync_folder(self._folder, self._sync)

    def settle(self, named: Callable[[], Collection[str]]) -> None:
        """Keep of what is pending what the journal names, and remove the rest."""
        pending = [name for name in self._files() if name.endswith(BLOB_PENDING)]
        staying = named() if pending else ()
        for name in pending:
            path = self._folder / name
            if name.removesuffix(BLOB_PENDING) in staying:
                path.replace(path.with_suffix(""))
            else:
                path.unlink()
        with suppress(OSError):  # others are in it, or there is none
            self._folder.rmdir()

    def _pending(self, name: str) -> Path:
        return self._folder / f"{name}{BLOB_PENDING}"

    def _files(self) -> list[str]:
        try:
            return [path.name for path in self._folder.iterdir()]
        except FileNotFoundError:
            return []


class JsonDossier:
    """The journal and the state of one dossier. Writers hold the dossier's lock; readers need none."""

    def __init__(
        self,
        dossier_id: str,
        folder: Path,
        sync: Sync,
        memory: Memory[View],
        foreign: Sequence[ForeignReader] = (),
    ) -> None:
        self._id = dossier_id
        self._folder = folder
        self._sync = sync
        self._memory = memory
        self._journal_path = folder / f"{dossier_id}.jsonl"
        self._state_path = folder / f"{dossier_id}.json"
        self._journal = JournalFile(dossier_id, self._journal_path, sync)
        self._state = StateFile(dossier_id, self._state_path, sync, foreign)

    @cached_property
    def _blobs(self) -> BlobFiles:
        # Made where it is needed: hardly a turn has to do with pictures.
        return BlobFiles(self._id, self._folder, self._sync)

    def lines(self) -> list[bytes]:
        piece = self._journal.read()
        return piece.lines if piece else []

    def entries(self) -> list[JournalEntry]:
        """Return the turns of the journal, the whole chain checked."""
        return entries(self._id, self.lines())

    def view(self, *, locked: bool = False, keep: bool = True) -> View:
        """Return the dossier as last committed; ``keep`` remembers what was read."""
        known = self._memory.get(self._id)
        view = self._unchanged(known, locked) or self._grown(known) or self._read()
        if locked:
            view = replace(view, is_sure=True)
        if view.last and (keep or known):
            self._memory.put(self._id, view)
        return view

    def with_ids(self, view: View) -> View:
        """Return the view with the versions by message id."""
        if view.ids is not None:
            return view
        try:
            view = replace(view, ids=ids_in(self.lines()))
        except (ValueError, KeyError, TypeError) as error:
            raise DossierUnreadable(dossier_id=self._id, problem="broken_journal") from error
        self._memory.put(self._id, view)
        return view

    def settle(self) -> None:
        """Make all that can be read survive a crash."""
        self._journal.settle()

    def blob(self, sha256: str) -> bytes | None:
        return self._blobs.read(sha256)

    def settle_blobs(self) -> None:
        """Decide by the journal what becomes of blobs that a writer left pending."""
        self._blobs.settle(lambda: blobs.named(self.entries()))

    def append_with(
        self, new: Mapping[str, bytes], view: View, sealed: Sequence[chain.Sealed], dossier: Dossier
    ) -> View:
        """Append lines that name new blobs; raises ``TooManyPictures``."""
        self.settle_blobs()
        blobs.check_room(self._blobs.names(), new)
        with self._pending(new, ()):
            return self.append(view, sealed, dossier)

    @contextmanager
    def _pending(self, new: Mapping[str, bytes], leaving: Collection[str]) -> Iterator[None]:
        """Let the journal be changed meanwhile: what it names at the end stays, whether the change was made or not."""
        try:
            self._blobs.doubt(new, leaving)
            yield
        finally:
            with suppress(OSError, DossierUnreadable):  # else the next start does it
                self.settle_blobs()

    def append(self, view: View, sealed: Sequence[chain.Sealed], dossier: Dossier) -> View:
        """Put lines on stable storage behind those of ``view``; they add up to ``dossier``."""
        lines, data = [pair.line for pair in sealed], [pair.data for pair in sealed]
        self._memory.forget(self._id)  # whatever happens on the way, it is read again
        stamped = self._journal.append(b"".join(data), view.end, named=view.is_named)
        origin = view.mark.origin if view.mark else lines[0].hash
        size = view.end + sum(map(len, data))
        ids = view.ids if view.ids is not None else None if view.last else {}
        if ids is not None:
            named = [(line.content.message_id, line.version) for line in lines if line.content]
            ids.update(pair for pair in named if pair[0])
        grown = View(
            dossier=dossier,
            last=chain.erased(lines[-1]),
            mark=mark_at(size, data[-1], lines[-1].hash, origin),
            journal=stamped,
            state=view.state,
            state_end=view.state_end,
            ids=ids,
            is_sure=True,
            is_named=True,
        )
        grown = self._with_state(grown)
        self._memory.put(self._id, grown)
        return grown

    def rewrite(self, lines: list[bytes], new: Mapping[str, bytes]) -> View:
        """Replace the journal by these lines; only the blobs that they name are left beside it."""
        known = verified(self._id, lines)
        entries = chain.entries(known)
        dossier = fold(entries)
        if dossier is None:
            raise DossierUnreadable(dossier_id=self._id, problem="broken_journal")
        temporary = temporary_for(self._journal_path)
        self._remove_orphans()
        self._memory.forget(self._id)
        self.settle_blobs()
        with self._pending(new, self._blobs.names() - blobs.named(entries)):
            stamped = self._replace(temporary, lines)
        size = sum(map(len, lines))
        mark = mark_at(size, lines[-1], known[-1].hash, known[0].hash)
        return self._with_state(View(dossier, mark=mark, journal=stamped))

    def _replace(self, temporary: Path, lines: list[bytes]) -> Stamp:
        try:
            stamped = write_anew(temporary, b"".join(lines), self._sync)
            # What was erased stands in these files too. The old journal is the last to go: it has it all.
            self._state_path.unlink(missing_ok=True)
            self._journal_path.with_suffix(".torn").unlink(missing_ok=True)
            sync_folder(self._folder, self._sync)
            temporary.replace(self._journal_path)
        except OSError:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        sync_folder(self._folder, self._sync)
        return stamped

    def remove(self) -> None:
        """Remove the dossier; until the last of its files is gone it is whole."""
        self._memory.forget(self._id)
        self._remove_orphans()
        self.settle_blobs()
        with self._pending({}, self._blobs.names()):
            self._journal_path.with_suffix(".torn").unlink(missing_ok=True)
            self._state_path.unlink(missing_ok=True)
            self._journal_path.unlink(missing_ok=True)
            sync_folder(self._folder, self._sync)
        self._journal_path.with_suffix(".lock").unlink(missing_ok=True)
        self._journal_path.with_suffix(SUFFIX).unlink(missing_ok=True)
        sync_folder(self._folder, self._sync)

    def remove_if_empty(self) -> None:
        """Remove what a first turn left that could not be stored, the lock too; a dossier is left as it is."""
        with suppress(OSError):
            if self._state_path.exists() or self.lines():
                return
            self._journal_path.unlink(missing_ok=True)
            self._journal_path.with_suffix(".lock").unlink(missing_ok=True)

    def _with_state(self, view: View) -> View:
        """Write the state if the journal has grown by as much since: so at most as much again is written in all."""
        grown = None if view.state_end is None else view.end - view.state_end
        if view.state and grown is not None and grown < view.state.size:
            return view
        if view.dossier is None or view.mark is None:
            return view
        written = self._state.replace(view.dossier, view.mark)
        return replace(view, state=written, state_end=view.end) if written else view

    def _unchanged(self, known: View | None, locked: bool) -> View | None:
        if known is None or (locked and not known.is_sure):
            return None
        now = (stamp(self._id, self._state_path), stamp(self._id, self._journal_path))
        return known if now == (known.state, known.journal) else None

    def _grown(self, known: View | None) -> View | None:
        """Return what is known with what was written since; None unless its last line still stands where it stood."""
        if known is None or known.mark is None or known.is_ahead or known.journal is None:
            return None
        if stamp(self._id, self._state_path) != known.state:
            return None
        now = stamp(self._id, self._journal_path)
        if now is None or now.inode != known.journal.inode:
            return None
        piece = self._journal.read(known.mark.start)
        return rolled(replace(known, is_sure=False), piece) if piece else None

    def _read(self) -> View:
        # The state first: a turn that is committed in between is then in the journal, never in the state alone.
        state = self._state.read()
        if state and state.mark:
            mark = state.mark
            piece = self._journal.read(mark.start)
            start = View(state.dossier, mark=mark, state=state.stamp, state_end=mark.end)
            view = rolled(start, piece) if piece else None
            if view:
                return view
        view = whole(self._id, state, self._journal.read())
        if view.dossier is None:
            with as_storage_failure():
                self._folder.stat()  # no such dossier is one thing, no such folder another
        return view

    def _remove_orphans(self) -> None:
        for path in self._folder.iterdir():
            orphan = ORPHAN.fullmatch(path.name)
            if orphan and orphan[1] == self._id:
                path.unlink(missing_ok=True)
