"""The doors that a turn goes through, each with a stage around it; bootstrap puts them around the real ones."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import ParamSpec, TypeVar

from src.desks.tax.library.passages import Hit, Kind, LibraryState, Retriever
from src.dossier.journal import Turn
from src.dossier.models import Dossier
from src.dossier.store import Committed, DossierStore
from src.llm.around import Around
from src.llm.protocol import ChatMessage, ChatReply, Llm, Reply, StructuredReply, ToolSpec, Usage
from src.observing.stages import Stage, StageName, Watch

Given = ParamSpec("Given")
Result = TypeVar("Result")


class WatchedLlm(Around):
    """A model whose decisions and forms are stages, with the tokens that they took."""

    def __init__(self, llm: Llm, watch: Watch) -> None:
        super().__init__(llm)
        self._watch = watch

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        with self._watch.stage("decide", model=self._llm.id) as stage:
            reply = await self._llm.chat(messages, tools)
            _note(stage, reply.usage)
            return reply

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        form = response_format.__name__
        with self._watch.stage("generate", model=self._llm.id, form=form) as stage:
            reply = await self._llm.chat_structured(messages, response_format, repair=repair)
            _note(stage, reply.usage)
            return reply


def _note(stage: Stage, usage: Usage) -> None:
    stage.facts["prompt_tokens"] = usage.prompt_tokens
    stage.facts["completion_tokens"] = usage.completion_tokens


class WatchedRetriever:
    """A library whose searches are stages."""

    def __init__(self, retriever: Retriever, watch: Watch) -> None:
        self._retriever = retriever
        self._watch = watch
        self.check, self.missing = retriever.check, retriever.missing
        self.versions = retriever.versions

    @property
    def state(self) -> LibraryState:
        return self._retriever.state

    async def search(
        self, query: str, kind: Kind, limit: int, as_of: date | None = None, also: str = ""
    ) -> tuple[Hit, ...]:
        with self._watch.stage("search", kind=kind) as stage:
            hits = await self._retriever.search(query, kind, limit, as_of, also)
            stage.facts["hits"] = len(hits)
            return hits


class WatchedStore:
    """A store of which loading and committing are stages."""

    def __init__(self, store: DossierStore, watch: Watch) -> None:
        self._store = store
        self._watch = watch
        self.journal, self.lines = store.journal, store.lines
        self.rewrite, self.summaries, self.check = store.rewrite, store.summaries, store.check

    async def load(self, dossier_id: str) -> Dossier | None:
        with self._watch.stage("load"):
            return await self._store.load(dossier_id)

    async def find(self, dossier_id: str, message_id: str) -> Committed | None:
        with self._watch.stage("load"):
            return await self._store.find(dossier_id, message_id)

    async def commit(self, turn: Turn) -> Committed:
        with self._watch.stage("commit"):
            return await self._store.commit(turn)


def around(watch: Watch, name: StageName, work: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return a function that does the same, within a stage."""

    def watched(*args: Given.args, **named: Given.kwargs) -> Result:
        with watch.stage(name):
            return work(*args, **named)

    return watched
