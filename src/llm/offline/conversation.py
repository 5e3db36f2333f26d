"""Rules of conversation that serve every desk: what is done with a message, and what is said. Pure.

A desk says what it is for, which of its tools search and which answers, and how it reads its field; all else has a
default. "undo", "redo", showing sources, leaving them out and putting them back mean the engine's own tools.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ValidationError

from src.dossier.models import Language
from src.llm.builtin.vocabulary import GENERAL, Vocabulary
from src.llm.forms import AnswerDraft, AnswerTask, SourceChoice, SourceChoiceTask
from src.llm.offline.changes import SelectionChange
from src.llm.offline.reading import Kind, MessageReading, Reader, command_in
from src.llm.protocol import ChatMessage, ChatReply, ToolCall, ToolSpec
from src.llm.state import labels, message_and_state, sources_in
from src.search.follow_up import is_follow_up, words_of
from src.wording import WORDINGS, Wording

CHANGES = {"remove": "remove_sources", "restore": "restore_sources"}
PLAIN_CALLS: Mapping[Kind, tuple[str, str]] = {
    "show": ("show_sources", "{}"),
    "explain": ("explain_answer", "{}"),
    "claims": ("rework_answer", '{"kind": "claims"}'),
}
"""Tools that are called for what a message is, whatever its words."""

REWORK = "rework_answer"

LONGEST_QUERY = 2_000
"""Characters of a query for a tool whose schema does not say how many it takes."""

PerLanguage = Mapping[Language, str]

Pick = tuple[str, str]
"""A tool and the query that it is called with."""


def _as_asked(question: str) -> str:
    return question


# The rules of a form are imported by its first task: they take as long to prepare as a twentieth of a start.


def _choose(task: SourceChoiceTask) -> SourceChoice:
    from src.llm.offline.choice import choose

    return choose(task)


def _extract(task: AnswerTask) -> AnswerDraft:
    from src.llm.offline.extract import extract

    return extract(task)


def _nothing_more(heard: Sequence[ChatMessage]) -> ChatReply:  # noqa: ARG001  # the shape of after
    return ChatReply("")


@dataclass(frozen=True)
class ConversationRules:
    """The ``OfflineRules`` of a desk that is talked to: it searches, shows its sources, and answers from them."""

    about: PerLanguage = field(default_factory=dict)
    """What the desk is for, in a sentence or a few; where there is nothing, what the wordings say."""
    wordings: Mapping[Language, Wording] = field(default_factory=lambda: WORDINGS)
    """The desk's fixed texts."""
    searches: tuple[str, ...] = ()
    """Names of the tools that are called with every question, as ``query``."""
    answer: str = ""
    """Name of the tool that is called with the question once its sources are confirmed; empty: there is none."""
    words: Vocabulary = GENERAL
    query: Callable[[str], str] = _as_asked
    """What to search for a question; empty where there is nothing to search for."""
    telling: Callable[[str], set[str]] = words_of
    """The words of a message that tell its subject."""
    choose: Callable[[SourceChoiceTask], SourceChoice] = _choose
    task: type[AnswerTask] = AnswerTask
    """The form of the desk's answers."""
    extract: Callable[[AnswerTask], AnswerDraft] = _extract
    after: Callable[[Sequence[ChatMessage]], ChatReply] = _nothing_more
    """What is done once tools have run for the last message."""

    def decision(
        self,
        heard: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
        otherwise: Language = "nl",
    ) -> ChatReply:
        """Return the tools to call, or words; nothing once tools were called for the last message.

        Words are in the language of what was said, ``otherwise`` where none of it tells one.
        """
        if heard and heard[-1].role == "tool":
            return self.after(heard)
        return _Turn(self, heard, {tool.name: tool for tool in offered}, otherwise).decision()

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:
        """Return the form filled in; None for another's draft, to be mended: that takes a model that reasons."""
        with suppress(ValidationError):
            if form is AnswerDraft:
                return self.extract(self.task.model_validate_json(task))
        return None

    def is_follow_up(self, message: str) -> bool:
        """Tell whether a message lacks its subject: "En voor een beginner?", "en waar dan?"."""
        return is_follow_up(message, self.telling)

    def last_question(self, said: Sequence[str]) -> str:
        """Return the last of these messages that asked something of the field, with the subject that it goes on about.

        Empty where none did; "yes" says nothing by itself.
        """
        for at in reversed(range(len(said))):
            if asked := self.reader.question_in(said[at]):
                return self.whole(asked, said[:at])
        return ""

    def whole(self, question: str, before: Sequence[str]) -> str:
        """Return a question with the one that it goes on about in front: "En voor een beginner?" has no subject."""
        if not self.is_follow_up(question):
            return question
        asked = filter(None, map(self.reader.question_in, reversed(before)))
        subject = next((one for one in asked if not self.is_follow_up(one)), "")
        return f"{subject} {question}".strip()

    @cached_property
    def reader(self) -> Reader:
        """What reads messages by the desk's words."""
        return Reader(self.words)


class _Turn:
    """One decision, from what has been said so far and the tools that are offered."""

    def __init__(
        self,
        rules: ConversationRules,
        messages: Sequence[ChatMessage],
        tools: Mapping[str, ToolSpec],
        otherwise: Language,
    ) -> None:
        said = [message.content for message in messages if message.role == "user"] or [""]
        self.rules, self.reader = rules, rules.reader
        self.message, self.state = message_and_state(messages)
        said = [*said[:-1], self.message]
        self.earlier = said[:-1]
        self.just_answered = bool(self.state.get("just_answered"))
        self.tools = tools
        spoken = said[:-1] if command_in(self.message) else said
        told = (one for text in reversed(spoken) if (one := rules.words.language_of(text)))
        self.language: Language = next(told, otherwise)
        self.has_selection = bool(sources_in(self.state, selected=True))
        self.has_sources = bool(sources_in(self.state))
        self.has_answer = REWORK in tools and bool(self.state.get("answers"))

    def decision(self) -> ChatReply:
        """Return the tools to call, or words."""
        reading = self.reader.read(self.message)
        kind = self._kind(reading)
        if kind == "question":
            whole = self.rules.whole(self.message, self.earlier)
            return self._calls(self._searches(whole), goes_on=whole != self.message)
        if kind in ("undo", "redo") and kind in self.tools:
            return ChatReply("", (ToolCall("offline-1", kind, json.dumps({"turns": 1})),))
        if kind == "change" and self.has_sources:
            return self._changed(reading)
        question = self.rules.last_question(self.earlier)
        if kind == "confirm" and self.has_selection and self.rules.answer:
            # Where the answer is not offered, the selection was not shown: the gate says so and it is shown now.
            return self._calls([(self.rules.answer, question or self.message)])
        if kind == "command":
            return ChatReply(self._told_command())
        if kind in PLAIN_CALLS and self._is_possible(kind):
            return ChatReply("", (ToolCall("offline-1", *PLAIN_CALLS[kind]),))
        return ChatReply(self._spoken(kind))

    def _kind(self, reading: MessageReading) -> Kind:
        if reading.kind == "fine":  # "ok" under an answer asks for no second one
            return "thanks" if self.just_answered else "confirm"
        if reading.kind == "change" and not self.has_sources and self._only_faults(reading):
            return "question"
        return reading.kind

    def _is_possible(self, kind: Kind) -> bool:
        there = self.has_sources if kind == "show" else self.has_answer
        return there and PLAIN_CALLS[kind][0] in self.tools

    def _searches(self, question: str) -> list[Pick]:
        words = self.rules.query(question)
        return [(name, words) for name in self.rules.searches if name in self.tools and words]

    def _only_faults(self, reading: MessageReading) -> bool:
        """Tell whether nothing is to change but what is disapproved of: without sources that disputes a case."""
        return all(self.reader.finds_fault(change.words) for change in reading.changes)

    def _changed(self, reading: MessageReading) -> ChatReply:
        """Return a call for each change: one that names no candidate says so, and the rest is shown."""
        calls = tuple(
            ToolCall(f"offline-change-{number}", CHANGES[one.kind], self._meant(one))
            for number, one in enumerate(reading.changes, start=1)
        )
        asked = self.rules.whole(reading.question, self.earlier)
        searches = self._searches(f"{asked} {reading.lookup}".strip())
        return ChatReply("", (*calls, *self._calls(searches, goes_on=True).tool_calls))

    def _meant(self, change: SelectionChange) -> str:
        candidates = sources_in(self.state, selected=change.kind == "remove")
        named = labels(candidates)
        task = SourceChoiceTask(
            instruction=change.words,
            candidates=list(named),
            numbers=list(named.values()),
            subjects=[candidates[n].get("heading", "") for n in named.values()],
        )
        titles = self.rules.choose(task).titles if named else []
        told = {"sources": [named[title] for title in titles], "words": change.words}
        return json.dumps(told, ensure_ascii=False)

    def _told_command(self) -> str:
        words = self.rules.wordings[self.language]
        return words.is_command.format(command=command_in(self.message))

    def _spoken(self, kind: Kind) -> str:
        words = self.rules.wordings[self.language]
        about = self.rules.about.get(self.language, words.about)
        ask = words.ask_for_restore_or_question if self.has_sources else words.ask_for_question
        nothing = words.nothing_selected_now if self.has_sources else words.nothing_to_confirm
        texts: dict[Kind, str] = {
            "question": about,
            "greeting": f"{words.greeting} {words.ask_for_question}",
            "thanks": words.thanks,
            "about": about,
            "decline": words.declined if self.has_sources else words.ask_for_question,
            "fine": words.thanks,
            "confirm": f"{nothing} {ask}" if self.rules.answer else about,
            "undo": f"{words.nothing_to_confirm} {ask}",
            "redo": f"{words.nothing_to_confirm} {ask}",
            "show": f"{words.nothing_selected_now} {ask}",
            "rework": words.cannot_rework if self.has_answer else words.nothing_to_rework,
            "claims": words.nothing_to_rework,
            "explain": words.nothing_to_rework,
            "change": f"{words.nothing_selected_now} {ask}",
        }
        return texts[kind]

    def _calls(self, picked: Sequence[Pick], *, goes_on: bool = False) -> ChatReply:
        calls = (
            ToolCall(f"offline-{number}", name, self._arguments(name, query, goes_on))
            for number, (name, query) in enumerate(picked, start=1)
        )
        return ChatReply("" if picked else self._spoken("question"), tuple(calls))

    def _arguments(self, name: str, query: str, goes_on: bool) -> str:
        words = query[: self._longest_query(name)]
        takes_several = "queries" in self._properties(name)
        arguments: dict[str, object] = {"queries": [words]} if takes_several else {"query": words}
        if goes_on and "goes_on" in self._properties(name):
            arguments["goes_on"] = True
        return json.dumps(arguments, ensure_ascii=False)

    def _longest_query(self, name: str) -> int:
        limit = self._properties(name).get("query", {}).get("maxLength")
        return limit if isinstance(limit, int) else LONGEST_QUERY

    def _properties(self, name: str) -> Mapping[str, Any]:
        tool = self.tools.get(name)
        properties: Mapping[str, Any] = tool.parameters["properties"] if tool else {}
        return properties
