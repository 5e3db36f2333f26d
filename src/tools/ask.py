"""Asking the user something, with which the turn ends."""

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from src.dossier.clarification import Clarification, asked_before
from src.dossier.models import Dossier, Word
from src.grounding.sentences import shared_words
from src.tools.base import Arguments, Repeated, Tool, ToolResult, ask

MOST_CHOICES = 10

SAME = 0.8
"""Share of the words of a question by which it was asked before."""

QUOTES = "‘"
"""With which a question quotes the words that it is about."""

ASKED = "asked"
"""Why something is asked that only the user knows."""


class AskUserArgs(Arguments):
    question: str = Field(min_length=1, max_length=1_000)
    choices: list[str] = Field(default_factory=list, max_length=MOST_CHOICES)
    reason: SkipJsonSchema[Word] = ASKED


class Ask(Tool[AskUserArgs]):
    """Ask the user, in their language."""

    args = AskUserArgs

    async def execute(self, dossier: Dossier, args: AskUserArgs) -> ToolResult:
        # What words mean is asked of each message that says them.
        earlier = {} if QUOTES in args.question else asked_before(dossier)
        for question, reply in earlier.items():
            if shared_words(args.question, question) >= SAME:
                return ToolResult(Repeated(), output=f"Asked before; the user said: {reply}")
        kind = "choice" if args.choices else "text"
        return ask(
            dossier,
            Clarification(
                reason=args.reason, type=kind, question=args.question, choices=tuple(args.choices)
            ),
        )
