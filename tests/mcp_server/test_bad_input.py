"""What clients should not send: told in words of ours that repeat nothing, while others are served."""

import asyncio
import dataclasses
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
import pytest_asyncio
from fastapi import FastAPI
from mcp.shared.exceptions import MCPError

from src.api.limits import Limits
from src.dossier.patch import DossierPatch
from src.mcp_server.call import Pace
from src.mcp_server.http import LARGEST_BODY
from tests.api.raw import raw
from tests.api.test_many_turns import Slow
from tests.api.wiring import QUESTION, TERM, Gated, wired
from tests.dossier.turns import changing
from tests.mcp_server.clients import ERAS, calling, opened
from tests.mcp_server.test_who_calls import INITIALIZE, post
from tests.serving import TEST_ID, Served, rest_client

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECRET = "kabouter-zonnebloem"


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A server of this module, its door open."""
    async with opened(wired(tmp_path_factory.mktemp("dossiers"))) as server:
        yield server


async def sent(server: Served, body: bytes, **headers: str) -> httpx2.Response:
    headers = {
        "accept": "application/json, text/event-stream",
        "content-type": "application/json",
        **headers,
    }
    async with rest_client() as client:
        url = f"http://127.0.0.1:{server.port}/mcp"
        return await client.post(url, content=body, headers=headers)


def modern(method: str, params: dict[str, Any], version: str = "2026-07-28") -> dict[str, Any]:
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    }
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}


@pytest.mark.parametrize(
    "body",
    [
        b"not json " + SECRET.encode(),
        b'{"jsonrpc": "2.0", "id": {"a": "' + SECRET.encode() + b'"}, "method": 3}',
        b'["' + SECRET.encode() + b'"]',
        b"[" * 100_000,
        b'{"jsonrpc": "1.0", "method": "' + SECRET.encode() + b'", "id": 1}',
        b"\xff\xfe" + SECRET.encode(),
    ],
)
@pytest.mark.parametrize("version", ["", "2026-07-28"])
async def test_what_is_no_message_is_refused(server: Served, body: bytes, version: str) -> None:
    named = {"mcp-protocol-version": version} if version else {}
    reply = await sent(server, body, **named)
    assert reply.status_code == 400
    assert SECRET not in reply.text


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("version", ["", "2026-07-28"])
async def test_what_json_has_not_is_no_json(server: Served, odd: float, version: str) -> None:
    named = {"mcp-protocol-version": version} if version else {}
    for message in ({**INITIALIZE, "id": odd}, {**INITIALIZE, "params": {"a": [1, odd]}}):
        reply = await sent(server, json.dumps(message).encode(), **named)
        assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32700)
        assert reply.json()["id"] is None


async def test_unknown_names_are_refused_without_being_repeated(server: Served) -> None:
    for era in ERAS:
        async with calling(server, era) as caller:
            with pytest.raises(MCPError) as refused:
                await caller.call(SECRET)
            assert (refused.value.error.code, refused.value.error.message) == (
                -32602,
                "Unknown tool",
            )
            for read in (f"tess://dossiers/{SECRET}", f"file:///{SECRET}"):
                with pytest.raises(MCPError) as refused:
                    await caller.client.read_resource(read)
                assert SECRET not in str(refused.value.error)
            with pytest.raises(MCPError) as refused:
                await caller.client.get_prompt(SECRET)
            assert SECRET not in str(refused.value.error)
    reply = await sent(
        server,
        json.dumps(modern(f"tools/{SECRET}", {})).encode(),
        **{"mcp-protocol-version": "2026-07-28", "mcp-method": f"tools/{SECRET}"},
    )
    assert (reply.status_code, reply.json()["error"]["code"]) == (404, -32601)
    assert SECRET not in reply.text


@pytest.mark.parametrize(
    ("tool", "given", "code"),
    [
        ("ask", {}, "bad_fields"),
        ("ask", {"message": 3}, "bad_fields"),
        ("ask", {"message": "Ja", "as_of": SECRET}, "bad_fields"),
        ("ask", {"message": "Ja", "dossier": SECRET}, "bad_dossier_id"),
        ("ask", {"message": "Ja", "more": SECRET}, "bad_fields"),
        ("ask", {"message": "   "}, "empty_message"),
        ("ask", {"message": "\ud800"}, "bad_fields"),
        ("ask", {"message": "a" * 65_537}, "message_too_large"),
        ("ask", {"message": "Hallo", "desk": SECRET}, "unknown_desk"),
        ("ask", {"message": "Hallo", "message_id": SECRET + " "}, "bad_fields"),
        ("dossiers", {"limit": 10**9}, "bad_fields"),
        ("dossiers", {"cursor": SECRET}, "bad_fields"),
        ("sources", {"dossier": "dos-" + "0" * 32}, "unknown_dossier"),
        ("export", {"dossier": "../" + SECRET}, "bad_dossier_id"),
        ("confirm", {"dossier": "dos-" + "0" * 32, "digest": SECRET}, "unknown_dossier"),
        ("undo", {"dossier": "dos-" + "0" * 32, "turns": 0}, "bad_fields"),
    ],
)
async def test_arguments_that_do_not_fit(
    server: Served, tool: str, given: dict[str, Any], code: str
) -> None:
    message = modern("tools/call", {"name": tool, "arguments": given})
    body = json.dumps(message).encode()
    named = {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool}
    reply = await sent(server, body, **named)
    result = reply.json()["result"]
    assert (result["isError"], result["structuredContent"]["code"]) == (True, code)
    assert SECRET not in reply.text
    assert "docs/" not in reply.text


async def test_a_body_beyond_the_limit_is_refused_unread(server: Served) -> None:
    async def dripped() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 2**20

    whole = await sent(server, b" " * (LARGEST_BODY + 1))
    assert (whole.status_code, whole.json()["code"]) == (413, "message_too_large")
    async with rest_client() as client:
        url = f"http://127.0.0.1:{server.port}/mcp"
        with_no_length = await client.post(url, content=dripped())
    assert with_no_length.status_code == 413
    padded = json.dumps(INITIALIZE).encode() + b" " * (5 * 2**20)
    assert (await sent(server, padded)).status_code == 200


async def test_a_version_that_nobody_knows(server: Served) -> None:
    message = modern("tools/list", {}, "2999-01-01")
    reply = await sent(
        server,
        json.dumps(message).encode(),
        **{"mcp-protocol-version": "2999-01-01", "mcp-method": "tools/list"},
    )
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32022)
    params = {**INITIALIZE["params"], "protocolVersion": "1999-01-01"}
    begun = await post(server, {**INITIALIZE, "params": params})
    assert '"protocolVersion":"2025-11-25"' in begun.text


async def until(is_so: Callable[[], bool]) -> None:
    """Return once it is so; others go on meanwhile."""
    for _ in range(100_000):
        if is_so():
            return
        await asyncio.sleep(0)
    pytest.fail("it was never so")


async def test_a_call_ends_in_time_and_its_turn_goes_on(tmp_path: Path) -> None:
    model = Gated()
    pace = Pace(call=0.6, soft=0.5, beat=0.1)
    async with opened(wired(tmp_path, model), pace=pace) as server, calling(server) as caller:
        slow = await caller.ask("ask", message=QUESTION)
        assert slow["outcome"] == "continue"
        steps = [step for step, _ in caller.progress]
        assert len(steps) > 4
        assert steps == sorted(set(steps))
        model.gate.set()
        given = {"dossier": slow["dossier"], "message_id": slow["message_id"]}
        done = await caller.ask("ask", message=QUESTION, **given)
        assert (done["outcome"], done["version"], model.entered) == ("continue", 1, 1)


@pytest.mark.parametrize("era", ERAS)
async def test_cancelling_stops_the_turn(era: str, tmp_path: Path) -> None:
    model = Gated()
    async with opened(wired(tmp_path, model)) as server, calling(server, era) as caller:
        call = asyncio.create_task(caller.call("ask", message=QUESTION))
        turns = cast(FastAPI, server.process.config.app).state.turns
        await until(lambda: model.entered > 0)
        call.cancel()
        await asyncio.wait([call])
        await until(lambda: not turns.running)
        model.gate.set()
        assert (await caller.ask("dossiers"))["dossiers"] == []


async def test_the_turn_of_a_client_that_vanishes_is_stored(tmp_path: Path) -> None:
    model = Gated()
    async with opened(wired(tmp_path, model)) as server:
        begun = await post(server, INITIALIZE)
        session = {"mcp-session-id": begun.headers["mcp-session-id"]}
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        await post(server, ready, **session)
        arguments = {"name": "ask", "arguments": {"message": QUESTION}}
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": arguments}
        asking = asyncio.create_task(post(server, call, **session))
        await until(lambda: model.entered > 0)
        asking.cancel()
        await asyncio.wait([asking])
        model.gate.set()
        async with calling(server) as caller:
            listed: list[dict[str, Any]] = []
            while not listed:
                listed = (await caller.ask("dossiers"))["dossiers"]
        assert listed[0]["version"] == 1


async def test_what_is_being_stored_is_stored_whichever_protocol_the_client_spoke(
    tmp_path: Path,
) -> None:
    """In that of 2026 its leaving would stop a turn that still runs."""
    store, parts = Slow(), wired(tmp_path)
    agent = dataclasses.replace(parts.agent, store=store)
    message = modern("tools/call", {"name": "ask", "arguments": {"message": QUESTION}})
    named = {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "ask"}
    async with opened(dataclasses.replace(parts, agent=agent, store=store)) as server:
        turns = cast(FastAPI, server.process.config.app).state.turns
        asking = asyncio.create_task(post(server, message, **named))
        await store.begun.wait()
        asking.cancel()
        await asyncio.wait([asking])
        await server.until_left()
        store.gate.set()
        await until(lambda: not turns.running)
        async with calling(server) as caller:
            (listed,) = (await caller.ask("dossiers"))["dossiers"]
    assert listed["version"] == 1


async def test_who_never_reads_is_let_go(tmp_path: Path) -> None:
    parts = wired(tmp_path)
    source = TERM.model_copy(update={"url": "https://example.org/" + "x" * 6_000_000})
    await parts.store.commit(changing(DossierPatch(add_sources=(source,)), dossier_id=TEST_ID))
    call = {"name": "sources", "arguments": {"dossier": TEST_ID}}
    body = json.dumps(modern("tools/call", call)).encode()
    head = (
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Accept: application/json, text/event-stream\r\nMcp-Protocol-Version: 2026-07-28\r\n"
        f"Mcp-Method: tools/call\r\nMcp-Name: sources\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    async with (
        opened(parts, Limits(send_seconds=0.2)) as server,
        raw(server.port, receive_buffer=4096) as deaf,
    ):
        deaf.writer.write(head.encode() + body)
        assert b" 200 " in await deaf.reader.readuntil(b"\r\n")
        await server.until_left()
        async with calling(server) as caller:
            assert (await caller.ask("ask", message=QUESTION))["outcome"] == "request"


async def test_eight_clients_on_one_dossier_lose_nothing(server: Served) -> None:
    async with calling(server) as caller:
        dossier = (await caller.ask("ask", message=QUESTION))["dossier"]

    async def says(number: int) -> None:
        async with calling(server, ERAS[number % 2]) as caller:
            for turn in range(2):
                said = f"Wat betekent verzoek {number}-{turn} hier?"
                await caller.ask("ask", message=said, dossier=dossier)

    await asyncio.gather(*(says(number) for number in range(8)))
    journal = (await server.get(f"/dossiers/{dossier}/journal")).json()
    said = sorted(one["request"]["message"] for one in journal[1:])
    assert said == sorted(f"Wat betekent verzoek {n}-{t} hier?" for n in range(8) for t in range(2))
    assert [one["version"] for one in journal] == list(range(1, 18))
