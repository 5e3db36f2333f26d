"""A guide that is rewritten: what its author edited and answered stays in it. Pure."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from textwrap import wrap

from src.desks.tsg.artifacts import (
    HEADINGS,
    TOLD,
    Guide,
    GuideLine,
    GuideSection,
    LineKind,
    Part,
    Placeholder,
    SectionName,
    Support,
    answer_source,
    numbered,
)
from src.desks.tsg.gate import LONGEST_LINE, plain
from src.desks.tsg.knowledge import knowledge
from src.desks.tsg.marks import blocks, without_marks
from src.desks.tsg.missing import fixed, texts
from src.grounding.units import words_in

PARTS: tuple[Part, ...] = ("what", "who", "where", "when")
KINDS: Mapping[SectionName, LineKind] = {
    "diagnosis": "check",
    "questions": "question",
    "tags": "tag",
}
"""Of lines in words, by the sections that have but one kind."""
WARNING = re.compile(knowledge("lines")["warning"])


def with_edits(guide: Guide, before: Guide | None) -> Guide:
    """Return a guide that was rewritten, with what the author edited and answered in the one before."""
    if before is None or not (before.removed or any(line.by_author for _, line in before.lines())):
        return guide
    known = {entry.id: entry for entry in (*before.placeholders, *guide.placeholders)}
    edited = [(name, line) for name, line in before.lines() if line.by_author]
    gone = [*((entry.section, entry.line) for entry in before.removed), *edited]
    # What the author has moved may be written where it was, or anywhere.
    moved = [line for _, line in edited if line.kind != "missing"]
    lines = {
        new.name: _in_order(
            new.lines, old.lines, [line for name, line in gone if name == new.name], moved
        )
        for new, old in zip(guide.sections, before.sections, strict=True)
    }
    named = before.title_support is not None and before.title_support.source.startswith(TOLD)
    title = before if named else guide
    kept = guide.model_copy(
        update={"title": title.title, "title_support": title.title_support}
        | {"removed": before.removed}
    )
    quiet = {line.section for line in before.removed if line.line.kind == "missing"}
    quiet |= {section.name for section in (*before.sections, *guide.sections) if not section.lines}
    return closed(kept, lines, known, quiet=quiet)


def _in_order(
    lines: Sequence[GuideLine],
    before: Sequence[GuideLine],
    gone: Sequence[GuideLine],
    moved: Sequence[GuideLine],
) -> list[GuideLine]:
    """Return the lines of a section that was written again and what is its author's, in the order that they had.

    A line that is new stands behind the one that it was written behind.
    """
    kept = [(at, 0, line) for at, line in enumerate(before) if line.by_author]
    # A quote of which the author left a line as it was may be told in other words.
    left = [line for line in before if not line.by_author]
    said = {line.text for line in moved}
    partners, at = _partners(lines, before, {*said, *(line.text for line in gone)}), -1
    for number, line in enumerate(lines):
        if number in partners:
            at = partners[number]
            kept += [] if before[at].by_author else [(at, 0, line)]
            continue
        by_quote = not any(_share_quote(line, each) for each in left)
        if line.text not in said and not any(_same(line, each, by_quote) for each in gone):
            kept.append((at, number + 1, line))
    return [line for _, _, line in sorted(kept, key=itemgetter(0, 1))]


def _partners(
    lines: Sequence[GuideLine], before: Sequence[GuideLine], gone: Collection[str]
) -> dict[int, int]:
    """Return for lines of a section which line of before each is, by their places: by its words, else by its quote."""
    found: dict[int, int] = {}
    # Of two with one quote the line that nobody edited is the one that may be told in other words.
    places = sorted(range(len(before)), key=lambda at: before[at].by_author)
    for by_quote in (False, True):
        for number, line in enumerate(lines):
            free = (at for at in places if at not in found.values())
            same = (at for at in free if _same(line, before[at], by_quote))
            is_open = number not in found and not (by_quote and line.text in gone)
            if is_open and (at := next(same, None)) is not None:
                found[number] = at
    return found


def with_lost(guide: Guide, before: Guide | None) -> Guide:
    """Return a guide that was rewritten, with what it may not lose of the one before.

    That is unplaced lines that no line of it rests on, and open questions: only their author settles them.
    """
    if before is None:
        return guide
    stands = [line.support for _, line in guide.lines() if line.support]
    gone = [removed_line.line.text for removed_line in before.removed]
    lost: list[tuple[SectionName, GuideLine]] = [
        ("related", line)
        for _, line in before.lines()
        if line.unplaced and line.support and line.text not in gone
        if not any(_meet(line.support, stand) for stand in stands)
    ]
    lost += [(entry.section, entry.line) for entry in _unasked(guide, before)]
    if not lost:
        return guide
    lines = {section.name: list(section.lines) for section in guide.sections}
    for name, line in lost:
        lines[name].append(line)
    known = {entry.id: entry for entry in (*before.placeholders, *guide.placeholders)}
    return closed(guide, lines, known, quiet=HEADINGS)


def lost_lines(guide: Guide, before: Guide | None) -> list[GuideLine]:
    """Return the lines of the guide ``before`` of which this one has neither the words nor the quote."""
    lines = [line for _, line in guide.lines() if line.kind != "missing"]
    words = {line.text for line in lines}
    return [
        line
        for _, line in (before.lines() if before else ())
        if line.kind != "missing" and line.text not in words
        if not any(_share_quote(line, other) for other in lines)
    ]


def _unasked(guide: Guide, before: Guide) -> list[Placeholder]:
    """Return the open questions of a guide that the next one leaves out.

    What a section lacks as a whole is asked again where it does; as many new questions of a place are the old ones in
    other words.
    """
    code = texts(before.language)["code"]
    old = {entry.id: entry for entry in before.placeholders}
    new = Counter(
        (entry.section, entry.part) for entry in guide.placeholders if entry.id not in old
    )
    asked = {entry.id for entry in guide.placeholders}
    left = [
        entry
        for entry in old.values()
        if entry.id not in asked
        and entry.hint not in (fixed((entry.section, entry.part), before.language).hint, code[0])
    ]
    places = Counter((entry.section, entry.part) for entry in left)
    return [
        entry
        for entry in left
        if new[entry.section, entry.part] < places[entry.section, entry.part]
    ]


def _meet(support: Support, other: Support) -> bool:
    """Return whether two quotes have words in common; code has no place, and is compared as a whole."""
    if support.source != other.source:
        return False
    is_beside = support.end <= other.start or other.end <= support.start
    return not is_beside or support.quote.split() == other.quote.split()


def with_answers(
    guide: Guide,
    answered: Iterable[Placeholder],
    still: Mapping[str, Placeholder] | None = None,
) -> Guide:
    """Return a guide in which no answered question is asked again: the answer stands in its place.

    An answer whose line was moved, changed or taken out has its place already; one that has no place gets one in its
    section. ``still``: what an answer leaves open, by the id of the question that it answers in part.
    """
    given = {placeholder.id: placeholder for placeholder in answered}
    known = {entry.id: entry for entry in (*guide.placeholders, *(still or {}).values())}
    every = [line for _, line in guide.lines()] + [line.line for line in guide.removed]
    used = {support.source for line in every for support in line.supports}
    asked = {line.placeholder for line in every}
    settled = [entry for entry in given.values() if answer_source(entry).id in used]
    lost = [entry for entry in given.values() if entry not in settled and entry.id not in asked]
    settled += lost
    settled_ids = {fixed((entry.section, entry.part), guide.language).id for entry in settled}
    settled_ids |= {placeholder.id for placeholder in settled}
    lines: dict[SectionName, list[GuideLine]] = {}
    for section in guide.sections:
        lines[section.name] = some = []
        for line in section.lines:
            answer = given.get(line.placeholder)
            if answer and still and answer.id in still:
                some += [*_of_answer(answer, section), still[answer.id].line]
            elif line.placeholder not in settled_ids:
                made = list(_of_answer(answer, section)) if answer else []
                some += made or [line]
        for entry in lost:
            some += _of_answer(entry, section) if entry.section == section.name else ()
    quiet = {one.section for one in settled} | {one.name for one in guide.sections if not one.lines}
    return closed(guide, lines, known, quiet=quiet)


def reopened(guide: Guide, asked: Sequence[Placeholder]) -> Guide:
    """Return a guide that asks these questions again, each in the place of the lines that stand on its answer."""
    by_source = {answer_source(placeholder).id: placeholder for placeholder in asked}
    asking = {entry.id: entry.line.model_copy(update={"edited": True}) for entry in asked}

    def stands_on(line: GuideLine) -> Placeholder | None:
        return by_source.get(line.support.source) if line.support else None

    lines = {
        section.name: [
            asking[one.id] if (one := stands_on(line)) else line for line in section.lines
        ]
        + [asking[placeholder.id] for placeholder in asked if placeholder.section == section.name]
        for section in guide.sections
    }
    known = {one.id: one.model_copy(update={"answer": ""}) for one in (*guide.placeholders, *asked)}
    removed = tuple(line for line in guide.removed if not stands_on(line.line))
    return closed(guide.model_copy(update={"removed": removed}), lines, known, quiet=HEADINGS)


def renumbered(guide: Guide) -> Guide:
    """Return a guide that was written again, its lines numbered from 1 in their order."""
    sections = tuple(
        section.model_copy(update={"lines": tuple(map(_without_number, section.lines))})
        for section in guide.sections
    )
    removed = tuple(
        line.model_copy(update={"line": _without_number(line.line)}) for line in guide.removed
    )
    return Guide(**{**dict(guide), "sections": sections, "removed": removed})


def _without_number(line: GuideLine) -> GuideLine:
    return line.model_copy(update={"n": 0})


def _of_answer(answered: Placeholder, section: GuideSection) -> Iterator[GuideLine]:
    """Yield the lines that an answer makes, in its own words: code as it stands, and of marks of guides nothing."""
    source = answer_source(answered)
    listed = (line.kind for line in section.lines if line.kind in ("item", "step"))
    kind = KINDS.get(section.name, next(listed, "prose"))
    for block in blocks(answered.answer):
        support = Support(source=source.id, quote=block.text, end=len(source.content))
        if block.is_code and block.text.strip():
            told = {"text": block.text, "fence": block.fence, "support": support}
            yield GuideLine.model_validate({"kind": "code", "part": answered.part, **told})
            continue
        for piece in without_marks(block.text):
            for words in map(plain, wrap(piece, LONGEST_LINE)):
                if words_in(words):
                    yield GuideLine(kind=kind, text=words, support=support, part=answered.part)


def _same(line: GuideLine, other: GuideLine, by_quote: bool) -> bool:
    """Return whether two lines of a section say the same: by their words, their quote, or the place they ask for."""
    if "missing" in (line.kind, other.kind):
        is_alike = by_quote or line.text == other.text
        return line.kind == other.kind and line.part == other.part and is_alike
    return line.text == other.text or (by_quote and _share_quote(line, other))


def _share_quote(line: GuideLine, other: GuideLine) -> bool:
    return any(_meet(support, each) for support in line.supports for each in other.supports)


def closed(
    guide: Guide,
    lines: Mapping[SectionName, Sequence[GuideLine]],
    known: Mapping[str, Placeholder],
    unknown: Mapping[SectionName, Support] | None = None,
    quiet: Collection[SectionName] = (),
) -> Guide:
    """Return the guide of these lines: it asks for what its sections lack, once each.

    ``unknown``: what the author said is not known, by section; ``quiet``: sections that ask nothing when empty.
    """
    asked: dict[str, Placeholder] = {}
    sections: list[GuideSection] = []
    for name in HEADINGS:
        kept: list[GuideLine] = []
        some = list(lines.get(name, ()))
        for line in sorted(some, key=lambda guide_line: PARTS.index(guide_line.part or "what")):
            if line.kind == "missing":
                if line.placeholder in asked or _is_answered(line, name, some, guide.language):
                    continue
                asked[line.placeholder] = known[line.placeholder]
            kept.append(line)
        if not kept and unknown and name in unknown:
            text, part = texts(guide.language)["unknown"], _part_of(name)
            line = GuideLine(kind="prose", text=text, support=unknown[name], part=part, edited=True)
            kept.append(line)
        elif not kept and name not in quiet:
            made = fixed((name, _part_of(name)), guide.language)
            asked[made.id] = made
            kept.append(made.line)
        sections.append(GuideSection(name=name, lines=tuple(kept)))
    every = numbered(sections, [line.line.n for line in guide.removed])
    return guide.model_copy(
        update={"sections": every, "placeholders": tuple(asked.values()), "markdown": ""}
    )


def _is_answered(
    line: GuideLine, name: SectionName, lines: Sequence[GuideLine], language: str
) -> bool:
    """Return whether what a section lacks as a whole stands there now at the author's wish."""
    whole = fixed((name, line.part), language)
    if line.edited:  # its author wants it to be asked
        return False
    by_author = (line for line in lines if line.edited and line.kind != "missing")
    return line.placeholder == whole.id and any(entry.part == line.part for entry in by_author)


def _part_of(name: SectionName) -> Part:
    return "what" if name == "symptoms" else ""
