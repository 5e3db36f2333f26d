"""Checks a request against the types that the provider publishes, without a blind spot."""

from typing import Any

from openai.types.chat import (
    ChatCompletionMessageParam,
    ChatCompletionMessageToolCallUnionParam,
    ChatCompletionToolUnionParam,
)
from openai.types.chat.completion_create_params import (
    CompletionCreateParamsNonStreaming,
    CompletionCreateParamsStreaming,
)
from pydantic import TypeAdapter

REQUEST: TypeAdapter[Any] = TypeAdapter(CompletionCreateParamsNonStreaming)
STREAMED: TypeAdapter[Any] = TypeAdapter(CompletionCreateParamsStreaming)
MESSAGE: TypeAdapter[Any] = TypeAdapter(ChatCompletionMessageParam)
TOOL: TypeAdapter[Any] = TypeAdapter(ChatCompletionToolUnionParam)
TOOL_CALL: TypeAdapter[Any] = TypeAdapter(ChatCompletionMessageToolCallUnionParam)


def check_request(body: dict[str, Any]) -> None:
    """Raise ``ValidationError`` where the body is not a request for a chat completion.

    Lists are iterables in these types, which pydantic leaves unread: so their items are checked one by one.
    """
    asked = STREAMED if body.get("stream") else REQUEST
    asked.validate_python(body, extra="forbid")
    for tool in body.get("tools", []):
        TOOL.validate_python(tool, extra="forbid")
    for message in body["messages"]:
        MESSAGE.validate_python(message, extra="forbid")
        for call in message.get("tool_calls", []):
            TOOL_CALL.validate_python(call, extra="forbid")
