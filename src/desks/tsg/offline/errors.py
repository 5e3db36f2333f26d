"""The error texts and codes in notes: what guides are found by, and what to search for first."""

import re
from collections.abc import Iterator

from src.desks.tsg.knowledge import knowledge

LONGEST_LINE = 2_000
"""Characters of a line in which error texts are looked for."""

_KNOWN = knowledge("lines")["errors"]
_PATTERNS = tuple(map(re.compile, _KNOWN["codes"]))
_NAME, _OF_AN_ERROR = re.compile(_KNOWN["name"]), re.compile(_KNOWN["of_an_error"])
_MESSAGE, _STATED = map(re.compile, _KNOWN["messages"])


def error_texts(text: str) -> list[tuple[str, str]]:
    """Return the texts and codes of errors in notes, texts first, each with the line that it stands in."""
    found: dict[str, str] = {}
    lines = [line.strip() for line in text.split("\n") if 0 < len(line.strip()) <= LONGEST_LINE]
    for line in lines:
        for message in (*_MESSAGE.finditer(line), *_STATED.finditer(line)):
            found.setdefault(message["text"].strip(" .,;:'\"{}"), line)
    for line in lines:
        for code in _codes(line):
            found.setdefault(code, line)
    return [(words, line) for words, line in found.items() if words]


def _codes(line: str) -> Iterator[str]:
    for pattern in (*_PATTERNS, _NAME) if _OF_AN_ERROR.search(line) else _PATTERNS:
        for code in pattern.finditer(line):
            yield " ".join(code.group().split())
