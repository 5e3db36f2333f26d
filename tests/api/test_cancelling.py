"""A running turn is stopped by its message id: its client is told so, and nothing of it is stored."""

import asyncio
import dataclasses
import json
from pathlib import Path
from typing import Any

import httpx2

from src.api.limits import Limits
from src.dossier.listing import summaries
from tests.api.test_many_turns import Slow
from tests.api.wiring import QUESTION, Gated, wired
from tests.identity.callers import two_tenants
from tests.identity.wiring import held_up
from tests.serving import TEST_ID, Served, served

ASKED = {"message_id": "m-1", "stream": True}


async def cancel(server: Served, message_id: str = "m-1", **headers: str) -> httpx2.Response:
    async with httpx2.AsyncClient(trust_env=False) as client:
        address = f"http://127.0.0.1:{server.port}/turns/{message_id}/cancel"
        return await client.post(address, json={}, headers=headers)


async def told(server: Served, message: str = QUESTION, **fields: Any) -> list[dict[str, Any]]:
    frames, close_code = await server.exchange(json.dumps({"message": message, **ASKED, **fields}))
    assert close_code == 1000
    return frames


async def test_a_first_turn_is_stopped_and_its_client_is_told(tmp_path: Path) -> None:
    model = Gated()
    parts = wired(tmp_path, model)
    async with served(parts) as server:
        asking = asyncio.create_task(told(server))
        while not model.entered:
            await server.get("/healthz")
        reply = await cancel(server)
        assert (reply.status_code, reply.json()) == (200, {"cancelled": True})
        frames = await asking
        assert (frames[-1]["status"], frames[-1]["code"]) == ("error", "cancelled")
        assert await summaries(parts.store) == []
        # Stopped is stopped; asked anew it runs.
        assert (await cancel(server)).json() == {"cancelled": False}
        model.gate.set()
        again = await told(server, dossier_id=frames[-1]["dossier_id"])
    assert again[-1]["status"] == "success"


async def test_a_turn_that_waits_for_others_is_stopped_too(tmp_path: Path) -> None:
    model = Gated()
    async with served(wired(tmp_path, model), Limits(turns=1, waiting=1)) as server:
        first = asyncio.create_task(told(server, message_id="m-0"))
        while not model.entered:
            await server.get("/healthz")
        async with server.connect() as connection:
            await connection.send(json.dumps({"message": QUESTION, **ASKED}))
            assert json.loads(await connection.recv())["event"] == "accepted"
            assert (await cancel(server)).json() == {"cancelled": True}
            assert json.loads(await connection.recv())["code"] == "cancelled"
        model.gate.set()
        assert (await first)[-1]["status"] == "success"
    assert model.entered == 1


async def test_a_turn_that_is_being_stored_is_seen_through(tmp_path: Path) -> None:
    store, parts = Slow(), wired(tmp_path)
    agent = dataclasses.replace(parts.agent, store=store)
    async with served(dataclasses.replace(parts, agent=agent, store=store)) as server:
        asking = asyncio.create_task(told(server, dossier_id=TEST_ID))
        await store.begun.wait()
        assert (await cancel(server)).json() == {"cancelled": False}
        store.gate.set()
        assert (await asking)[-1]["status"] == "success"
    assert len(await store.journal(TEST_ID)) == 1


async def test_a_turn_that_nobody_began_is_unknown(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        reply = await cancel(server)
        assert (reply.status_code, reply.json()["code"]) == (404, "unknown_turn")
        assert (await cancel(server, "x" * 129)).json()["code"] == "bad_fields"
        reply = await cancel(server, **{"content-type": "text/plain"})
        assert reply.json()["code"] == "bad_fields"


async def test_a_turn_of_another_tenant_is_as_unknown_as_one_that_is_not_there(
    tmp_path: Path,
) -> None:
    parts, model = held_up(tmp_path)
    async with two_tenants(parts) as (anna, bert, nobody):
        asking = asyncio.create_task(anna.say(QUESTION, message_id="m-1"))
        while not model.entered:
            await anna.ask("GET", "/healthz")
        theirs = await bert.ask("POST", "/turns/m-1/cancel", json={})
        none = await bert.ask("POST", "/turns/m-2/cancel", json={})
        assert (theirs.status_code, none.status_code) == (404, 404)
        assert theirs.text.replace("m-1", "m-2") == none.text
        assert (await nobody.ask("POST", "/turns/m-1/cancel", json={})).status_code == 401
        assert (await anna.ask("POST", "/turns/m-1/cancel", json={})).json() == {"cancelled": True}
        assert (await asking)["code"] == "cancelled"
