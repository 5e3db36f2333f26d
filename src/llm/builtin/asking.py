"""What the built-in model calls, and the questions that it asks back. Pure."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from src.llm.builtin.references import SOURCES
from src.llm.protocol import ChatReply, ToolCall
from src.wording import Wording

LONGEST_QUOTED = 200
"""Characters of the user's words that a question back repeats."""

MOST_CHOICES = 10
"""Things that a question back offers to choose from."""

LONGEST_TITLE = 80
"""Characters of a title in a choice."""

MOST_NAMED = 12
"""Things that a question back names."""


class PickedCall(NamedTuple):
    """A call of a tool, by the arguments of its schema."""

    tool: str
    arguments: Mapping[str, Any]


Done = str | Sequence[PickedCall]
"""What is done: calls, or words where there is nothing to call."""


class NotDone(str):
    """Words in place of what can't be done, or was not understood: what may be done stands beside them as choices."""

    __slots__ = ()


def reply_of(picked: Iterable[PickedCall], *, after: int = 0) -> ChatReply:
    """Return the reply that makes these calls; ``after``: messages before it, which tells those of a turn apart."""
    return ChatReply(
        "",
        tuple(
            ToolCall(f"builtin-{after}-{n}", tool, json.dumps(dict(given), ensure_ascii=False))
            for n, (tool, given) in enumerate(picked, start=1)
        ),
    )


def edits_of(calls: Iterable[ToolCall]) -> Iterator[Mapping[str, Any]]:
    """Yield the edits that calls make; what is done to sources as an edit of these."""
    for call in calls:
        given = json.loads(call.arguments)
        op, numbers = call.name.removesuffix("_sources"), given.get("sources", ())
        yield from given.get("edits", [{"op": op, "numbers": numbers, "of": SOURCES}])


def described(
    wording: Wording,
    calls: Iterable[ToolCall],
    state: Mapping[str, Any],
    called: Mapping[str, str | None],
) -> str:
    """Return what calls do to which things, in the user's language; empty where no words are known for it.

    ``called``: by kind, what its things are called, if not numbers.
    """
    said = []
    for edit in edits_of(calls):
        numbers = edit.get("numbers", ())
        if edit["op"] == "add" and not numbers:
            said.append(wording.acts["new"].format(n="; ".join(_becomes(edit))))
            continue
        if edit["op"] not in wording.acts or edit["op"] == "add" or not numbers:
            return ""
        lists = [of for of in called if edit.get("of", of) == of and of in state]
        titled = ([entry["title"] for entry in state[of] if entry["n"] in numbers] for of in lists)
        named = next(((of, some) for of, some in zip(lists, titled, strict=True) if some), ("", []))
        act = numbered(wording.acts[edit["op"]], called.get(named[0]), ", ".join(map(str, numbers)))
        becomes = "; ".join(_becomes(edit))
        titles = "; ".join(title[:LONGEST_TITLE] for title in named[1])
        said.append(f"{act} ({titles})" + (f": {becomes}" if becomes else ""))
    return "; ".join(said)


def numbered(act: str, called: str | None, n: object) -> str:
    """Return the words of an act on a thing of this number, which is called so, if no number."""
    return re.sub(r"\b(?:number|nummer)\b", called or r"\g<0>", act).format(n=n)


def _becomes(edit: Mapping[str, Any]) -> Iterator[str]:
    """Yield what an edit makes of its things."""
    for name in ("section", "type", "tag", "texts"):
        value = edit.get(name) or ()
        yield from [value] if isinstance(value, str) else value
    for name in ("before", "after", "parent", "priority"):
        if name in edit:
            yield f"{name} {edit[name]}"


def without_words(reply: ChatReply) -> list[tuple[str, Any]]:
    """Return the calls of a reply without the user's words for them."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(each) for key, each in value.items() if key not in ("said", "words")}
        return [*map(bare, value)] if isinstance(value, list) else value

    return [(call.name, bare(json.loads(call.arguments))) for call in reply.tool_calls]
