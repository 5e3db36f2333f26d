"""What the built-in model calls, and the questions that it asks back. Pure."""

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

from src.llm.builtin.references import Thing
from src.wording import Wording

LONGEST_QUOTED = 200
"""Characters of the user's words that a question back repeats."""

MOST_CHOICES = 6
"""Things that a question back offers to choose from."""


class PickedCall(NamedTuple):
    """A call of a tool, by the arguments of its schema."""

    tool: str
    arguments: Mapping[str, Any]


Done = str | Sequence[PickedCall]
"""What is done: calls, or words where there is nothing to call."""


def which(
    wording: Wording,
    words: str,
    act: str,
    things: Sequence[Thing],
    called: Mapping[str, str | None],
) -> PickedCall:
    """Return the question which of these things is meant; ``called`` is what their kinds are called, if not numbers."""
    named = "; ".join(f"{one.n}. {one.title}" for one in things)
    asked = {
        one: re.sub(r"\b(?:number|nummer)\b", called.get(one.kind) or r"\g<0>", act)
        for one in things
    }
    choices = [text.format(n=one.n) for one, text in asked.items()]
    question = wording.which_is_meant.format(words=words, named=named)
    return PickedCall("ask", {"question": question, "choices": choices})


def shall_i_look_up(wording: Wording, words: str, fits: Set[str]) -> PickedCall:
    """Return the question whether words are one to look up, with the replies that fit."""
    choices = [text for name, text in wording.look_ups.items() if name in fits]
    question = wording.shall_i_look_up.format(words=words[:LONGEST_QUOTED])
    return PickedCall("ask", {"question": question, "choices": choices})
