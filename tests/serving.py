"""A real server on a free port, for tests that come in through the front door."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

from src.api.inside import MakeDoor
from src.api.limits import Limits
from src.api.server import create_app
from src.api.serving import Server, listening_socket
from src.bootstrap import Parts

ANY_HOUR = Limits()

TEST_ID = "dos-0123456789abcdef0123456789abcdef"


def rest_client(**options: Any) -> httpx2.AsyncClient:
    """Return a client for a server of ours, without the certificates of others, which take 50 ms to load.

    It waits longer than a busy machine makes a server take; a test that hangs ends by its own limit.
    """
    return httpx2.AsyncClient(**{"trust_env": False, "verify": False, "timeout": 100, **options})


@dataclass(frozen=True)
class Served:
    """Where the server listens."""

    port: int
    process: Server

    async def until_left(self) -> None:
        """Return once none of the connections of now is open any more; others are served meanwhile."""
        connections = self.process.server_state.connections
        stuck = set(connections)
        assert stuck
        while stuck & connections:
            assert (await self.get("/healthz")).status_code == 200

    def connect(self) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}/ws", proxy=None, open_timeout=60)

    async def exchange(self, frame: str | bytes) -> tuple[list[dict[str, Any]], int | None]:
        """Send one frame as it is; return every frame that came back, and the code of the close frame."""
        async with self.connect() as connection:
            await connection.send(frame)
            frames = [json.loads(text) async for text in _texts(connection)]
            return frames, connection.close_code

    async def say(self, message: str, **fields: object) -> dict[str, Any]:
        """Send one message and return the final frame."""
        frames, _ = await self.exchange(json.dumps({"message": message, **fields}))
        return frames[-1]

    async def get(self, path: str, **headers: str) -> httpx2.Response:
        async with rest_client() as client:
            return await client.get(f"http://127.0.0.1:{self.port}{path}", headers=headers)


async def _texts(connection: ClientConnection) -> AsyncIterator[str]:
    try:
        async for text in connection:
            assert isinstance(text, str)
            yield text
    except ConnectionClosedError:
        return  # closed with another code than 1000, which the caller looks at


@asynccontextmanager
async def served(
    parts: Parts,
    limits: Limits = ANY_HOUR,
    metrics_token: str | None = None,
    make_door: MakeDoor | None = None,
) -> AsyncIterator[Served]:
    """Run the real application on a real socket for as long as the block lasts."""
    listening = listening_socket("127.0.0.1", 0)
    server = Server(create_app(parts, limits, metrics_token, make_door), limits)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield Served(listening.getsockname()[1], server)
    finally:
        server.should_exit = True
        await task
        listening.close()
