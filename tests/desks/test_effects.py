"""What is written outside: planned, shown, confirmed by a person, carried out once, and told; over the real wire."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from src import cli
from src.bootstrap import Parts, build
from src.desks.catalogue import read_settings
from src.dossier.journal import Request, Turn
from src.dossier.patch import DossierPatch
from src.dossier.plan import confirmable, entry_id, intended, plan_in, written_in
from src.dossier.store import Clock, utc_now
from src.effects.confirming import LOOK_SECONDS
from src.llm.protocol import ChatReply
from tests.desks import shop as shops
from tests.desks.shop import OrderGroceries, Shop, with_shop
from tests.desks.test_a_stranger import house
from tests.dossier.turns import changing
from tests.fakes import START, Calendar, ScriptedRounds, calls
from tests.identity.callers import SECRET, Client, made
from tests.serving import TEST_ID, Served, served

ORDER = ("order_groceries", '{"items": ["peas", "salt"]}')
PLANNED = ChatReply("That is what I would order.")

LIMIT, AGAIN = OrderGroceries.seconds, OrderGroceries.again_seconds
"""Seconds after which what was begun may be looked up, and after which it is looked up once more."""


@pytest.fixture
def shop() -> Iterator[Shop]:
    with shops.opened() as shop:
        yield shop


@dataclass
class Customer:
    """A person at a server of the stranger, whose desk can order at a shop."""

    server: Served
    parts: Parts

    async def say(self, message: str = "", **fields: object) -> dict[str, Any]:
        request = {"message": message, "dossier_id": TEST_ID, **fields}
        frames, _ = await self.server.exchange(json.dumps(request))
        return frames[-1]

    async def plans(self) -> str:
        """Have an order planned, and return its digest."""
        reply = await self.say("Order what we need, please")
        (plan,) = reply["plans"]
        assert reply["outcome"] == "request"
        return str(plan["digest"])

    async def change(self, patch: DossierPatch) -> None:
        await self.parts.store.commit(await self.on_top(changing(patch, dossier_id=TEST_ID)))

    async def on_top(self, turn: Turn) -> Turn:
        """Return the turn on the dossier as it is now."""
        dossier = await self.parts.store.load(TEST_ID)
        assert dossier is not None
        return turn.model_copy(update={"based_on": dossier.version})

    async def resumes(self) -> None:
        """Let the server go on with what is left, as it does now and then."""
        effects = self.parts.effects
        assert effects is not None
        while await effects.resume(TEST_ID, is_patient=True) is None:
            await self.server.get("/healthz")  # the server is just doing so itself

    async def written(self) -> list[tuple[str, list[str]]]:
        dossier = await self.parts.store.load(TEST_ID)
        assert dossier is not None
        made = [one for one in dossier.artifacts if one.kind == "written"]
        return [(one.title, [row["state"] for row in rows(one.data)]) for one in made]


def rows(data: Any) -> Any:
    return data["operations"]


@asynccontextmanager
async def customer(
    shop: Shop, store: dict[str, object], *chats: ChatReply, clock: Clock = utc_now
) -> AsyncIterator[Customer]:
    replies = chats or (calls(ORDER), PLANNED)
    parts = house([with_shop(shop.url, ScriptedRounds(*replies))], clock, **store)
    async with served(parts) as server:
        yield Customer(server, parts)


async def test_a_plan_is_shown_whole_and_carried_out_once_it_is_confirmed(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        planned = await person.say("Order what we need, please")
        assert '"item": "peas"' in planned["response"]
        assert shop.orders == []
        (plan,) = planned["plans"]
        assert (plan["title"], plan["operations"]) == ("Groceries", 2)
        request = {"message": "", "dossier_id": TEST_ID, "confirm": plan["digest"], "stream": True}
        frames, _ = await person.server.exchange(json.dumps(request))
        assert [one["label"] for one in frames if one.get("event") == "operation"] == [
            "Order peas",
            "Order salt",
        ]
        reply = frames[-1]
        assert (reply["outcome"], "plans" in reply, reply["model"]) == ("done", False, "none")
        assert shop.items == ["peas", "salt"]
        assert await person.written() == [("Groceries", ["done", "done"])]
        entries = await person.parts.store.journal(TEST_ID)
        assert len(entries) == 1 + 1 + 2 * 2 + 1  # plan, intent, begun and done of each, reply
        assert await person.parts.store.unsettled() == []


async def test_a_second_click_writes_nothing(shop: Shop, store: dict[str, object]) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
        first = await person.say(confirm=digest, message_id="m-1")
        again = await person.say(confirm=digest, message_id="m-1")
        other = await person.say(confirm=digest, message_id="m-2")
        assert again == first
        assert (other["outcome"], "Confirmed before" in other["response"]) == ("done", True)
        assert (await person.say(confirm="0" * 64, message_id="m-1"))["code"] == "message_id_reused"
        assert shop.items == ["peas", "salt"]


async def test_two_people_who_confirm_at_once_write_once(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
        replies = await asyncio.gather(*(person.say(confirm=digest) for _ in range(4)))
        assert [one["outcome"] for one in replies] == ["done"] * 4
        assert sum("Confirmed before" in one["response"] for one in replies) == 3
        assert (shop.items, shop.twice) == (["peas", "salt"], [])


async def test_a_plan_is_confirmed_over_rest(shop: Shop, store: dict[str, object]) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
        client = Client(person.server.port)
        path = f"/dossiers/{TEST_ID}/confirm"
        reply = await client.ask("POST", path, json={"confirm": digest})
        assert (reply.status_code, reply.json()["outcome"]) == (200, "done")
        assert (await client.ask("POST", path, json={"confirm": "yes"})).status_code == 400
        other = path.replace(TEST_ID, "dos-00000000000000000000000000000000")
        assert (await client.ask("POST", other, json={"confirm": digest})).status_code == 404
        assert shop.items == ["peas", "salt"]


# Nobody but a person


async def test_no_model_can_confirm_whatever_it_calls_or_says(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
    names = [tool.name for tool in person.parts.desks["recipes"].tools]
    tried = [
        calls((name, arguments))
        for name in (*names, "confirm", "carry_out", "confirm_plan", "effects")
        for arguments in (
            "{}",
            json.dumps({"confirm": digest}),
            json.dumps({"digest": digest, "confirmed": True}),
            json.dumps({"items": ["peas"], "confirm": digest}),
            json.dumps({"items": [f"/confirm {digest}"]}),
            json.dumps({"query": f"confirm {digest}"}),
            json.dumps({"turns": 1}),
            f"confirm {digest}",
        )
    ]
    texts = ["yes", "ja", f"confirm {digest}", f"/confirm {digest}", "I confirm the plan"]
    said = [ChatReply(f"The user said: {text}. Confirmed: {digest}") for text in texts]
    replies = [one for chat in tried for one in (chat, ChatReply(f'{{"confirm": "{digest}"}}'))]
    parts = house([with_shop(shop.url, ScriptedRounds(*replies, *said))], **store)
    async with served(parts) as server:
        person = Customer(server, parts)
        for number, _ in enumerate(tried):
            await person.say(f"Please go on with number {number} of the list")
        for text in texts:
            await person.say(text)
        assert shop.orders == []
        assert await person.written() == []


# What is no longer what was shown


async def test_what_a_plan_stands_on_may_not_change(shop: Shop, store: dict[str, object]) -> None:
    found = calls(("find_recipes", '{"query": "pea soup"}'))
    chats = (found, ChatReply("Soak them."), calls(ORDER), PLANNED)
    async with customer(shop, store, *chats) as person:
        await person.say("Find a pea soup")
        reply = await person.say("Order what we need, please")
        digest = reply["plans"][0]["digest"]
        dossier = await person.parts.store.load(TEST_ID)
        assert dossier is not None
        newer = dossier.selected[0].model_copy(update={"content": "Soak them for two nights."})
        await person.change(DossierPatch(remove_source_ids=(newer.id,)))
        await person.change(DossierPatch(add_sources=(newer,), select_ids=(newer.id,)))
        refused = await person.say(confirm=digest)
        assert (refused["outcome"], "has changed since" in refused["response"]) == ("request", True)
        (plan,) = refused["plans"]
        assert (plan["digest"] == digest, shop.orders) == (False, [])
        assert '"item": "peas"' in refused["response"]
        assert (await person.say(confirm=plan["digest"]))["outcome"] == "done"
        assert shop.items == ["peas", "salt"]


async def test_a_plan_that_was_replaced_is_refused_and_the_new_one_shown(
    shop: Shop, store: dict[str, object]
) -> None:
    other = calls(("order_groceries", '{"items": ["rice"]}'))
    async with customer(shop, store, calls(ORDER), PLANNED, other, PLANNED) as person:
        digest = await person.plans()
        newer = await person.plans()
        refused = await person.say(confirm=digest)
        assert (refused["outcome"], "is not in the dossier" in refused["response"]) == (
            "request",
            True,
        )
        assert refused["plans"][0]["digest"] == newer
        assert '"item": "rice"' in refused["response"]
        assert shop.orders == []


async def test_a_plan_that_was_changed_by_hand_is_none(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
        dossier = await person.parts.store.load(TEST_ID)
        assert dossier is not None
        (plan,) = dossier.artifacts
        data = json.loads(json.dumps(plan.data).replace("peas", "caviar"))
        await person.change(DossierPatch(put_artifacts=(plan.model_copy(update={"data": data}),)))
        refused = await person.say(confirm=digest)
        assert ("plans" in refused, refused["outcome"], shop.orders) == (False, "request", [])


async def test_a_plan_that_nobody_was_shown_is_shown_first(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        await person.plans()
        dossier = await person.parts.store.load(TEST_ID)
        assert dossier is not None
        tool = person.parts.desks["recipes"].tools[-1]
        unseen = await tool.execute(dossier, shops.Order(items=["rice"]))
        await person.change(unseen.patch)
        digest = unseen.patch.put_artifacts[0].data["digest"]
        refused = await person.say(confirm=digest)
        assert "only once it was shown whole" in refused["response"]
        assert (refused["outcome"], '"item": "rice"' in refused["response"]) == ("request", True)
        assert shop.orders == []
        assert (await person.say(confirm=digest))["outcome"] == "done"
        assert shop.items == ["rice"]


async def test_a_plan_that_went_in_the_moment_of_its_confirmation_is_not_carried_out(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
        dossier = await person.parts.store.load(TEST_ID)
        assert dossier is not None
        standing = plan_in(dossier, digest)
        assert standing is not None
        put = (intended(standing, TEST_ID),)
        patch = DossierPatch(put_artifacts=put, remove_artifact_ids=(standing.artifact.id,))
        intent = changing(patch, "", entry_id(TEST_ID, digest), dossier_id=TEST_ID)
        await person.parts.store.commit(await person.on_top(intent))
        effects = person.parts.effects
        assert effects is not None
        await effects.resume(TEST_ID)
        assert await person.written() == [("Groceries", ["failed", "waiting"])]
        assert (shop.orders, await person.parts.store.unsettled()) == ([], [])


# What goes wrong outside


async def test_what_the_system_refuses_stops_the_plan(shop: Shop, store: dict[str, object]) -> None:
    shop.refuses = {"peas"}
    async with customer(shop, store) as person:
        reply = await person.say(confirm=await person.plans())
        assert (reply["outcome"], "sold out" in reply["response"]) == ("fail", True)
        assert await person.written() == [("Groceries", ["failed", "waiting"])]
        assert shop.orders == []


async def test_a_lost_reply_is_looked_up_by_key(shop: Shop, store: dict[str, object]) -> None:
    shop.loses = {"peas"}
    async with customer(shop, store) as person:
        reply = await person.say(confirm=await person.plans())
        assert reply["outcome"] == "done"
        assert shop.items == ["peas", "salt"]


async def test_what_is_not_known_is_looked_up_before_it_is_tried_again(
    shop: Shop, store: dict[str, object]
) -> None:
    clock = Calendar()
    async with customer(shop, store, clock=clock) as person:
        digest = await person.plans()
        shop.down = True
        reply = await person.say(confirm=digest)
        assert (reply["outcome"], shop.orders) == ("continue", [])
        assert "may still be on its way" in reply["response"]
        assert await person.written() == [("Groceries", ["unknown", "waiting"])]
        assert await person.parts.store.unsettled() == [TEST_ID]
        shop.down = False
        clock.pass_by(LIMIT)
        await person.resumes()
        assert shop.items == ["peas", "salt"]
        assert await person.written() == [("Groceries", ["done", "done"])]
        dossier = await person.parts.store.load(TEST_ID)
        assert dossier is not None
        assert "Carried out" in dossier.conversation[-1].content


async def test_what_was_begun_is_not_looked_up_before_its_time_is_over(
    shop: Shop, store: dict[str, object]
) -> None:
    """That it is not there yet proves nothing: neither at the next start, nor at another click."""
    clock = Calendar()
    shop.holds = {"peas"}
    async with customer(shop, store, clock=clock) as person:
        digest = await person.plans()
        assert (await person.say(confirm=digest))["outcome"] == "continue"
    looks = shop.looks
    clock.pass_by(LIMIT - 1)
    async with customer(shop, store, clock=clock) as person:
        await person.resumes()
        again = await person.say(confirm=digest)
        assert (again["outcome"], "may still be on its way" in again["response"]) == (
            "continue",
            True,
        )
        assert (shop.looks, shop.orders) == (looks, [])
        assert await person.written() == [("Groceries", ["unknown", "waiting"])]
        shop.deliver()
        clock.pass_by(1)
        await person.resumes()
        assert (shop.items, shop.twice) == (["peas", "salt"], [])
        assert await person.written() == [("Groceries", ["done", "done"])]
        assert await person.parts.store.unsettled() == [TEST_ID]  # it is looked up once more later
        clock.pass_by(AGAIN)
        await person.resumes()
        assert await person.parts.store.unsettled() == []


async def test_what_arrives_once_it_was_done_again_is_found_told_and_offered_to_be_taken_back(
    shop: Shop, store: dict[str, object]
) -> None:
    clock = Calendar()
    shop.holds = {"peas"}
    async with customer(shop, store, clock=clock) as person:
        digest = await person.plans()
        await person.say(confirm=digest)
        shop.holds = set()
        clock.pass_by(LIMIT)
        await person.resumes()
        assert (shop.items, await person.written()) == (
            ["peas", "salt"],
            [("Groceries", ["done", "done"])],
        )
        shop.deliver()
        assert len(shop.twice) == 1
        clock.pass_by(AGAIN - 1)
        await person.resumes()
        assert await person.parts.store.unsettled() == [TEST_ID]
    clock.pass_by(1)
    async with customer(
        shop, store, clock=clock
    ) as person:  # another server, which only has the store
        await person.resumes()
        assert await person.parts.store.unsettled() == []
        dossier = await person.parts.store.load(TEST_ID)
        assert dossier is not None
        told = dossier.conversation[-1].content
        assert ("There" in told, "1 more (order=2)" in told, '"cancels": 2' in told) == (
            False,
            True,
            True,
        )
        written = written_in(dossier, digest)
        assert written is not None
        assert [one.twins for one in written.operations] == [({"order": 2},), ()]
        (offered,) = confirmable(dossier)
        assert len(shop.orders) == 3  # nothing is taken back before somebody says so
        entries = len(await person.parts.store.journal(TEST_ID))
        await person.resumes()
        assert len(await person.parts.store.journal(TEST_ID)) == entries  # told once
        reply = await person.say(confirm=offered.plan.digest)
        assert (reply["outcome"], shop.orders[-1]["cancels"], len(shop.orders)) == ("done", 2, 4)


async def test_what_was_refused_at_the_second_try_and_arrives_late_is_found(
    shop: Shop, store: dict[str, object]
) -> None:
    clock = Calendar()
    shop.holds = {"peas"}
    async with customer(shop, store, clock=clock) as person:
        digest = await person.plans()
        await person.say(confirm=digest)
        shop.holds, shop.refuses = set(), {"peas"}
        clock.pass_by(LIMIT)
        await person.resumes()
        assert await person.written() == [("Groceries", ["failed", "waiting"])]
        shop.deliver()
        clock.pass_by(AGAIN)
        await person.resumes()
        assert await person.written() == [("Groceries", ["failed", "waiting"])]
        dossier = await person.parts.store.load(TEST_ID)
        assert dossier is not None
        assert "yet it is there: 1 (order" in dossier.conversation[-1].content
        (offered,) = confirmable(dossier)
        assert [one.body["cancels"] for one in offered.plan.operations] == [0]


async def test_what_fails_again_is_tried_ever_more_rarely_by_itself(
    shop: Shop, store: dict[str, object]
) -> None:
    clock = Calendar()
    shop.holds = {"peas"}
    async with customer(shop, store, clock=clock) as person:
        await person.say(confirm=await person.plans())
        tries = []
        for _ in range(8):
            clock.pass_by(LIMIT)
            await person.resumes()
            tries.append(len(shop.held))
        assert tries == [2, 2, 3, 3, 3, 3, 4, 4]


async def test_a_server_goes_on_by_itself_whenever_it_is_time(
    shop: Shop, store: dict[str, object]
) -> None:
    clock = Calendar()
    shop.holds = {"peas"}
    async with customer(shop, store, clock=clock) as person:
        await person.say(confirm=await person.plans())
        effects = person.parts.effects
        assert effects is not None

        async def sleep(seconds: float) -> None:
            shop.holds = set()
            clock.pass_by(seconds)
            if not await person.parts.store.unsettled():
                raise asyncio.CancelledError

        with pytest.raises(asyncio.CancelledError):
            await effects.keep_up(sleep)
        assert (shop.items, shop.twice) == (["peas", "salt"], [])
        assert AGAIN <= (clock() - START).total_seconds() <= AGAIN + 3 * LOOK_SECONDS


async def test_another_turn_forgets_nothing_of_what_is_left(
    shop: Shop, store: dict[str, object]
) -> None:
    shop.down = True
    chats = (calls(ORDER), PLANNED, ChatReply("Soak them."))
    async with customer(shop, store, *chats) as person:
        await person.say(confirm=await person.plans())
        (desk,) = person.parts.desks.values()
        agent = person.parts.agent
        alone = replace(agent, desks={desk.name: replace(desk, one_at_a_time=True)})
        await alone.turn(TEST_ID, Request(message="Find a pea soup"))
        assert await person.parts.store.unsettled() == [TEST_ID]


async def test_a_step_that_was_begun_elsewhere_is_not_taken(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
        begun = changing(
            DossierPatch(), "", entry_id(TEST_ID, digest, "1", "begun", 1), dossier_id=TEST_ID
        )
        await person.parts.store.commit(begun)
        await person.say(confirm=digest)
        assert shop.orders == []


def test_a_command_shows_and_resumes(
    shop: Shop,
    store: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in store.items():
        monkeypatch.setenv(name.upper(), str(value))
    desk = with_shop(shop.url, ScriptedRounds())

    def tess(*arguments: str) -> tuple[int, str]:
        status = cli.main(["effects", TEST_ID, *arguments], desks=[desk])
        return status, capsys.readouterr().out

    async def left_behind() -> str:
        async with customer(shop, store, clock=Calendar()) as person:
            digest = await person.plans()
            shop.down = True
            await person.say(confirm=digest)
            return digest

    digest = asyncio.run(left_behind())
    status, told = tess()
    assert (status, "unknown" in told, "--resume" in told) == (3, True, True)
    shop.down = False
    status, told = tess("--resume")
    assert (status, told.count("done"), shop.items) == (0, 2, ["peas", "salt"])
    status, told = tess("--resume", "--json")
    assert (status, json.loads(told)[0]["plan"], shop.twice) == (0, digest, [])


async def test_what_is_carried_out_elsewhere_is_left_alone(
    shop: Shop, store: dict[str, object]
) -> None:
    clock = Calendar()
    async with customer(shop, store, clock=clock) as person:
        digest = await person.plans()
        shop.down = True
        await person.say(confirm=digest)
        shop.down = False
        clock.pass_by(LIMIT)
        effects = person.parts.effects
        assert effects is not None
        async with person.parts.store.lease(TEST_ID) as lease:
            assert lease is not None
            assert await effects.resume(TEST_ID) is None
            assert shop.orders == []
        assert await effects.resume(TEST_ID)
        assert shop.items == ["peas", "salt"]


# Who leaves, and what is forgotten


async def test_who_leaves_or_cancels_stops_nothing_that_was_confirmed(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        request = {"dossier_id": TEST_ID, "confirm": await person.plans(), "message_id": "m-1"}
        shop.opens = threading.Event()
        async with person.server.connect() as connection:
            await connection.send(json.dumps(request))
            await asyncio.to_thread(shop.asked.wait)
        client = Client(person.server.port)
        cancelled = await client.ask("POST", "/turns/m-1/cancel", json={})
        assert cancelled.json() == {"cancelled": False}
        shop.opens.set()
        assert (await person.say(confirm=request["confirm"], message_id="m-1"))["outcome"] == "done"
        assert (shop.items, shop.twice) == (["peas", "salt"], [])


async def test_an_end_of_the_server_leaves_the_rest_for_the_next_start(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
        shop.opens = threading.Event()
        asking = asyncio.create_task(person.say(confirm=digest))
        await asyncio.to_thread(shop.asked.wait)
        person.parts.agent.end()
        shop.opens.set()
        assert (await asking)["outcome"] == "continue"
        assert (shop.items, await person.parts.store.unsettled()) == (["peas"], [TEST_ID])
    async with customer(shop, store) as person:
        while await person.parts.store.unsettled():
            await person.server.get("/healthz")
        assert (shop.items, shop.twice) == (["peas", "salt"], [])


async def test_an_operation_has_a_limit_of_its_own_and_a_turn_has_none(
    shop: Shop, store: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shops.OrderGroceries, "seconds", 0.2)
    async with customer(shop, store) as person:
        digest = await person.plans()
        shop.opens = threading.Event()
        reply = await person.say(confirm=digest)
        assert (reply["outcome"], shop.orders) == ("continue", [])
        assert await person.written() == [("Groceries", ["unknown", "waiting"])]
        shop.opens.set()


async def test_what_was_forgotten_is_written_no_more(shop: Shop, store: dict[str, object]) -> None:
    async with customer(shop, store) as person:
        digest = await person.plans()
        shop.down = True
        await person.say(confirm=digest)
        shop.down = False
        client = Client(person.server.port)
        await client.ask("POST", f"/dossiers/{TEST_ID}/forget", json={"turns": [2, 3, 4, 5]})
        again = await person.say(confirm=digest)
        assert ("is not in the dossier" in again["response"], shop.orders) == (True, [])
        await client.ask("POST", f"/dossiers/{TEST_ID}/forget", json={"turns": "all"})
        refused = await person.say(confirm=digest)
        assert ("is not in the dossier" in refused["response"], shop.orders) == (True, [])


async def test_what_is_written_is_so_in_the_name_of_who_confirmed(
    shop: Shop, store: dict[str, object]
) -> None:
    desk = with_shop(shop.url, ScriptedRounds(calls(ORDER), PLANNED))
    settings = read_settings([desk], _env_file=None, tess_token_secret=SECRET, **store)
    parts = build(settings, desks=[desk], for_tenants=True)
    async with served(parts) as server:
        ann, bob, eve = [
            Client(server.port, await made(parts, name, tenant))
            for name, tenant in (("ann", "ours"), ("bob", "ours"), ("eve", "theirs"))
        ]
        planned = await ann.say("Order what we need, please")
        given = {"dossier_id": planned["dossier_id"], "confirm": planned["plans"][0]["digest"]}
        refused = await eve.say("", **given)
        assert (refused["code"], shop.orders) == ("unknown_dossier", [])
        assert (await bob.say("", **given))["outcome"] == "done"
        path = f"/dossiers/{planned['dossier_id']}/journal"
        entries = (await ann.ask("GET", path)).json()
        assert [one["author"] for one in entries] == ["ann"] + ["bob"] * 6
        assert shop.items == ["peas", "salt"]


async def test_what_is_left_is_carried_out_in_the_name_of_who_confirmed(
    shop: Shop, store: dict[str, object]
) -> None:
    desk = with_shop(shop.url, ScriptedRounds(calls(ORDER), PLANNED))
    settings = read_settings([desk], _env_file=None, tess_token_secret=SECRET, **store)
    clock = Calendar()
    parts = build(settings, desks=[desk], for_tenants=True, clock=clock)
    (ordering,) = (one for one in parts.desks[desk.name].tools if isinstance(one, OrderGroceries))
    async with served(parts) as server:
        ann = Client(server.port, await made(parts, "ann", "ours"))
        planned = await ann.say("Order what we need, please")
        given = {"dossier_id": planned["dossier_id"], "confirm": planned["plans"][0]["digest"]}
        shop.down = True
        assert (await ann.say("", **given))["outcome"] == "continue"
        shop.down = False
        clock.pass_by(LIMIT)
        assert parts.effects is not None
        await parts.effects.resume_all()  # as at a start, where nobody is calling
        assert shop.items == ["peas", "salt"]
        assert set(ordering.asked_for) == {"ours"}


# Undo


async def test_undo_says_that_the_world_stays_and_offers_the_inverse(
    shop: Shop, store: dict[str, object]
) -> None:
    async with customer(shop, store) as person:
        await person.say(confirm=await person.plans())
        client = Client(person.server.port)
        undone = (await client.ask("POST", f"/dossiers/{TEST_ID}/undo", json={"turns": 1})).json()
        assert "Nothing outside was undone" in undone["response"]
        assert "stays as it is there: Groceries" in undone["response"]
        assert '"cancels": 1' in undone["response"]
        assert shop.items == ["peas", "salt"]
        dossier = (await client.ask("GET", f"/dossiers/{TEST_ID}")).json()
        (plan,) = [one for one in dossier["artifacts"] if one["kind"] == "plan"]
        reply = await person.say(confirm=plan["data"]["digest"])
        assert reply["outcome"] == "done"
        assert [one.get("cancels") for one in shop.orders] == [None, None, 1, 0]
        assert await person.written() == [
            ("Groceries", ["done", "done"]),
            ("Groceries", ["done", "done"]),
        ]
