"""A provider that is down is left alone for a while, then tried with one call."""

import asyncio
from collections.abc import Sequence

import pytest

from src.errors import ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable, TessError
from src.identity.caller import Caller, calling
from src.identity.quotas import MOST_TENANTS
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.llm.wrappers import Breaker
from src.services.breaker import CircuitBreaker
from tests.fakes import Clock, ScriptedLlm
from tests.llm.llm_contract import QUESTION, SourceChoice

DOWN = ModelUnavailable(problem="down")
FINE = ChatReply("Dag.")


async def ask(breaker: Breaker) -> str:
    """Return what came of a call: the text, or the problem."""
    try:
        return (await breaker.chat([QUESTION], [])).text
    except TessError as error:
        return error.details.get("problem", error.code)


def guarded(*chats: ChatReply | Exception) -> tuple[Breaker, ScriptedLlm, Clock]:
    llm, clock = ScriptedLlm(*chats), Clock()
    return Breaker(llm, CircuitBreaker(3, 10, clock)), llm, clock


async def test_after_so_many_failures_in_a_row_nobody_is_bothered() -> None:
    breaker, llm, clock = guarded(DOWN, DOWN, DOWN, FINE)
    assert [await ask(breaker) for _ in range(5)] == ["down"] * 3 + ["resting"] * 2
    assert breaker.is_open
    with pytest.raises(ModelUnavailable):
        await breaker.chat_structured([QUESTION], SourceChoice)
    assert len(llm.asked) == 3
    clock.now = 10
    assert [await ask(breaker), breaker.is_open] == ["Dag.", False]


async def test_a_try_that_fails_begins_another_rest() -> None:
    breaker, llm, clock = guarded(DOWN, DOWN, DOWN, DOWN, FINE)
    for _ in range(3):
        await ask(breaker)
    clock.now = 10
    assert [await ask(breaker) for _ in range(2)] == ["down", "resting"]
    clock.now = 19
    assert await ask(breaker) == "resting"
    clock.now = 20
    assert await ask(breaker) == "Dag."
    assert len(llm.asked) == 5


@pytest.mark.parametrize(
    "answered",
    [
        FINE,
        ModelGaveNoAnswer(reason="refused"),
        ModelKeyRefused(),
        ModelUnavailable(problem="refused_request"),
    ],
)
async def test_who_answers_in_between_is_not_down(answered: ChatReply | Exception) -> None:
    breaker, _, _ = guarded(DOWN, DOWN, answered, DOWN, DOWN, FINE)
    told = [await ask(breaker) for _ in range(6)]
    assert "resting" not in told
    assert told[-1] == "Dag."


class Held(ScriptedLlm):
    """Answers nothing before it is let."""

    def __init__(self, *chats: ChatReply | Exception) -> None:
        super().__init__(*chats)
        self.gate = asyncio.Event()
        self.gate.set()

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        await self.gate.wait()
        return await super().chat(messages, tools)


async def down_and_rested() -> tuple[Breaker, Held]:
    llm, clock = Held(DOWN, FINE), Clock()
    breaker = Breaker(llm, CircuitBreaker(1, 10, clock))
    await ask(breaker)
    llm.gate.clear()
    clock.now = 10
    return breaker, llm


async def test_only_one_call_tries() -> None:
    breaker, llm = await down_and_rested()
    first = asyncio.create_task(ask(breaker))
    await asyncio.sleep(0)
    assert [await ask(breaker) for _ in range(3)] == ["resting"] * 3
    llm.gate.set()
    assert await first == "Dag."


async def test_a_try_that_is_given_up_does_not_block_the_next() -> None:
    breaker, llm = await down_and_rested()
    first = asyncio.create_task(ask(breaker))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    llm.gate.set()
    assert await ask(breaker) == "Dag."


def test_it_is_the_model_that_it_stands_before() -> None:
    breaker, llm, _ = guarded()
    assert (breaker.id, breaker.parameters) == (llm.id, llm.parameters)


async def test_the_failing_calls_of_a_tenant_are_nobody_elses() -> None:
    breaker, llm, _ = guarded(DOWN, DOWN, DOWN, FINE, DOWN)
    with calling(Caller("anna", "acme")):
        told = [await ask(breaker) for _ in range(4)]
        assert (told, breaker.is_open) == (["down"] * 3 + ["resting"], True)
    with calling(Caller("bert", "breda")):
        assert (breaker.is_open, await ask(breaker), await ask(breaker)) == (False, "Dag.", "down")
    with calling(Caller("carla", "acme")):
        # A success of another tenant says nothing either.
        assert (breaker.is_open, await ask(breaker)) == (True, "resting")
    assert len(llm.asked) == 5


async def test_no_number_of_tenants_makes_the_table_grow() -> None:
    breaker, _, _ = guarded(*[DOWN] * (MOST_TENANTS + 6))
    for tenant in ["first"] * 3 + ["second"] * 3 + [f"t-{n}" for n in range(MOST_TENANTS - 2)]:
        with calling(Caller("anna", tenant)):
            await ask(breaker)
    for tenant, is_open in (("first", True), ("one more", False), ("first", True)):
        with calling(Caller("anna", tenant)):
            assert breaker.is_open == is_open
    with calling(Caller("anna", "second")):  # used longest ago, it made room
        assert not breaker.is_open
