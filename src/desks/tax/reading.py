"""What code reads of a message at the tax desk, and what it tells a model of it."""

import json
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from src.desks.tax.artifacts import QUESTION, QuestionMessages
from src.desks.tax.day_offer import is_choice, was_just_asked
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.offline.vocabulary import of_field
from src.dossier.clarification import KIND
from src.dossier.models import Artifact, Dossier
from src.dossier.patch import DossierPatch
from src.intake.plain import confirms_selection
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sentences import adds_fact, has_own_words, says
from src.llm.protocol import ToolCall

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


def thread_of(rules: BuiltinRules, said: Sequence[str], parts: Sequence[int] = ()) -> str:
    """Return the question of these messages with what was said to it since: facts and follow-ups, a line each.

    ``parts`` are whole messages of it, by number, as searches told; where there are none, it begins with the last
    message that asks something by itself, or with the last one that asks at all where none does.
    """
    asked = [
        message if number in parts else _asks_or_adds(rules, message)
        for number, message in enumerate(said)
    ]
    first = parts[0] if parts else _first(rules, asked)
    return rules.last_question(said) if first is None else "\n".join(filter(None, asked[first:]))


def _first(rules: BuiltinRules, asked: Sequence[str]) -> int | None:
    """Return the number of the message with which a question begins by its words; None where none can be it."""
    whole = [n for n, words in enumerate(asked) if len(words.split()) >= FEWEST_WORDS]
    begins = [n for n in whole if _begins(rules, asked[n])] or whole[:1]
    return begins[-1] if begins else None


def searched(dossier: Dossier, goes_on: bool | None) -> DossierPatch:
    """Return the change that keeps which messages make up the question that the newest one searches for.

    The search tells whether it goes on about the question before it; the message does where the search does not.
    """
    said, parts, rules = _said(dossier), _parts(dossier), OFFLINE_RULES
    last = first = len(said) - 1
    is_known = last in parts or (goes_on is None and not parts)
    if is_known or not has_own_words(said[last]) or is_choice(dossier, said[last]):
        return DossierPatch()
    # A reply to what was asked back belongs to the message that was asked about.
    while first and dossier.artifact(f"{KIND}-{dossier.version - (last - first)}"):
        first -= 1
    begins = _begins(rules, said[last]) if goes_on is None else not goes_on
    if begins and (first == last or len(said[last].split()) >= FEWEST_WORDS):
        first, parts = last, []
    elif not parts:
        began = _first(rules, [_asks_or_adds(rules, message) for message in said[:last]])
        parts = [] if began is None else [began]
    if first < last and first not in parts and _begins(rules, said[first]):
        parts = []
    numbers = sorted({*parts, *range(first, last + 1)})
    kept = QuestionMessages(messages=tuple(number + 1 for number in numbers))
    artifact = Artifact(id=QUESTION, kind=QUESTION, data=kept.model_dump(mode="json"))
    return DossierPatch(put_artifacts=(artifact,))


def _said(dossier: Dossier) -> list[str]:
    return [message.content for message in dossier.conversation if message.role == "user"]


def _parts(dossier: Dossier) -> list[int]:
    kept = dossier.artifact(QUESTION)
    found = QuestionMessages.model_validate(kept.data).messages if kept else ()
    return [number - 1 for number in found]


def _begins(rules: BuiltinRules, words: str) -> bool:
    """Return whether words ask something that is about nothing said before."""
    asks = says("interrogative", words)
    return asks and not (rules.goes_on(words) or _CORRECTS.search(words) or _JOINS.match(words))


def _asks_or_adds(rules: BuiltinRules, message: str) -> str:
    """Return what a message asks or tells of the case; empty where it does neither."""
    if adds_fact(message) or _CORRECTS.search(message):
        return message
    asked = rules.acts.question_in(message) if has_own_words(message) else ""
    is_whole = len(asked.split()) > FEWEST_WORDS
    return asked if is_whole or re.search(r"\?|\d", asked) or of_field(asked) else ""


ANSWER = "generate_tax_answer"


def state(dossier: Dossier) -> Mapping[str, JsonValue]:
    """Return whose day's law counts, and whether the message has just set it and asks nothing itself."""
    told: dict[str, JsonValue] = {
        "law_of": dossier.as_of.isoformat() if dossier.as_of else "today",
    }
    if is_choice(dossier, dossier.conversation[-1].content):
        told["day_was_set"] = was_just_asked(dossier)
    return told


def plain_calls(dossier: Dossier) -> Sequence[ToolCall]:
    """Return the answer where the message is a plain yes to the sources shown, or keeps the day that they are of."""
    said = dossier.conversation[-1].content
    keeps_day = is_choice(dossier, said) and not was_just_asked(dossier)
    if not confirms_selection(dossier) and not (keeps_day and dossier.selection_was_shown):
        return ()
    question = thread_of(OFFLINE_RULES, _said(dossier)[:-1], _parts(dossier))
    if not (question and dossier.selected_ids):
        return ()
    given = json.dumps({"query": question}, ensure_ascii=False)
    return (ToolCall("plain-1", ANSWER, given),)
