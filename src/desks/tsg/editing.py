"""Edits of a guide that its author asks for. Pure.

A line keeps what it stood on where its new words add nothing to that; else it rests on what the author said in that
turn. What an edit took away is kept beside the guide, so that it can be restored and is not written there again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice

import src.desks.tsg.bearing as bearing
from src.desks.tsg.artifacts import (
    HEADINGS,
    Guide,
    GuideLine,
    LineKind,
    Part,
    Placeholder,
    RemovedLine,
    SectionName,
    Support,
)
from src.desks.tsg.changes import AuthorMessage, GuideEdit, LineChange, Replacement
from src.desks.tsg.gate import LONGEST_LINE, plain
from src.desks.tsg.marks import is_reserved
from src.desks.tsg.missing import Place, fixed_texts, placeholder
from src.desks.tsg.plain_words import unknown_in
from src.desks.tsg.refusals import EditAdds, NoSuchLine, row
from src.desks.tsg.rewriting import KINDS, WARNING, closed
from src.errors import BadArguments
from src.grounding.polarity import reversal
from src.grounding.units import words_in
from src.tools.edits import EditOp, taken_out

TOOL = "edit_guide"
TITLE = 0
"""Number of the title among the lines."""
MOST_REMOVED = 200
_FREE: tuple[LineKind, ...] = ("prose", "item", "step")
_STAYING: tuple[LineKind, ...] = ("code", "link", "missing")


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
            entry.name: [_PlacedLine(line) for line in entry.lines] for entry in guide.sections
        }
        every = [entry for entries in self._sections.values() for entry in entries]
        # A guide that was written anew since numbers other lines so.
        told = {line.n: line.text for _, line in self.told.lines()}
        fits = (one for one in every if one.line.edited or told.get(one.line.n) == one.line.text)
        self._numbered = {fit.line.n: fit for fit in fits}
        self._restorable = {
            line.line.n: line for line in self.told.restorable if line in guide.restorable
        }
        self._removed = list(guide.removed)
        self._known = {entry.id: entry for entry in guide.placeholders}
        self._unknown: dict[SectionName, Support] = {}
        self._title = guide.title, guide.title_support
        taken = [*(entry.line.n for entry in every), *(gone.line.n for gone in guide.removed)]
        self._free = count(max([0, *taken]) + 1)

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
        removed = tuple(self._removed[-MOST_REMOVED:])
        kept = {"title": title, "title_support": support, "removed": removed}
        guide = self.guide.model_copy(update=kept)
        return closed(guide, lines, self._known, self._unknown, quiet=HEADINGS)

    # The edits

    def _add(self, edit: GuideEdit, support: Support) -> None:
        if not edit.texts:
            raise _incomplete(edit, "texts")
        section, at, part = self._place(edit)
        numbers = list(islice(self._free, len(edit.texts)))
        for place, (n, text) in enumerate(zip(numbers, edit.texts, strict=True), start=at):
            kind = self._kind(section, place, text)
            words = self._checked(text, kind, support.quote)
            line = GuideLine(kind=kind, text=words, support=support, part=part, edited=True, n=n)
            self._put(section, place, line)
        self._note(edit.op, section, (), edit.texts, numbers)

    def _change(self, edit: GuideEdit, support: Support) -> None:
        if not edit.numbers or len(edit.numbers) != len(edit.texts):
            raise _incomplete(edit, "numbers, and in texts the new words of each of them")
        for number, text in zip(edit.numbers, edit.texts, strict=True):
            if number == TITLE:
                self._retitle(text, support)
            else:
                (entry,) = self._found([number])
                self._reword(entry, text, support)

    def _retitle(self, text: str, support: Support) -> None:
        words = self._checked(text, "tag", support.quote, self._title[0]).replace("*", "")
        self._note("change", None, [self._title[0]], [words])
        self._title = words[:200].strip(), support

    def _reword(self, entry: _PlacedLine, text: str, support: Support, *known: str) -> None:
        section, at = self._where(entry)
        was = entry.line
        is_told = was.kind != "missing" and not WARNING.search(text)
        kind = was.kind if is_told or was.kind == "code" else self._kind(section, at, text)
        words = self._checked(text, kind, support.quote, *_said_of(was), *known)
        self._take(entry, restorable=False)
        line = _resting(was.model_copy(update={"kind": kind, "text": words}), [was], support)
        self._put(section, at, line)
        self._note("change", section, [was.text], [words], [was.n], is_code=kind == "code")

    def replace(self, wish: Replacement) -> None:
        """Put words for others in all that is read, commands too; raises where they stand nowhere.

        A command that is another one then stands on the author's word alone, and is noted so.
        """
        support = self.author.support(wish.said, self.guide.language)
        before = len(self.changes)
        self._checked(wish.new, "tag", support.quote)
        if wish.of(self._title[0]) != self._title[0]:
            self._retitle(wish.of(self._title[0]), support)
        for entry in [entry for entries in self._sections.values() for entry in entries]:
            line = entry.line
            if line.kind == "missing":
                self._ask_otherwise(entry, wish, support)
            elif line.kind != "link":
                text = wish.of(line.text, is_code=line.kind == "code")
                if text != line.text:
                    self._reword(entry, text, support, text)
        if len(self.changes) == before:
            raise BadArguments(tool=TOOL, problem=f"no line and no question says {wish.old!r}")

    def _ask_otherwise(self, entry: _PlacedLine, wish: Replacement, support: Support) -> None:
        asked, section = self._known[entry.line.placeholder], self._where(entry)[0]
        hint, question = wish.of(asked.hint), wish.of(asked.question)
        if (hint, question) != (asked.hint, asked.question):
            self._checked(
                f"{hint} {question}", "question", support.quote, asked.hint, asked.question
            )
            made = self._asked((section, asked.part), hint, question)
            entry.line = made.line.model_copy(update={"edited": True, "n": entry.line.n})
            self._note("change", section, [asked.question], [question], [entry.line.n])

    def _move(self, edit: GuideEdit, _: Support) -> None:
        numbers = tuple(dict.fromkeys(edit.numbers))
        entries = self._found(numbers)
        if not entries or {edit.before, edit.after} & set(numbers):
            raise _incomplete(edit, "numbers, and another line or a section as their place")
        self._place(edit)  # where there is none nothing is taken away
        taken = [(self._take(entry, restorable=False), entry.line) for entry in entries]
        places = [(name, line.part) for name, line in taken if line.kind != "missing"]
        section, at, part = self._place(edit)
        for place, entry in enumerate(entries, start=at):
            self._put(section, place, self._fitted(entry.line, section, place, part))
        for asking in self._sections[section] if (section, part) in places else ():
            # A line that stays in its section answers nothing that was asked beside it.
            if asking.line.kind == "missing" and asking.line.part == part:
                asking.line = asking.line.model_copy(update={"edited": True})
        for left in places:
            others = self._sections[left[0]]
            if all(other.line.part != left[1] for other in others):
                asked = self._asked(left, *fixed_texts(left, self.guide.language))
                others.append(_PlacedLine(asked.line))
        self._note(edit.op, section, [entry.line.text for entry in entries], (), numbers)

    def _merge(self, edit: GuideEdit, support: Support) -> None:
        entries = self._found(edit.numbers)
        if len(entries) < 2 or len(edit.texts) != 1:
            raise _incomplete(edit, "two or more numbers, and one text")
        lines = [entry.line for entry in entries]
        first, (section, at) = lines[0], self._where(entries[0])
        told = [text for line in lines for text in _said_of(line)]
        kind = self._kind(section, at) if first.kind in _STAYING else first.kind
        words = self._checked(edit.texts[0], kind, support.quote, *told)
        for entry in entries:
            self._take(entry, restorable=False)
        merged = GuideLine(kind=kind, text=words, part=first.part, n=first.n)
        at = min(at, len(self._sections[section]))
        self._put(section, at, _resting(merged, lines, support))
        self._note(edit.op, section, [line.text for line in lines], [words], [first.n])

    def _split(self, edit: GuideEdit, support: Support) -> None:
        entries = self._found(edit.numbers)
        if len(entries) != 1 or len(edit.texts) < 2 or entries[0].line.kind in _STAYING:
            raise _incomplete(edit, "one number of a line in words, and a text for each part")
        was, (section, at) = entries[0].line, self._where(entries[0])
        known = [support.quote, *_said_of(was)]
        words = [self._checked(word, was.kind, *known) for word in edit.texts]
        self._take(entries[0], restorable=False)
        numbers = [was.n, *islice(self._free, len(words) - 1)]
        for place, (n, text) in enumerate(zip(numbers, words, strict=True), start=at):
            kind = self._kind(section, place, text) if WARNING.search(text) else was.kind
            part = was.model_copy(update={"kind": kind, "text": text, "n": n})
            self._put(section, place, _resting(part, [was], support))
        self._note(edit.op, section, [was.text], words, numbers)

    def _remove(self, edit: GuideEdit, support: Support) -> None:
        entries = self._found(edit.numbers)
        if not entries:
            raise _incomplete(edit, "numbers")
        for entry in entries:
            section = self._take(entry, restorable=True)
            if entry.line.kind == "missing" and unknown_in(support.quote):
                self._unknown[section] = support
        self._note(edit.op, None, [entry.line.text for entry in entries], (), edit.numbers)

    def _restore(self, edit: GuideEdit, _: Support) -> None:
        strange = [number for number in edit.numbers if number not in self._restorable]
        if strange or not edit.numbers:
            raise NoSuchLine(numbers=row(strange), most=row(self._restorable) or "-")
        restored = [self._restorable.pop(n) for n in dict.fromkeys(edit.numbers)]
        # What was taken out last goes back first: so each finds its place as it left it.
        for entry in sorted(restored, key=self._removed.index, reverse=True):
            self._removed.remove(entry)
            if entry.placeholder:
                self._known[entry.placeholder.id] = entry.placeholder
            at = min(entry.at, len(self._sections[entry.section]))
            self._put(entry.section, at, entry.line.model_copy(update={"edited": True}))
        told = [line.line.text for line in restored]
        self._note(edit.op, restored[0].section, (), told, edit.numbers)

    # Places

    def _found(self, numbers: Sequence[int]) -> list[_PlacedLine]:
        strange = [number for number in numbers if number not in self._numbered]
        if strange:
            raise NoSuchLine(numbers=row(strange), most=row(self._numbered) or "-")
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
        self._numbered = {n: line for n, line in self._numbered.items() if line is not entry}
        known = self._known.get(entry.line.placeholder)
        self._removed.append(
            RemovedLine(
                section=section, at=at, line=entry.line, placeholder=known, restorable=restorable
            )
        )
        return section

    def _put(self, section: SectionName, at: int, line: GuideLine) -> None:
        """Put a line into a place, under its number where it has one."""
        entry = _PlacedLine(line)
        self._sections[section].insert(at, entry)
        if line.n:
            self._numbered[line.n] = entry

    def _checked(self, text: str, kind: LineKind, *known: str) -> str:
        """Return new words of a line; raises where they say more than the author and the line's own evidence do."""
        words = text if kind == "code" else plain(text)
        if not words_in(words) or is_reserved(text) or len(text) > LONGEST_LINE:
            raise BadArguments(tool=TOOL, problem=f"no line of a guide: {text[:80]!r}")
        told = "\n".join(known)
        said = f"{told}\n{self.author.said}"
        turns = reversal(words, [told, said])
        sources = "\n".join(source.content for source in self.author.sources)
        rest = bearing.without_known_code(words, f"{said}\n{sources}")
        if added := bearing.additions(rest, f"{said}\n{self.author.notes}") or turns:
            raise EditAdds(added=", ".join(added))
        return words

    def _kind(self, section: SectionName, at: int, text: str = "") -> LineKind:
        """Return the kind of a line of words in a place: as its section or neighbours have it; no warning is a step."""
        if WARNING.search(text) and not text.endswith("?"):
            return "prose"
        if section in KINDS:
            return KINDS[section]
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
        made = self._asked((section, part), asked.hint, asked.question)
        return moved.model_copy(update={"placeholder": made.id})

    def _asked(self, place: Place, hint: str, question: str) -> Placeholder:
        made = placeholder(place, hint, question)
        self._known[made.id] = made
        return made

    def _note(
        self,
        op: EditOp,
        section: SectionName | None,
        before: Sequence[str],
        after: Sequence[str],
        numbers: Sequence[int] = (),
        *,
        is_code: bool = False,
    ) -> None:
        codes = after if is_code else [code for text in after for code in text.split("`")[1::2]]
        was = "\n".join(before)
        is_new = op != "restore" and any(
            code not in was and not self.author.knows(code) for code in codes
        )
        change = LineChange(op, section, tuple(before), tuple(after), tuple(numbers), is_new)
        self.changes.append(change)


def edited(
    guide: Guide,
    edits: Iterable[GuideEdit],
    author: AuthorMessage,
    told: Guide | None = None,
    everywhere: Iterable[Replacement] = (),
) -> tuple[Guide, tuple[LineChange, ...]]:
    """Return the guide with all of these edits, and what became of its lines; raises where one of them can't be.

    ``told``: the guide whose numbers the edits have, where it was edited since.
    """
    editing = _Editing(guide, author, told or guide)
    for edit in edits:
        editing.apply(edit)
    for wish in everywhere:
        editing.replace(wish)
    return editing.edited(), tuple(editing.changes)


def _resting(line: GuideLine, before: Sequence[GuideLine], support: Support) -> GuideLine:
    """Return an edited line on what those before it stood on; first on the author's words, where it adds to that."""
    words = _words_of(line.text)
    stood = [guide_line for guide_line in before if guide_line.support]
    known = _words_of("\n".join(said for guide_line in stood for said in _said_of(guide_line)))
    shared = {each: len(words & _words_of(each.quote)) for line in stood for each in line.supports}
    quoted = [
        entry for entry, count in shared.items() if count and not reversal(line.text, [entry.quote])
    ]
    quoted.sort(key=lambda support: -shared[support])
    first, *also = quoted if quoted and words <= known else [support, *quoted]
    picture = next((guide_line.picture for guide_line in before if first in guide_line.supports), 0)
    was = "\n".join(each.text for each in before)
    unnamed = (name for each in before for name in each.unnamed)
    names = taken_out(was, line.text, support.quote, unnamed)
    rests = {"support": first, "also": tuple(also), "picture": picture, "unstated": False}
    more = {"placeholder": "", "edited": True, "unnamed": names}
    return line.model_copy(update=more | rests)


def _words_of(text: str) -> set[str]:
    return {word.casefold() for word in words_in(text)}


def _said_of(line: GuideLine) -> list[str]:
    return [line.text, *(support.quote for support in line.supports)]


def _incomplete(edit: GuideEdit, needs: str) -> BadArguments:
    return BadArguments(tool=TOOL, problem=f"{edit.op} needs {needs}")
