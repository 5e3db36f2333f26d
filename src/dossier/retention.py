"""Dossiers that were kept long enough: erased whole, unless a hold stops it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from src.dossier.models import Dossier
from src.dossier.store import DossierStore
from src.errors import StorageFailed

DAY = timedelta(days=1)

TOLD_AT_ONCE = 100
"""Dossiers that one line of the log names."""

log = logging.getLogger(__name__)


class Retention:
    """Erases dossiers on which nothing was done for so many days; the log tells which, by their ids alone."""

    def __init__(
        self,
        store: DossierStore,
        days: int,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
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
