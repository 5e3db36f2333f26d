"""Talking to the desk for troubleshooting guides through the real server, over a stand-in on a real socket."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
from pydantic import JsonValue

from src.bootstrap import build
from src.desks.catalogue import read_settings
from src.desks.desk import Desk, Engine
from src.desks.plug import Plug
from src.desks.tsg import PLUG
from src.desks.tsg.clearing import Gate
from src.desks.tsg.desk import tsg_desk
from src.desks.tsg.doors import Doors
from src.desks.tsg.outside import OpensDoors
from src.desks.tsg.settings import TsgSettings
from src.llm.protocol import Llm, Models
from standins.server import StandinServer, standing_in
from standins.tsg.server import MCP_PATH, LearnStandin, LearnWorld
from tests.serving import Served, rest_client, served

NOTES = """\
Turns of the chat server end with the error storage_failed since Tuesday.
The data disk of the server is full.

```
df -h /var/lib/tess
```

Removed old exports from the disk, then messages were stored again without a restart."""


@dataclass
class Talk:
    """A dossier at a server, and the stand-in that the desk asks."""

    server: Served
    learn: StandinServer
    data: Path
    dossier_id: str = ""

    async def say(self, message: str, **fields: object) -> dict[str, Any]:
        """Return the final frame of a message."""
        known = {"dossier_id": self.dossier_id} if self.dossier_id else {"desk": "tsg"}
        frame = await self.server.say(message, **known, **fields)
        self.dossier_id = str(frame.get("dossier_id") or self.dossier_id)
        return frame

    async def dossier(self) -> dict[str, Any]:
        """Return the whole dossier."""
        found: dict[str, Any] = (await self.server.get(f"/dossiers/{self.dossier_id}")).json()
        return found

    async def made(self, kind: str) -> list[dict[str, Any]]:
        """Return the data of all artifacts of a kind."""
        artifacts = (await self.dossier()).get("artifacts", [])
        return [one["data"] for one in artifacts if one["kind"] == kind]

    async def add(self, room: str, content: bytes, **query: str) -> httpx2.Response:
        """Add a file to the dossier."""
        url = f"http://127.0.0.1:{self.server.port}/dossiers/{self.dossier_id}/{room}"
        kind = {"content-type": "application/octet-stream"}
        async with rest_client() as client:
            return await client.post(url, params=query, content=content, headers=kind)

    @property
    def called(self) -> list[tuple[str, dict[str, Any]]]:
        """The tools that were called over MCP."""
        standin = self.learn.standin
        assert isinstance(standin, LearnStandin)
        return standin.called


def world(**keys: JsonValue) -> LearnWorld:
    """Return a world of the stand-in."""
    return LearnWorld.model_validate_json(json.dumps(keys))


def talking(
    tmp_path: Path,
    hold: Callable[[Talk], Awaitable[None]],
    *,
    llm: Llm | None = None,
    vision: Llm | None = None,
    gate: Gate | None = None,
    learn: LearnWorld | None = None,
    settings: Mapping[str, object] | None = None,
    doors: OpensDoors | None = None,
    soft_seconds: float | None = None,
    support: bool = False,
) -> None:
    """Hold a conversation; with the built-in model and the desk's own gate unless others are given."""

    def make(engine: Engine) -> Desk:
        assert isinstance(engine.settings, TsgSettings)
        if llm:
            engine = replace(engine, models=lambda _: Models(llm, llm, vision), support=support)
        desk = tsg_desk(engine, doors or Doors(engine.settings), gate or Gate())
        if soft_seconds is None:
            return desk
        return replace(desk, budget=replace(desk.budget, soft_seconds=soft_seconds))

    async def run(server: StandinServer) -> None:
        plug: Plug = replace(PLUG, make=make)
        read = read_settings(
            [plug],
            **{
                "tess_data_dir": tmp_path,
                "tess_model": "offline",
                "tess_tsg_learn_url": f"{server.url}{MCP_PATH}",
                "tess_tsg_github_url": server.url,
                "_env_file": None,
                **(settings or {}),
            },
        )
        parts = build(read, desks=[plug])
        async with served(parts) as app:
            await hold(Talk(app, server, tmp_path))
        await parts.close()

    with standing_in(LearnStandin(learn or world())) as server:
        asyncio.run(run(server))
