"""Writes elements of HTML as blocks of text: lists with their signs, a row of a table on a line, code as it is."""

from typing import cast

from lxml import etree

from src.search.loaders.cutting import Block
from src.texts import beside

_WHOLE = frozenset("ul ol dl table pre blockquote".split())
"""Elements that are one block, with all that is in them."""
_LINES = frozenset(beside(__file__, "tags")["lines"].split())
"""Elements that stand on lines of their own."""
_MOST_INDENTED = 20
"""Lists in lists beyond this are not indented further."""
_SOURCELINE_LIMIT = 65_535
"""libxml2 counts no further."""


class BlockWriter:
    """Takes the elements of a page one by one, and gives the blocks that they make."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._lines: list[str] = []
        self._line = self._sign = ""
        self._at = 1
        self._first = self._last = 0
        self._whole = self._preformatted = self._cells = 0
        self._counters: list[int | None] = []

    def taken(self) -> tuple[Block, ...]:
        """Return the blocks that were made since it was asked last."""
        self._end_block()
        blocks, self._blocks = tuple(self._blocks), []
        return blocks

    def start(self, element: etree._Element, tag: str) -> None:
        """Take the beginning of an element, to be written as one of ``tag``, and the text right behind it."""
        self._go_to(element)
        self._part(tag)
        self._whole += tag in _WHOLE
        self._preformatted += tag == "pre"
        if tag in ("ul", "ol"):
            self._counters.append(0 if tag == "ol" else None)
        elif tag == "li":
            self._sign = self._next_sign()
        elif tag in ("td", "th"):
            self._line += "| " if self._line.strip() else ""
            self._cells += 1
        elif tag == "img":
            self.text(" ".join((element.get("alt") or "").split()))
        elif tag == "br":
            self._end_line()
        self.text(element.text or "")

    def end(self, tag: str) -> None:
        """Take the end of an element that was written as one of ``tag``."""
        self._part(tag)
        if tag in ("ul", "ol"):
            self._counters.pop()
            self._sign = ""
        self._cells -= tag in ("td", "th")
        self._preformatted -= tag == "pre"
        self._whole -= tag in _WHOLE
        if tag in _WHOLE and not self._whole:
            self._end_block()

    def pass_over(self, element: etree._Element) -> None:
        """Count the lines of an element that is not written."""
        self._go_to(element)
        self._at += sum(str(text).count("\n") for text in element.itertext())

    def _go_to(self, element: etree._Element) -> None:
        line = cast("int | None", element.sourceline) or 0  # which the stubs do not know
        if line < _SOURCELINE_LIMIT:
            self._at = max(self._at, line)

    def text(self, text: str) -> None:
        """Take text, and count its lines; outside code, white space only parts words."""
        if self._preformatted:
            for number, piece in enumerate(text.split("\n")):
                if number:
                    self._end_line()
                    self._at += 1
                self._put(piece)
            return
        words = text.split()
        if not words or text[0].isspace():
            self._space()
        self._at += text[: len(text) - len(text.lstrip())].count("\n")
        self._put(" ".join(words), text.strip().count("\n"))
        if words and text[-1].isspace():
            self._space()
        self._at += text[len(text.rstrip()) :].count("\n") if words else 0

    def _put(self, words: str, line_ends: int = 0) -> None:
        if words.strip():
            self._first = self._first or self._at
            self._at += line_ends
            self._last = self._at
            self._line, self._sign = f"{self._sign}{self._line}", ""
        self._line += words

    def _space(self) -> None:
        if self._line and not self._line.endswith(" "):
            self._line += " "

    def _part(self, tag: str) -> None:
        if tag not in _WHOLE and tag not in _LINES and tag not in ("td", "th"):
            return
        if not self._whole:
            self._end_block()
        elif tag in ("td", "th") or (self._cells and tag != "tr"):
            self._space()
        else:
            self._end_line()

    def _next_sign(self) -> str:
        indent = "  " * min(len(self._counters) - 1, _MOST_INDENTED)
        count = self._counters[-1] if self._counters else None
        if count is None:
            return f"{indent}- "
        self._counters[-1] = count + 1
        return f"{indent}{count + 1}. "

    def _end_line(self) -> None:
        if self._preformatted or self._line.strip():
            self._lines.append(self._line.rstrip())
        self._line = ""

    def _end_block(self) -> None:
        self._end_line()
        text = "\n".join(self._lines).strip("\n")
        if text:
            self._blocks.append(Block(text, self._first, self._last))
        self._lines = []
        self._first = self._last = 0
