"""Dossiers as files: ``{id}.jsonl``, the journal, ``{id}.json``, what it added up to at some time, and ``{id}.blobs``.

The journal line, fsynced, is the commit point. The state file is a convenience: it is replaced atomically whenever the
journal has grown by as much as the state is long, and a reader rolls it forward in memory. A state ahead of its journal
(a copy taken between the two, a journal that was lost) loses nothing: the next commit first journals what was missing.
"""

import asyncio
import logging
import os
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar
from weakref import WeakValueDictionary, finalize

from src.disk import make_folder
from src.dossier import chain, store
from src.dossier.answers import quotes_added
from src.dossier.blobs import NO_BLOBS, by_hash
from src.dossier.file_index import FileIndex
from src.dossier.files import Sync, as_storage_failure, locked
from src.dossier.finding import words_added
from src.dossier.index_row import Texts, told
from src.dossier.journal import JournalEntry, Turn, after, check_same, check_there, fold
from src.dossier.journal_file import verified
from src.dossier.journal_rows import earlier
from src.dossier.json_dossier import JsonDossier, file_lease, unsettled, with_pending
from src.dossier.json_pages import REST, JsonPages, PageProgress, row_of
from src.dossier.json_view import View
from src.dossier.memory import Memory
from src.dossier.models import DOSSIER_ID, Dossier
from src.dossier.rebasing import may_meet, rebased
from src.dossier.reconcile import reconciled
from src.dossier.state_file import ForeignReader, remove_orphans
from src.errors import BadDossierId, DossierUnreadable, TessError

Result = TypeVar("Result")
Salt = Callable[[], str]

LOCK_SECONDS = 10

log = logging.getLogger(__name__)


class JsonStore:
    """A ``DossierStore`` over one folder, safe for many tasks, threads and processes on one machine.

    ``foreign`` reads the state files that other programs left there; ``rest`` see ``json_pages``.
    """

    def __init__(
        self,
        folder: Path,
        clock: store.Clock = store.utc_now,
        sync: Sync = os.fsync,
        salt: Salt = lambda: secrets.token_hex(16),
        foreign: Sequence[ForeignReader] = (),
        rest: float = REST,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._salt = salt
        self._sync = sync
        self._foreign = foreign
        self._memory: Memory[View] = Memory()
        self._index = FileIndex(folder)
        finalize(self, self._index.end)
        self._pages = JsonPages(folder, self._index, self._dossier, rest)
        self._looking: asyncio.Task[None] | None = None
        self._turnstiles: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        with as_storage_failure():
            make_folder(folder)
            remove_orphans(folder)
            self._settle_blobs()

    async def close(self) -> None:
        """Write what of the list of dossiers still waits."""
        await asyncio.to_thread(self._index.end)

    async def load(self, dossier_id: str) -> Dossier | None:
        return (await asyncio.to_thread(self._dossier(dossier_id).view)).dossier

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> store.Committed:
        # The lock between processes is waited for by looking again and again, in a thread; tasks of this process
        # take their turns without.
        turnstile = self._turnstiles.setdefault(turn.dossier_id, asyncio.Lock())
        async with turnstile:
            return await asyncio.to_thread(
                self._locked, turn.dossier_id, lambda: self._commit(turn, by_hash(contents))
            )

    async def find(self, dossier_id: str, message_id: str) -> store.Committed | None:
        return await asyncio.to_thread(self._find, dossier_id, message_id)

    async def journal(self, dossier_id: str) -> list[JournalEntry]:
        return await asyncio.to_thread(lambda: self._dossier(dossier_id).entries())

    async def lines(self, dossier_id: str) -> list[bytes]:
        return await asyncio.to_thread(lambda: self._dossier(dossier_id).lines())

    async def blob(self, dossier_id: str, sha256: str) -> bytes | None:
        return await asyncio.to_thread(lambda: self._dossier(dossier_id).blob(sha256))

    async def rewrite(
        self, dossier_id: str, change: store.Change, contents: Collection[bytes] = NO_BLOBS
    ) -> Dossier:
        return await asyncio.to_thread(
            self._locked, dossier_id, lambda: self._rewrite(dossier_id, change, by_hash(contents))
        )

    async def page(self, wanted: store.DossierQuery, cursor: str, limit: int) -> store.DossierPage:
        progress = PageProgress()
        while True:
            page = await asyncio.to_thread(self._pages.page, wanted, cursor, limit, progress)
            if page:
                break
        is_looking = self._looking is not None and not self._looking.done()
        if not cursor and self._pages.has_rested and not is_looking:
            # What the list shows is of now all the same; what others put there is in the next one.
            self._looking = asyncio.create_task(self._look_through())
            self._looking.add_done_callback(_looked_through)
        return page

    async def _look_through(self) -> None:
        progress = PageProgress()
        while not await asyncio.to_thread(self._pages.look_through, progress):
            pass

    async def ids(self) -> list[str]:
        return await asyncio.to_thread(self._ids)

    async def erase(
        self, over: store.Over, among: Collection[str] | None = None
    ) -> AsyncIterator[str]:
        for dossier_id in await self.ids() if among is None else among:
            if await asyncio.to_thread(self._erase, dossier_id, over):
                yield dossier_id

    def lease(
        self, dossier_id: str, *, waits: bool = False
    ) -> AbstractAsyncContextManager[store.Lease | None]:
        if not DOSSIER_ID.fullmatch(dossier_id):
            raise BadDossierId
        return file_lease(self._folder, dossier_id, self._sync, waits=waits)

    async def unsettled(self) -> list[str]:
        return await asyncio.to_thread(unsettled, self._folder)

    async def check(self) -> None:
        await asyncio.to_thread(self._check)

    def _check(self) -> None:
        with as_storage_failure(), tempfile.TemporaryFile(dir=self._folder, buffering=0) as probe:
            probe.write(b"room")
            self._sync(probe.fileno())

    def _dossier(self, dossier_id: str) -> JsonDossier:
        # The last defence: whatever a caller forgot, no other name ever becomes a path.
        if not DOSSIER_ID.fullmatch(dossier_id):
            raise BadDossierId
        return JsonDossier(dossier_id, self._folder, self._sync, self._memory, self._foreign)

    def _locked(self, dossier_id: str, work: Callable[[], Result]) -> Result:
        files = self._dossier(dossier_id)
        path = self._folder / f"{dossier_id}.lock"
        with as_storage_failure():
            self._folder.stat()  # a folder that is gone (a disk not mounted) must not be made anew by the lock
            with locked(path, LOCK_SECONDS):
                try:
                    return work()
                except (OSError, TessError):
                    files.remove_if_empty()
                    raise

    def _find(self, dossier_id: str, message_id: str) -> store.Committed | None:
        files = self._dossier(dossier_id)
        if not files.with_ids(files.view()).mentions(message_id):
            return None
        return self._locked(dossier_id, lambda: self._earlier(files, message_id))

    def _earlier(self, files: JsonDossier, message_id: str) -> store.Committed | None:
        """Return what was committed under this id, from the whole journal; the caller holds the lock."""
        found = earlier(files.entries(), message_id)
        if found:
            # Its writer may have died before it could be sure of the disk, and ``success`` is said now.
            files.settle()
        return found

    def _commit(self, turn: Turn, new: Mapping[str, bytes]) -> store.Committed:
        files = self._dossier(turn.dossier_id)
        view = files.view(locked=True)
        if turn.message_id:
            view = files.with_ids(view)
            known = view.mentions(turn.message_id)
            repeated = self._earlier(files, turn.message_id) if known else None
            if repeated:
                check_same(repeated.entry, turn)
                return repeated
        return self._append(files, view, turn, new)

    def _append(
        self, files: JsonDossier, view: View, turn: Turn, new: Mapping[str, bytes]
    ) -> store.Committed:
        before, missing = self._reconciled(files, view)
        check_there(before, turn)
        if before and may_meet(turn, before):
            carried = chain.entries(pair.line for pair in missing)
            turn = rebased(turn, [*files.entries(), *carried], before)
        last = missing[-1].line if missing else view.last
        version = before.version + 1 if before else 1
        sealed = chain.sealed(turn, version, self._clock(), last, self._salt())
        entry = chain.entry(sealed.line, {})
        dossier = after(before, entry)
        append = partial(files.append_with, new) if new else files.append
        grown = row_of(turn.dossier_id, append(view, [*missing, sealed], dossier))
        if missing:
            self._index.put([(grown.unread, Texts())])
        else:
            brought = Texts(words_added(turn.patch), quotes_added(before, entry, dossier))
            self._index.append(grown, told(view.journal), brought)
        return store.Committed(dossier=dossier, entry=entry)

    def _reconciled(
        self, files: JsonDossier, view: View
    ) -> tuple[Dossier | None, list[chain.Sealed]]:
        state = view.dossier
        if state is None or not view.is_ahead:
            return state, []
        dossier = fold(files.entries())
        time = self._clock() if dossier else state.created_at
        lines, dossier = reconciled(dossier, view.last, state, time)
        return dossier, lines

    def _rewrite(self, dossier_id: str, change: store.Change, new: Mapping[str, bytes]) -> Dossier:
        files = self._dossier(dossier_id)
        view = files.view(locked=True)
        dossier, missing = self._reconciled(files, view)
        lines = change([*files.lines(), *(pair.data for pair in missing)])
        verified(dossier_id, lines)  # whatever is refused up to here has changed nothing
        if missing and dossier:
            # A rewriting removes the state before it replaces the journal, which then has to have it all.
            files.append(view, missing, dossier)
        self._index.forget(dossier_id)  # whoever dies behind this line leaves no words there
        row = row_of(dossier_id, rewritten := files.rewrite(lines, new))
        self._index.forget(dossier_id)  # and whoever read the old files may have put them back
        self._index.put([(row.unread, Texts())])
        assert rewritten.dossier is not None  # else it would have been refused
        return rewritten.dossier

    def _erase(self, dossier_id: str, over: store.Over) -> bool:
        files = self._dossier(dossier_id)

        def erased() -> bool:
            # Looked at once more: somebody may have gone on with it, or put a hold on it.
            if not _is_over(files.view(locked=True), over):
                return False
            self._index.forget(dossier_id)
            files.remove()
            self._index.forget(dossier_id)
            return True

        try:
            is_over = _is_over(files.view(keep=False), over)
            return is_over and self._locked(dossier_id, erased)
        except DossierUnreadable:
            return False

    def _settle_blobs(self) -> None:
        """Remove blobs that crashed writers left, and keep those that they had named; see ``blob_files``."""
        for dossier_id in with_pending(self._folder):
            # As with other orphans: a lock that is taken means a writer that lives.
            with suppress(OSError, TessError), locked(self._folder / f"{dossier_id}.lock", 0):
                files = self._dossier(dossier_id)
                files.settle_blobs()
                files.remove_if_empty()

    def _ids(self) -> list[str]:
        changed: dict[str, int] = {}
        with as_storage_failure():
            for path in self._folder.iterdir():
                if path.suffix in {".json", ".jsonl"} and DOSSIER_ID.fullmatch(path.stem):
                    changed[path.stem] = max(changed.get(path.stem, 0), path.stat().st_mtime_ns)
        return sorted(changed, key=lambda name: changed[name])


def _looked_through(looking: asyncio.Task[None]) -> None:
    if not looking.cancelled() and (error := looking.exception()):
        told = {"problem": type(error).__name__}
        log.warning("the folder of dossiers could not be looked through", extra=told)


def _is_over(view: View, over: store.Over) -> bool:
    if view.dossier is None:
        return False
    return over(view.dossier, view.last.time if view.last else view.dossier.created_at)
