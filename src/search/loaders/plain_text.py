"""Reads one file of plain text or AsciiDoc: headings by their signs, and terms with what they mean as entries."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from src.search.loaders.cutting import ENTRY, cut
from src.search.loaders.lines import TextMark, stretches_of
from src.search.loaders.loaded import decoded
from src.search.loaders.sections import LoadedSections

_SIGNED = re.compile(r"(?P<signs>={1,6}) +(?P<title>\S.*?)(?: +=+)?\s*")
_LINE = re.compile(r"([=~^+\-])\1{2,}\s*")
_ID = re.compile(r"\[\[(?P<old>[^\]\s,]+)[^\]]*\]\]\s*|\[#(?P<new>[^\]\s,.]+)[^\]]*\]\s*")
_TERM = re.compile(r"(?P<term>\S.{0,150}?)(?::{2,4}|;;)(?:\s+(?P<said>\S.*))?")
_FENCE = re.compile(r"([-.=*_+])\1{3,}\s*|```.*")
_UNDERLINES = "=-~^+"
_NEAR = 2
"""By how much a line under a title may be longer or shorter."""


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a file; their anchors are the ids before headings, else made of these."""
    lines = decoded(content).split("\n")
    marks = list(_marks(lines))
    starts = [
        number
        for number in range(1, len(lines))
        if lines[number].strip() and not lines[number - 1].strip()
    ]
    return cut(name, stretches_of(lines, marks, starts))


def _marks(lines: Sequence[str]) -> Iterator[TextMark]:
    fence = ""
    at = 0
    while at < len(lines):
        heading = None if fence else _heading(lines, at)
        if heading:
            yield heading
            at = heading.after
            continue
        if found := _FENCE.fullmatch(lines[at]):
            fence = "" if fence == found[0].strip() else fence or found[0].strip()
        elif not fence and (entry := _entry(lines, at)):
            yield entry
            at = max(at + 1, entry.after)
            continue
        at += 1


def _heading(lines: Sequence[str], at: int) -> TextMark | None:
    line = lines[at].rstrip()
    if found := _SIGNED.fullmatch(line):
        return TextMark(at, at + 1, len(found["signs"]), found["title"], _id(lines, at))
    under = lines[at + 1].rstrip() if at + 1 < len(lines) else ""
    is_free = not at or not lines[at - 1].strip() or _ID.fullmatch(lines[at - 1])
    if not line[:1].strip() or not is_free:
        return None
    if _LINE.fullmatch(under) and abs(len(under) - len(line)) <= _NEAR:
        return TextMark(at, at + 2, 1 + _UNDERLINES.index(under[0]), line, _id(lines, at))
    return None


def _id(lines: Sequence[str], at: int) -> str:
    found = _ID.fullmatch(lines[at - 1]) if at else None
    return (found["old"] or found["new"]) if found else ""


def _entry(lines: Sequence[str], at: int) -> TextMark | None:
    found = _TERM.fullmatch(lines[at])
    if not found:
        return None
    names, after = [found["term"]], at + 1
    while not found["said"] and after < len(lines) and (more := _TERM.fullmatch(lines[after])):
        names.append(more["term"])
        after += 1
    end = after
    while end < len(lines) and _goes_on(lines, end):
        end += 1
    title = ", ".join(names).replace("`", "")
    return TextMark(at, at if found["said"] else after, ENTRY, title, _id(lines, at), end)


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Tell whether a line is part of the entry before it: indented, joined by a plus, or right behind such a line."""
    line, before = lines[at], lines[at - 1]
    if _TERM.fullmatch(line) or _heading(lines, at) or _ID.fullmatch(line):
        return False
    return not line.strip() or line[:1].isspace() or line.strip() == "+" or bool(before.strip())
