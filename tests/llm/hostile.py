"""A provider's server at its worst: each fault is what it does with one connection, over real HTTP on this machine."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from tests.llm.provider import KEY, SECRET, Serve, Wire, fault, listening, read_body, says

STATUSES = (400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503)
RETRY_AFTER = ("0", "0.01", "99999999999", "-5", "soon", "Wed, 21 Oct 2099 07:28:00 GMT", "nan", "")
AT_ONCE = ("retry-after-ms: 1",)
JSON = "content-type: application/json"


def reply_of(body: bytes, *headers: str, status: int = 200) -> Serve:
    """Read a request and answer it with these bytes."""
    head = [f"HTTP/1.1 {status} Told", f"content-length: {len(body)}", "connection: close"]
    return raw_reply("\r\n".join([*head, *headers]).encode() + b"\r\n\r\n" + body)


def raw_reply(data: bytes) -> Serve:
    """Read a request and answer it with these bytes, HTTP or not."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        with suppress(ConnectionError):
            writer.write(data)
            await writer.drain()

    return serve


def completion_of(wire: Wire) -> Serve:
    """Answer with a completion, as a provider that is well does."""
    return reply_of(json.dumps(wire).encode(), JSON)


def refusal(status: int, *headers: str) -> Serve:
    """Answer with an error as providers write it, with words and the key in it."""
    return reply_of(fault(status).content, JSON, *headers, status=status)


def page(status: int) -> Serve:
    """Answer with a page of some gateway."""
    html = f"<html>{SECRET} {KEY}</html>".encode()
    return reply_of(html, "content-type: text/html", *AT_ONCE, status=status)


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Take the request and say nothing."""
    await reader.read(-1)


async def cut_at_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Reset the connection before there is a word."""
    await read_body(reader)
    writer.transport.abort()


def cut_after(data: bytes) -> Serve:
    """Send this much and reset the connection."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        writer.write(data)
        await writer.drain()
        writer.transport.abort()

    return serve


def dripping(head: bytes, drip: bytes) -> Serve:
    """Send a byte at a time, each long before anybody would lose patience with a silence, and never end."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        writer.write(head)
        gone = asyncio.create_task(reader.read(-1))
        with suppress(ConnectionError):
            while not gone.done():
                writer.write(drip)
                await asyncio.wait([gone], timeout=0.05)
        await asyncio.gather(gone, return_exceptions=True)

    return serve


@dataclass
class Endless:
    """Sends as fast as it is taken, and knows how much that was."""

    head: bytes
    piece: bytes
    sent: int = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_body(reader)
        with suppress(ConnectionError):
            writer.write(self.head)
            while not writer.transport.is_closing():
                writer.write(self.piece)
                self.sent += len(self.piece)
                await writer.drain()


OK = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
GOOD = json.dumps(says("Dag.")).encode()
BOMB = gzip.compress(b'{"choices": [' + b" " * 60_000_000, 1)

HARD: dict[str, Serve] = {
    **{f"status {status}": refusal(status, *AT_ONCE) for status in STATUSES},
    **{f"retry-after {after!r}": refusal(429, f"retry-after: {after}") for after in RETRY_AFTER},
    "page 200": page(200),
    "page 502": page(502),
    "silent": silent,
    "reset at once": cut_at_once,
    "reset in the head": cut_after(b"HTTP/1.1 200 OK\r\ncontent-"),
    "reset in the body": cut_after(OK + b"content-length: 900\r\n\r\n" + GOOD[:50]),
    "dripping head": dripping(b"HTTP/1.1 200 OK\r\nx: ", b"x"),
    "dripping body": dripping(OK + b"\r\n", b" "),
    "dripping chunks": dripping(OK + b"transfer-encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "endless body": Endless(OK + b"\r\n" + b'{"choices": [', b" " * 65536),
    "endless error": Endless(b"HTTP/1.1 400 No\r\n\r\n", b"x" * 65536),
    "huge header": raw_reply(OK + b"x: " + b"x" * 2_000_000 + b"\r\n\r\n" + GOOD),
    "very many headers": raw_reply(OK + b"x: y\r\n" * 300_000 + b"\r\n" + GOOD),
    "gzip bomb": reply_of(BOMB, JSON, "content-encoding: gzip"),
    "gzip bomb in an error": reply_of(BOMB, JSON, "content-encoding: gzip", status=400),
    "packed": reply_of(gzip.compress(GOOD), JSON, "content-encoding: gzip"),
    "not HTTP": raw_reply(b"SSH-2.0-OpenSSH_9.9\r\n"),
    "a status that is none": raw_reply(b"HTTP/1.1 9999 Eh\r\n\r\n"),
    "half of the body": raw_reply(OK + b"content-length: 99999\r\n\r\n" + GOOD),
    "a length that is none": raw_reply(OK + b"content-length: -1\r\n\r\n" + GOOD),
    "nothing": reply_of(b"", JSON),
    "no content": reply_of(b"", JSON, status=204),
    "broken JSON": reply_of(GOOD.replace(b":", b";"), JSON),
    "half JSON": reply_of(GOOD[:-20], JSON),
    "not UTF-8": reply_of(GOOD.replace(b"Dag.", b"Dag\xff\xfe"), JSON),
    "deep JSON": reply_of(b'{"choices": ' + b"[" * 1_000_000, JSON),
    "a stream of events": reply_of(b"data: " + GOOD + b"\n\n", "content-type: text/event-stream"),
}
"""By name: everything that is no completion at all."""


def redirecting(status: int, address: str) -> Serve:
    """Send whoever asks elsewhere."""
    return reply_of(b"", f"location: {address}", status=status)


@dataclass
class Scripted:
    """Does one thing per connection, the last one again and again; counts the connections."""

    acts: Sequence[Serve]
    asked: int = field(default=0)

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked += 1
        await self.acts[min(self.asked, len(self.acts)) - 1](reader, writer)


@asynccontextmanager
async def hostile(*acts: Serve) -> AsyncIterator[tuple[str, Scripted]]:
    """Give the base URL of a server that does these things, and what counts its connections."""
    script = Scripted(acts)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await script(reader, writer)

    async with listening(serve) as base_url:
        yield base_url, script
