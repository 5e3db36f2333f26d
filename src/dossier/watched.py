"""Around a store: who is told of each change that it has committed, and which dossiers were kept long enough."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import Turn
from src.dossier.models import Dossier
from src.dossier.store import Change, Clock, Committed, DossierStore, Over, utc_now
from src.errors import StorageFailed

DAY = timedelta(days=1)

TOLD_AT_ONCE = 100
"""Dossiers that one line of the log names."""

log = logging.getLogger(__name__)


class Retention:
    """Erases dossiers on which nothing was done for so many days; the log tells which, by their ids alone."""

    def __init__(self, store: DossierStore, days: int, clock: Clock = utc_now) -> None:
        self._store = store
        self._kept = timedelta(days=days)
        self._clock = clock

    async def outlived(self) -> list[str]:
        """Return the dossiers that ``erase`` would erase now."""
        found: list[str] = []

        def note(dossier: Dossier, last: datetime) -> bool:
            if self._is_over(dossier, last):
                found.append(dossier.id)
            return False

        async for _ in self._store.erase(note):
            raise AssertionError("nothing is erased that is only looked for")
        return found

    async def erase(self) -> list[str]:
        """Erase what was kept long enough and is not on hold, and return its ids; raises ``StorageFailed``."""
        erased: list[str] = []
        try:
            async for dossier_id in self._store.erase(self._is_over):
                erased.append(dossier_id)  # noqa: PERF401  # what went before a failure is told too
        finally:
            for first in range(0, len(erased), TOLD_AT_ONCE):
                told = " ".join(erased[first : first + TOLD_AT_ONCE])
                log.info(
                    "dossiers were kept long enough, they are erased", extra={"dossiers": told}
                )
        return erased

    async def daily(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Erase now and every day; what fails today is tried again tomorrow."""
        while True:
            try:
                await self.erase()
            except StorageFailed:
                log.warning("dossiers that were kept long enough could not be erased")
            await sleep(DAY.total_seconds())

    def _is_over(self, dossier: Dossier, last: datetime) -> bool:
        return not dossier.on_hold and self._clock() - last > self._kept


@dataclass(frozen=True)
class DossierChanged:
    """A dossier was committed to, rewritten or erased."""

    dossier_id: str
    tenant: str
    desk: str
    dossier: Dossier | None
    """As it is now; None: it is erased."""


ChangeFeed = set[Callable[[DossierChanged], None]]
"""Whoever is told of the changes that this process makes; none of them may raise."""


class WatchedStore:
    """A ``DossierStore`` that tells of every change."""

    def __init__(self, store: DossierStore, changes: ChangeFeed) -> None:
        self._store = store
        self._changes = changes
        self.load, self.find, self.journal = store.load, store.find, store.journal
        self.lines, self.blob, self.page = store.lines, store.blob, store.page
        self.ids, self.check = store.ids, store.check
        self.lease, self.unsettled = store.lease, store.unsettled

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        committed = await self._store.commit(turn, contents)
        if not committed.repeated:
            self._tell(_changed(committed.dossier, committed.dossier))
        return committed

    async def rewrite(
        self, dossier_id: str, change: Change, contents: Collection[bytes] = NO_BLOBS
    ) -> Dossier:
        dossier = await self._store.rewrite(dossier_id, change, contents)
        self._tell(_changed(dossier, dossier))
        return dossier

    async def erase(self, over: Over, among: Collection[str] | None = None) -> AsyncIterator[str]:
        erasing: dict[str, DossierChanged] = {}

        def noted(dossier: Dossier, last: datetime) -> bool:
            erasing[dossier.id] = _changed(dossier, None)
            return over(dossier, last)

        async for erased in self._store.erase(noted, among):
            self._tell(erasing[erased])
            yield erased

    def _tell(self, changed: DossierChanged) -> None:
        for watcher in list(self._changes):
            watcher(changed)


def _changed(dossier: Dossier, now: Dossier | None) -> DossierChanged:
    return DossierChanged(dossier.id, dossier.tenant, dossier.desk, now)
