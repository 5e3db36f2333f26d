"""Who calls: by the engine's own tokens, at each call anew; nobody finds what is another tenant's."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from mcp.shared.exceptions import MCPError

from src.api.limits import Limits
from src.bootstrap import Parts
from src.commands.mcp_door import lines_to_paste
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.llm.builtin.model import OfflineModel
from src.settings import read_settings
from tests.api.wiring import QUESTION, wired
from tests.identity.callers import made
from tests.identity.wiring import around
from tests.mcp_server.clients import ERAS, calling, opened
from tests.serving import Served, rest_client, served

pytestmark = pytest.mark.asyncio(loop_scope="module")

INITIALIZE: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def guarded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Served, Parts]]:
    """A server that asks for tokens, its door open."""
    parts = around(tmp_path_factory.mktemp("guarded"), OfflineModel(OFFLINE_RULES))
    async with opened(parts) as server:
        yield server, parts


async def post(server: Served, message: Any, token: str = "", **headers: str) -> httpx2.Response:
    """Send one message as it is."""
    if token:
        headers["authorization"] = f"Bearer {token}"
    headers = {"accept": "application/json, text/event-stream", **headers}
    async with rest_client() as client:
        url = f"http://127.0.0.1:{server.port}/mcp"
        return await client.post(url, json=message, headers=headers)


async def test_who_shows_no_token_learns_how_to(guarded: tuple[Served, Parts]) -> None:
    server, _ = guarded
    for token in ("", "forged"):
        refused = await post(server, INITIALIZE, token)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"
    told = await server.get("/.well-known/oauth-protected-resource/mcp")
    assert told.status_code in (401, 404)  # there is no authorization server to name


async def test_a_tenant_finds_what_is_theirs(guarded: tuple[Served, Parts]) -> None:
    server, parts = guarded
    ours, theirs = [await made(parts, name, name) for name in ("ann", "bob")]
    for era in ERAS:
        async with (
            calling(server, era, token=ours) as ann,
            calling(server, era, token=theirs) as bob,
        ):
            asked = await ann.ask("ask", message=QUESTION)
            uri = f"tess://dossiers/{asked['dossier']}"
            assert uri in {str(one.uri) for one in (await ann.client.list_resources()).resources}
            assert (await bob.client.list_resources()).resources == []
            assert (await bob.ask("dossiers"))["dossiers"] == []
            for tool in ("ask", "sources", "answer", "undo", "export"):
                given = {"message": "Ja."} if tool == "ask" else {}
                refused = await bob.ask(tool, dossier=asked["dossier"], **given)
                assert refused["code"] == "unknown_dossier", tool
            with pytest.raises(MCPError):
                await bob.client.read_resource(uri)


async def test_a_session_is_found_by_whom_it_was_made_for(guarded: tuple[Served, Parts]) -> None:
    server, parts = guarded
    ann, bob, also_ann = [await made(parts, name, "house") for name in ("ann", "bob", "ann")]
    begun = await post(server, INITIALIZE, ann)
    session = {"mcp-session-id": begun.headers["mcp-session-id"]}
    assert (await post(server, LIST, bob, **session)).status_code == 404
    assert (await post(server, LIST, also_ann, **session)).status_code == 200
    assert (await post(server, LIST, ann, **{"mcp-session-id": "no-such"})).status_code == 404


async def test_a_tenant_has_at_most_half_of_the_sessions(tmp_path: Path) -> None:
    parts = around(tmp_path, OfflineModel(OFFLINE_RULES))
    ann, also_ann, bob = [
        await made(parts, name, of) for name, of in (("a", "x"), ("b", "x"), ("c", "y"))
    ]
    async with opened(parts, sessions=4) as server:
        begun = [await post(server, INITIALIZE, token) for token in (ann, also_ann)]
        assert [one.status_code for one in begun] == [200, 200]
        assert (await post(server, INITIALIZE, ann)).status_code == 503
        assert (await post(server, INITIALIZE, bob)).status_code == 200
        named = {"mcp-session-id": begun[0].headers["mcp-session-id"]}
        async with rest_client() as client:
            url = f"http://127.0.0.1:{server.port}/mcp"
            named["authorization"] = f"Bearer {ann}"
            assert (await client.delete(url, headers=named)).status_code == 200
        assert (await post(server, INITIALIZE, also_ann)).status_code == 200


async def test_pages_of_other_sites_and_other_names_are_refused(tmp_path: Path) -> None:
    async with opened(wired(tmp_path), Limits(origins=("https://tess.example",))) as server:
        assert (await post(server, INITIALIZE, origin="https://evil.example")).status_code == 403
        assert (await post(server, INITIALIZE, origin="https://tess.example")).status_code == 200
        assert (await post(server, INITIALIZE, host="evil.example")).status_code == 400


async def test_a_server_without_the_door_has_none(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        assert (await post(server, INITIALIZE)).status_code == 404


async def test_a_token_is_asked_for_at_every_call(guarded: tuple[Served, Parts]) -> None:
    server, parts = guarded
    token = await made(parts, "carol", "carol")
    begun = await post(server, INITIALIZE, token)
    session = {"mcp-session-id": begun.headers["mcp-session-id"]}
    assert (await post(server, LIST, **session)).status_code == 401
    assert parts.authentication is not None
    (record,) = [one for one in await parts.authentication.registry.every() if one.name == "carol"]
    await parts.authentication.registry.revoke(record.jti, record.created)
    assert (await post(server, LIST, token, **session)).status_code == 401


async def test_what_to_paste_leads_to_this_door(tmp_path: Path) -> None:
    given = {"_env_file": None, "tess_data_dir": tmp_path, "tess_token_secret": "s" * 32}
    started = lines_to_paste(read_settings(**given), "/home/ann/tess/tess")
    for line in started.values():
        assert '"args": ["mcp"]' in line
        assert str(tmp_path) in line
    served_at = lines_to_paste(read_settings(**given, tess_mcp="on"), "/home/ann/tess/tess")
    assert "http://127.0.0.1:8000/mcp" in served_at["VS Code (.vscode/mcp.json)"]
    assert "Bearer TOKEN" in served_at["Cursor (.cursor/mcp.json)"]
