"""What stands in front of a model: a meter of tokens, a breaker, and another model to fall back on."""

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from src.errors import ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable
from src.identity.caller import current
from src.identity.quotas import Quotas, for_each_tenant
from src.llm.protocol import ChatMessage, ChatReply, Llm, Reply, StructuredReply, ToolSpec

FAILURES = 5
"""So many calls fail in a row, each with the repeats that it may have, before the provider is left alone."""

REST_SECONDS = 10.0
"""So long it is left alone; then one call tries whether it is back."""

T = TypeVar("T")


class LlmWrapper:
    """Goes by the name and the parameters of the model behind it."""

    def __init__(self, llm: Llm) -> None:
        self._llm = llm

    @property
    def id(self) -> str:
        """Name of the model behind it."""
        return self._llm.id

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Those of the model behind it."""
        return self._llm.parameters


class MeteredLlm(LlmWrapper):
    """An ``Llm`` whose tokens are counted for the tenant at hand; both calls also raise ``LimitReached``."""

    def __init__(self, llm: Llm, quotas: Quotas) -> None:
        super().__init__(llm)
        self._quotas = quotas

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        with self._counting():
            reply = await self._llm.chat(messages, tools)
        self._spend(reply.usage.total)
        return reply

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        with self._counting():
            reply = await self._llm.chat_structured(messages, response_format, repair=repair)
        self._spend(reply.usage.total)
        return reply

    @contextmanager
    def _counting(self) -> Iterator[None]:
        self._quotas.check_tokens(current().tenant)
        try:
            yield
        except ModelGaveNoAnswer as error:
            # A question that is filtered or cut every time would cost its tenant nothing.
            self._spend(error.tokens)
            raise

    def _spend(self, tokens: int) -> None:
        self._quotas.spend(current().tenant, tokens)


@dataclass
class _Luck:
    """How the last calls of one tenant have fared."""

    failures: int = 0
    rests_until: float = 0.0
    is_trying: bool = False


class Breaker(LlmWrapper):
    """An ``Llm`` in front of another: while that one's provider is down, calls fail at once and bother nobody.

    Each tenant has a breaker of its own: words that make every call time out would else shut all others out, and what
    one tenant is told would tell of another's calls.
    """

    def __init__(
        self,
        llm: Llm,
        failures: int = FAILURES,
        seconds: float = REST_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(llm)
        self._most = failures
        self._seconds = seconds
        self._clock = clock
        self._lucks = for_each_tenant(_Luck)

    @property
    def is_open(self) -> bool:
        """Whether the provider counts as down for the tenant at hand: from so many failures in a row to a success."""
        return self._luck.failures >= self._most

    @property
    def _luck(self) -> _Luck:
        return self._lucks(current().tenant)

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        return await self._guarded(lambda: self._llm.chat(messages, tools))

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        return await self._guarded(
            lambda: self._llm.chat_structured(messages, response_format, repair=repair)
        )

    async def _guarded(self, call: Callable[[], Awaitable[T]]) -> T:
        tries = self._admit()
        try:
            reply = await call()
        except ModelUnavailable as error:
            # A request that is refused tells of the request, and that somebody is there to refuse it.
            self._note(is_down=error.details.get("problem") != "refused_request")
            raise
        except (ModelKeyRefused, ModelGaveNoAnswer):
            self._note(is_down=False)
            raise
        finally:
            if tries:  # also where the caller gave up, which tells nothing
                self._luck.is_trying = False
        self._note(is_down=False)
        return reply

    def _admit(self) -> bool:
        """Return whether this call tries if the provider is back; raises where it is to be left alone."""
        if not self.is_open:
            return False
        if self._luck.is_trying or self._clock() < self._luck.rests_until:
            raise ModelUnavailable(problem="resting")
        self._luck.is_trying = True
        return True

    def _note(self, *, is_down: bool) -> None:
        self._luck.failures = self._luck.failures + 1 if is_down else 0
        self._luck.rests_until = self._clock() + self._seconds


class Fallback(LlmWrapper):
    """An ``Llm`` that asks another in its place where it is unavailable; the reply names it.

    A refused key is no reason: the operator has to mend that. Nor is a refusal or a filter: nobody goes around those.
    """

    def __init__(self, llm: Llm, fallback: Llm) -> None:
        super().__init__(llm)
        self._fallback = fallback

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        try:
            return await self._llm.chat(messages, tools)
        except ModelUnavailable:
            reply = await self._fallback.chat(messages, tools)
        return replace(reply, fallback=self._fallback.id)

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        try:
            return await self._llm.chat_structured(messages, response_format, repair=repair)
        except ModelUnavailable:
            reply = await self._fallback.chat_structured(messages, response_format, repair=repair)
        return replace(reply, fallback=self._fallback.id)
