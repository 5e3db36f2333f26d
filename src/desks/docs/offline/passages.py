"""The passages that a section can be quoted by: sentences, rows of tables, and code as a whole. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from src.desks.docs.lists import lists
from src.grounding.sentences import FENCED, only_includes
from src.language.code_names import identifiers
from src.language.sentences import sentences
from src.search.documents.analysers import terms_of

SHORTEST, LONGEST = 15, 1_500
"""Characters of a passage."""

SECTIONS = 256
"""Sections whose passages are remembered: to read eight anew takes half of a turn."""


@dataclass(frozen=True)
class QuotablePassage:
    """Words that stand in a section, and by what they are found."""

    text: str
    terms: frozenset[str]
    name: str
    """The name that it begins with, which it then tells of: a setting, an option, a code; empty where there is none."""


@dataclass(frozen=True)
class PassagesRead:
    """The passages of a section, and the terms of all that can be read in it."""

    passages: tuple[QuotablePassage, ...]
    terms: frozenset[str]


@lru_cache(SECTIONS)
def read_passages(markdown: str) -> PassagesRead:
    """Return what a section can be quoted by, in its order, each once."""
    told = [(text, is_code, terms_of(text)) for text, is_code in dict(_texts(markdown)).items()]
    found = tuple(
        QuotablePassage(text, terms, "" if is_code else _name(text))
        for text, is_code, terms in told
        if SHORTEST <= len(text) <= LONGEST
    )
    return PassagesRead(found, frozenset().union(*(terms for _, _, terms in told)))


def _name(passage: str) -> str:
    lead = _form("lead").match(passage)
    if not lead:
        return ""
    named = lead["code"] or lead["bare"]
    return named.lower() if lead["code"] or [*identifiers(named)] else ""


def _texts(markdown: str) -> Iterator[tuple[str, bool]]:
    """Yield blocks of code whole, rows of tables, and sentences, each with whether it is code."""
    at = 0
    for block in FENCED.finditer(markdown):
        yield from ((text, False) for text in _of_prose(markdown[at : block.start()]))
        code = block["code"].strip("\n")
        if not only_includes(code):
            yield code, True
        at = block.end()
    yield from ((text, False) for text in _of_prose(markdown[at:]))


def _of_prose(markdown: str) -> Iterator[str]:
    """Yield rows and sentences; headings, rules and what only a program reads are no passages."""
    told = _form("table_head").sub("", _form("read_by_a_program").sub("\n", markdown))
    for part in _form("paragraph").split(told):
        paragraph = part.strip()
        if not paragraph or _form("says_nothing").match(paragraph):
            continue
        if paragraph.startswith("|"):
            yield paragraph
            continue
        running = _form("mark").sub("", paragraph)
        yield from (running[start:end] for start, end in sentences(running))
        if not sentences(running):
            yield running


def _form(name: str) -> re.Pattern[str]:
    return lists("markdown.toml")[name][0]
