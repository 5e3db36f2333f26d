"""The memo, an answer as it is handed over, as data; and as a page of the few blocks that all formats show. Pure."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny

from src.answering.handing_over import Line, MemoSource
from src.dossier.models import Frozen, Gloss, Language, Verdict, is_empty


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
        return tuple(block for block in self.blocks if isinstance(block, Figure))


def plain(text: str) -> Inlines:
    """Return words without any style."""
    return (TextRun(text=text),)


SCHEMA = 1
"""Version of the shape that ``--json`` prints.

Within a version fields may be added, and a list of words (verdicts) may grow; none goes, and none changes its name, its
kind or its meaning. Whatever does that makes the next version. A test keeps the fields of this one.
"""


class MemoGloss(Gloss):
    """Plain words of ours beside a quote, which prove nothing."""

    text: Line


class Footnote(Frozen):
    """What a claim stands on: words that were found in the source when the memo was made."""

    number: int
    quote: Line
    source: SerializeAsAny[MemoSource]
    gloss: MemoGloss | None = Field(None, exclude_if=is_empty)


class SupportedClaim(Frozen):
    """A claim that carries a footnote; ``text`` is empty where the model only quotes."""

    number: int
    text: Line
    verdict: Verdict
    flags: tuple[Line, ...] = ()
    exception: Line = Field("", exclude_if=is_empty)
    """The words of an exception in its quote that the answer nowhere mentions."""
    footnote: Footnote


class MemoSentence(Frozen):
    """A sentence of the conclusion and the footnotes that it follows from; of one left out, why in its place."""

    text: Line
    notes: tuple[int, ...] = ()
    left_out: bool = False
    exception: Line = Field("", exclude_if=is_empty)


class RejectedClaim(Frozen):
    """A claim that did not hold: it is shown as such, and never with a footnote."""

    text: Line
    quote: Line
    verdict: Verdict
    reason: Line
    source: Line = ""


class Told(Frozen):
    """What the user said in a turn."""

    version: int
    words: Line


class ClientFact(Frozen):
    """What a document of the client tells, with personal data masked; ``text`` is empty where it is only quoted."""

    text: Line
    quote: Line
    source: SerializeAsAny[MemoSource]


class LeftOut(Frozen):
    """A source that the answer could not use, and who decided that with which words, where anybody did."""

    source: SerializeAsAny[MemoSource]
    version: int | None = None
    day: date | None = None
    author: Line = ""
    words: Line = ""


class MemoPicture(Frozen):
    """A picture of the answer's selection: the user who added it says what it shows; its bytes come beside it."""

    number: int
    name: Line
    alternative: Line
    width: int
    height: int
    size: int
    """Bytes."""
    sha256: Line
    """Empty once it was forgotten."""
    media_type: Line = ""


class ToolUse(Frozen):
    """One call of a tool in the turn of the answer."""

    tool: Line
    outcome: Line
    pictures: tuple[Line, ...] = Field((), exclude_if=is_empty)
    """SHA-256 of those that a model was given."""


class SentSource(Frozen):
    """A source as the receipt has it, in SHA-256."""

    source: Line
    """Id."""
    text_hash: Line
    """Of its whole text."""
    sent_hash: Line
    """Of its block as the model was given it."""


class Draft(Frozen):
    """A draft of the model, which the journal has word for word."""

    sha256: Line = ""
    """Empty where the model gave none."""
    failure: Line = ""
    """Why it gave none."""


class MemoReceipt(Frozen):
    """By what the answer can be told from any other, and what the journal keeps of how it came about."""

    recorded: bool
    """False for an answer of which the journal has no receipt: it is from before there were any, or was forgotten."""

    dossier_state: Line
    """SHA-256 of the dossier right after the answer."""
    journal_line: Line
    """Hash of the journal's line that holds the answer; it covers every line before."""
    model: Line
    parameters: Line
    prompt_hash: Line
    """SHA-256 of the answer's prompt; empty where there is no receipt, as are the next three."""
    policy: Line
    library: Line
    """Fingerprint of the library that was searched."""
    made_by: Line
    """Version of TESS that made the answer."""
    sources: tuple[SentSource, ...] = ()
    drafts: tuple[Draft, ...] = ()
    sent_hash: Line
    """SHA-256 of the source block as the model was given it."""
    author: Line
    tools: tuple[ToolUse, ...] = ()
    program: Line
    """Version of TESS that wrote this memo."""


class Memo(Frozen):
    """An answer with all that it stands on."""

    schema_version: int = SCHEMA
    language: Language
    dossier_id: str
    version: int
    """Version of the dossier that the answer made."""
    answer_id: str
    answered_on: date
    as_of: date | None
    """The day whose texts count; None: nobody named one."""
    head: tuple[tuple[Line, Line], ...] = Field(default=(), exclude=True)
    """Rows for the head of the page in the desk's words, which say of the data what it says already."""
    title: Line = ""
    """The dossier's name, where its user gave it one."""
    question: Line
    facts: tuple[Told, ...]
    client_facts: tuple[ClientFact, ...] = ()
    conclusion: Line
    sentences: tuple[MemoSentence, ...] = Field((), exclude_if=is_empty)
    """The conclusion, sentence by sentence."""
    claims: tuple[SupportedClaim, ...]
    struck: tuple[RejectedClaim, ...] = ()
    open_points: tuple[Line, ...] = ()
    missing_facts: tuple[Line, ...] = ()
    doubts: tuple[Line, ...] = ()
    """Which sources may not be what was asked for: another version, another day."""
    warnings: tuple[Line, ...] = ()
    """What a reader must know first, e.g. that a source was taken out since."""
    sources_used: tuple[SerializeAsAny[MemoSource], ...]
    pictures: tuple[MemoPicture, ...] = Field((), exclude_if=is_empty)
    sources_left_out: tuple[LeftOut, ...]
    sources_since_removed: tuple[SerializeAsAny[MemoSource], ...] = ()
    receipt: MemoReceipt
    limits: tuple[Line, ...]
    """What this memo does not prove."""
