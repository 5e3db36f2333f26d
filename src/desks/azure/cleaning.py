"""A model of which nothing is kept or told that holds a secret, or a command that the table does not have."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from src.desks.azure.diagnosis import DiagnosisDraft
from src.desks.azure.known import Known, SeenReply
from src.desks.azure.offline.next_calls import brought_by
from src.desks.azure.prose import Readings
from src.desks.azure.steps import without_commands
from src.dossier.models import Language
from src.llm.protocol import (
    OFFLINE,
    ChatMessage,
    ChatReply,
    Reply,
    StructuredReply,
    ToolCall,
    ToolSpec,
)
from src.llm.state import STATE, State, message_and_state
from src.llm.wrappers import LlmWrapper
from src.masking.secrets import mask
from src.tools.azure.reports import Unproven

_UNPROVEN = f'"outcome":"{Unproven(0).outcome}"'


class CleanLlm(LlmWrapper):
    """An ``Llm`` in front of another, of which nothing is kept or told that holds a secret, or a command of its own.

    Arguments are masked before a tool runs, as the journal keeps them as they are given. What a model says in words of
    its own is held against what Azure said; after a diagnosis that no line bears it says nothing: a cause would be told
    there after all.
    """

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        reply = await self._llm.chat(messages, tools)
        told = (one for one in reversed(messages) if one.role == "user" and STATE in one.content)
        _, state = message_and_state([*told][:1])
        language: Language = "nl" if state.get("language") == "nl" else "en"
        picked = tuple(replace(one, arguments=mask(one.arguments)) for one in reply.tool_calls)
        struck = any(one.role == "tool" and _UNPROVEN in one.content for one in messages)
        text = "" if struck else mask(without_commands(reply.text, language))
        if OFFLINE not in (self._llm.id, reply.fallback):
            readings = _readings(messages, state, language)
            picked = tuple(_held(one, readings) for one in picked)
            # Words beside a diagnosis that stands are no suspicion; one that does not stand ends no turn.
            is_diagnosed = any(one.name == "diagnose" for one in picked)
            text = readings.hold(text) if is_diagnosed else readings.told(text)
        return replace(reply, text=text, tool_calls=picked)

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        reply = await self._llm.chat_structured(messages, response_format, repair=repair)
        task = json.loads(messages[1].content)
        language: Language = "nl" if task.get("language") == "nl" else "en"
        cleaned = _clean(reply.value.model_dump(), language)
        if issubclass(response_format, DiagnosisDraft):
            texts = {one["id"]: one["text"] for one in task["sources"]}
            replies = Known.model_validate_json(task["known"]).replies_with(texts)
            readings = Readings(replies, language)
            for name in ("open_points", "missing_facts"):
                cleaned[name] = [readings.hold(one) for one in cleaned[name]]
        value = response_format.model_validate(cleaned)
        # What had to be taken out may stand in the model's own text in a form that nothing finds.
        raw = mask(reply.raw) if value == reply.value else ""
        return replace(reply, value=value, raw=raw)


def _readings(messages: Sequence[ChatMessage], state: State, language: Language) -> Readings:
    """Return what Azure said so far, as a model was told it."""
    earlier = [SeenReply(id=f"#{one['n']}", **one) for one in state.get("replies", ())]
    brought = (one for one in brought_by(messages).replies if one.status)
    return Readings((*earlier, *brought), language)


def _held(call: ToolCall, readings: Readings) -> ToolCall:
    """Return a call whose words for the user are held against what Azure said."""
    with suppress(ValueError, RecursionError):
        given = json.loads(call.arguments) if call.name in ("ask_user", "give_up") else None
        if isinstance(given, dict):
            held = {name: _held_words(name, one, readings) for name, one in given.items()}
            return replace(call, arguments=json.dumps(held, ensure_ascii=False))
    return call


def _held_words(name: str, value: Any, readings: Readings) -> Any:
    if isinstance(value, list):
        return [_held_words(name, one, readings) for one in value]
    told = name in ("question", "why", "checked", "by_hand", "missing")
    return readings.hold(value, name) if told and isinstance(value, str) else value


def _clean(value: Any, language: Language, name: str = "") -> Any:
    """Return JSON without secrets and commands; a quote is held against its source as it is, but for secrets."""
    if isinstance(value, dict):
        return {key: _clean(one, language, key) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(one, language, name) for one in value]
    if not isinstance(value, str) or name in ("role", "source_id"):
        return value
    return mask(value if name == "quote" else without_commands(value, language)).strip()
