"""The error texts and codes in notes: what guides are found by, and what to search for first."""

import re
from collections.abc import Iterator

LONGEST_LINE = 2_000
"""Characters of a line in which error texts are looked for."""

_PATTERNS = (
    re.compile(r"\b0x[0-9A-Fa-f]{8}\b"),
    re.compile(r"\b[A-Z][A-Za-z]+(?:Exception|Error|Failure|Fault)\b"),
    re.compile(r"\b(?:ERR|ERROR|E)_[A-Z0-9_]{3,}\b|\bAADSTS\d{4,}\b|\b[A-Z]{2,5}\d{4,6}\b"),
    re.compile(
        r"\b(?:error|status|exit|stop|event)(?: code| id)?\s*[:=#]?\s*\d{1,6}\b", re.IGNORECASE
    ),
    re.compile(
        r"\b[45]\d\d (?:Bad|Unauthorized|Forbidden|Not|Conflict|Too|Internal|Service|Gateway)[A-Za-z ]{0,24}"
    ),
)
_NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
_OF_AN_ERROR = re.compile(r"error|fail|code|status|exception|fout", re.IGNORECASE)
"""What a line tells of where a name in it, such as ``quota_exceeded``, is that of an error."""
_MESSAGE = re.compile(
    r"(?:\berror\b|\bexception\b|\bfail\w*|\bmelding\b|\bmessage\b)[^\"'“‘`]{0,60}[\"“‘'`](?P<text>[^\"”’'`\n]{12,160})",
    re.IGNORECASE,
)
_STATED = re.compile(
    r"(?:^|\s)(?:[A-Z]\w*(?:Error|Exception)|error|fout(?:melding)?)\s*:\s*(?P<text>[A-Z][^\n]{11,160})",
    re.IGNORECASE,
)


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
