"""Turns of one tenant beside those of another: however many one asks for, the other is answered."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from src.api.limits import Limits
from src.api.turns import Turns
from src.api.wire import MessageRequest
from src.errors import Cancelled
from src.identity.caller import current
from src.identity.quotas import NO_QUOTAS, Quotas
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.observing.spans import UNTRACED
from tests.api.wiring import QUESTION, Gated, wired
from tests.identity.callers import Client, guarded, made
from tests.serving import TEST_ID, served

MANY = 300
A, B = "acme", "breda"


class GatedForOne(Gated):
    """A model that holds up one tenant alone."""

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        if current().tenant == A:
            return await super().chat(messages, tools)
        return await super(Gated, self).chat(messages, tools)


class Crowd:
    """Clients that send a message each, and what they were told."""

    def __init__(self, client: Client, count: int) -> None:
        self._client = client
        self._greeted: asyncio.Queue[str] = asyncio.Queue()
        self.replying = [asyncio.create_task(self._reply()) for _ in range(count)]

    async def _reply(self) -> str:
        async with self._client.connect() as connection:
            await connection.send(json.dumps({"message": QUESTION, "stream": True}))
            frames = []
            async for text in connection:
                frames.append(json.loads(text))
                if len(frames) == 1:
                    self._greeted.put_nowait(frames[0].get("code", "accepted"))
        return str(frames[-1].get("code", frames[-1]["status"]))

    async def greeted(self) -> list[str]:
        """Return what each was told first: that its message was accepted, or the code of an error."""
        return sorted([await self._greeted.get() for _ in self.replying])


async def test_another_tenant_is_answered_beside_all_that_one_asks_for(tmp_path: Path) -> None:
    model = GatedForOne()
    parts = replace(wired(tmp_path, model), authentication=guarded(tmp_path).authentication)
    tokens = [await made(parts, tenant, tenant) for tenant in (A, B)]
    async with served(parts, Limits(turns=8, waiting=16)) as server:
        one_who_floods, another = (Client(server.port, token) for token in tokens)
        crowd = Crowd(one_who_floods, MANY)
        assert await crowd.greeted() == ["accepted"] * 12 + ["busy"] * (MANY - 12)
        replies = await asyncio.gather(*(another.say(QUESTION) for _ in range(12)))
        assert [reply["status"] for reply in replies] == ["success"] * 12
        assert sum(not replying.done() for replying in crowd.replying) == 12
        assert model.entered == 4
        model.gate.set()
        told = await asyncio.gather(*crowd.replying)
    assert sorted(told) == ["busy"] * (MANY - 12) + ["success"] * 12


async def test_where_there_are_no_tenants_whoever_comes_has_all_places(tmp_path: Path) -> None:
    model = Gated()
    async with served(wired(tmp_path, model), Limits(turns=4, waiting=4)) as server:
        crowd = Crowd(Client(server.port), 9)
        assert await crowd.greeted() == ["accepted"] * 8 + ["busy"]
        while model.entered < 4:
            await server.get("/healthz")
        model.gate.set()
        assert sorted(await asyncio.gather(*crowd.replying)) == ["busy"] + ["success"] * 8


async def test_a_turn_that_a_quota_refuses_takes_no_place(tmp_path: Path) -> None:
    parts = replace(wired(tmp_path), quotas=Quotas(turns_per_minute=1))
    async with served(parts, Limits(turns=1, waiting=0)) as server:
        assert (await server.say(QUESTION))["status"] == "success"
        codes = [(await server.say(QUESTION))["code"] for _ in range(3)]
    assert codes == ["limit_reached"] * 3


async def test_a_turn_that_is_stopped_before_it_begins_gives_its_place_back(tmp_path: Path) -> None:
    parts = wired(tmp_path)
    limits = Limits(turns=1, waiting=0)
    turns = Turns(parts.agent, parts.store, limits, NO_QUOTAS, UNTRACED, creates=True, kinds={})
    turn = await turns.join(MessageRequest(message=QUESTION, message_id="m-1"), TEST_ID, "nl")
    assert turns.cancel("m-1")
    assert [frame async for frame in turn.follow(9)] == []
    assert turn.final is not None
    assert turn.final.model_dump()["code"] == Cancelled.code
    assert (turns.running, turns.waiting) == (0, 0)
