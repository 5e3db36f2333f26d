"""A memo as a page: the few kinds of block that every format can show. A renderer knows nothing else."""

from typing import Annotated, Literal

from pydantic import Field

from src.dossier.models import Frozen, Language


class TextRun(Frozen):
    """Words to be shown as they are; no format may find markup in them."""

    type: Literal["text"] = "text"
    text: str
    style: Literal["plain", "strong", "quiet", "code"] = "plain"


class Link(Frozen):
    """A link to where a source is published."""

    type: Literal["link"] = "link"
    text: str
    url: str


class Reference(Frozen):
    """The mark of a footnote."""

    type: Literal["reference"] = "reference"
    number: int


Inline = Annotated[TextRun | Link | Reference, Field(discriminator="type")]
Inlines = tuple[Inline, ...]


class Heading(Frozen):
    """A heading; ``appendix``: what comes now is looked up, not read."""

    type: Literal["heading"] = "heading"
    text: str
    appendix: bool = False


class Paragraph(Frozen):
    """A paragraph; ``role`` says what it is for."""

    type: Literal["paragraph"] = "paragraph"
    content: Inlines
    role: Literal["plain", "lead", "warning", "quiet"] = "plain"


class Items(Frozen):
    """A list, numbered or not."""

    type: Literal["items"] = "items"
    items: tuple[Inlines, ...]
    numbered: bool = False
    first: int = 1
    """The number that a numbered list begins with."""


class Table(Frozen):
    """A table; without a ``head``, the first cell of each row names the row."""

    type: Literal["table"] = "table"
    head: tuple[str, ...] = ()
    rows: tuple[tuple[Inlines, ...], ...]
    widths: tuple[int, ...]
    """Shares of the width."""


class Figure(Frozen):
    """A picture with its words; a format that can't show it shows these alone."""

    type: Literal["figure"] = "figure"
    caption: str
    alternative: str
    media_type: str
    width: int
    height: int
    content: bytes = Field(exclude=True, repr=False)


Block = Annotated[Heading | Paragraph | Items | Table | Figure, Field(discriminator="type")]


class Note(Frozen):
    """A footnote."""

    number: int
    content: Inlines


class Page(Frozen):
    """A whole memo, ready to be shown."""

    language: Language
    kind: str
    """What it is, above the title: "Memo"."""
    title: str
    author: str
    date: str
    """ISO."""
    words: dict[str, str]
    """What a format says of its own accord: the heading above notes, the way back from one."""
    blocks: tuple[Block, ...]
    notes: tuple[Note, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The pictures, in their order."""
        return tuple(one for one in self.blocks if isinstance(one, Figure))

    def note(self, number: int) -> Note:
        """Return the footnote with this number."""
        return self.notes[number - 1]


def plain(text: str) -> Inlines:
    """Return words without any style."""
    return (TextRun(text=text),)
