"""Models behind the chat completions interface: OpenAI, Azure OpenAI and every compatible server.

The only file that knows the provider's package: it signs, waits and retries.
What comes back is read by ``completions``.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

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
)
from pydantic import BaseModel
from pydantic_core import to_json

from src.errors import BadSettings, ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable
from src.errors.base import ForOperator
from src.llm.abilities import Abilities
from src.llm.bounded import bound
from src.llm.completions import (
    ReplyCut,
    for_operator,
    read_completion,
    read_form,
    sentence_of,
    without_secret,
)
from src.llm.listening import listening
from src.llm.openai_requests import Request, request_of
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply, ToolSpec, Usage
from src.llm.tolerant import calls_in
from src.texts import beside

OPENAI_URL = "https://api.openai.com/v1"
CONNECT_SECONDS = 5.0
MAX_RETRIES = 2
"""How often the package repeats a request after 408, 409, 429, 5xx or a broken connection.

It waits for what ``Retry-After`` says, else about half a second and then one.
"""

NAMING = frozenset({400, 404, 415, 422, 501})
"""Statuses of a refusal whose words may name what the server does not take."""

GUESSING = frozenset({400, 422})
"""Those after which the plainest request is tried once, where the words name nothing."""

_ASKED = beside(__file__, "asked")
"""What a model is told where its reply does not do."""

MOST_REFUSED = 8
"""Refusals that are kept for the operator; a server has as many things that it does not take."""

_log = logging.getLogger(__name__)

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


class _OpenAi(AsyncOpenAI):
    """The package's client, which addresses and signs the first request to a path and sends the next ones alike.

    To prepare a request takes it longer than to send one, and those to a path differ in their body only.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._alike: dict[str, Callable[..., httpx2.Request]] = {}

    def _build_request(self, options: Any, *, retries_taken: int = 0) -> httpx2.Request:
        if options.url in self._alike and not retries_taken:
            body = to_json(options.json_data)
            request = self._alike[options.url](stream=httpx2.ByteStream(body))
            request.headers.encoding = (
                "ascii"  # else it is looked for in each of them, several times
            )
            request.headers["Content-Length"] = str(len(body))
            request.read()
            return request
        request = super()._build_request(options, retries_taken=retries_taken)
        if not retries_taken:
            headers = request.headers.copy()
            del headers["content-length"]
            method, url, extensions = request.method, request.url, request.extensions
            make = partial(httpx2.Request, method, url, headers=headers, extensions=extensions)
            self._alike[options.url] = make
        return request


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
    if not re.fullmatch(r"[!-~]+", api_key):  # anything else breaks the header that carries it
        raise BadSettings(problem="OPENAI_API_KEY is empty or holds characters that no key has")
    wait = httpx2.Timeout(timeout, connect=min(timeout, CONNECT_SECONDS))
    http = http or HttpClient()
    bound(http)
    given: dict[str, Any] = {
        "api_key": api_key,
        "timeout": wait,
        "max_retries": MAX_RETRIES,
        "http_client": http,
    }
    if not azure_endpoint:
        return _OpenAi(base_url=_checked_url("OPENAI_BASE_URL", base_url or OPENAI_URL), **given)
    if base_url:
        raise BadSettings(
            problem="OPENAI_BASE_URL and AZURE_OPENAI_ENDPOINT are both set, and only one can be"
        )
    if not api_version:
        raise BadSettings(problem="AZURE_OPENAI_ENDPOINT is set and needs OPENAI_API_VERSION")
    azure_endpoint = _checked_url("AZURE_OPENAI_ENDPOINT", azure_endpoint)
    return AsyncAzureOpenAI(azure_endpoint=azure_endpoint, api_version=api_version, **given)


@dataclass(eq=False)
class OpenAiChat:
    """A model behind the chat completions interface; see ``Llm``."""

    provider: Provider
    model: str
    temperature: float | None
    timeout: float
    """Seconds of silence: until a reply comes, retries and repair included, and between two pieces of one."""
    max_tokens: int = 0
    """Of a reply; 0: as many as it likes."""
    longest: float | None = None
    """Seconds of a whole call."""
    abilities: Abilities = field(default_factory=Abilities, init=False)
    """What its server takes, as far as was learned."""
    refused: list[str] = field(default_factory=list, init=False)
    """What its server said of that which it does not take, fit for the operator."""

    @property
    def id(self) -> str:
        return self.model

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The temperature, where one is sent."""
        return {} if self.temperature is None else {"temperature": self.temperature}

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        """Return the model's decision on the last message; a reply that was cut or empty is asked for once more.

        An empty one to what tools brought is a decision: there is nothing to add.
        """
        return await self._limited(messages, self._decided(messages, tools))

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        return await self._limited(messages, self._filled_in(messages, response_format, repair))

    async def _limited(self, messages: Sequence[ChatMessage], work: Coroutine[Any, Any, T]) -> T:
        try:
            return await within_limits(work, self.timeout, self.longest)
        except (ModelUnavailable, ModelKeyRefused, ModelGaveNoAnswer) as error:
            error.provider_said = self._logged(error.provider_said, messages)
            raise

    def _logged(self, said: str, messages: Sequence[ChatMessage]) -> str:
        heard = [message.content for message in messages if message.role != "system"]
        words = for_operator(said, self.provider.api_key, heard)
        if words:
            told = {"provider_said": words, "model": self.model}
            _log.warning("the provider refused a request", extra=told)
        return words

    async def _decided(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]
    ) -> ChatReply:
        usage, begun = Usage(), ""
        for is_last in (False, True):
            try:
                reply = await self._asked(messages, tools)
                return replace(reply, text=begun + reply.text, usage=usage + reply.usage)
            except ModelGaveNoAnswer as error:
                if error.details["reason"] == "empty" and messages[-1].role == "tool":
                    return ChatReply("", usage=usage + Usage(error.tokens))
                cut = error.reply if isinstance(error, ReplyCut) else ChatReply("")
                again = [] if is_last else _asked_again(error, cut)
                usage += Usage(error.tokens)
                if not again:
                    error.tokens = usage.total
                    raise
                begun = "" if cut.tool_calls else cut.text
                messages = [*messages, *again]
        raise AssertionError  # the last time returns or raises

    async def _filled_in(
        self, messages: Sequence[ChatMessage], form: type[Reply], repair: bool
    ) -> StructuredReply[Reply]:
        usage = Usage()
        for again in (False, True) if repair else (False,):
            try:
                reply = await self._asked(messages, form=form)
            except ModelGaveNoAnswer as error:
                if repair and not again and error.details["reason"] in ("cut", "empty"):
                    usage += Usage(error.tokens)
                    messages = [*messages, ChatMessage("user", _ASKED["shorter"])]
                    continue
                error.tokens += usage.total
                raise
            usage += reply.usage
            value, read, problems = read_form(reply.text, form)
            if value is not None:
                return StructuredReply(value, usage, read, again)
            messages = [
                *messages,
                ChatMessage("assistant", reply.text),
                ChatMessage("user", _ASKED["unfit"].format(problems=problems)),
            ]
        raise ModelGaveNoAnswer(usage.total, reason="malformed")

    async def _asked(
        self,
        messages: Sequence[ChatMessage],
        tools: Sequence[ToolSpec] = (),
        form: type[BaseModel] | None = None,
    ) -> ChatReply:
        able, guessed = self.abilities, False
        while True:
            request = request_of(messages, tools, form, able)
            try:
                body = await self._posted(request, able)
            except APIStatusError as error:
                lesser, guessed = _lesser(able, error, bool(tools), form is not None, guessed)
                if lesser is None:
                    raise
                able = lesser
                if words := self._logged(sentence_of(error.body), messages):
                    self.refused = [*self.refused, words][-MOST_REFUSED:]
                continue
            if able != self.abilities:
                self.abilities = able
            reply = without_secret(read_completion(body), self.provider.api_key)
            return _as_asked(reply, tools, form)

    async def _posted(self, request: Request, able: Abilities) -> bytes:
        request["model"] = self.model
        if self.temperature is not None and able.temperature:  # some models refuse any
            request["temperature"] = self.temperature
        if self.max_tokens and able.limit_name:
            request[able.limit_name] = self.max_tokens
        # Not `chat.completions.create`: that walks every message through its types, 0.1 ms each on the event
        # loop, and changes nothing. A test holds what is sent here equal to what it would send. A stream is read
        # whole: whoever waits is told of each piece, and what comes in one piece after all is read as well.
        path = "/chat/completions"
        return (await self.provider.post(path, cast_to=httpx2.Response, body=request)).content


def _lesser(
    able: Abilities, error: APIStatusError, tools: bool, form: bool, guessed: bool
) -> tuple[Abilities | None, bool]:
    told = sentence_of(error.body) or error.message
    if error.status_code in NAMING or (error.status_code == 500 and "jinja" in told.lower()):
        lesser = able.lesser(told, form=form, tools=tools)
        if lesser is not None:
            return lesser, guessed
    if error.status_code in GUESSING and error.code != "content_filter" and not guessed:
        return able.least(form=form), True
    return None, guessed


def _as_asked(
    reply: ChatReply, tools: Sequence[ToolSpec], form: type[BaseModel] | None
) -> ChatReply:
    if form is not None:
        arguments = [call.arguments for call in reply.tool_calls if call.name == form.__name__]
        return replace(reply, text=arguments[0], tool_calls=()) if arguments else reply
    if reply.tool_calls or not tools:
        return reply
    text, calls = calls_in(reply.text, {tool.name for tool in tools})
    return replace(reply, text=text, tool_calls=calls) if calls else reply


def _asked_again(error: ModelGaveNoAnswer, cut: ChatReply) -> list[ChatMessage]:
    """Return what to add to a conversation whose last reply was cut or empty; nothing where it was neither."""
    match error.details["reason"]:
        case "cut" if cut.text and not cut.tool_calls:
            return [ChatMessage("assistant", cut.text), ChatMessage("user", _ASKED["go_on"])]
        case "cut":
            return [ChatMessage("user", _ASKED["shorter"])]
        case "empty":
            return [ChatMessage("user", _ASKED["empty"])]
        case _:
            return []


async def within_limits(
    work: Coroutine[Any, Any, T], silence: float, longest: float | None = None
) -> T:
    """Return what a request to the provider returns in time, or raise in our own words why it does not.

    ``silence`` bounds the seconds until there is a reply, and between two pieces of one that streams; ``longest`` all
    together.
    """
    failure: ForOperator
    try:
        async with asyncio.timeout(longest), listening(silence):
            return await work
    except TimeoutError:
        failure = ModelUnavailable(problem="timeout")
    except APIError as error:
        failure = _named(error)
        failure.provider_said = sentence_of(error.body)
    raise failure  # outside the handlers: a provider's error does not even travel along as context


def _named(error: APIError) -> ForOperator:
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
