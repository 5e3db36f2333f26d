"""What raw notes consist of: lines of text, and blocks of code, fenced or not. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from src.desks.tsg.knowledge import knowledge
from src.desks.tsg.marks import Fence, fence_in

_CODE_LINE = re.compile(rf"\s*(?:{'|'.join(knowledge('lines')['lines'])})\s*")
_DATA = re.compile(r"\S{400}")
"""What no prose has: a word as long as that is data, and is kept as it is."""
_READ = 2_000
_COMMENT = re.compile(r"\s*(?:#{1,2}\s?(?!\*)\S.*|//\s.*|--\s.*)")


@dataclass(frozen=True)
class NoteBlock:
    """A line of text, or a block of code with the line that opened it."""

    text: str
    is_code: bool
    fence: str
    start: int
    """Number of its first line, from 0; of code that of the fence."""


def blocks(text: str) -> list[NoteBlock]:
    """Return the lines of a text and its blocks of code, in order; lines that look like code make blocks too."""
    return list(_with_loose_code(list(_fenced(text))))


def _fenced(text: str) -> Iterator[NoteBlock]:
    """Yield the lines of a text and its fenced blocks of code; one that is never closed lasts to the end."""
    lines = text.replace("\r\n", "\n").split("\n")
    at = 0
    while at < len(lines):
        opened = fence_in(lines[at])
        if opened is None:
            yield NoteBlock(lines[at], is_code=False, fence="", start=at)
            at += 1
            continue
        end, behind = _ends(lines, at, opened)
        yield NoteBlock(
            "\n".join(lines[at + 1 : end]), is_code=True, fence=lines[at].rstrip(), start=at
        )
        at = behind


def _ends(lines: Sequence[str], at: int, opened: Fence) -> tuple[int, int]:
    for number in range(at + 1, len(lines)):
        fence = fence_in(lines[number])
        if fence and opened.closed_by(fence):
            return number, number + 1
        if fence and opened.cut_off_by(fence):
            return number, number
    return len(lines), len(lines)


def _with_loose_code(lines: Sequence[NoteBlock]) -> Iterator[NoteBlock]:
    """Yield the blocks, with each run of lines that look like code as one."""
    at = 0
    while at < len(lines):
        end = _run_ends(lines, at)
        if end == at:
            yield lines[at]
            at += 1
            continue
        code = "\n".join(line.text for line in lines[at:end])
        yield NoteBlock(code, is_code=True, fence="", start=lines[at].start)
        at = end


def _run_ends(lines: Sequence[NoteBlock], at: int) -> int:
    """Return behind which line a run of code that begins at a line ends; that line itself where none begins."""
    end = at
    for number in range(at, len(lines)):
        line = lines[number]
        if line.is_code:
            break
        if _CODE_LINE.fullmatch(line.text[:_READ]) or _DATA.search(line.text):
            end = number + 1
        elif end == at or (line.text.strip() and not _COMMENT.fullmatch(line.text)):
            break
    return end
