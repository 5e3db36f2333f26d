"""What a message asks by itself, by rules: the subject of the last question is carried over, and not the talk. Pure."""

import re
from dataclasses import dataclass
from functools import cached_property

from src.desks.docs.forms import (
    MOST_CHOICES,
    Essence,
    EssenceTask,
    NormaliseTask,
    ReadForm,
    ReadTask,
)
from src.desks.docs.offline.code import asked_in, is_identifier
from src.desks.docs.offline.foreign import understood
from src.desks.docs.offline.normalise import bounded, dutch_in_english, normalise
from src.desks.docs.offline.question import as_question, is_name
from src.desks.docs.offline.subject import (
    GENERAL_NOUNS,
    asks,
    content_of,
    goes_on,
    names_only,
    points_back,
    subject_of,
    tells_a_fault,
    unnamed,
    with_subject,
)
from src.desks.docs.offline.topics import contradicts, topics_of
from src.desks.docs.reasons import Reason
from src.desks.docs.talk import of_version, only_version, without_version
from src.desks.docs.words import texts_of
from src.intake.language import language_of_message
from src.intake.plain import plain

_LINE = re.compile(r"\A\[[\d.: ]+\] (?P<role>\w+): (?P<text>.*)\Z", re.DOTALL)

MANY_TOPICS = 3
"""Questions in one message from which on one is to be chosen first."""

FEW_WORDS = 2
"""Telling words up to which a question that points at nothing said is too vague to be searched for."""


def read(task: ReadTask) -> ReadForm:
    """Return a message in English, and what it asks by itself."""
    normalised = normalise(NormaliseTask(text=task.text, language=task.language))
    told = EssenceTask(
        text=task.text, text_eng=normalised.text_eng, history=task.history, now=task.now
    )
    return ReadForm(normalised=normalised, essence=essence(told, task.language))


def essence(task: EssenceTask, language: str | None = None) -> Essence:
    """Return the question that a message asks, complete by itself, or the reason why it can't be told."""
    return _QuestionAsked(task, language).essence()


@dataclass(frozen=True)
class _Line:
    """A line of the history."""

    whole: str
    role: str
    text: str

    @classmethod
    def of(cls, line: str) -> "_Line":
        match = _LINE.match(line)
        return cls(line, match["role"], match["text"]) if match else cls(line, "user", line)


class _QuestionAsked:
    """A message beside what was said before it."""

    def __init__(self, task: EssenceTask, language: str | None) -> None:
        self._history = [_Line.of(line) for line in task.history]
        self._asked = bounded(asked_in(plain(task.text)))
        earlier = [one.text for one in self._history if one.role == "user"]
        before = language_of_message(earlier[-1], None)[0] if earlier else None
        self._language = language or language_of_message(task.text, before)[0]
        given = bounded(asked_in(plain(task.text_eng)))
        is_translated = bool(given) and given != self._asked
        self._english = given if is_translated else _english(self._asked, self._language)

    def essence(self) -> Essence:
        """Return the question, or the reason why there is none."""
        if self._asked and not self._english:
            return self._without("untranslated")
        topics = topics_of(self._asked)
        if len(topics) >= MANY_TOPICS:
            return self._without("multiple_topics", topics)
        if contradicts(self._english):
            return self._without("conflicting_intents")
        if version := only_version(self._asked):
            return self._of_version(version)
        if self._lacks_subject:
            subject, line = self._subject_before
            return self._carried(subject, line) if subject else self._without(self._vague)
        if unnamed(self._english, " ".join(one.text for one in self._history)):
            return self._without("missing_context")
        if self._is_general and not self._history:
            return self._without("ambiguous_query")
        return _question(self._as_question)

    @property
    def _as_question(self) -> str:
        """The message as a question; what was understood of another language is no more than words."""
        return as_question(self._english) if self._language in ("nl", "en") else self._english

    @property
    def _lacks_subject(self) -> bool:
        telling = content_of(self._english)
        if not telling or goes_on(self._english):
            return True
        if points_back(self._english):
            return bool(self._history) or len(telling) <= FEW_WORDS
        if (
            self._history
            and len(telling) == 1
            and is_name(self._english)
            and not is_identifier(telling[0])
        ):
            return True
        return tells_a_fault(self._english) and len(telling) == 1 and telling[0].islower()

    @property
    def _vague(self) -> Reason:
        return "missing_details" if tells_a_fault(self._english) else "vague_request"

    @property
    def _is_general(self) -> bool:
        """Whether all that the question names is a thing of which there are many: "what is the limit?"."""
        telling = [word.lower() for word in content_of(self._english)]
        is_one = len(telling) == 1 and telling[0] in GENERAL_NOUNS
        return is_one and asks(self._english) and names_only(self._english)

    @cached_property
    def _subject_before(self) -> tuple[str, str]:
        """The subject of the last question that had one of its own, and its line; empty where there was none."""
        for one in reversed(self._history):
            english = _english_of_any(one.text) if one.role == "user" else ""
            telling = content_of(english)
            subject = subject_of(english) if telling else ""
            if subject and not points_back(english) and not goes_on(english):
                return subject, one.whole
        return "", ""

    def _of_version(self, version: str) -> Essence:
        """Return the last question that had a subject, of another version."""
        for one in reversed(self._history):
            english = _english_of_any(one.text) if one.role == "user" else ""
            if content_of(without_version(english)) and not only_version(one.text):
                return _question(of_version(as_question(english), version), one.whole)
        return self._without("vague_request")

    def _carried(self, subject: str, line: str) -> Essence:
        return _question(with_subject(self._as_question, subject), line)

    def _without(self, reason: Reason, choices: tuple[str, ...] = ()) -> Essence:
        return Essence(
            canonical_question="",
            context_type="new_topic",
            related_history=[],
            reason=reason,
            question=texts_of(self._language).asks[reason],
            choices=list(choices[:MOST_CHOICES]),
        )


def _question(english: str, line: str = "") -> Essence:
    return Essence(
        canonical_question=english,
        context_type="follow_up" if line else "new_topic",
        related_history=[line] if line else [],
        reason=None,
        question="",
        choices=[],
    )


def _english_of_any(text: str) -> str:
    asked = bounded(asked_in(plain(text)))
    return _english(asked, language_of_message(text, None)[0])


def _english(asked: str, language: str) -> str:
    """Return a text in English; empty where it is in a language of which too little is understood."""
    if language == "en":
        return asked
    if language == "nl":
        return dutch_in_english(asked)[0]
    told = understood(asked)
    return told.english if told.is_enough else ""
