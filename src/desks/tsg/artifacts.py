"""The artifacts of the desk: what it makes of notes and goes on with. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from operator import not_
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from src.dossier.models import Frozen, SourceBase

NOTES = "notes"
CLEARANCE = "clearance"
RESEARCH = "research"
GUIDE = "guide"
PLACEHOLDER = "placeholder"
REVIEW = "review"
DISMISSAL = "dismissal"
OUTBOUND = "outbound"
AT_ONCE = "at-once"
"""Kinds; a dossier has one artifact of each of the first four, under its kind as id, and any number of the others."""

TOLD = "told/"
"""Begins the id of the source that is the author's words in one turn."""
ANSWER = "answer/"
"""Begins the id of the source that is the author's answer to a question."""

SectionName = Literal[
    "symptoms",
    "not_apply",
    "diagnosis",
    "questions",
    "cause",
    "resolution",
    "root_cause",
    "related",
    "tags",
]

HEADINGS: Mapping[SectionName, str] = {
    "symptoms": "Issue Description / Symptoms",
    "not_apply": "When does the TSG not Apply",
    "diagnosis": "Diagnosis",
    "questions": "Questions to Ask the Customer",
    "cause": "Cause",
    "resolution": "Mitigation or Resolution",
    "root_cause": "Root Cause to be shared with Customer",
    "related": "Related Information",
    "tags": "Tags or Prompts",
}
"""The sections of every guide in their order, with their headings."""

Part = Literal["", "what", "who", "where", "when"]
"""Which question of the first section a line answers; empty in all other sections."""

LineKind = Literal["prose", "item", "step", "check", "question", "code", "link", "tag", "missing"]
"""``item`` and ``step`` are of a list; ``missing`` stands for a placeholder."""


class Clearance(Frozen):
    """What the personal-data gate found in what it let pass: nothing it may not, and how often what it marks."""

    sha256: str
    """Of the text that was cleared."""
    counts: dict[str, int] = {}
    """How often each kind was redacted before; never a value."""
    service: str = ""
    """What looked besides the gate's own rules; empty: nothing did."""


class NotesPicture(Frozen):
    """A picture that came with the notes."""

    id: str
    """Of the source in the dossier."""
    read_by: Literal["", "ocr", "model"] = ""
    """Who read the text in it; empty: nobody looked."""


class GuideNotes(Frozen):
    """What a guide is made of: redacted text, as it was cleared."""

    text: str
    sha256: str
    """Of what was cleared."""
    language: str = "en"
    pictures: tuple[NotesPicture, ...] = ()


class PageFinding(Frozen):
    """What a page says about the topic, in words that stand there."""

    page: str
    """Id of the observation."""
    claim: str
    quote: str


class FailedLookup(Frozen):
    """A call that brought nothing."""

    service: str
    asked: str
    """The query or the address."""
    reason: str


class Research(Frozen):
    """What was looked for and found beside the notes."""

    topic: str
    queries: tuple[str, ...] = ()
    note_urls: tuple[str, ...] = ()
    """Addresses that stand in the notes."""
    gaps: tuple[str, ...] = ()
    findings: tuple[PageFinding, ...] = ()
    failed: tuple[FailedLookup, ...] = ()
    is_complete: bool = True
    """False where time ended it before all was asked."""


class Support(Frozen):
    """The words that a line of a guide stands on."""

    source: str
    """Id of the notes (``notes``), the answer, the page or the picture."""
    quote: str
    """As they stand there."""
    verdict: Literal["exact", "normalised"] = "exact"
    start: int = 0
    end: int = 0
    """Where they stand, in characters."""
    where: str = ""
    """For people: the address of a page, ``picture 2``; empty of the notes."""


class GuideLine(Frozen):
    """A line of a guide, or a block of code; it stands on its support, or is ``missing``."""

    kind: LineKind
    text: str
    """Without markup of lists; of code what is between the fences, byte for byte; of a missing line its hint."""
    support: Support | None = None
    part: Part = ""
    url: str = ""
    """Of a link: where it leads."""
    fence: str = ""
    """Of code: the line that opens it, as the source has it; empty: it had none."""
    placeholder: str = ""
    """Of a missing line: the id of its placeholder."""
    picture: int = 0
    """Number of the picture whose text it stands on, from 1; 0: none."""
    edited: bool = False
    """Whether the author had it added, changed or moved: it stays so where the guide is written anew."""
    unplaced: bool = False
    """Whether it is told and fits no section: it stands at the end of the related information, and is told as such."""
    unstated: bool = Field(False, exclude_if=not_)
    """Whether a second reading did not find it in what it stands on: it is marked."""
    also: tuple[Support, ...] = Field((), exclude_if=not_)
    """What else it stands on, where edits joined or changed lines."""
    unnamed: tuple[str, ...] = Field((), exclude_if=not_)
    """Names that its author took out of it: they are masked where what it stands on is shown."""
    n: int = Field(0, exclude_if=not_)
    """Its number, by which it is shown and edited; it keeps it until the guide is written anew. 0: it has none yet."""

    @property
    def supports(self) -> tuple[Support, ...]:
        """Return all that it stands on."""
        return (*([self.support] if self.support else []), *self.also)

    @property
    def by_author(self) -> bool:
        """Return whether the author had it edited, or it is what they answered: a rewrite keeps it."""
        return self.edited or (self.support is not None and self.support.source.startswith(ANSWER))


class GuideSection(Frozen):
    """One of the nine sections."""

    name: SectionName
    lines: tuple[GuideLine, ...] = ()

    @property
    def heading(self) -> str:
        """Return the heading as guides have it."""
        return HEADINGS[self.name]


class Placeholder(Frozen):
    """What a guide lacks, and the question to the author that would bring it."""

    id: str
    section: SectionName
    hint: str
    question: str
    answer: str = ""
    part: Part = ""

    @property
    def mark(self) -> str:
        return f"{{{{MISSING::{HEADINGS[self.section]}::{self.hint}}}}}"

    @property
    def line(self) -> GuideLine:
        """Return the line that stands for it."""
        return GuideLine(kind="missing", text=self.hint, part=self.part, placeholder=self.id)


class RemovedLine(Frozen):
    """A line that an edit of the author took from its place, which is not written there again."""

    section: SectionName
    at: int
    """Its place in the section, from 0."""
    line: GuideLine
    placeholder: Placeholder | None = None
    """Of a missing line."""
    restorable: bool = True
    """False where the line stands elsewhere or in other words now."""


class Guide(Frozen):
    """A troubleshooting guide: nine sections, each of whose lines stands somewhere or is a placeholder."""

    title: str
    title_support: Support | None = None
    """None where the title is made of the topic alone."""
    sections: tuple[GuideSection, ...]
    placeholders: tuple[Placeholder, ...] = ()
    """Those that stand in it, in their order."""
    language: str = "en"
    notes_sha256: str = ""
    markdown: str = ""
    """As it is rendered, for who only shows it."""
    removed: tuple[RemovedLine, ...] = ()
    """What edits of the author took away, the oldest first."""

    @field_validator("sections")
    @classmethod
    def _lines_have_numbers(cls, sections: tuple[GuideSection, ...]) -> tuple[GuideSection, ...]:
        return numbered(sections)

    @field_validator("removed")
    @classmethod
    def _removed_have_numbers(
        cls, removed: tuple[RemovedLine, ...], info: ValidationInfo
    ) -> tuple[RemovedLine, ...]:
        there = [line.n for entry in info.data.get("sections", ()) for line in entry.lines]
        lines = _with_numbers([line.line for line in removed], there)
        return tuple(
            one.model_copy(update={"line": line}) for one, line in zip(removed, lines, strict=True)
        )

    @property
    def restorable(self) -> list[RemovedLine]:
        """Return the lines that can be put back."""
        return [line for line in self.removed if line.restorable]

    @property
    def steps(self) -> Mapping[int, int]:
        """Return the number that is printed before each step, by the number of its line."""
        listed = ([line.n for line in each.lines if line.kind == "step"] for each in self.sections)
        return {n: at for numbers in listed for at, n in enumerate(numbers, start=1)}

    def lines(self) -> Sequence[tuple[SectionName, GuideLine]]:
        """Return every line with its section."""
        return [(section.name, line) for section in self.sections for line in section.lines]


def numbered(
    sections: Sequence[GuideSection], taken: Iterable[int] = ()
) -> tuple[GuideSection, ...]:
    """Return sections each of whose lines has a number of its own: its old one, else the next that is free."""
    lines = _with_numbers([line for section in sections for line in section.lines], taken)
    return tuple(
        one.model_copy(update={"lines": tuple(next(lines) for _ in one.lines)}) for one in sections
    )


def _with_numbers(lines: Sequence[GuideLine], taken: Iterable[int]) -> Iterator[GuideLine]:
    free, seen = count(max([0, *taken, *(line.n for line in lines)]) + 1), {0}
    for line in lines:
        n = next(free) if line.n in seen else line.n
        seen.add(n)
        yield line if line.n == n else line.model_copy(update={"n": n})


class Suggestion(Frozen):
    """What a reviewer would add."""

    id: str
    section: SectionName
    text: str


class Review(Frozen):
    """What a reviewer said of a guide; it warns and never blocks."""

    approved: bool
    accuracy: tuple[str, ...] = ()
    completeness: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    corrected: int = 0
    """Lines that the review corrected, and that stand as corrected."""
    guide_sha256: str = ""
    """Of the guide as it was rendered after it."""


class Dismissal(Frozen):
    """A suggestion that the author does not want; one much like it is not made again."""

    section: SectionName
    text: str


class Outbound(Frozen):
    """What left this machine: its digest, never its words."""

    service: str
    tool: str
    sha256: str
    length: int


class AtOnce(Frozen):
    """That the newest message asks for research and writing in one turn."""


def notes_source(notes: GuideNotes) -> SourceBase:
    """Return the notes as what a line may stand on."""
    return SourceBase(id=NOTES, title="Notes", content=notes.text, kind="notes")


def answer_source(answered: Placeholder) -> SourceBase:
    """Return the author's answer to a question as what a line may stand on."""
    name, title = f"{ANSWER}{answered.id}", answered.question
    return SourceBase(id=name, title=title, content=answered.answer, kind="answer")


def told_sources(guide: Guide | None) -> list[SourceBase]:
    """Return what the author said to have lines edited, a source for each turn, as what a line may stand on."""
    said: dict[str, list[str]] = {}
    for support in (entry for _, line in guide.lines() for entry in line.supports) if guide else ():
        if support.source.startswith(TOLD):
            said.setdefault(support.source, []).append(support.quote)
    return [
        SourceBase(id=text, title=text, content="\n".join(dict.fromkeys(said[text])), kind="answer")
        for text in said
    ]
