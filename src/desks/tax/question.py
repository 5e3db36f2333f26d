"""What a question is made of: the message with which it begins, and what was said to it since.

Searches tell which messages that are, and a dossier keeps their numbers; where none has told, the words do.
"""

import json
import re
from collections.abc import Sequence

from src.desks.tax.day_offer import is_choice, was_just_asked
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.offline.vocabulary import of_field
from src.dossier.clarification import KIND
from src.dossier.models import Artifact, Dossier, Frozen
from src.dossier.patch import DossierPatch
from src.intake.plain import confirms_selection
from src.llm.builtin.sentences import adds_fact, has_own_words, says
from src.llm.protocol import ToolCall

QUESTION = "question"
"""Kind of the artifact, and its id: a dossier has one, which each search replaces."""

FEWEST_WORDS = 4
"""Of a question that can be understood by itself."""

_CORRECTS = re.compile(
    r"\W*(?:correctie|rectificatie|vergissing|correction|rectification)\b"
    r"|\b(?:vergiste|tikfout|verschrijving|typo|mistaken)\b",
    re.IGNORECASE,
)
"""Says that a fact told before was wrong: what it asks is the question before it."""

_JOINS = re.compile(r"\W*(?:en|maar|and|but)\b", re.IGNORECASE)
"""Begins what goes on from the question before it."""


class QuestionMessages(Frozen):
    """The user's messages that make up a question, as searches told."""

    messages: tuple[int, ...]
    """By their numbers among what the user said, from 1."""


def question_of(said: Sequence[str], kept: Sequence[int] = ()) -> str:
    """Return the question of the user's messages, a line for each of them that is part of it.

    Messages that are ``kept`` are part of it as they stand; of others what they ask or tell of the case.
    """
    parts = [words if n in kept else _asks_or_adds(words) for n, words in enumerate(said)]
    begin = kept[0] if kept else _beginning(parts)
    if begin is None:
        return OFFLINE_RULES.last_question(said)
    return "\n".join(filter(None, parts[begin:]))


def plain_calls(dossier: Dossier) -> Sequence[ToolCall]:
    """Return the answer where the message is a plain yes to the sources shown, or keeps the day that they are of."""
    said = dossier.conversation[-1].content
    keeps_day = is_choice(dossier, said) and not was_just_asked(dossier)
    if not confirms_selection(dossier) and not (keeps_day and dossier.selection_was_shown):
        return ()
    question = question_of(_said(dossier)[:-1], _kept(dossier))
    if not (question and dossier.selected_ids):
        return ()
    given = json.dumps({"query": question}, ensure_ascii=False)
    return (ToolCall("plain-1", "generate_tax_answer", given),)


def searched(dossier: Dossier, goes_on: bool | None) -> DossierPatch:
    """Return the change that keeps of which messages the question is made that the newest one searches for.

    ``goes_on``: whether the search said that it is about the question before it; None: its words tell.
    """
    said, kept = _said(dossier), _kept(dossier)
    newest = len(said) - 1
    is_known = newest in kept or (goes_on is None and not kept)
    if is_known or not has_own_words(said[newest]) or is_choice(dossier, said[newest]):
        return DossierPatch()
    messages = tuple(number + 1 for number in _made_of(dossier, said, kept, goes_on))
    data = QuestionMessages(messages=messages).model_dump(mode="json")
    return DossierPatch(put_artifacts=(Artifact(id=QUESTION, kind=QUESTION, data=data),))


def _made_of(
    dossier: Dossier, said: Sequence[str], kept: Sequence[int], goes_on: bool | None
) -> list[int]:
    """Return the numbers of the messages that make up the question of the newest one."""
    newest = replied_to = len(said) - 1
    while replied_to and dossier.artifact(f"{KIND}-{dossier.version - (newest - replied_to)}"):
        replied_to -= 1  # the newest message is a reply to what was asked back
    is_reply, new = replied_to < newest, [*range(replied_to, newest + 1)]
    begins = _begins(said[newest]) if goes_on is None else not goes_on
    if begins and not (is_reply and len(said[newest].split()) < FEWEST_WORDS):
        return [newest]
    if is_reply and replied_to not in kept and _begins(said[replied_to]):
        return new
    begin = _beginning([*map(_asks_or_adds, said[:newest])])
    before = kept or ([] if begin is None else [begin])
    return sorted({*before, *new})


def _said(dossier: Dossier) -> list[str]:
    return [message.content for message in dossier.conversation if message.role == "user"]


def _kept(dossier: Dossier) -> list[int]:
    kept = dossier.artifact(QUESTION)
    found = QuestionMessages.model_validate(kept.data).messages if kept else ()
    return [number - 1 for number in found]


def _beginning(parts: Sequence[str]) -> int | None:
    """Return which of these begins a question: the last that asks something by itself, else the first that is whole."""
    whole = [n for n, words in enumerate(parts) if len(words.split()) >= FEWEST_WORDS]
    begins = [n for n in whole if _begins(parts[n])] or whole[:1]
    return begins[-1] if begins else None


def _begins(words: str) -> bool:
    """Return whether words ask something that is about nothing said before."""
    goes_on = OFFLINE_RULES.goes_on(words) or _CORRECTS.search(words) or _JOINS.match(words)
    return says("interrogative", words) and not goes_on


def _asks_or_adds(message: str) -> str:
    """Return what a message asks or tells of the case; empty where it does neither."""
    if adds_fact(message) or _CORRECTS.search(message):
        return message
    asked = OFFLINE_RULES.acts.question_in(message) if has_own_words(message) else ""
    is_whole = len(asked.split()) > FEWEST_WORDS
    return asked if is_whole or re.search(r"\?|\d", asked) or of_field(asked) else ""
