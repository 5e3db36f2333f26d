"""So many turns run, so many wait, one more is refused at once."""

import asyncio
import json
from pathlib import Path
from typing import Any

from src.api.limits import Limits
from src.dossier.json_store import JsonStore
from tests.api.wiring import QUESTION, Gated, wired
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
        frame, third = await begun(server, THIRD)
        while frame["status"] == "error":
            frame, third = await begun(server, THIRD)  # until the place is free again
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
