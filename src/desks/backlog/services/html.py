"""Texts as the HTML that trackers keep, and back: what was written comes back letter by letter, and scripts never do.

A line is a ``div``. White space that HTML would drop is written as references: a space is ``&nbsp;``, which is read as
one, while a no-break space stays itself. HTML of others is read as a person sees it, without what is no text.
"""

import re
from collections.abc import Sequence
from html import escape, unescape
from html.parser import HTMLParser

_SILENT = frozenset(
    "script style head title template noscript iframe object embed svg math textarea select".split()
)
"""What has no text that a person reads, or does something."""

_EMPTY = frozenset("embed".split())
"""Those of them that have no end."""

_INLINE = frozenset(
    "a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub"
    " sup td th time tt u var wbr".split()
)
"""What goes on in the line where it stands; all else begins one of its own."""

_CELLS = frozenset(("td", "th"))

_HARD = re.compile("[^ -~\N{NO-BREAK SPACE}-\N{REPLACEMENT CHARACTER}\U00010000-\U0010ffff]")
"""Control characters."""
_SPACE = re.compile("[ \t\n\r\f]+")


def html_of(text: str) -> str:
    """Return a text as HTML; ``text_of`` returns it again."""
    return "".join(f"<div>{_line(line)}</div>" for line in text.split("\n")) if text else ""


def text_of(html: str) -> str:
    """Return what a person reads in HTML; items of a list begin with a hyphen or their number."""
    return "\n".join(prefix + line for prefix, line, _ in _lines(html))


def html_of_criteria(criteria: Sequence[str]) -> str:
    """Return criteria as a list in HTML; ``criteria_of`` returns them again."""
    items = "".join(f"<li>{html_of(one) or '<div><br></div>'}</li>" for one in criteria)
    return f"<ul>{items}</ul>" if items else ""


def criteria_of(html: str) -> tuple[str, ...]:
    """Return the criteria in HTML: every item of a list, and every other line that says something."""
    found: list[tuple[int, str]] = []
    for _, line, item in _lines(html):
        if item and found and found[-1][0] == item:
            found[-1] = item, f"{found[-1][1]}\n{line}"
        elif item or line.strip():
            found.append((item, line))
    return tuple(text for _, text in found)


def _line(line: str) -> str:
    """Return a line as the inside of a ``div``."""
    told = re.sub("^ | $|(?<= ) ", "&nbsp;", escape(line, quote=False))
    return _HARD.sub(lambda found: f"&#{ord(found[0])};", told) or "<br>"


def _lines(html: str) -> list[tuple[str, str, int]]:
    reader = _HtmlReader()
    reader.feed(html)
    reader.close()
    reader.end_line()
    return reader.lines


class _HtmlReader(HTMLParser):
    """Reads lines: what stands before each, its text, and which item of a list it is in, 0 for none."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.lines: list[tuple[str, str, int]] = []
        self._line: list[str] = []
        self._is_apart = False
        """Whether white space that may turn out to be the end of a line came last."""
        self._silent: list[str] = []
        self._lists: list[int | None] = []
        """Numbers of the lists that are open; None: without numbers."""
        self._items: list[int] = []
        self._count = 0
        self._prefix = ""
        self._verbatim = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:  # noqa: ARG002  # the parser's shape
        if self._silent or tag in _SILENT:
            if tag in _SILENT - _EMPTY:
                self._silent.append(tag)
            return
        if tag == "br":
            self._break()
        elif tag not in _INLINE:
            self.end_line()
        if tag in ("ul", "ol"):
            self._lists.append(1 if tag == "ol" else None)
        elif tag == "li":
            self._begin_item()
        elif tag == "pre":
            self._verbatim += 1

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if (
            tag not in _SILENT
        ):  # to a browser it is a start; but what is silent has nothing in it here
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._silent:
            if tag in self._silent:
                del self._silent[self._silent.index(tag) :]
            return
        if tag not in _INLINE:
            self.end_line()
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        elif tag == "li" and self._items:
            self._items.pop()
            self._prefix = ""
        elif tag == "pre" and self._verbatim:
            self._verbatim -= 1
        elif tag in _CELLS and self._line:
            self._is_apart = True

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._verbatim:
            first, *more = data.split("\n")
            self._put(first)
            for line in more:
                self._break()
                self._put(line)
            return
        for n, words in enumerate(_SPACE.split(data)):
            self._is_apart = self._is_apart or (n > 0 and bool(self._line))
            self._put(words)

    def handle_charref(self, name: str) -> None:
        number = int(name[1:], 16) if name[:1] in "xX" else int(name)
        if not self._silent:
            self._put(chr(number) if number <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}")

    def handle_entityref(self, name: str) -> None:
        if not self._silent:
            self._put(" " if name == "nbsp" else unescape(f"&{name};"))

    def unknown_decl(self, data: str) -> None:
        """Drop what only word processors write."""

    def end_line(self) -> None:
        """End the line at hand, if there is anything in it."""
        if self._line:
            self._break()
        self._is_apart = False

    def _put(self, text: str) -> None:
        if text:
            self._line += [" ", text] if self._is_apart else [text]
            self._is_apart = False

    def _break(self) -> None:
        self.lines.append(
            (self._prefix, "".join(self._line), self._items[-1] if self._items else 0)
        )
        self._line, self._is_apart, self._prefix = [], False, ""

    def _begin_item(self) -> None:
        self._count += 1
        self._items.append(self._count)
        number = self._lists[-1] if self._lists else None
        self._prefix = "- " if number is None else f"{number}. "
        if number is not None:
            self._lists[-1] = number + 1
