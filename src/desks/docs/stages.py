"""Runs the stages that a model fills in a form for: in time, bounded, and none that keeps failing."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import JsonValue

from src.desks.docs.artifacts import SEED_NAMES, StageName, StageOutcome, StageRecord
from src.errors import (
    LimitReached,
    ModelGaveNoAnswer,
    ModelKeyRefused,
    ModelUnavailable,
    TessError,
)
from src.identity.caller import current
from src.identity.quotas import for_each_tenant
from src.llm.forms import Form
from src.llm.protocol import ChatMessage, Llm, Reply, StructuredReply, Usage
from src.llm.wrappers import LlmWrapper

log = logging.getLogger(__name__)

FAILURES = 4
"""So many times in a row a stage fails before it is left alone."""

REST_SECONDS = 20.0
"""So long it is left alone; then one call tries whether it works again."""


T = TypeVar("T")


def prompt_of(name: str) -> str:
    """Return the text of a prompt."""
    return (Path(__file__).parent / "prompts" / f"{name}.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class FilledStage(Generic[T]):
    """How a stage ended, with what it brought: of one that asks a model the form that this filled in."""

    value: T | None
    outcome: StageOutcome = "done"
    milliseconds: int = 0
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""
    """Id of the model that filled it in in place of the one asked; empty: none did."""

    def record(self, name: StageName, wrote: dict[str, JsonValue]) -> StageRecord:
        """Return the record of it, for the trace."""
        return record(name, wrote, self.outcome, self.milliseconds)


def record(
    name: StageName,
    wrote: dict[str, JsonValue],
    outcome: StageOutcome = "done",
    milliseconds: int = 0,
) -> StageRecord:
    """Return the record of a stage."""
    return StageRecord(
        name=name,
        seed_name=SEED_NAMES[name],
        wrote=wrote,
        outcome=outcome,
        milliseconds=milliseconds,
    )


@dataclass
class _StageLuck:
    """How the last runs of one stage have fared for one tenant."""

    failures: int = 0
    rests_until: float = 0.0


class StageBreaker:
    """Leaves a stage alone for a while that keeps failing, whatever it fails by; then one call tries again.

    As at a provider's breaker, words that make every call of one tenant fail shut no other tenant out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lucks = for_each_tenant(lambda: defaultdict[StageName, _StageLuck](_StageLuck))

    def admits(self, name: StageName) -> bool:
        """Return whether a stage may be run now."""
        luck = self._lucks(current().tenant)[name]
        if luck.failures < FAILURES:
            return True
        if self._clock() < luck.rests_until:
            return False
        luck.rests_until = (
            self._clock() + REST_SECONDS
        )  # this one tries, others wait for what it tells
        return True

    def note(self, name: StageName, *, is_well: bool) -> None:
        """Note how a stage ended."""
        luck = self._lucks(current().tenant)[name]
        luck.failures = 0 if is_well else luck.failures + 1
        luck.rests_until = self._clock() + REST_SECONDS


class Stages:
    """The stages that take a model: each call has so many seconds, and only so many are under way at once."""

    def __init__(
        self,
        llm: Llm,
        seconds: float,
        places: asyncio.Semaphore,
        breaker: StageBreaker,
    ) -> None:
        self.llm = llm
        self._seconds, self._places, self._breaker = seconds, places, breaker

    async def fill(
        self, name: StageName, prompt: str, task: Form, form: type[Reply]
    ) -> FilledStage[Reply]:
        """Return the form that the model fills in, or how it failed to: nothing that a model does is raised.

        Only ``ModelKeyRefused`` and ``LimitReached`` are: what they say to do, no other stage could do.
        """
        if not self._breaker.admits(name):
            return FilledStage(None, "left_alone")
        ran = await self.run(name, lambda: self._asked(prompt, task, form))
        reply = ran.value
        # The type says so, and a model behind the protocol may lie.
        value = reply.value if reply and isinstance(reply.value, form) else None
        self._breaker.note(name, is_well=value is not None)
        if reply is None:
            return FilledStage(None, ran.outcome, ran.milliseconds)
        outcome: StageOutcome = "done" if value is not None else "unreadable"
        return FilledStage(value, outcome, ran.milliseconds, reply.usage, reply.fallback)

    async def run(
        self, name: StageName, work: Callable[[], Coroutine[Any, Any, T]]
    ) -> FilledStage[T]:
        """Return what some work of a stage brings, or how it failed: it raised, or its time ran out."""
        began = time.monotonic()
        working = asyncio.create_task(work())
        try:
            await asyncio.wait({working}, timeout=self._seconds)
        finally:
            in_time = working.done()
            working.cancel()
        milliseconds = round((time.monotonic() - began) * 1000)
        if not in_time or working.cancelled():
            return FilledStage(None, "late", milliseconds)
        error = working.exception()
        if error is not None:
            return FilledStage(None, _outcome(name, error), milliseconds)
        return FilledStage(working.result(), "done", milliseconds)

    async def _asked(self, prompt: str, task: Form, form: type[Reply]) -> StructuredReply[Reply]:
        messages = (ChatMessage("system", prompt), ChatMessage("user", task.model_dump_json()))
        async with self._places:
            return await self.llm.chat_structured(messages, form, repair=False)


class StageDrafter(LlmWrapper):
    """The model that drafts answers, as a stage like the others: in time, bounded, let alone where it keeps failing."""

    def __init__(
        self, llm: Llm, seconds: float, places: asyncio.Semaphore, breaker: StageBreaker
    ) -> None:
        super().__init__(llm)
        self._seconds, self._places, self._breaker = seconds, places, breaker

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        """Return the draft; ``ModelUnavailable`` also where it takes too long or is left alone."""
        if not self._breaker.admits("response"):
            raise ModelUnavailable(problem="resting")
        is_well = False
        try:
            async with asyncio.timeout(self._seconds), self._places:
                reply = await self._llm.chat_structured(messages, response_format, repair=repair)
            is_well = True
        except TimeoutError:
            raise ModelUnavailable(problem="timeout") from None
        finally:
            self._breaker.note("response", is_well=is_well)
        return reply


def _outcome(name: StageName, error: BaseException) -> StageOutcome:
    if isinstance(error, ModelKeyRefused | LimitReached):
        raise error
    if isinstance(error, ModelGaveNoAnswer):
        return "unreadable"
    if not isinstance(error, TessError):
        log.error("a stage failed", exc_info=error, extra={"kind": name})
    return "failed"
