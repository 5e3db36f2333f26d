"""By what a source is quoted: sentences, or lines. Pure."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from src.dossier.models import Observation, SourceBase

Unit = Literal["sentence", "line", "passage"]
"""A quote is shown with the whole of its unit; a whole line may be quoted however short it is, but where sentences are
what counts. A ``passage`` of Markdown is a block of code, a row of a table, or else a sentence."""

Units = Callable[[SourceBase], Unit]

_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"[^\W_]+")


def unit_of(source: SourceBase) -> Unit:
    """Return the line for what a system said, which may write no sentences, and the sentence for all else."""
    return "line" if isinstance(source, Observation) else "sentence"


def by_lines(source: SourceBase) -> Unit:  # noqa: ARG001  # every source is quoted alike
    """Return the line, whatever the source."""
    return "line"


def words_in(text: str) -> list[str]:
    """Return the words and numbers of a text."""
    return _WORD.findall(text)


def lines_with(words: Sequence[str], text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text that have these words and no others, each behind its place; none for no words."""
    for line in _LINE.finditer(text) if words else ():
        if words_in(line.group()) == words:
            yield line.start(), line.group()
