"""SIGTERM: a real process with a model behind HTTP sees its turns through, tells the others, and ends in time."""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from src.dossier.json_store import JsonStore
from src.dossier.listing import summaries
from tests.lending import with_starter_index
from tests.llm.provider import KEY, MODEL, says, serving

TURNS = 20
GRACE = 6.0
SERVE = ("src.cli", "serve", "--port", "0")


@dataclass
class Provider:
    """A model's server that answers once it is let, and knows how many wait for it."""

    all_there: asyncio.Event = field(default_factory=asyncio.Event)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    asked: int = 0

    async def answer(self, _: bytes) -> bytes:
        self.asked += 1
        if self.asked == TURNS:
            self.all_there.set()
        await self.gate.wait()
        return json.dumps(says("Graag gedaan.")).encode()


@dataclass
class Running:
    process: asyncio.subprocess.Process
    url: str

    async def say(self, number: int) -> tuple[list[dict[str, Any]], int | None]:
        async with connect(self.url, proxy=None, open_timeout=60, compression=None) as connection:
            frame = {"message": "Bedankt", "dossier_id": dossier(number), "message_id": "m-1"}
            await connection.send(json.dumps(frame))
            return [json.loads(text) async for text in connection], connection.close_code

    async def until_refused(self) -> None:
        """Return once nobody can connect any more: the server has taken note of the signal."""
        port = int(self.url.rsplit(":", 1)[1].partition("/")[0])
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except (ConnectionRefusedError, ConnectionResetError):  # reset: it closed just then
                return
            writer.close()


def dossier(number: int) -> str:
    return f"dos-{number:032x}"


@asynccontextmanager
async def started(
    folder: Path,
    command: Sequence[str] = SERVE,
    settings: Mapping[str, str] = {},
    stderr: int | None = None,
) -> AsyncIterator[Running]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-u", "-m", *command),
        env={
            "PATH": os.environ["PATH"],
            "TESS_DATA_DIR": str(with_starter_index(folder)),
            "TESS_GRACE_SECONDS": str(GRACE),
            **settings,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=stderr,
    )
    assert process.stdout is not None
    try:
        announced = (await process.stdout.readline()).decode()
        yield Running(process, next(word for word in announced.split() if word.startswith("ws://")))
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def with_a_model(folder: Path) -> AsyncIterator[tuple[Running, Provider]]:
    provider = Provider()
    async with serving(provider.answer) as base_url:
        settings = {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": KEY, "TESS_MODEL": MODEL}
        async with started(folder, settings=settings) as server:
            yield server, provider
        provider.gate.set()


async def test_turns_in_flight_are_finished_stored_and_answered(tmp_path: Path) -> None:
    async with with_a_model(tmp_path) as (server, provider):
        replies = [asyncio.create_task(server.say(number)) for number in range(TURNS)]
        await provider.all_there.wait()
        async with connect(server.url, proxy=None, open_timeout=60) as late:
            server.process.send_signal(signal.SIGTERM)
            await server.until_refused()
            await late.send('{"message": "Hallo"}')
            refused = json.loads(await late.recv())
        provider.gate.set()
        told = await asyncio.gather(*replies)
        assert await server.process.wait() == 0
    assert refused["code"] == "shutting_down"
    assert [(len(frames), frames[0]["status"], code) for frames, code in told] == [
        (1, "success", 1000)
    ] * TURNS
    store = JsonStore(tmp_path / "dossiers")
    stored = [await store.journal(dossier(number)) for number in range(TURNS)]
    assert [entry.reply for (entry,) in stored] == [frames[0]["response"] for frames, _ in told]


async def test_turns_of_a_model_that_hangs_are_told_so_in_time(tmp_path: Path) -> None:
    async with with_a_model(tmp_path) as (server, provider):
        replies = [asyncio.create_task(server.say(number)) for number in range(TURNS)]
        await provider.all_there.wait()
        since = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        told = await asyncio.gather(*replies)
        assert await server.process.wait() == 0
        assert time.monotonic() - since < GRACE
    codes = [(len(frames), frames[0]["code"], code) for frames, code in told]
    assert codes == [(1, "shutting_down", 1000)] * TURNS
    assert await summaries(JsonStore(tmp_path / "dossiers")) == []


async def test_a_process_that_can_not_end_in_order_ends_all_the_same(tmp_path: Path) -> None:
    async with (
        started(tmp_path, ["tests.api.hanging"]) as server,
        connect(server.url, proxy=None, open_timeout=60) as connection,
    ):
        await connection.send('{"message": "Hallo", "stream": true}')
        while json.loads(await connection.recv())["event"] != "deciding":
            pass
        since = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert await server.process.wait() == 2
        assert time.monotonic() - since < GRACE + 10  # by itself it would never end


async def test_a_signal_right_after_the_announcement_ends_the_server_in_order(
    tmp_path: Path,
) -> None:
    async with started(tmp_path) as server:
        server.process.send_signal(signal.SIGTERM)
        assert await server.process.wait() == 0
