"""Who decides what a turn does next."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from src.dossier.clarification import Clarification
from src.dossier.journal import Outcome
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.llm.protocol import ChatMessage, Llm, ToolCall, ToolSpec, Usage
from src.tools.base import ToolOutcome, is_misuse

LONGEST_QUESTION = 1_000
"""Characters of a question in a model's own words."""


@dataclass(frozen=True)
class Round:
    """One decision of a turn with what its calls brought."""

    text: str
    ran: tuple[ToolOutcome, ...]
    observations: tuple[str, ...] = ()
    """What a deciding model is told of each call."""

    @property
    def is_in_vain(self) -> bool:
        """Whether no call of it could be used, so that a model that is asked again will hardly do better."""
        return all(is_misuse(one.result.report) for one in self.ran)

    @property
    def messages(self) -> list[ChatMessage]:
        """The round as a model needs it to go on: its own calls, and what came of them."""
        calls = tuple(one.call for one in self.ran)
        results = [
            ChatMessage("tool", told, tool_call_id=one.call.id)
            for one, told in zip(self.ran, self.observations, strict=True)
        ]
        return [ChatMessage("assistant", self.text, calls), *results]


async def untold(stage: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Deliberation:
    """What a manager decides by: the dossier with all changes of this turn so far, and how they came about."""

    dossier: Dossier
    prompt: str
    conversation: tuple[ChatMessage, ...]
    """The newest messages, the user's last one at the end."""
    rounds: tuple[Round, ...]
    offered: tuple[ToolSpec, ...]
    on_stage: Callable[[str], Awaitable[None]] = untold
    """To be told the name of each stage that begins, by a manager that goes by stages: clients show it."""
    seconds_left: float = inf
    """Until the soft limit: what takes longer had better end before, and be gone on with in another turn."""
    messages: tuple[ChatMessage, ...] = ()
    """What a model is sent: prompt, conversation in brief, state, and the rounds so far."""
    tools: tuple[ToolSpec, ...] = ()
    """What it may call: all tools of the desk, always, in one order."""


@dataclass(frozen=True)
class Decision:
    """What is to be done next: tools to call, words for the user, or both; no calls end the turn."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    asks: Clarification | None = None
    """What the user is asked; it ends the turn once the calls have run."""
    patch: DossierPatch = field(default_factory=DossierPatch)
    """What the manager itself has to keep; the calls run on the dossier with it."""
    withdraws: tuple[str, ...] = ()
    """Ids of earlier calls of this turn that count no more: nothing of them is kept or told, but that they ran."""
    outcome: Outcome | None = None
    """How the turn ends, where the manager knows better than the reports; None: as they say."""
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""
    """Id of the model that decided in place of the one asked; empty: none did."""
    prompt: str = ""
    """The system prompt that a model decided by; empty where code did."""


class Manager(Protocol):
    """Decides the next calls of a turn; a model does, or code that knows its desk."""

    @property
    def llm(self) -> Llm:
        """The model that decides, or that the desk's forms are filled in by where code decides: for the journal."""

    async def decide(self, so_far: Deliberation) -> Decision:
        """Return what is to be done next; asked again with what it brought, until nothing is or the rounds are over."""


class ModelManager:
    """Lets a model decide, by what ``Deliberation.messages`` tells it.

    ``reason``: why the user is asked, where a model that calls nothing ends its words with a question, which is then
    kept as one; empty: it stays words.
    """

    def __init__(self, llm: Llm, reason: str = "") -> None:
        self.llm = llm
        self._reason = reason

    async def decide(self, so_far: Deliberation) -> Decision:
        reply = await self.llm.chat(so_far.messages, so_far.tools)
        text, asks = reply.text, None
        if self._reason and not reply.tool_calls:
            text, asks = _question_in(reply.text, self._reason)
        return Decision(
            text,
            reply.tool_calls,
            asks,
            usage=reply.usage,
            fallback=reply.fallback,
            prompt=so_far.messages[0].content,
        )


def _question_in(text: str, reason: str) -> tuple[str, Clarification | None]:
    """Return words without the question that they end with, and that question; None where they end with none."""
    before, _, last = text.rstrip().rpartition("\n")
    if not last.endswith("?") or len(last) > LONGEST_QUESTION:
        return text, None
    return before, Clarification(reason=reason, type="text", question=last)
