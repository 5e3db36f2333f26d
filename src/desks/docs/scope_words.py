"""The versions and collections that a message names, as questions and as our own offers name them. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from src.desks.docs.found import CollectionInfo
from src.desks.docs.lists import lists
from src.desks.docs.words import EVERY

LONGEST_OF_VERSION = 80
"""Characters of a message that may name a version and nothing else."""


def version_asked(message: str, there: Iterable[str]) -> str:
    """Return the version that a message names, of those that there are; empty: none."""
    (version,) = lists("scope.toml")["version"]
    named = {found.removeprefix("v") for found in version.findall(message[:2_000])}
    return next((text for text in there if text.removeprefix("v") in named), "")


def without_version(text: str) -> str:
    """Return a question without the version that it names: that is no word of what it asks."""
    left = " ".join(lists("scope.toml")["named_version"][0].sub(" ", text).split())
    return left or text


def of_version(question: str, version: str) -> str:
    """Return a question as one about a version, in place of the one that it named."""
    return f"{without_version(question).rstrip(' ?.!')} in version {version}?"


def only_version(message: str) -> str:
    """Return the version that a message names where it names nothing else: "and in version 2.0?"; else nothing."""
    said, patterns = message[:LONGEST_OF_VERSION], lists("scope.toml")
    named = patterns["version"][0].search(said)
    left = patterns["named_version"][0].sub(" ", said)
    is_all = said == message and patterns["no_subject"][0].fullmatch(left)
    return named[1] if named and is_all else ""


def versions_of(every: Iterable[CollectionInfo]) -> tuple[str, ...]:
    """Return the versions that there are, the newest of each collection first."""
    return tuple(dict.fromkeys(version for pair in every for version in pair.newest_first))


def collection_asked(message: str, names: Iterable[str]) -> str:
    """Return the collection that a message asks to search in, as clarifications offer it; empty: none."""
    said = " ".join(message.split()).casefold()
    every = (
        (texts.search_in.format(collection=name), name)
        for name in names
        for texts in EVERY.values()
    )
    return next((name for offer, name in every if said == offer.casefold()), "")


def lists_collections(message: str) -> bool:
    """Tell whether a message asks which collections there are."""
    return bool(lists("scope.toml")["lists"][0].match(message[:LONGEST_SCOPED]))


LONGEST_SCOPED = 300
"""Characters of a message that may say where to search."""

MOST_WORDS_BESIDE = 1
"""Other words that a message may have which says where to search, and asks nothing."""

_SHORTEST_NAME = 3


def scope_meant(message: str, names: Iterable[str]) -> tuple[str, ...] | None:
    """Return the collections that a message asks to search in, none for all; None where it asks something else.

    A collection may be called by its name, or by a part of it that is no other's: "only ibm" of "docs-ibmcloud".
    """
    names = list(names)
    if named := collection_asked(message, names):
        return (named,)
    words = re.findall(r"[^\W_][\w'.-]*", message.casefold())
    called = [name for name in names if any(_calls(word, name, names) for word in words)]
    (anywhere,), (only,) = lists("scope.toml")["everywhere"], lists("scope.toml")["only"]
    everywhere = anywhere.search(message)
    if not everywhere and not (called and only.search(message)):
        return None
    said = only.sub(" ", anywhere.sub(" ", message)).casefold()
    left = [
        word
        for word in re.findall(r"[^\W_][\w'.-]*", said)
        if not _is_beside(word) and not any(_calls(word, name, names) for name in names)
    ]
    if len(left) > MOST_WORDS_BESIDE:
        return None
    return () if everywhere and not called else tuple(called)


def _calls(word: str, name: str, names: Iterable[str]) -> bool:
    if len(word) < _SHORTEST_NAME or _is_beside(word):
        return word == name.casefold()
    having = [text for text in names if any(part.startswith(word) for part in _parts(text))]
    return word == name.casefold() or having == [name]


def _parts(name: str) -> list[str]:
    return [name.casefold(), *re.split(r"[\W_]+", name.casefold())]


class ScopeAsked(NamedTuple):
    """Where a message asks to search, and what for."""

    collections: tuple[str, ...]
    question: str = ""
    """Empty: nothing new is asked."""
    is_lasting: bool = False
    """Whether it is meant for what comes, too: "search in git for hooks", not "in the git docs: hooks"."""


def scope_asked(message: str, names: Sequence[str], own: str = "") -> ScopeAsked | None:
    """Return where a message asks to search, beside a question or alone; None where it tells no place.

    ``own`` is what "our own docs" are. A name that is no collection's, or that of several, is no place.
    """
    if len(message) > LONGEST_SCOPED:
        return None
    patterns = lists("scope.toml")
    if rejected := _rejected(message, names):
        return ScopeAsked(
            tuple(text for text in names if text not in (rejected, own)), is_lasting=True
        )
    for how in ("lasts", "now"):
        for found in filter(None, (pattern.match(message) for pattern in patterns[how])):
            told = {name.rstrip("2"): said for name, said in found.groupdict().items() if said}
            called = _called(told["name"], names, own)
            asked = re.findall(r"\w+", told["question"].casefold())
            if called and not all(map(_is_beside, asked)):
                return ScopeAsked((called,), told["question"].strip(), is_lasting=how == "lasts")
    named = scope_meant(message, names)
    return None if named is None else ScopeAsked(named, is_lasting=True)


def _called(said: str, names: Sequence[str], own: str) -> str:
    if said.casefold().split()[-1] in ("own", "eigen"):
        return next((text for text in names if "own" in _parts(text)), own or "own")
    word = said.casefold().removesuffix("'s").split()[-1]
    called = [name for name in names if _calls(word, name, names)]
    return called[0] if len(called) == 1 else ""


def _rejected(message: str, names: Sequence[str]) -> str:
    found = lists("scope.toml")["rejects"][0].match(message)
    name = _called(found["name"], names, "") if found else ""
    if not found or not name:
        return ""
    rest = re.findall(r"[^\W_][\w'.-]*", message[found.end() :].casefold())
    left = [entry for entry in rest if not _is_beside(entry)]
    return name if len(left) <= MOST_WORDS_BESIDE else ""


def _is_beside(word: str) -> bool:
    return bool(lists("scope.toml")["beside"][0].match(word))
