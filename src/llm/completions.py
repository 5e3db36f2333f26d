"""What a chat completion says: the bytes of a reply turned into our own types, or the reason why that cannot be.

The provider's package builds its objects from whatever a server sends without checking them; these small models
check, and read compatible servers that leave things out.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

from pydantic import BaseModel, ValidationError, field_validator, model_validator

from src.errors import ModelGaveNoAnswer, ModelUnavailable
from src.llm.protocol import ChatReply, Reply, ToolCall, Usage
from src.llm.tolerant import readings, without_thoughts

SHORTEST_SECRET = 12
"""Characters; what servers without keys are given as one, "none" or "ollama", is an ordinary word."""

LEFT_OUT = "[...]"

LONGEST_SAID = 300
"""Characters of what a provider says that an operator is shown."""


def for_operator(said: str, secret: str, heard: Sequence[str]) -> str:
    """Return what a provider said itself, fit for a log: short, printable, without the key and what a user wrote.

    ``heard``: the texts that were sent. Words of these are left out, where two of them stand together or one holds a
    digit or an @.
    """
    printable = "".join(sign if sign.isprintable() else " " for sign in said)
    words = (
        printable.replace(secret, LEFT_OUT) if len(secret) >= SHORTEST_SECRET else printable
    ).split()
    texts = [[_letters(word) for word in text.split()] for text in heard] if words else []
    pairs = {pair for text in texts for pair in pairwise(text)}
    telling = {
        word for text in texts for word in text if len(word) > 3 and re.search(r"[\d@]", word)
    }
    plain = [_letters(word) for word in words]
    for n, word in enumerate(plain):
        is_heard = {(plain[n - 1], word), tuple(plain[n : n + 2])} & pairs
        if is_heard or any(name in word for name in telling):
            words[n] = LEFT_OUT
    return " ".join(words).encode("ascii", "backslashreplace").decode()[:LONGEST_SAID]


def _letters(word: str) -> str:
    return word.strip(".,:;!?()[]{}'\"`<>").lower()


def sentence_of(error: object) -> str:
    """Return what an error says in words, with the parameter that it names; empty where it says nothing."""
    inner = error.get("error", error) if isinstance(error, Mapping) else error
    if isinstance(inner, Mapping):
        told = (inner.get(name) for name in ("param", "message", "detail"))
        return " ".join(one if isinstance(one, str) else json.dumps(one) for one in told if one)
    return inner if isinstance(inner, str) and not inner.startswith("<") else ""


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


MOST_TOKENS = 100_000_000
"""Of one call, far beyond any model; what is more was never counted."""

PROBLEMS_TOLD = 5
"""How many problems of a form its model is told."""


class _Wire(BaseModel):
    """Part of a provider's reply; null is the same as absent, and unknown fields are nothing to us."""

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {name: value for name, value in data.items() if value is not None}


class _Function(_Wire):
    name: str = ""
    arguments: str = ""

    @field_validator("arguments", mode="before")
    @classmethod
    def _as_text(cls, given: Any) -> Any:
        return json.dumps(given, ensure_ascii=False) if isinstance(given, dict) else given


class _Call(_Wire):
    id: str = ""
    function: _Function


class _Message(_Wire):
    content: str = ""
    refusal: str = ""
    tool_calls: list[_Call] = []

    @field_validator("content", mode="before")
    @classmethod
    def _words(cls, content: Any) -> Any:
        return text_of(content) if isinstance(content, list) else content

    @field_validator("tool_calls", mode="before")
    @classmethod
    def _not_endless(cls, calls: Any) -> Any:
        return calls[:MOST_CALLS] if isinstance(calls, list) else calls


class _CompletionChoice(_Wire):
    message: _Message = _Message()
    finish_reason: str = ""


class _Tokens(_Wire):
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @field_validator("prompt_tokens", "completion_tokens")
    @classmethod
    def _possible(cls, count: int) -> int:
        # Less than none would give a tenant its limit back; both are more than a counter takes.
        return count if 0 <= count <= MOST_TOKENS else 0


class _Completion(_Wire):
    choices: list[_CompletionChoice] = []
    usage: _Tokens = _Tokens()
    error: Any = None

    @field_validator("choices", mode="before")
    @classmethod
    def _first(cls, choices: Any) -> Any:
        return choices[:1] if isinstance(choices, list) else choices


class ReplyCut(ModelGaveNoAnswer):
    """A reply that ended at its limit of tokens; ``reply`` is what there is of it."""

    def __init__(self, reply: ChatReply, *, reason: str) -> None:
        super().__init__(reply.usage.total, reason=reason)
        self.reply = reply


def read_completion(body: bytes) -> ChatReply:
    """Return what the model said, in one piece or as a stream of events.

    ``ModelGaveNoAnswer`` (malformed, filtered, refused, empty) where it said nothing, ``ReplyCut`` where it had more to
    say; ``ModelUnavailable`` where the server tells of a fault of its own.
    """
    completion: _Completion | None = None
    with suppress(ValueError, RecursionError):  # ValidationError is one
        if body.lstrip()[:6].startswith((b"data:", b"event:", b":")):
            completion = _Completion.model_validate(assembled(body))
        else:
            completion = _Completion.model_validate_json(body)
    if completion is None:  # raised here, where the provider's text is no longer at hand
        raise ModelGaveNoAnswer(reason="malformed")
    if completion.error:
        failure = ModelUnavailable(problem="down")
        failure.provider_said = sentence_of(completion.error)
        raise failure
    choice = completion.choices[0] if completion.choices else _CompletionChoice()
    usage = Usage(completion.usage.prompt_tokens, completion.usage.completion_tokens)
    text = without_thoughts(choice.message.content)
    reason = _why_no_answer(choice, text)
    if reason:
        raise ModelGaveNoAnswer(usage.total, reason=reason)
    calls = (
        ToolCall(call.id, call.function.name, call.function.arguments)
        for call in choice.message.tool_calls
    )
    reply = ChatReply(text, tuple(calls), usage)
    if choice.finish_reason == "length":  # half a sentence, or arguments without their end
        raise ReplyCut(reply, reason="cut")
    return reply


def without_secret(reply: ChatReply, secret: str) -> ChatReply:
    """Return the reply without a secret in it: a server that was sent our key could say it to a user."""
    if len(secret) < SHORTEST_SECRET:
        return reply
    calls = (
        ToolCall(*(text.replace(secret, LEFT_OUT) for text in astuple(call)))
        for call in reply.tool_calls
    )
    return replace(reply, text=reply.text.replace(secret, LEFT_OUT), tool_calls=tuple(calls))


def read_form(
    text: str,
    form: type[Reply],
    schema: Mapping[str, Any] | None = None,
    most: int = PROBLEMS_TOLD,
) -> tuple[Reply | None, str, str]:
    """Return the filled-in form with the JSON that it was read from, or None, nothing and what is wrong with it.

    Of that the first problems, each with its place, and without what was written there.
    """
    problems = ""
    for written in readings(text, schema_of(form) if schema is None else schema):
        try:
            return form.model_validate_json(written), written, ""
        except ValidationError as error:
            found = error.errors(include_url=False, include_input=False, include_context=False)
            problems = "; ".join(
                f"{'.'.join(map(str, problem['loc'])) or 'the whole'}: {problem['msg']}"
                for problem in found[:most]
            )
    return None, "", problems


@cache
def schema_of(form: type[BaseModel]) -> dict[str, Any]:
    return form.model_json_schema()


def _why_no_answer(choice: _CompletionChoice, text: str) -> str:
    if choice.finish_reason == "content_filter":
        return "filtered"
    if choice.message.refusal:
        return "refused"
    if choice.finish_reason == "length" and not choice.message.tool_calls and not text.strip():
        return "cut"
    return "" if text.strip() or choice.message.tool_calls else "empty"
