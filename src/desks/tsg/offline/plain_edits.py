"""Edits of a guide in plain forms: words for others, the title, steps by number, lines joined and split. Pure."""

import re
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from src.desks.tsg.knowledge import knowledge
from src.desks.tsg.words import TEXTS, TsgTexts
from src.llm.builtin.asking import LONGEST_TITLE, PickedCall
from src.llm.builtin.commands import QUOTED
from src.llm.builtin.references import meant, things_in
from src.llm.state import State

_KNOWN = knowledge("edits")
_QUOTE = r"[\"'“„‘](?P<{}>_+)[\"'”“’]"
_LINE = re.compile(_KNOWN["line"].replace("{n}", ""), re.IGNORECASE)
_APART, _PLACE = (re.compile(_KNOWN["words"][name], re.IGNORECASE) for name in ("apart", "place"))


def _form(form: str) -> re.Pattern[str]:
    for name in ("OLD", "NEW", "PART"):
        form = form.replace(name, _QUOTE.format(name.lower()))
    form = form.replace("QUOTE", r"[\"'“„‘]_+[\"'”“’]").replace("TEXT", r"(?P<text>\S.*?)")
    numbers = count()
    form = re.sub("LINE", lambda _: _KNOWN["line"].replace("{n}", f"{next(numbers)}"), form)
    return re.compile(f"{_KNOWN['before']}{form}{_KNOWN['behind']}", re.IGNORECASE)


_FORMS = [(name, _form(form)) for name, forms in _KNOWN["forms"].items() for form in forms]


def steps_in(state: State) -> Mapping[int, Sequence[int]]:
    """Return the steps of a guide by the number printed before each, each as the lines that belong to it.

    Where nothing is numbered the lines of the resolution are its steps, in their order.
    """
    lines = [one for one in state["lines"] if not one.get("removed")]
    solving = [one for one in lines if one["section"] == "resolution"]
    numbered = next((some for some in (solving, lines) if any("step" in one for one in some)), [])
    steps: dict[int, list[int]] = {}
    last: list[int] = []
    for one in numbered or solving:
        if one["kind"] == "code":
            last.append(one["n"])
            continue
        last = []
        if one["kind"] != "missing" and (not numbered or "step" in one):
            last = steps.setdefault(one.get("step", len(steps) + 1), [])
            last.append(one["n"])
    return steps


def plain_edits(message: str, state: State) -> Sequence[PickedCall]:
    """Return the edit that a message is in a plain form, or the question which of several lines it means.

    Empty where it has no such form, or names what is not there.
    """
    said = message.strip()
    hidden = without_quoted(said)
    texts = TEXTS["nl" if state.get("language") == "nl" else "en"]
    found = ((name, form.fullmatch(hidden)) for name, form in _FORMS)
    forms = ((name, _PlainForm(said, match, state, texts)) for name, match in found if match)
    return next(filter(None, (form.calls(name) for name, form in forms)), ())


def without_quoted(said: str) -> str:
    """Return a message with a "_" for each sign of what is quoted in it: all else stands where it stood."""
    return QUOTED.sub(lambda found: f"{found[0][0]}{'_' * (len(found[0]) - 2)}{found[0][-1]}", said)


class _PlainForm:
    def __init__(self, said: str, found: re.Match[str], state: State, texts: TsgTexts) -> None:
        self._said, self._found, self._state, self._texts = said, found, state, texts
        self._steps = steps_in(state)
        self._lines = {one["n"]: one for one in state["lines"] if not one.get("removed")}

    def calls(self, name: str) -> Sequence[PickedCall]:
        """Return what is called for the form of a name."""
        calls: Sequence[PickedCall] = getattr(self, f"_{name}")()
        return calls

    def _of(self, group: str) -> str:
        """Return what a part of the form is in the message, without quotation marks around it."""
        text = self._said[self._found.start(group) : self._found.end(group)]
        return text[1:-1].strip() if QUOTED.fullmatch(text) else text

    def _edits(self, *edits: Mapping[str, Any]) -> Sequence[PickedCall]:
        said = [{**edit, "said": self._said} for edit in edits]
        return [PickedCall("edit_guide", {"edits": said})]

    def _edit(self, op: str, numbers: Sequence[int], *texts: str) -> Sequence[PickedCall]:
        return self._edits({"op": op, "numbers": numbers, "texts": texts}) if numbers else ()

    def _replace(self) -> Sequence[PickedCall]:
        """Put the new words in the place of a line, or of a part of one; where several say that it is asked which."""
        old, new, texts = self._of("old"), self._of("new"), self._texts
        if self._found["all"]:
            everywhere = [{"old": old, "new": new, "said": self._said}]
            return [PickedCall("edit_guide", {"everywhere": everywhere})]
        kept = (one for one in self._lines.values() if one["kind"] not in ("missing", "link"))
        words = {0: self._state["guide"]}
        words |= {one["n"]: one["title"] for one in kept if not one.get("cut")}
        whole = self._own([n for n, text in words.items() if _bare(text) == _bare(old)])
        part = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
        at = whole or [n for n, text in words.items() if part.search(text)]
        if self._found["n0"]:
            at = [n for n in at or words if n in self._line(0)]
        if len(at) != 1:
            told = {"old": old, "new": new}
            choices = [
                texts.replace_in.format(n=n, text=words[n][:LONGEST_TITLE], **told) for n in at if n
            ]
            choices += [texts.replace_all.format(**told)] if at else []
            asked = (texts.stands_often if at else texts.stands_nowhere).format(old=old)
            return [PickedCall("ask", {"question": asked, "choices": choices[-9:]})]
        text = new if at == whole else part.sub(lambda _: new, words[at[0]])
        return self._edit("change", at, text)

    def _change(self) -> Sequence[PickedCall]:
        text = self._of("new") if self._found["new"] is not None else self._of("text")
        return self._edit("change", self._line(0)[:1], text)

    def _title(self) -> Sequence[PickedCall]:
        return self._edit("change", [0], self._of("text"))

    def _add(self) -> Sequence[PickedCall]:
        place: dict[str, object] = {"section": "resolution"}
        if found := _PLACE.search(self._of("head")):
            lines = self._steps.get(int(found["n"] or 1), ())
            if not lines:
                return ()
            place = {"after": lines[-1]} if found["after"] else {"before": lines[0]}
        return self._edits({"op": "add", "texts": [self._of("text")], **place})

    def _swap(self) -> Sequence[PickedCall]:
        order = [*self._lines]
        pair = (self._line(0), self._line(1, self._found["kind0"]))
        first, second = sorted(pair, key=lambda some: order.index(some[0]) if some else -1)
        sections = {self._lines[n]["section"] for n in (*first, *second)}
        if not first or first == second or len(sections) > 1:
            return ()
        moves = [{"op": "move", "numbers": second, "before": first[0]}]
        if (behind := order[order.index(second[0]) - 1]) not in first:
            moves.append({"op": "move", "numbers": first, "after": behind})
        return self._edits(*moves)

    def _remove(self) -> Sequence[PickedCall]:
        steps = [self._steps.get(int(n), ()) for n in re.findall(r"\d+", self._found["steps"])]
        return self._edit("remove", [n for lines in steps for n in lines]) if all(steps) else ()

    def _merge(self) -> Sequence[PickedCall]:
        things = self._things()
        return self._edit("merge", things, self._of("part")) if len(things) > 1 else ()

    def _split(self) -> Sequence[PickedCall]:
        parts = (found[0][1:-1] for found in QUOTED.finditer(self._of("parts")))
        things = self._things()
        return self._edit("split", things, *parts) if len(things) == 1 else ()

    def _things(self) -> Sequence[int]:
        """Return the lines that are named, each by its number or by words of its own; none where one is not clear."""
        numbers: set[int] = set()
        kind = ""
        for named in _APART.split(self._of("things")):
            if by_number := _LINE.fullmatch(named):
                kind = by_number["kind"] or kind
                found = self._lines_of(kind, int(by_number["n"]))[:1]
            else:
                things = [one for one in things_in(self._state, "lines") if one.there]
                found = self._own([thing.n for thing in meant(named, things).things])
            if len(found) != 1 or found[0] in numbers:
                return ()
            numbers.add(found[0])
        return [n for n in self._lines if n in numbers]

    def _own(self, numbers: Sequence[int]) -> Sequence[int]:
        """Return those of lines that are made of no other; all of them where each is."""
        made = ("questions", "root_cause", "tags")
        return [n for n in numbers if n and self._lines[n]["section"] not in made] or numbers

    def _line(self, place: int, otherwise: str | None = None) -> Sequence[int]:
        kind, number = self._found[f"kind{place}"] or otherwise, self._found[f"n{place}"]
        return self._lines_of(kind, int(number))

    def _lines_of(self, kind: str | None, number: int) -> Sequence[int]:
        """Return the lines of a step, or a line, by its number; none where there is none."""
        if (kind or "").lower().startswith("st"):
            return self._steps.get(number, ())
        return [number] if number in self._lines else []


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .,;:!").casefold()
