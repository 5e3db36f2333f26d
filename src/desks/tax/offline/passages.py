"""Cuts a text into passages that can be quoted: whole sentences and whole lists. Pure."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from src.language.sentences import split

LONGEST = 1_000
"""Characters of a passage; a longer list is cut into its items, a longer sentence is not quoted at all."""
SHORTEST = 25
_LIST_MARK = re.compile(r"(?:[a-z]{1,3}[.)]|\d+°\.?|\(?[ivx]+[.)]|[-–—•*])\s")
_PARAGRAPH_MARK = re.compile(r"\d+[a-z]?\.\s")
_ROW = " | "
_GOES_ON = re.compile(r"(?:[:;,]|\b(?:en|of|dan wel|dat|te|de|het|van))$")
_ENDS = (".", "?", "!", ";", "…")
_BROKEN_OFF = re.compile(r"(?<=[^\W\d_]-)\s*\n\s*(?=[a-zà-ÿ])")
"""Where a line breaks a word off: whoever looks a quote up knows the word with its hyphen, not with a space in it."""
_CLOSING = ")]'\"”’»"
_LAST_LINK = re.compile(r"(?<=[;,])\s*(?:en|of|dan wel)$")
_ABBREVIATION = re.compile(
    r"^\d+(?:[a-z]?|(?:\.\d+)+)$"
    r"|(?:^|[\s(.])(?:[A-Za-z]|artt?|jo|nrs?|mrs?|drs?|ir|prof|blz|pag|resp|vgl|cf|bijv|zgn|inz|incl|excl|evt|jl|ca"
    r"|jrg|rov|stb|stcrt|trb|jur|(?:\d{1,2}\.)+\d{1,2})$",
    re.IGNORECASE,
)
"""What stands before a point that ends no sentence: ``art.``, initials, ``4.1.``, the number of a paragraph."""


@dataclass(frozen=True)
class Passage:
    """Words that stand in a text, white space aside; ``lead`` introduces the list that they are an item of."""

    text: str
    lead: str = ""


def passages(text: str) -> list[Passage]:
    """Return the passages of a text in its order; headings, torsos and what is too short or long are left out."""
    whole = _BROKEN_OFF.sub("", text)
    lines = [line for line in (" ".join(raw.split()) for raw in whole.splitlines()) if line]
    # A list with what introduces it, and a sentence that was broken over lines, belong together.
    blocks = _grouped(lines, lambda line, block: not _belongs(line, block))
    return [
        passage
        for block in blocks
        for passage in _of_block(block)
        if SHORTEST <= len(passage.text) <= LONGEST
        and (passage.text.rstrip(_CLOSING)[-1:] in _ENDS or _ROW in passage.text)
    ]


def _grouped(
    lines: Sequence[str], begins: Callable[[str, Sequence[str]], bool]
) -> Iterator[list[str]]:
    """Yield the lines in groups, a new one before each line that ``begins`` one, given the group so far."""
    group: list[str] = []
    for line in lines:
        if group and begins(line, group):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _belongs(line: str, block: Sequence[str]) -> bool:
    last = block[-1]
    if _LIST_MARK.match(line) or _ROW in line:
        in_list = any(_LIST_MARK.match(text) or _ROW in text for text in block)
        return in_list or _GOES_ON.search(last) is not None
    if _GOES_ON.search(last):
        return not _PARAGRAPH_MARK.match(line) or last.endswith((";", ":"))
    return line[0].islower() and last.rstrip(_CLOSING)[-1:] not in _ENDS


def _of_block(block: Sequence[str], lead: str = "") -> Iterator[Passage]:
    whole = " ".join(block)
    first, *items = block
    if not items or not first.endswith(":"):
        yield from (Passage(sentence, lead) for sentence in sentences(_LAST_LINK.sub("", whole)))
        return
    *before, introduction = sentences(first)
    yield from (Passage(sentence, lead) for sentence in before)
    listed = " ".join([introduction, *items])
    if len(listed) <= LONGEST:
        yield Passage(listed, lead)
        return
    kind = _kind_of_mark(items[0])  # such a mark begins the next; other items lie below it
    first_item, *others = _grouped(items, lambda line, _: _kind_of_mark(line) == kind)
    yield from _of_block([f"{introduction} {first_item[0]}", *first_item[1:]], lead)
    for item in others:
        yield from _of_block(item, f"{lead} {introduction}".strip())


def _kind_of_mark(line: str) -> str:
    """Return what a mark looks like (``a``, ``0°``, ``-``): ``b.`` follows ``a.`` and ``1°`` stands below both."""
    mark = _LIST_MARK.match(line) or _PARAGRAPH_MARK.match(line)
    if not mark:
        return "row" if _ROW in line else ""
    return re.sub(r"\d+", "0", re.sub(r"[a-z]+", "a", mark.group().strip().rstrip(".")))


def sentences(line: str) -> list[str]:
    """Return the sentences of one line of prose; a number in front stays with the first."""
    return split(line, "figure", _ABBREVIATION)
