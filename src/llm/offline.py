"""The built-in model: rules that pick tools, and answers made of quotes. Deterministic; it says what it is."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, ValidationError

from src.desks.tax.offline.disapproval import finds_fault
from src.desks.tax.offline.intents import Kind, Reading, read
from src.desks.tax.offline.query import is_follow_up, query
from src.desks.tax.words import WORDINGS
from src.errors import ModelGaveNoAnswer
from src.llm.forms import AnswerDraft, AnswerTask, SourceChoice, SourceChoiceTask
from src.llm.offline_words import language_of
from src.llm.protocol import (
    OFFLINE,
    ChatMessage,
    ChatReply,
    Reply,
    StructuredReply,
    ToolCall,
    ToolSpec,
)

SEARCHES = ("get_legislation", "get_case_law")
CHANGES = {"remove": "remove_sources", "restore": "restore_sources"}
ANSWER = "generate_tax_answer"

LONGEST_QUERY = 2_000
"""Characters of a query for a tool whose schema does not say how many it takes."""


class OfflineModel:
    """An ``Llm`` without a network, for Dutch and English."""

    @property
    def id(self) -> str:
        return OFFLINE

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {}

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        return _Turn(messages, {tool.name: tool for tool in tools}).decision()

    async def chat_structured(
        self,
        messages: Sequence[ChatMessage],
        response_format: type[Reply],
        *,
        repair: bool = True,  # noqa: ARG002  # the protocol's name; nothing here is ever asked again
    ) -> StructuredReply[Reply]:
        value = _filled_in(messages[-1].content, response_format)
        if not isinstance(value, response_format):
            raise ModelGaveNoAnswer(reason="malformed")
        return StructuredReply(value)


def _filled_in(task: str, form: type[BaseModel]) -> BaseModel | None:
    # Imported by the first task: their rules take as long to prepare as a twentieth of a start.
    with suppress(
        ValidationError
    ):  # another's draft, to be mended: that takes a model that reasons
        if form is SourceChoice:
            from src.desks.tax.offline.choice import choose

            return choose(SourceChoiceTask.model_validate_json(task))
        if form is AnswerDraft:
            from src.desks.tax.offline.answer import extract

            return extract(AnswerTask.model_validate_json(task))
    return None


class _Turn:
    """One decision, from what has been said so far and the tools that are offered."""

    def __init__(self, messages: Sequence[ChatMessage], tools: Mapping[str, ToolSpec]) -> None:
        said = [message.content for message in messages if message.role == "user"] or [""]
        replies = [message.content for message in messages if message.role == "assistant"]
        self.message, self.earlier = said[-1], said[:-1]
        self.just_answered = bool(replies) and _is_answer(replies[-1])
        self.tools = tools
        self.words = WORDINGS[next(filter(None, map(language_of, reversed(said))), "nl")]
        # Leaving out is offered when something is selected, putting back when something is not.
        self.has_selection = CHANGES["remove"] in tools
        self.has_sources = self.has_selection or CHANGES["restore"] in tools

    def decision(self) -> ChatReply:
        """Return the tools to call, or words."""
        reading = read(self.message)
        kind = reading.kind
        if kind == "fine":  # "ok" under an answer asks for no second one
            kind = "thanks" if self.just_answered else "confirm"
        if kind == "change" and not self.has_sources and self._only_faults(reading):
            kind = "question"
        if kind == "question":
            return self._calls(self._searches(self._whole(self.message, self.earlier)))
        if kind in ("undo", "redo") and kind in self.tools:
            return ChatReply("", (ToolCall("offline-1", kind, json.dumps({"turns": 1})),))
        if kind == "change" and self.has_sources:
            return self._calls(self._changes(reading))
        question = self._last_question()
        if kind == "confirm" and self.has_selection:
            # Where the answer is not offered, the selection was not shown: the gate says so and it is shown now.
            return self._calls([(ANSWER, question or self.message)])
        if kind == "show" and self.has_sources and question:
            # Searching again finds nothing new and shows the selection.
            return self._calls(self._searches(question))
        return ChatReply(self._spoken(kind))

    def _searches(self, question: str) -> list[tuple[str, str]]:
        words = query(question)
        return [(name, words) for name in SEARCHES if name in self.tools and words]

    @staticmethod
    def _only_faults(reading: Reading) -> bool:
        """Tell whether nothing is to change but what is disapproved of: without sources that disputes a case."""
        return all(finds_fault(change.words) for change in reading.changes)

    def _changes(self, reading: Reading) -> list[tuple[str, str]]:
        """Return a call for each change, offered or not: a tool that finds no candidate says so and shows the rest."""
        changes = [(CHANGES[change.kind], change.words) for change in reading.changes]
        asked = self._whole(reading.question, self.earlier)
        return changes + self._searches(f"{asked} {reading.lookup}".strip())

    def _last_question(self) -> str:
        """Return the last message that asked something of law, for a "yes" says nothing by itself."""
        for at in reversed(range(len(self.earlier))):
            if asked := _question_in(self.earlier[at]):
                return self._whole(asked, self.earlier[:at])
        return ""

    @staticmethod
    def _whole(question: str, before: Sequence[str]) -> str:
        """Return a question with the one that it goes on about in front: "En voor een belegger?" has no subject."""
        if not is_follow_up(question):
            return question
        asked = filter(None, map(_question_in, reversed(before)))
        subject = next((one for one in asked if not is_follow_up(one)), "")
        return f"{subject} {question}".strip()

    def _spoken(self, kind: Kind) -> str:
        words = self.words
        ask = words.ask_for_restore_or_question if self.has_sources else words.ask_for_question
        nothing = words.nothing_selected_now if self.has_sources else words.nothing_to_confirm
        texts: dict[Kind, str] = {
            "question": words.about,
            "greeting": f"{words.greeting} {words.ask_for_question}",
            "thanks": words.thanks,
            "about": words.about,
            "decline": words.declined if self.has_sources else words.ask_for_question,
            "fine": words.thanks,
            "confirm": f"{nothing} {ask}",
            "undo": f"{words.nothing_to_confirm} {ask}",
            "redo": f"{words.nothing_to_confirm} {ask}",
            "show": f"{words.nothing_selected_now} {ask}",
            "change": f"{words.nothing_selected_now} {ask}",
        }
        return texts[kind]

    def _calls(self, picked: Sequence[tuple[str, str]]) -> ChatReply:
        calls = (
            ToolCall(f"offline-{number}", name, self._arguments(name, query))
            for number, (name, query) in enumerate(picked, start=1)
        )
        return ChatReply("" if picked else self._spoken("question"), tuple(calls))

    def _arguments(self, name: str, query: str) -> str:
        return json.dumps({"query": query[: self._longest_query(name)]}, ensure_ascii=False)

    def _longest_query(self, name: str) -> int:
        tool = self.tools.get(name)
        limit = tool.parameters["properties"]["query"].get("maxLength") if tool else None
        return limit if isinstance(limit, int) else LONGEST_QUERY


def _question_in(message: str) -> str:
    reading = read(message)
    return message if reading.kind == "question" else reading.question


def _is_answer(reply: str) -> bool:
    return any(f"## {words.analysis_heading}" in reply for words in WORDINGS.values())
