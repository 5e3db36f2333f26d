"""Requests of the chat completions interface, in the types of the provider's package."""

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from typing import Any, assert_never

from openai import pydantic_function_tool
from openai.types.chat import (
    ChatCompletionAssistantMessageParam,
    ChatCompletionContentPartParam,
    ChatCompletionFunctionToolParam,
    ChatCompletionMessageFunctionToolCallParam,
    ChatCompletionMessageParam,
)
from openai.types.shared_params import ResponseFormatJSONSchema
from pydantic import BaseModel

from src.llm.abilities import Abilities, fitted
from src.llm.completions import schema_of
from src.llm.protocol import ChatMessage, ToolSpec

Request = dict[str, Any]

NOT_STRICT = frozenset(
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems pattern format"
    " default".split()
)
"""Words of JSON schema that strict schemas of some servers refuse; replies are held to them when they are read."""


def request_of(
    messages: Sequence[ChatMessage],
    tools: Sequence[ToolSpec],
    form: type[BaseModel] | None,
    able: Abilities,
) -> Request:
    """Return the request for a decision or, with a form, for that filled in, as a model of these abilities takes it."""
    schema = schema_of(form) if form else None
    fit = fitted(messages, tools, schema, able)
    request: Request = {"messages": [_message_param(message) for message in fit]}
    if tools and able.tools:  # an empty list is refused by the provider
        request["tools"] = [_tool_param(tool) for tool in tools]
        request["tool_choice"] = "auto"
    if form:
        request |= _form_param(form, able)
    if able.streams:
        request["stream"] = True
        if able.counts_streamed:
            request["stream_options"] = {"include_usage": True}
    return request


def _message_param(message: ChatMessage) -> ChatCompletionMessageParam:
    match message.role:
        case "system":
            return {"role": "system", "content": message.content}
        case "user":
            return {"role": "user", "content": _content(message)}
        case "tool":
            return {
                "role": "tool",
                "content": message.content,
                "tool_call_id": message.tool_call_id,
            }
        case "assistant":
            return _assistant_param(message)
        case _:
            assert_never(message.role)


def _content(message: ChatMessage) -> str | list[ChatCompletionContentPartParam]:
    if not message.pictures:
        return message.content
    parts: list[ChatCompletionContentPartParam] = [{"type": "text", "text": message.content}]
    for one in message.pictures:
        url = f"data:{one.media_type};base64,{b64encode(one.content).decode()}"
        parts += [
            {"type": "text", "text": one.name},
            {"type": "image_url", "image_url": {"url": url}},
        ]
    return parts


def _assistant_param(message: ChatMessage) -> ChatCompletionAssistantMessageParam:
    if not message.tool_calls:
        return {"role": "assistant", "content": message.content}
    calls: list[ChatCompletionMessageFunctionToolCallParam] = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in message.tool_calls
    ]
    return {"role": "assistant", "content": message.content or None, "tool_calls": calls}


def _tool_param(tool: ToolSpec) -> ChatCompletionFunctionToolParam:
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
        },
    }


def _form_param(form: type[BaseModel], able: Abilities) -> Request:
    match able.form:
        case "json_schema":
            return {"response_format": _response_format(form)}
        case "tool":
            tool = _tool_param(ToolSpec(form.__name__, "Fill in this form.", schema_of(form)))
            chosen = {"type": "function", "function": {"name": tool["function"]["name"]}}
            return {"tools": [tool], "tool_choice": chosen}
        case "json_object":
            return {"response_format": {"type": "json_object"}}
        case "text":
            return {}
        case _:
            assert_never(able.form)


@cache
def _response_format(form: type[BaseModel]) -> ResponseFormatJSONSchema:
    """Return the form as a strict schema, made by the package's own helper for tools."""
    function = pydantic_function_tool(form)["function"]
    return {
        "type": "json_schema",
        "json_schema": {
            "name": function["name"],
            "schema": _plain(function["parameters"]),
            "strict": True,
        },
    }


def _plain(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    named = ("properties", "$defs")  # whose names are not words of the schema
    return {
        word: {name: _plain(one) for name, one in value.items()} if word in named else _plain(value)
        for word, value in schema.items()
        if word not in NOT_STRICT and not (word == "title" and isinstance(value, str))
    }
