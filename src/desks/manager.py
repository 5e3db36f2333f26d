"""Who decides what a turn does next."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from src.dossier.clarification import Clarification
from src.dossier.journal import Outcome
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.llm.protocol import ChatMessage, Llm, ToolCall, ToolSpec, Usage
from src.tools.base import ToolOutcome


@dataclass(frozen=True)
class Round:
    """One decision of a turn with what its calls brought."""

    text: str
    ran: tuple[ToolOutcome, ...]


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


class Manager(Protocol):
    """Decides the next calls of a turn; a model does, or code that knows its desk."""

    @property
    def llm(self) -> Llm:
        """The model that decides, or that the desk's forms are filled in by where code decides: for the journal."""

    async def decide(self, so_far: Deliberation) -> Decision:
        """Return what is to be done next; asked again with what it brought, until nothing is or the rounds are over."""


LONGEST_OUTPUT = 24_000
"""Characters of a tool's output that a deciding model is told."""


class ModelManager:
    """Lets a model decide, by the desk's prompt, the conversation, and what the tools of this turn brought."""

    def __init__(self, llm: Llm) -> None:
        self.llm = llm

    async def decide(self, so_far: Deliberation) -> Decision:
        messages = [
            ChatMessage("system", so_far.prompt),
            *so_far.conversation,
            *(message for one in so_far.rounds for message in told(one)),
        ]
        reply = await self.llm.chat(messages, so_far.offered)
        return Decision(reply.text, reply.tool_calls, usage=reply.usage, fallback=reply.fallback)


def told(round_: Round) -> list[ChatMessage]:
    """Return a round as a model needs it to go on: its own calls, and what came of them."""
    results = [
        ChatMessage("tool", result_told(one), tool_call_id=one.call.id) for one in round_.ran
    ]
    calls = tuple(one.call for one in round_.ran)
    return [ChatMessage("assistant", round_.text, calls), *results]


def result_told(ran: ToolOutcome) -> str:
    """Return what a deciding model is told of a call, as JSON: sources by title only, and the tool's output as data."""
    patch = ran.result.patch
    told: dict[str, object] = {
        "outcome": ran.result.report.outcome,
        "added": [source.title for source in patch.add_sources],
        "selected": list(patch.select_ids),
        "left_out": list(patch.unselect_ids),
    }
    output = ran.result.output
    if output:
        told["output_is_data"] = output[:LONGEST_OUTPUT]
        if len(output) > LONGEST_OUTPUT:
            told["output_cut_at"] = LONGEST_OUTPUT
    return json.dumps(told, ensure_ascii=False)
