"""What the built-in model does with a message: a desk's table says which tool an act on a kind of thing calls. Pure.

A desk hands in a ``DeskTable``; ``BuiltinRules`` made of it decide as a deciding model does, on the same request.
"""

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from typing import Any

from pydantic import BaseModel, ValidationError

from src.dossier.models import Language
from src.llm.builtin import asking, sentences
from src.llm.builtin.acts import ON_THINGS, SURE, Act, Acts, Said
from src.llm.builtin.asking import Done, NotDone, PickedCall
from src.llm.builtin.commands import LONGEST_STATEMENT, MOST_REMOVED, may_change, meant_by, removed
from src.llm.builtin.menu import Menu, without_place
from src.llm.builtin.offers import ReadingsAsked, named_by, near_acts
from src.llm.builtin.phrases import pattern, without_phrases
from src.llm.builtin.references import Meant, is_named, things_in, things_to
from src.llm.builtin.sentences import says
from src.llm.builtin.table import EVERYWHERE, SOURCES, ActRequest, DeskTable, cannot, introduced
from src.llm.builtin.wishes import likely, may_want
from src.llm.protocol import ChatMessage, ChatReply, ToolCall, ToolSpec
from src.llm.state import State, message_and_state, sources_in, with_state
from src.search.documents.analysers import language_of
from src.search.snippet import goes_on, is_follow_up


@dataclass(frozen=True)
class BuiltinRules:
    """The ``OfflineRules`` of a desk, by its table."""

    table: DeskTable = field(default_factory=DeskTable)

    def decision(
        self,
        heard: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
        otherwise: Language | None = None,
    ) -> ChatReply:
        """Return the tools to call, or words; where a change may not be meant, the question whether it is.

        Words are in the language of what was said, ``otherwise`` where none of it tells one.
        """
        otherwise = otherwise or self.table.otherwise
        if not heard or heard[-1].role == "tool":
            return self.decide(heard, offered, otherwise)
        message, state = message_and_state(heard)
        choices = state.get("choices", ())
        others = {wording.something_else: wording for wording in self.table.wordings.values()}
        taken = sentences.chosen(message, choices, (*others,))
        is_taken = taken in choices
        if is_taken and taken in others:
            return ChatReply(others[taken].in_own_words)
        if is_taken and (offered_before := self._taken(taken, heard, offered, otherwise)):
            return offered_before
        if is_taken:
            heard = (*heard[:-1], replace(heard[-1], content=with_state(taken, state)))
        picker = _Picker(self, self.at_hand(heard), offered, otherwise)
        if len(choices) > 1 and not is_taken and sentences.only_agrees(message):
            asked = picker.table.wordings[picker.language].what_is_meant.format(words=message)
            return picker.reply([[PickedCall("ask", {"question": asked, "choices": [*choices]})]])
        reply = self.decide(heard, offered, otherwise)
        changing = [call for call in reply.tool_calls if call.name in self.table.changes]
        if not changing or is_taken or self.table.material(message, state) == "surely":
            return reply
        called = tuple(call for call in reply.tool_calls if call.name != "ask")
        # What points, or tells a place, may mean what was just asked about.
        most = MOST_REMOVED if "you_asked" not in state or re.search(r"\d", message) else 0
        is_plain = called == reply.tool_calls and max(map(removed, changing)) <= most
        is_sure = is_plain and self._understands(message, reply, state)
        return reply if is_sure and not picker.menu().lacks(called) else picker.asked(called)

    def at_hand(self, heard: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
        """Return what was heard with the newest message and its state as this desk's table needs them."""
        return heard

    def _taken(
        self,
        choice: str,
        heard: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
        otherwise: Language,
    ) -> ChatReply | None:
        """Return what a choice calls, by the question that offered it: nothing has changed since it was put."""
        message, known = message_and_state(heard)
        typed = choice if message.strip(" .)#").isdecimal() else message  # as tools read a number
        before = {name: one for name, one in known.items() if name not in ("choices", "you_asked")}
        said = [at for at, message in enumerate(heard[:-1]) if message.role == "user"]
        for at, language in product(said[:-4:-1], self.table.wordings):
            again = with_state(heard[at].content, {**before, "language": language})
            newest = replace(heard[at], content=again)
            asked = self.decision((*heard[:at], newest), offered, otherwise)
            if isinstance(asked, ReadingsAsked) and (calls := asked.taken(choice, typed)):
                return calls
        return None

    def _understands(self, message: str, reply: ChatReply, state: State) -> bool:
        """Tell whether what is called for a message is all that it asks for, and surely meant."""
        words = self.table.words
        acts = self.acts.read(message)
        asks = [said.words for said in acts if said.act == "ask"]
        changes = words.plain(message)
        for question in filter(partial(says, "interrogative"), asks):
            changes = changes.replace(question, " ")
        own = re.compile(
            "|".join((*self.table.kinds.values(), *words.sources, *words.small, "(?!)")),
            re.IGNORECASE,
        )
        known = [meant_by(reply, state)]
        if {call.name for call in reply.tool_calls} <= {"undo", "redo"} and not ON_THINGS & {
            said.act for said in acts
        }:
            known.append(changes)
        adds = all(edit["op"] == "add" for edit in asking.edits_of(reply.tool_calls))
        return may_change(own.sub(" it ", changes), " ".join(known), adds=adds)

    def decide(
        self, heard: Sequence[ChatMessage], offered: Sequence[ToolSpec], otherwise: Language
    ) -> ChatReply:
        """Return the tools to call, or words, whether or not a change is meant."""
        if heard and heard[-1].role == "tool":
            return self.table.after(heard)
        return _Picker(self, self.at_hand(heard), offered, otherwise).decision()

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:
        """Return the form filled in; None for one that the desk's rules do not know, or a task that is none."""
        fill = self.table.forms.get(form)
        with suppress(ValidationError):
            return fill(task) if fill else None
        return None

    def about(self, language: Language) -> str:
        """Return what the desk is for."""
        return self.table.about.get(language, self.table.wordings[language].about)

    @cached_property
    def acts(self) -> Acts:
        """What finds the acts that a message asks for, by the desk's words."""
        return Acts(self.table.words, self.table.able, tuple(self.table.kinds.values()))

    def last_question(self, said: Sequence[str]) -> str:
        """Return the last of these messages that asked something of the field, with the subject that it goes on about.

        Empty where none did; "yes" says nothing by itself.
        """
        for at in reversed(range(len(said))):
            if at and (looked := sentences.looked_up(said[at])):
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
        subject = next((text for text in asked if not is_follow_up(text, self.table.telling)), "")
        return f"{subject} {question}".strip()

    def goes_on(self, message: str) -> bool:
        """Tell whether a message goes on about the question before it, where there was one."""
        if says("again", message):
            return False
        lacks_subject = is_follow_up(message, self.table.telling) or says("corrected", message)
        points = goes_on(message.split(".")[0], "") or likely(message)["follow_up"] >= SURE
        return lacks_subject or points or sentences.adds_fact(message)


def _is_open(done: Done) -> bool:
    if isinstance(done, str):
        return isinstance(done, NotDone)
    return all(call.tool == "ask" for call in done)


class _Picker:
    """One decision, from what has been said so far and the tools that are offered."""

    def __init__(
        self,
        rules: BuiltinRules,
        messages: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
        otherwise: Language,
    ) -> None:
        said = [message.content for message in messages if message.role == "user"]
        self.rules, self.table = rules, rules.table
        self.tools = frozenset(tool.name for tool in offered)
        self.message, self.state = message_and_state(messages)
        self.earlier = tuple(said[:-1])
        before = language_of(" ".join(self.earlier[-1:]), otherwise)
        spoken = "" if sentences.command_in(self.message) else self.message
        told = self.state.get("language") or language_of(spoken, before)
        self.language: Language = "nl" if told == "nl" else "en"
        left = pattern("sentences", "leaves").fullmatch(self.message.strip())
        self.anew = left is not None and not rules.acts.names(left["old"], self._is_known)
        # What is left is no thing that is there: nothing is to be done with it.
        if left and self.anew:
            self.message, self.earlier = left["new"], ()

    def decision(self) -> ChatReply:
        """Return the tools to call, or words; each act of a message is done, or asked about."""
        said = self.rules.acts.read(self.message, self._is_known)
        material = self.table.material(self.message, self.state)
        is_back = said[0].act in ("take_back", "again")
        if material and not (is_back or self._only_thanks(said)):
            if material == "maybe":
                return self.asked((), ChatReply(""))
            return self.reply([self.table.takes(self._request(Said("add", self.message)))])
        looked = sentences.looked_up(self.message) if self.earlier else None
        own = None if is_back else self.table.own(self._request(Said("ask", self.message)))
        if looked or own is not None:
            return self.reply([self._looked_up(looked) if looked else own or ""])
        says_more = not is_back or without_phrases(self.message)[1]
        if says_more and (certain := self.menu().certain()):
            return self.reply([certain])
        done = [self._done(entry, beside=len(said) > 1) for entry in said]
        reply = self.reply(done)
        is_open = all(map(_is_open, done)) and without_phrases(self.message)[1]
        return self.asked((), reply, said) if is_open else reply

    def asked(
        self,
        called: tuple[ToolCall, ...],
        otherwise: ChatReply | None = None,
        said: Sequence[Said] = (),
    ) -> ChatReply:
        """Return the question what is meant; ``called``: what was read, where it is not surely meant."""
        otherwise = otherwise or ChatReply(self.lost)
        menu = self.menu(entry.act for entry in said if entry.act in ON_THINGS)
        if not called and (shown := menu.shown()):
            return shown
        # What the desk is for, and which of its things there are, the choices tell better.
        is_told = otherwise.text in (self.rules.about(self.language), self.lost) or bool(menu.acts)
        own = [json.loads(call.arguments) for call in otherwise.tool_calls]
        beside = {} if called else next(iter(own), {"question": "" if is_told else otherwise.text})
        found = menu.question(called, beside)
        return found if found and self.table.asks in self.tools else otherwise

    def menu(self, acts: Iterable[Act] = ()) -> Menu:
        """Return what the message may mean; ``acts``: those that were read."""
        spoken = (self.message, self.state, self.table, self.language, self._request, self.reply)
        return Menu(*spoken, [*dict.fromkeys((*acts, *near_acts(self.message, self.table.able)))])

    def _only_thanks(self, said: Sequence[Said]) -> bool:
        """Tell whether a message thanks for what was said, and brings nothing: no name, size or code, and no "but"."""
        return (
            [entry.act for entry in said] == ["thank"]
            and bool(self.earlier)
            and len(self.message.split()) <= LONGEST_STATEMENT
            and not says("however", self.message)
            and not sentences.names_other(self.message, f"{' '.join(self.earlier)} {self.state}")
        )

    def reply(self, done: Sequence[Done]) -> ChatReply:
        """Return the calls of what is done, as the desk takes them, or the words where nothing is called."""
        every = [call for each in done if not isinstance(each, str) for call in each]
        calls = [call for call in every if call.tool in self.tools or call.tool == "ask"]
        words = " ".join(dict.fromkeys(each for each in done if isinstance(each, str)))
        if not calls:
            return ChatReply(words or self.lost)
        if words and "ask" in self.tools:  # what is not done beside what is
            calls.append(PickedCall("ask", {"question": words}))
        asks = [call for call in calls if call.tool == "ask"]
        once = (call for call in calls if call not in asks[1:])
        told = self.table.told
        named = ((self.table.asks if call.tool == "ask" else call.tool, call) for call in once)
        return asking.reply_of(
            PickedCall(tool, told(tool, call.arguments, self.language)) for tool, call in named
        )

    def _request(self, said: Said, **more: Any) -> ActRequest:
        spoken = (said.act, said.words, self.message, self.state, self.language, self.earlier)
        return ActRequest(*spoken, self.rules, self.tools, anew=self.anew, **more)

    def _done(self, said: Said, *, beside: bool) -> Done:
        """Return what an act does: by the desk's table, as a question where it has no tool for it, or in words."""
        if said.act == "ask":
            return self._asked(self._request(said, beside=beside))
        kinds = [kind for kind in self.table.kinds if (said.act, kind) in self.table.does]
        said, place = without_place(said)
        found = self._meant(said, kinds)
        if found is None:
            does = self.table.does.get((said.act, ""), EVERYWHERE.get(said.act, introduced))
            request = self._request(said, beside=beside)
            return does(request) or self._asked(request)
        kind, (things, clear, exact) = found
        target = named_by(place, things_in(self.state, kind), kind, self.table).things
        request = self._request(
            said, beside=beside, kind=kind, things=things, place=place, target=target
        )
        if not clear:
            return request.which()
        unnamed = said.act not in ("add", "show") and not (things or exact)
        if unnamed and len(things_to(said.act, self.state, kind)) > 1:
            return request.which()
        return self.table.does[said.act, kind](request)

    def _asked(self, request: ActRequest) -> Done:
        """Return what a question does; what may be none is open, and what is only a feeling gets words."""
        words = request.words
        wants = self.rules.acts.wants_lookup(words)
        feels = "feeling" in without_phrases(words)[0] and not words.endswith("?")
        if feels and wants != "surely" and not self.menu().acts:
            return request.wording.ask_for_question
        done = self.table.ask(request)
        stays = not isinstance(done, str) and any(call.arguments.get("goes_on") for call in done)
        doubts = may_want(words, "doubt") and self.rules.acts.is_talk(words, "doubt")
        refers = self._on_table and doubts and not stays
        if may_want(words, "outside") and wants != "surely":
            return cannot(request)
        beside = self._on_table and says("sum", words)
        if not (wants or refers or beside) and says("interrogative", words):
            to_program = says("you", pattern("sentences", "thanks").sub(" ", words))
            return self.lost if to_program else NotDone(self.lost)
        goes_on = request.question != words and wants and says("interrogative", words)
        sure = (wants == "surely" or goes_on) and not (refers or beside)
        menu = self.menu()
        commands = menu.acts and menu.exact and not says("interrogative", words)
        if (sure and not commands) or (isinstance(done, str) and not refers):
            return done
        return NotDone("" if wants or refers else self.lost)

    @property
    def _on_table(self) -> bool:
        """Whether sources were shown or an answer was given, from which a message may go on."""
        is_of_sources = ("go_on", "") in self.table.does and SOURCES in self.table.kinds
        return is_of_sources and bool(sources_in(self.state, selected=True))

    @property
    def lost(self) -> str:
        """What is said where a message asks for nothing that is done here."""
        if self._on_table:
            return self.table.wordings[self.language].not_here
        return self.rules.about(self.language)

    def _looked_up(self, looked: re.Match[str]) -> Done:
        question = self.rules.question_looked_up(self.earlier, looked)
        act: Act = "lookup" if looked["on"] else "ask"
        request = replace(self._request(Said(act, question)), earlier=())
        return self.table.does.get((act, ""), self.table.ask)(request)

    def _meant(self, said: Said, kinds: Sequence[str]) -> tuple[str, Meant] | None:
        """Return what an act is done to; None where nothing of these kinds is there.

        A kind that is called by its name goes before one of which something fits, and that before the first.
        """
        there = {kind: things_to(said.act, self.state, kind) for kind in kinds}
        kinds = [kind for kind in kinds if said.act == "add" or things_in(self.state, kind)]
        if not kinds:
            return None
        words = said.words
        found = {kind: named_by(words, there[kind], kind, self.table) for kind in kinds}

        def fits(kind: str) -> tuple[bool, bool]:
            is_called = re.search(self.table.kinds[kind], words, re.IGNORECASE) is not None
            # What only points means the first kind.
            return is_called, bool(is_named(words, found[kind].things, self.table.words))

        kind = max(kinds, key=fits)
        return kind, found[kind]

    def _is_known(self, clause: str) -> bool:
        """Tell whether a clause names something that is there by its own name."""
        return any(
            is_named(clause, things, self.table.words)
            for kind in self.table.kinds
            if kind not in self.table.names and (things := things_in(self.state, kind))
        )
