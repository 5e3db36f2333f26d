"""What a message asks by itself, by rules: the subject of the last question is carried over, and not the talk. Pure."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from src.desks.docs.asking import choices_of
from src.desks.docs.code import asked_in, bounded, is_identifier
from src.desks.docs.offline.normalise import in_english
from src.desks.docs.offline.question import as_question, is_name
from src.desks.docs.offline.subject import (
    GENERAL_NOUNS,
    asks,
    content_of,
    goes_on,
    names_only,
    points_back,
    states_only,
    subject_of,
    tells_a_fault,
    unnamed,
    with_subject,
)
from src.desks.docs.offline.topics import contradicts, topics_of
from src.desks.docs.reasons import Reason
from src.desks.docs.scope_words import of_version, only_version, without_version
from src.intake.language import language_of_message
from src.intake.plain import plain

MANY_TOPICS = 3
"""Questions in one message from which on one is to be chosen first."""

MOST_EARLIER = 6
"""Messages back in which a follow-up may have its subject."""

FEW_WORDS = 1
"""Telling words up to which a question that points at nothing said is too vague to be searched for."""


class QuestionRead(NamedTuple):
    """What a message asks, complete by itself and in English, or the reason why that can't be told."""

    question: str = ""
    """With a reason, the message in English as it stands."""
    is_follow_up: bool = False
    """Whether its subject is that of a question before it."""
    reason: Reason | None = None
    choices: tuple[str, ...] = ()
    """With a reason: messages that could be sent instead."""
    is_remark: bool = False
    """Whether it asks nothing, so that it is asked about where nothing is found for it."""


def read_question(
    text: str,
    language: str,
    earlier: Sequence[str] = (),
    named: str = "",
    *,
    follows: bool = False,
) -> QuestionRead:
    """Return what a message asks after what the user said ``earlier``; ``named``: what else the conversation names.

    ``follows``: it goes on about what was asked before, also where it seems to have a subject.
    """
    asked = _QuestionAsked(text, language, earlier[-MOST_EARLIER:], named, follows)
    read = asked.read()
    return read._replace(question=read.question or asked.english)


class _QuestionAsked:
    """A message beside what was said before it."""

    def __init__(
        self, text: str, language: str, earlier: Sequence[str], named: str, follows: bool
    ) -> None:
        self._earlier, self._named, self._language = earlier, named, language
        self._follows = follows
        self._asked = bounded(asked_in(plain(text)))
        self.english = in_english(text, language)[0]

    def read(self) -> QuestionRead:
        """Return the question, or the reason why there is none."""
        if self._asked and not self.english:
            return _without("untranslated")
        topics = topics_of(self._asked)
        if len(topics) >= MANY_TOPICS:
            return _without("multiple_topics", choices=choices_of(topics, self._asked))
        if contradicts(self.english):
            return _without("conflicting_intents")
        if version := only_version(self._asked):
            return self._of_version(version)
        if self._earlier and not content_of(self.english) and not asks(self.english):
            return _without("vague_request")  # it names nothing, and asks nothing
        if self._follows or self._lacks_subject:
            if subject := self._subject_before:
                return QuestionRead(with_subject(self._as_question, subject), is_follow_up=True)
            if self._lacks_subject:
                return _without(self._vague)
        if unnamed(self.english, " ".join((*self._earlier, self._named))):
            return _without("missing_context")
        if self._is_general and not self._earlier:
            return _without("ambiguous_query")
        return QuestionRead(self._as_question, is_remark=self._is_remark)

    @property
    def _as_question(self) -> str:
        """The message as a question; what was understood of another language is no more than words."""
        return as_question(self.english) if self._language in ("nl", "en") else self.english

    @property
    def _lacks_subject(self) -> bool:
        telling = content_of(self.english)
        if not telling or goes_on(self.english):
            return True
        if points_back(self.english):
            return bool(self._earlier) or len(telling) <= FEW_WORDS
        if (
            self._earlier
            and len(telling) == 1
            and is_name(self.english)
            and not is_identifier(telling[0])
        ):
            return True
        return tells_a_fault(self.english) and len(telling) == 1 and telling[0].islower()

    @property
    def _is_remark(self) -> bool:
        """Whether it says something in a conversation, and neither asks nor names anything by itself."""
        names = is_name(self.english) or tells_a_fault(self.english)
        return bool(self._earlier) and states_only(self.english) and not names

    @property
    def _vague(self) -> Reason:
        return "missing_details" if tells_a_fault(self.english) else "vague_request"

    @property
    def _is_general(self) -> bool:
        """Whether all that the question names is a thing of which there are many: "what is the limit?"."""
        telling = [word.lower() for word in content_of(self.english)]
        is_one = len(telling) == 1 and telling[0] in GENERAL_NOUNS
        return is_one and asks(self.english) and names_only(self.english)

    @cached_property
    def _subject_before(self) -> str:
        """The subject of the last question that had one of its own; empty where there was none."""
        for english in map(_english_of_any, reversed(self._earlier)):
            subject = subject_of(english) if content_of(english) else ""
            if subject and not points_back(english) and not goes_on(english):
                return subject
        return ""

    def _of_version(self, version: str) -> QuestionRead:
        """Return the last question that had a subject, of another version."""
        for said in reversed(self._earlier):
            english = _english_of_any(said)
            if content_of(without_version(english)) and not only_version(said):
                return QuestionRead(of_version(as_question(english), version), is_follow_up=True)
        return _without("vague_request")


def _without(reason: Reason, choices: tuple[str, ...] = ()) -> QuestionRead:
    """Return that a question can't be searched for as it is, and why."""
    return QuestionRead("", reason=reason, choices=choices)


def _english_of_any(text: str) -> str:
    return in_english(text, language_of_message(text, None)[0])[0]
