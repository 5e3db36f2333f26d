"""What a call over MCP costs a server above the same turn over ``/ws``, in processor time.

Run ``python -m benchmarks.mcp_call``; it takes about a minute. One server with the door open, one client that sends the
same messages by both ways in turns, over both protocols; ``--calls`` says how many of each.
"""

import argparse
import asyncio
import json
import secrets
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

import httpx2
from websockets.asyncio.client import connect

from benchmarks.rig.programs import Program, running
from src.settings import PROJECT_ROOT

TARGET_MS = 3.0
ROUNDS = 5
MESSAGE = "Hallo"
VERSION = "2026-07-28"
HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "benchmark", "version": "1"},
}
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "1"},
}

Send = Callable[[], Awaitable[None]]


def request(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return a message of the protocol."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


async def ways(port: int, client: httpx2.AsyncClient) -> dict[str, Send]:
    """Return what sends one message, by way."""
    url = f"http://127.0.0.1:{port}/mcp"
    call: dict[str, Any] = {"name": "ask", "arguments": {"message": MESSAGE}}
    modern = {"mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": "ask"}
    begun = await client.post(url, json=request("initialize", HELLO), headers=HEADERS)
    session = {"mcp-session-id": begun.headers["mcp-session-id"]}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    await client.post(url, json=ready, headers=HEADERS | session)

    async def over_ws() -> None:
        async with connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as connection:
            named = f"m-{secrets.token_hex(16)}"  # as all clients of ours do, and the door
            await connection.send(json.dumps({"message": MESSAGE, "message_id": named}))
            assert '"success"' in str(await connection.recv())

    async def post(params: dict[str, Any], more: dict[str, str]) -> None:
        sent = request("tools/call", params)
        reply = await client.post(url, json=sent, headers=HEADERS | more)
        assert '"outcome":"done"' in reply.text.replace(" ", ""), reply.text

    return {
        "/ws": over_ws,
        "/mcp 2026-07-28": lambda: post({**call, "_meta": META}, modern),
        "/mcp 2025-11-25": lambda: post(call, session),
    }


async def measured(server: Program, calls: int) -> dict[str, float]:
    """Return the milliseconds of the server's processors that a message takes, by way: the median of rounds."""
    took: dict[str, list[float]] = {}
    async with httpx2.AsyncClient(trust_env=False, verify=False, timeout=60) as client:
        sending = await ways(server.port, client)
        for name in [*sending] * ROUNDS:
            before = server.usage().cpu_ms
            for _ in range(calls):
                await sending[name]()
            took.setdefault(name, []).append((server.usage().cpu_ms - before) / calls)
    return {name: median(some[1:]) for name, some in took.items()}  # the first one warms up


def main() -> int:
    """Print what each way costs; return 1 where a call over MCP takes more than the target above the same over /ws."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mcp_call")
    parser.add_argument("--calls", type=int, default=100, help="of each way in each round (100)")
    options = parser.parse_args()
    command = [sys.executable, "-m", "src.cli", "serve", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        kept = {"TESS_MCP": "on", "TESS_DATA_DIR": folder, "TESS_MODEL": "offline"}
        settings = {**kept, "LOG_LEVEL": "ERROR", "PYTHONPATH": str(PROJECT_ROOT)}
        with running(command, settings, Path(folder)) as server:
            took = asyncio.run(measured(server, options.calls))
    for name, cost in took.items():
        print(f"{name:<16} {cost:6.2f} ms CPU, {cost - took['/ws']:+.2f} (target: +{TARGET_MS:g})")
    return int(any(cost - took["/ws"] > TARGET_MS for cost in took.values()))


if __name__ == "__main__":
    sys.exit(main())
