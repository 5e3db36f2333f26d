"""The question which of the readings that are near a message is meant, each with what it calls. Pure."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from src.dossier.models import Language
from src.llm.builtin import asking, offers
from src.llm.builtin.acts import Act, Said
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.offers import MOST_OFFERED, Offer, ReadingsAsked
from src.llm.builtin.phrases import pattern, without_phrases
from src.llm.builtin.references import SOURCES, Thing, things_in, things_to
from src.llm.builtin.sentences import says
from src.llm.builtin.table import ActRequest, DeskTable, Does
from src.llm.protocol import ChatReply, ToolCall
from src.llm.state import State
from src.wording import Wording

_USUAL: tuple[Act, ...] = ("show", "change", "remove", "restore")
"""What is offered on a thing where no act is recognised."""


def without_place(said: Said) -> tuple[Said, str]:
    """Return a move without its last words, which tell where to, and these; another act as it is."""
    places = [*pattern("clauses", "place").finditer(said.words)] if said.act == "move" else []
    at = places[-1].start() if places else 0
    return (replace(said, words=said.words[:at].strip()), said.words[at:]) if at else (said, "")


def turned(tool: str) -> Does:
    """Return what takes changes back or makes them again; the last one only where it is called that."""

    def turn(request: ActRequest) -> Done:
        if tool not in request.tools:
            return request.wording.nothing_to_turn
        only_last = tool == "undo" and not says("last_change", request.words)
        return [PickedCall(tool, {"turns": 1, **({"only_last": True} if only_last else {})})]

    return turn


def refusals(table: DeskTable) -> frozenset[str]:
    """Return the choices by which nothing is done, in each language."""
    return frozenset(wording.look_ups["not"] for wording in table.wordings.values())


@dataclass(frozen=True)
class NearReadings:
    """What a message may mean, by acts and things near its words."""

    message: str
    state: State
    table: DeskTable
    language: Language
    request: Callable[..., ActRequest]
    reply: Callable[[Sequence[Done]], ChatReply]

    def question(
        self,
        acts: Sequence[Act],
        called: tuple[ToolCall, ...],
        otherwise: ChatReply | None,
        *,
        of_things: bool,
    ) -> ChatReply | None:
        """Return the question which of these acts is meant on what is near; None where nothing is.

        ``called``: what was read, which is offered first; ``otherwise``: what the desk asks, whose choices stand
        behind; ``of_things``: whether that asks for things, which the readings tell better. A question about a thing
        shows it at once.
        """
        near = self._things(acts)
        asks = not (acts or called)
        if asks and "lead" in without_phrases(self.message)[0]:
            return None  # it asks for nothing that is done here
        if asks and near and says("interrogative", self.message):
            shown = self._offer("show", near[:MOST_OFFERED])
            if shown:
                return ChatReply("", shown.calls)
        offered = [Offer(self._described(called), called)] if called else []
        is_near = any(edit["op"] in acts for edit in asking.edits_of(called))
        if not called or len(acts) > is_near:
            offered += self._near(acts, near or self._few(acts))
        if acts and not offered and not near:
            return self._which(acts[0])
        found = offers.distinct(offered)
        own = (
            json.loads(otherwise.tool_calls[0].arguments)
            if otherwise and otherwise.tool_calls
            else {}
        )
        beside = () if of_things else own.get("choices", ())
        beside = [entry for entry in beside if entry not in refusals(self.table)]
        if len(beside) > 1 and own.get("reason") and says("interrogative", self.message):
            return None  # several questions that the desk has told apart
        first = (
            0 if acts or called else 1
        )  # where no act is recognised a desk knows best what comes first
        choices = [*beside[:first], *(offer.text for offer in found), *beside[first:]]
        question = "" if of_things or "choices" in own else own.get("question", "")
        asked = {
            "question": question or self._asked(acts, called, near if of_things else ()),
            "choices": [*choices[: asking.MOST_CHOICES - 1], self._wording.something_else],
        }
        calls = self.reply([[PickedCall("ask", asked)]]).tool_calls
        return ReadingsAsked("", calls, offers=found) if found else None

    def _asked(
        self, acts: Sequence[Act], called: Sequence[ToolCall], things: Sequence[Thing]
    ) -> str:
        """Return the question, with what was understood in front."""
        wording = self._wording
        if len(things) > 1:
            act = wording.acts.get(acts[0], "")
            told = asking.which(wording, self._words, act, things, self._called)
            return str(told.arguments["question"])
        read = asking.described(wording, called, self.state, self._called)
        taken_as = wording.taken_as.format(act=read) if read else ""
        return f"{taken_as} {wording.what_is_meant.format(words=self._words)}".strip()

    def _things(self, acts: Sequence[Act]) -> list[Thing]:
        """Return what is near; of sources only where something is to be done to them, or they alone are meant."""
        near = [thing for _, thing in offers.near(self.message, self.state, self.table)]
        if acts or offers.only_points(self.message, self.state, self.table):
            return near
        return [thing for thing in near if thing.kind != SOURCES]

    def _which(self, act: Act) -> ChatReply | None:
        """Return the question what an act is to be done to; None where nothing is there for it."""
        for kind in self.table.kinds:
            if (act, kind) in self.table.does and things_to(act, self.state, kind):
                return self.reply([self.request(Said(act, self.message), kind=kind).which()])
        return None

    def _few(self, acts: Sequence[Act]) -> Sequence[Thing]:
        """Return all that the likeliest act may be done to, where that is not too much to choose from."""
        for kind in self.table.kinds if acts else ():
            things = things_to(acts[0], self.state, kind)
            if (acts[0], kind) in self.table.does and things:
                return things if len(things) <= MOST_OFFERED else ()
        return ()

    def _near(self, acts: Sequence[Act], things: Sequence[Thing]) -> Iterator[Offer]:
        """Yield the acts that may be meant on the things that may be, the likeliest first."""

        def on(act: Act) -> Sequence[Thing]:
            fit = [thing for thing in things if thing.there != (act == "restore")]
            return fit or (self._few([act]) if act == "restore" else ())

        if "add" in acts and (new := self._new(things)):
            yield new
        tried: list[tuple[Act, Sequence[Thing]]] = [
            *((act, things[:2]) for act in acts if act == "merge"),
            *((act, [thing]) for act in acts[:1] for thing in on(act)[:MOST_OFFERED]),
            *((act, on(act)[:1]) for act in acts[1:]),
            *((act, things[:1]) for act in _USUAL if act not in acts and len(acts) < 2),
        ]
        for act, some in tried:
            if some and (offer := self._offer(act, some)):
                yield offer
        if "take_back" in acts:
            back = self.reply([turned("undo")(self.request(Said("take_back", self.message)))])
            if back.tool_calls:
                yield Offer(self._wording.acts["take_back"], back.tool_calls)

    def _new(self, things: Sequence[Thing]) -> Offer | None:
        """Return the addition of what the message says, beside the first of these things, as it is offered."""
        said, beside = Said("add", self.message), (*things[:1],)
        for kind in self.table.kinds:
            if does := self.table.does.get(("add", kind)):
                calls = self.reply(
                    [does(self.request(said, kind=kind, target=beside, offered=True))]
                ).tool_calls
                if calls and all(map(asking.only_adds, calls)):
                    return Offer(self._described(calls), calls)
        return None

    def _offer(self, act: Act, things: Sequence[Thing]) -> Offer | None:
        """Return an act on these things as it is offered; None where the desk can't do it."""
        kind = next((kind for kind in self.table.kinds if self._may(act, kind, things[0])), "")
        is_count = len(things) > 1 if act == "merge" else len(things) == 1 or act == "show"
        if not (kind and is_count):
            return None
        said, place = without_place(Said(act, self.message))
        named = offers.named(place, kind, self.state, self.table) if place else ()
        more = {
            "place": place or self.message,
            "target": [thing for thing in named if thing not in things],
        }
        request = self.request(said, kind=kind, things=(*things,), offered=True, **more)
        calls = self.reply([self.table.does[act, kind](request)]).tool_calls
        if not calls or (
            act not in ("change", "split") and any(call.name == "ask" for call in calls)
        ):
            return None
        numbers = ", ".join(str(thing.n) for thing in things)
        titles = "; ".join(thing.title[: asking.LONGEST_TITLE] for thing in things)
        plain = asking.numbered(self._wording.acts[act], self._called.get(kind), numbers)
        return Offer(self._described(calls, f"{plain} ({titles})"), calls)

    def _may(self, act: Act, kind: str, thing: Thing) -> bool:
        """Tell whether an act on this kind may be done to a thing, which may be of another list, too."""
        there = act == "show" or thing.there != (act in ("restore", "add"))
        listed = kind == thing.kind or replace(thing, kind=kind) in things_in(self.state, kind)
        return there and listed and (act, kind) in self.table.does

    def _described(self, called: Sequence[ToolCall], plain: str = "") -> str:
        """Return what calls do, as it is offered."""
        told = asking.described(self._wording, called, self.state, self._called)
        return told or plain or self._wording.do_it.format(words=self._words)

    @cached_property
    def _wording(self) -> Wording:
        return self.table.wordings[self.language]

    @cached_property
    def _words(self) -> str:
        return str(self.state.get("said", self.message))[: asking.LONGEST_QUOTED]

    @cached_property
    def _called(self) -> Mapping[str, str | None]:
        """By kind, what its things are called, if not numbers."""
        named = self.table.numbered
        return {kind: named.get(kind, {}).get(self.language) for kind in self.table.kinds}
