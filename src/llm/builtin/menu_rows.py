"""The acts that a desk offers where a message is not certain: rows of data in both languages. Pure, but for data."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from src.llm.builtin.references import Thing, things_in
from src.llm.builtin.sentences import says
from src.llm.builtin.wishes import Wish, likely
from src.llm.state import State

MOST_HINTS = 5
"""Hints that a message counts for which surely wants what a row does."""


class MenuRow(BaseModel):
    """An act that a desk offers: a tool with its arguments, or an act of the desk's table on the words.

    In texts and arguments ``{words}`` stands for the user's message on one line, ``{lines}`` for it as it is,
    ``{brief}`` for its beginning, ``{question}`` for their last question, ``{n}`` and ``{title}`` for a thing of
    ``each``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    nl: str
    en: str
    tool: str = ""
    arguments: Mapping[str, Any] = {}
    act: str = ""
    kind: str = ""
    """What kind of thing the act is on; empty where it is on none."""
    on: str = "{words}"
    """The words that the act is done with."""
    each: str = ""
    """The list of the state, or within a part of it, for each thing of which the row is offered."""
    near: bool = False
    """Whether that is only for things that the message is near to."""
    wish: Wish | None = None
    """What a message is likely to want that means this row."""
    hints: str = r"(?!)"
    """Words by which the row is likelier, wherever they stand: a regular expression, a line each."""
    needs: tuple[str, ...] = ()
    """What must be there in the state."""
    lacks: tuple[str, ...] = ()
    """What must not be there."""
    takes_in: bool = False
    """Whether what somebody tells is taken in by it."""
    usual: bool = False
    """Whether it is offered without a hint, too."""
    certain: str = ""
    """Words by which the row alone is meant, so that it is done at once: a regular expression, a line each; what it
    finds in a group is ``{text}``."""
    offers: str = ""
    """Words by which the row is likely, and what it takes of them, as ``certain`` does: it is offered then."""
    states: bool = False
    """Whether it is meant for certain only by what asks nothing."""
    most_words: int = 0
    """Words up to which a message means it for certain; 0 for any length."""

    def fits(self, state: State) -> bool:
        """Tell whether the row may be offered in this state."""
        there = {name for name, value in state.items() if value and value != "none"}
        return there.issuperset(self.needs) and there.isdisjoint(self.lacks)

    def hinted(self, words: str) -> int:
        """Return how much speaks for the row: words of its hints, and that the message is likely to want it."""
        said = {*map(str.casefold, _words(self.hints).findall(words))}
        chance = likely(words)[self.wish] if self.wish else 0
        return len(said) + 2 * bool(self.taken_from(words)) + int(MOST_HINTS * chance)

    def is_hinted(self, words: str) -> bool:
        """Tell whether a part of a message speaks of what the row does; one that is like it has to be much like it."""
        return self.hinted(words) > (MOST_HINTS // 2 if self.wish else 0)

    def found_in(self, words: str) -> re.Match[str] | None:
        """Return what in these words means the row for certain."""
        is_long = self.most_words and len(words.split()) > self.most_words
        if not self.certain or is_long or (self.states and says("interrogative", words)):
            return None
        return _words(self.certain).search(words)

    def taken_from(self, words: str) -> re.Match[str] | None:
        """Return what in these words makes the row certain or likely."""
        return self.found_in(words) or (_words(self.offers).search(words) if self.offers else None)

    def things(self, state: State) -> Sequence[Thing]:
        """Return what the row may be offered for: entries, or plain texts or numbers."""
        *parts, name = self.each.split(".")
        for part in parts:
            state = state.get(part) or {}
        plain = [entry for entry in state.get(name, ()) if isinstance(entry, str | int)]
        told = [
            Thing(name, entry if isinstance(entry, int) else n, str(entry))
            for n, entry in enumerate(plain, 1)
        ]
        return told or things_in(state, name)


@cache
def _words(lines: str) -> re.Pattern[str]:
    ways = "|".join(lines.strip().splitlines())
    return re.compile(rf"(?<!\w)(?:{ways})(?!\w)", re.IGNORECASE)


@cache
def rows_in(path: Path) -> tuple[MenuRow, ...]:
    """Return the rows of a file of a desk's knowledge."""
    told = tomllib.loads(path.read_text("utf-8"))
    return tuple(MenuRow.model_validate(row) for row in told.values())
