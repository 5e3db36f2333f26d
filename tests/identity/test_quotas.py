"""What one tenant may have: refused with the time at which it is possible again, and no other tenant minds."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.bootstrap import store_at
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.errors import LimitReached
from src.identity.quotas import MOST_TENANTS, Quotas, UsageInMemory, UsageKeeper, UsageTable
from src.llm.builtin.model import OfflineModel
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply, ToolSpec, Usage
from tests.api.wiring import QUESTION
from tests.fakes import Clock
from tests.identity.callers import Client, made, two_tenants
from tests.identity.wiring import around, held_up

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Costly(OfflineModel):
    """The offline model, at sixty tokens a call."""

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        reply = await super().chat(messages, tools)
        return ChatReply(reply.text, reply.tool_calls, Usage(50, 10))

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        reply = await super().chat_structured(messages, response_format, repair=repair)
        return StructuredReply(reply.value, Usage(50, 10), reply.raw, reply.repaired)


def quotas(clock: Clock, **limits: int) -> Quotas:
    return Quotas(**limits, keeper=UsageInMemory(clock), now=lambda: NOON)


async def refused(work: Awaitable[object]) -> dict[str, str]:
    with pytest.raises(LimitReached) as error:
        await work
    return error.value.details


async def test_turns_in_a_minute(tmp_path: Path) -> None:
    clock = Clock()
    parts = around(tmp_path, OfflineModel(OFFLINE_RULES), quotas(clock, turns_per_minute=2))
    async with two_tenants(parts) as (anna, bert, _):
        first = await anna.say(QUESTION, message_id="m-1")
        clock.now += 20.5
        carla = Client(anna.port, await made(parts, "carla", "acme"))
        assert (await carla.say(QUESTION))["status"] == "success"
        over = await anna.say(QUESTION)
        assert (over["code"], over["retry_after"]) == ("limit_reached", 40)
        told = "Het kan weer om 2026-01-01 12:00:40 UTC, over 40 seconden"
        assert "2 beurten per minuut" in over["error"]
        assert told in over["error"]
        english = (await anna.say("How long is the term for an objection to an assessment?"))[
            "error"
        ]
        assert "2 turns a minute" in english
        assert "possible again at 2026-01-01 12:00:40 UTC, in 40 seconds" in english
        # Another tenant has its own, and a reply that is stored is no turn.
        assert (await bert.say(QUESTION))["status"] == "success"
        same = {"message_id": "m-1", "dossier_id": first["dossier_id"], "after": 0}
        assert (await anna.say(QUESTION, **same))["status"] == "success"
        clock.now += 40
        assert (await anna.say(QUESTION))["status"] == "success"


async def test_turns_at_once(tmp_path: Path) -> None:
    parts, model = held_up(tmp_path, Quotas(turns_at_once=1))
    async with two_tenants(parts) as (anna, bert, _):
        running = [asyncio.create_task(one.say(QUESTION)) for one in (anna, bert)]
        while model.entered < 2:  # each tenant has one, and the model holds both
            await bert.ask("GET", "/dossiers")
        over = await anna.say(QUESTION)
        assert (over["code"], over["retry_after"]) == ("limit_reached", 5)
        assert "1 beurten tegelijk" in over["error"]
        model.gate.set()
        assert [(await one)["status"] for one in running] == ["success"] * 2
        assert (await anna.say(QUESTION))["status"] == "success"


async def test_tokens_in_a_day_whatever_asks_the_model(tmp_path: Path) -> None:
    clock = Clock()
    parts = around(tmp_path, Costly(OFFLINE_RULES), quotas(clock, tokens_per_day=121))
    async with two_tenants(parts) as (anna, bert, _):
        dossier_id = (await anna.say(QUESTION))["dossier_id"]
        clock.now += 3600
        answered = await anna.say("Ja, dit zijn de juiste bronnen.", dossier_id=dossier_id)
        assert answered["status"] == "success"
        over = await anna.say(QUESTION)
        assert (over["code"], over["retry_after"]) == ("limit_reached", 23 * 3600)
        assert "121 tokens van het model per dag" in over["error"]
        assert "2026-01-02 11:00:00 UTC" in over["error"]
        live = await anna.ask("POST", f"/dossiers/{dossier_id}/live", json={})
        assert (live.status_code, live.json()["code"]) == (429, "limit_reached")
        assert live.headers["retry-after"] == str(23 * 3600)
        assert (await bert.say(QUESTION))["status"] == "success"
        clock.now += 23 * 3600
        assert (await anna.say(QUESTION))["status"] == "success"


async def test_a_turn_that_runs_out_of_tokens_is_stored_not_at_all(tmp_path: Path) -> None:
    parts = around(tmp_path, Costly(OFFLINE_RULES), quotas(Clock(), tokens_per_day=100))
    async with two_tenants(parts) as (anna, _, __):
        dossier_id = (await anna.say(QUESTION))["dossier_id"]
        over = await anna.say("Ja, dit zijn de juiste bronnen.", dossier_id=dossier_id)
        assert over["code"] == "limit_reached"
        assert (await anna.ask("GET", f"/dossiers/{dossier_id}")).json()["version"] == 1


@given(
    most=st.integers(1, 5),
    # In 1024ths of a second, of which floats hold the sums and differences exactly.
    pauses=st.lists(
        st.integers(0, 50 * 1024).map(lambda part: part / 1024), min_size=1, max_size=60
    ),
)
def test_no_minute_ever_holds_more_turns_than_are_allowed(most: int, pauses: list[float]) -> None:
    asyncio.run(_begins_turns(most, pauses))


async def _begins_turns(most: int, pauses: list[float]) -> None:
    clock, begun = Clock(), list[float]()
    limits = quotas(clock, turns_per_minute=most)
    for pause in pauses:
        clock.now += pause
        try:
            await limits.begin_turn("acme")
            begun.append(clock.now)
        except LimitReached as error:
            assert len([time for time in begun if time > clock.now - 60]) == most
            # What is told is kept: then, and not a second before, it is possible again.
            then = clock.now + int(error.details["seconds"])
            assert len([time for time in begun if time > then - 60]) < most
    for last in begun:
        assert len([time for time in begun if last - 60 < time <= last]) <= most


async def test_nothing_is_limited_unless_it_is_set() -> None:
    limits = Quotas()
    for _ in range(1000):
        await limits.begin_turn("acme")
        await limits.spend("acme", 10**9)
        await limits.check_tokens("acme")


async def test_a_clock_that_is_set_back_changes_no_limit() -> None:
    days = iter([NOON, NOON.replace(year=1970)])
    limits = Quotas(turns_per_minute=1, keeper=UsageInMemory(Clock()), now=lambda: next(days))
    await limits.begin_turn("acme")
    told = [await refused(limits.begin_turn("acme")) for _ in "ab"]
    assert [details["seconds"] for details in told] == ["60", "60"]


def test_the_limits_are_in_the_settings() -> None:
    from src.bootstrap import _quotas
    from src.settings import read_settings

    given_limits = {
        "tess_tenant_turns_per_minute": 1,
        "tess_tenant_turns_at_once": 2,
        "tess_tenant_tokens_per_day": 3,
    }
    found = _quotas(read_settings(_env_file=None, **given_limits))
    assert (found.turns_per_minute, found.turns_at_once, found.tokens_per_day) == (1, 2, 3)


async def test_no_number_of_tenants_makes_the_table_grow() -> None:
    counted = quotas(Clock(), tokens_per_day=5)
    for tenant in ("first", "second"):
        await counted.spend(tenant, 5)
    for number in range(MOST_TENANTS - 2):
        await counted.spend(f"tenant-{number}", 1)
    await refused(counted.check_tokens("first"))
    await counted.spend("one more", 1)  # what was used longest ago makes room
    assert [await counted.spent(tenant) for tenant in ("first", "second")] == [5, 0]


# One count, whoever counts


@pytest.fixture(params=["memory", "database"])
async def keepers(request: pytest.FixtureRequest) -> AsyncIterator[tuple[UsageKeeper, UsageKeeper]]:
    """What two servers count by: one and the same in memory, two over one database."""
    if request.param == "memory":
        keeper = UsageInMemory(Clock())
        yield keeper, keeper
        return
    url = request.getfixturevalue("database_url")
    stores = [store_at(url) for _ in "ab"]
    first, second = (UsageTable(store.connection) for store, _ in stores)  # type: ignore[attr-defined]  # Postgres
    yield first, second
    for _, close in stores:
        await close()


async def test_two_servers_count_the_turns_of_a_minute_together(
    keepers: tuple[UsageKeeper, UsageKeeper],
) -> None:
    here, there = (Quotas(turns_per_minute=3, keeper=keeper) for keeper in keepers)
    begun = [limits.begin_turn("acme") for limits in (here, there, here, there, here)]
    told = await asyncio.gather(*begun, return_exceptions=True)
    assert sum(isinstance(found, LimitReached) for found in told) == 2
    await there.begin_turn("another")
    assert 0 < int((await refused(there.begin_turn("acme")))["seconds"]) <= 60


async def test_a_turn_that_ends_at_one_server_makes_room_at_the_other(
    keepers: tuple[UsageKeeper, UsageKeeper],
) -> None:
    here, there = (Quotas(turns_at_once=1, keeper=keeper) for keeper in keepers)
    turn = await here.begin_turn("acme")
    assert (await refused(there.begin_turn("acme")))["limit"] == "turns_at_once"
    await here.end_turn("acme", turn)
    await there.begin_turn("acme")


async def test_tokens_spent_at_one_server_count_at_the_other(
    keepers: tuple[UsageKeeper, UsageKeeper],
) -> None:
    here, there = (Quotas(tokens_per_day=10, keeper=keeper) for keeper in keepers)
    await asyncio.gather(here.spend("acme", 4), there.spend("acme", 6))
    assert await here.spent("acme") == 10
    assert (await refused(there.check_tokens("acme")))["limit"] == "tokens_per_day"
    await there.check_tokens("another")
