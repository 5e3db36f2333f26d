"""The built-in model: it does what the rules of its desk say. Deterministic; it says what it is."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from src.errors import ModelGaveNoAnswer
from src.llm.protocol import (
    OFFLINE,
    ChatMessage,
    ChatReply,
    OfflineRules,
    Reply,
    StructuredReply,
    ToolSpec,
)


class OfflineModel:
    """An ``Llm`` without a network, by the rules of one desk, which compute beside the event loop."""

    def __init__(self, rules: OfflineRules) -> None:
        self._rules = rules

    @property
    def id(self) -> str:
        return OFFLINE

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {}

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        return await asyncio.to_thread(self._rules.decision, messages, tools)

    async def chat_structured(
        self,
        messages: Sequence[ChatMessage],
        response_format: type[Reply],
        *,
        repair: bool = True,  # noqa: ARG002  # the protocol's name; nothing here is ever asked again
    ) -> StructuredReply[Reply]:
        task = messages[-1].content
        value = await asyncio.to_thread(self._rules.filled, task, response_format)
        if not isinstance(value, response_format):
            raise ModelGaveNoAnswer(reason="malformed")
        return StructuredReply(value)
