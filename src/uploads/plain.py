"""Reads the lines of a text file."""

import re
from collections.abc import Iterator

from src.uploads.parts import Part, Unreadable

_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
_MOST_NOISE = 0.005
"""Share of signs that no text has, from which on the file is something else."""


def parts(content: bytes) -> Iterator[Part]:
    """Yield each line; a file that is no text is Unreadable."""
    lines = _decoded(content).splitlines()
    return ((f"line {number}", line) for number, line in enumerate(lines, start=1))


def _decoded(content: bytes) -> str:
    """Return the text of bytes in UTF-8, in UTF-16 where they begin so, or else in the code page of Windows."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _checked(content.decode("utf-16", errors="replace"))
    if b"\0" in content:
        raise Unreadable("it is no text", "no_text_file")
    try:
        return _checked(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _checked(content.decode("cp1252", errors="replace"))


def _checked(text: str) -> str:
    if len(_NO_TEXT.findall(text)) > _MOST_NOISE * len(text):
        raise Unreadable("it is no text", "no_text_file")
    return text
