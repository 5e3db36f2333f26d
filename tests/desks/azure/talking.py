"""Talking to the Azure desk through the real server."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2

from src.bootstrap import build
from src.desks.catalogue import read_settings
from src.llm.protocol import Llm
from tests.desks.azure.doubles import SUBSCRIPTION, Doorman, ToldArm, plug
from tests.serving import Served, rest_client, served

ERROR = f"403 AuthorizationFailure on container raw\n\nSubscription: {SUBSCRIPTION}\nResource group: data"


async def post(server: Served, path: str, body: dict[str, Any]) -> httpx2.Response:
    """Ask a route of the desk."""
    async with rest_client() as client:
        url = f"http://127.0.0.1:{server.port}/desks/azure/{path}"
        return await client.post(url, json=body)


async def posted(server: Served, path: str, **body: object) -> Any:
    """Return what a route of the engine replies that takes this body."""
    async with rest_client() as client:
        reply = await client.post(f"http://127.0.0.1:{server.port}{path}", json=body)
    assert reply.status_code == 200, reply.text
    return reply.json()


def over(
    tmp_path: Path,
    arm: ToldArm,
    hold: Callable[[Served], Awaitable[None]],
    doorman: Doorman | None = None,
    llm: Llm | None = None,
    *,
    support: bool = False,
) -> None:
    """Hold a conversation with the desk over this Azure, logged in; with the built-in model unless one is given."""

    async def run() -> None:
        made = plug(arm, doorman or Doorman(), llm, support=support)
        settings = read_settings(
            [made], tess_data_dir=tmp_path, tess_model="offline", _env_file=None
        )
        parts = build(settings, desks=[made])
        async with served(parts) as server:
            assert (await post(server, "login", {"token": "t"})).status_code == 200
            await hold(server)
        await parts.close()

    asyncio.run(run())


def arguments(**given: object) -> str:
    """Return the arguments of a call as JSON."""
    return json.dumps(given)
