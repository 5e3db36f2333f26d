"""What code reads of a message at the desk for documentation, and what it tells a model of the dossier."""

import json
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from src.desks.docs.artifacts import reading_of, scope_of
from src.desks.docs.found import CollectionInfo
from src.desks.docs.intake import language_of, last_words
from src.desks.docs.reasons import REFUSALS, TYPES
from src.desks.docs.scope_words import collection_asked
from src.dossier.clarification import KIND, Clarification
from src.dossier.models import Dossier
from src.intake.plain import confirms_selection
from src.llm.protocol import ToolCall

ANSWER, SEARCH, SCOPE = "answer_from_docs", "search_docs", "choose_scope"

LONGEST_QUESTION = 400
"""Characters of the last question that the state repeats."""

_THUMB = re.compile(r"\s*(?P<thumb>👍|👎)[\ufe0f\U0001f3fb-\U0001f3ff]?\s*(?P<why>.*)", re.DOTALL)


def state(dossier: Dossier, known: Sequence[CollectionInfo]) -> Mapping[str, JsonValue]:
    """Return the collections and which are searched, the language to reply in, and what became of the last question."""
    scope, reading = scope_of(dossier), reading_of(dossier)
    told: dict[str, JsonValue] = {
        "collections": [_collection(pair, scope.collections, known) for pair in known],
        "reply_language": language_of(dossier)[0],
    }
    if scope.version:
        told["only_version"] = scope.version
    if reading is not None:
        told["quoted"] = _quoted(dossier)
        told["last_question"] = {
            "question": (reading.canonical_question or reading.text)[:LONGEST_QUESTION],
            "answered": bool(reading.canonical_question and not reading.reason),
        }
    return told


def _quoted(dossier: Dossier) -> list[JsonValue]:
    ids = [claim.source_id for answer in dossier.answers[-1:] for claim in answer.claims]
    numbers = {source.id: n for n, source in enumerate(dossier.sources, 1)}
    return [*dict.fromkeys(numbers[text] for text in ids if text in numbers)]


def _collection(
    one: CollectionInfo, chosen: Sequence[str], known: Sequence[CollectionInfo]
) -> JsonValue:
    is_searched = one.name in chosen if chosen else one.is_own == all(each.is_own for each in known)
    told: dict[str, JsonValue] = {"title": one.name, "searched": is_searched}
    if one.is_own:
        told["is"] = "the documentation of this program"
    if one.sections:
        told["sections"] = one.sections
    if one.versions:
        told["versions"] = list(one.newest_first)
    return told


def plain_calls(
    dossier: Dossier, known: Sequence[CollectionInfo], *, reads_choices: bool
) -> Sequence[ToolCall]:
    """Return what a plain message calls; ``reads_choices``: also a choice that was offered, by its number or text.

    A choice calls another scope, in which an open question is asked again, or a question in full.
    """
    said, reading = last_words(dossier), reading_of(dossier)
    if rated := _THUMB.fullmatch(said):
        why = rated["why"].strip()[:2_000]
        return (_call("rate_answer", {"up": rated["thumb"] == "👍", "why": why}),)
    answered = reading.canonical_question if reading and not reading.reason else ""
    if answered and confirms_selection(dossier):
        return (_call(ANSWER, {"query": answered}),)
    if not reads_choices:
        return ()
    waiting = dossier.artifact(f"{KIND}-{dossier.version}")
    asked = Clarification.model_validate(waiting.data) if waiting else None
    choice = _choice(said, asked.choices if asked else ())
    named = collection_asked(choice or said, [pair.name for pair in known])
    if named:
        question = reading.text if reading and reading.reason else ""
        return (_call(SCOPE, {"collections": [named]}), *_asking(question, [named]))
    is_question = asked and asked.reason in TYPES and asked.reason not in REFUSALS
    return _asking(choice) if choice and is_question else ()


def _choice(said: str, choices: Sequence[str]) -> str:
    """Return the choice that a message means by its text or its number; empty where it means none."""
    typed = said.strip(" .)#")
    if typed.isdecimal() and len(typed) < 3 and 1 <= int(typed) <= len(choices):
        return choices[int(typed) - 1]
    return said if said in choices else ""


def _asking(question: str, collections: Sequence[str] = ()) -> Sequence[ToolCall]:
    """Return the search for a question and its answer; nothing where there is none."""
    if not question:
        return ()
    scope = {"collections": list(collections)} if collections else {}
    search = _call(SEARCH, {"queries": [question[:LONGEST_QUERY]], **scope})
    return (search, _call(ANSWER, {"query": question[:LONGEST_QUERY]}))


LONGEST_QUERY = 10_000
"""Characters of a question that is asked again."""


def _call(name: str, arguments: Mapping[str, object]) -> ToolCall:
    return ToolCall(f"plain-{name}", name, json.dumps(arguments, ensure_ascii=False))
