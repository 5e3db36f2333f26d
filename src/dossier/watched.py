"""Telling of changes: a store that says, once it has committed something, which dossier it was."""

from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime

from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import Turn
from src.dossier.models import Dossier
from src.dossier.store import Change, Committed, DossierStore, Over


@dataclass(frozen=True)
class DossierChanged:
    """A dossier was committed to, rewritten or erased."""

    dossier_id: str
    tenant: str
    desk: str
    dossier: Dossier | None = None
    """As it is now; None: it is erased."""


Watcher = Callable[[DossierChanged], None]


@dataclass(frozen=True)
class ChangeFeed:
    """Who wants to be told of changes that this process makes; nobody at first."""

    watchers: set[Watcher] = field(default_factory=set)

    def tell(self, changed: DossierChanged) -> None:
        """Tell everybody who watches; none of them may raise."""
        for watcher in list(self.watchers):
            watcher(changed)


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
            self._tell(committed.dossier)
        return committed

    async def rewrite(
        self, dossier_id: str, change: Change, contents: Collection[bytes] = NO_BLOBS
    ) -> Dossier:
        dossier = await self._store.rewrite(dossier_id, change, contents)
        self._tell(dossier)
        return dossier

    async def erase(self, over: Over, among: Collection[str] | None = None) -> AsyncIterator[str]:
        erasing: dict[str, DossierChanged] = {}

        def noted(dossier: Dossier, last: datetime) -> bool:
            erasing[dossier.id] = DossierChanged(dossier.id, dossier.tenant, dossier.desk)
            return over(dossier, last)

        async for erased in self._store.erase(noted, among):
            self._changes.tell(erasing[erased])
            yield erased

    def _tell(self, dossier: Dossier) -> None:
        self._changes.tell(DossierChanged(dossier.id, dossier.tenant, dossier.desk, dossier))
