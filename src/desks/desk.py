"""A desk: a prompt, the tools that may be used there, and how much one turn may cost."""

from dataclasses import dataclass
from string import Template

from src.dossier.models import Dossier, Source
from src.llm.protocol import ToolSpec
from src.tools.base import AnyTool, Policy


@dataclass(frozen=True)
class Budget:
    """Limits of one turn: calls of the model that decides, tool calls in all, and seconds."""

    rounds: int
    calls: int
    seconds: float


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
