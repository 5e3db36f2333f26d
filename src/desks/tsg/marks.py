"""The marks of a guide, and lines and blocks of code of Markdown and of raw notes. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from src.desks.tsg.artifacts import HEADINGS
from src.desks.tsg.knowledge import knowledge

TSG_BEGIN = "<!-- TSG_BEGIN -->"
TSG_END = "<!-- TSG_END -->"
QUESTIONS_BEGIN = "<!-- QUESTIONS_BEGIN -->"
QUESTIONS_END = "<!-- QUESTIONS_END -->"
SUPPORT_BEGIN = "<!-- SUPPORT_BEGIN -->"
SUPPORT_END = "<!-- SUPPORT_END -->"
MARKERS = (TSG_BEGIN, TSG_END, QUESTIONS_BEGIN, QUESTIONS_END)
"""Those of every guide, in their order."""

TOC = "[[_TOC_]]"
NO_MISSING = "NO_MISSING"
DIAGNOSIS_LINE = (
    "Don't Remove This Text: Results of the Diagnosis should be attached in the Case notes/ICM."
)
SIGNATURE = re.compile(r"_Drafted with TESS, tsg desk, [^_]+_")
PLACEHOLDER = re.compile(
    r"\{\{MISSING::(?P<section>(?:(?!::|\}\}).)+)::(?P<hint>(?:(?!\}\}).)+)\}\}"
)
PLACEHOLDER_OPENS = "{{MISSING::"

HEADING_LINES = {f"# **{heading}**": name for name, heading in HEADINGS.items()}

_RESERVED = re.compile(
    r"<!--\s*/?(?:TSG|QUESTIONS|SUPPORT|RESEARCH)_\w*\s*-->|\{\{\s*MISSING\s*::|\[\[_TOC_\]\]|\bNO_MISSING\b"
    r"|Don['’]t Remove This Text",
    re.IGNORECASE,
)

_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<signs>`{3,}|~{3,})[ \t]*(?P<language>[^`\s]*)[^`]*")


@dataclass(frozen=True)
class Fence:
    """A line that opens or closes a block of code."""

    indent: str
    signs: str
    language: str

    def closed_by(self, other: "Fence") -> bool:
        """Return whether another fence ends the block that this one begins."""
        return other.signs.startswith(self.signs) and not other.language

    def cut_off_by(self, other: "Fence") -> bool:
        """Return whether another fence begins a block, so that this one's was never closed."""
        return bool(other.language) and other.signs == self.signs


def fence_in(line: str) -> Fence | None:
    """Return the fence that a line is; None for any other line."""
    found = _FENCE.fullmatch(line.rstrip())
    return Fence(found["indent"], found["signs"], found["language"]) if found else None


def is_reserved(text: str) -> bool:
    """Return whether a text holds marks by which a guide is read, which no line of it may."""
    return _RESERVED.search(text) is not None or any(
        line.strip() in HEADING_LINES for line in text.split("\n")
    )


def without_marks(text: str) -> list[str]:
    """Return the pieces of a line between marks of guides."""
    whole = re.compile(rf"{PLACEHOLDER.pattern}|{_RESERVED.pattern}", re.IGNORECASE)
    return [piece.strip() for piece in whole.sub("\0", text).split("\0") if piece.strip()]


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
