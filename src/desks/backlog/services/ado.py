"""Azure DevOps, by its REST interface 7.1: reads a backlog in pages and batches, and writes each thing once."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from src.desks.backlog.errors import (
    ParentNotWritten,
    TrackerForbidden,
    TrackerTokenRefused,
    UnknownProject,
    WorkItemChanged,
    WorkItemGone,
    WorkItemRefused,
)
from src.desks.backlog.services import ado_bodies as bodies
from src.desks.backlog.services.access import AdoAccess
from src.desks.backlog.services.ado_bodies import Row
from src.desks.backlog.settings import BacklogSettings
from src.desks.backlog.tracker import (
    LoadedBacklog,
    NewWorkItem,
    Stored,
    WorkItem,
    WorkItemChange,
    WorkItemRemoval,
    WorkItemReversal,
)
from src.errors import ReplyUnreadable
from src.identity.caller import current
from src.identity.quotas import for_each_tenant
from src.services.addresses import AddressGuard, origin
from src.services.client import Patience, ServiceClient, ServiceReply

PUBLIC_HOST = "dev.azure.com"
VERSION = "7.1"

PATIENCE = Patience(60, (1, 2, 4, 8, 16))

PAGE = 10_000
"""Ids of one query; at 20,000 a query is refused whole."""

BATCH = 200
"""Work items of one reading."""

LARGEST = 32 * 1024 * 1024
"""Bytes of one reply."""

_PATCH = {"content-type": "application/json-patch+json"}
Told = TypeVar("Told")


class Ado:
    """Azure DevOps at the address that is set; it implements ``Tracker``."""

    def __init__(
        self, settings: BacklogSettings, client: ServiceClient | None = None, *, page: int = PAGE
    ) -> None:
        """Ask with a client of its own unless one is given."""
        self._access = AdoAccess(settings)
        self._url = self._access.url
        self._client = client or ServiceClient(
            guard_of(self._url), PATIENCE, largest=LARGEST, redirects=0
        )
        self._page = page
        self._creating = for_each_tenant(asyncio.Lock)
        """One after the other in a project: two who make the same make one."""

    async def close(self) -> None:
        await self._client.close()

    # Reading

    async def load(
        self,
        project: str,
        types: Collection[str] = (),
        area: str = "",
        known: Mapping[int, int] | None = None,
    ) -> LoadedBacklog:
        """Return a backlog; see ``Tracker``. Known items are read by revision first."""
        before = known or {}
        ids = await self._ids(project, types, area)
        seen = await self._rows(project, [id_ for id_ in ids if id_ in before], (bodies.REVISION,))
        unchanged = frozenset(row["id"] for row in seen if row["rev"] == before[row["id"]])
        items = await self.items(project, [number for number in ids if number not in unchanged])
        there = unchanged.union(item.id for item in items)
        return LoadedBacklog(items, unchanged, frozenset(before) - there)

    async def items(self, project: str, ids: Sequence[int]) -> tuple[WorkItem, ...]:
        rows = await self._rows(project, ids, bodies.READ)
        return tuple(self._item(project, row) for row in rows)

    async def find(self, project: str, mark: str) -> Sequence[WorkItem]:
        found = await self.items(project, await self._queried(project, bodies.query_of_mark(mark)))
        return sorted((item for item in found if mark in item.tags), key=lambda item: item.id)

    async def _ids(self, project: str, types: Collection[str], area: str) -> list[int]:
        found: list[int] = []
        while True:
            query = bodies.query_of(types, area, found[-1] if found else 0)
            page = await self._queried(project, query)
            found += page
            if len(page) < self._page:
                return found

    async def _queried(self, project: str, query: str) -> list[int]:
        top = {"$top": str(self._page)}
        reply = await self._reply(
            "POST", project, "wiql", {"query": query}, query=top, repeats=True
        )
        return _read(reply, bodies.ids_in)

    async def _rows(self, project: str, ids: Sequence[int], fields: Sequence[str]) -> list[Row]:
        batches = (ids[begin : begin + BATCH] for begin in range(0, len(ids), BATCH))
        return [row for batch in batches for row in await self._batch(project, batch, fields)]

    async def _batch(self, project: str, ids: Sequence[int], fields: Sequence[str]) -> list[Row]:
        asked = {"ids": [*ids], "fields": [*fields], "errorPolicy": "omit"}
        reply = await self._reply("POST", project, "workitemsbatch", asked, repeats=True)
        if reply.is_cut and len(ids) > 1:  # very long descriptions
            half = len(ids) // 2
            first = await self._batch(project, ids[:half], fields)
            return first + await self._batch(project, ids[half:], fields)
        return _read(reply, bodies.rows_in)

    async def _row(self, project: str, item: int, revision: int | None = None) -> Row:
        of_then = f"workItems/{item}/revisions/{revision}"
        path = f"workitems/{item}" if revision is None else of_then
        query = {"$expand": "relations"}  # which brings more fields: as in what it is compared with
        return _read(await self._reply("GET", project, path, query=query, item=item), bodies.row_in)

    def _item(self, project: str, row: Row) -> WorkItem:
        return bodies.item_of(row, f"{self._url}/{quote(project, safe='')}")

    # Writing

    async def check(self, project: str, step: NewWorkItem | WorkItemChange) -> None:
        only = {"validateOnly": "true"}
        if isinstance(step, WorkItemChange):
            row = await self._row(project, step.id)
            if step.left(bodies.tags_of(row)):
                await self._check_only_ours(project, row, step.revision)
                await self._patched(project, step.id, bodies.addition(row, step), only)
            return
        parent = step.parent
        if isinstance(parent, str):
            above = await self.find(project, parent)
            parent = above[0].id if above else None
        await self._posted(project, step, parent, only)

    async def create(self, project: str, draft: NewWorkItem) -> Stored:
        """Make a work item, unless there is one with its mark.

        It is sent once: what no reply came of may arrive yet, and who asked knows when to look for it.
        """
        await self._access.credential(project, writes=True)
        async with self._creating(f"{current().tenant} {project.casefold()}"):
            found = await self.find(project, draft.mark)
            if found:
                return Stored(found[0], is_new=False)
            parent = draft.parent
            if isinstance(parent, str):
                above = await self.find(project, parent)
                if not above:
                    raise ParentNotWritten(title=draft.title)
                parent = above[0].id
            row = _read(await self._posted(project, draft, parent), bodies.row_in)
            return Stored(self._item(project, row), is_new=True)

    async def _posted(
        self,
        project: str,
        draft: NewWorkItem,
        parent: int | None,
        query: Mapping[str, str] | None = None,
    ) -> ServiceReply:
        above = f"{self._url}/_apis/wit/workItems/{parent}" if parent else None
        patch = bodies.creation(draft, above)
        path = f"workitems/${quote(draft.type, safe='')}"
        return await self._reply("POST", project, path, patch, query=query, writes=True)

    async def change(self, project: str, change: WorkItemChange) -> Stored:
        await self._access.credential(project, writes=True)
        row = await self._row(project, change.id)
        if not change.left(bodies.tags_of(row)):
            return Stored(self._item(project, row), is_new=False)
        # A link that came with a child, by a step before this one, is nobody's change.
        await self._check_only_ours(project, row, change.revision)
        return await self._stored(
            project,
            change.id,
            bodies.addition(row, change),
            lambda now: not change.left(bodies.tags_of(now)),
        )

    async def remove(self, project: str, removal: WorkItemRemoval) -> bool:
        await self._access.credential(project, writes=True)
        try:
            row = await self._row(project, removal.id)
        except WorkItemGone:
            return False
        if any(entry["rel"] == bodies.CHILD for entry in row.get("relations", ())):
            raise WorkItemChanged(item=str(removal.id))
        await self._check_only_ours(project, row, removal.revision)
        with suppress(WorkItemGone):  # by a try before, of which no reply came
            path = f"workitems/{removal.id}"
            await self._reply("DELETE", project, path, item=removal.id, writes=True)
        return True

    async def revert(self, project: str, reversal: WorkItemReversal) -> Stored:
        await self._access.credential(project, writes=True)
        row = await self._row(project, reversal.id)
        before = await self._row(project, reversal.id, reversal.to)
        patch = bodies.reversal(row, before)
        if not patch:
            return Stored(self._item(project, row), is_new=False)
        await self._check_only_ours(project, row, reversal.revision)
        return await self._stored(
            project, reversal.id, patch, lambda now: not bodies.reversal(now, before)
        )

    async def _check_only_ours(self, project: str, row: Row, revision: int) -> None:
        """Raise ``WorkItemChanged`` where somebody went on with a work item since a revision."""
        if row["rev"] == revision:
            return
        ours = await self._row(project, row["id"], revision) if revision < row["rev"] else None
        if not ours or not bodies.says_the_same(ours, row):
            raise WorkItemChanged(item=str(row["id"]))

    async def _stored(
        self, project: str, item: int, patch: list[Row], is_done: Callable[[Row], bool]
    ) -> Stored:
        """Return a work item as patched; one that a try before this one patched is refused, and yet done."""
        try:
            row = await self._patched(project, item, patch)
        except WorkItemChanged:
            row = await self._row(project, item)
            if not is_done(row):
                raise
        return Stored(self._item(project, row), is_new=True)

    async def _patched(
        self, project: str, item: int, patch: list[Row], query: Mapping[str, str] | None = None
    ) -> Row:
        path = f"workitems/{item}"
        reply = await self._reply(
            "PATCH", project, path, patch, query=query, item=item, repeats=True, writes=True
        )
        return _read(reply, bodies.row_in)

    # One request

    async def _reply(
        self,
        method: str,
        project: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, str] | None = None,
        item: int = 0,
        repeats: bool | None = None,
        writes: bool = False,
    ) -> ServiceReply:
        """Return the reply of a server that took the token and did as asked; the only place that asks."""
        credential = await self._access.credential(project, writes=writes)
        there = f"{self._url}/{quote(project, safe='')}/_apis/wit/{path}"
        asked = urlencode({**(query or {}), "api-version": VERSION}, quote_via=quote)
        reply = await self._client.send(
            method,
            f"{there}?{asked}",
            headers=_PATCH if isinstance(body, list) else {},
            json=body,
            credential=credential,
            repeats=repeats,
        )
        _check(reply, project, item)
        return reply


def guard_of(url: str) -> AddressGuard:
    """Return what lets the address that is set through: the public one as any public host, or the operator's own."""
    is_public = origin(url) == ("https", PUBLIC_HOST, 443)
    return AddressGuard([PUBLIC_HOST], [url] if url and not is_public else [])


def _read(reply: ServiceReply, reading: Callable[[Any], Told]) -> Told:
    """Return what a reply says; raises ``ReplyUnreadable`` where it has another form than it should."""
    try:
        return reading(reply.json())
    except (KeyError, TypeError, ValueError):
        host = urlsplit(reply.url).hostname or ""
        raise ReplyUnreadable(service=host, problem="reply_strange") from None


def _check(reply: ServiceReply, project: str, item: int) -> None:
    """Raise what a reply says, unless it is a success that Azure DevOps itself replied."""
    status = reply.status
    is_page = "html" in reply.headers.get("content-type", "").lower()
    if status in (203, 401) or 300 <= status < 400 or is_page:
        raise TrackerTokenRefused
    if status < 300:
        return
    said = _message(reply)
    if status == 403:
        raise TrackerForbidden
    if status == 404 and "TF200016" in said:
        raise UnknownProject(project=project)
    if status == 404 and item:
        raise WorkItemGone(item=str(item))
    if status in (409, 412) and item:
        raise WorkItemChanged(item=str(item))
    raise WorkItemRefused(problem=said)


def _message(reply: ServiceReply) -> str:
    try:
        body = reply.json()
    except ReplyUnreadable:
        return f"HTTP {reply.status}"
    told = body.get("message") if isinstance(body, dict) else None
    return told[:500] if isinstance(told, str) and told else f"HTTP {reply.status}"
