"""Runs a process of our own that reads one file of a stranger, and hears what it says of it."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from src.search.loaders.confined import OUT_OF_MEMORY
from src.settings import PROJECT_ROOT

PIECE = 2**20


class ProcessFailed(RuntimeError):
    """A process ended by an error of its own; the message says which, and with what status."""


async def heard(
    module: str, arguments: Sequence[str], content: bytes, seconds: float, most: int
) -> bytes | None:
    """Return what the process says that is given the content, at most so many bytes and a piece.

    None where it took more time or memory than it may. Other users of the machine can see the arguments.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-B", "-m", module, *arguments),
        cwd=PROJECT_ROOT,
        env={},  # no key of ours is in its environment
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(seconds):
            said, _ = await asyncio.gather(_said(process, most), _feed(process, content))
            status = await process.wait()
    except TimeoutError:
        return None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        # Its end is told only behind what it has said and nobody heard.
        while process.stdout and await process.stdout.read(PIECE):
            pass
        await process.wait()
    if status < 0 or status == OUT_OF_MEMORY:
        return None
    if status:
        raise ProcessFailed(f"{module} ended with status {status}")
    return said


async def _said(process: asyncio.subprocess.Process, most: int) -> bytes:
    assert process.stdout is not None  # it was asked for
    said = bytearray()
    while len(said) <= most and (piece := await process.stdout.read(PIECE)):
        said += piece
    return bytes(said)


async def _feed(process: asyncio.subprocess.Process, content: bytes) -> None:
    assert process.stdin is not None  # it was asked for
    with suppress(ConnectionError):  # it may end before it has read all
        process.stdin.write(content)
        await process.stdin.drain()
    process.stdin.close()
