"""A model whose tokens are counted for the tenant that it works for, and that stops when the day's are spent."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from src.errors import ModelGaveNoAnswer
from src.identity.caller import current
from src.identity.quotas import Quotas
from src.llm.around import Around
from src.llm.protocol import ChatMessage, ChatReply, Llm, Reply, StructuredReply, ToolSpec


class MeteredLlm(Around):
    """An ``Llm`` around another; both calls also raise ``LimitReached``."""

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
