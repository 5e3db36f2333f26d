"""Whether a message may have something changed at once: only where all of it is understood. Pure."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from src.language.function_words import DUTCH, ENGLISH
from src.language.sentences import split
from src.llm.builtin.asking import edits_of, without_words
from src.llm.builtin.names import stems
from src.llm.builtin.phrases import pattern, table, without_phrases
from src.llm.builtin.sentences import says
from src.llm.protocol import ChatReply, ToolCall

LONGEST_STATEMENT = 24
"""Words up to which a statement that commands nothing ("5 is a bug") may have something changed."""

MOST_REMOVED = 3
"""Things that a message may remove at once."""

QUOTED = re.compile(r"“([^”]*)”|‘([^’]*)’(?!\w)|\"([^\"]*)\"|(?<!\w)'([^']*(?:\w'\w[^']*)*)'(?!\w)")
"""What stands between two quotation marks at the ends of words; an apostrophe is none."""
_PARTS = re.compile(r"[,;.!]|\b(?:en|and|dus|so)\b", re.IGNORECASE)
_HEDGES = ("reported", "supposes", "past", "doubt", "not_yet")
_OF_RULES = ("bare", "verbs", "ends", "clauses", "things", "names", "ordinals", "faults")


def may_change(message: str, known: str, *, adds: bool = False) -> bool:
    """Tell whether a message may have something changed at once.

    It may where nothing in it asks, reports, supposes, doubts, contrasts or corrects, and each of its words is of an
    act, of what is ``known`` to be meant, or of a reason. What it hands in, behind a colon or in quotation marks, does
    not count; nor does a report that is to be added.
    """
    said = QUOTED.sub("it", re.split(r":\s", message.strip(), maxsplit=1)[0])
    said = pattern("hedges", "if_you_please").sub(" ", said)
    if any(_hedged(sentence, adds=adds) for sentence in split(said) or [said]):
        return False
    parts = [part.strip() for part in _PARTS.split(said)]
    told = " ".join(part for part in parts if not pattern("clauses", "reason").match(part))
    is_known = adds or stems(told) <= _of_rules() | stems(known)
    return len(said.split()) <= LONGEST_STATEMENT and is_known


def meant_by(reply: ChatReply, state: Mapping[str, Any]) -> str:
    """Return what calls are told, and the words of the things that they are done to."""
    given = json.dumps(without_words(reply), ensure_ascii=False)
    numbers = set(map(int, re.findall(r"\d+", given)))
    things = [thing for things in state.values() if isinstance(things, list) for thing in things]
    touched = [each for each in things if isinstance(each, Mapping) and each.get("n") in numbers]
    return f"{given} {json.dumps(touched, ensure_ascii=False)}"


def removed(call: ToolCall) -> int:
    """Return how many things a call removes."""
    edits = edits_of([call])
    return sum(len(edit.get("numbers", ())) for edit in edits if edit["op"] == "remove")


@cache
def _of_rules() -> frozenset[str]:
    """Return the stems of the words by which the rules read acts and references, and of those that any text has."""
    groups = [*(table("acts")[name] for name in _OF_RULES), *table("phrases").values()]
    words = re.findall(r"[^\W\d_]{2,}", " ".join(line for each in groups for line in each.values()))
    return frozenset(stems(" ".join((*words, *DUTCH, *ENGLISH))))


def _hedged(words: str, *, adds: bool = False) -> bool:
    """Tell whether words suppose, report, doubt, keep or ask; a polite request ("kun je") asks for nothing."""
    phrases, rest = without_phrases(words)
    asks = "lead" not in phrases and pattern("hedges", "asks").search(rest)
    found = any(pattern("hedges", hedge).search(words) for hedge in _HEDGES[adds:])
    takes_back = pattern("hedges", "takes_back").search(rest)
    return bool(asks or takes_back) or found or says("keeps", words, "clauses")
