"""Streams of a model's reply: a completion put together from its pieces, whoever sent them. Pure."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_CALLS = 100
"""Calls of one reply that are looked at, far more than any desk allows: others wait while they are read."""


@dataclass
class _Pieces:
    """A completion of which the pieces come one after the other."""

    words: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    places: dict[object, int] = field(default_factory=dict)
    """Of each index that the server gives, the place of its call."""

    def add(self, delta: Mapping[str, Any]) -> None:
        content = delta.get("content")
        self.words.append(text_of(content) if isinstance(content, list) else content or "")
        self.refusal.append(delta.get("refusal") or "")
        for piece in delta.get("tool_calls") or ():
            self._add_call(piece)

    def _add_call(self, piece: Mapping[str, Any]) -> None:
        index, call_id, function = piece.get("index"), piece.get("id"), piece.get("function") or {}
        place = self.places.get(index)
        # Some servers give every call the index 0, or none: then its id tells, or that it has a name.
        begun = self.calls[place] if place is not None else None
        is_other = begun is not None and bool(call_id) and begun["id"] not in ("", call_id)
        if begun is None or is_other or (index is None and function.get("name")):
            if len(self.calls) > MOST_CALLS:
                return
            begun = {"id": "", "function": {"name": "", "arguments": []}}
            self.places[index] = len(self.calls)
            self.calls.append(begun)
        begun["id"] = begun["id"] or call_id or ""
        begun["function"]["name"] = begun["function"]["name"] or function.get("name") or ""
        arguments = function.get("arguments")
        whole = json.dumps(arguments) if isinstance(arguments, dict) else arguments or ""
        begun["function"]["arguments"].append(whole)

    @property
    def message(self) -> dict[str, Any]:
        for call in self.calls:
            call["function"]["arguments"] = "".join(call["function"]["arguments"])
        return {
            "content": "".join(self.words),
            "refusal": "".join(self.refusal),
            "tool_calls": self.calls,
        }


def assembled(body: bytes) -> dict[str, Any]:
    """Return the completion whose pieces a stream holds; ValueError where that is none.

    Each piece is read without checking its types, a thousand of them being a reply; the whole is checked afterwards.
    """
    pieces, usage, finish, ended = _Pieces(), None, "", False
    try:
        for chunk in _chunks(body):
            if chunk is None:
                ended = True
                break
            if chunk.get("error"):
                return {"error": chunk["error"]}
            usage = chunk.get("usage") or usage
            for choice in (chunk.get("choices") or ())[:1]:
                finish = choice.get("finish_reason") or finish
                pieces.add(choice.get("delta") or {})
        message = pieces.message
    except (AttributeError, TypeError, KeyError) as error:
        raise ValueError from error
    choice = {"message": message, "finish_reason": finish or ("stop" if ended else "length")}
    return {"choices": [choice], "usage": usage}


def _chunks(body: bytes) -> Iterator[dict[str, Any] | None]:
    """Yield the events of a stream; None at its end."""
    for line in body.split(b"\n"):
        if line.startswith(b"data:"):
            data = line[5:].strip()
            yield None if data == b"[DONE]" else json.loads(data)


def text_of(parts: list[Any]) -> str:
    """Return the words of content that comes in parts, of which some may be thoughts."""
    return "".join(
        part["text"]
        for part in parts
        if isinstance(part, dict)
        and part.get("type") == "text"
        and isinstance(part.get("text"), str)
    )
