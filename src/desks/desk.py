"""A desk: a prompt, the tools that may be used there, and how much one turn may cost."""

from dataclasses import dataclass
from string import Template
from typing import NamedTuple

from src.dossier.models import Dossier, Message, Source
from src.llm.protocol import ToolSpec
from src.tools.base import AnyTool, Policy

HISTORY = 4_000
"""Tokens: some ten questions with their lists of sources. What the dossier holds goes with every call anyway."""

CHARACTERS_PER_TOKEN = 3
"""Dutch has some 3.5; who reckons with fewer stays within the budget."""

MESSAGE_TOKENS = 4
"""What a message costs beside its words."""


@dataclass(frozen=True)
class Budget:
    """Limits of one turn: calls of the model that decides, tool calls in all, seconds, and what it is told again."""

    rounds: int
    calls: int
    seconds: float
    history: int = HISTORY
    """Tokens of the conversation that the model is given, the oldest messages being left out; an estimate."""


class Recent(NamedTuple):
    """The newest messages of a conversation, and how many older ones are left out."""

    messages: tuple[Message, ...]
    left_out: int


def recent(conversation: tuple[Message, ...], tokens: int) -> Recent:
    """Return as many of the newest messages as so many tokens are reckoned to hold; the last one in any case."""
    first, left = len(conversation), tokens
    while first:
        left -= MESSAGE_TOKENS + len(conversation[first - 1].content) // CHARACTERS_PER_TOKEN
        if left < 0 and first < len(conversation):
            break
        first -= 1
    return Recent(conversation[first:], first)


@dataclass(frozen=True)
class Desk:
    """For whom the engine works now. Everything that differs between desks is data in here."""

    name: str
    template: Template
    tools: tuple[AnyTool, ...]
    budget: Budget
    policy: Policy = "strike"
    """What becomes of an answer with claims that may not stand: they are struck, or there is no answer."""

    def prompt(self, dossier: Dossier) -> str:
        """Return the system prompt: the desk's rules, and what the dossier holds, by title only."""
        return self.template.substitute(
            selected=_titles(dossier.selected),
            left_out=_titles(dossier.unselected),
            shown="yes" if dossier.selection_was_shown else "no",
            as_of=dossier.as_of or "today",
        )

    def tools_for(self, dossier: Dossier) -> tuple[ToolSpec, ...]:
        """Return the tools that the model is offered in this state of the dossier."""
        return tuple(tool.spec for tool in self.tools if tool.offered(dossier))


def _titles(sources: tuple[Source, ...]) -> str:
    return "\n".join(f"- {' '.join(source.title.split())}" for source in sources) or "- (none)"
