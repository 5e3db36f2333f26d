"""Requests of the chat completions interface; tests hold them against the types of the provider's package."""

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from typing import Any, assert_never

from openai import pydantic_function_tool
from pydantic import BaseModel

from src.llm.abilities import Abilities, fitted
from src.llm.protocol import ChatMessage, ToolSpec
from src.llm.tool_schema import in_brief

Request = dict[str, Any]


def request_of(
    messages: Sequence[ChatMessage],
    tools: Sequence[ToolSpec],
    form: type[BaseModel] | None,
    able: Abilities,
) -> Request:
    """Return the request for a decision or, with a form, for that filled in, as a model of these abilities takes it."""
    fit = fitted(messages, tools, _schema(form) if form else None, able)
    request: Request = _form_param(form, able) if form else {}
    if tools and able.tools:  # an empty list is refused by the provider
        request |= {"tools": [_tool_param(tool) for tool in tools], "tool_choice": "auto"}
    # Last, as servers put them: requests of one turn then begin alike to the byte.
    request["messages"] = [_message_param(message) for message in fit]
    if able.streams:
        request["stream"] = True
        if able.counts_streamed:
            request["stream_options"] = {"include_usage": True}
    return request


def _message_param(message: ChatMessage) -> Request:
    param: Request = {"role": message.role, "content": message.content}
    if message.role == "tool":
        param["tool_call_id"] = message.tool_call_id
    if message.pictures:
        param["content"] = [{"type": "text", "text": message.content}]
    for picture in message.pictures:
        url = f"data:{picture.media_type};base64,{b64encode(picture.content).decode()}"
        param["content"] += [
            {"type": "text", "text": picture.name},
            {"type": "image_url", "image_url": {"url": url}},
        ]
    if message.tool_calls:
        param["content"] = message.content or None
        param["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.tool_calls
        ]
    return param


def _tool_param(tool: ToolSpec) -> Request:
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
            asked = {"name": form.__name__, "schema": _schema(form), "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": asked}}
        case "tool":
            tool = _tool_param(ToolSpec(form.__name__, "Fill in this form.", _schema(form)))
            chosen = {"type": "function", "function": {"name": form.__name__}}
            return {"tools": [tool], "tool_choice": chosen}
        case "json_object":
            return {"response_format": {"type": "json_object"}}
        case "text":
            return {}
        case _:
            assert_never(able.form)


@cache
def _schema(form: type[BaseModel]) -> dict[str, Any]:
    """Return the strict schema of a form, which the package's own helper makes for tools."""
    return in_brief(pydantic_function_tool(form)["function"]["parameters"], strict=True)
