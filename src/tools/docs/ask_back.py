"""Asking back: a question to whoever asked, with its reason and replies to choose from."""

from pydantic import Field

from src.desks.docs.forms import MOST_CHOICES
from src.desks.docs.reasons import TYPES, Reason
from src.dossier.clarification import Clarification
from src.dossier.models import Dossier
from src.tools.base import Arguments, Tool, ToolResult, ask


class AskBackArgs(Arguments):
    reason: Reason
    question: str = Field(min_length=1, max_length=10_000)
    choices: list[str] = Field(
        [], max_length=MOST_CHOICES, description="Messages that can be sent as they stand."
    )


class AskBack(Tool[AskBackArgs]):
    """Ask back, or say why there is no answer, where a question can't be answered as it is."""

    args = AskBackArgs

    async def execute(self, dossier: Dossier, args: AskBackArgs) -> ToolResult:
        clarification = Clarification(
            reason=args.reason,
            type=TYPES[args.reason],
            question=args.question,
            choices=tuple(args.choices),
        )
        return ask(dossier, clarification)
