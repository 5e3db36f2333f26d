"""A model with a stand-in, which replies while the model can't be used, and says so."""

from collections.abc import Sequence
from dataclasses import replace

from src.errors import ModelUnavailable
from src.llm.around import Around
from src.llm.protocol import ChatMessage, ChatReply, Llm, Reply, StructuredReply, ToolSpec


class Fallback(Around):
    """An ``Llm`` that asks another in its place where it is unavailable; the reply says ``by`` which.

    A refused key is no reason: the operator has to mend that. Nor is a refusal or a filter: nobody goes around those.
    """

    def __init__(self, llm: Llm, stand_in: Llm) -> None:
        super().__init__(llm)
        self._stand_in = stand_in

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        try:
            return await self._llm.chat(messages, tools)
        except ModelUnavailable:
            reply = await self._stand_in.chat(messages, tools)
        return replace(reply, by=self._stand_in.id)

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        try:
            return await self._llm.chat_structured(messages, response_format, repair=repair)
        except ModelUnavailable:
            reply = await self._stand_in.chat_structured(messages, response_format, repair=repair)
        return replace(reply, by=self._stand_in.id)
