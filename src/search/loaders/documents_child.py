"""The process that reads one document of a folder: ``python -m src.search.loaders.documents_child``.

The file comes in by standard input, what was found goes out by standard output, as JSON.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree
from pydantic import TypeAdapter

from src.search.loaders.confined import replied
from src.search.loaders.cutting import Block, OpenStretch, Stretch
from src.search.loaders.loaded import LARGEST_FILE, NotLoaded
from src.search.loaders.readers import pdf_parts, seen
from src.search.loaders.word import WordParts, notes, opened, text_of_paragraph

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BODY = _WORD + "body"
_LEVEL = re.compile(r"heading (\d)")
_TITLE_LEVEL = 0
"""Of the title of the whole, above the first headings."""


@dataclass(frozen=True)
class _Style:
    level: int | None = None
    is_list: bool = False
    is_contents: bool = False
    """A line of the table of contents, whose words are those of a heading."""


_PLAIN = _Style()


def word_stretches(document: WordParts) -> Iterator[Stretch]:
    """Yield what stands before the first heading, if anything, then what each heading has, and the notes at the end."""
    styles = _styles(document.styles)
    now = OpenStretch()
    for element in _top(document.body):
        style = _style(element, styles)
        text = seen(_rows(element) if element.tag == _WORD + "tbl" else text_of_paragraph(element))
        if not text.strip() or style.is_contents:
            continue
        if style.level is None:
            _add(now.blocks, text, style)
            continue
        if now.headings or now.blocks:
            yield now.stretch
        now = now.below(style.level, " ".join(text.split()))
    yield now.stretch
    noted = tuple(Block(f"{number}. {seen(text)}") for _, number, text in notes(document))
    if noted:
        yield Stretch((), noted, "notes")


def _top(body: etree._Element) -> Iterator[etree._Element]:
    """Yield the paragraphs and tables that stand only in the body, or in a content control there."""
    for element in body.iter(_WORD + "p", _WORD + "tbl"):
        above = element.getparent()
        while above is not None and above.tag not in (_BODY, _WORD + "p", _WORD + "tc"):
            above = above.getparent()
        if above is not None and above.tag == _BODY:
            yield element


def _add(blocks: list[Block], text: str, style: _Style) -> None:
    """Add a paragraph as a block of its own, or an item to the list before it."""
    if not style.is_list:
        blocks.append(Block(text))
    elif blocks and blocks[-1].text.startswith("- "):
        blocks[-1] = Block(f"{blocks[-1].text}\n- {text}")
    else:
        blocks.append(Block(f"- {text}"))


def _rows(table: etree._Element) -> str:
    return "\n".join(
        " | ".join(_cell(cell) for cell in row.iter(_WORD + "tc"))
        for row in table.iter(_WORD + "tr")
    )


def _cell(cell: etree._Element) -> str:
    return " ".join(" ".join(map(text_of_paragraph, cell.iter(_WORD + "p"))).split())


def _style(element: etree._Element, styles: dict[str, _Style]) -> _Style:
    named = element.find(f"{_WORD}pPr/{_WORD}pStyle")
    style = styles.get(str(named.get(_WORD + "val")), _PLAIN) if named is not None else _PLAIN
    own = _said(element)
    return _Style(
        level=own.level if style.level is None else style.level,
        is_list=own.is_list or style.is_list,
        is_contents=style.is_contents,
    )


def _styles(root: etree._Element | None) -> dict[str, _Style]:
    found: dict[str, _Style] = {}
    for style in root.iter(_WORD + "style") if root is not None else ():
        named = style.find(_WORD + "name")
        name = str(named.get(_WORD + "val")).lower() if named is not None else ""
        said = _said(style)
        level = _LEVEL.fullmatch(name)
        found[str(style.get(_WORD + "styleId"))] = _Style(
            level=int(level[1]) if level else _TITLE_LEVEL if name == "title" else said.level,
            is_list=said.is_list or name.startswith("list "),
            is_contents=name.startswith("toc "),
        )
    return found


def _said(element: etree._Element) -> _Style:
    """Return what the properties of a paragraph, or of a style, say: outline level 9 is body text."""
    outline = element.find(f"{_WORD}pPr/{_WORD}outlineLvl")
    level = str(outline.get(_WORD + "val")) if outline is not None else ""
    return _Style(
        level=int(level) + 1 if level in tuple("012345678") else None,
        is_list=element.find(f"{_WORD}pPr/{_WORD}numPr") is not None,
    )


@dataclass(frozen=True)
class DocumentLimits:
    """How much one document of a folder may be and may cost; beyond it, it is left out."""

    pages: int = 5_000
    unpacked: int = LARGEST_FILE
    """Bytes of each part of a Word document."""
    characters: int = 10_000_000
    seconds: float = 120.0
    """Of the process."""
    memory: int = 2**30
    """Bytes of address space of the process."""

    @property
    def most_said(self) -> int:
        """Bytes that a document within the limits can come to: a letter takes twelve at most in JSON."""
        return 12 * self.characters + 2**20


FOUND = TypeAdapter[tuple[Stretch, ...] | str](tuple[Stretch, ...] | str)
"""What the process says: the stretches, or why there are none."""


def main(arguments: list[str]) -> int:
    """Read a document whose name ends with ``arguments[0]``, within the limits ``arguments[1]``; return the status."""
    limits = DocumentLimits(**json.loads(arguments[1]))

    def reply(content: bytes) -> bytes:
        return FOUND.dump_json(_found(content, arguments[0], limits))

    return replied(LARGEST_FILE, limits.seconds, limits.memory, reply)


def _found(content: bytes, suffix: str, limits: DocumentLimits) -> tuple[Stretch, ...] | str:
    try:
        if suffix == ".pdf":
            return tuple(_bounded(_pages(content, limits), limits.characters))
        return tuple(_bounded(word_stretches(opened(content, limits.unpacked)), limits.characters))
    except NotLoaded as error:
        return str(error)


def _pages(content: bytes, limits: DocumentLimits) -> Iterator[Stretch]:
    for place, text in pdf_parts(content, limits.pages):
        block = Block("\n".join(line.rstrip() for line in seen(text).split("\n")).strip("\n"))
        yield Stretch((), (block,) if block.text else (), place.replace(" ", "-"))


def _bounded(stretches: Iterator[Stretch], most: int) -> Iterator[Stretch]:
    length = 0
    for stretch in stretches:
        length += sum(len(block.text) for block in stretch.blocks)
        if length > most:
            raise NotLoaded(f"its text is longer than {most:,} characters")
        yield stretch


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
