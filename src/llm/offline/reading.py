"""What a message asks for, by rules in both languages. Pure.

A message is read sentence by sentence. First the set phrases at its front are taken off ("ja, graag", "kun je"). If
nothing is left, the phrases say what it is; if it changes the selection (``changes``), it is a change; all
else is a question.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from src.llm.builtin.acts import Acts
from src.llm.builtin.phrases import Phrase, without_phrases
from src.llm.builtin.vocabulary import Vocabulary
from src.llm.offline.changes import Changes, SelectionChange, keeps

Kind = Literal[
    "change", "question", "undo", "redo", "confirm", "fine", "decline",
    "show", "rework", "claims", "explain", "greeting", "thanks", "about", "command",
]  # fmt: skip

LONGEST_TALK = 1_000
"""Characters above which a message is a question, whatever it says: nobody says yes at such length."""

LONGEST_CONFIRMATION = 14
"""Words up to which a sentence that begins with "ja" and asks nothing is a confirmation, whatever else it says."""

_COMMANDS = {
    "export": r"export(?:eer|eren)?(?: (?:als |as )?(?:an? |een )?(?:pdf|docx|word|md|markdown|html|json))?",
    "log": r"log(?:boek)?",
    "sources": r"sources|bronnen",
    "artifacts": r"artifacts",
    "dossiers": r"dossiers",
}
"""What the terminal and the page do, by the command of the terminal, and how it is typed as if it were a message."""

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=\D)")
_ASKS = re.compile(
    r"\?|\b(?:wat|welke?|wie|waar\w*|wanneer|hoe\w*|of ik|of je|what|which|who|where|when|why|how|whether)\b"
    r"|\bik (?:ben|heb|wil|bedoel|zoek)\b|\bi (?:am|have|want|mean)\b|\bi'm\b"
    r"|^\W*(?:ja|yes)\W+(?:en|maar|and|but)\b",
    re.IGNORECASE,
)
_ON_THE_PROGRAM = re.compile(
    r"\b(?:negeer|vergeet|ignore|forget|disregard|override) .*\b(?:instruct\w+|opdracht\w*|prompts?|aanwijzing\w*"
    r"|rules|regels)\b|\b(?:system|systeem)[ -]?prompt\b",
    re.IGNORECASE,
)
"""Words to a program instead of a question."""
_BY_PHRASE: dict[Phrase, Kind] = {
    "undo": "undo",
    "redo": "redo",
    "no": "decline",
    "claims": "claims",
    "explain": "explain",
    "answer": "confirm",
    "yes": "confirm",
    "show": "show",
    "about": "about",
    "thanks": "thanks",
    "fine": "fine",
    "greeting": "greeting",
}
"""What a sentence of set phrases is, by the first of these in it: "ok, bedankt" thanks, "ja, bedankt" confirms."""

_FIRST: tuple[Kind, ...] = (
    *("question", "undo", "redo", "decline", "rework", "claims", "explain", "confirm"),
    *("show", "about", "thanks", "fine", "greeting"),
)
"""Of a message with several sentences, the kind that counts."""


@dataclass(frozen=True)
class MessageReading:
    """What a message is; with a change, what is to change and what the message asks besides."""

    kind: Kind
    """``fine`` is "ok" or "prima": a confirmation where one is awaited, else no more than a polite word."""
    changes: tuple[SelectionChange, ...] = ()
    question: str = ""
    lookup: str = ""
    """What to search besides, that is no question: a source named in place of another."""


def command_in(message: str) -> str:
    """Return the command that a message holds and nothing else; empty where it holds none."""
    typed = message.strip(" \t\n/.!?").lower()
    return next((name for name, words in _COMMANDS.items() if re.fullmatch(words, typed)), "")


def speaks_to_program(message: str) -> bool:
    """Tell whether a message names a program's instructions: to have them ignored or told, or to ask about such."""
    return _ON_THE_PROGRAM.search(message[:LONGEST_TALK]) is not None


class Reader:
    """Reads messages by the words of a field."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self._acts = Acts(words, ())
        self._changes = Changes(words, self._acts)
        self.finds_fault = self._acts.finds_fault

    def read(self, message: str) -> MessageReading:
        """Return what a message asks for; a message without a word asks what this is about."""
        if len(message) > LONGEST_TALK:
            return MessageReading("question")
        if command_in(message):
            return MessageReading("command")
        sentences = _SENTENCE_END.split(self.words.plain(message))
        changes = [self._changes.of(sentence) for sentence in sentences]
        if any(changes):
            return self._changing(sentences, changes)
        kinds = {self._kind(sentence) for sentence in sentences}
        return MessageReading(next(kind for kind in _FIRST if kind in kinds))

    def question_in(self, message: str) -> str:
        """Return what a message asks of the field; empty where it asks nothing."""
        reading = self.read(message)
        return message if reading.kind == "question" else reading.question

    def _changing(
        self, sentences: Sequence[str], changes: Sequence[list[SelectionChange]]
    ) -> MessageReading:
        wanted = tuple(change for found in changes for change in found)
        asked = (
            sentence
            for sentence, change in zip(sentences, changes, strict=True)
            if not change and sentence.endswith("?") and self._kind(sentence) == "question"
        )
        return MessageReading(
            "change",
            changes=wanted,
            lookup=" ".join(change.instead for change in wanted if change.instead),
            question=" ".join(asked),
        )

    def _kind(self, sentence: str) -> Kind:
        if keeps(sentence):
            return "decline"
        if self.words.replies(sentence):
            return "confirm"
        if self._acts.asks_to_rework(sentence):
            return "rework"
        phrases, rest = without_phrases(sentence)
        if not rest:
            said = (kind for phrase, kind in _BY_PHRASE.items() if phrase in phrases)
            return next(said, "about")
        short = len(sentence.split()) <= LONGEST_CONFIRMATION
        if phrases[:1] == ["yes"] and short and not _ASKS.search(sentence):
            return "confirm"
        if speaks_to_program(sentence):
            return "about"
        return "decline" if self._acts.is_remark(rest) else "question"
