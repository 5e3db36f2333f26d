"""How ``./tess mcp`` ends: with its input, or by a signal; what was begun is answered and stored before."""

import asyncio
import io
import json
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from src.dossier.json_store import JsonStore
from src.mcp_server.stdio import InputLines, Unanswered
from src.settings import PROJECT_ROOT
from tests.lending import with_starter_index
from tests.mcp_server.script import SCRIPTS
from tests.mcp_server.test_who_calls import INITIALIZE
from tests.serving import TEST_ID

READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
CALL = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {
        "name": "ask",
        "arguments": {"message": SCRIPTS[0].question, "dossier": TEST_ID},
        "_meta": {"progressToken": 1},
    },
}
ASKING = b"".join(json.dumps(one).encode() + b"\n" for one in (INITIALIZE, READY, CALL))


@asynccontextmanager
async def started(data_dir: Path) -> AsyncIterator[Process]:
    """Start the command."""
    given = {"TESS_DATA_DIR": str(data_dir), "TESS_MODEL": "offline", "TESS_ENCODER": "off"}
    command = (sys.executable, "-m", "src.cli", "mcp")
    process = await asyncio.create_subprocess_exec(
        *command, cwd=PROJECT_ROOT, env=given, stdin=PIPE, stdout=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def reply_in(told: bytes) -> Any:
    """Return the structured part of the reply to the call; each line is a message of the protocol."""
    messages = [json.loads(line) for line in told.splitlines()]
    (reply,) = [one for one in messages if one.get("id") == 2]
    return reply["result"]["structuredContent"]


async def is_stored(data_dir: Path) -> bool:
    dossier = await JsonStore(data_dir / "dossiers").load(TEST_ID)
    return dossier is not None and dossier.version == 1


async def test_it_ends_with_its_input(tmp_path: Path) -> None:
    async with started(with_starter_index(tmp_path)) as process:
        told, _ = await process.communicate(ASKING)
    assert process.returncode == 0
    assert reply_in(told)["outcome"] == "request"
    assert await is_stored(tmp_path)


async def test_a_line_that_is_no_json_is_no_request(tmp_path: Path) -> None:
    odd = [json.dumps({**INITIALIZE, "id": one}).encode() for one in (float("nan"), float("inf"))]
    async with started(with_starter_index(tmp_path)) as process:
        told, _ = await process.communicate(b"\n".join([*odd, ASKING]))
    replies = [one for one in map(json.loads, told.splitlines()) if "method" not in one]
    assert [one["id"] for one in replies] == [1, 2]
    unanswered = Unanswered()
    lines = InputLines(io.StringIO("\n".join(one.decode() for one in odd)), unanswered, 60.0)
    assert [one async for one in lines] == []  # and nobody waits for a reply to them


async def test_it_ends_by_a_signal(tmp_path: Path) -> None:
    async with started(with_starter_index(tmp_path)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(ASKING)
        told = b""
        while b"notifications/progress" not in told:
            told += await process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        told += await process.stdout.read()
        assert await process.wait() == 128 + signal.SIGTERM
    assert reply_in(told)["outcome"] == "request"
    assert await is_stored(tmp_path)
