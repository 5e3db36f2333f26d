"""What stands in front of a model: a meter of tokens, a breaker, and another model to fall back on."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, TypeVar

from src.errors import ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable
from src.identity.caller import current
from src.identity.quotas import Quotas
from src.llm.protocol import (
    MODEL_TURN,
    ChatMessage,
    ChatReply,
    Llm,
    ModelTurn,
    Reply,
    StructuredReply,
    ToolSpec,
    Usage,
)
from src.services.breaker import CircuitBreaker, Resting

R = TypeVar("R", ChatReply, StructuredReply[Any])


class LlmWrapper:
    """Goes by the name and the parameters of the model behind it, and asks it as ``_ask`` does."""

    def __init__(self, llm: Llm) -> None:
        self._llm = llm

    @property
    def asked(self) -> Llm:
        return self._llm

    @property
    def id(self) -> str:
        """Name of the model behind it."""
        return self._llm.id

    @property
    def parameters(self) -> Mapping[str, Any]:
        return self._llm.parameters

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        return await self._ask(lambda llm: llm.chat(messages, tools))

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        return await self._ask(
            lambda llm: llm.chat_structured(messages, response_format, repair=repair)
        )

    async def _ask(self, call: Callable[[Llm], Awaitable[R]]) -> R:
        return await call(self._llm)


class MeteredLlm(LlmWrapper):
    """An ``Llm`` whose tokens are counted for the tenant at hand; both calls also raise ``LimitReached``."""

    def __init__(self, llm: Llm, quotas: Quotas) -> None:
        super().__init__(llm)
        self._quotas = quotas

    async def _ask(self, call: Callable[[Llm], Awaitable[R]]) -> R:
        await self._quotas.check_tokens(current().tenant)
        try:
            reply = await call(self._llm)
        except ModelGaveNoAnswer as error:
            # A question that is filtered or cut every time would cost its tenant nothing.
            await self._quotas.spend(current().tenant, error.tokens)
            raise
        await self._quotas.spend(current().tenant, reply.usage.total)
        return reply


class Breaker(LlmWrapper):
    """An ``Llm`` in front of another: while that one's provider is down, calls fail at once and bother nobody.

    A call ends where the turn's time for its model does, and counts as one in vain.
    """

    def __init__(self, llm: Llm, circuit: CircuitBreaker | None = None) -> None:
        super().__init__(llm)
        self._circuit = circuit or CircuitBreaker()

    @property
    def is_open(self) -> bool:
        """Whether the provider counts as down for the tenant at hand: from so many failures in a row to a success."""
        return self._circuit.is_open

    async def _ask(self, call: Callable[[Llm], Awaitable[R]]) -> R:
        try:
            with self._circuit.admitting():
                return await self._noted(call)
        except Resting:
            raise ModelUnavailable(problem="resting") from None

    async def _noted(self, call: Callable[[Llm], Awaitable[R]]) -> R:
        turn = MODEL_TURN.get()
        try:
            async with asyncio.timeout(turn.seconds_left() if turn else None):
                reply = await call(self._llm)
        except TimeoutError:
            self._circuit.note(is_down=True)
            raise ModelUnavailable(problem="timeout") from None
        except ModelUnavailable as error:
            # A request that is refused tells of the request, and that somebody is there to refuse it.
            self._circuit.note(is_down=error.details.get("problem") != "refused_request")
            raise
        except (ModelKeyRefused, ModelGaveNoAnswer):
            self._circuit.note(is_down=False)
            raise
        self._circuit.note(is_down=False)
        return reply


UNUSABLE = frozenset({"malformed", "empty", "cut"})
"""Reasons why a model gave no answer that leave the turn to another; nobody goes around a refusal or a filter."""


class Fallback(LlmWrapper):
    """An ``Llm`` that asks another in its place where what it gives can't be used; the reply names it.

    So no model, however weak, makes a reply worse than none would. ``when_away``: also where it is unavailable or too
    slow, and then for the rest of the turn. A refused key is no reason: the operator has to mend that. A
    refusal or a filter is no reason, either. A model that has not yet called any tool is no judge of whether a tool is
    needed: where it only talks and the other one would call a tool, the other one's call counts.
    """

    def __init__(self, llm: Llm, fallback: Llm, *, when_away: bool = True) -> None:
        super().__init__(llm)
        self._fallback = fallback
        self._when_away = when_away
        self._calls_tools = False
        """Whether the model has called a tool since the start."""

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        reply = await super().chat(messages, tools)
        self._calls_tools |= bool(reply.tool_calls) and not reply.fallback
        if reply.fallback or reply.tool_calls or (reply.text and self._calls_tools):
            return reply
        # A model that says nothing about what the tools brought is done, unless the other one knows how to go on.
        more = await self._fallback.chat(messages, tools)
        is_more = more.tool_calls or (more.text and not reply.text)
        return replace(more, fallback=self._fallback.id, usage=reply.usage) if is_more else reply

    async def _ask(self, call: Callable[[Llm], Awaitable[R]]) -> R:
        turn, spent = MODEL_TURN.get() or ModelTurn(lambda: inf), 0
        turn.can_be_left = True
        try:
            if not turn.is_left:
                return await call(self._llm)
        except ModelUnavailable:
            if not self._when_away:
                raise
            turn.is_left = True
        except ModelGaveNoAnswer as error:
            if error.details["reason"] not in UNUSABLE:
                raise
            spent = error.tokens
        try:
            reply = await call(self._fallback)
        except ModelGaveNoAnswer as error:
            error.tokens += spent
            raise
        return replace(reply, fallback=self._fallback.id, usage=reply.usage + Usage(spent))
