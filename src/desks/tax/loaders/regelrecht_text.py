"""Reads the Markdown in which the corpus MinBZK/regelrecht-corpus has the text of an article. Pure."""

import re
from collections.abc import Iterator

_REFERENCE = re.compile(r"^\[ref\d+\]: \S+$", re.MULTILINE)
_LINK = re.compile(r"\[([^\[\]]*)\](?:\[ref\d+\]|\([^()\s]+\))")
_EMPHASIS = re.compile(
    r"(?P<before>[^\W\d_])?(\*{1,2})(?P<words>[^*\s](?:[^*]*[^*\s])?)\2(?P<after>[^\W\d_])?"
)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>-])")
_LOOSE = re.compile(r" (?=[,;](?: |$)|\.$)")
"""The space that a link leaves before a comma or a full stop."""
_PARAGRAPH = re.compile(r"(?P<number>\d{1,3})(?P<letters>[a-z]{0,3}) (?=[^\W\d_a-z]|[‘“'(])")
_CELL = " " * 8
"""Begins a cell of a table: it stands that far within the text."""
_BLANK_WITHIN_A_ROW = 2
"""Blank lines between two cells of one row; between two rows there are more."""


def lines(text: str) -> list[str]:
    """Return the text as the official one has it: a paragraph, a part or a row of a table a line, ``2. Wie ...``."""
    found: list[str] = []
    number = 0
    cell_before = False
    for blank, block in _blocks(_REFERENCE.sub("", text)):
        is_cell = block.startswith(_CELL)
        line = _plain(" ".join(block.split()))
        paragraph = None if is_cell else _PARAGRAPH.match(line)
        if paragraph and number <= int(paragraph["number"]) <= number + 10:
            number = int(paragraph["number"])
            line = f"{number}{paragraph['letters']}. {line[paragraph.end() :]}"
        if is_cell and cell_before and blank <= _BLANK_WITHIN_A_ROW:
            found[-1] += f" | {line}"
        elif line:
            found.append(line)
        cell_before = is_cell
    return found


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield each run of lines with how many blank ones stand before it."""
    blank, block = 0, ""
    for line in [*text.split("\n"), ""]:
        if line.strip():
            block += f"{line}\n"
            continue
        if block:
            yield blank, block
            blank, block = 0, ""
        blank += 1


def _plain(line: str) -> str:
    """Return a line without its links, emphasis and escapes."""
    words = _LINK.sub(r"\1", line)
    if "*" in words:
        words = _EMPHASIS.sub(_unemphasised, words)
    return _LOOSE.sub("", _ESCAPED.sub(r"\1", words))


def _unemphasised(found: re.Match[str]) -> str:
    """Return emphasised words; a word that touches them lost the space between when the file was made."""
    before = f"{found['before']} " if found["before"] else ""
    after = f" {found['after']}" if found["after"] else ""
    return f"{before}{found['words']}{after}"
