"""What desks bring to this door: one prompt each, and tools beside those of all desks."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from mcp_types import (
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)
from pydantic import BaseModel, JsonValue

from src.desks.desk import Desk
from src.dossier.models import Language
from src.errors import BadFields, UnknownDesk
from src.mcp_server.arguments import DoorTool, Ended, ToolReply
from src.mcp_server.call import Call
from src.mcp_server.conversation import hold_next
from src.mcp_server.questions import WORDS
from src.tools.over_mcp import McpTool


class _NeedsPerson(Exception):
    """A turn of a desk's tool asks a person something, which ends the call."""

    def __init__(self, required: InputRequiredResult) -> None:
        super().__init__()
        self.required = required


class DeskCall:
    """A call as a desk's tool sees it; a ``McpCall``."""

    def __init__(self, call: Call, desk: Desk) -> None:
        self._call = call
        self._desk = desk

    @property
    def language(self) -> Language:
        return self._call.language

    async def say(self, message: str, dossier_id: str | None = None) -> Mapping[str, JsonValue]:
        desk = None if dossier_id else self._desk.name
        ended = await hold_next(self._call, message=message, dossier_id=dossier_id, desk=desk)
        if isinstance(ended, InputRequiredResult):
            raise _NeedsPerson(ended)
        return ended.model_dump(mode="json")


def tools_of(desk: Desk) -> list[DoorTool]:
    """Return the tools that a desk adds."""
    return [
        DoorTool(
            f"{desk.name}_{tool.name}",
            tool.title,
            tool.description,
            tool.arguments,
            partial(_run, desk, tool),
            tool.read_only,
            tool.destructive,
            tool.idempotent,
            open_world=True,
            result=tool.result,
        )
        for tool in desk.mcp_tools
    ]


async def _run(desk: Desk, tool: McpTool, call: Call, given: BaseModel) -> Ended:
    try:
        result: Any = await tool.run(DeskCall(call, desk), given)
    except _NeedsPerson as asked:
        return asked.required
    return ToolReply(result, (TextContent(text=tool.tell(result, call.language)),))


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
