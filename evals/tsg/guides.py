"""How well rules make guides of the notes of published ones, whose lines have sections: a file of JSON lines.

Each line has ``notes``, and ``lines`` with ``text``, ``section`` and ``code``.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from src.desks.tsg.artifacts import Guide, GuideNotes, notes_source
from src.desks.tsg.assembling import guide_of
from src.desks.tsg.forms import GuideSource, GuideTask
from src.desks.tsg.gate import held
from src.desks.tsg.marks import blocks
from src.desks.tsg.offline.draft import draft
from src.desks.tsg.offline.pieces import placed
from src.desks.tsg.render import render
from src.desks.tsg.validator import problems


class UnreadableGuides(Exception):
    """The file is not one of guides; the text says why."""


class PublishedLine(BaseModel):
    """A line of a guide that people wrote."""

    text: str
    section: str
    code: bool = False


class PublishedGuide(BaseModel):
    """A guide that people wrote, as notes with the section of each line."""

    model_config = ConfigDict(extra="ignore")

    id: str
    notes: str
    lines: list[PublishedLine]


@dataclass
class GuideFigures:
    """What was measured."""

    guides: int = 0
    lines: int = 0
    right: int = 0
    """Lines in their section."""
    by_section: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many lines of a section were placed in which."""
    shares: list[float] = field(default_factory=list)
    """By guide, the share of its lines that are in their section."""
    code_blocks: int = 0
    code_kept: int = 0
    """Blocks of code whose bytes stand in the guide."""
    unsound: int = 0
    """Guides in which the validator finds something."""
    unsupported: int = 0
    """Lines that neither stand on a quote nor are a placeholder."""
    placeholders: int = 0

    def data(self) -> dict[str, object]:
        """Return the figures as JSON has them."""
        return {
            "guides": self.guides,
            "lines": self.lines,
            "section_accuracy": round(self.right / max(self.lines, 1), 4),
            "section_accuracy_per_guide": round(sum(self.shares) / max(len(self.shares), 1), 4),
            "majority": round(self._largest() / max(self.lines, 1), 4),
            "by_section": self.recalls(),
            "code_blocks": self.code_blocks,
            "code_blocks_kept": self.code_kept,
            "unsound_guides": self.unsound,
            "unsupported_lines": self.unsupported,
            "placeholders_per_guide": round(self.placeholders / max(self.guides, 1), 2),
        }

    def recalls(self) -> dict[str, float]:
        """Return for each section the share of its lines that are in it."""
        totals = self._totals()
        return {
            name: round(self.by_section[name, name] / totals[name], 3) for name in sorted(totals)
        }

    def _totals(self) -> Counter[str]:
        totals: Counter[str] = Counter()
        for (section, _), count in self.by_section.items():
            totals[section] += count
        return totals

    def _largest(self) -> int:
        return max(self._totals().values(), default=0)


def read(path: Path) -> Iterator[PublishedGuide]:
    """Yield the guides of a file; raises ``UnreadableGuides``."""
    try:
        for line in path.read_text("utf-8").splitlines():
            if line.strip():
                yield PublishedGuide.model_validate(json.loads(line))
    except (OSError, ValueError, ValidationError) as error:
        raise UnreadableGuides(f"{path} can't be read as guides: {error}") from None


def evaluate_guides(guides: Iterable[PublishedGuide]) -> GuideFigures:
    """Return how the lines of guides are placed, and how their notes become guides again."""
    figures = GuideFigures()
    for one in guides:
        figures.guides += 1
        _place(one, figures)
        _write(one.notes, figures)
    return figures


def guide_from(notes: str, language: str = "en") -> Guide:
    """Return the guide that rules make of notes alone."""
    base = notes_source(GuideNotes(text=notes, sha256=""))
    source = GuideSource(id=base.id, kind="notes", title=base.title, text=notes)
    drafted = draft(GuideTask(language=language, topic="", sources=[source]))
    return guide_of(held(drafted, [base], language=language), [base], language)


def _place(guide: PublishedGuide, figures: GuideFigures) -> None:
    sections = sections_by_line(guide.notes)
    right = 0
    for number, line in enumerate(guide.lines):
        section = sections[number] if number < len(sections) else ""
        figures.by_section[line.section, section] += 1
        right += section == line.section
    figures.lines += len(guide.lines)
    figures.right += right
    figures.shares.append(right / max(len(guide.lines), 1))


def sections_by_line(notes: str) -> Sequence[str]:
    """Return for each line of notes the section in which it is placed; an empty one goes with the line before."""
    starts = {one.piece.line: one.section for one in placed(notes)}
    sections: list[str] = []
    for number in range(notes.count("\n") + 1):
        before = sections[-1] if sections else ""
        sections.append(starts.get(number, before))
    return sections


def _write(notes: str, figures: GuideFigures) -> None:
    guide = guide_from(notes)
    text = render(guide)
    fenced = [one for one in blocks(notes) if one.is_code and one.fence and one.text.strip()]
    figures.code_blocks += len(fenced)
    figures.code_kept += sum(f"{one.fence}\n{one.text}\n" in text for one in fenced)
    figures.unsound += bool(problems(text))
    figures.placeholders += len(guide.placeholders)
    figures.unsupported += sum(
        line.support is None and line.kind != "missing" for _, line in guide.lines()
    )


def figures_text(figures: GuideFigures) -> str:
    """Return the figures for people."""
    data = figures.data()
    recalls = ", ".join(f"{name} {share:.2f}" for name, share in figures.recalls().items())
    return "\n".join(
        [
            f"{figures.guides} guides, {figures.lines} lines",
            f"section of a line   {data['section_accuracy']}   (per guide {data['section_accuracy_per_guide']},"
            f" majority {data['majority']})",
            f"  by section        {recalls}",
            f"code blocks kept    {figures.code_kept} of {figures.code_blocks}, byte for byte",
            f"guides unsound      {figures.unsound}",
            f"lines unsupported   {figures.unsupported}",
            f"placeholders        {data['placeholders_per_guide']} a guide",
        ]
    )
