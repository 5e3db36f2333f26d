"""When Azure is slow, down or says nonsense, and when clients leave: a turn is stored, or refused by a code."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from src.bootstrap import build
from src.desks.azure import PLUG
from src.desks.azure.desk import BUDGET, azure_desk
from src.desks.azure.services.arm import SECONDS, Arm
from src.desks.azure.services.login import Login, Vault
from src.desks.azure.sessions import Sessions
from src.desks.catalogue import read_settings
from src.desks.desk import Desk, Engine
from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.llm.protocol import Llm, Models
from src.llm.state import message_and_state
from src.services.addresses import AddressGuard
from src.services.client import Patience, ServiceClient
from standins.azure.server import ArmStandin
from standins.base import StandinReply, StandinRequest, world_of
from standins.server import StandinServer
from tests.api.test_cancelling import cancel
from tests.desks.azure.standing import serving, standing_in
from tests.desks.azure.talking import arguments, post
from tests.fakes import ScriptedRounds, calls
from tests.serving import TEST_ID, Served

SLOWER = 20
"""How many times faster everything goes here than it does outside."""

HARD = 45 / SLOWER
"""Within which a turn ends where nothing that Azure is asked ever answers."""


class MoodyArm(ArmStandin):
    """The stand-in with a closed storage account, which says what it is told to in place of its own words."""

    def __init__(self) -> None:
        super().__init__(world_of(ArmStandin, "storage_firewall"))
        self.mood: Callable[[StandinRequest, StandinReply], StandinReply] = lambda _, reply: reply
        self.asked = threading.Semaphore(0)
        """One more for each request that came."""
        self.may_reply = threading.Event()
        self.may_reply.set()

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        self.asked.release()
        self.may_reply.wait(30)
        return self.mood(asked, super().reply_to(asked))

    def moody(self, **fields: Any) -> None:
        """Change these fields of every reply."""
        self.mood = lambda _, reply: reply.model_copy(update=fields)

    def instead(self, part: str, told: StandinReply) -> None:
        """Say this where a path has this part."""
        self.mood = lambda asked, reply: told if part in asked.path else reply

    async def until_asked(self) -> None:
        """Return once a request has come."""
        await asyncio.to_thread(self.asked.acquire)


class Failing:
    """The desk over such an Azure, logged in."""

    def __init__(self, server: Served, arm: MoodyArm, log: StandinServer) -> None:
        self.server = server
        self.arm = arm
        self.log = log

    @property
    def error(self) -> str:
        return (
            f"403 AuthorizationFailure on container raw\n\nSubscription: {self.arm.drawn['sub1']}"
        )

    async def say(self, **fields: object) -> dict[str, Any]:
        return await self.server.say(self.error, desk="azure", **fields)

    async def stored(self, dossier_id: str) -> dict[str, Any]:
        kept: dict[str, Any] = (await self.server.get(f"/dossiers/{dossier_id}")).json()
        return kept


@asynccontextmanager
async def failing(folder: Path, llm: Llm | None = None) -> AsyncIterator[Failing]:
    """Serve the desk, twenty times as fast as outside."""
    arm = MoodyArm()
    with standing_in(arm) as log:
        patience = Patience(8 / SLOWER, (0.5 / SLOWER,))

        def make(engine: Engine) -> Desk:
            scripted = replace(engine, models=lambda _: Models(llm, llm)) if llm else engine
            client = ServiceClient(AddressGuard([], [log.url]), patience, redirects=0)
            asks = Arm(log.url, client, per_minute=0, seconds=SECONDS / SLOWER)
            assert BUDGET.soft_seconds is not None
            soft = BUDGET.soft_seconds / SLOWER
            budget = replace(BUDGET, seconds=HARD, soft_seconds=soft)
            return azure_desk(scripted, asks, Sessions(Login(asks, Vault())), budget)

        plug = replace(PLUG, make=make)
        settings = read_settings([plug], tess_data_dir=folder, tess_model="offline", _env_file=None)
        async with serving(build(settings, desks=[plug])) as server:
            login = await post(server, "login", {"token": arm.token()})
            assert login.status_code == 200
            await arm.until_asked()
            yield Failing(server, arm, log)
            arm.may_reply.set()


async def test_a_turn_ends_in_time_where_azure_never_answers(tmp_path: Path) -> None:
    group = "/subscriptions/{}/resourceGroups/rg-app/providers/Microsoft.Storage/storageAccounts"
    llm = ScriptedRounds()
    async with failing(tmp_path, llm) as here:
        here.arm.moody(delay=3_600)
        path = group.format(here.arm.drawn["sub1"])
        reads = [
            ("read_resource", arguments(id=f"{path}/st{n}", aspect="properties")) for n in range(5)
        ]
        llm._chats += [calls(one) for one in reads]
        reply = await here.say()
        assert (reply["status"], reply["outcome"]) == ("success", "continue")
        assert (await here.stored(reply["dossier_id"]))["version"] == 1
        assert "service_unavailable" in json.dumps(
            (await here.server.get(f"/dossiers/{reply['dossier_id']}/journal")).json()
        )


def test_no_round_begins_that_could_end_after_45_seconds() -> None:
    assert BUDGET.soft_seconds is not None
    assert BUDGET.soft_seconds + SECONDS < 45 < BUDGET.seconds


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"status": 503, "body": None}, "can't be used"),
        ({"fault": "reset"}, "can't be used"),
        ({"body": "<html>Sign in</html>"}, "can't be read"),
        ({"body": '{"value": ['}, "can't be read"),
    ],
)
async def test_what_azure_does_not_say_is_told_and_stored(
    tmp_path: Path, fields: dict[str, Any], says: str
) -> None:
    async with failing(tmp_path) as here:
        here.arm.moody(**fields)
        reply = await here.say()
        assert (reply["outcome"], reply["sources"]) == ("fail", [])
        assert says in reply["response"]
        assert "Sign in" not in reply["response"]


async def test_a_refusal_and_a_resource_that_vanished_are_findings(tmp_path: Path) -> None:
    gone: StandinReply = StandinReply(
        status=404, body={"error": {"code": "ResourceNotFound", "message": "It is not there."}}
    )
    async with failing(tmp_path) as here:
        for status in (404, 403):
            told = gone.model_copy(update={"status": status})
            here.arm.instead("storageAccounts/", told)
            reply = await here.say()
            kept = await here.stored(reply["dossier_id"])
            firsts = [one["content"].split("\n")[0] for one in kept["sources"]]
            assert firsts == ["status: 200", f"status: {status}"]
            assert reply["outcome"] == "fail"


async def test_of_two_calls_on_one_trace_one_waits(tmp_path: Path) -> None:
    asks = ("ask_user", arguments(question="Which?", why="To know."))
    read = ("list_subscriptions", "{}")
    llm = ScriptedRounds(calls(asks), calls(read), calls(asks), calls(asks))
    async with failing(tmp_path, llm) as here:
        await here.say(dossier_id=TEST_ID)
        here.arm.may_reply.clear()
        first = asyncio.create_task(here.say(dossier_id=TEST_ID))
        await here.arm.until_asked()
        async with here.server.connect() as second:
            told = {"message": "Go on.", "dossier_id": TEST_ID, "stream": True}
            await second.send(json.dumps(told))
            assert json.loads(await second.recv())["event"] == "accepted"
            here.arm.may_reply.set()
            frames = [json.loads(one) async for one in second]
        replies = [await first, frames[-1]]
        assert [one["status"] for one in replies] == ["success", "success"]
        assert [one["version"] for one in replies] == [2, 3]
        assert [message_and_state(asked)[1]["asked"] for asked in llm.asked] == [0, 1, 1, 2]


async def test_a_turn_whose_client_has_gone_is_stored(tmp_path: Path) -> None:
    async with failing(tmp_path) as here:
        here.arm.may_reply.clear()
        message = {"message": here.error, "desk": "azure"}
        asked = {**message, "dossier_id": TEST_ID, "message_id": "m-1"}
        async with here.server.connect() as connection:
            await connection.send(json.dumps(asked))
            await here.arm.until_asked()
        here.arm.may_reply.set()
        before = len(here.log.requests)
        reply = await here.say(dossier_id=TEST_ID, message_id="m-1")
        assert (reply["outcome"], reply["version"]) == ("done", 1)
        assert len(here.log.requests) <= before + 1  # the account, which the first turn read


async def test_a_turn_can_be_stopped_while_azure_is_asked(tmp_path: Path) -> None:
    async with failing(tmp_path) as here:
        here.arm.may_reply.clear()
        asking = asyncio.create_task(here.say(dossier_id=TEST_ID, message_id="m-1"))
        await here.arm.until_asked()
        assert (await cancel(here.server)).json() == {"cancelled": True}
        reply = await asking
        assert (reply["status"], reply["code"]) == ("error", "cancelled")
        assert (await here.stored(TEST_ID))["code"] == "unknown_dossier"


async def test_a_login_while_azure_is_down_has_its_code(tmp_path: Path) -> None:
    async with failing(tmp_path) as here:
        here.arm.moody(status=503, body=None)
        refused = await post(here.server, "login", {"token": here.arm.token()})
        assert (refused.status_code, refused.json()["code"]) == (503, "service_unavailable")
        here.arm.moody(body="<html>Sign in</html>")
        refused = await post(here.server, "login", {"token": here.arm.token()})
        assert refused.json()["code"] == "reply_unreadable"


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (ModelGaveNoAnswer(reason="empty"), "fail"),
        (ModelUnavailable(problem="down"), "continue"),
    ],
)
async def test_what_azure_said_is_kept_where_the_model_fails_at_the_end(
    tmp_path: Path, fault: Exception, outcome: str
) -> None:
    llm = ScriptedRounds(calls(("list_subscriptions", "{}")), fault)
    async with failing(tmp_path, llm) as here:
        reply = await here.say()
        assert (reply["status"], reply["outcome"]) == ("success", outcome)
        kept = await here.stored(reply["dossier_id"])
    assert kept["version"] == 1
    assert {one["kind"] for one in kept["sources"]} == {"observation"}
