"""Edits of a guide in plain forms: words for others, the title, steps by number, lines joined and split. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
_MADE = ("questions", "root_cause", "tags")
_APART, _PLACE = (re.compile(_KNOWN["words"][name], re.IGNORECASE) for name in ("apart", "place"))


def _form(form: str) -> re.Pattern[str]:
    for name in ("OLD", "NEW", "PART"):
        form = form.replace(name, _QUOTE.format(name.lower()))
    form = form.replace("QUOTE", r"[\"'“„‘]_+[\"'”“’]").replace("TEXT", r"(?P<text>\S.*?)")
    numbers = count()
    form = re.sub("LINE", lambda _: _KNOWN["line"].replace("{n}", f"{next(numbers)}"), form)
    return re.compile(f"{_KNOWN['before']}{form}{_KNOWN['behind']}", re.IGNORECASE | re.DOTALL)


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
    for name, form in _FORMS:
        if found := form.fullmatch(hidden):
            read = _PlainForm(said, found, state, texts)
            if calls := read.calls(name):
                return calls
    return ()


def without_quoted(said: str) -> str:
    """Return a message with a "_" for each sign of what is quoted in it: all else stands where it stood."""
    return QUOTED.sub(lambda found: f"{found[0][0]}{'_' * (len(found[0]) - 2)}{found[0][-1]}", said)


class _PlainForm:
    def __init__(self, said: str, found: re.Match[str], state: State, texts: TsgTexts) -> None:
        self._said, self._found, self._state, self._texts = said, found, state, texts
        self._steps = steps_in(state)
        self._lines = [one for one in state["lines"] if not one.get("removed")]
        # Lines of the other sections are mostly made of these.
        self._own = {one["n"] for one in self._lines if one["section"] not in _MADE}

    def calls(self, name: str) -> Sequence[PickedCall]:
        does: Mapping[str, Callable[[], Sequence[PickedCall]]] = {
            "replace": self._replaced,
            "change": self._changed,
            "title": lambda: self._edits({"op": "change", "numbers": [0], "texts": [self._text()]}),
            "add": self._added,
            "swap": self._swapped,
            "remove": self._removed,
            "merge": lambda: self._of_things("merge", [self._of("part")]),
            "split": lambda: self._of_things("split", [*self._parts()]),
        }
        return does[name]()

    def _of(self, group: str) -> str:
        """Return what a part of the form is in the message."""
        return self._said[self._found.start(group) : self._found.end(group)]

    def _text(self) -> str:
        text = self._of("text")
        whole = QUOTED.fullmatch(text)
        return text[1:-1].strip() if whole else text

    def _parts(self) -> Iterator[str]:
        return (found[0][1:-1] for found in QUOTED.finditer(self._of("parts")))

    def _edits(self, *edits: Mapping[str, Any]) -> Sequence[PickedCall]:
        said = [{**edit, "said": self._said} for edit in edits]
        return [PickedCall("edit_guide", {"edits": said})] if edits else ()

    # The forms

    def _replaced(self) -> Sequence[PickedCall]:
        """Put the new words in the place of a line, or of a part of one; where several say that it is asked which."""
        old, new, texts = self._of("old"), self._of("new"), self._texts
        if self._found["all"]:
            everywhere = [{"old": old, "new": new, "said": self._said}]
            return [PickedCall("edit_guide", {"everywhere": everywhere})]
        words = {0: self._state["guide"]}
        words |= {
            one["n"]: one["title"]
            for one in self._lines
            if one["kind"] not in ("missing", "link") and not one.get("cut")
        }
        whole = [n for n, text in words.items() if _bare(text) == _bare(old)]
        whole = [n for n in whole if n in self._own] or whole
        part = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
        at = [n for n in (whole or words) if whole or part.search(words[n])]
        if named := self._found["n0"]:
            at = [
                n for n in at or words if n in self._lines_of(self._found["kind0"], int(named))[:1]
            ]
        if len(at) != 1:
            told = [
                texts.replace_in.format(old=old, new=new, n=n, text=words[n][:LONGEST_TITLE])
                for n in at
                if n
            ]
            told += [texts.replace_all.format(old=old, new=new)] if at else []
            asked = (texts.stands_often if at else texts.stands_nowhere).format(old=old)
            return [PickedCall("ask", {"question": asked, "choices": told[-9:]})]
        text = new if at == whole else part.sub(lambda _: new, words[at[0]])
        return self._edits({"op": "change", "numbers": at, "texts": [text]})

    def _changed(self) -> Sequence[PickedCall]:
        at = self._lines_of(self._found["kind0"], int(self._found["n0"]))[:1]
        texts = [self._of("new")]
        return self._edits({"op": "change", "numbers": at, "texts": texts}) if at else ()

    def _added(self) -> Sequence[PickedCall]:
        place: dict[str, object] = {"section": "resolution"}
        if found := _PLACE.search(self._of("head")):
            lines = self._steps.get(int(found["n"] or 1), ())
            if not lines:
                return ()
            place = {"after": lines[-1]} if found["after"] else {"before": lines[0]}
        return self._edits({"op": "add", "texts": [self._text()], **place})

    def _swapped(self) -> Sequence[PickedCall]:
        kinds = self._found["kind0"], self._found["kind1"] or self._found["kind0"]
        pair = [self._lines_of(kinds[n], int(self._found[f"n{n}"])) for n in (0, 1)]
        order = [one["n"] for one in self._lines]
        first, second = sorted(pair, key=lambda some: order.index(some[0]) if some else -1)
        of = {one["n"]: one["section"] for one in self._lines}
        if not first or first == second or of[first[0]] != of[second[0]]:
            return ()
        moves = [{"op": "move", "numbers": second, "before": first[0]}]
        if (behind := order[order.index(second[0]) - 1]) not in first:
            moves.append({"op": "move", "numbers": first, "after": behind})
        return self._edits(*moves)

    def _removed(self) -> Sequence[PickedCall]:
        steps = [self._steps.get(int(n), ()) for n in re.findall(r"\d+", self._found["steps"])]
        numbers = [n for lines in steps for n in lines]
        return self._edits({"op": "remove", "numbers": numbers}) if all(steps) else ()

    def _of_things(self, op: str, texts: Sequence[str]) -> Sequence[PickedCall]:
        """Join or split the lines that are named, each by its number or by words of its own."""
        numbers: list[int] = []
        kind = ""
        for named in _APART.split(self._of("things")):
            by_number = re.fullmatch(_KNOWN["line"].replace("{n}", ""), named, re.IGNORECASE)
            if by_number:
                kind = by_number["kind"] or kind
                found = self._lines_of(kind, int(by_number["n"]))[:1]
            else:
                things = [one for one in things_in(self._state, "lines") if one.there]
                found = [thing.n for thing in meant(named, things).things]
                found = [n for n in found if n in self._own] or found
            if len(found) != 1:
                return ()
            numbers += found
        told = [one["n"] for one in self._lines if one["n"] in numbers]
        is_fit = len(told) == (1 if op == "split" else max(2, len(numbers)))
        return self._edits({"op": op, "numbers": told, "texts": [*texts]}) if is_fit else ()

    def _lines_of(self, kind: str | None, number: int) -> Sequence[int]:
        """Return the lines of a step, or a line, by its number; none where there is none."""
        if (kind or "").lower().startswith("st"):
            return self._steps.get(number, ())
        return [one["n"] for one in self._lines if one["n"] == number]


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .,;:!").casefold()
