"""What the built-in model does with a message: a desk's table says which tool an act on a kind of thing calls. Pure.

A desk hands in a ``DeskTable``; ``BuiltinRules`` made of it decide as a deciding model does, on the same request.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ValidationError

from src.dossier.models import Language
from src.llm.builtin.acts import ON_THINGS, Act, Acts, Said
from src.llm.builtin.acts import Is as Is
from src.llm.builtin.asking import MOST_CHOICES, shall_i_look_up, which
from src.llm.builtin.asking import Done as Done
from src.llm.builtin.asking import PickedCall as PickedCall
from src.llm.builtin.names import NameReader
from src.llm.builtin.references import Meant, Thing, is_named, meant, things_in
from src.llm.builtin.sentences import (
    adds_fact,
    asks_for_more,
    chosen,
    command_in,
    exclaims,
    interrogative,
    looked_up,
    opens_subject,
    praises,
)
from src.llm.builtin.vocabulary import GENERAL, Vocabulary
from src.llm.protocol import ChatMessage, ChatReply, ToolCall, ToolSpec
from src.llm.state import State, message_and_state, sources_in
from src.search.documents.analysers import language_of
from src.search.snippet import goes_on, is_follow_up, words_of
from src.wording import WORDINGS, Wording

PerLanguage = Mapping[Language, str]

SOURCES = "sources"  # the list whose things are left out where somebody finds fault with them


@dataclass(frozen=True)
class ActRequest:
    """One act of a message, with all that a desk needs to call a tool for it."""

    act: Act
    words: str
    """The user's words for the act."""
    message: str
    """The whole message."""
    state: State
    language: Language
    earlier: tuple[str, ...]
    """What the user said before, oldest first."""
    rules: "BuiltinRules"
    tools: frozenset[str] = frozenset()
    """Names of the tools that may be called."""
    kind: str = ""
    """Name of the list that ``things`` are in."""
    things: tuple[Thing, ...] = ()
    """What the words mean; empty where they name nothing that is there."""
    beside: bool = False
    """Whether the message asks for something else, too."""
    place: str = ""
    """Of a move: the words for where to, from "before" or "onder" on."""
    target: tuple[Thing, ...] = ()
    """Of a move: the things that the place names."""

    @property
    def wording(self) -> Wording:
        """The desk's fixed texts."""
        return self.rules.wordings[self.language]

    @property
    def question(self) -> str:
        """The words with the question that they go on about in front: "En voor een beginner?" has no subject."""
        return self.rules.whole(self.words, self.earlier)

    @property
    def last_question(self) -> str:
        """The last question of the conversation; the message itself where there was none."""
        return self.rules.last_question(self.earlier) or self.message

    @property
    def numbers(self) -> list[int]:
        """The numbers of the things."""
        return [one.n for one in self.things]


Does = Callable[[ActRequest], Done]


def _no_material(message: str, state: State) -> Is:  # noqa: ARG001  # the shape of what looks like material
    return ""


def _nothing_more(heard: Sequence[ChatMessage]) -> ChatReply:  # noqa: ARG001  # the shape of after
    return ChatReply("")


def _about(request: ActRequest) -> Done:
    return request.rules.about(request.language)


@dataclass(frozen=True)
class DeskTable:
    """What a desk tells the built-in model: its things, its tools by act, and what a plain question does."""

    about: PerLanguage = field(default_factory=dict)
    """What the desk is for, in a sentence or a few; where there is nothing, what the wordings say."""
    wordings: Mapping[Language, Wording] = field(default_factory=lambda: WORDINGS)
    words: Vocabulary = GENERAL
    kinds: Mapping[str, str] = field(default_factory=dict)
    """By the name of a list in the state, what its things are called: a regular expression for both languages. A
    number alone means a thing of the first."""
    numbered: Mapping[str, PerLanguage] = field(default_factory=dict)
    """What a thing of a kind is called before its number in a choice, where a number alone may mean another kind."""
    does: Mapping[tuple[Act, str], Does] = field(default_factory=dict)
    """By act and kind of thing; "" where the act names none, or nothing of that kind is there."""
    own: Callable[[ActRequest], Done | None] = lambda _: None
    """What is done with a message in words of the desk's own, before its acts are read; None where it has none."""
    ask: Does = _about
    """What a plain question does."""
    names: Mapping[str, Callable[[], type[NameReader]]] = field(default_factory=dict)
    """What imports the reader of the names of things, by their kind, where that takes more than numbers and words."""
    telling: Callable[[str], set[str]] = words_of
    """The words of a message that tell its subject."""
    material: Callable[[str, State], Is] = _no_material
    """Whether a message looks like notes, a transcript or an error: long, many lines, as a program writes."""
    told: Callable[[str, Mapping[str, Any]], Mapping[str, Any]] = lambda _, given: given
    """What the desk's tool of a name is told beside the arguments."""
    takes: Does = _about
    """What is done with material; where it is only maybe such, with a question beside it."""
    after: Callable[[Sequence[ChatMessage]], ChatReply] = _nothing_more
    """What is done once tools have run for the last message."""
    forms: Mapping[type[BaseModel], Callable[[str], BaseModel | None]] = field(default_factory=dict)
    """What fills in each form, from its task as JSON."""


@dataclass(frozen=True)
class BuiltinRules:
    """The ``OfflineRules`` of a desk, by its table."""

    table: DeskTable = field(default_factory=DeskTable)

    def decision(
        self,
        heard: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
        otherwise: Language = "nl",
    ) -> ChatReply:
        """Return the tools to call, or words.

        Words are in the language of what was said, ``otherwise`` where none of it tells one.
        """
        if heard and heard[-1].role == "tool":
            return self.table.after(heard)
        tools = frozenset(tool.name for tool in offered)
        return _Picker(self, heard, tools, otherwise).decision()

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:
        """Return the form filled in; None for one that the desk's rules do not know, or a task that is none."""
        fill = self.table.forms.get(form)
        with suppress(ValidationError):
            return fill(task) if fill else None
        return None

    @property
    def wordings(self) -> Mapping[Language, Wording]:
        """The desk's fixed texts."""
        return self.table.wordings

    def about(self, language: Language) -> str:
        """Return what the desk is for."""
        return self.table.about.get(language, self.wordings[language].about)

    @cached_property
    def acts(self) -> Acts:
        """What finds the acts that a message asks for, by the desk's words."""
        able = {act for act, kind in self.table.does if kind} & ON_THINGS
        return Acts(self.table.words, able, tuple(self.table.kinds.values()))

    def is_follow_up(self, message: str) -> bool:
        """Tell whether a message lacks its subject: "En voor een beginner?", "en waar dan?"."""
        return is_follow_up(message, self.table.telling)

    def last_question(self, said: Sequence[str]) -> str:
        """Return the last of these messages that asked something of the field, with the subject that it goes on about.

        Empty where none did; "yes" says nothing by itself.
        """
        for at in reversed(range(len(said))):
            if at and (looked := looked_up(said[at])):
                return self.question_looked_up(said[:at], looked)
            if asked := self.acts.question_in(said[at]):
                return self.whole(asked, said[:at])
        return ""

    def question_looked_up(self, before: Sequence[str], looked: re.Match[str]) -> str:
        """Return the last of these messages, with the question before it in front where that is wanted."""
        subject = self.last_question(before[:-1]) if looked["on"] else ""
        return f"{subject} {before[-1]}".strip()

    def whole(self, question: str, before: Sequence[str]) -> str:
        """Return a question with the one that it goes on about in front: "En voor een beginner?" has no subject."""
        if not self.goes_on(question):
            return question
        asked = filter(None, map(self.acts.question_in, reversed(before)))
        subject = next((one for one in asked if not self.is_follow_up(one)), "")
        return f"{subject} {question}".strip()

    def goes_on(self, message: str) -> bool:
        """Tell whether a message goes on about the question before it, where there was one."""
        if opens_subject(message):
            return False
        first = message.split(".")[0]
        return self.is_follow_up(message) or goes_on(first, "") or adds_fact(message)


class _Picker:
    """One decision, from what has been said so far and the tools that are offered."""

    def __init__(
        self,
        rules: BuiltinRules,
        messages: Sequence[ChatMessage],
        tools: frozenset[str],
        otherwise: Language,
    ) -> None:
        said = [one.content for one in messages if one.role == "user"]
        self.rules, self.table, self.tools = rules, rules.table, tools
        message, self.state = message_and_state(messages)
        self.message = chosen(message, self.state.get("choices", ()))
        self.earlier = tuple(said[:-1])
        before = language_of(" ".join(self.earlier[-1:]), otherwise)
        spoken = "" if command_in(self.message) else self.message
        told = self.state.get("language") or language_of(spoken, before)
        self.language: Language = "nl" if told == "nl" else "en"

    def decision(self) -> ChatReply:
        """Return the tools to call, or words."""
        material = self.table.material(self.message, self.state)
        if material:
            taken = self._request(Said("add", self.message), beside=material == "maybe")
            return self._reply([self.table.takes(taken)])
        looked = looked_up(self.message) if self.earlier else None
        if looked:
            return self._reply([self._looked_up(looked)])
        own = self.table.own(self._request(Said("ask", self.message)))
        if own is not None:
            return self._reply([own])
        said = self.rules.acts.read(self.message, self._is_known)
        return self._reply([self._done(one, beside=len(said) > 1) for one in said])

    def _reply(self, done: Sequence[Done]) -> ChatReply:
        every = [call for each in done if not isinstance(each, str) for call in each]
        calls = [call for call in every if call.tool in self.tools]
        asks = [call for call in calls if call.tool == "ask"]
        words = " ".join(dict.fromkeys(each for each in done if isinstance(each, str)))
        if not calls and not words:
            words = self._lost
        told = self.table.told
        made = [
            ToolCall(f"builtin-{n}", tool, json.dumps(told(tool, arguments), ensure_ascii=False))
            for n, (tool, arguments) in enumerate((c for c in calls if c not in asks[1:]), start=1)
        ]
        return ChatReply("" if calls else words, tuple(made))

    def _request(self, said: Said, **more: Any) -> ActRequest:
        spoken = (said.act, said.words, self.message, self.state, self.language, self.earlier)
        return ActRequest(*spoken, self.rules, self.tools, **more)

    def _done(self, said: Said, *, beside: bool) -> Done:
        """Return what an act does: by the desk's table, as a question where it has no tool for it, or in words."""
        if said.act == "ask":
            return self._asked(self._request(said, beside=beside))
        kinds = [kind for kind in self.table.kinds if (said.act, kind) in self.table.does]
        said, place = said.without_place
        found = self._meant(said, kinds)
        if found is not None:
            kind, things = found
            if not things.clear or (things.things and self._is_doubtful(said, kind)):
                return self._which(said, things.things)
            unclear = said.act not in ("add", "show") and not (things.things or things.exact)
            if unclear and 1 < len(every := self._things(said.act, kind)) <= MOST_CHOICES:
                return self._which(said, every)
            request = self._request(said, beside=beside, kind=kind, things=things.things)
            target = self._named(place, kind, things_in(self.state, kind)).things if place else ()
            return self.table.does[said.act, kind](replace(request, place=place, target=target))
        does = self.table.does.get((said.act, ""))
        return does(self._request(said, beside=beside)) if does else self._spoken(said)

    def _is_doubtful(self, said: Said, kind: str) -> bool:
        """Tell whether a removal may be none: of what was made and is found fault with, or of "a" or "my" thing."""
        if said.act != "remove":
            return False
        return said.finds_fault if kind != SOURCES else self.rules.acts.names_any(said.words)

    def _asked(self, request: ActRequest) -> Done:
        """Return what a question does; what may be none is asked about, and what is none gets words."""
        if self._on_table and asks_for_more(request.words):
            return request.wording.not_here
        if self._on_table and praises(request.words):
            return request.wording.thanks
        is_asked = self.rules.acts.wants_lookup(request.words)
        goes_on = request.question != request.words
        done = self.table.ask(request)
        sure = is_asked == "surely" or (goes_on and is_asked and interrogative(request.words))
        if sure or isinstance(done, str):
            return done
        wording = request.wording
        feels = exclaims(request.words)
        if not is_asked and (feels or not goes_on):
            return wording.ask_for_question if feels and not self._on_table else self._lost
        if "ask" not in self.tools:
            return self._lost
        fits = {"alone", "not"} | ({"joined"} if self.rules.last_question(self.earlier) else set())
        fits |= {"answer"} if self._on_table and not self.state.get("just_answered") else set()
        return [shall_i_look_up(wording, request.words, fits)]

    @property
    def _on_table(self) -> bool:
        """Whether sources were shown or an answer was given, from which a message may go on."""
        is_of_sources = ("go_on", "") in self.table.does and SOURCES in self.table.kinds
        return is_of_sources and bool(sources_in(self.state, selected=True))

    @property
    def _lost(self) -> str:
        """What is said where a message asks for nothing that is done here."""
        if self._on_table:
            return self.rules.wordings[self.language].not_here
        return self.rules.about(self.language)

    def _looked_up(self, looked: re.Match[str]) -> Done:
        question = self.rules.question_looked_up(self.earlier, looked)
        act: Act = "lookup" if looked["on"] else "ask"
        request = replace(self._request(Said(act, question)), earlier=())
        does = self.table.does.get((act, ""), self.table.ask)
        return does(request)

    def _meant(self, said: Said, kinds: Sequence[str]) -> tuple[str, Meant] | None:
        """Return what an act is done to; None where nothing of these kinds is there.

        A kind that is called by its name goes before one of which something fits, and that before the first.
        """
        there = {kind: self._things(said.act, kind) for kind in kinds}
        kinds = [one for one in kinds if said.act == "add" or things_in(self.state, one)]
        if not kinds:
            return None
        words = said.before + said.words
        found = {kind: self._named(words, kind, there[kind]) for kind in kinds}
        called = self.table.kinds.items()
        named = {kind for kind, name in called if re.search(name, words, re.IGNORECASE)}
        kind = max(kinds, key=lambda one: (one in named, bool(found[one].things)))
        return kind, found[kind]

    def _named(self, words: str, kind: str, things: Sequence[Thing]) -> Meant:
        make = self.table.names.get(kind)
        return meant(words, things, make() if make else NameReader, self.table.words)

    def _things(self, act: Act, kind: str) -> tuple[Thing, ...]:
        """Return the things that an act may be done to: what was left out is put back, all else is done to the rest."""
        every = things_in(self.state, kind)
        if act in ("restore", "add"):
            return tuple(one for one in every if not one.there)
        return every if act == "show" else tuple(one for one in every if one.there)

    def _is_known(self, clause: str) -> bool:
        """Tell whether a clause names something that is there by its own name."""
        return any(
            is_named(clause, things, self.table.words)
            for kind in self.table.kinds
            if kind not in self.table.names and (things := things_in(self.state, kind))
        )

    def _which(self, said: Said, things: Sequence[Thing]) -> Done:
        """Return the question which of these is meant, with what may be said for each."""
        wording = self.rules.wordings[self.language]
        if len(things) > MOST_CHOICES or "ask" not in self.tools:
            return wording.no_source_meant.format(words=said.words)
        called = {kind: words.get(self.language) for kind, words in self.table.numbered.items()}
        return [which(wording, said.words, wording.acts[said.act], things, called)]

    def _spoken(self, said: Said) -> str:
        """Return what is said where nothing can be called."""
        words = self.rules.wordings[self.language]
        if said.act == "hand_out":
            return words.is_command.format(command=said.words)
        texts: dict[Act, str] = {
            "greet": f"{words.greeting} {words.ask_for_question}",
            "thank": words.thanks,
            "agree": words.thanks,
            "refuse": words.ask_for_question,
        }
        return texts.get(said.act, self.rules.about(self.language))
