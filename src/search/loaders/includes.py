"""Puts the files that a page includes in their place, where they lie in the folder that is read; else says so."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from src.search.loaders.sections import Section

LONGEST_INCLUDED = 20_000
"""Bytes of a file from which on it is left out."""

_LINE = re.compile(
    r"^(?P<indent>[ \t]*)(?:"
    r"\{\*\s*(?P<starred>[^\s*{}]+)[^\n]*?\*\}"  # FastAPI
    r"|\{!>?\s*(?P<marked>[^\s!{}]+)[^\n]*?!\}"  # markdown-include
    r"|-+8<-+[ \t]+[\"'](?P<cut>[^\"'\n:]+)[^\"'\n]*[\"']"  # snippets of PyMdown
    r"|\{\{\s*#include\s+(?P<book>[^\s:{}]+)[^\n]*?\}\}"  # mdBook
    r"|\.\.[ ](?:literal)?include::[ ](?P<sphinx>\S+)(?:\n[ \t]+:[\w-]+:[^\n]*)*"
    r"|include::(?P<adoc>[^\s\[\]]+)\[[^\n]*\]"
    r")[ \t]*$",
    re.MULTILINE,
)
_MAY_INCLUDE = re.compile(rb"\{[*!]|8<-|include")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})", re.MULTILINE)
_CHOSEN = re.compile(
    r"\bln\[(?P<first>\d+)(?::(?P<last>\d+))?\]|:lines: (?P<one>\d+)(?:-(?P<end>\d+))?"
)

Read = Callable[[str], str | None]
"""Returns the text of a file by the path that a page has for it, None where it is not there."""


def reader(page: Path, roots: Sequence[Path]) -> Read:
    """Return what reads the files that a page includes: those below the folders that are read, and no others."""

    def read(name: str) -> str | None:
        parts = (part for part in PurePosixPath(name).parts if part not in ("..", "/"))
        for path in (
            folder / text for text in (name, PurePosixPath(*parts)) for folder in page.parents
        ):
            real = path.resolve()
            root = next((root for root in roots if real.is_relative_to(root)), None)
            if root and real.is_file():
                return _text(real, root)
        return None

    return read


def _text(path: Path, root: Path) -> str | None:
    is_hidden = any(part.startswith(".") for part in path.relative_to(root).parts)
    if is_hidden or path.stat().st_size > LONGEST_INCLUDED:
        return None
    try:
        return path.read_text(encoding="utf-8").strip("\n")
    except (OSError, UnicodeDecodeError):
        return None


def included(content: bytes, read: Read) -> bytes:
    """Return all that a page includes, to tell whether any of it has changed."""
    if not _MAY_INCLUDE.search(content):
        return b""
    named = map(_name, _LINE.finditer(content.decode("utf-8", "ignore")))
    return "\n".join(filter(None, map(read, named))).encode()


def with_included(section: Section, read: Read) -> Section:
    """Return a section with the code that it includes in its place, in a fence; what is left out is named there."""
    text = section.text

    def put(found: re.Match[str]) -> str:
        name = _name(found)
        code = read(name)
        if code is None:
            return f"{found['indent']}{{* {name}: left out, as it can't be read in this folder *}}"
        lines = _chosen(code, found[0])
        if len(_FENCE.findall(text[: found.start()])) % 2 == 0:
            lines = [f"```{PurePosixPath(name).suffix[1:]}", *lines, "```"]
        return "\n".join(f"{found['indent']}{line}" for line in lines)

    return replace(section, text=_LINE.sub(put, text)) if _LINE.search(text) else section


def _chosen(code: str, asked: str) -> list[str]:
    lines = code.split("\n")
    found = _CHOSEN.search(asked)
    if not found:
        return lines
    first = int(found["first"] or found["one"])
    return lines[first - 1 : int(found["last"] or found["end"] or first)]


def _name(found: re.Match[str]) -> str:
    named: dict[str, str] = found.groupdict(default="")
    return next(text for name, text in named.items() if text and name != "indent")
