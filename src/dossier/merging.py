"""A three-way merge of JSON: what two writers made of one value is kept of both, or they overlap. Pure."""

from collections.abc import Mapping
from difflib import SequenceMatcher
from enum import Enum, auto
from typing import Any, TypeVar

PARAGRAPH = "\n\n"

IDENTITIES = ("id", "number", "key")
"""Fields by which the things in a list are known again, where all of them have one."""

Key = TypeVar("Key", str, Any)


class EditsOverlap(Exception):
    """Two writers changed the same value; ``path``: its fields, joined by dots."""

    def __init__(self, path: str = "") -> None:
        super().__init__(path)
        self.path = path


class Absent(Enum):
    """What stands for a value that is not there: ``null`` is one."""

    ABSENT = auto()


def merged(base: Any, theirs: Any, mine: Any, path: str = "") -> Any:
    """Return the value with what both made of ``base``; raises ``EditsOverlap`` where both changed the same thing."""
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    every = (base, theirs, mine)
    if all(isinstance(one, dict) for one in every):
        return _of_objects(base, theirs, mine, path)
    if all(isinstance(one, list) for one in every):
        return _of_lists(base, theirs, mine, path)
    if all(isinstance(one, str) for one in every) and base:
        return with_appended(base, theirs, mine, path)
    raise EditsOverlap(path)


def with_appended(base: str, theirs: str, mine: str, path: str = "") -> str:
    """Return a text to which both added whole lines; paragraphs at an end that both added stand in it once."""
    tails = [one.removeprefix(base) for one in (theirs, mine) if one.startswith(base)]
    if len(tails) < 2 or not all(one.startswith("\n") for one in tails):
        raise EditsOverlap(path)
    if not all(one.startswith(PARAGRAPH) for one in tails):
        return theirs + tails[1]
    there, added = (one.split(PARAGRAPH)[1:] for one in tails)
    same = SequenceMatcher(None, there, added, autojunk=False).find_longest_match()
    if same.a + same.size == len(there) or same.b + same.size == len(added):
        del added[same.b : same.b + same.size]
    return PARAGRAPH.join((theirs, *added))


def _of_objects(
    base: Mapping[Key, Any], theirs: Mapping[Key, Any], mine: Mapping[Key, Any], path: str
) -> dict[Key, Any]:
    found: dict[Key, Any] = {}
    for key in dict.fromkeys((*theirs, *mine)):
        was, there, here = (one.get(key, Absent.ABSENT) for one in (base, theirs, mine))
        value = merged(was, there, here, f"{path}.{key}" if path else str(key))
        if value is not Absent.ABSENT:
            found[key] = value
    return found


def _of_lists(base: list[Any], theirs: list[Any], mine: list[Any], path: str) -> list[Any]:
    identity = next((one for one in IDENTITIES if _are_known_by(one, base, theirs, mine)), None)
    if identity:
        return _of_things(identity, base, theirs, mine, path)
    end = len(base)
    if mine[:end] == base:
        there = theirs[end:] if theirs[:end] == base else []
        return [*theirs, *(one for one in mine[end:] if one not in there)]
    if theirs[:end] == base:
        return [*mine, *theirs[end:]]
    raise EditsOverlap(path)


def _of_things(
    identity: str, base: list[Any], theirs: list[Any], mine: list[Any], path: str
) -> list[Any]:
    was, there, here = ({one[identity]: one for one in each} for each in (base, theirs, mine))
    found = _of_objects(was, there, here, path)
    before, theirs_now, mine_now = (
        [key for key in each if key in found and key in was] for each in (was, there, here)
    )
    if before != mine_now != theirs_now != before:
        raise EditsOverlap(path)
    lead = there if mine_now == before else here
    return [found[key] for key in dict.fromkeys((*lead, *there, *here)) if key in found]


def _are_known_by(identity: str, *lists: list[Any]) -> bool:
    """Whether each thing in each of the lists has this field, and no two of one list the same."""
    for each in lists:
        names = [one.get(identity) for one in each if isinstance(one, dict)]
        if len(names) < len(each) or not all(isinstance(one, str | int) for one in names):
            return False
        if len(set(names)) < len(names):
            return False
    return True
