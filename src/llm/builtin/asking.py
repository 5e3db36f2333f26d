"""What the built-in model calls, and the questions that it asks back. Pure."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from src.llm.builtin.references import Thing
from src.llm.protocol import ChatReply, ToolCall
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


def reply_of(picked: Iterable[PickedCall], *, after: int = 0) -> ChatReply:
    """Return the reply that makes these calls; ``after``: messages before it, which tells those of a turn apart."""
    return ChatReply(
        "",
        tuple(
            ToolCall(f"builtin-{after}-{n}", tool, json.dumps(dict(given), ensure_ascii=False))
            for n, (tool, given) in enumerate(picked, start=1)
        ),
    )


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


def shall_i_do(wording: Wording, words: str) -> PickedCall:
    """Return the question whether words that may be no command are to be done."""
    choices = [wording.do_it.format(words=words), wording.look_ups["not"]]
    return PickedCall(
        "ask", {"question": wording.shall_i_do.format(words=words), "choices": choices}
    )


def agreed(message: str, wordings: Iterable[Wording]) -> str:
    """Return the words that a reply to that question says to be done; empty where a message is no such reply."""
    said = (one.do_it.partition("{words}")[0] for one in wordings)
    return next((message.removeprefix(one) for one in said if message.startswith(one)), "")


def only_adds(call: ToolCall) -> bool:
    """Tell whether a call only adds: what somebody said is then its content."""
    edits = json.loads(call.arguments).get("edits", ())
    return bool(edits) and all(one["op"] == "add" for one in edits)
