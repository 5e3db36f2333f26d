"""Lists of dossiers, page by page."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from typing import NamedTuple

from src.dossier.models import DOSSIER_ID
from src.dossier.store import DossierPage, DossierQuery, DossierStore, DossierSummary
from src.errors import BadFields

LARGEST_PAGE = 500
"""Dossiers that are looked at for one page of a store, whatever is asked for."""

WARMED_AT_ONCE = 100
"""Dossiers that are looked at before the index of a store that is warmed rests."""

_CURSOR = re.compile(rf"([0-9a-f]{{1,16}})\.({DOSSIER_ID.pattern})")


class Position(NamedTuple):
    """A place in a list: right behind this dossier. Positions are ordered as the list is, from its end."""

    changed: int
    """When it was last changed: a number that only orders."""
    dossier_id: str

    def __str__(self) -> str:
        return f"{self.changed:x}.{self.dossier_id}"


FIRST = Position(2**63 - 1, "")
"""The place before all dossiers."""


def position(cursor: str) -> Position:
    """Return the place that a cursor names, the first where it is empty; ``BadFields`` where it is none."""
    if not cursor:
        return FIRST
    found = _CURSOR.fullmatch(cursor)
    if not found or int(found[1], 16) > FIRST.changed:
        raise BadFields(field="cursor", problem="wrong_value")
    return Position(int(found[1], 16), found[2])


EVERY = DossierQuery()


async def pages(
    store: DossierStore, wanted: DossierQuery = EVERY, cursor: str = "", limit: int = LARGEST_PAGE
) -> AsyncIterator[DossierPage]:
    """Yield the list behind the cursor; whoever stops between two pages has had no more than these looked up."""
    more = True
    while more:
        page = await store.page(wanted, cursor, limit)
        yield page
        cursor, more = page.next, bool(page.next)


async def warm(store: DossierStore) -> None:
    """Have the index of a store at hand, of every dossier; this rests twice as long as it works.

    What was lost when the machine was started is read again here, and by no list that somebody waits for.
    """
    for wanted in (EVERY, DossierQuery(answered=True)):
        started = time.monotonic()
        async for _ in pages(store, wanted, limit=WARMED_AT_ONCE):
            await asyncio.sleep(2 * (time.monotonic() - started))
            started = time.monotonic()


async def filled(store: DossierStore, wanted: DossierQuery, cursor: str, limit: int) -> DossierPage:
    """Return a page of so many dossiers where there are so many."""
    found: list[DossierSummary] = []
    while True:
        page = await store.page(wanted, cursor, limit - len(found))
        found += page.dossiers
        cursor = page.next
        if not cursor or len(found) >= limit:
            return DossierPage(dossiers=tuple(found), next=cursor)


async def summaries(store: DossierStore, wanted: DossierQuery = EVERY) -> list[DossierSummary]:
    """Return every readable dossier, the most recently changed first."""
    return [dossier async for page in pages(store, wanted) for dossier in page.dossiers]
