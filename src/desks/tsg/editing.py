"""Edits of a guide that its author asks for. Pure.

A line keeps what it stood on where its new words add nothing to that; else it rests on what the author said in that
turn. What an edit took away is kept beside the guide, so that it can be restored and is not written there again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import Field

import src.desks.tsg.bearing as bearing
from src.desks.tsg.artifacts import (
    HEADINGS,
    TOLD,
    Guide,
    GuideLine,
    LineKind,
    Part,
    RemovedLine,
    SectionName,
    Support,
)
from src.desks.tsg.gate import LONGEST_LINE, plain
from src.desks.tsg.marks import is_reserved
from src.desks.tsg.missing import placeholder
from src.desks.tsg.plain_words import says_unknown
from src.desks.tsg.refusals import EditAdds, NoSuchLine, NotSaid
from src.desks.tsg.rewriting import KINDS, WARNING, closed
from src.errors import BadArguments
from src.grounding.gate import find
from src.grounding.polarity import reversal
from src.grounding.units import words_in
from src.tools.edits import Edit, EditOp

TOOL = "edit_guide"
TITLE = 0
"""Number of the title among the lines."""
MOST_REMOVED = 200
_WHERE = {"en": "told by the author, turn {turn}", "nl": "gezegd door de auteur, beurt {turn}"}
_FREE: tuple[LineKind, ...] = ("prose", "item", "step")
_STAYING: tuple[LineKind, ...] = ("code", "link", "missing")


class GuideEdit(Edit):
    """One edit that the author asks for; number 0 is the title."""

    section: SectionName | None = Field(
        None, description="With move and add: the section, where before and after name no line."
    )
    part: Part = Field("", description="With that, in symptoms: which question it answers.")
    said: str = Field(
        min_length=1,
        max_length=4_000,
        description="The words of the author's newest message that ask for it, copied exactly.",
    )


@dataclass(frozen=True)
class AuthorMessage:
    """The author's newest message, on whose words edits rest, and what they said before it."""

    message: str
    """In the words of the choice that was taken, where it is one."""
    turn: int
    typed: str = ""
    before: str = ""
    """What was said before, and the question that the message takes a choice of."""
    notes: str = ""

    def support(self, said: str, language: str) -> Support:
        """Return the place of these words in the message; raises ``NotSaid`` where they do not stand there."""
        said = self.message if said.strip() == self.typed.strip() else said
        found = find(said, self.message) if words_in(said) and not is_reserved(said) else None
        if found is None or found.start is None or found.end is None:
            raise NotSaid(words=said[:200])
        return Support(
            source=f"{TOLD}{self.turn}",
            quote=self.message[found.start : found.end],
            verdict="exact" if found.verdict == "exact" else "normalised",
            start=found.start,
            end=found.end,
            where=_WHERE.get(language, _WHERE["en"]).format(turn=self.turn),
        )


@dataclass(frozen=True)
class LineChange:
    """What became of lines by one edit."""

    op: EditOp
    section: SectionName | None
    """Where what is new or moved stands; None: the title."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(eq=False)
class _PlacedLine:
    line: GuideLine


@dataclass
class _Editing:
    """A guide while it is edited; numbers are those of the guide as who edits was told it."""

    guide: Guide
    author: AuthorMessage
    told: Guide
    changes: list[LineChange] = field(default_factory=list)

    def __post_init__(self) -> None:
        guide = self.guide
        self._sections = {
            one.name: [_PlacedLine(line) for line in one.lines] for one in guide.sections
        }
        every = [entry for entries in self._sections.values() for entry in entries]
        lines = [line for _, line in self.told.lines()]
        self._numbered = _numbered(every, lines)
        removed = enumerate(self.told.restorable, start=len(lines) + 1)
        self._restorable = {n: one for n, one in removed if one in guide.restorable}
        self._removed = list(guide.removed)
        self._known = {one.id: one for one in guide.placeholders}
        self._unknown: dict[SectionName, Support] = {}
        self._title = guide.title, guide.title_support

    def apply(self, edit: GuideEdit) -> None:
        """Apply one edit; raises what a model can act on, where it can't be."""
        does: Mapping[EditOp, Callable[[GuideEdit, Support], None]] = {
            "add": self._add,
            "change": self._change,
            "move": self._move,
            "merge": self._merge,
            "split": self._split,
            "remove": self._remove,
            "restore": self._restore,
        }
        does[edit.op](edit, self.author.support(edit.said, self.guide.language))

    def edited(self) -> Guide:
        """Return the guide with its edits."""
        lines = {name: [line.line for line in some] for name, some in self._sections.items()}
        title, support = self._title
        kept = {"title": title, "title_support": support}
        return closed(
            self.guide.model_copy(update=kept | {"removed": tuple(self._removed[-MOST_REMOVED:])}),
            lines,
            self._known,
            self._unknown,
            quiet=HEADINGS,
        )

    # The edits

    def _add(self, edit: GuideEdit, support: Support) -> None:
        if not edit.texts:
            raise _incomplete(edit, "texts")
        section, at, part = self._place(edit)
        for number, text in enumerate(edit.texts):
            kind = self._kind(section, at + number, text)
            words = self._checked(text, kind, support.quote)
            line = GuideLine(kind=kind, text=words, support=support, part=part, edited=True)
            self._sections[section].insert(at + number, _PlacedLine(line))
        self._note(edit, section, (), edit.texts)

    def _change(self, edit: GuideEdit, support: Support) -> None:
        if not edit.numbers or len(edit.numbers) != len(edit.texts):
            raise _incomplete(edit, "numbers, and in texts the new words of each of them")
        for number, text in zip(edit.numbers, edit.texts, strict=True):
            if number == TITLE:
                words = self._checked(text, "tag", support.quote, self._title[0])
                words = words.replace("*", "")
                self._note(edit, None, [self._title[0]], [words])
                self._title = words[:200].strip(), support
                continue
            (entry,) = self._found([number])
            section, at = self._where(entry)
            was = entry.line
            kind = self._kind(section, at) if was.kind == "missing" else was.kind
            words = self._checked(text, kind, support.quote, *_said_of(was))
            self._take(entry, restorable=False)
            line = _resting(was.model_copy(update={"kind": kind, "text": words}), [was], support)
            self._put(section, at, line, number)
            self._note(edit, section, [was.text], [words])

    def _move(self, edit: GuideEdit, _: Support) -> None:
        numbers = tuple(dict.fromkeys(edit.numbers))
        entries = self._found(numbers)
        if not entries or {edit.before, edit.after} & set(numbers):
            raise _incomplete(edit, "numbers, and another line or a section as their place")
        self._place(edit)  # where there is none nothing is taken away
        for entry in entries:
            self._take(entry, restorable=False)
        section, at, part = self._place(edit)
        for place, (number, entry) in enumerate(zip(numbers, entries, strict=True), start=at):
            self._put(section, place, self._fitted(entry.line, section, place, part), number)
        self._note(edit, section, [line.line.text for line in entries], ())

    def _merge(self, edit: GuideEdit, support: Support) -> None:
        entries = self._found(edit.numbers)
        if len(entries) < 2 or len(edit.texts) != 1:
            raise _incomplete(edit, "two or more numbers, and one text")
        first = entries[0].line
        told = [text for entry in entries for text in _said_of(entry.line)]
        section, at = self._where(entries[0])
        kind = self._kind(section, at) if first.kind in _STAYING else first.kind
        words = self._checked(edit.texts[0], kind, support.quote, *told)
        for entry in entries:
            self._take(entry, restorable=False)
        merged = GuideLine(kind=kind, text=words, part=first.part)
        line = _resting(merged, [__placed_line.line for __placed_line in entries], support)
        at = min(at, len(self._sections[section]))
        self._put(section, at, line, edit.numbers[0])
        self._note(edit, section, [__placed_line.line.text for __placed_line in entries], [words])

    def _split(self, edit: GuideEdit, support: Support) -> None:
        entries = self._found(edit.numbers)
        if len(entries) != 1 or len(edit.texts) < 2 or entries[0].line.kind in _STAYING:
            raise _incomplete(edit, "one number of a line in words, and a text for each part")
        (entry,), was = entries, entries[0].line
        known = [support.quote, *_said_of(was)]
        words = [self._checked(word, was.kind, *known) for word in edit.texts]
        section, at = self._where(entry)
        self._take(entry, restorable=False)
        for place, text in enumerate(words, start=at):
            line = _resting(was.model_copy(update={"text": text}), [was], support)
            self._put(section, place, line, edit.numbers[0])
        self._note(edit, section, [was.text], words)

    def _remove(self, edit: GuideEdit, support: Support) -> None:
        entries = self._found(edit.numbers)
        if not entries:
            raise _incomplete(edit, "numbers")
        for entry in entries:
            section = self._take(entry, restorable=True)
            if entry.line.kind == "missing" and says_unknown(support.quote):
                self._unknown[section] = support
        self._note(edit, None, [line.line.text for line in entries], ())

    def _restore(self, edit: GuideEdit, _: Support) -> None:
        strange = [one for one in edit.numbers if one not in self._restorable]
        if strange or not edit.numbers:
            raise NoSuchLine(numbers=_row(strange), most=_row(self._restorable) or "-")
        restored = {n: self._restorable.pop(n) for n in dict.fromkeys(edit.numbers)}
        for number, one in restored.items():
            self._removed.remove(one)
            if one.placeholder:
                self._known[one.placeholder.id] = one.placeholder
            line = one.line.model_copy(update={"edited": True})
            at = min(one.at, len(self._sections[one.section]))
            self._put(one.section, at, line, number)
        told = [removed_line.line.text for removed_line in restored.values()]
        self._note(edit, one.section, (), told)

    # Places

    def _found(self, numbers: Sequence[int]) -> list[_PlacedLine]:
        strange = [number for number in numbers if number not in self._numbered]
        if strange:
            raise NoSuchLine(numbers=_row(strange), most=_row(self._numbered) or "-")
        return [self._numbered[number] for number in dict.fromkeys(numbers)]

    def _where(self, entry: _PlacedLine) -> tuple[SectionName, int]:
        return next(
            (name, some.index(entry)) for name, some in self._sections.items() if entry in some
        )

    def _place(self, edit: GuideEdit) -> tuple[SectionName, int, Part]:
        number = edit.after if edit.before is None else edit.before
        if number is not None:
            (neighbour,) = self._found([number])
            section, at = self._where(neighbour)
            return section, at + (edit.before is None), neighbour.line.part
        if edit.section is None:
            raise _incomplete(edit, "before, after or section")
        part = (edit.part or "what") if edit.section == "symptoms" else ""
        return edit.section, len(self._sections[edit.section]), part

    def _take(self, entry: _PlacedLine, *, restorable: bool) -> SectionName:
        section, at = self._where(entry)
        self._sections[section].remove(entry)
        self._numbered = {n: one for n, one in self._numbered.items() if one is not entry}
        known = self._known.get(entry.line.placeholder)
        self._removed.append(
            RemovedLine(
                section=section, at=at, line=entry.line, placeholder=known, restorable=restorable
            )
        )
        return section

    def _put(self, section: SectionName, at: int, line: GuideLine, number: int) -> None:
        """Put a line into a place; the number is its own from then on, unless another has it."""
        entry = _PlacedLine(line)
        self._sections[section].insert(at, entry)
        self._numbered.setdefault(number, entry)

    def _checked(self, text: str, kind: LineKind, *known: str) -> str:
        """Return new words of a line; raises where they say more than the author and the line's own evidence do."""
        words = text if kind == "code" else plain(text)
        if not words_in(words) or is_reserved(text) or len(text) > LONGEST_LINE:
            raise BadArguments(tool=TOOL, problem=f"no line of a guide: {text[:80]!r}")
        told = "\n".join(known)
        said = f"{told}\n{self.author.before}"
        turns = reversal(words, [told, said])
        if added := bearing.additions(words, f"{said}\n{self.author.notes}") or turns:
            raise EditAdds(added=", ".join(added))
        return words

    def _kind(self, section: SectionName, at: int, text: str = "") -> LineKind:
        """Return the kind of a line of words in a place: as its section or neighbours have it; no warning is a step."""
        if section in KINDS:
            return KINDS[section]
        if WARNING.search(text):
            return "prose"
        entries = self._sections[section]
        near = [*entries[max(at - 1, 0) : at + 1], *entries]
        return next((line.line.kind for line in near if line.line.kind in _FREE), "prose")

    def _fitted(self, line: GuideLine, section: SectionName, at: int, part: Part) -> GuideLine:
        """Return a line as it is in another place."""
        kind = line.kind if line.kind in _STAYING else self._kind(section, at, line.text)
        moved = line.model_copy(
            update={"kind": kind, "part": part, "edited": True, "unplaced": False}
        )
        if line.kind != "missing":
            return moved
        asked = self._known[line.placeholder]
        made = placeholder((section, part), asked.hint, asked.question)
        self._known[made.id] = made
        return moved.model_copy(update={"placeholder": made.id})

    def _note(
        self,
        edit: GuideEdit,
        section: SectionName | None,
        before: Sequence[str],
        after: Sequence[str],
    ) -> None:
        self.changes.append(LineChange(edit.op, section, tuple(before), tuple(after)))


def edited(
    guide: Guide, edits: Iterable[GuideEdit], author: AuthorMessage, told: Guide | None = None
) -> tuple[Guide, tuple[LineChange, ...]]:
    """Return the guide with all of these edits, and what became of its lines; raises where one of them can't be.

    ``told``: the guide whose numbers the edits have, where it was edited since.
    """
    editing = _Editing(guide, author, told or guide)
    for edit in edits:
        editing.apply(edit)
    return editing.edited(), tuple(editing.changes)


def _numbered(entries: Sequence[_PlacedLine], told: Sequence[GuideLine]) -> dict[int, _PlacedLine]:
    """Return the entries by the numbers that their lines were told by; a line that is no more there has none."""
    left, found = list(entries), dict[int, _PlacedLine]()
    for fields in ({"kind", "text", "support", "part"}, {"text"}):
        for number, line in enumerate(told, start=1):
            same = line.model_dump(include=fields)
            every = (one for one in left if one.line.model_dump(include=fields) == same)
            entry = None if number in found else next(every, None)
            if entry is not None:
                left.remove(entry)
                found[number] = entry
    return found


def _resting(line: GuideLine, before: Sequence[GuideLine], support: Support) -> GuideLine:
    """Return an edited line on what those before it stood on; first on the author's words, where it adds to that."""
    words = _words_of(line.text)
    stood = [guide_line for guide_line in before if guide_line.support]
    known = _words_of("\n".join(said for guide_line in stood for said in _said_of(guide_line)))
    shared = {one: len(words & _words_of(one.quote)) for line in stood for one in line.supports}
    quoted = [
        one for one, count in shared.items() if count and not reversal(line.text, [one.quote])
    ]
    quoted.sort(key=lambda one: -shared[one])
    first, *also = quoted if quoted and words <= known else [support, *quoted]
    picture = next((guide_line.picture for guide_line in before if first in guide_line.supports), 0)
    rests = {"support": first, "also": tuple(also), "picture": picture, "unstated": False}
    return line.model_copy(update={"placeholder": "", "edited": True} | rests)


def _words_of(text: str) -> set[str]:
    return {word.casefold() for word in words_in(text)}


def _said_of(line: GuideLine) -> list[str]:
    return [line.text, *(support.quote for support in line.supports)]


def _incomplete(edit: GuideEdit, needs: str) -> BadArguments:
    return BadArguments(tool=TOOL, problem=f"{edit.op} needs {needs}")


def _row(numbers: Iterable[int]) -> str:
    every = list(numbers)
    whole = len(every) > 2 and every == list(range(every[0], every[-1] + 1))
    return f"{every[0]}-{every[-1]}" if whole else ", ".join(map(str, every))
