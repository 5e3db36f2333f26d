"""What a chat completion says: the bytes of a reply turned into our own types, or the reason why that cannot be.

The provider's package builds its objects from whatever a server sends without checking them; these small models
check, and read compatible servers that leave things out.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError, field_validator, model_validator

from src.errors import ModelGaveNoAnswer
from src.llm.protocol import ChatReply, Reply, ToolCall, Usage

SHORTEST_SECRET = 12
"""Characters; what servers without keys are given as one, "none" or "ollama", is an ordinary word."""

LEFT_OUT = "[...]"

MOST_CALLS = 100
"""Calls of one reply that are looked at, far more than any desk allows: others wait while they are read."""

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


class _Call(_Wire):
    id: str = ""
    function: _Function


class _Message(_Wire):
    content: str = ""
    refusal: str = ""
    tool_calls: list[_Call] = []

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

    @field_validator("choices", mode="before")
    @classmethod
    def _first(cls, choices: Any) -> Any:
        return choices[:1] if isinstance(choices, list) else choices


def read_completion(body: bytes) -> ChatReply:
    """Return what the model said; ``ModelGaveNoAnswer`` (malformed, filtered, refused, cut, empty) if nothing."""
    completion: _Completion | None = None
    with suppress(ValidationError):
        completion = _Completion.model_validate_json(body)
    if completion is None:  # raised here, where the provider's text is no longer at hand
        raise ModelGaveNoAnswer(reason="malformed")
    choice = completion.choices[0] if completion.choices else _CompletionChoice()
    usage = Usage(completion.usage.prompt_tokens, completion.usage.completion_tokens)
    reason = _why_no_answer(choice)
    if reason:
        raise ModelGaveNoAnswer(usage.total, reason=reason)
    calls = (
        ToolCall(call.id, call.function.name, call.function.arguments)
        for call in choice.message.tool_calls
    )
    return ChatReply(choice.message.content, tuple(calls), usage)


def without_secret(reply: ChatReply, secret: str) -> ChatReply:
    """Return the reply without a secret in it: a server that was sent our key could say it to a user."""
    if len(secret) < SHORTEST_SECRET:
        return reply
    calls = (
        ToolCall(
            call.id.replace(secret, LEFT_OUT),
            call.name.replace(secret, LEFT_OUT),
            call.arguments.replace(secret, LEFT_OUT),
        )
        for call in reply.tool_calls
    )
    return replace(reply, text=reply.text.replace(secret, LEFT_OUT), tool_calls=tuple(calls))


def read_form(text: str, form: type[Reply]) -> tuple[Reply | None, str]:
    """Return the filled-in form, or None and what is wrong with it."""
    try:
        return form.model_validate_json(text), ""
    except ValidationError as error:
        found = error.errors()
    return None, "; ".join(
        f"{'.'.join(str(step) for step in problem['loc']) or 'the whole'}: {problem['msg']}"
        for problem in found[:PROBLEMS_TOLD]
    )


def _why_no_answer(choice: _CompletionChoice) -> str:
    message = choice.message
    if choice.finish_reason == "content_filter":
        return "filtered"
    if message.refusal:
        return "refused"
    if choice.finish_reason == "length":  # half a sentence, or arguments without their end
        return "cut"
    return "" if message.content.strip() or message.tool_calls else "empty"
