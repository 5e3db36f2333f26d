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

MOST_NAMED = 12
"""Things that a question back names."""


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
    """Return the question which of these things is meant, after what was understood is to be done with it.

    ``called`` is what their kinds are called, if not numbers. Where there are few things, each has a reply to choose.
    """
    named = "; ".join(f"{one.n}. {one.title}" for one in things[:MOST_NAMED])
    asks = wording.which_is_meant.format(words=words[:LONGEST_QUOTED], named=named)
    if not act:
        return PickedCall("ask", {"question": asks})

    def of(kind: str, n: object) -> str:
        return re.sub(r"\b(?:number|nummer)\b", called.get(kind) or r"\g<0>", act).format(n=n)

    question = f"{wording.taken_as.format(act=of(things[0].kind, '…'))} {asks}"
    choices = [of(one.kind, one.n) for one in things] if len(things) <= MOST_CHOICES else []
    return PickedCall("ask", {"question": question, **({"choices": choices} if choices else {})})


def shall_i_look_up(wording: Wording, words: str, fits: Set[str]) -> PickedCall:
    """Return the question whether words are one to look up, with the replies that fit."""
    choices = [text for name, text in wording.look_ups.items() if name in fits]
    question = wording.shall_i_look_up.format(words=words[:LONGEST_QUOTED])
    return PickedCall("ask", {"question": question, "choices": choices})


def shall_i_do(wording: Wording, words: str, understood: str, choice: str) -> PickedCall:
    """Return the question whether what was understood of words is to be done, with the reply that says so."""
    is_own = choice == words or not understood
    asked = wording.shall_i_do.format(words=words if is_own else understood)
    taken = wording.taken_as.format(act=understood) if is_own and understood else ""
    choices = [wording.do_it.format(words=choice), wording.look_ups["not"]]
    return PickedCall("ask", {"question": f"{taken} {asked}".strip(), "choices": choices})


def in_words(
    wording: Wording,
    calls: Iterable[ToolCall],
    state: Mapping[str, Any],
    kind: str,
    called: Mapping[str, str | None],
) -> tuple[str, str]:
    """Return how a user says what calls change, and with the titles of its things; empty where it can't be said."""
    said, titled = [], []
    for call in calls:
        given = json.loads(call.arguments)
        op = call.name.removesuffix("_sources")
        of_sources = {"op": op, "numbers": given.get("sources", ())}
        for edit in given.get("edits", [of_sources]):
            of, numbers = ("sources" if edit is of_sources else kind), edit.get("numbers", ())
            if edit["op"] not in wording.acts or edit["op"] == "add" or not numbers:
                return "", ""
            named = ", ".join(map(str, numbers))
            text = ": ".join(["", *edit.get("texts", ())[:1]])
            number = re.compile(r"\b(?:number|nummer)\b")
            act = number.sub(called.get(of) or r"\g<0>", wording.acts[edit["op"]]).format(n=named)
            titles = [one["title"] for one in state.get(of, ()) if one.get("n") in numbers]
            said.append(act + text)
            titled.append(f"{act}{text} ({'; '.join(titles[:MOST_NAMED])})")
    return " and ".join(said), "; ".join(titled)


def agreed(message: str, wordings: Iterable[Wording]) -> str:
    """Return the words that a reply to that question says to be done; empty where a message is no such reply."""
    said = (one.do_it.partition("{words}")[0] for one in wordings)
    return next((message.removeprefix(one) for one in said if message.startswith(one)), "")


def only_adds(call: ToolCall) -> bool:
    """Tell whether a call only adds: what somebody said is then its content."""
    edits = json.loads(call.arguments).get("edits", ())
    return bool(edits) and all(one["op"] == "add" for one in edits)


def without_words(reply: ChatReply) -> list[tuple[str, Any]]:
    """Return the calls of a reply without the user's words for them."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(each) for key, each in value.items() if key not in ("said", "words")}
        return [*map(bare, value)] if isinstance(value, list) else value

    return [(call.name, bare(json.loads(call.arguments))) for call in reply.tool_calls]
