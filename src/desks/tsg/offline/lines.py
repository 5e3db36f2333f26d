"""Which lines and questions of a guide a message means: by place, by what they say, by what fits. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from src.desks.tsg.offline.wishes import (
    FEW_WORDS,
    LINES,
    SECTIONS,
    WORDS_OF,
    found_by,
    section_in,
)
from src.llm.builtin.phrases import without_phrases
from src.llm.builtin.references import meant, things_in
from src.llm.state import State

_ABOUT = found_by("about")

# Lines by place, by what they say, and by where they belong

_PLACED = re.compile(rf"(?i){WORDS_OF['place']}(?P<of>{'|'.join(SECTIONS.values())})\b")
_ENDS = {"bottom": "last", "top": "first", "onderste": "laatste", "bovenste": "eerste"}
_STEM = 5
"""Letters that two forms of a word begin with alike."""


def _stems(text: str) -> set[str]:
    return {one[:_STEM] for one in re.findall(r"\w+", re.sub(r"(?<=\w)-(?=\w)", "", text.lower()))}


def _with_words(words: str, lines: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the lines that have all these words, in whatever form."""
    return [one["n"] for one in lines if (found := _stems(words)) and found <= _stems(one["title"])]


def by_number(message: str, state: State) -> str:
    """Return a message with the numbers of lines that it names by place or by what they say; 0 for none or several."""
    lines = [one for one in state["lines"] if not one.get("removed")]

    def placed(found: re.Match[str]) -> str:
        section = section_in(found["of"])
        numbers = [one["n"] for one in lines if one["section"] == section]
        at, count = _ENDS.get(found["at"].lower(), found["at"]), found["count"]
        things = [one for one in things_in({"lines": lines}, "lines") if one.n in numbers]
        named = meant(f"the {at} {count or 'one'}", things).things
        return f"line {', '.join(str(one.n) for one in named) or 0}"

    told = _PLACED.sub(placed, message)
    kind = re.search(rf"(?i)\b(?:{LINES})\b", told)
    about = _ABOUT.search(told, kind.end()) if kind else None
    if kind and about and "?" not in told and not told[kind.end() : about.start()].strip():
        numbers = _with_words(about["words"], lines)
        if len(numbers) == 1 or re.search(r"\d", about["words"]):
            number = numbers[0] if len(numbers) == 1 else 0
            return f"{told[: kind.start()]}line {number}{told[about.end('words') :]}"
    return told


# Answers

_NUMBER = re.compile(
    r"(?i)(?:^\W*|[,.;]\s*(?:(?:and|en)\s+)?|\b(?:and|en)\s+)(?:question|vraag|q)\s*(\d{1,2})\b"
    r"(?:\s*[:=,-])?(?:\s*(?:is|was|are|zijn)\b)?\s*"
)


def _by_number(message: str, known: Sequence[int]) -> list[Mapping[str, Any]]:
    """Return the answers that a message gives by "question 1 ..., question 2 ..."; none where it asks."""
    found = list(_NUMBER.finditer(message))
    numbers = [int(one[1]) for one in found]
    if not found or found[0].start() or "?" in message or not set(numbers) <= set(known):
        return []
    ends = [*(one.start() for one in found[1:]), len(message)]
    texts = [message[one.end() : end].strip(" ,.;") for one, end in zip(found, ends, strict=True)]
    return [{"number": n, "text": text} for n, text in zip(numbers, texts, strict=True) if text]


def answered(message: str, state: State) -> list[Mapping[str, Any]]:
    """Return the answers of a message: of questions by number ("vraag 1 is ..."), or of one before a colon."""
    questions = things_in(state, "questions")
    if by_number := _by_number(message.strip(), [one.n for one in questions]):
        return by_number
    head, colon, said = message.partition(":")
    if not colon:
        return []
    *beside, head = head.split(",")
    if not (said.strip() and questions) or len(head.split()) > FEW_WORDS:
        return []
    if any(without_phrases(one)[1] for one in beside):
        return []  # something else is said, too
    named = meant(head, questions)
    called = re.search(
        r"(?i)\b(?:questions?|vra(?:ag|gen)|one|first|second|third|eerste|tweede|derde|laatste|last)\b",
        head,
    )
    if len(named.things) != 1 or not (called or named.exact):
        return []
    return [{"number": named.things[0].n, "text": said.strip()}]
