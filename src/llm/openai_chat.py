"""Models behind the chat completions interface: OpenAI, Azure OpenAI and every compatible server.

The only file that knows the provider's package: it signs, waits and retries, and requests are written in its types.
What comes back is read by ``completions``.
"""

import asyncio
import re
from base64 import b64encode
from collections.abc import Coroutine, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar, assert_never

import aiohttp
import httpx2
from openai import (
    APIError,
    APIStatusError,
    APITimeoutError,
    AsyncAzureOpenAI,
    AsyncOpenAI,
    AuthenticationError,
    DefaultAioHttpClient,
    PermissionDeniedError,
    RateLimitError,
    pydantic_function_tool,
)
from openai.types.chat import (
    ChatCompletionAssistantMessageParam,
    ChatCompletionContentPartParam,
    ChatCompletionFunctionToolParam,
    ChatCompletionMessageFunctionToolCallParam,
    ChatCompletionMessageParam,
)
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.shared_params import ResponseFormatJSONSchema
from pydantic import BaseModel

from src.errors import BadSettings, ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable, TessError
from src.llm.bounded import bound
from src.llm.completions import read_completion, read_form, without_secret
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply, ToolSpec, Usage

OPENAI_URL = "https://api.openai.com/v1"
CONNECT_SECONDS = 5.0
MAX_RETRIES = 2
"""How often the package repeats a request after 408, 409, 429, 5xx or a broken connection.

It waits for what ``Retry-After`` says, else about half a second and then one.
"""

T = TypeVar("T")

Provider: TypeAlias = AsyncOpenAI
"""The provider's package, which a process makes once and all its models share."""


class HttpClient(DefaultAioHttpClient):
    """What all requests go through: aiohttp, with what it raises told apart.

    The transport calls a connection that is refused or breaks off a timeout. And it lets out what aiohttp says of a
    reply that is no HTTP, which the package would not know for a failure of the provider.
    """

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Return the reply to a request, or raise one of httpx2's errors."""
        try:
            return await super().send(request, **options)
        except httpx2.ConnectTimeout:
            failure: httpx2.RequestError = httpx2.ConnectError("no connection", request=request)
        except aiohttp.ClientError:
            failure = httpx2.RemoteProtocolError("no HTTP", request=request)
        raise failure


def provider_at(
    api_key: str,
    base_url: str | None,
    azure_endpoint: str | None,
    api_version: str | None,
    timeout: float,
    http: HttpClient | None = None,
) -> Provider:
    """Return the provider with this key at its address; ``BadSettings`` where it could never be reached.

    ``timeout`` is in seconds and bounds the wait for a reply; connecting may take five of them at most.
    """
    _check_key(api_key)
    wait = httpx2.Timeout(timeout, connect=min(timeout, CONNECT_SECONDS))
    http = http or HttpClient()
    bound(http)
    if not azure_endpoint:
        return AsyncOpenAI(
            api_key=api_key,
            base_url=_checked_url("OPENAI_BASE_URL", base_url or OPENAI_URL),
            timeout=wait,
            max_retries=MAX_RETRIES,
            http_client=http,
        )
    if base_url:
        raise BadSettings(
            problem="OPENAI_BASE_URL and AZURE_OPENAI_ENDPOINT are both set, and only one can be"
        )
    if not api_version:
        raise BadSettings(problem="AZURE_OPENAI_ENDPOINT is set and needs OPENAI_API_VERSION")
    return AsyncAzureOpenAI(
        api_key=api_key,
        azure_endpoint=_checked_url("AZURE_OPENAI_ENDPOINT", azure_endpoint),
        api_version=api_version,
        timeout=wait,
        max_retries=MAX_RETRIES,
        http_client=http,
    )


class OpenAiChat:
    """A model behind the chat completions interface; see ``Llm``."""

    def __init__(
        self, provider: Provider, model: str, temperature: float | None, timeout: float
    ) -> None:
        """Ask a model of this provider; ``timeout`` bounds one call, retries and repair included."""
        self._package = provider
        self._model = model
        self._temperature = temperature
        self._timeout = timeout

    @property
    def id(self) -> str:
        """The provider's name of the model; at Azure that of the deployment."""
        return self._model

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The temperature, where one is sent."""
        return {} if self._temperature is None else {"temperature": self._temperature}

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        """Return the model's decision on the last message."""
        request = self._request(messages)
        if tools:  # an empty list is refused by the provider
            request["tools"] = [_tool_param(tool) for tool in tools]
            request["tool_choice"] = "auto"
        return await within_limits(self._complete(request), self._timeout)

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        """Return a reply of the given shape, which the model may mend once where it may ``repair``."""
        filled_in = self._filled_in(messages, response_format, repair)
        return await within_limits(filled_in, self._timeout)

    async def _filled_in(
        self, messages: Sequence[ChatMessage], form: type[Reply], repair: bool
    ) -> StructuredReply[Reply]:
        usage = Usage()
        for again in (False, True) if repair else (False,):
            request = self._request(messages)
            request["response_format"] = _response_format(form)
            try:
                reply = await self._complete(request)
            except ModelGaveNoAnswer as error:
                error.tokens += usage.total
                raise
            usage += reply.usage
            value, problems = read_form(reply.text, form)
            if value is not None:
                return StructuredReply(value, usage, reply.text, again)
            messages = [
                *messages,
                ChatMessage("assistant", reply.text),
                ChatMessage("user", _ask_again(problems)),
            ]
        raise ModelGaveNoAnswer(usage.total, reason="malformed")

    def _request(self, messages: Sequence[ChatMessage]) -> CompletionCreateParamsNonStreaming:
        request: CompletionCreateParamsNonStreaming = {
            "model": self._model,
            "messages": [_message_param(message) for message in messages],
        }
        if self._temperature is not None:  # some models refuse any temperature
            request["temperature"] = self._temperature
        return request

    async def _complete(self, request: CompletionCreateParamsNonStreaming) -> ChatReply:
        # Not `chat.completions.create`: that walks every message through its types, 0.1 ms each on the event
        # loop, and changes nothing. A test holds what is sent here equal to what it would send.
        response = await self._package.post(
            "/chat/completions", cast_to=httpx2.Response, body=request
        )
        return without_secret(read_completion(response.content), self._package.api_key)


async def within_limits(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """Return what a request to the provider returns in time, or raise in our own words why it does not."""
    failure: TessError
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        failure = ModelUnavailable(problem="timeout")
    except APIError as error:
        failure = _in_our_words(error)
    raise failure  # outside the handlers: a provider's error does not even travel along as context


def _in_our_words(error: APIError) -> TessError:
    match error:
        case AuthenticationError() | PermissionDeniedError():
            return ModelKeyRefused()
        case APIStatusError(code="content_filter"):  # Azure filters prompts with a 400
            return ModelGaveNoAnswer(reason="filtered")
        case RateLimitError():
            return ModelUnavailable(problem="busy")
        case APITimeoutError() | APIStatusError(status_code=408):
            return ModelUnavailable(problem="timeout")
        case APIStatusError(status_code=status):
            return ModelUnavailable(problem="down" if status >= 500 else "refused_request")
        case _:
            return ModelUnavailable(problem="unreachable")


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
    """Return the words, and behind them each picture under its name."""
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


@cache
def _response_format(form: type[BaseModel]) -> ResponseFormatJSONSchema:
    """Return the form as a strict schema, made by the package's own helper for tools."""
    function = pydantic_function_tool(form)["function"]
    return {
        "type": "json_schema",
        "json_schema": {
            "name": function["name"],
            "schema": function["parameters"],
            "strict": True,
        },
    }


def _ask_again(problems: str) -> str:
    return (
        f"Your last reply does not fit the schema ({problems}). "
        "Reply again with one JSON object that fits it, and nothing else."
    )


def _check_key(api_key: str) -> None:
    if not re.fullmatch(r"[!-~]+", api_key):  # anything else breaks the header that carries it
        raise BadSettings(problem="OPENAI_API_KEY is empty or holds characters that no key has")


def _checked_url(setting: str, url: str) -> str:
    try:
        parsed: httpx2.URL | None = httpx2.URL(url)
    except httpx2.InvalidURL:
        parsed = None
    if parsed is None or parsed.scheme not in ("http", "https") or not parsed.host:
        raise BadSettings(
            problem=f"{setting} is not an address that starts with https:// or http://"
        )
    return url
