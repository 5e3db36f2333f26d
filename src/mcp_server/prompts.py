"""One prompt for each desk of the caller."""

from collections.abc import Mapping

from mcp_types import (
    GetPromptResult,
    ListPromptsResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from src.desks.desk import Desk
from src.dossier.models import Language
from src.errors import BadFields, UnknownDesk
from src.mcp_server.words import WORDS

ARGUMENT = "question"
LONGEST = 20_000
"""Characters of the question of a prompt."""


def listed(desks: Mapping[str, Desk], language: Language) -> ListPromptsResult:
    """Return the prompts."""
    argument = PromptArgument(name=ARGUMENT, description=WORDS[language].question, required=False)
    return ListPromptsResult(
        prompts=[
            Prompt(
                name=desk.name,
                title=desk.title[language],
                description=desk.words.about[language],
                arguments=[argument],
            )
            for desk in desks.values()
        ]
    )


def prompt(
    desks: Mapping[str, Desk], name: str, arguments: Mapping[str, str], language: Language
) -> GetPromptResult:
    """Return the prompt of a desk around the user's question, or around an example; raises ``UnknownDesk``."""
    if name not in desks:
        raise UnknownDesk(desks=", ".join(desks))
    desk, question = desks[name], arguments.get(ARGUMENT, "").strip()
    if len(question) > LONGEST or set(arguments) - {ARGUMENT}:
        raise BadFields(field=ARGUMENT, problem="wrong_value")
    question = question or next(iter(desk.words.examples.get(language, ())), "")
    text = WORDS[language].prompt.format(
        desk=desk.name, title=desk.title[language], question=question
    )
    message = PromptMessage(role="user", content=TextContent(text=text))
    return GetPromptResult(description=desk.words.about[language], messages=[message])
