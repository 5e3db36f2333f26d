"""A provider of our own: replies as a real one writes them, handed out in memory or by a local server."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from typing import Any

import httpx2

from src.llm.openai_chat import HttpClient, OpenAiChat, provider_at

KEY = "sk-planted-key-0123456789"
MODEL = "gpt-test"
SECRET = "words of the provider that nobody else may see"

Wire = dict[str, Any]
Answer = Callable[[bytes], Awaitable[bytes]]
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def completion(message: Wire | None, finish_reason: str = "stop") -> Wire:
    """Return a whole completion around one message, with 11 tokens in and 7 out."""
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish_reason}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1764000000,
        "model": MODEL,
        "choices": [choice],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def says(text: str | None, finish_reason: str = "stop", refusal: str | None = None) -> Wire:
    """Return a completion that holds words only."""
    return completion({"role": "assistant", "content": text, "refusal": refusal}, finish_reason)


def calls(*picked: tuple[str, str, str]) -> Wire:
    """Return a completion that holds tool calls only, each given as id, name and arguments."""
    tool_calls = [
        {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
        for call_id, name, arguments in picked
    ]
    message = {"role": "assistant", "content": None, "refusal": None, "tool_calls": tool_calls}
    return completion(message, "tool_calls")


@dataclass(frozen=True)
class Canned:
    """A reply's status, headers and bytes, to be sent as often as it is asked for."""

    status: int
    headers: dict[str, str]
    content: bytes


def reply(body: Wire | bytes, status: int = 200, **headers: str) -> Canned:
    """Return a reply with these bytes, called JSON unless a header says otherwise."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Canned(status, {"content-type": "application/json", **named}, content)


def fault(status: int, code: str | None = None, **headers: str) -> Canned:
    """Return an error as providers write it, with words and the key in it."""
    error = {"message": f"{SECRET} {KEY}", "type": "some_error", "param": None, "code": code}
    return reply({"error": error}, status, **headers)


@dataclass
class Script:
    """Hands out its replies one after the other, the last one again and again; keeps what it was asked."""

    replies: list[Canned]
    requests: list[httpx2.Request] = field(default_factory=list)

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        canned = self.replies[min(len(self.requests), len(self.replies)) - 1]
        return httpx2.Response(canned.status, headers=canned.headers, content=canned.content)

    @property
    def bodies(self) -> list[Wire]:
        """What was sent, read as JSON."""
        return [json.loads(request.content) for request in self.requests]


def scripted(*replies: Wire | Canned) -> Script:
    """Return a script; a bare completion stands for a reply with status 200."""
    return Script([one if isinstance(one, Canned) else reply(one) for one in replies])


def in_memory(script: Script) -> HttpClient:
    """Return an HTTP client whose every request is answered by the script, without a socket."""
    return HttpClient(transport=httpx2.MockTransport(script))


@asynccontextmanager
async def model_of(
    script: Script,
    temperature: float | None = None,
    seconds: float = 20.0,
) -> AsyncIterator[OpenAiChat]:
    """Give a model whose provider is the script."""
    provider = provider_at(KEY, None, None, None, seconds, in_memory(script))
    async with provider:
        yield OpenAiChat(provider, MODEL, temperature, seconds)


@asynccontextmanager
async def model_at(
    base_url: str, seconds: float = 20.0, longest: float | None = None
) -> AsyncIterator[OpenAiChat]:
    """Give a model whose provider listens at this address."""
    direct = HttpClient(trust_env=False)  # no proxy stands between a test and its server
    provider = provider_at(KEY, base_url, None, None, seconds, direct)
    async with provider:
        yield OpenAiChat(provider, MODEL, None, seconds, longest=longest)


@asynccontextmanager
async def serving(answer: Answer) -> AsyncIterator[str]:
    """Give the base URL of a local server that answers each request's body with JSON."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        content = await answer(await read_body(reader))
        head = f"content-type: application/json\r\ncontent-length: {len(content)}"
        writer.write(f"HTTP/1.1 200 OK\r\n{head}\r\nconnection: close\r\n\r\n".encode() + content)

    async with listening(serve) as base_url:
        yield base_url


@asynccontextmanager
async def listening(serve: Serve) -> AsyncIterator[str]:
    """Give the base URL of a local server that leaves each connection to ``serve``, then closes it."""
    connections: list[asyncio.Task[None]] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer):
            await serve(reader, writer)

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(asyncio.create_task(handle(reader, writer)))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    await asyncio.gather(*connections)


async def read_body(reader: asyncio.StreamReader) -> bytes:
    """Return the body of one HTTP request."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = next(line for line in head.split("\r\n") if line.startswith("content-length:"))
    return await reader.readexactly(int(length.partition(":")[2]))
