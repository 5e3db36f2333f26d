"""A server whose answers never end: a piece now and then, for as long as somebody listens."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999999999\r\n\r\n"
PIECES_APART = 0.02
"""Seconds: no single read takes long, only the whole does."""


@asynccontextmanager
async def endless() -> AsyncIterator[str]:
    """Serve such answers, and yield where."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(HEAD)
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(PIECES_APART)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # nobody listens any more
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.close()
