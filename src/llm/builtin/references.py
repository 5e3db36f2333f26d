"""Which things plain words mean: sources, items, lines, steps or choices, by rules in both languages. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from src.llm.builtin.names import COUNTS, Candidates, NameReader, Places
from src.llm.builtin.phrases import pattern
from src.llm.builtin.vocabulary import GENERAL, Vocabulary

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


@dataclass(frozen=True)
class Meant:
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
            one.get("n", at),
            str(one.get("title", "")),
            _text(one),
            one.get("selected", True) and not one.get("removed", False),
        )
        for at, one in enumerate(state.get(kind, ()), start=1)
    )


def meant(
    words: str,
    things: Sequence[Thing],
    reader: type[NameReader] = NameReader,
    vocabulary: Vocabulary = GENERAL,
) -> Meant:
    """Return the things that the words mean, in their order; none where they name nothing that is there."""
    plain = _named("rest_stays").sub(" ", _named("reason").sub(" ", vocabulary.plain(words)))
    candidates = _candidates(things)
    choice = _Choice(candidates, reader)
    corrected = _corrected(plain)
    places = choice.meant(corrected) if corrected else set()
    if corrected and _named("stays").search(corrected):  # "6 and 7 can go, no wait, keep 6"
        first = pattern("sentences", "corrects", whole_words=False).split(plain)[0]
        before = choice.meant(first)
        places = before - (places or before)
    else:
        places = places or choice.meant(plain)
    found = tuple(one for at, one in enumerate(things) if at in places)
    read = reader(candidates, plain)
    group = read.group(plain)
    many = (
        _named("many").search(plain)
        or choice.leaves_out(corrected or plain)
        or (group.named and not group.one)
    )
    counted = _named("counted").search(plain)
    if counted and found and len(found) != (count := COUNTS.get(counted[0].split()[-1].lower(), 2)):
        return Meant(found if len(found) > count else tuple(things), clear=False)
    return Meant(found, len(found) < 2 or bool(many) or bool(read.exact), bool(read.exact))


def is_named(words: str, things: Sequence[Thing], vocabulary: Vocabulary = GENERAL) -> bool:
    """Tell whether words name one of these things by its number, place or own words, and do not only point."""
    return bool(NameReader(_candidates(things), vocabulary.plain(words)).named)


def _candidates(things: Sequence[Thing]) -> Candidates:
    titles, texts = [one.title for one in things], [one.text for one in things]
    return Candidates.of(titles, [one.n for one in things], texts)


def _corrected(words: str) -> str:
    """Return what somebody says instead of what they said first: "skip 4, no, I mean 5"; empty where nothing is."""
    found = list(pattern("sentences", "corrects", whole_words=False).finditer(words))
    determiner = re.search(r"(?:de |het |the )?$", found[-1][0]) if found else None
    return f"{determiner[0]}{words[found[-1].end() :]}" if determiner else ""


def _text(one: Mapping[str, Any]) -> str:
    said = (
        value for key, value in one.items() if key not in ("title", "kind", "n", "selected", "date")
    )
    return " ".join(value for value in said if isinstance(value, str))


@dataclass(frozen=True)
class _Wish:
    """What the words name, and what they name as an exception to it."""

    named: str
    excepted: str


@dataclass(frozen=True)
class _Choice:
    """A choice among candidates, whose names are read in this way."""

    candidates: Candidates
    reader: type[NameReader]

    def meant(self, words: str) -> Places:
        """Return the places of the candidates that the words mean."""
        every = self.candidates.every
        if _named("only").search(words):  # "only the first, no others" names what stays
            words = _NO.split(words)[0] if not _NO.match(words) else words
        wish = _wish(words)
        if wish.excepted:
            excepted = self._read(wish.excepted).named
            return self._base(wish.named) - excepted if excepted else set()
        named = self._read(words).named
        if self.leaves_out(words):
            return every - named if named else set()
        return named or self._unnamed(words)

    def leaves_out(self, words: str) -> bool:
        """Tell whether words mean all but what they name: the rest, or "keep only" that."""
        is_only = _named("only").search(words) is not None
        but = _named("all").search(words) is not None or not _named("acts").search(words)
        return _named("rest").search(words) is not None or (is_only and but)

    def _read(self, words: str) -> NameReader:
        return self.reader(self.candidates, words)

    def _base(self, words: str) -> Places:
        """Return what an exception is made to: what is named, or all where nothing is."""
        read = self._read(words)
        named = read.named
        return named if named or read.names_something else self.candidates.every

    def _unnamed(self, words: str) -> Places:
        """Return what "alles" means, or "die" where there is only one; a name that is not there means nothing."""
        if self._read(words).names_something:
            return set()
        only_one = len(self.candidates.titles) == 1
        if _named("all").search(words) or (only_one and _named("one").search(words)):
            return self.candidates.every
        return set()


def _wish(words: str) -> _Wish:
    """Return the words in two where they make an exception ("alles behalve X"); "zonder X" alone just names X."""
    all_but = _named("all_but").search(words)
    if all_but and _named("all").search(words):
        return _Wish(words[: all_but.start()] + words[all_but.end() :], all_but[1])
    match = _named("except").search(words)
    if match and re.search(r"\w", words[: match.start()]):
        return _Wish(words[: match.start()], words[match.end() :])
    return _Wish(words, "")
