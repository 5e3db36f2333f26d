"""The gate of a guide: each line of a draft stands on words of a source, or it fails with a reason. Pure.

What a line says is judged as a claim of an answer is; what is here is the form of a guide.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import src.desks.tsg.bearing as bearing
import src.desks.tsg.missing as missing
from src.desks.tsg.artifacts import (
    HEADINGS,
    TOLD,
    Guide,
    GuideLine,
    LineKind,
    Part,
    Placeholder,
    SectionName,
    Support,
)
from src.desks.tsg.bearing import GuideBearing
from src.desks.tsg.forms import PROBLEMS, DraftLine, FailedLine, GuideDraft, MendedLines
from src.desks.tsg.knowledge import known
from src.desks.tsg.marks import fence_in, is_reserved
from src.dossier.models import Claim, Observation, Picture, SourceBase
from src.grounding.gate import VERIFIED, CheckedQuote, find
from src.grounding.material import Material
from src.grounding.units import by_lines, words_in
from src.grounding.verification import judged
from src.llm.forms import ClaimDraft, SupportVerdict

LONGEST_LINE = 2_000
UNPLACED = "unplaced"
TITLE = -1
"""Number of the title among the lines of a draft."""

SECTIONS: Mapping[str, SectionName] = {
    **{name: name for name in HEADINGS},
    **{heading.casefold(): name for name, heading in HEADINGS.items()},
}
_LIST_SIGNS = re.compile(
    r"(?:[#>*+\-•]+(?=\s|$)|\d{1,3}[.)](?=\s)|\[[ xX]?\](?=\s)|#+|(?:`{3,}|~{3,})|=+$)\s*"
)
_NO_LETTER = re.compile(r"[\W_]+")
STATING: frozenset[LineKind] = frozenset(("prose", "item", "step", "check"))
"""Lines that state something: code and links are copied, and a question states nothing."""
_HOLDS_CODE = frozenset(("notes", "answer"))


@dataclass(frozen=True)
class StandingLine:
    """A line of a draft that may stand, or the placeholder of one that is missing."""

    section: SectionName
    line: GuideLine
    placeholder: Placeholder | None = None


@dataclass(frozen=True)
class Gated:
    """A draft gone through."""

    draft: GuideDraft
    title: str
    """Empty where that of the draft may not stand."""
    title_support: Support | None
    lines: Mapping[int, StandingLine]
    """By their number in the draft, from 0."""
    failures: tuple[FailedLine, ...]
    """What is to be mended, with the reasons; ``TITLE`` is the number of the title."""


class LineFault(Exception):
    """A line may not stand."""

    def __init__(self, reason: str, added: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.added = added


def held(
    draft: GuideDraft,
    bases: Sequence[SourceBase],
    left_out: Collection[str] = (),
    language: str = "en",
    before: Guide | None = None,
) -> Gated:
    """Return a draft held against notes, answers, selected pages and pictures; ``left_out``: addresses left out.

    What says a line of the guide ``before`` again stands as that line does, on all of its evidence.
    """
    gate = LineGate(bases, left_out, language, before)
    lines: dict[int, StandingLine] = {}
    failures: list[FailedLine] = []
    title, support = "", None
    try:
        title, support = gate.title(draft.title, draft.title_quote)
    except LineFault as fault:
        failures.append(_failed(TITLE, _title_line(draft), fault))
    for number, line in enumerate(draft.lines):
        try:
            # Lines on what the author said of an earlier one are the author's, who has them already.
            if gate.stood(line) or not line.source.startswith(TOLD):
                lines[number] = gate.line(line)
        except LineFault as fault:
            failures.append(_failed(number, line, fault))
    return Gated(draft, title, support, lines, tuple(failures))


def read_again(gated: Gated, read: Mapping[int, SupportVerdict]) -> Gated:
    """Return a draft as a second reading leaves it: what is contradicted fails, what is not settled is marked."""
    lines = dict(gated.lines)
    failures = list(gated.failures)
    for number, verdict in read.items():
        if verdict.verdict == "contradicts":
            del lines[number]
            failures.append(_failed(number, gated.draft.lines[number], LineFault("turns")))
        elif verdict.verdict == "neither":
            line = lines[number].line.model_copy(update={"unstated": True})
            lines[number] = replace(lines[number], line=line)
    return replace(gated, lines=lines, failures=tuple(failures))


def mended(draft: GuideDraft, mending: MendedLines) -> GuideDraft:
    """Return the draft with these lines in place of those of their numbers, and without those that are dropped."""
    given = {mended_line.number: mended_line.line for mended_line in mending.lines}
    lines = [given.get(number, line) for number, line in enumerate(draft.lines)]
    title = given.get(TITLE) or _title_line(draft)
    kept = [draft_line for draft_line in lines if draft_line]
    return GuideDraft(title=title.text, title_quote=title.quote, lines=kept)


def _failed(number: int, line: DraftLine, fault: LineFault) -> FailedLine:
    return FailedLine(
        number=number,
        line=line,
        reason=fault.reason,
        problem=PROBLEMS[fault.reason],
        added=list(fault.added),
    )


def _title_line(draft: GuideDraft) -> DraftLine:
    return DraftLine(
        section="title",
        part="",
        kind="prose",
        text=draft.title,
        quote=draft.title_quote,
        source="notes",
    )


class LineGate:
    """Holds lines against the sources of one guide."""

    def __init__(
        self,
        bases: Sequence[SourceBase],
        left_out: Collection[str],
        language: str = "en",
        before: Guide | None = None,
    ) -> None:
        self.bases = {base.id: base for base in bases}
        self._before = before
        self._stood = {
            (line.kind, line.text): line
            for _, line in (before.lines() if before else ())
            if line.supports and all(map(self._has, line.supports))
        }
        self.language = language
        self._letters: dict[str, str] = {}
        self._left_out = {bearing.bare_address(text) for text in left_out}
        self._pages = {
            bearing.bare_address(base.url): base for base in bases if base.url and _is_page(base)
        }
        pictures = (base.id for base in bases if isinstance(base, Picture))
        self._pictures = {text: number for number, text in enumerate(pictures, start=1)}
        self._code = {
            base.id: _stripped(base.content)
            for base in bases
            if _is_page(base) or base.kind in _HOLDS_CODE
        }

    def line(self, draft: DraftLine) -> StandingLine:
        """Return a line with what it stands on; raises where it may not stand."""
        section = section_named(draft.section)
        if section is None:
            raise LineFault("no_such_section")
        if draft.kind == "missing":
            return self._missing(section, draft)
        if is_reserved(draft.text) or is_reserved(draft.quote):
            raise LineFault("reserved")
        if any(
            bearing.bare_address(text) in self._left_out for text in bearing.addresses(draft.text)
        ):
            raise LineFault("left_out")
        if stood := self.stood(draft):
            line = stood.model_copy(update={"n": 0})
        elif draft.kind == "code":
            line = self._code_line(draft)
        elif draft.kind == "link":
            line = self._link(draft)
        else:
            line = self._prose(draft)
        placed = {"part": _part(section, draft), "unplaced": _is_unplaced(draft.section)}
        return StandingLine(section, line.model_copy(update=placed))

    def stood(self, draft: DraftLine) -> GuideLine | None:
        """Return the line of the guide before that a draft says again, where what it stands on is there yet."""
        return self._stood.get((draft.kind, draft.text))

    def _has(self, support: Support) -> bool:
        base = self.bases.get(support.source)
        return base is not None and support.quote in base.content

    def title(self, text: str, quote: str) -> tuple[str, Support]:
        """Return a title and what it stands on; raises where it may not stand."""
        before = self._before
        if before and before.title == text and before.title_support:
            return text, before.title_support
        title = plain(text).replace("*", "").strip()[:200].strip()
        if not words_in(title):
            raise LineFault("no_words")
        if is_reserved(title) or title in HEADINGS.values():
            raise LineFault("reserved")
        if names_notes(title):
            raise LineFault("no_subject")
        return title, self._support(title, quote, "notes")

    def _missing(self, section: SectionName, draft: DraftLine) -> StandingLine:
        if section == "questions":
            raise LineFault("for_the_customer")
        place = section, _part(section, draft)
        made = missing.drafted(place, draft.text, draft.quote, self.language)
        return StandingLine(section, made.line, made)

    def _prose(self, draft: DraftLine) -> GuideLine:
        text = plain(draft.text)
        if not words_in(text):
            raise LineFault("no_words")
        # A question says nothing that could be turned.
        support = self._support(text, draft.quote, draft.source, asks=draft.kind == "question")
        number = self._pictures.get(support.source, 0)
        return GuideLine(kind=draft.kind, text=text, support=support, picture=number)

    def _support(self, text: str, quote: str, source: str, *, asks: bool = False) -> Support:
        """Return what a text stands on: in its source, or in the one that has the quote in truth."""
        if not words_in(quote):
            raise LineFault("no_quote")
        near = tuple(base for base in self.bases.values() if self._has_words_of(quote, base))
        material = Material("", near, {}, GuideBearing(), by_lines, by_quote=True)
        drafted = ClaimDraft(text=text, quote=quote, source_id=source or UNPLACED)
        claim, _ = judged(drafted, material)
        base = self.bases.get(claim.source_id)
        if base is None:
            raise LineFault("no_such_source")
        if claim.verdict == "too-short":
            raise LineFault("quote_too_short")
        if claim.verdict not in VERIFIED or claim.evidence:
            raise LineFault("quote_not_found")
        support = self._support_of(base, claim)
        if is_reserved(support.quote):
            raise LineFault("reserved")
        if claim.flags:
            raise LineFault("adds", claim.flags)
        if claim.turned and not asks:
            raise LineFault("turns")
        return support

    def _has_words_of(self, quote: str, base: SourceBase) -> bool:
        """Return whether every word of a quote is in a text at all: that is told at once, where it stands is not."""
        if base.id not in self._letters:
            self._letters[base.id] = _NO_LETTER.sub("", base.content)
        return all(word in self._letters[base.id] for word in words_in(quote))

    def _support_of(self, base: SourceBase, found: Claim | CheckedQuote) -> Support:
        start, end = found.start or 0, found.end or 0
        return Support(
            source=base.id,
            quote=base.content[start:end],
            verdict="exact" if found.verdict == "exact" else "normalised",
            start=start,
            end=end,
            where=self._where(base),
        )

    def _where(self, base: SourceBase) -> str:
        number = self._pictures.get(base.id)
        return f"picture {number}" if number else base.url

    def _code_line(self, draft: DraftLine) -> GuideLine:
        code, fence = draft.text.replace("\r\n", "\n"), ""
        lines = code.split("\n")
        opened, closed = fence_in(lines[0]), fence_in(lines[-1])
        if opened and closed and len(lines) > 1 and opened.closed_by(closed):
            code, fence = "\n".join(lines[1:-1]), lines[0]
        wanted = _stripped(code)
        if all(map(fence_in, wanted)):
            raise LineFault("no_words")
        first = [draft.source] if draft.source in self._code else []
        for source in [*first, *self._code]:
            rest = iter(self._code[source])
            if all(line in rest for line in wanted):  # each behind the one before it
                quote = "\n".join(wanted)
                where = self._where(self.bases[source])
                support = Support(source=source, quote=quote, where=where)
                return GuideLine(kind="code", text=code, fence=fence, support=support)
        raise LineFault("code_differs")

    def _link(self, draft: DraftLine) -> GuideLine:
        page = self.bases.get(draft.source)
        if page is None or not _is_page(page) or not page.url:
            named = [*bearing.addresses(draft.quote), *bearing.addresses(draft.text)]
            known = filter(None, map(self._pages.get, map(bearing.bare_address, named)))
            page = next(known, None)
        if page is None or bearing.bare_address(page.url) in self._left_out:
            raise LineFault("leads_elsewhere")
        title = plain(page.title).translate(str.maketrans("[]", "()"))
        if not words_in(title) or is_reserved(title):
            title = page.url
        return GuideLine(kind="link", text=title, url=page.url, support=self._opening(page))

    def _opening(self, page: SourceBase) -> Support:
        """Return what a link to a page stands on: its title where that is in its text, else its first words."""
        first = next((text for text in _stripped(page.content) if words_in(text)), page.title)
        found = find(page.title, page.content) or find(first, page.content)
        if found is None:
            return Support(source=page.id, quote=page.title, where=page.url)
        return self._support_of(page, found)


def plain(text: str) -> str:
    """Return a text on one line, without what would make it a heading, a list or a fence."""
    line = " ".join(text.split())[:LONGEST_LINE].strip()
    while (found := _LIST_SIGNS.match(line)) and found.end():
        line = line[found.end() :]
    return line


def names_notes(words: str) -> bool:
    """Return whether words are what notes are called, which is no subject: "Rough notes."."""
    return known("labels", "notes").fullmatch(words.strip(" .:")) is not None


def section_named(words: str) -> SectionName | None:
    """Return the section of a name or a heading; what fits none stands with the related information."""
    name = words.strip().casefold()
    return "related" if _is_unplaced(name) else SECTIONS.get(name)


def _is_unplaced(section: str) -> bool:
    return section.strip().casefold() == UNPLACED


def _part(section: SectionName, draft: DraftLine) -> Part:
    return (draft.part or "what") if section == "symptoms" else ""


def _is_page(base: SourceBase) -> bool:
    return isinstance(base, Observation)


def _stripped(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]
