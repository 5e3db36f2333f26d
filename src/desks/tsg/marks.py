"""The marks of a guide, and where code begins and ends in Markdown. Pure."""

import re
from dataclasses import dataclass

from src.desks.tsg.artifacts import HEADINGS

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
