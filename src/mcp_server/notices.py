"""Change notices: who wants to hear of which resources, and what they are told; to each only of what exists for them.

Only changes that this process makes are told.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from mcp.server.connection import Connection
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated, ServerEvent
from mcp.shared.exceptions import MCPError

from src.dossier.watched import ChangeFeed, DossierChanged
from src.identity.caller import Caller, current
from src.mcp_server.resources import BASE, uris_of

MOST_SUBSCRIPTIONS = 100
"""Of one connection."""

SEND_SECONDS = 5.0
"""A connection that has not taken a notice by then goes without it."""

Listener = Callable[[ServerEvent], None]


@dataclass
class Subscriber:
    """A connection in the protocol of 2025, whose it is, and the URIs that it asked for."""

    caller: Caller
    uris: set[str] = field(default_factory=set)


class Notices:
    """Tells connections (2025) and streams (2026: it is a ``SubscriptionBus``) of changes."""

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[Caller, Listener]] = {}
        self._connections: WeakKeyDictionary[Connection, Subscriber] = WeakKeyDictionary()
        self._changed: asyncio.Queue[DossierChanged] = asyncio.Queue(1024)

    @asynccontextmanager
    async def telling(self, changes: ChangeFeed | None) -> AsyncIterator[None]:
        """Tell of these changes for as long as the block lasts."""
        if changes is None:
            yield
            return
        changes.watchers.add(self._take)
        task = asyncio.create_task(self._tell_all())
        try:
            yield
        finally:
            changes.watchers.discard(self._take)
            task.cancel()

    def met(self, connection: Connection) -> Subscriber:
        """Return the connection as a subscriber, known from now on."""
        return self._connections.setdefault(connection, Subscriber(current()))

    async def publish(self, event: ServerEvent) -> None:
        """Tell nobody: whatever happens is told by ``telling``, which knows whose it is."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have the caller's listener told; return what ends that."""
        token = object()
        self._listeners[token] = (current(), listener)

        def unsubscribe() -> None:
            self._listeners.pop(token, None)

        return unsubscribe

    def _take(self, changed: DossierChanged) -> None:
        with suppress(asyncio.QueueFull):  # who reads late reads again anyway
            self._changed.put_nowait(changed)

    async def _tell_all(self) -> None:
        while True:
            changed = await self._changed.get()
            self._tell_streams(changed)
            theirs = [
                _notify(connection, subscriber, changed)
                for connection, subscriber in list(self._connections.items())
                if subscriber.caller.finds(changed.tenant, changed.desk)
            ]
            await asyncio.gather(*theirs)

    def _tell_streams(self, changed: DossierChanged) -> None:
        uris = uris_of(changed.dossier) if changed.dossier else [BASE + changed.dossier_id]
        theirs = [
            one
            for caller, one in self._listeners.values()
            if caller.finds(changed.tenant, changed.desk)
        ]
        if not theirs:
            return
        events: list[ServerEvent] = [ResourcesListChanged()]
        events += [ResourceUpdated(uri=uri) for uri in uris]
        for listener in theirs:
            for event in events:
                listener(event)


async def _notify(connection: Connection, subscriber: Subscriber, changed: DossierChanged) -> None:
    whole = BASE + changed.dossier_id
    with suppress(TimeoutError, MCPError):
        async with asyncio.timeout(SEND_SECONDS):
            await connection.send_resource_list_changed()
            for uri in sorted(subscriber.uris):
                if uri == whole or uri.startswith(f"{whole}/"):
                    await connection.send_resource_updated(uri)
