"""The error texts and codes in notes: what guides are found by, and what to search for first."""

import re

from src.desks.tsg.knowledge import knowledge

LONGEST_LINE = 2_000
"""Characters of a line in which error texts are looked for."""

_KNOWN = knowledge("lines")["errors"]
_MESSAGES, _CODES = (tuple(map(re.compile, _KNOWN[text])) for text in ("messages", "codes"))
_NAME, _OF_AN_ERROR = re.compile(_KNOWN["name"]), re.compile(_KNOWN["of_an_error"])


def error_texts(text: str) -> list[tuple[str, str]]:
    """Return the texts and codes of errors in notes, texts first, each with the line that it stands in."""
    found: dict[str, str] = {}
    lines = [line.strip() for line in text.split("\n") if len(line.strip()) <= LONGEST_LINE]
    for patterns in (_MESSAGES, _CODES):
        for line in lines:
            named = (_NAME,) if patterns is _CODES and _OF_AN_ERROR.search(line) else ()
            for match in (entry for form in (*patterns, *named) for entry in form.finditer(line)):
                words = (match.groupdict().get("text") or match.group()).strip(" .,;:'\"{}")
                found.setdefault(" ".join(words.split()), line)
    return [(words, line) for words, line in found.items() if words]
