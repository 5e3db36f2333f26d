"""Handing over, over REST, from a real server."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from src.agent import Agent
from src.api.wire import MESSAGE_LIMIT
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.dossier.json_store import JsonStore
from src.export.as_html import POLICY
from src.export.pack import LARGEST
from src.llm.builtin.model import OfflineModel
from tests.api.raw import raw
from tests.fakes import ListRetriever, law
from tests.serving import TEST_ID, Served, rest_client, served

QUESTION = "Hoe lang is de termijn voor bezwaar?"
TERM = law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.")
HERE = f"/dossiers/{TEST_ID}"
OPEN = b"POST /packs/open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with one dossier in which something was asked."""
    model, store, retriever = OfflineModel(OFFLINE_RULES), JsonStore(tmp_path), ListRetriever(TERM)
    agent = Agent(store, {"tax": tax_desk(model, retriever, store)})
    async with served(Parts(agent, store, model)) as running:
        await running.say(QUESTION, dossier_id=TEST_ID)
        yield running


async def sent(server: Served, data: bytes, kind: str) -> httpx2.Response:
    async with rest_client() as client:
        url = f"http://127.0.0.1:{server.port}/packs/open"
        return await client.post(url, content=data, headers={"content-type": kind})


def code(response: httpx2.Response) -> tuple[int, Any]:
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize(
    ("kind", "media_type"),
    [
        ("md", "text/markdown; charset=utf-8"),
        ("html", "text/html; charset=utf-8"),
        ("pdf", "application/pdf"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("json", "application/json"),
    ],
)
async def test_an_answer_is_a_file_that_no_browser_runs(
    server: Served, kind: str, media_type: str
) -> None:
    await server.say("Ja", dossier_id=TEST_ID)
    reply = await server.get(f"{HERE}/export?format={kind}&answer=a2")
    assert reply.status_code == 200
    assert reply.headers["content-type"] == media_type
    told = reply.headers["content-disposition"]
    assert re.fullmatch(rf'attachment; filename="[a-z-]+-\d{{4}}-\d\d-\d\d.{kind}"', told)
    assert reply.headers["content-security-policy"] == POLICY
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert (await server.get(f"{HERE}/export?format={kind}")).content == reply.content


async def test_what_is_not_there_can_not_be_exported(server: Served) -> None:
    assert code(await server.get(f"{HERE}/export?format=md")) == (409, "no_answer_yet")
    await server.say("Ja", dossier_id=TEST_ID)
    assert code(await server.get(f"{HERE}/export?format=md&answer=a9")) == (404, "unknown_answer")
    assert code(await server.get(f"{HERE}/export?format=exe")) == (400, "bad_fields")
    assert code(await server.get(f"{HERE}/export")) == (400, "bad_fields")
    gone = "/dossiers/dos-00000000/export?format=md"
    assert code(await server.get(gone)) == (404, "unknown_dossier")


async def test_a_pack_goes_out_and_comes_back(server: Served, tmp_path: Path) -> None:
    pack = await server.get(f"{HERE}/pack")
    assert pack.headers["content-disposition"] == f'attachment; filename="{TEST_ID}.tess"'
    before = sorted(tmp_path.iterdir())
    reply = await sent(server, pack.content, "application/vnd.tess.pack")
    assert reply.status_code == 200
    assert reply.json()["entries"] == 1
    assert reply.json()["dossier"] == (await server.get(HERE)).json()
    assert sorted(tmp_path.iterdir()) == before


async def test_a_bad_pack_is_refused(server: Served) -> None:
    pack = (await server.get(f"{HERE}/pack")).content
    changed = pack.replace(b"zes weken", b"elf weken", 1)
    reply = await sent(server, changed, "application/octet-stream")
    assert code(reply) == (400, "pack_refused")
    assert "journal.jsonl" in reply.json()["error"]
    assert code(await sent(server, pack, "text/plain")) == (400, "bad_fields")


@pytest.fixture
async def long_winded(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with a dossier of which a pack is far larger than a message may be."""
    long = law("6:7", "De termijn voor het indienen van een bezwaarschrift is zes weken. " * 5000)
    model, store, retriever = OfflineModel(OFFLINE_RULES), JsonStore(tmp_path), ListRetriever(long)
    agent = Agent(store, {"tax": tax_desk(model, retriever, store)})
    async with served(Parts(agent, store, model)) as running:
        await running.say(QUESTION, dossier_id=TEST_ID)
        yield running


async def test_a_pack_may_be_larger_than_a_message(long_winded: Served) -> None:
    pack = (await long_winded.get(f"{HERE}/pack")).content
    assert len(pack) > 4 * MESSAGE_LIMIT
    reply = await sent(long_winded, pack, "application/octet-stream")
    assert (reply.status_code, reply.json()["entries"]) == (200, 1)


@pytest.mark.parametrize("length", [b"Content-Length: 99999999999", b"Transfer-Encoding: chunked"])
async def test_a_pack_that_is_too_large_is_refused_by_what_came(
    server: Served, length: bytes
) -> None:
    piece = b"x" * 2**20
    async with raw(server.port) as client:
        client.writer.write(OPEN + length + b"\r\n\r\n")
        answer = asyncio.create_task(client.reader.readline())
        for _ in range(LARGEST // len(piece) + 1):
            chunk = piece if b"Length" in length else b"%x\r\n%s\r\n" % (len(piece), piece)
            client.writer.write(chunk)
            await client.writer.drain()
        assert b" 400 " in await answer
        assert b"pack_refused" in await client.reader.readuntil(b"}")


async def test_so_many_packs_are_opened_at_once_and_no_more(server: Served) -> None:
    pack = (await server.get(f"{HERE}/pack")).content
    async with AsyncExitStack() as held:
        for _ in range(2):
            client = await held.enter_async_context(raw(server.port))
            client.writer.write(OPEN + b"Expect: 100-continue\r\nContent-Length: 9\r\n\r\n")
            assert b" 100 " in await client.reader.readline()  # its body is waited for
        reply = await sent(server, pack, "application/octet-stream")
        assert code(reply) == (503, "busy")
        assert reply.headers["retry-after"] == "5"
        assert (await server.get("/healthz")).status_code == 200
    while (await sent(server, pack, "application/octet-stream")).status_code == 503:
        pass  # until it is noticed that they left
    assert (await sent(server, pack, "application/octet-stream")).status_code == 200
