"""Which sources somebody says are right, and which are wrong: "1 en 4 kloppen, 2 gaat over iets anders". Pure."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from src.llm.builtin.phrases import pattern
from src.llm.builtin.references import Thing
from src.llm.builtin.sentences import says

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


class Judgement(NamedTuple):
    """What is right and what is wrong; what was not named, or is doubted, is in neither."""

    right: tuple[Thing, ...] = ()
    wrong: tuple[Thing, ...] = ()


def verdict(
    message: str, things: Sequence[Thing], named: Callable[[str], Sequence[Thing]]
) -> Judgement:
    """Return the verdict of a message on these things; ``named`` tells which of them words name.

    A name without a verdict has that of the words behind it: "1, 2 en 3 goed".
    """
    right: set[Thing] = set()
    wrong: set[Thing] = set()
    waiting: set[Thing] = set()
    only = pattern("verdicts", "only")
    joints = pattern("clauses", "joint")
    for part in (part for each in _SENTENCE.split(message) for part in joints.split(each)):
        meant = {*named(only.sub(" ", part))}
        others = {*things} - meant - waiting - right - wrong
        meant = others if says("others", part, "verdicts") else meant
        is_wrong = says("unfit", part, "faults") or says("wrong", part, "verdicts")
        if says("unsure", part, "verdicts"):
            waiting = set()
        elif is_wrong:
            wrong, waiting = wrong | meant | waiting, set()
        elif says("right", part, "verdicts"):
            is_all_else = only.search(part) or says("except", part, "references")
            wrong |= others if meant and is_all_else else set()
            right, waiting = right | meant | waiting, set()
        else:
            waiting |= meant
    right -= wrong
    return Judgement(
        *(tuple(thing for thing in things if thing in some) for some in (right, wrong))
    )
