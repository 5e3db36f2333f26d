"""A model of which nothing is kept that holds a secret, an unknown command, or what replies deny."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from src.desks.azure.diagnosis import DiagnosisDraft
from src.desks.azure.knowledge import table
from src.desks.azure.known import Known, SeenReply
from src.desks.azure.lines import ReplyLine, line_of
from src.desks.azure.offline.next_calls import brought_by
from src.desks.azure.steps import gaps, without_commands
from src.desks.azure.words import TEXTS
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

ASPECTS: Mapping[str, str] = table("readings")
"""By which words what is read is named, by aspect or tool."""

_SENTENCE = re.compile(r"[^\s][^\n]*?(?:[.!?](?=\s|$)|(?=\n|\Z))")
_FIELD = re.compile(
    r"(?<![\w.])(?P<name>(?:[A-Za-z_]\w*(?:\[\d+\])?\.)*[a-z]\w*)[`'\"”’]{0,2}"
    r"(?:\s*(?P<sep>[:=])\s*|\s+(?:is |was |has |heeft |(?:staat |stond )op )?\(?)[`'\"“‘]?(?=(?P<said>[A-Za-z0-9]\S*))"
)
_OWN_WORDS = ("", "question", "why")
"""Where a model says in words of its own what a claim would say with its line."""

_LOOKS_LIKE_VALUE = re.compile(r"[A-Z]\w*|true|false|null|\d+(?:\.\d+)*")
"""Behind a field without a colon other words mostly follow."""

_IN_PLACE = re.compile(
    r"\b(?:place of|instead of|replace|plaats van|vervang) (?:the |de |het )?[`'\"‘“<]{0,2}([A-Z][A-Z_]+)\b"
)
_HAS = {name: re.compile("".join(said), re.IGNORECASE) for name, said in table("prose").items()}


@dataclass(frozen=True)
class Readings:
    """What Azure said, as a model's own words are held against it."""

    replies: Sequence[SeenReply]
    language: Language

    def told(self, text: str) -> str:
        """Return a model's own words as they may be told: marked as not checked where anything was read for them."""
        held, texts = self.hold(text), TEXTS[self.language]
        is_question = held.rstrip().endswith("?") and "\n" not in held.strip()
        is_open = self._is_fresh and held.strip() and not is_question
        return f"{texts.unchecked}\n\n{held}" if is_open else held

    def concluded(self, text: str) -> tuple[str, list[str]]:
        """Return a conclusion without the sentences that may not stand, and the reasons."""
        held = {found: self._problem(found, "conclusion") for found in _SENTENCE.findall(text)}
        return " ".join(one for one, problem in held.items() if not problem), [
            *filter(None, held.values())
        ]

    def hold(self, text: str, place: str = "") -> str:
        """Return a text with the reason in the place of each sentence that may not stand.

        ``place``: what of a call it is. All that is told as ``checked`` was looked at, whatever its words are.
        """

        def held(found: re.Match[str]) -> str:
            placed = _IN_PLACE.search(found.group())
            if placed and placed[1] in gaps():
                return ""  # no gap of a command is on the screen
            return self._problem(found.group(), place) or found.group()

        return _SENTENCE.sub(held, text)

    def _problem(self, sentence: str, place: str) -> str:
        texts = TEXTS[self.language]
        for field in _FIELD.finditer(sentence):
            if line := self._against(field, sentence):
                return texts.contradicted.format(line=line.text)
        for aspect, words in ASPECTS.items() if place not in ("by_hand", "missing") else ():
            found = re.search(words, sentence, re.IGNORECASE)
            states = found and place != "conclusion" and _is_stated(sentence, found)
            if not found or not (
                states or _tells_reading(sentence, found, listed=place == "checked")
            ):
                continue
            if aspect not in self._made:
                return texts.unread.format(what=found.group())
            if states and place in _OWN_WORDS and self._is_fresh and not self._quotes(sentence):
                return texts.unquoted.format(what=found.group())
        return ""

    @property
    def _is_fresh(self) -> bool:
        return any(not reply.stale for reply in self.replies)

    def _quotes(self, sentence: str) -> bool:
        """Whether a sentence has a line: its field by name, and the value."""
        lines = (line_of(text) for reply in self.replies for text in reply.lines)
        return any(
            _has(sentence, line.path.rpartition(".")[2]) and _has(sentence, line.value)
            for line in lines
            if line.path and line.value
        )

    def _against(self, field: re.Match[str], sentence: str) -> ReplyLine | None:
        """Return a line of this field that says another value than a sentence, where no line says that."""
        name = re.sub(r"\[\d+\]", "", field["name"])
        is_name = "." in name or any(text.isupper() for text in name)
        if not is_name or not (field["sep"] or _LOOKS_LIKE_VALUE.match(field["said"])):
            return None
        lines = list(self._lines(name, sentence))
        stated, rest = field["said"].rstrip(".,;:)'\"`”’"), sentence[field.start("said") :]
        if not lines or _HAS["may_be"].search(sentence[: field.start()]):
            return None
        agrees = any(
            not line.value
            or re.match(rf"{re.escape(line.value)}(?!\w)", rest, re.IGNORECASE)
            or re.search(rf"\b{re.escape(stated)}\b", line.value, re.IGNORECASE)
            for line in lines
        )
        return None if agrees else lines[0]

    def _lines(self, name: str, sentence: str) -> Iterator[ReplyLine]:
        every = [
            (reply, line)
            for reply in self.replies
            for line in map(line_of, reply.lines)
            if line.is_at(name)
        ]
        named = [line for one, line in every if (of := _name(one)) and _has(sentence, of)]
        yield from named or [line for _, line in every]

    @cached_property
    def _made(self) -> set[str]:
        """What was read, by aspect and tool; a query of the graph may have read anything."""
        made = {one.tool for one in self.replies} | {_asked(one, "aspect") for one in self.replies}
        return made | set(ASPECTS) if "query_graph" in made else made


def _is_stated(sentence: str, found: re.Match[str]) -> bool:
    """Whether a sentence flatly says that something is there or lacks, as who has read it does."""
    before, behind = sentence[: found.start()], sentence[found.end() :]
    states = _HAS["states"].search(before) or _HAS["is_there"].match(behind)
    return bool(states) and not _HAS["suspects"].search(sentence)


def _tells_reading(sentence: str, found: re.Match[str], *, listed: bool) -> bool:
    """Whether a sentence says that this was read; all that is listed as looked at does."""
    before, behind = sentence[: found.start()], sentence[found.end() :]
    if _HAS["was_read"].match(behind):
        return True
    if _HAS["before"].search(before) or _HAS["behind"].match(behind):
        return False
    claims = _HAS["claims"].search(before + found.group())
    return bool(listed or claims or _HAS["said"].match(behind))


def _has(text: str, words: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(words)}(?![\w-])", text, re.IGNORECASE))


def _asked(of: SeenReply, name: str) -> str:
    given = json.loads(of.arguments)
    return str(given.get(name, "")) if isinstance(given, dict) else ""


def _name(of: SeenReply) -> str:
    return _asked(of, "id").rpartition("/")[2]


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
        picked = tuple(replace(call, arguments=mask(call.arguments)) for call in reply.tool_calls)
        struck = any(one.role == "tool" and _UNPROVEN in one.content for one in messages)
        text = "" if struck else mask(without_commands(reply.text, language))
        if OFFLINE not in (self._llm.id, reply.fallback):
            readings = _readings(messages, state, language)
            picked = tuple(_held(call, readings) for call in picked)
            # Words beside a diagnosis that stands are no suspicion; one that does not stand ends no turn.
            is_diagnosed = any(call.name == "diagnose" for call in picked)
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
            cleaned["conclusion"], reasons = readings.concluded(cleaned["conclusion"])
            cleaned["open_points"] += reasons
        value = response_format.model_validate(cleaned)
        # What had to be taken out may stand in the model's own text in a form that nothing finds.
        raw = mask(reply.raw) if value == reply.value else ""
        return replace(reply, value=value, raw=raw)


def _readings(messages: Sequence[ChatMessage], state: State, language: Language) -> Readings:
    """Return what Azure said so far, as a model was told it."""
    earlier = [SeenReply(id=f"#{one['n']}", **one) for one in state.get("replies", ())]
    brought = (reply for reply in brought_by(messages).replies if reply.status)
    return Readings((*earlier, *brought), language)


def _held(call: ToolCall, readings: Readings) -> ToolCall:
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
