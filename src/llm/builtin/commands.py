"""Whether a message may have something changed: it tells to, and does not only ask, report, suppose or doubt. Pure."""

import re

from src.language.sentences import split
from src.llm.builtin.phrases import pattern, without_phrases
from src.llm.builtin.sentences import says

LONGEST_STATEMENT = 24
"""Words up to which a statement that commands nothing ("5 is a bug") may have something changed."""

_PARTS = re.compile(r"[,;]|\b(?:en|and|maar|but|dus|so)\b", re.IGNORECASE)
_QUOTED = re.compile(r"“[^”]*”|‘[^’]*’|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)")
_HEDGES = ("reported", "supposes", "past", "doubt", "not_yet")


def may_change(message: str, *, adds: bool = False) -> bool:
    """Tell whether a message may have something changed.

    It may where a part of it is a plain command, or where it is short and nothing in it asks, reports, supposes or
    doubts. What it hands in, behind a colon or in quotation marks, does not count; nor does a report that is to be
    added.
    """
    said = _QUOTED.sub("it", re.split(r":\s", message.strip(), maxsplit=1)[0])
    said = pattern("hedges", "if_you_please").sub(" ", said)
    sentences = split(said) or [said]
    if any(_commands(one) for one in sentences):
        return True
    return len(said.split()) <= LONGEST_STATEMENT and not any(
        _hedged(one, adds=adds) for one in sentences
    )


def _commands(sentence: str) -> bool:
    """Tell whether a part of a sentence is a command: it begins with the verb, or asks politely for it."""
    if pattern("hedges", "supposes").search(sentence):
        return False
    parts = [part.strip() for part in _PARTS.split(sentence) if part.strip(" ?.!")]
    asks = len(parts) == 1 and sentence.rstrip().endswith("?")
    return any(_begins(part, asks=asks) and not _hedged(part.rstrip(" ?")) for part in parts)


def _begins(part: str, *, asks: bool) -> bool:
    phrases, rest = without_phrases(part)
    if "lead" in phrases:
        return True
    turns = not rest and bool({"undo", "redo"} & set(phrases))
    return not asks and (turns or pattern("hedges", "command").match(rest) is not None)


def _hedged(words: str, *, adds: bool = False) -> bool:
    """Tell whether words suppose, report, doubt, keep or ask; a polite request ("kun je") asks for nothing."""
    phrases, rest = without_phrases(words)
    asks = "lead" not in phrases and pattern("hedges", "asks").search(rest)
    found = any(pattern("hedges", one).search(words) for one in _HEDGES[adds:])
    return bool(asks) or found or says("keeps", words, "clauses")
