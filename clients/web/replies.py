"""A reply's Markdown as it is set on this page: its headings below the page's own, its differences in colours."""

import re
from collections.abc import Iterable

from clients.web.text import literal, markdown

SIGNS = {
    "": ":small[{}]",
    " ": "\u2007 {}",
    "-": ":red-background[− {}]",  # a minus, which begins no list
    "+": ":green-background[\\+ {}]",
}
"""How the lines of a difference look by their sign; what has none is the name of what follows."""

DIFFERENCE = re.compile(r"^(`{3,}|~{3,})diff\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
HEADING = re.compile(r"(#{1,6})(?=\s)")
UNSEEN = re.compile(r"\s*(?:<!--.*-->|\[\[_TOC_\]\])\s*")
"""A line that those who read a text are not to see: a mark for programs, or for a wiki to put its contents there."""


def reply(text: str) -> str:
    """Return the Markdown of a reply."""
    parts = DIFFERENCE.split(text)
    told = [_set(parts[0])]
    for lines, after in zip(parts[2::3], parts[3::3], strict=True):
        told += [difference(map(_signed, lines.split("\n"))), _set(after)]
    return "".join(told)


def difference(lines: Iterable[tuple[str, str]]) -> str:
    """Return lines, each with its sign, as Markdown in which they wrap."""
    return "  \n".join(SIGNS[sign].format(literal(line)) for sign, line in lines)


def _signed(line: str) -> tuple[str, str]:
    sign = line[:1] or " "
    return (sign, line[2:]) if sign in SIGNS and line[1:2] in ("", " ") else ("", line)


def _set(text: str) -> str:
    """Return text with its highest headings right below that of the page, and no level left out on the way down."""
    lines = markdown(text).split("\n")
    code = _in_code(lines)
    found = [
        None if is_code else HEADING.match(line) for line, is_code in zip(lines, code, strict=True)
    ]
    ranks = sorted({len(one[1]) for one in found if one})
    above, told = 1, []
    for line, is_code, heading in zip(lines, code, found, strict=True):
        if heading:
            above = min(ranks.index(len(heading[1])) + 2, above + 1)
            told.append("#" * above + line[heading.end() :])
        elif is_code or not UNSEEN.fullmatch(line):
            told.append(line)
    return "\n".join(told)


def _in_code(lines: list[str]) -> list[bool]:
    """Return of each line whether it is one of a block of code."""
    fence, told = "", []
    for line in lines:
        mark = FENCE.match(line)
        told.append(bool(fence or mark))
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and not line.strip("`~ ")
            fence = "" if closes else fence
        elif mark:
            fence = mark[1]
    return told
