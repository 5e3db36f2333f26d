"""A real server with authentication, and callers that show it a token, or none."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import connect

from src.api.limits import Limits
from src.bootstrap import Parts, build
from src.identity import tokens
from src.identity.caller import Caller
from src.settings import read_settings
from tests.lending import with_starter_index
from tests.serving import rest_client, served

SECRET = "a secret of this test and of nobody else"
UNKNOWN = "dos-ffffffffffffffffffffffffffffffff"
QUESTION = "Binnen welke termijn moet ik bezwaar maken? Kabouter Zonnebloem vraagt het."


def guarded(folder: Path, **settings: object) -> Parts:
    """Return the very engine that the command serves, with authentication."""
    given = {"tess_data_dir": with_starter_index(folder), "tess_token_secret": SECRET, **settings}
    return build(read_settings(_env_file=None, **given), for_tenants=True)


async def made(
    parts: Parts,
    name: str,
    tenant: str,
    days: int = 1,
    desks: tuple[str, ...] = (),
    confirms: bool = True,
) -> str:
    """Return a new token that the server knows."""
    assert parts.authentication is not None
    caller = Caller(name, tenant, desks, confirms)
    token, record = tokens.issue(SECRET, caller, timedelta(days=days))
    await parts.authentication.registry.add(record)
    return token


@dataclass(frozen=True)
class Client:
    """One caller of a server."""

    port: int
    token: str = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def connect(self) -> connect:
        address = f"ws://127.0.0.1:{self.port}/ws"
        return connect(address, proxy=None, open_timeout=60, additional_headers=self.headers)

    async def frames(self, message: str = QUESTION, **fields: object) -> list[dict[str, Any]]:
        """Send one message and return every frame that came back."""
        async with self.connect() as connection:
            await connection.send(json.dumps({"message": message, **fields}))
            return [json.loads(text) async for text in connection]

    async def say(self, message: str = QUESTION, **fields: object) -> dict[str, Any]:
        """Send one message and return the final frame."""
        return (await self.frames(message, **fields))[-1]

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str] = {}, **options: Any
    ) -> httpx2.Response:
        """Send one request over REST."""
        async with rest_client() as client:
            address = f"http://127.0.0.1:{self.port}{path}"
            sent = {**self.headers, **headers}
            return await client.request(method, address, headers=sent, **options)


@asynccontextmanager
async def two_tenants(parts: Parts) -> AsyncIterator[tuple[Client, Client, Client]]:
    """Serve the engine; lend a caller of one tenant, one of another, and one without a token."""
    left, right = await made(parts, "anna", "acme"), await made(parts, "bert", "breda")
    async with served(parts, Limits()) as server:
        port = server.port
        yield Client(port, left), Client(port, right), Client(port)
