"""A server of the stranger that dies at a step of carrying out, as ``kill -9`` would have it."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from src.bootstrap import Parts
from src.dossier import chain
from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import Turn
from src.dossier.models import Dossier
from src.dossier.plan import Operation, all_written, entry_id, written_in
from src.dossier.store import Clock, Committed, DossierStore, Lease, utc_now
from src.effects import Effects
from src.llm.protocol import ChatReply
from src.tools.outside import Result
from tests.desks.shop import OrderGroceries, Shop, with_shop
from tests.desks.test_a_stranger import house
from tests.dossier.writing import CHILDREN
from tests.fakes import ScriptedRounds, calls
from tests.serving import served

CHILDREN.set_forkserver_preload([__name__])

Value = TypeVar("Value")


class Steps:
    """Counts the steps of a process, each before and after it is done, and kills it at one of them."""

    def __init__(self, dies_at: int) -> None:
        self._left = dies_at

    async def taken(self, work: Awaitable[Value]) -> Value:
        """Return what the work comes to."""
        self._count()
        value = await work
        self._count()
        return value

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class DyingStore:
    """A store of which all that carrying out needs is a step."""

    def __init__(self, store: DossierStore, steps: Steps) -> None:
        self._store, self._steps = store, steps
        self.unsettled, self.journal, self.lines = store.unsettled, store.journal, store.lines
        self.blob, self.rewrite, self.erase = store.blob, store.rewrite, store.erase
        self.page, self.ids, self.check = store.page, store.ids, store.check

    @asynccontextmanager
    async def lease(self, dossier_id: str, *, waits: bool = False) -> AsyncIterator[Lease | None]:
        held = self._store.lease(dossier_id, waits=waits)
        lease = await self._steps.taken(held.__aenter__())
        try:
            yield lease
        finally:
            await self._steps.taken(held.__aexit__(None, None, None))

    async def load(self, dossier_id: str) -> Dossier | None:
        return await self._store.load(dossier_id)

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        return await self._steps.taken(self._store.find(dossier_id, message_id))

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        if turn.request and turn.request.message == "":
            return await self._steps.taken(self._store.commit(turn, contents))
        return await self._store.commit(turn, contents)  # of the turn that plans


class Dying(OrderGroceries):
    """Orders, and every order is a step."""

    name = "order_groceries"

    def __init__(self, shop: str, steps: Steps) -> None:
        super().__init__(shop)
        self._steps = steps

    async def carry_out(self, operation: Operation, key: str) -> Result:
        return await self._steps.taken(super().carry_out(operation, key))


def ordering(shop: str, items: list[str], clock: Clock = utc_now, /, **store: object) -> Parts:
    """Return the engine of the stranger whose model orders these items, whatever is said."""
    arguments = '{"items": [' + ", ".join(f'"{one}"' for one in items) + "]}"
    said = (calls(("order_groceries", arguments)), ChatReply("Ordered."))
    return house([with_shop(shop, ScriptedRounds(*said))], clock, **store)


def dying(parts: Parts, shop: str, dies_at: int) -> Parts:
    """Return the engine as one that dies at this step of what follows a confirmation."""
    steps = Steps(dies_at)
    (desk,) = parts.desks.values()
    tools = (*desk.tools[:-1], Dying(shop, steps))
    store = DyingStore(parts.store, steps)
    effects = Effects(store, {desk.name: replace(desk, tools=tools)})
    agent = replace(parts.agent, store=store, effects=effects)
    return replace(parts, agent=agent, effects=effects)


def serves(
    shop: str, items: list[str], dies_at: int, store: dict[str, object], tell: Connection
) -> None:
    """Serve until killed, and tell the port."""

    async def run() -> None:
        async with served(dying(ordering(shop, items, **store), shop, dies_at)) as server:
            tell.send(server.port)
            await asyncio.Event().wait()

    asyncio.run(run())


class Process:
    """A server process of its own."""

    def __init__(
        self, shop: str, items: list[str], store: dict[str, object], dies_at: int = 0
    ) -> None:
        told, tell = CHILDREN.Pipe(duplex=False)
        given = (shop, items, dies_at, store, tell)
        self.process = CHILDREN.Process(target=serves, args=given, daemon=True)
        self.process.start()
        tell.close()
        self.port: int = told.recv()

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


# What a person sees of it


async def planned(port: int, dossier_id: str) -> str:
    """Have an order planned, and return its digest."""
    reply = await said(port, {"message": "Order what we need", "dossier_id": dossier_id})
    assert reply
    return str(reply["plans"][0]["digest"])


async def confirmed(
    port: int, dossier_id: str, digest: str, message_id: str = "m-1"
) -> dict[str, Any] | None:
    """Confirm it, under one message id unless told otherwise; None where the server died before it replied."""
    request = {"dossier_id": dossier_id, "confirm": digest, "message_id": message_id}
    return await said(port, request)


async def said(port: int, request: Mapping[str, object]) -> dict[str, Any] | None:
    try:
        async with connect(
            f"ws://127.0.0.1:{port}/ws", proxy=None, open_timeout=None
        ) as connection:
            await connection.send(json.dumps(request))
            reply: dict[str, Any] = json.loads(await connection.recv())
            return reply
    except (ConnectionClosed, InvalidMessage, OSError):
        return None


async def is_open(parts: Parts, dossier_id: str) -> bool:
    """Tell whether something that was confirmed is left to carry out."""
    dossier = await parts.store.load(dossier_id)
    return dossier is not None and any(one.is_open for one in all_written(dossier))


async def seen_through(
    shop: Shop, items: list[str], store: dict[str, object], dossier_id: str, digest: str
) -> None:
    """Start a server once more; what was confirmed goes on by itself, and a click more changes nothing."""
    before = len(shop.orders)
    a_day = timedelta(days=1)  # by when what was begun can be looked up
    parts = ordering(shop.url, items, lambda: utc_now() + a_day, **store)
    async with served(parts) as server:
        intent = await parts.store.find(dossier_id, entry_id(dossier_id, digest))
        assert intent or not before, "written without being confirmed"
        while await is_open(parts, dossier_id):
            await server.get("/healthz")  # others are served meanwhile
        assert shop.items == (items if intent else []), "twice or lost"
        reply = await confirmed(server.port, dossier_id, digest)
        assert reply
        assert (reply["outcome"], shop.items, shop.twice) == ("done", items, []), reply
        dossier = await parts.store.load(dossier_id)
        written = written_in(dossier, digest) if dossier else None
        assert written
        results = [one.result for one in written.operations]
        assert results == [{"order": number} for number in range(len(items))], "a result is lost"
        chain.verify(await parts.store.lines(dossier_id))
