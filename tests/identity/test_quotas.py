"""What one tenant may have: refused with the time at which it is possible again, and no other tenant minds."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.offline.rules import OFFLINE_RULES
from src.errors import LimitReached
from src.identity.quotas import MOST_TENANTS, Quotas
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
    return Quotas(**limits, clock=clock, now=lambda: NOON)


def refused(work: Any) -> dict[str, str]:
    with pytest.raises(LimitReached) as error:
        work()
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
    clock, begun = Clock(), list[float]()
    limits = quotas(clock, turns_per_minute=most)
    for pause in pauses:
        clock.now += pause
        try:
            limits.begin_turn("acme", 0)
            begun.append(clock.now)
        except LimitReached as error:
            assert len([one for one in begun if one > clock.now - 60]) == most
            # What is told is kept: then, and not a second before, it is possible again.
            then = clock.now + int(error.details["seconds"])
            assert len([one for one in begun if one > then - 60]) < most
    for last in begun:
        assert len([one for one in begun if last - 60 < one <= last]) <= most


def test_nothing_is_limited_unless_it_is_set() -> None:
    limits = Quotas()
    for _ in range(1000):
        limits.begin_turn("acme", 1000)
        limits.spend("acme", 10**9)
        limits.check_tokens("acme")


def test_a_clock_that_is_set_back_changes_no_limit() -> None:
    days = iter([NOON, NOON.replace(year=1970)])
    limits = Quotas(turns_per_minute=1, clock=Clock(), now=lambda: next(days))
    limits.begin_turn("acme", 0)
    assert [refused(lambda: limits.begin_turn("acme", 0))["seconds"] for _ in "ab"] == ["60", "60"]


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


def test_no_number_of_tenants_makes_the_table_grow() -> None:
    counted = quotas(Clock(), tokens_per_day=5)
    for tenant in ("first", "second"):
        counted.spend(tenant, 5)
    for number in range(MOST_TENANTS - 2):
        counted.spend(f"tenant-{number}", 1)
    refused(lambda: counted.check_tokens("first"))
    counted.spend("one more", 1)  # what was used longest ago makes room
    assert [counted.spent(tenant) for tenant in ("first", "second")] == [5, 0]
