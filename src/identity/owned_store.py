"""A store in which callers find the dossiers of their tenant, at the desks that are open to them, and no others."""

import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from datetime import datetime

from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import JournalEntry, Turn
from src.dossier.listing import summaries
from src.dossier.models import Dossier
from src.dossier.store import (
    Change,
    Committed,
    DossierPage,
    DossierQuery,
    DossierStore,
    Lease,
    Over,
)
from src.errors import DossierUnreadable, UnknownDesk, UnknownDossier
from src.identity.caller import Caller, identified

log = logging.getLogger(__name__)


class OwnedStore:
    """A ``DossierStore`` that shows callers what is their tenant's at desks open to them; all else does not exist.

    What they commit is theirs, in their name. Without a caller every method raises LookupError: what forgot to ask who
    is there gets nothing.
    """

    def __init__(self, store: DossierStore, whose: Callable[[], Caller] = identified) -> None:
        self._store = store
        self._whose = whose

    async def load(self, dossier_id: str) -> Dossier | None:
        caller = self._caller()
        try:
            dossier = await self._store.load(dossier_id)
        except DossierUnreadable as error:
            # Whose it is can't be read either. Only the log may say that there is something.
            told = {"dossier": dossier_id, "problem": error.details["problem"]}
            log.warning("a dossier can't be read", extra=told)
            return None
        return dossier if dossier and caller.finds(dossier.tenant, dossier.desk) else None

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        caller = self._caller()
        if not caller.opens(turn.desk):
            raise UnknownDesk(desks=", ".join(caller.desks))
        if await self.load(turn.dossier_id) is None:
            await self._refuse_what_is_there(turn.dossier_id)
        owned = {"author": caller.name, "tenant": caller.tenant}
        return await self._store.commit(turn.model_copy(update=owned), contents)

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        if await self.load(dossier_id) is None:
            return None
        return await self._store.find(dossier_id, message_id)

    async def journal(self, dossier_id: str) -> list[JournalEntry]:
        return await self._store.journal(dossier_id) if await self.load(dossier_id) else []

    async def lines(self, dossier_id: str) -> list[bytes]:
        return await self._store.lines(dossier_id) if await self.load(dossier_id) else []

    async def blob(self, dossier_id: str, sha256: str) -> bytes | None:
        if await self.load(dossier_id) is None:
            return None
        return await self._store.blob(dossier_id, sha256)

    async def rewrite(
        self, dossier_id: str, change: Change, contents: Collection[bytes] = NO_BLOBS
    ) -> Dossier:
        if await self.load(dossier_id) is None:
            raise UnknownDossier(dossier_id=dossier_id)
        return await self._store.rewrite(dossier_id, change, contents)

    async def page(self, wanted: DossierQuery, cursor: str, limit: int) -> DossierPage:
        caller = self._caller()
        owned = wanted.model_copy(update={"tenant": caller.tenant, "desks": caller.desks})
        return await self._store.page(owned, cursor, limit)

    async def ids(self) -> list[str]:
        owned = await summaries(self)
        return [summary.id for summary in reversed(owned)]

    def erase(self, over: Over, among: Collection[str] | None = None) -> AsyncIterator[str]:
        caller = self._caller()

        def theirs(dossier: Dossier, last: datetime) -> bool:
            return caller.finds(dossier.tenant, dossier.desk) and over(dossier, last)

        return self._store.erase(theirs, among)

    async def unsettled(self) -> list[str]:
        return [text for text in await self._store.unsettled() if await self.load(text) is not None]

    @asynccontextmanager
    async def lease(self, dossier_id: str, *, waits: bool = False) -> AsyncIterator[Lease | None]:
        if await self.load(dossier_id) is None:
            raise UnknownDossier(dossier_id=dossier_id)
        async with self._store.lease(dossier_id, waits=waits) as lease:
            yield lease

    async def check(self) -> None:
        await self._store.check()

    def _caller(self) -> Caller:
        caller = self._whose()
        if not caller.tenant:  # what belongs to nobody is nobody's here
            raise LookupError("a caller without a tenant")
        return caller

    async def _refuse_what_is_there(self, dossier_id: str) -> None:
        with suppress(DossierUnreadable):
            if await self._store.load(dossier_id) is None:
                return
        raise UnknownDossier(dossier_id=dossier_id)
