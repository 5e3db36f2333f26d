"""A guide of a draft that was gone through: what failed or lacks is a placeholder, and nothing is empty. Pure."""

import re
from collections.abc import Collection, Sequence

import src.desks.tsg.missing as missing
from src.desks.tsg.artifacts import (
    HEADINGS,
    NOTES,
    Guide,
    GuideLine,
    LineKind,
    Placeholder,
    SectionName,
    Support,
)
from src.desks.tsg.forms import FailedLine, GuideReview
from src.desks.tsg.gate import (
    STATING,
    UNPLACED,
    Gated,
    LineFault,
    LineGate,
    names_notes,
    plain,
    section_named,
)
from src.desks.tsg.marks import is_reserved
from src.desks.tsg.rewriting import PARTS, closed, with_edits
from src.dossier.models import SourceBase
from src.grounding.units import words_in

LONGEST_GUIDE = 100_000
_ROOM = LONGEST_GUIDE - 15_000
"""Characters for lines: the rest is for headings, placeholders and questions."""
_OF_DRAFTS = missing.MOST_PLACEHOLDERS - len(HEADINGS) - 4
"""Placeholders that a draft may have: there is room for one of every section and question beside them."""
_LONGEST_TITLE = 120
_DROPPED = frozenset(("no_such_section", "no_words", "for_the_customer"))
"""Reasons for which a line goes without leaving a placeholder: nothing is missing by it."""

Lines = dict[SectionName, list[GuideLine]]


def guide_of(
    gated: Gated,
    bases: Sequence[SourceBase],
    language: str,
    notes_sha256: str = "",
    before: Guide | None = None,
) -> Guide:
    """Return the guide of a draft: what failed is a placeholder, and so is what a section or a question lacks.

    What its author edited in the guide ``before`` lacks nowhere.
    """
    made = _Assembly(language)
    for name, line in before.lines() if before else ():
        if line.by_author and line.kind != "missing":
            made.add(name, line)
    failures = {failure.number: failure for failure in gated.failures}
    for number in range(len(gated.draft.lines)):
        standing = gated.lines.get(number)
        if standing:
            made.add(standing.section, standing.line, standing.placeholder)
        elif number in failures:
            made.add_failed(failures[number])
    title, support = gated.title, gated.title_support
    if not title:
        title, support = made.first_symptom() or _title(bases, language)
    return made.guide(title, support, bases, notes_sha256)


def corrected(
    guide: Guide, review: GuideReview, bases: Sequence[SourceBase], left_out: Collection[str] = ()
) -> tuple[Guide, list[int]]:
    """Return the guide with those of a review's corrections that stand, and the numbers of their lines; edits stay.

    A correction without a line drops the line.
    """
    gate = LineGate(bases, left_out, guide.language)
    wanted = {mended_line.number: mended_line.line for mended_line in review.corrected}
    known = {placeholder.id: placeholder for placeholder in guide.placeholders}
    made = _Assembly(guide.language, {entry.name for entry in guide.sections if not entry.lines})
    mended: list[int] = []
    for section, line in guide.lines():
        kept, placeholder = line, known.get(line.placeholder)
        if line.n in wanted and not line.by_author:
            instead = wanted[line.n]
            if instead is None:
                mended.append(line.n)
                continue
            place = {"section": UNPLACED if line.unplaced else section, "part": line.part}
            try:
                standing = gate.line(instead.model_copy(update=place))
                kept = standing.line.model_copy(update={"n": line.n})
                placeholder = standing.placeholder
                mended.append(line.n)
            except LineFault:
                pass  # the line stays as it was: that one stands
        made.add(section, kept, placeholder)
    if not mended:
        return guide, mended
    better = made.guide(guide.title, guide.title_support, bases, guide.notes_sha256)
    return with_edits(better, guide), mended


class _Assembly:
    def __init__(self, language: str, quiet: Collection[SectionName] = ()) -> None:
        self._language = language
        self._quiet = quiet  # sections that ask nothing where they are empty
        self._lines: Lines = {name: [] for name in HEADINGS}
        self._placeholders: dict[str, Placeholder] = {}
        self._room = _ROOM

    def add(
        self, section: SectionName, line: GuideLine, placeholder: Placeholder | None = None
    ) -> None:
        """Add a line; one that is there already, or that there is no room for, is not added."""
        if placeholder:
            if len(self._placeholders) < _OF_DRAFTS:
                self._missing(placeholder)
            return
        is_there = line.kind != "code" and any(
            (guide_line.kind, guide_line.text, guide_line.part) == (line.kind, line.text, line.part)
            for guide_line in self._lines[section]
        )
        if is_there:
            return
        if len(line.text) > self._room:
            self._missing(missing.fixed((section, line.part), self._language))
            return
        self._room -= len(line.text) + len(line.url) + 10
        self._lines[section].append(line)

    def first_symptom(self) -> tuple[str, Support] | None:
        """Return the first line on what goes wrong, and what it stands on; None where none is short enough."""
        lines = [(one.text, one.support) for one in self._lines["symptoms"] if one.kind in STATING]
        fitting = ((text, entry) for text, entry in lines if entry and len(text) <= _LONGEST_TITLE)
        return next(fitting, None)

    def add_failed(self, failed: FailedLine) -> None:
        """Add the placeholder of a line that may not stand."""
        section = section_named(failed.line.section)
        if section is None or failed.reason in _DROPPED:
            return
        place = section, (failed.line.part or "what") if section == "symptoms" else ""
        if failed.line.kind == "code":  # which no source has
            made = missing.placeholder(place, *missing.texts(self._language)["code"])
        else:
            made = missing.fixed(place, self._language)
        self._missing(made)

    def guide(
        self, title: str, support: Support | None, bases: Sequence[SourceBase], notes_sha256: str
    ) -> Guide:
        """Return the guide, with what its sections lack."""
        self._fill_questions(bases)
        if not self._lines["tags"] and support:
            self._lines["tags"].append(GuideLine(kind="tag", text=title, support=support))
        for part in () if "symptoms" in self._quiet else PARTS:
            if not any(line.part == part for line in self._lines["symptoms"]):
                self._missing(missing.fixed(("symptoms", part), self._language))
        for name, lines in self._lines.items():
            if all(line.unplaced for line in lines) and name not in self._quiet:
                self._missing(missing.fixed((name, ""), self._language))
        self._lines["diagnosis"] = _with_checks(self._lines["diagnosis"])
        self._lines["related"].sort(key=lambda guide_line: guide_line.unplaced)
        empty = Guide(
            title=title, title_support=support, sections=(), language=self._language,
            notes_sha256=notes_sha256,
        )  # fmt: skip
        return closed(empty, self._lines, self._placeholders, quiet=HEADINGS)

    def _missing(self, placeholder: Placeholder) -> None:
        if placeholder.id in self._placeholders:
            return
        self._placeholders[placeholder.id] = placeholder
        self._lines[placeholder.section].append(placeholder.line)

    def _fill_questions(self, bases: Sequence[SourceBase]) -> None:
        """Ask a customer for what the guide is about, where nothing is asked."""
        if self._lines["questions"]:
            return
        every = [*self._lines["symptoms"], *self._lines["diagnosis"]]
        about = [line for line in every if line.support and line.kind not in ("code", "link")]
        told, support = _title(bases, self._language)
        if about:
            told, support = about[0].text, about[0].support
        if support is None:
            return
        told = told[:300].rstrip(" :")
        asked = missing.texts(self._language)["seen" if "rror" in told else "described"]
        text = asked.format(quote=told)
        self._lines["questions"].append(GuideLine(kind="question", text=text, support=support))


def _with_checks(lines: Sequence[GuideLine]) -> list[GuideLine]:
    listed: Collection[LineKind] = ("item", "step", "question", "check")
    kinds = listed if any(line.kind in listed for line in lines) else ("prose",)
    return [
        line.model_copy(update={"kind": "check"}) if line.kind in kinds else line for line in lines
    ]


def _title(bases: Sequence[SourceBase], language: str) -> tuple[str, Support | None]:
    notes = next((base for base in bases if base.id == NOTES), None)
    for found in re.finditer(".+", notes.content if notes else ""):
        line = found[0]
        words = plain(line).replace("*", "").strip()
        if not words_in(words) or is_reserved(line) or words in HEADINGS.values():
            continue
        if names_notes(words):
            continue
        title = words if len(words) <= _LONGEST_TITLE else words[:_LONGEST_TITLE].rsplit(" ", 1)[0]
        quote = line.strip()
        start = found.start() + len(line) - len(line.lstrip())
        return title, Support(source=NOTES, quote=quote, start=start, end=start + len(quote))
    return missing.texts(language)["no_title"], None
