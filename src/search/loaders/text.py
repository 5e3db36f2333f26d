"""The text of a document as it is kept, quoted and sent: whole lines, nothing unseen. Pure.

The words stay as they are. What goes is what no reader sees: control signs, turns of direction, half characters; and
the ends of lines that a page has and a sentence has not.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Control and format signs, halves of pairs, signs without a meaning."""
_KEPT = frozenset("\n\t\u00ad\u200c\u200d")
_ENDS = tuple(".?!:;…")
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-$")
_LISTED = re.compile(r"(?:en|of|and|or)\b")
"""Behind ``in- `` of "in- en uitvoer", whose hyphen is no break."""


def seen(text: str) -> str:
    """Return the text without what no reader sees, its letters in one form."""
    composed = unicodedata.normalize("NFC", text.translate(_LIGATURES))
    lines = composed.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    return "".join(
        sign for sign in lines if sign in _KEPT or unicodedata.category(sign) not in _UNSEEN
    )


def tidy(parts: Iterable[str]) -> str:
    """Return the parts as one text, each on a line of its own, with no run of spaces or of blank lines."""
    lines = (_SPACES.sub(" ", line).strip() for part in parts for line in part.split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()


def unwrapped(lines: Sequence[str]) -> list[str]:
    """Return the lines of pages as paragraphs: one that breaks off in a sentence goes on with the next."""
    whole: list[str] = []
    for line in (raw.strip() for raw in lines):
        if whole and _goes_on(whole[-1], line):
            whole[-1] = _joined(whole[-1], line)
        else:
            whole.append(line)
    return whole


def _goes_on(before: str, line: str) -> bool:
    return bool(before) and line[:1].islower() and not before.endswith(_ENDS)


def _joined(before: str, line: str) -> str:
    if _BROKEN_WORD.search(before) and not _LISTED.match(line):
        return f"{before[:-1]}{line}"
    return f"{before} {line}"
