"""What a message may mean where not all of it is understood: acts and things near its words, to choose from. Pure."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from src.llm.builtin.acts import Act
from src.llm.builtin.asking import without_words
from src.llm.builtin.names import NameReader, stems
from src.llm.builtin.references import SOURCES, Meant, Thing, meant, things_in
from src.llm.builtin.sentences import says
from src.llm.builtin.table import DeskTable
from src.llm.builtin.wishes import likely
from src.llm.protocol import ChatReply, ToolCall
from src.llm.state import State
from src.search.snippet import words_of

EXACT = 3.0
"""What a number or a name of its own counts, in words that a thing has alone."""

IN_TEXT = 0.4
"""What a word in common counts that is not in the title, but in what else is known of a thing."""

NEARLY = 0.5
"""The share of the best thing's count from which another is offered, too."""

_FIGURE = re.compile(r"[\w.]*\d\w+|\d{2,}")
"""A number that is no place in a list, or a name with one in it."""

_ADDS: tuple[Act, ...] = ("add",)
"""What may be asked for at every desk."""

LIKELY, MOST_LIKELY = 0.08, 3
"""The chance from which an act is offered, and how many are."""

SHORTEST_PART = 5
"""Letters from which a part of a compound tells anything."""


class Offer(NamedTuple):
    """What may be meant: the reply that says so, and what is called for it."""

    text: str
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True)
class ReadingsAsked(ChatReply):
    """A reply that asks which of these is meant."""

    offers: tuple[Offer, ...] = ()

    def taken(self, choice: str, said: str) -> ChatReply | None:
        """Return what a choice calls, at the words that it was taken with; None where it was not offered."""
        calls = next((offer.calls for offer in self.offers if offer.text == choice), None)
        if calls is None:
            return None
        told = (
            replace(call, arguments=json.dumps(_said(json.loads(call.arguments), said)))
            for call in calls
        )
        return ChatReply("", tuple(told))


def _said(value: Any, said: str) -> Any:
    if isinstance(value, list):
        return [_said(entry, said) for entry in value]
    if not isinstance(value, Mapping):
        return value
    return {key: said if key == "said" else _said(entry, said) for key, entry in value.items()}


def near_acts(message: str, able: Set[Act]) -> list[Act]:
    """Return the acts on things that a message may ask for, the likeliest first; no more than hints."""
    acts: dict[str, Act] = {act: act for act in {*able, *_ADDS}}
    near = [
        acts[wish] for wish, chance in likely(message).items() if chance >= LIKELY and wish in acts
    ]
    if "remove" in acts and says("unfit", message, "faults"):
        near = [*dict.fromkeys(("remove", *near))]
    return near[:MOST_LIKELY]


def near(words: str, state: State, table: DeskTable) -> list[tuple[float, Thing]]:
    """Return the things that words may speak of, the likeliest first: by number, name, place, or words in common."""
    counted = [pair for kind in table.kinds for pair in _counted(words, kind, state, table)]
    best: dict[tuple[int, str], tuple[float, Thing]] = {}
    for count, thing in sorted(counted, key=lambda pair: -pair[0]):
        best.setdefault((thing.n, thing.title), (count, thing))
    most = max((count for count, _ in best.values()), default=0.0)
    return [pair for pair in best.values() if pair[0] >= NEARLY * most]


def _counted(
    words: str, kind: str, state: State, table: DeskTable
) -> Iterator[tuple[float, Thing]]:
    is_first = kind == next(iter(table.kinds))
    is_called = is_first or table.called(kind, words)
    things = things_in(state, kind) if is_called or kind != SOURCES else ()
    found = named_by(words, things, kind, table)
    is_sure = is_called if found.exact else found.clear
    exact = found.things if is_sure and len(found.things) < len(things) else ()
    said, counts = _words(table.words.plain(words)), dict.fromkeys(things, 0.0)
    for weight, each in (
        (1.0, {thing: _shared(said, thing.title) for thing in things}),
        (IN_TEXT, {thing: _shared(said, thing.text) for thing in things}),
        (EXACT, {thing: {str(thing.n)} if thing in exact else set() for thing in things}),
    ):
        often = Counter(stem for shared in each.values() for stem in shared)
        for entry, shared in each.items():
            counts[entry] += weight * sum(1 / often[stem] for stem in shared)
    yield from ((count, thing) for thing, count in counts.items() if count)


def named_by(words: str, things: Sequence[Thing], kind: str, table: DeskTable) -> Meant:
    """Return what words name of these things, by the desk's reader of names."""
    make = table.names.get(kind)
    return meant(words, things, make() if make else NameReader, table.words)


def _shared(said: Iterable[str], title: str) -> set[str]:
    """Return how the words begin that a title has, too: as a whole, or as a part of a compound; a figure whole."""
    own = _words(title)
    return {word[:SHORTEST_PART] for word in said if any(_is_alike(word, text) for text in own)}


def _words(text: str) -> set[str]:
    return {one for one in words_of(text.lower()) if stems(one)} | {*_FIGURE.findall(text.lower())}


def _is_alike(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    if not short.isalpha() or len(short) < SHORTEST_PART:
        return a == b or (
            short.isalpha() and len(short) == SHORTEST_PART - 1 and long.startswith(short)
        )
    return short in long or a[:SHORTEST_PART] == b[:SHORTEST_PART]


def distinct(offers: Iterable[Offer], most: int) -> tuple[Offer, ...]:
    """Return the first offers, as many as that, each text and each call once."""
    once: dict[str, Offer] = {}
    for offer in offers:
        once.setdefault(json.dumps(without_words(ChatReply("", offer.calls))), offer)
    return tuple({offer.text: offer for offer in once.values()}.values())[:most]
