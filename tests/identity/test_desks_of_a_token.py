"""A token for one desk: what its tenant has at other desks does not exist for its holder, at whatever door."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp_types import CallToolResult

from src.bootstrap import Parts, build
from src.errors import UnknownDesk, UnknownDossier
from src.identity.caller import Caller, calling
from src.identity.owned_store import OwnedStore
from src.settings import read_settings
from tests.dossier.turns import DOSSIER, saying
from tests.fakes import MemoryStore
from tests.identity.callers import QUESTION, SECRET, UNKNOWN, Client, made
from tests.identity.test_tenants import answers, example, refused_as_unknown
from tests.lending import with_starter_index
from tests.mcp_server.clients import ERAS, opened
from tests.mcp_server.clients import Caller as McpCaller
from tests.mcp_server.clients import calling as mcp_calling
from tests.serving import Served

Way = Callable[[str], Awaitable[object]]

OPEN = ("docs", "tsg", "azure", "backlog")
"""Desks of the narrow token: all but that of tax, so that tools and routes of desks are walked too."""

WALKED = {
    "completion/complete": "not served",
    "initialize": "names nothing",
    "logging/setLevel": "not served",
    "ping": "names nothing",
    "prompts/get": "test_no_prompt_of_another_desk_is_there",
    "prompts/list": "test_no_prompt_of_another_desk_is_there",
    "resources/list": "test_no_resource_tells_another_desks_dossier_from_none",
    "resources/read": "test_no_resource_tells_another_desks_dossier_from_none",
    "resources/subscribe": "test_no_resource_tells_another_desks_dossier_from_none",
    "resources/templates/list": "test_no_resource_tells_another_desks_dossier_from_none",
    "resources/unsubscribe": "answers anything alike",
    "server/discover": "names nothing",
    "subscriptions/listen": "test_changes_at_another_desk_are_not_heard_of",
    "tools/call": "test_no_tool_tells_another_desks_dossier_from_none",
    "tools/list": "test_no_tool_tells_another_desks_dossier_from_none",
}
"""Every method of the door, and the test that walks it."""


@dataclass(frozen=True)
class Callers:
    """Two of one tenant: to one all desks are open, to the other all but one."""

    parts: Parts
    server: Served
    anna: Client
    carol: Client
    dossier_id: str
    """Of the first, at the desk of tax, with an answer."""


@pytest.fixture(params=["files", "postgres"])
async def callers(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Callers]:
    given: dict[str, Any] = {"tess_data_dir": with_starter_index(tmp_path)}
    if request.param == "postgres":
        given["database_url"] = request.getfixturevalue("database_url")
    settings = read_settings(_env_file=None, tess_token_secret=SECRET, **given)
    parts = build(settings, for_tenants=True, watched=True)
    wide, narrow = (
        await made(parts, "anna", "acme"),
        await made(parts, "c", "acme", desks=("docs",)),
    )
    async with opened(parts) as server:
        anna, carol = Client(server.port, wide), Client(server.port, narrow)
        dossier_id = (await anna.say(message_id="m-1"))["dossier_id"]
        await anna.say("Ja, dit zijn de juiste bronnen.", dossier_id=dossier_id)
        yield Callers(parts, server, anna, carol, dossier_id)


async def test_no_route_tells_another_desks_dossier_from_none(callers: Callers) -> None:
    anna, carol, dossier_id = callers.anna, callers.carol, callers.dossier_id
    document = (await anna.ask("GET", "/openapi.json")).json()
    before = await anna.ask("GET", f"/dossiers/{dossier_id}")
    foreign = await answers(carol, document, dossier_id)
    assert foreign == await answers(carol, document, UNKNOWN)
    assert (await anna.ask("GET", f"/dossiers/{dossier_id}")).text == before.text
    named = [name for name in foreign if "/dossiers/ID" in name]
    assert len(named) > 20
    assert all(refused_as_unknown(foreign[name]) for name in named)
    assert [name for name, (_, body) in foreign.items() if "Zonnebloem" in body] == []


async def test_the_socket_tells_another_desks_dossier_from_none(callers: Callers) -> None:
    for fields in (
        {},
        {"message_id": "m-1"},
        {"message_id": "m-1", "stream": True, "after": 0},
        {"desk": "tax"},
        {"desk": "docs"},
        {"confirm": "0" * 64},
    ):
        theirs = await callers.carol.frames(QUESTION, dossier_id=callers.dossier_id, **fields)
        nobodys = await callers.carol.frames(QUESTION, dossier_id=UNKNOWN, **fields)
        assert json.dumps(theirs).replace(callers.dossier_id, UNKNOWN) == json.dumps(nobodys)
        assert [frame["code"] for frame in theirs] == ["unknown_dossier"]
    refused = await callers.carol.say(desk="tax")
    assert (refused["code"], "tax" in refused["error"]) == ("unknown_desk", False)


async def test_pages_are_full_of_what_is_open(callers: Callers) -> None:
    anna, carol = callers.anna, callers.carol
    own = [(await carol.say("What is the timeout?"))["dossier_id"] for _ in range(2)]
    for _ in range(3):
        await anna.say(desk="tax")
    for number, asked in enumerate(("?limit=2", "?limit=2&words=timeout", "?limit=2&desk=docs")):
        page = (await carol.ask("GET", f"/dossiers{asked}")).json()
        assert [one["id"] for one in page["dossiers"]] == own[::-1], number
    (page,) = [(await carol.ask("GET", "/dossiers?limit=1")).json()]
    rest = (await carol.ask("GET", f"/dossiers?limit=1&cursor={page['next']}")).json()
    assert [one["id"] for one in (*page["dossiers"], *rest["dossiers"])] == own[::-1]
    assert rest.get("next") is None
    assert (await carol.ask("GET", "/dossiers?desk=tax")).json() == {"dossiers": []}
    assert len((await anna.ask("GET", "/dossiers")).json()["dossiers"]) == 6


async def test_a_turn_that_runs_at_another_desk_is_not_there(tmp_path: Path) -> None:
    from tests.identity.wiring import held_up
    from tests.serving import served

    parts, model = held_up(tmp_path)
    anna, carol = [await made(parts, "a", "acme"), await made(parts, "c", "acme", desks=("docs",))]
    async with served(parts) as server:
        wide, narrow = Client(server.port, anna), Client(server.port, carol)
        async with wide.connect() as connection:
            asked = {"message": QUESTION, "message_id": "m-1", "stream": True}
            await connection.send(json.dumps(asked))
            named = {"dossier_id": json.loads(await connection.recv())["dossier_id"]}
            for after in ({}, {"after": 0}):
                (refused,) = await narrow.frames(QUESTION, message_id="m-1", **named, **after)
                assert refused["code"] == "unknown_dossier"
            for message_id in ("m-1", "m-2"):
                stopped = await narrow.ask("POST", f"/turns/{message_id}/cancel", json={})
                assert (stopped.status_code, stopped.json()["code"]) == (404, "unknown_turn")
            model.gate.set()
            assert json.loads([text async for text in connection][-1])["status"] == "success"


def plain(result: CallToolResult | Exception, dossier_id: str) -> str:
    """Return what a call said, but for the dossier's id and those of what it made."""
    told = result.model_dump_json() if isinstance(result, CallToolResult) else repr(result)
    return re.sub(r"(dos|mcp)-[0-9a-f]{32}", "NEW", told.replace(dossier_id, "ID"))


async def called(caller: McpCaller, tool: Any, dossier_id: str) -> str:
    """Call a tool with a small value for each argument; every one that may be any text names the dossier."""
    schema = tool.input_schema
    given = example(schema, schema.get("$defs", {}), dossier_id)
    try:
        return plain(await caller.call(tool.name, **given), dossier_id)
    except MCPError as error:
        return plain(error, dossier_id)


@pytest.mark.parametrize("era", ERAS)
async def test_no_tool_tells_another_desks_dossier_from_none(era: str, callers: Callers) -> None:
    async with (
        mcp_calling(callers.server, era, token=callers.anna.token) as anna,
        mcp_calling(callers.server, era, token=callers.carol.token) as carol,
    ):
        every = (await anna.client.list_tools()).tools
        theirs = {one.name for one in (await carol.client.list_tools()).tools}
        taking = {one.name for one in every if "dossier" in one.input_schema["properties"]}
        for tool in every:
            foreign = await called(carol, tool, callers.dossier_id)
            if tool.name in theirs:
                assert foreign == await called(carol, tool, UNKNOWN), tool.name
                assert ("unknown_dossier" in foreign) == (tool.name in taking), tool.name
            else:
                none = tool.model_copy(update={"name": "no_such_tool"})
                assert foreign == await called(carol, none, UNKNOWN), tool.name
        assert len(taking & theirs) >= 9
        listed = (await carol.ask("dossiers"))["dossiers"]
        assert callers.dossier_id not in {one["id"] for one in listed}
        read = {
            name: await anna.ask(name, dossier=callers.dossier_id) for name in ("sources", "answer")
        }
        assert [one["outcome"] for one in read.values()] == ["done", "done"]


async def subscribed(caller: McpCaller, uri: str) -> None:
    with pytest.warns(MCPDeprecationWarning):  # of the protocol of 2025 alone
        await caller.client.session.subscribe_resource(uri)


async def refused(way: Way, named: str) -> str:
    """Return why this way is refused for what is named."""
    with pytest.raises(MCPError) as error:
        await way(named)
    return str(error.value)


@pytest.mark.parametrize("era", ERAS)
async def test_no_resource_tells_another_desks_dossier_from_none(
    era: str, callers: Callers
) -> None:
    async with (
        mcp_calling(callers.server, era, token=callers.anna.token) as anna,
        mcp_calling(callers.server, era, token=callers.carol.token) as carol,
    ):
        templates = (await carol.client.list_resource_templates()).resource_templates
        assert len(templates) >= 3
        ways: list[Way] = [
            carol.client.read_resource,
            *([partial(subscribed, carol)] * (era == "legacy")),
        ]
        for template in templates:
            uris = [
                template.uri_template.format(dossier=one, number=1, answer="a2", artifact="x")
                for one in (callers.dossier_id, UNKNOWN)
            ]
            for way in ways:
                told = [await refused(way, uri) for uri in uris]
                assert told[0].replace(callers.dossier_id, UNKNOWN) == told[1]
            if "{artifact}" not in template.uri_template:  # nothing was made in it
                assert (await anna.client.read_resource(uris[0])).contents
        assert (await carol.client.list_resources()).resources == []


@pytest.mark.parametrize("era", ERAS)
async def test_no_prompt_of_another_desk_is_there(era: str, callers: Callers) -> None:
    async with mcp_calling(callers.server, era, token=callers.carol.token) as carol:
        named = {one.name for one in (await carol.client.list_prompts()).prompts}
        assert named
        assert named <= {*OPEN}
        assert len({await refused(carol.client.get_prompt, one) for one in ("tax", "none")}) == 1


async def test_changes_at_another_desk_are_not_heard_of(callers: Callers) -> None:
    own = (await callers.carol.say("What is the timeout?"))["dossier_id"]
    foreign, theirs = f"tess://dossiers/{callers.dossier_id}", f"tess://dossiers/{own}"
    async with (
        mcp_calling(callers.server, token=callers.carol.token) as carol,
        carol.client.listen(
            resource_subscriptions=[foreign, theirs], resources_list_changed=True
        ) as events,
    ):
        await callers.anna.say("Dank je.", dossier_id=callers.dossier_id)
        await callers.carol.say("And the port?", dossier_id=own)
        heard = []
        async for event in events:
            heard.append(getattr(event, "uri", "list"))
            if heard[-1] == theirs:
                break
    assert heard == ["list", theirs]


async def test_a_session_is_found_by_no_token_of_other_desks(callers: Callers) -> None:
    from tests.mcp_server.test_who_calls import INITIALIZE, LIST, post

    narrow = await made(callers.parts, "anna", "acme", desks=("docs",))
    begun = await post(callers.server, INITIALIZE, callers.anna.token)
    session = {"mcp-session-id": begun.headers["mcp-session-id"]}
    assert (await post(callers.server, LIST, narrow, **session)).status_code == 404
    assert (await post(callers.server, LIST, callers.anna.token, **session)).status_code == 200


def test_every_method_of_the_door_is_walked(tmp_path: Path) -> None:
    from src.api.inside import inside
    from src.api.limits import Limits
    from src.mcp_server.http import McpDoor
    from tests.api.wiring import wired

    door = McpDoor(inside(wired(tmp_path), Limits()))
    assert [one for one in door.server._request_handlers if one not in WALKED] == []
    told = {one for one in WALKED.values() if one.startswith("test_")}
    assert [one for one in told if one not in globals()] == []


async def test_no_dossier_is_made_at_a_desk_that_is_not_open() -> None:
    kept = MemoryStore()
    store = OwnedStore(kept)
    with calling(Caller("c", "acme", ("docs",))):
        for _ in range(2):  # whether it is there or not
            with pytest.raises(UnknownDesk):
                await store.commit(saying("x"))
            await kept.commit(saying("x").model_copy(update={"tenant": "acme"}))
        with pytest.raises(UnknownDossier):
            await store.commit(saying("x").model_copy(update={"desk": "docs"}))
        assert [one async for one in store.erase(lambda *_: True)] == []
    assert len(await kept.journal(DOSSIER)) == 2
