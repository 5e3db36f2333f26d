"""What is written outside is confirmed by a person: in a form of the client, never by a model."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPDeprecationWarning
from pydantic import BaseModel

from src.bootstrap import build
from src.desks.catalogue import read_settings
from src.desks.desk import Desk, Engine
from src.desks.plug import Plug
from src.dossier.models import Language
from src.llm.protocol import ChatReply
from src.tools.over_mcp import McpCall, McpTool
from tests.desks import shop as shops
from tests.desks.shop import Shop, with_shop
from tests.desks.test_effects import ORDER, PLANNED
from tests.fakes import ScriptedRounds, calls
from tests.identity.callers import SECRET, Client, made
from tests.mcp_server.clients import ERAS, Person, calling, opened
from tests.serving import Served

SAID = "Order what we need, please"
LOOK = ("find_recipes", '{"query": "soup"}')
NOT_ALLOWED = "confirmation_not_allowed"


@pytest.fixture
def shop() -> Iterator[Shop]:
    with shops.opened() as shop:
        yield shop


class Wish(BaseModel):
    dish: str


class Dinner(BaseModel):
    outcome: str
    reply: str


async def cook(call: McpCall, wish: Wish) -> Dinner:
    said = await call.say(f"Please cook {wish.dish}")
    return Dinner(outcome=str(said["outcome"]), reply=f"{call.language}: {said['reply']}")


def told(dish: Dinner, _: Language) -> str:
    return dish.reply


async def provide(call: McpCall, wish: Wish) -> Dinner:
    """Have two turns, of which the second asks a person to confirm its plan."""
    asked = await call.say(f"What does {wish.dish} take?")
    said = await call.say(SAID, str(asked["dossier"]))
    return Dinner(outcome=str(said["outcome"]), reply=f"{asked['reply']} {said['reply']}")


COOK = McpTool("cook", {"nl": "Koken", "en": "Cook"}, "Cook a dish.", Wish, Dinner, cook, told)
PROVIDE = McpTool(
    "provide", {"nl": "Inslaan", "en": "Provide"}, "Buy for a dish.", Wish, Dinner, provide, told
)


def with_tools(plug: Plug) -> Plug:
    """Return the desk with tools of its own for MCP clients."""

    def make(engine: Engine) -> Desk:
        return replace(plug.make(engine), mcp_tools=(COOK, PROVIDE))

    return replace(plug, make=make)


@asynccontextmanager
async def kitchen(shop: Shop, folder: Path, *chats: ChatReply) -> AsyncIterator[Served]:
    """Serve the stranger, whose desk can order at a shop, the door open."""
    async with shop_of(shop, folder, ScriptedRounds(*chats)) as server:
        yield server


@asynccontextmanager
async def shop_of(shop: Shop, folder: Path, model: ScriptedRounds) -> AsyncIterator[Served]:
    desks = [with_tools(with_shop(shop.url, model))]
    given = {"tess_data_dir": folder, "_env_file": None}
    parts = build(read_settings(desks, **given), desks=desks, watched=True)
    async with opened(parts) as server:
        yield server


@pytest.mark.parametrize("era", ERAS)
async def test_a_person_confirms_in_a_form(era: str, shop: Shop, tmp_path: Path) -> None:
    person = Person(["decline", {"confirm": True}])
    async with (
        kitchen(shop, tmp_path, calls(ORDER), PLANNED) as server,
        calling(server, era, person) as caller,
    ):
        planned = await caller.ask("ask", message=SAID)
        (plan,) = planned["plans"]
        assert sorted(plan) == ["id", "operations", "title"]
        assert (planned["outcome"], shop.orders) == ("request", [])
        done = await caller.ask("confirm", dossier=planned["dossier"])
    assert (done["outcome"], shop.items) == ("done", ["peas", "salt"])
    assert all('"item": "peas"' in form for form in person.asked)


@pytest.mark.parametrize("era", ERAS)
async def test_a_model_is_told_that_a_person_is_needed(
    era: str, shop: Shop, tmp_path: Path
) -> None:
    async with (
        kitchen(shop, tmp_path, calls(ORDER), PLANNED) as server,
        calling(server, era) as caller,
    ):
        planned = await caller.ask("ask", message=SAID)
        named = {"dossier": planned["dossier"]}
        dossier = (await server.get(f"/dossiers/{planned['dossier']}")).json()
        (digest,) = dossier["shown_plans"]
        tries: list[tuple[str, dict[str, Any]]] = [
            ("confirm", {}),
            ("ask", {"message": "yes"}),
            ("ask", {"message": "Ja, akkoord."}),
        ]
        for tool, given in tries:
            refused = await caller.call(tool, **named, **given)
            assert refused.is_error
            assert refused.structured_content["code"] == "person_needed"
        for guess in ("0" * 64, digest):  # it was told to no model, and would not do
            stale = await caller.ask("confirm", digest=guess, **named)
            assert stale["code"] == "stale_digest"
            assert [one["operations"] for one in stale["plans"]] == [2]
    assert shop.orders == []


async def test_no_model_reads_the_digest_of_a_plan(shop: Shop, tmp_path: Path) -> None:
    """Neither the one that calls over MCP nor the one that answers here."""
    model = ScriptedRounds(calls(ORDER), PLANNED, ChatReply("They are on the list."))
    async with shop_of(shop, tmp_path, model) as server, calling(server) as caller:
        read = [await caller.call("ask", message=SAID)]
        named = {"dossier": (read[0].structured_content or {})["dossier"]}
        (digest,) = (await server.get(f"/dossiers/{named['dossier']}")).json()["shown_plans"]
        read.append(await caller.call("ask", message="And the peas?", **named))
        for tool in (await caller.client.list_tools()).tools:
            taken = tool.input_schema["properties"]
            given = {"dossier": named["dossier"], "source": "1", "turns": 1, "message": "yes"}
            asked = {name: value for name, value in given.items() if name in taken}
            if "dossier" in taken:
                read.append(await caller.call(tool.name, **asked))
        listed = (await caller.client.list_resources()).resources
        resources = [await caller.client.read_resource(str(one.uri)) for one in listed]
    told = [one.model_dump_json() for one in (*read, *resources)]
    assert len(told) > 10
    assert [one for one in told if digest in one] == []
    assert digest not in repr(model.asked)
    assert len(model.asked) == 3


async def test_a_token_that_may_not_confirm_is_asked_nothing(shop: Shop, tmp_path: Path) -> None:
    """Nor does the form of a client whose token may not confirm write; over REST and the socket it writes nothing."""
    desks = [with_tools(with_shop(shop.url, ScriptedRounds(calls(ORDER), PLANNED)))]
    given = {"tess_data_dir": tmp_path, "_env_file": None, "tess_token_secret": SECRET}
    parts = build(read_settings(desks, **given), desks=desks, for_tenants=True)
    may, may_not = await made(parts, "a", "acme"), await made(parts, "a", "acme", confirms=False)
    person = Person([{"confirm": True}])
    async with opened(parts) as server:
        async with calling(server, "legacy", person, token=may_not) as caller:
            planned = await caller.ask("ask", message=SAID)
            dossier = planned["dossier"]
            for tool, message in (("confirm", {}), ("ask", {"message": "yes"})):
                refused = await caller.ask(tool, dossier=dossier, **message)
                assert refused["code"] == NOT_ALLOWED
        program, anna = Client(server.port, may_not), Client(server.port, may)
        path = f"/dossiers/{dossier}"
        (digest,) = (await program.ask("GET", path)).json()["shown_plans"]
        over_rest = await program.ask("POST", f"{path}/confirm", json={"confirm": digest})
        assert (over_rest.status_code, over_rest.json()["code"]) == (403, NOT_ALLOWED)
        over_socket = await program.say("", dossier_id=dossier, confirm=digest)
        assert over_socket["code"] == NOT_ALLOWED
        assert (shop.orders, person.asked) == ([], [])
        done = await anna.ask("POST", f"{path}/confirm", json={"confirm": digest})
        assert (done.status_code, shop.items) == (200, ["peas", "salt"])


async def test_a_form_that_is_sent_twice_writes_once(shop: Shop, tmp_path: Path) -> None:
    async with (
        kitchen(shop, tmp_path, calls(ORDER), PLANNED) as server,
        calling(server, person=Person()) as caller,
    ):
        session = caller.client.session
        planned = await session.call_tool("ask", {"message": SAID}, allow_input_required=True)
        yes = {"question": {"action": "accept", "content": {"confirm": True}}}
        for _ in range(2):
            done = await session.call_tool(
                "ask",
                {"message": SAID},
                input_responses=yes,  # type: ignore[arg-type]  # as it comes over the wire
                request_state=planned.request_state,  # type: ignore[union-attr]  # a form was asked for
                allow_input_required=True,
            )
            assert done.structured_content["outcome"] == "done"  # type: ignore[union-attr]  # see above
    assert shop.items == ["peas", "salt"]


async def test_a_desk_adds_tools_of_its_own(shop: Shop, tmp_path: Path) -> None:
    async with (
        kitchen(shop, tmp_path, ChatReply("It is on the stove.")) as server,
        calling(server) as caller,
    ):
        listed = {one.name: one for one in (await caller.client.list_tools()).tools}
        assert listed["recipes_cook"].title == "Cook"
        served = await caller.ask("recipes_cook", dish="peas")
    assert (served["outcome"], "on the stove" in served["reply"]) == ("done", True)


@pytest.mark.parametrize("era", ERAS)
async def test_a_tool_of_a_desk_that_asks_a_person_has_no_turn_twice(
    era: str, shop: Shop, tmp_path: Path
) -> None:
    person = Person([{"confirm": True}])
    async with (
        kitchen(
            shop, tmp_path, calls(LOOK), ChatReply("Peas and salt."), calls(ORDER), PLANNED
        ) as server,
        calling(server, era, person) as caller,
    ):
        provided = await caller.ask("recipes_provide", dish="soup")
        (dossier,) = (await caller.ask("dossiers"))["dossiers"]
        journal = (await server.get(f"/dossiers/{dossier['id']}/journal")).json()
    assert (provided["outcome"], "Peas and salt." in provided["reply"]) == ("done", True)
    assert (shop.items, len(person.asked)) == (["peas", "salt"], 1)
    said = [one["request"] for one in journal if one.get("request")]
    assert [one["message"] for one in said][:2] == ["What does soup take?", SAID]
    assert len({one["message_id"] for one in said}) == len(said)


async def test_changes_are_told_to_who_asked(shop: Shop, tmp_path: Path) -> None:
    """In the protocol of 2025 by notifications, in that of 2026 on a stream."""
    chats = [ChatReply("Yes."), ChatReply("Yes."), ChatReply("Yes.")]
    heard: list[str] = []

    async def note(message: Any) -> None:
        heard.append(f"{getattr(message, 'method', '')} {getattr(message, 'params', '')}")

    async with kitchen(shop, tmp_path, *chats) as server, calling(server) as modern:
        dossier = (await modern.ask("ask", message="Hello, cook"))["dossier"]
        uri = f"tess://dossiers/{dossier}"
        async with modern.client.listen(resource_subscriptions=[uri]) as events:
            await server.say("What is for dinner?", dossier_id=dossier)
            event = await anext(aiter(events))
            assert getattr(event, "uri", "") == uri
        async with calling(server, "legacy", on_message=note) as legacy:
            with pytest.warns(MCPDeprecationWarning):  # of the protocol of 2025 alone
                await legacy.client.session.subscribe_resource(uri)
            await server.say("And for lunch?", dossier_id=dossier)
            for _ in range(500):
                await legacy.ask("dossiers")
                if any("resources/updated" in one and uri in one for one in heard):
                    break
            else:
                pytest.fail("nothing was told")
    assert any("list_changed" in one for one in heard)
