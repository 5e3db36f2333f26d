"""A model of which nothing is kept or told that holds a secret, or a command that the table does not have."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from src.desks.azure.steps import without_commands
from src.dossier.models import Language
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply, ToolSpec
from src.llm.state import message_and_state
from src.llm.wrappers import LlmWrapper
from src.masking.secrets import mask
from src.tools.azure.reports import Unproven

_UNPROVEN = f'"outcome":"{Unproven(0).outcome}"'


class CleanLlm(LlmWrapper):
    """An ``Llm`` in front of another, of which nothing is kept or told that holds a secret, or a command of its own.

    Arguments are masked before a tool runs, as the journal keeps them as they are given. After a diagnosis that no
    line bears, it says nothing in words of its own: a cause would be told there after all.
    """

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        reply = await self._llm.chat(messages, tools)
        _, state = message_and_state(messages)
        language: Language = "nl" if state.get("language") == "nl" else "en"
        picked = tuple(replace(one, arguments=mask(one.arguments)) for one in reply.tool_calls)
        struck = any(one.role == "tool" and _UNPROVEN in one.content for one in messages)
        text = "" if struck else mask(without_commands(reply.text, language))
        return replace(reply, text=text, tool_calls=picked)

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        reply = await self._llm.chat_structured(messages, response_format, repair=repair)
        told = json.loads(messages[1].content).get("language")
        language: Language = "nl" if told == "nl" else "en"
        value = response_format.model_validate(_clean(reply.value.model_dump(), language))
        # What had to be taken out may stand in the model's own text in a form that nothing finds.
        raw = mask(reply.raw) if value == reply.value else ""
        return replace(reply, value=value, raw=raw)


def _clean(value: Any, language: Language, name: str = "") -> Any:
    """Return JSON without secrets and commands; a quote is held against its source as it is, but for secrets."""
    if isinstance(value, dict):
        return {key: _clean(one, language, key) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(one, language, name) for one in value]
    if not isinstance(value, str) or name in ("role", "source_id"):
        return value
    return mask(value if name == "quote" else without_commands(value, language)).strip()
