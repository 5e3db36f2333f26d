"""The doors that a turn goes through, each with a span around it; bootstrap puts them around the real ones."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import ParamSpec, TypeVar

from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import Turn
from src.dossier.models import Dossier
from src.dossier.store import Committed, DossierStore
from src.errors.base import ForOperator
from src.llm.protocol import ChatMessage, ChatReply, Llm, Reply, StructuredReply, ToolSpec
from src.llm.wrappers import LlmWrapper, R
from src.observing.spans import Tracer

Given = ParamSpec("Given")
Result = TypeVar("Result")


class TracedLlm(LlmWrapper):
    """A model whose decisions and forms are spans, with the tokens that they took."""

    def __init__(self, llm: Llm, tracer: Tracer) -> None:
        super().__init__(llm)
        self._tracer = tracer

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        return await self._spanned("decide", self._llm.chat(messages, tools))

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        call = self._llm.chat_structured(messages, response_format, repair=repair)
        return await self._spanned("generate", call, form=response_format.__name__)

    async def _spanned(self, name: str, call: Awaitable[R], **told: str) -> R:
        with self._tracer.span(name, model=self._llm.id, **told) as span:
            try:
                reply = await call
            except ForOperator as error:
                if error.provider_said:  # traces are the operator's
                    span.attributes["provider_said"] = error.provider_said
                raise
            span.attributes["prompt_tokens"] = reply.usage.prompt_tokens
            span.attributes["completion_tokens"] = reply.usage.completion_tokens
            return reply


class TracedStore:
    """A store of which loading and committing are spans."""

    def __init__(self, store: DossierStore, tracer: Tracer) -> None:
        self._store = store
        self._tracer = tracer
        self.journal, self.lines, self.blob = store.journal, store.lines, store.blob
        self.rewrite, self.erase = store.rewrite, store.erase
        self.page, self.ids, self.check = store.page, store.ids, store.check
        self.lease, self.unsettled = store.lease, store.unsettled

    async def load(self, dossier_id: str) -> Dossier | None:
        with self._tracer.span("load"):
            return await self._store.load(dossier_id)

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        with self._tracer.span("load"):
            return await self._store.find(dossier_id, message_id)

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        with self._tracer.span("commit"):
            return await self._store.commit(turn, contents)


def traced(tracer: Tracer, name: str, work: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return a function that does the same, within a span."""

    def inside(*args: Given.args, **named: Given.kwargs) -> Result:
        with tracer.span(name):
            return work(*args, **named)

    return inside
