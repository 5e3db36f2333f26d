"""What a desk tells the built-in model: its things, its tools by act, and what is known of an act of a message."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel

from src.dossier.models import Language
from src.llm.builtin.acts import ON_THINGS, Act, Acts, Is
from src.llm.builtin.asking import Done, NotDone, PickedCall
from src.llm.builtin.names import NameReader
from src.llm.builtin.phrases import without_phrases
from src.llm.builtin.references import SOURCES as SOURCES
from src.llm.builtin.references import Thing
from src.llm.builtin.sentences import says
from src.llm.builtin.vocabulary import GENERAL, Vocabulary
from src.llm.protocol import ChatMessage, ChatReply
from src.llm.state import State, sources_in
from src.search.snippet import words_of
from src.wording import WORDINGS, Wording

PerLanguage = Mapping[Language, str]


class Rules(Protocol):
    """What a desk may ask of the rules that its table makes."""

    @property
    def table(self) -> "DeskTable": ...
    @property
    def acts(self) -> Acts: ...
    def about(self, language: Language) -> str: ...
    def last_question(self, said: Sequence[str]) -> str: ...
    def whole(self, question: str, before: Sequence[str]) -> str: ...
    def goes_on(self, message: str) -> bool: ...


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
    rules: Rules
    tools: frozenset[str] = frozenset()
    """Names of the tools that may be called."""
    kind: str = ""
    """Name of the list that ``things`` are in."""
    things: tuple[Thing, ...] = ()
    """What the words mean; empty where they name nothing that is there."""
    beside: bool = False
    """Whether the message asks for something else, too."""
    anew: bool = False
    """Whether the message leaves what was said before for another subject."""
    place: str = ""
    """Of a move: the words for where to, from "before" or "onder" on."""
    target: tuple[Thing, ...] = ()
    """Of a move: the things that the place names."""
    offered: bool = False
    """Whether this is only offered to choose from, so that ``things`` are what it is done to."""

    @property
    def wording(self) -> Wording:
        """The desk's fixed texts."""
        return self.rules.table.wordings[self.language]

    @property
    def question(self) -> str:
        """The words with the question that they go on about in front: "En voor een beginner?" has no subject."""
        return self.rules.whole(self.words, self.earlier)

    @property
    def last_question(self) -> str:
        """The last question of the conversation; the message itself where there was none."""
        return self.rules.last_question(self.earlier) or self.message

    def which(self) -> Done:
        """Return that it is not known which thing is meant, which is then asked."""
        said = self.state.get("said", self.words)
        return NotDone(self.wording.no_source_meant.format(words=said))

    @property
    def says_yes(self) -> bool:
        """Whether the words begin with a yes."""
        return without_phrases(self.words)[0][:1] == ["yes"]

    def acknowledged(self) -> Done:
        """Return a kind word for "ok" where nothing waits; of a yes it is asked what it is for."""
        if self.says_yes and "ask" in self.tools:
            return [PickedCall("ask", {"question": self.wording.yes_to_what})]
        return self.wording.yes_to_what if self.says_yes else self.wording.thanks

    @property
    def numbers(self) -> list[int]:
        """The numbers of the things."""
        return [thing.n for thing in self.things]


Does = Callable[[ActRequest], Done]


def turned(tool: str) -> Does:
    """Return what takes changes back or makes them again; the last one only where it is called that.

    What was handed in just before is taken back only where somebody chooses so.
    """

    def turn(request: ActRequest) -> Done:
        if tool not in request.tools:
            return request.wording.nothing_to_turn
        only_last = tool == "undo" and not says("last_change", request.words)
        before = request.earlier[-1] if request.earlier else ""
        is_material = before and request.rules.table.material(before, request.state)
        if only_last and is_material and not request.offered:
            asks = request.wording.what_is_meant.format(words=request.words)
            return [PickedCall("ask", {"question": asks, "choices": [request.wording.undo_last]})]
        return [PickedCall(tool, {"turns": 1, **({"only_last": True} if only_last else {})})]

    return turn


def introduced(request: ActRequest) -> Done:
    """Return what the desk is for."""
    return NotDone(request.rules.about(request.language))


def _declined(request: ActRequest) -> Done:
    may_restore = SOURCES in request.rules.table.kinds and sources_in(request.state)
    wording = request.wording
    if says("keeps", request.words, "clauses"):
        return wording.declined
    return NotDone(wording.declined if may_restore else wording.ask_for_question)


def cannot(request: ActRequest) -> Done:
    """Return that this can't be done here."""
    return NotDone(request.wording.cannot_act.format(words=request.words))


EVERYWHERE: Mapping[Act, Does] = {
    "take_back": turned("undo"),
    "again": turned("redo"),
    "rework": lambda request: NotDone(request.wording.cannot_reshape),
    **dict.fromkeys(("other", "outside"), cannot),
    **dict.fromkeys(("select", "perhaps"), lambda _: NotDone()),
    "about": lambda request: request.rules.about(request.language),
    "find": lambda _: [],
    "hand_out": lambda request: request.wording.is_command.format(command=request.words),
    "greet": lambda request: f"{request.wording.greeting} {request.wording.ask_for_question}",
    "thank": lambda request: request.wording.thanks,
    "agree": lambda request: request.wording.thanks,
    "refuse": _declined,
}
"""What acts do at each desk whose table has no row for them; what nobody does is answered by what the desk is for."""


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
    ask: Does = introduced
    """What a plain question does."""
    names: Mapping[str, Callable[[], type[NameReader]]] = field(default_factory=dict)
    """What imports the reader of the names of things, by their kind, where that takes more than numbers and words."""
    telling: Callable[[str], set[str]] = words_of
    """The words of a message that tell its subject."""
    material: Callable[[str, State], Is] = lambda *_: ""
    """Whether a message looks like notes, a transcript or an error: long, many lines, as a program writes."""
    told: Callable[[str, Mapping[str, Any], Language], Mapping[str, Any]] = lambda _, given, __: (
        given
    )
    """What the desk's tool of a name is told beside the arguments."""
    asks: str = "ask"
    """The tool by which the desk asks the user something."""
    menu: tuple[Path, ...] = ()
    """The files of what the desk offers where it is not certain what is meant."""
    changes: frozenset[str] = frozenset(("remove_sources", "restore_sources", "undo", "redo"))
    """Tools that change what is kept: none is called for a message that may be no command."""
    otherwise: Language = "nl"
    """The language of words where nothing that was said tells one."""
    takes: Does = introduced
    """What is done with material; where it is only maybe such, with a question beside it."""
    after: Callable[[Sequence[ChatMessage]], ChatReply] = lambda _: ChatReply("")
    """What is done once tools have run for the last message."""
    forms: Mapping[type[BaseModel], Callable[[str], BaseModel | None]] = field(default_factory=dict)
    """What fills in each form, from its task as JSON."""

    @property
    def able(self) -> frozenset[Act]:
        """The acts on things that the desk has a tool for."""
        return frozenset(act for act, kind in self.does if kind) & ON_THINGS

    def called(self, kind: str, words: str) -> bool:
        """Tell whether words call things of a kind by its name."""
        return re.search(self.kinds[kind], words, re.IGNORECASE) is not None
