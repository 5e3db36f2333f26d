"""Which things plain words mean: sources, items, lines, steps or choices, by rules in both languages. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from src.llm.builtin.names import Candidates, NameReader, Places
from src.llm.builtin.phrases import pattern
from src.llm.builtin.sentences import says
from src.llm.builtin.vocabulary import GENERAL, Vocabulary

SOURCES = "sources"
"""The list whose things are left out where somebody finds fault with them."""

_NO = re.compile(r"[,;.]?\s*\b(?:geen|niet|no|not)\b", re.IGNORECASE)


def _named(key: str) -> re.Pattern[str]:
    return pattern("references", key)


@dataclass(frozen=True)
class Thing:
    """Something that a message may speak of: an entry of a list in the state."""

    kind: str
    """Name of the list."""
    n: int
    title: str
    text: str = ""
    """What else is known of it, by which it may be called."""
    there: bool = True
    """False for what was left out or removed."""


class Meant(NamedTuple):
    """The things that words mean; ``clear`` is false where they speak of one and may mean another."""

    things: tuple[Thing, ...]
    clear: bool = True
    exact: bool = True
    """Whether the words name something by its number or its own name, be it there or not."""


def things_in(state: Mapping[str, Any], kind: str) -> tuple[Thing, ...]:
    """Return what a list of the state holds: objects with ``n`` and ``title``, and any other words."""
    return tuple(
        Thing(
            kind,
            entry.get("n", at),
            str(entry.get("title", "")),
            _text(entry),
            entry.get("selected", True) and not entry.get("removed", False),
        )
        for at, entry in enumerate(state.get(kind, ()), start=1)
    )


def things_to(act: str, state: Mapping[str, Any], kind: str) -> tuple[Thing, ...]:
    """Return the things that an act may be done to: what was left out is put back, all else is done to the rest."""
    out = act in ("restore", "add")
    return tuple(thing for thing in things_in(state, kind) if act == "show" or thing.there != out)


def meant(
    words: str,
    things: Sequence[Thing],
    reader: type[NameReader] = NameReader,
    vocabulary: Vocabulary = GENERAL,
) -> Meant:
    """Return the things that the words mean, in their order; none where they name nothing that is there."""
    said = vocabulary.plain(words)
    plain = _named("rest_stays").sub(" ", _named("reason").sub(" ", said))
    read = partial(reader, _candidates(things))
    named, places = read(plain), _places(plain, read)
    found, is_exact = tuple(one for at, one in enumerate(things) if at in places), bool(named.exact)
    if says("corrects", plain) or _named("counted").search(plain):
        return Meant(found if len(found) > 1 else tuple(things), clear=False)
    leaves_out, is_all = _leaves_out(plain), _named("all").search(plain)
    points = len(_named("single").findall(plain))
    if points and len(found) > points + len(named.exact) and not (leaves_out or is_all):
        return Meant(found, clear=False)  # "the one with the parcels"
    many = _named("many").search(plain) or leaves_out or named.names_several(plain)
    return Meant(found, len(found) < 2 or bool(many) or is_exact, is_exact)


def is_named(words: str, things: Sequence[Thing], vocabulary: Vocabulary = GENERAL) -> bool:
    """Tell whether words name one of these things by its number, place or own words, and do not only point."""
    return bool(NameReader(_candidates(things), vocabulary.plain(words)).named)


def _candidates(things: Sequence[Thing]) -> Candidates:
    return Candidates([thing.title.lower() for thing in things], [thing.n for thing in things])


def _text(one: Mapping[str, Any]) -> str:
    said = (
        value for key, value in one.items() if key not in ("title", "kind", "n", "selected", "date")
    )
    return " ".join(value for value in said if isinstance(value, str))


def _places(words: str, read: Callable[[str], NameReader]) -> Places:
    """Return the places of the candidates that the words mean."""
    if _named("only").search(words):  # "only the first, no others" names what stays
        words = _NO.split(words)[0] if not _NO.match(words) else words
    named, but = _with_exception(words)
    found, every = read(named), read("").candidates.every
    if but:
        excepted = read(but).named
        base = found.named or (set() if found.names_something else every)
        return base - excepted if excepted else set()
    if _leaves_out(words):
        return every - found.named if found.named else set()
    is_all = _named("all").search(words) and not _named("restricts").search(words)
    means_all = is_all or (len(every) == 1 and _named("one").search(words))
    return found.named or (every if means_all and not found.names_something else set())


def _leaves_out(words: str) -> bool:
    """Tell whether words mean all but what they name: the rest, or "keep only" that."""
    is_only = _named("only").search(words) is not None
    but = _named("all").search(words) is not None or not _named("acts").search(words)
    return _named("rest").search(words) is not None or (is_only and but)


def _with_exception(words: str) -> tuple[str, str]:
    """Return the words in two where they make an exception ("alles behalve X"); "zonder X" alone just names X."""
    all_but = _named("all_but").search(words)
    if all_but and _named("all").search(words):
        return words[: all_but.start()] + words[all_but.end() :], all_but[1]
    match = _named("except").search(words)
    if match and re.search(r"\w", words[: match.start()]):
        return words[: match.start()], words[match.end() :]
    return words, ""
