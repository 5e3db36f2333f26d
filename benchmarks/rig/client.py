"""A client that loads servers, one message per WebSocket connection, as cheaply as Python can: half of what is
measured must not be the measuring.

Run ``python -m benchmarks.rig.client``: each line on standard input is a ``Job`` as JSON, each line on standard output
what came of it.
"""

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
CLOSE = 8
MASK = bytes(4)
"""A mask of zeros is allowed, and saves the client from masking."""


@dataclass(frozen=True)
class Job:
    """So many turns, by so many clients at once, on dossiers that are given or new."""

    ports: list[int]
    clients: int
    turns: int
    message: str
    dossiers: list[str] = field(default_factory=list)
    """Taken in turn; none: each dossier is new, and has ``turns_each`` turns."""
    turns_each: int = 5
    stream: bool = False
    beside: list[str] = field(default_factory=list)
    """On each of these, a client of its own holds turns for as long as the others do; those are not counted."""


@dataclass(frozen=True)
class Done:
    """What came of a job: milliseconds of each turn that was answered, and seconds for all of them."""

    seconds: float
    milliseconds: list[float]
    errors: dict[str, int]


async def turn(port: int, request: dict[str, Any]) -> str:
    """Hold one turn; return an empty text, or what went wrong."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    try:
        writer.write(HANDSHAKE)
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            return head.split(b"\r\n")[0].decode()
        writer.write(_masked(0x81, json.dumps(request).encode()))
        last = b""
        while True:
            opcode, data = await _frame(reader)
            if opcode == CLOSE:
                break
            last = data
        writer.write(_masked(0x88, data))
        final = json.loads(last)
        return "" if final["status"] == "success" else str(final.get("code"))
    finally:
        writer.close()


def _masked(first: int, data: bytes) -> bytes:
    size = (
        bytes([0x80 | len(data)])
        if len(data) < 126
        else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    )
    return bytes([first]) + size + MASK + data


async def _frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    first, size = await reader.readexactly(2)
    if size >= 126:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return first & 15, await reader.readexactly(size)


def _dossiers(job: Job) -> Iterator[str]:
    while True:
        yield from job.dossiers or [f"dos-{secrets.token_hex(16)}"] * job.turns_each


async def done(job: Job) -> Done:
    """Do a job."""
    left = iter(range(job.turns))
    milliseconds: list[float] = []
    errors: Counter[str] = Counter()
    shared = _dossiers(job)
    extra = {"stream": True} if job.stream else {}

    async def one(port: int, dossier: str, error_of: Counter[str]) -> float:
        since = time.perf_counter()
        request = {"message": job.message, "dossier_id": dossier, **extra}
        error = await turn(port, request)
        if error:
            error_of[error] += 1
        return 0.0 if error else 1000 * (time.perf_counter() - since)

    async def client(port: int) -> None:
        own = shared if job.dossiers else _dossiers(job)
        for _ in left:
            took = await one(port, next(own), errors)
            if took:
                milliseconds.append(took)

    async def other(port: int, dossier: str) -> None:
        while True:
            await one(port, dossier, Counter())

    others = [
        asyncio.create_task(other(job.ports[n % len(job.ports)], name))
        for n, name in enumerate(job.beside)
    ]
    since = time.perf_counter()
    await asyncio.gather(*(client(job.ports[n % len(job.ports)]) for n in range(job.clients)))
    seconds = time.perf_counter() - since
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return Done(seconds, milliseconds, dict(errors))


async def serve() -> None:
    """Do the jobs on standard input, until there are no more."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        result = await done(Job(**json.loads(line)))
        sys.stdout.write(json.dumps(asdict(result)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(serve())
