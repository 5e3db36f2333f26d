"""Answers and memory of a server that idle and hostile connections hang on while turns run.

Run ``python -m benchmarks.connections``; ``--small`` takes a few seconds. It starts a server of its own with the
offline model and a data folder that goes at the end. Idle connections have shaken hands and say nothing; of the hostile
ones a third drips the head of a request, a third says nothing at all, and a third asks and never reads the reply.
"""

import argparse
import asyncio
import json
import resource
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

QUESTION = "Binnen welke termijn moet ik bezwaar maken tegen een belastingaanslag?"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
AT_ONCE = 100
"""Connections that are opened side by side: more would only wait in the system's queue."""

Figures = dict[str, float]


def allow_files(wanted: int) -> int:
    """Raise the limit of open files of this process, and so of its children; return what it is now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def resident(process: int) -> float:
    """Return the memory that a process holds, in KB."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    return float(status.partition("VmRSS:")[2].split()[0])


async def opened(port: int, sent: bytes) -> socket.socket:
    """Return a socket that has sent this; it reads nothing, and the system takes little for it."""
    loop = asyncio.get_running_loop()
    connection = socket.socket()
    connection.setblocking(False)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await loop.sock_connect(connection, ("127.0.0.1", port))
    if sent:
        await loop.sock_sendall(connection, sent)
    return connection


async def all_opened(port: int, sent: Sequence[bytes]) -> list[socket.socket]:
    """Open one connection for each of the texts to send; those that shake hands have done so at the end."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def one(text: bytes) -> socket.socket:
        async with slots:
            connection = await opened(port, text)
            if text == HANDSHAKE:
                await asyncio.get_running_loop().sock_recv(connection, 1024)
            return connection

    return await asyncio.gather(*(one(text) for text in sent))


async def drip(connections: Sequence[socket.socket]) -> None:
    """Send a byte on each connection now and then, until cancelled."""
    while True:
        for connection in connections:
            try:
                connection.send(b"x")
            except OSError:
                continue  # it was let go
        await asyncio.sleep(0.5)


async def answered(port: int) -> float:
    """Hold one turn; return its seconds, or none at all where it was not answered."""
    since = time.perf_counter()
    async with connect(f"ws://127.0.0.1:{port}/ws", proxy=None, open_timeout=60) as connection:
        await connection.send(json.dumps({"message": QUESTION}))
        frames = [json.loads(text) async for text in connection]
    success = [frame["status"] for frame in frames] == ["success"]
    return time.perf_counter() - since if success else 0.0


def is_open(connection: socket.socket) -> bool:
    """Return whether the server still holds a connection on which there is nothing to read."""
    try:
        return bool(connection.recv(1024))
    except BlockingIOError:
        return True
    except OSError:
        return False


async def measured(port: int, process: int, idle: int, hostile: int, turns: int) -> Figures:
    """Return the figures: answers, their seconds, and memory before and with all connections, in KB."""
    await answered(port)  # what the first turn loads is not the connections'
    before = resident(process)
    ask = Frame(Opcode.TEXT, json.dumps({"message": QUESTION}).encode()).serialize(mask=True)
    kinds = [b"GET /ws HTTP/1.1\r\nX: ", b"", HANDSHAKE + ask]
    foes = await all_opened(port, [kinds[number % 3] for number in range(hostile)])
    friends = await all_opened(port, [HANDSHAKE] * idle)
    dripping = asyncio.create_task(drip(foes[::3]))
    connected = resident(process)
    still_open = sum(map(is_open, friends))
    seconds = await asyncio.gather(*(answered(port) for _ in range(turns)))
    dripping.cancel()
    for connection in (*foes, *friends):
        connection.close()
    return {
        "turns": turns,
        "answered": sum(second > 0 for second in seconds),
        "slowest_seconds": max(seconds),
        "idle_open": still_open,
        "kb_before": before,
        "kb_connected": connected,
        "kb_per_connection": (connected - before) / (idle + hostile),
        "kb_after_turns": resident(process),
    }


async def run(idle: int, hostile: int, turns: int) -> Figures:
    """Start a server, measure, and end it; its exit status is among the figures."""
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-u", "-m", "src.cli", "serve", "--port", "0"),
            env=environment(folder),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        port = int(line.partition("ws://127.0.0.1:")[2].partition("/")[0])
        try:
            figures = await measured(port, process.pid, idle, hostile, turns)
        finally:
            process.send_signal(signal.SIGTERM)
            status = await process.wait()
    return {**figures, "exit_status": status}


def environment(folder: str) -> Mapping[str, str]:
    """Return what the server is told: nothing of this machine's settings."""
    return {"PATH": "/usr/bin:/bin", "TESS_DATA_DIR": folder, "LOG_LEVEL": "ERROR"}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=int, default=2000, help="connections that say nothing")
    parser.add_argument("--hostile", type=int, default=100, help="connections that do harm")
    parser.add_argument("--turns", type=int, default=50, help="turns at once")
    parser.add_argument("--small", action="store_true", help="200, 20 and 20")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    sizes = (200, 20, 20) if options.small else (options.idle, options.hostile, options.turns)
    wanted = sum(sizes) + 200
    allowed = allow_files(wanted)
    if allowed < wanted:
        sys.exit(f"This machine allows {allowed} open files; {wanted} are needed (ulimit -Hn).")
    figures = asyncio.run(run(*sizes))
    if options.json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    for name, figure in figures.items():
        sys.stdout.write(f"{name:<20} {figure:,.1f}\n")


if __name__ == "__main__":
    main()
