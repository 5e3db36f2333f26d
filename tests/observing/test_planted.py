"""A whole server at DEBUG, with keys, tokens and words planted wherever one comes in: none is in what it logs."""

import json
import signal
import subprocess
import sys
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.api.test_draining import started
from tests.llm.provider import MODEL, calls, says, serving
from tests.serving import rest_client

PLANTED = "kabouter-Zonnebloem-7194"
"""Stands in everything that is planted, so that no part of it can get through unseen."""
KEY = f"sk-{PLANTED}"
SECRET = f"a secret of 32 characters and more, {PLANTED}"


def token(settings: dict[str, str]) -> str:
    """Make a token as an operator does."""
    command = "src.cli token create anna --tenant acme --expires 1d".split()
    made = subprocess.run(
        [sys.executable, "-m", *command], env=settings, capture_output=True, text=True, check=True
    )
    return made.stdout.strip()


class Provider:
    """Picks a tool with planted arguments, then answers, then sends what is no completion."""

    def __init__(self) -> None:
        self._replies = [
            calls(("1", "get_legislation", json.dumps({"query": f"bezwaar {PLANTED}"}))),
            calls(("2", PLANTED, "{}")),
            says(f"Woorden van een model: {PLANTED}"),
            {"error": {"message": PLANTED}},
        ]

    async def answer(self, _: bytes) -> bytes:
        replies = self._replies
        return json.dumps(replies.pop(0) if len(replies) > 1 else replies[0]).encode()


async def converse(url: str, shown: str) -> list[str]:
    """Send words, a query string and tokens of every kind; return the code or status of each reply."""
    told = []
    bearer = {"Authorization": f"Bearer {shown}"}
    for text in (f"Vraag van {PLANTED}", "Ja", "Bedankt", "En nu?", ""):
        address = f"{url}?token={PLANTED}"
        async with connect(
            address, proxy=None, open_timeout=60, additional_headers=bearer
        ) as connection:
            await connection.send(json.dumps({"message": text and f"{text} {PLANTED}"}))
            reply = json.loads(await connection.recv())
            told.append(reply.get("code") or reply["status"])
    for wrong in (f"Bearer {PLANTED}", f"Basic {PLANTED}", f"Bearer {shown}{PLANTED}"):
        try:
            async with connect(
                url, proxy=None, open_timeout=60, additional_headers={"Authorization": wrong}
            ):
                told.append("let in")
        except InvalidStatus as error:
            told.append(str(error.response.status_code))
    rest = url.replace("ws://", "http://").removesuffix("/ws")
    async with rest_client(headers=bearer) as client:
        for path in ("/metrics", f"/dossiers/{PLANTED}", "/dossiers", f"/{PLANTED}"):
            reply = await client.get(f"{rest}{path}?token={PLANTED}")
            told.append(str(reply.status_code))
    return told


async def test_nothing_that_is_planted_is_in_what_a_server_says(tmp_path: Path) -> None:
    settings = {
        "TESS_DATA_DIR": str(tmp_path),
        "LOG_LEVEL": "DEBUG",
        "OPENAI_API_KEY": KEY,
        "TESS_MODEL": MODEL,
        "TESS_TOKEN_SECRET": SECRET,
        "TESS_METRICS_TOKEN": f"metrics-{PLANTED}",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:9/{PLANTED}",
        "OTEL_EXPORTER_OTLP_HEADERS": f"Authorization=Basic {PLANTED}",
    }
    shown = token(settings)
    said = tmp_path / "said"
    async with serving(Provider().answer) as base_url:
        given = {**settings, "OPENAI_BASE_URL": base_url}
        with said.open("w") as stderr:
            async with started(tmp_path, settings=given, stderr=stderr.fileno()) as server:
                told = await converse(server.url, shown)
                server.process.send_signal(signal.SIGTERM)
                assert await server.process.wait() == 0
    assert told[0] == "success"
    assert "let in" not in told
    lines = [json.loads(line) for line in said.read_text("utf-8").splitlines()]
    assert {"debug", "info"} <= {line["level"] for line in lines}
    assert any(line["logger"].startswith("openai") for line in lines)
    text = said.read_text("utf-8")
    for planted in (PLANTED, "Zonnebloem", shown, shown.rpartition(".")[2], "Bearer", "token="):
        assert planted not in text
