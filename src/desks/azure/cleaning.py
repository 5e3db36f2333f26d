"""A model of which nothing is kept that holds a secret, an unknown command, or what replies deny."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from src.answering.support import second_reading
from src.desks.azure.diagnosis import DiagnosisDraft
from src.desks.azure.filling import gap_values
from src.desks.azure.known import Known
from src.desks.azure.offline.evidence import Case
from src.desks.azure.own_words import (
    READING,
    CaseEvidence,
    OwnWords,
    Reads,
    evidence_of,
    read_words,
)
from src.desks.azure.steps import without_commands
from src.dossier.models import Language
from src.llm.forms import SupportPassage
from src.llm.protocol import (
    OFFLINE,
    ChatMessage,
    ChatReply,
    Llm,
    Reply,
    StructuredReply,
    ToolCall,
    ToolSpec,
    Usage,
)
from src.llm.state import STATE, message_and_state
from src.llm.wrappers import LlmWrapper
from src.masking.secrets import mask
from src.tools.azure.reports import Unproven

_UNPROVEN = f'"outcome":"{Unproven(0).outcome}"'
_TOLD = ("question", "why", "checked", "by_hand", "missing")
"""Arguments in a model's own words that a user is shown."""

_ENDING = ("ask_user", "give_up", "diagnose")
"""Tools beside which a model's words are the last of a turn."""


class CleanLlm(LlmWrapper):
    """An ``Llm`` in front of another, of which nothing is kept or told that holds a secret, or a command of its own.

    Arguments are masked before a tool runs, as the journal keeps them as they are given. What a model says in words of
    its own is held against the evidence of the case, with ``support`` by a second reading; after a diagnosis that no
    line bears it says nothing: a cause would be told there after all.
    """

    def __init__(self, llm: Llm, *, support: bool = False) -> None:
        super().__init__(llm)
        self._reads: Reads | None = (
            partial(second_reading, llm, prompt=READING) if support else None
        )

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        reply = await self._llm.chat(messages, tools)
        stated = [each for each in messages if each.role == "user" and STATE in each.content]
        _, state = message_and_state(stated[-1:])
        language: Language = "nl" if state.get("language") == "nl" else "en"
        picked = tuple(replace(call, arguments=mask(call.arguments)) for call in reply.tool_calls)
        struck = any(
            message.role == "tool" and _UNPROVEN in message.content for message in messages
        )
        if OFFLINE in (self._llm.id, reply.fallback):
            text = "" if struck else mask(without_commands(reply.text, language))
            return replace(reply, text=text, tool_calls=picked)
        evidence = evidence_of(messages, state)
        told = {"said": evidence.said, "last": "", "language": language, "replies": ()}
        known = Known.model_validate({"principal": "", "subscriptions": (), **state, **told})
        values = partial(gap_values, case=Case(known))
        shown = without_commands(reply.text, language, evidence.cards, evidence.said, values)
        text = "" if struck else mask(shown)
        names = {call.name for call in picked}
        is_last = not names or bool(names.intersection(_ENDING))
        given = [_given(call, language, evidence.cards) for call in picked]
        shown_by = [each.get(name) for each in given for name in _TOLD]
        every = [
            item for value in shown_by for item in (value if isinstance(value, list) else [value])
        ]
        own = [text, *(item for item in every if isinstance(item, str))]
        reads = self._reads if is_last else None
        words, usage = await read_words(own, evidence, language, reads)
        # Words beside a diagnosis that stands are no suspicion; one that does not stand ends no turn.
        text = words.told(text, marked="diagnose" not in names)
        held = [_held_words("", each, words) for each in given]
        picked = tuple(
            replace(call, arguments=json.dumps(said, ensure_ascii=False)) if said else call
            for call, said in zip(picked, held, strict=True)
        )
        return replace(reply, text=text, tool_calls=picked, usage=reply.usage + usage)

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        reply = await self._llm.chat_structured(messages, response_format, repair=repair)
        task = json.loads(messages[1].content)
        language: Language = "nl" if task.get("language") == "nl" else "en"
        cleaned, usage = _clean(reply.value.model_dump(), language), Usage()
        if issubclass(response_format, DiagnosisDraft):
            usage = await self._hold_points(cleaned, task, language)
        value = response_format.model_validate(cleaned)
        # What had to be taken out may stand in the model's own text in a form that nothing finds.
        raw = mask(reply.raw) if value == reply.value else ""
        return replace(reply, value=value, raw=raw, usage=reply.usage + usage)

    async def _hold_points(
        self, draft: dict[str, Any], task: Mapping[str, Any], language: Language
    ) -> Usage:
        """Hold what a diagnosis says beside its claims against its sources; return what a second reading took."""
        texts = {source["id"]: source["text"] for source in task["sources"]}
        replies = Known.model_validate_json(task["known"]).replies_with(texts)
        passages = [
            SupportPassage(source=source["title"], text=source["text"])
            for source in task["sources"]
        ]
        evidence = CaseEvidence(task["question"], passages, replies)
        points = [*draft["open_points"], *draft["missing_facts"]]
        words, usage = await read_words(points, evidence, language, self._reads)
        for name in ("open_points", "missing_facts"):
            draft[name] = [words.told_as(point, "point") for point in draft[name]]
        return usage


def _given(call: ToolCall, language: Language, cards: str) -> dict[str, Any]:
    """Return the arguments of a call by which a model speaks to the user, without commands but those of cards."""
    with suppress(ValueError, RecursionError):
        given = json.loads(call.arguments) if call.name in ("ask_user", "give_up") else None
        if isinstance(given, dict):
            return {name: _clean(item, language, name, cards) for name, item in given.items()}
    return {}


def _held_words(name: str, value: Any, words: OwnWords) -> Any:
    if isinstance(value, dict):
        return {key: _held_words(key, item, words) for key, item in value.items()}
    if isinstance(value, list):
        return [_held_words(name, item, words) for item in value]
    return words.told_as(value, name) if name in _TOLD and isinstance(value, str) else value


def _clean(value: Any, language: Language, name: str = "", cards: str = "") -> Any:
    """Return JSON without secrets and commands; a quote is held against its source as it is, but for secrets."""
    if isinstance(value, dict):
        return {key: _clean(item, language, key, cards) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item, language, name, cards) for item in value]
    if not isinstance(value, str) or name in ("role", "source_id"):
        return value
    return mask(value if name == "quote" else without_commands(value, language, cards)).strip()
