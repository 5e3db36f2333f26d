"""So many turns run, so many wait, one more is refused at once."""

import asyncio
import dataclasses
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from src.api.limits import Limits
from src.api.turns import Turns
from src.api.wire import MessageRequest
from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import Turn
from src.dossier.json_store import JsonStore
from src.dossier.store import Committed
from src.errors import ShuttingDown
from src.identity.quotas import NO_QUOTAS
from src.observing.spans import UNTRACED
from tests.api.wiring import QUESTION, Gated, wired
from tests.fakes import MemoryStore
from tests.serving import Served, served

ONE_AND_ONE = Limits(turns=1, waiting=1)
FIRST, SECOND, THIRD = (f"dos-{number:032x}" for number in range(3))


Replying = tuple[dict[str, Any], "asyncio.Task[list[dict[str, Any]]]"]


async def begun(server: Served, dossier_id: str) -> Replying:
    """Send a message; return the first frame, and the whole reply that is to come."""
    told: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    async def reply() -> list[dict[str, Any]]:
        async with server.connect() as connection:
            frame = {"message": QUESTION, "dossier_id": dossier_id, "stream": True}
            await connection.send(json.dumps(frame))
            told.set_result(json.loads(await connection.recv()))
            return [json.loads(text) async for text in connection]

    replying = asyncio.create_task(reply())
    return await told, replying


async def test_beyond_those_that_run_and_wait_the_reply_is_busy_at_once(tmp_path: Path) -> None:
    model = Gated()
    async with served(wired(tmp_path, model), ONE_AND_ONE) as server:
        replying = [(await begun(server, dossier_id))[1] for dossier_id in (FIRST, SECOND)]
        refused = await server.say(QUESTION, dossier_id=THIRD)
        assert (refused["code"], refused["retry_after"]) == ("busy", 5)
        assert "5 seconden" in refused["error"]
        while not model.entered:
            await server.get("/healthz")
        assert model.entered == 1
        model.gate.set()
        assert [(await reply)[-1]["status"] for reply in replying] == ["success"] * 2
        assert (await server.say(QUESTION, dossier_id=THIRD))["status"] == "success"


async def test_a_turn_that_waits_for_nobody_never_begins(tmp_path: Path) -> None:
    model, store = Gated(), JsonStore(tmp_path)
    async with served(wired(tmp_path, model), ONE_AND_ONE) as server:
        _, running = await begun(server, FIRST)
        _, waiting = await begun(server, SECOND)
        waiting.cancel()
        async with asyncio.timeout(100):  # until the place is free again
            frame, third = await begun(server, THIRD)
            while frame["status"] == "error":
                frame, third = await begun(server, THIRD)
        model.gate.set()
        assert [(await reply)[-1]["status"] for reply in (running, third)] == ["success"] * 2
    assert await store.journal(SECOND) == []


async def test_a_repeated_message_takes_no_second_place(tmp_path: Path) -> None:
    model = Gated()
    fields = {"dossier_id": FIRST, "message_id": "m-1"}
    async with served(wired(tmp_path, model), Limits(turns=1, waiting=0)) as server:
        first = asyncio.create_task(server.say(QUESTION, **fields))
        while not model.entered:
            await server.get("/healthz")
        again = asyncio.create_task(server.say(QUESTION, **fields))
        other = await server.say(QUESTION, dossier_id=SECOND)
        model.gate.set()
        assert await first == await again
    assert other["code"] == "busy"
    assert model.entered == 1


class Slow(MemoryStore):
    """Takes its time to store."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.gate = asyncio.Event(), asyncio.Event()

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        self.begun.set()
        await self.gate.wait()
        return await super().commit(turn, contents)


@pytest.mark.parametrize("is_stored_in_time", [True, False])
async def test_a_turn_that_is_being_stored_at_the_end_is_given_a_little_longer(
    tmp_path: Path, is_stored_in_time: bool
) -> None:
    agent, store = wired(tmp_path).agent, Slow()
    changed = dataclasses.replace(agent, store=store)
    turns = Turns(changed, store, Limits(), NO_QUOTAS, UNTRACED, creates=True, kinds={})
    request = MessageRequest(message=QUESTION, message_id="m-1")
    turn = await turns.join(request, FIRST, "nl")
    await store.begun.wait()
    draining = asyncio.create_task(turns.drain(0.0, 0.2, lambda: False))
    await asyncio.sleep(0)  # the end has begun
    with pytest.raises(ShuttingDown):
        await turns.join(request, SECOND, "nl")
    if is_stored_in_time:
        store.gate.set()
    await draining
    store.gate.set()  # what was stopped is not stored afterwards
    assert turn.final is not None
    assert turn.final.status == ("success" if is_stored_in_time else "error")
    assert bool(await store.journal(FIRST)) is is_stored_in_time
