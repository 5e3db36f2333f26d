"""The endpoint that all peers stand behind: one message per connection at ``/ws``, as the product's own.

Run ``python -m benchmarks.peers.serve NAME FOLDER BASE_URL`` with a Python that has the peer; it prints its port.
Imports nothing of the product, so that it runs where that is not installed.
"""

import asyncio
import importlib
import json
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

import uvicorn
from fastapi import FastAPI, WebSocket


class Peer(Protocol):
    """A program that holds turns; each keeps its dossiers as its own documentation says."""

    async def turn(self, dossier: str, message: str) -> str:
        """Return the reply to a message, once it is kept."""

    async def seed(self, dossier: str, texts: list[str]) -> None:
        """Keep so many earlier messages, of user and assistant in turn."""

    async def kept(self, dossier: str) -> int:
        """Return how many messages of users are kept."""


Make = Callable[[Path, str], Awaitable[Peer]]


def application(peer: Peer) -> FastAPI:
    """Return the endpoint, and beside it what fills and counts dossiers."""
    app = FastAPI()

    @app.websocket("/ws")
    async def converse(websocket: WebSocket) -> None:
        await websocket.accept()
        request = json.loads(await websocket.receive_text())
        reply = await peer.turn(request["dossier_id"], request["message"])
        await websocket.send_text(json.dumps({"status": "success", "response": reply}))
        await websocket.close()

    @app.post("/seed")
    async def seed(wanted: dict[str, Any]) -> None:
        await peer.seed(wanted["dossier"], wanted["texts"])

    @app.get("/kept")
    async def kept(dossier: str) -> int:
        return await peer.kept(dossier)

    return app


async def serve(name: str, folder: Path, base_url: str) -> None:
    """Serve until the process is ended, after a line with the port."""
    make: Make = importlib.import_module(f"benchmarks.peers.{name}").make
    peer = await make(folder, base_url)
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(
        application(peer),
        http="h11",
        loop="asyncio",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="critical",
        access_log=False,
    )
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
