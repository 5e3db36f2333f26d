"""What is printed: plain lines, styled lines and Markdown, none of which can steer the screen."""

import os
import re
from base64 import b64encode
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markdown import Markdown
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from tess_client.wire import harmless

WIDEST = 100
NARROWEST = 20
LONGEST_LAID_OUT = 50_000
"""Characters of Markdown in one piece: laying out a table of more takes many seconds."""

HEADINGS = Theme({f"markdown.h{level}": "bold" for level in range(1, 7)})
ADDRESS = re.compile(r"https?://[!-~]+")
"""What a link may lead to: an address in printable ASCII, which ends no sequence of the terminal's."""

SHOW_PICTURES = ("iTerm.app", "WezTerm", "mintty")
"""Terminals, by what they call themselves, that show a picture of any kind as iTerm2 does."""

PICTURE_WIDTH = 60
"""Columns."""

LARGEST_PICTURE = 8 * 2**20

_NOTE = re.compile(r"^\[\^\d+\]:.*$", re.MULTILINE)
"""A footnote, which Markdown without footnotes takes for the address of a link and leaves out."""

QUOTED = "bold reverse"


class Harmless:
    """Renders another renderable without control characters, entities in Markdown included, and with web links only."""

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self.inner, options):
            style = segment.style
            if style and style.link and not ADDRESS.fullmatch(style.link):
                style = style.update_link(None)
            yield Segment(harmless(segment.text), style)


class Trimmed:
    """Renders another renderable without the blank lines before and after it, which depend on what it is."""

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        lines = list(Segment.split_lines(console.render(self.inner, options)))
        seen = [at for at, line in enumerate(lines) if any(one.text.strip() for one in line)]
        for line in lines[seen[0] : seen[-1] + 1] if seen else []:
            yield from line
            yield Segment.line()


ROWS_OF_PROMPT, MANY = 3, 10_000
"""An empty row, the prompt, and what stands below it; and the rows of what is no screen."""


class Screen:
    """A terminal, or a pipe: the words are the same, only what lays them out differs."""

    def __init__(self) -> None:
        self.out = Console(highlight=False, theme=HEADINGS)
        self.errors = Console(highlight=False, stderr=True)

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads along on a terminal."""
        return self.out.is_terminal

    @property
    def is_dumb(self) -> bool:
        """Whether it is a terminal that can only show lines."""
        return self.out.is_dumb_terminal

    @property
    def has_styles(self) -> bool:
        """Whether bold and the like can be seen."""
        return self.out.color_system is not None

    @property
    def width(self) -> int:
        """Columns that text may take."""
        return min(self.out.width, WIDEST)

    @property
    def rows(self) -> int:
        """Rows that a command can print and have all of it seen, above the prompt and the line below it."""
        return self.out.height - ROWS_OF_PROMPT if self.is_terminal else MANY

    def say(self, text: str | Text = "", style: str = "") -> None:
        """Print text: on a terminal wrapped at words, into a pipe as it is."""
        self._print(self.out, text, style)

    def entry(self, head: str, text: str | Text, style: str = "") -> None:
        """Print text behind a head, such as a number; on a terminal its lines stay right of the head."""
        whole = text if isinstance(text, Text) else Text(text)
        room = self.width - cell_len(head)
        if not self.is_terminal or room < NARROWEST:
            self.say(Text(head, style=style).append(whole), style)
            return
        for line in whole.wrap(self.out, room) or [Text()]:
            line.rstrip()
            self.out.print(Harmless(Text(head, style=style).append(line)), soft_wrap=True)
            head = " " * cell_len(head)

    def complain(self, text: str) -> None:
        """Print what went wrong, apart from what was asked for."""
        self._print(self.errors, f"! {text}\n", "red")

    def markdown(self, text: str) -> None:
        """Print Markdown: laid out on a terminal, as it is into a pipe."""
        if self.is_terminal and len(text) <= LONGEST_LAID_OUT:
            shown = Trimmed(Harmless(Markdown(_NOTE.sub(r"\\\g<0>  ", text))))
            self.out.print(shown, width=self.width, end="")
        else:
            self.say(text)

    @property
    def shows_pictures(self) -> bool:
        """Whether this terminal says that it is one that shows pictures between lines."""
        return self.is_terminal and os.environ.get("TERM_PROGRAM") in SHOW_PICTURES

    def picture(self, data: bytes) -> None:
        """Print a picture where the terminal shows any; between the signs stands base64, which steers nothing."""
        if not self.shows_pictures or len(data) > LARGEST_PICTURE:
            return
        told = f"inline=1;size={len(data)};width={PICTURE_WIDTH};preserveAspectRatio=1"
        self.out.file.write(f"\x1b]1337;File={told}:{b64encode(data).decode()}\x07\n")
        self.out.file.flush()

    def lay_out(self, table: RenderableType) -> None:
        """Print a table, as wide as text may be."""
        self.out.print(Harmless(table), width=self.width)

    def _print(self, console: Console, text: str | Text, style: str) -> None:
        shown = text if isinstance(text, Text) else Text(text, style=style)
        wraps = console.is_terminal
        width = min(console.width, WIDEST) if wraps else None
        console.print(Harmless(shown), soft_wrap=not wraps, width=width)

    def whole(self, text: str | Text) -> None:
        """Print a line that is never wrapped, so that it can be copied."""
        shown = text if isinstance(text, Text) else Text(text)
        self.out.print(Harmless(shown), soft_wrap=True)


def link(address: str) -> Text:
    """Return a web address that a terminal can open; nothing at all for what is none."""
    if not ADDRESS.fullmatch(address):
        return Text()
    return Text(address, style=Style(link=address, underline=True))
