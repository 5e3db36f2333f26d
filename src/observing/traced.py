"""The doors that a turn goes through, each with a span around it; bootstrap puts them around the real ones."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import Turn
from src.dossier.models import Dossier
from src.dossier.store import Committed, DossierStore
from src.errors.base import ForOperator
from src.llm.protocol import ChatMessage, ChatReply, Llm, Reply, StructuredReply, ToolSpec, Usage
from src.llm.wrappers import LlmWrapper
from src.observing.spans import Span, Tracer

Given = ParamSpec("Given")
Result = TypeVar("Result")


class TracedLlm(LlmWrapper):
    """A model whose decisions and forms are spans, with the tokens that they took."""

    def __init__(self, llm: Llm, tracer: Tracer) -> None:
        super().__init__(llm)
        self._tracer = tracer

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        with self._tracer.span("decide", model=self._llm.id) as span, _telling(span):
            reply = await self._llm.chat(messages, tools)
            _note(span, reply.usage)
            return reply

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        form = response_format.__name__
        with self._tracer.span("generate", model=self._llm.id, form=form) as span, _telling(span):
            reply = await self._llm.chat_structured(messages, response_format, repair=repair)
            _note(span, reply.usage)
            return reply


@contextmanager
def _telling(span: Span) -> Iterator[None]:
    """Note on a span what a provider said of a request that failed: traces are the operator's."""
    try:
        yield
    except ForOperator as error:
        if error.provider_said:
            span.attributes["provider_said"] = error.provider_said
        raise


def _note(span: Span, usage: Usage) -> None:
    span.attributes["prompt_tokens"] = usage.prompt_tokens
    span.attributes["completion_tokens"] = usage.completion_tokens


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
