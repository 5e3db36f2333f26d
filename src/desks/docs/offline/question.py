"""What a message asks by itself, or why that can't be told: by lists, with the question that it goes on about. Pure."""

from typing import NamedTuple

from src.desks.docs.asking import choices_of
from src.desks.docs.code import asked_in_words, is_identifier
from src.desks.docs.reasons import Reason
from src.desks.docs.scope_words import of_version, only_version
from src.desks.docs.wordings import is_found, questions_in

MANY_TOPICS = 3
"""Questions in one message from which on one is to be chosen first."""

LONGEST_FOLLOW_UP = 12
"""Words up to which a question may have its subject in the one before."""


class QuestionRead(NamedTuple):
    """What a message asks, complete by itself, or the reason why that can't be told."""

    question: str = ""
    is_follow_up: bool = False
    """Whether its subject is that of the question before it, which stands in front of it."""
    reason: Reason | None = None
    choices: tuple[str, ...] = ()
    """With a reason: messages that could be sent instead."""
    is_remark: bool = False
    """Whether it asks nothing, so that it is asked about where nothing is found for it."""


def read_question(text: str, before: str = "", *, follows: bool = False) -> QuestionRead:
    """Return what a message asks; ``before`` is the question before it, ``follows`` whether it goes on about that."""
    asked = asked_in_words(text)
    topics = questions_in(asked)
    if len(topics) >= MANY_TOPICS:
        return QuestionRead(asked, False, "multiple_topics", choices_of(topics, asked))
    version = only_version(asked)
    if version:
        is_of = of_version(before, version) if before else asked
        return QuestionRead(is_of, bool(before), None if before else "vague_request")
    is_short = len(asked.split()) <= LONGEST_FOLLOW_UP
    names = any(map(is_identifier, asked.split()))
    follows = follows and not (names and is_found("whole", asked))
    if before and is_short and (follows or is_found("points", asked) or is_found("vague", asked)):
        return QuestionRead(f"{before} {asked}".strip(), is_follow_up=True)
    reason = _lacking(asked) if is_short else None
    asks = names or is_found("question", asked)
    return QuestionRead(asked, reason=reason, is_remark=bool(before) and not asks)


def _lacking(asked: str) -> Reason | None:
    reasons: tuple[tuple[str, Reason], ...] = (
        ("fault", "missing_details"),
        ("vague", "vague_request"),
        ("general", "ambiguous_query"),
    )
    return next((reason for name, reason in reasons if is_found(name, asked)), None)
