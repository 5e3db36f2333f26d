"""Reads one file of reStructuredText: docutils finds headings and blocks, the text is the file's own.

So what only Sphinx knows, its roles and directives, loses no word, and nothing that a directive names is opened.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document

from src.search.loaders.cutting import Block, Stretch, cut
from src.search.loaders.lines import blocks_of
from src.search.loaders.loaded import NotLoaded, decoded
from src.search.loaders.sections import LoadedSections

_INERT = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,  # of what it says to a terminal: nothing
    "halt_level": 5,
    "syntax_highlight": "none",
}
_OTHER_LINE_ENDS = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Lines end here for docutils, and not for those who count the lines of a file."""
_ADORNMENT = re.compile(r"([!-/:-@[-`{-~])\1*[ \t]*")
_LABEL = re.compile(r"\.\. _`?([^:`]+)`?:[ \t]*")
_ROLE = re.compile(r":[\w.:+-]+:(?=`)")
_MARKUP = re.compile(r"`+([^`<]*?)(?:\s*<[^`>]*>)?`+_{0,2}|\*+([^*]+)\*+|\|([^|]+)\|")


@dataclass(frozen=True)
class _Heading:
    """A heading of a depth, 1 at the top: its first line with the labels before it, and the line after it, from 0."""

    first: int
    after: int
    depth: int
    title: str
    label: str


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a file; their anchors are the labels before headings, else made as docutils makes them."""
    lines = decoded(content).split("\n")
    document = _parsed("\n".join(lines))
    headings = sorted(_headings(document, lines), key=lambda heading: heading.first)
    return cut(name, list(_stretches(lines, headings, _starts(document, lines))))


def _parsed(text: str) -> nodes.document:
    settings = get_default_settings(Parser)
    for setting, value in _INERT.items():
        setattr(settings, setting, value)
    document = new_document("", settings)
    try:
        Parser().parse(_OTHER_LINE_ENDS.sub(" ", text), document)
    except RecursionError as error:
        raise NotLoaded("it is nested too deep") from error
    return document


def _headings(document: nodes.document, lines: Sequence[str]) -> Iterator[_Heading]:
    for section in document.findall(nodes.section):
        under = (section.line or 1) - 1
        words = under - 1
        if not 0 < under < len(lines) or not _ADORNMENT.fullmatch(lines[under]):
            continue
        over = words > 0 and lines[words - 1][:1] == lines[under][:1]
        first, label = _labelled(lines, words - 1 if over else words)
        yield _Heading(first, under + 1, _depth(section), _title(lines[words]), label)


def _depth(section: nodes.Element) -> int:
    above = section.parent
    return 1 if not isinstance(above, nodes.section) else 1 + _depth(above)


def _labelled(lines: Sequence[str], first: int) -> tuple[int, str]:
    """Return the line where the labels before a heading begin, and the label next to it."""
    label = ""
    number = first - 1
    while number >= 0 and (not lines[number].strip() or _LABEL.fullmatch(lines[number])):
        if found := _LABEL.fullmatch(lines[number]):
            label = label or found[1]
            first = number
        number -= 1
    return first, label


def _title(line: str) -> str:
    found = _MARKUP.sub(lambda match: match[1] or match[2] or match[3] or "", _ROLE.sub("", line))
    return " ".join(found.replace("\\", "").split())


def _starts(document: nodes.document, lines: Sequence[str]) -> list[int]:
    """Return the lines where a block begins: one that is not indented, with nothing right before it."""
    starts = set()
    for above in (document, *document.findall(nodes.section)):
        for child in above.children:
            number = child.line - 1 if isinstance(child, nodes.Element) and child.line else 0
            if (
                0 < number < len(lines)
                and lines[number][:1].strip()
                and not lines[number - 1].strip()
            ):
                starts.add(number)
    return sorted(starts)


def _stretches(
    lines: Sequence[str], headings: Sequence[_Heading], starts: Sequence[int]
) -> Iterator[Stretch]:
    above: list[_Heading] = []
    begin = 0
    for heading in headings:
        blocks = blocks_of(lines, begin, heading.first, starts, ())
        if above or blocks:
            yield _stretch(above, blocks)
        above = [*(one for one in above if one.depth < heading.depth), heading]
        begin = heading.after
    yield _stretch(above, blocks_of(lines, begin, len(lines), starts, ()))


def _stretch(above: Sequence[_Heading], blocks: tuple[Block, ...]) -> Stretch:
    anchor = nodes.make_id(above[-1].label or above[-1].title) if above else ""
    return Stretch(tuple(heading.title for heading in above), blocks, anchor)
