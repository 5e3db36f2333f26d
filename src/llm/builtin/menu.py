"""What a message may mean where it is not certain: acts near it, each with what it calls, to choose from. Pure.

What a desk offers of its own stands in its ``menu.toml``: a row is an act with the user's words as its argument.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, cast

from src.dossier.models import Language
from src.llm.builtin import asking, offers
from src.llm.builtin.acts import ON_THINGS, Act, Said
from src.llm.builtin.asking import Done, NotDone, PickedCall
from src.llm.builtin.menu_rows import MenuRow, rows_in
from src.llm.builtin.offers import Offer, ReadingsAsked
from src.llm.builtin.phrases import pattern
from src.llm.builtin.references import SOURCES, Thing, things_in, things_to
from src.llm.builtin.sentences import clauses, says
from src.llm.builtin.table import ActRequest, DeskTable, turned
from src.llm.protocol import ChatReply, ToolCall
from src.llm.state import State
from src.wording import Wording

_EVERYWHERE = Path(__file__).with_name("menu.toml")
"""What every desk offers."""

_USUAL: tuple[Act, ...] = ("show", "change", "remove", "restore")
"""What is offered on a thing where no act is recognised."""

MOST_NEAR = 6
"""Acts on things that stand before the desk's own acts."""

MOST_EACH = 3
"""Things of a list for which a row is offered where the message is near none of them."""


def without_place(said: Said) -> tuple[Said, str]:
    """Return a move without its last words, which tell where to, and these; another act as it is."""
    places = [*pattern("clauses", "place").finditer(said.words)] if said.act == "move" else []
    at = places[-1].start() if places else 0
    return (replace(said, words=said.words[:at].strip()), said.words[at:]) if at else (said, "")


@dataclass(frozen=True)
class Menu:
    """What a message may mean, the likeliest first."""

    message: str
    state: State
    table: DeskTable
    language: Language
    request: Callable[..., ActRequest]
    reply: Callable[[Sequence[Done]], ChatReply]
    acts: Sequence[Act]
    """The acts that its words speak of."""

    def question(self, called: tuple[ToolCall, ...], asked: Mapping[str, Any]) -> ChatReply | None:
        """Return the question which of these is meant; None where nothing can be offered.

        ``called``: what was read, which is offered first; ``asked``: what the desk would ask, whose choices are first.
        """
        beside = asked.get("choices", ())
        read = [Offer(self._described(called), called)] if called and not self._corrects else []
        ranked = [*self._ranked()]
        ranked[self.lacks(called) : 0] = read
        found = offers.distinct(ranked, asking.MOST_CHOICES - 1 - len(beside))
        always = [row for row in self._rows if not row.takes_in and not row.hinted(self.message)]
        if len(found) < 2 and not (read or beside or self.acts) and always == self._rows:
            return None  # what is always offered alone is no reading of these words
        told = {
            "question": asked.get("question") or self._asks(called),
            "choices": [*beside, *(offer.text for offer in found), self._wording.something_else],
        }
        calls = self.reply([[PickedCall("ask", {**asked, **told})]]).tool_calls
        return ReadingsAsked("", calls, offers=found) if found else None

    def certain(self) -> Done | None:
        """Return what is done where a row alone is meant, on all that the words name; None where none is."""
        for row in self._rows:
            if row.found_in(self.message):
                given = self._named(row) if row.each else self._given_to(row)
                if given and (calls := self._done(row, given)):
                    return calls
        return None

    def shown(self) -> ChatReply | None:
        """Return what shows the thing that a message only names by its number; else None."""
        near = [thing for thing in self._things if thing.kind != SOURCES]
        is_number = self.message.strip(" .#").isdecimal()
        offer = self._offer("show", near[:1], self.message) if is_number else None
        return ChatReply("", offer.calls) if offer else None

    def _ranked(self) -> Iterator[Offer]:
        """Yield what may be meant: acts on things near the words, then the desk's own acts, those hinted first.

        What somebody only tells may be taken in; of what they ask something may be shown.
        """
        near = self._on_things()
        if self._together:
            yield self._together
        tells = not (self.acts or says("interrogative", self.message))
        rows = sorted(
            self._rows, key=lambda row: (-row.hinted(self.message), row.takes_in != tells)
        )
        if self.acts or (self.exact and re.search(r"\d", self.message)):
            yield from islice(near, MOST_NEAR)
        for row in rows:
            is_usual = row.usual and (tells or not row.takes_in)
            if is_usual or row.hinted(self.message):
                yield from self._of_row(row)
        yield from near

    @cached_property
    def _rows(self) -> Sequence[MenuRow]:
        """The desk's rows that fit the state."""
        rows = [row for path in (*self.table.menu, _EVERYWHERE) for row in rows_in(path)]
        return [row for row in rows if row.fits(self.state)]

    @cached_property
    def _corrects(self) -> bool:
        return len(self._said_last) < len(self.message)

    @cached_property
    def _said_last(self) -> str:
        """What stands behind the words with which a message corrects itself; all of it where it does not."""
        return pattern("sentences", "corrects").split(self.message)[-1]

    @cached_property
    def _things(self) -> Sequence[Thing]:
        """What is near the words, that behind a correction first."""
        texts = (self._said_last, self.message)
        found = [
            thing for words in texts for _, thing in offers.near(words, self.state, self.table)
        ]
        return [*dict.fromkeys(found)]

    @cached_property
    def exact(self) -> Sequence[Thing]:
        """What the words name by its number or a name of its own."""
        near = offers.near(self._said_last, self.state, self.table)
        return [thing for count, thing in near if count >= offers.EXACT]

    def _on_things(self) -> Iterator[Offer]:
        """Yield the acts that may be meant on the things that may be, the likeliest first."""
        for act in self.acts:
            things = self._fit(act)
            several = [self.exact if len(self.exact) > 1 else things[:2]]
            each = [[thing] for thing in things] if act != "merge" else []
            for some in (*(several if act == "merge" or len(self.exact) > 1 else ()), *each):
                if offer := self._offer(act, some, self.message):
                    yield offer
        for act in _USUAL if not self.acts else ():
            if offer := self._offer(act, self._things[:1], self.message):
                yield offer

    def _fit(self, act: Act) -> Sequence[Thing]:
        """Return what an act may be done to: what is near, or all where that is not too much to choose from."""
        fit = [thing for thing in self._things if thing.there != (act == "restore")]
        if fit or (self._things and act != "restore"):
            return fit
        if act not in ("remove", "restore"):
            return ()
        kinds = (kind for kind in self.table.kinds if (act, kind) in self.table.does)
        every = (things_to(act, self.state, kind) for kind in kinds)
        few = next((things for things in every if things), ())
        return few if len(few) <= asking.MOST_CHOICES else ()

    def lacks(self, called: Sequence[ToolCall]) -> bool:
        """Tell whether what is called leaves out some of what the parts of a message ask for."""
        rows = [row for row in self._rows if row.each and row.found_in(self.message)]
        parts = [self._done(row, {**self._given_to(row), "n": "0", "ns": [0]}) for row in rows]
        wanted = {act for act, _ in _acts_of(self.reply(parts).tool_calls if parts else ())}
        together = _acts_of(self._together.calls if self._together else ())
        done = _acts_of(called)
        return not (together <= done and wanted <= {act for act, _ in done})

    @cached_property
    def _together(self) -> Offer | None:
        """What all parts of a message ask for, where several have an act of their own; a correction takes one back."""
        done: dict[Thing | str, Offer] = {}
        act: Act | None = None
        is_withdrawn, corrects = False, pattern("sentences", "corrects")
        for part in pattern("clauses", "joint").split(self.message):
            is_withdrawn = is_withdrawn or corrects.search(f"{part} .x") is not None
            words = corrects.split(part)[-1]
            hinted = [
                hint for hint in offers.near_acts(words, self.table.able) if hint in ON_THINGS
            ]
            act = hinted[0] if hinted else act
            near = offers.near(words, self.state, self.table)
            exact = [thing for count, thing in near if count >= offers.EXACT]
            # What takes all of the words takes the other parts, too.
            joined = [row for row in self._rows if row.act and "{words}" not in row.on]
            hinting = [row for row in joined if row.is_hinted(words) and not exact]
            rows = sorted(hinting, key=lambda row: -row.hinted(words))
            of_act = self._offer(act, exact[:1], words) if act and exact else None
            offer = of_act or next((each for row in rows for each in self._of_row(row)), None)
            if offer and is_withdrawn and done:
                done.popitem()
            if offer:
                done[exact[0] if exact else rows[0].nl] = offer
                is_withdrawn = False
        calls = tuple(call for offer in done.values() for call in offer.calls)
        text = "; ".join(offer.text for offer in done.values())
        return Offer(text, calls) if len(done) > 1 else None

    def _offer(self, act: Act, things: Sequence[Thing], words: str) -> Offer | None:
        """Return an act on these things as it is offered; None where the desk can't do it."""
        kind = self._kind(act, things)
        if not kind or len(things) < (2 if act == "merge" else 1):
            return None
        said, place = without_place(Said(act, words))
        named = offers.named_by(place, things_in(self.state, kind), kind, self.table).things
        target = [thing for thing in named if thing not in things]
        more = {"place": place or words, "target": target, "offered": True}
        request = self.request(said, kind=kind, things=(*things,), **more)
        calls = self.reply([self.table.does[act, kind](request)]).tool_calls
        if not calls or (
            act not in ("change", "split") and any(call.name == self.table.asks for call in calls)
        ):
            return None
        numbers = ", ".join(str(thing.n) for thing in things)
        titles = "; ".join(thing.title[: asking.LONGEST_TITLE] for thing in things)
        plain = asking.numbered(self._wording.acts[act], self._called.get(kind), numbers)
        return Offer(self._described(calls, f"{plain} ({titles})"), calls)

    def _kind(self, act: Act, things: Sequence[Thing]) -> str:
        """Return the kind by which an act may be done to the first of these, which may be of another list, too."""
        for kind in self.table.kinds if things else ():
            thing = replace(things[0], kind=kind)
            listed = thing == things[0] or thing in things_in(self.state, kind)
            there = act == "show" or thing.there != (act in ("restore", "add"))
            if there and listed and (act, kind) in self.table.does:
                return kind
        return ""

    # The desk's own acts

    def _of_row(self, row: MenuRow) -> Iterator[Offer]:
        """Yield what a row offers: of each thing that it is for, the near ones where there are any, or once."""
        near = self._near(row)
        every = () if row.near or not row.each else row.things(self.state)
        some = [*dict.fromkeys((*near, *every))][:MOST_EACH]
        for thing in some if row.each else (None,):
            named = (
                {"n": str(thing.n), "title": thing.title[: asking.LONGEST_TITLE]} if thing else {}
            )
            given = {**self._given_to(row), **named, "ns": [thing.n] if thing else []}
            if calls := self.reply([self._done(row, given)]).tool_calls:
                brief = {key: str(text)[: asking.LONGEST_QUOTED] for key, text in given.items()}
                yield Offer(_filled(getattr(row, self.language), brief), calls)

    def _near(self, row: MenuRow) -> Sequence[Thing]:
        """Return the things of a row that the message is near to: those that it names exactly where there are any."""
        known = [(thing.n, thing.title) for thing in self.exact or self._things]
        every = {(thing.n, thing.title): thing for thing in row.things(self.state)}
        message = self.message.casefold()
        titled = (key for key in every if not known and key[1].casefold() in message)
        return [every[key] for key in (*known, *titled) if key in every] if row.each else ()

    def _named(self, row: MenuRow) -> Mapping[str, Any]:
        """Return what a row is given, with the things that the words plainly name beside it; nothing where none is."""
        given = self._given_to(row)
        words = self.message.replace(given["text"], " ")
        things = tuple(thing for thing in row.things(self.state) if thing.there)
        if len(things) == 1 and not row.near:  # the only one need not be named
            return {**given, "n": str(things[0].n)}
        found = offers.named_by(words, things, row.each, self.table)
        apart = [offers.named_by(part, things, row.each, self.table) for part in clauses(words)]
        is_plain = found.clear and sum(bool(each.things) for each in apart) == 1
        is_plain = is_plain and (found.exact or len(found.things) == 1)
        return {**given, "ns": [thing.n for thing in found.things]} if is_plain else {}

    def _given_to(self, row: MenuRow) -> dict[str, Any]:
        """Return the words that a row takes: all, and the part that is handed in."""
        match = row.taken_from(self.message)
        text = next(filter(None, match.groups()), "").strip(" .,!") if match else ""
        return {**self._given, "text": text or self._given["words"]}

    @cached_property
    def _given(self) -> Mapping[str, Any]:
        lines = str(self.state.get("said", self.message)).strip()
        words = " ".join(lines.split())
        request = self.request(Said("ask", self.message))
        question = request.rules.last_question(request.earlier)
        brief = words[: asking.LONGEST_QUOTED]
        return {"words": words, "lines": lines, "brief": brief, "question": question}

    def _done(self, row: MenuRow, given: Mapping[str, Any]) -> Done:
        """Return what a row calls; nothing where the desk can't do it now, or would only ask."""
        if "{question}" in f"{row.on}{row.arguments}" and not given["question"]:
            return []
        if row.tool:
            return [PickedCall(row.tool, _filled(row.arguments, given))]
        words = given["lines"] if row.act == "take" else _filled(row.on, given)
        said = Said(cast(Act, row.act), words)
        every = {"ask": self.table.ask, "take": self.table.takes, "take_back": turned("undo")}
        does = every.get(row.act) or self.table.does.get((said.act, row.kind))
        done = does(self.request(said, kind=row.kind, offered=True)) if does else ""
        asks = isinstance(done, str) or any(call.tool == "ask" for call in done)
        return [] if asks else done

    # Words

    def _asks(self, called: Sequence[ToolCall]) -> str:
        """Return the question, with what was understood in front, and the things that an act may be meant for."""
        wording = self._wording
        things = () if called or not self.acts else self._things or self._fit(self.acts[0])
        if len(things) > 1:
            act = asking.numbered(wording.acts[self.acts[0]], self._called.get(things[0].kind), "…")
            named = "; ".join(f"{thing.n}. {thing.title}" for thing in things[: asking.MOST_NAMED])
            asks = wording.which_is_meant.format(words=self._words, named=named)
            return f"{wording.taken_as.format(act=act)} {asks}"
        if kind := self._kind(self.acts[0], things) if things else "":
            said = Said(self.acts[0], self.message)
            request = self.request(said, kind=kind, things=(*things,), offered=True)
            if isinstance(lacks := self.table.does[said.act, kind](request), NotDone) and lacks:
                return lacks  # what is to be said beside the act and the thing
        read = "" if self._corrects else asking.described(wording, called, self.state, self._called)
        taken_as = wording.taken_as.format(act=read) if read else ""
        return f"{taken_as} {wording.what_is_meant.format(words=self._words)}".strip()

    def _described(self, called: Sequence[ToolCall], plain: str = "") -> str:
        """Return what calls do, as it is offered."""
        told = asking.described(self._wording, called, self.state, self._called)
        return told or plain or self._wording.do_it.format(words=self._words)

    @property
    def _wording(self) -> Wording:
        return self.table.wordings[self.language]

    @property
    def _words(self) -> str:
        return str(self.state.get("said", self.message))[: asking.LONGEST_QUOTED]

    @cached_property
    def _called(self) -> Mapping[str, str | None]:
        """By kind, what its things are called, if not numbers."""
        named = self.table.numbered
        return {kind: named.get(kind, {}).get(self.language) for kind in self.table.kinds}


def _acts_of(calls: Sequence[ToolCall]) -> set[tuple[str, int]]:
    """Return what calls do, each thing apart."""
    edits = [(call.name, edit) for call in calls for edit in asking.edits_of([call])]
    return {
        (f"{name} {edit['op']} {edit.get('field')}", n)
        for name, edit in edits
        for n in edit.get("numbers") or (0,)
    }


def _filled(value: Any, given: Mapping[str, Any]) -> Any:
    """Return a value with names in braces filled in; a number alone as a number."""
    if isinstance(value, Mapping):
        return {key: _filled(each, given) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, given) for each in value]
    if value in ("{n}", "{ns}"):
        return int(given["n"]) if value == "{n}" else given["ns"]
    is_text = isinstance(value, str)
    return (
        re.sub(r"\{(\w+)\}", lambda name: str(given.get(name[1], "")), value) if is_text else value
    )
