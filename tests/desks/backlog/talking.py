"""Talking to the desk for backlogs through the real server, over Azure DevOps on this machine."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2

from src.bootstrap import Observing, Parts, build
from src.desks.backlog import PLUG
from src.desks.backlog.desk import BUDGET, backlog_desk, tracker_of
from src.desks.backlog.settings import BacklogSettings
from src.desks.catalogue import read_settings
from src.desks.desk import Desk, Engine
from src.desks.plug import Plug
from src.dossier.store import utc_now
from src.llm.protocol import Llm, Models
from standins.backlog.server import AdoStandin
from standins.backlog.world import TOKEN
from tests.desks.backlog.services.place import PROJECT, Place, place
from tests.serving import Served, rest_client, served

__all__ = ["ITEMS", "PROJECT", "Talk", "at_the_desk", "installed", "rooms"]

ITEMS: tuple[dict[str, object], ...] = (
    {"id": 1, "type": "Epic", "title": "Rooms and desks"},
    {"id": 2, "type": "Feature", "title": "Book a room", "parent": 1},
    {
        "id": 3,
        "title": "See which rooms are free",
        "parent": 2,
        "description": "<div>As a colleague I want to see which rooms are free, so that I can pick one.</div>",
    },
    {
        "id": 4,
        "title": "Cancel a booking",
        "parent": 2,
        "description": "<div>As a colleague I want to cancel a booking.</div>",
        "criteria": "<ul><li>Only who booked can cancel.</li></ul>",
    },
)
"""What is there before anybody writes."""


def rooms(made: type[AdoStandin] = AdoStandin, **given: Any) -> AbstractContextManager[Place]:
    """Serve a tracker with these work items, unless others are given."""
    return place(made, **{"items": ITEMS, **given})


@dataclass
class Talk:
    """A dossier at a server, and the tracker that the desk asks."""

    server: Served
    here: Place
    parts: Parts
    dossier_id: str = ""

    async def say(self, message: str, **fields: object) -> dict[str, Any]:
        """Return the final frame of a message."""
        known = {"dossier_id": self.dossier_id} if self.dossier_id else {"desk": "backlog"}
        frame = await self.server.say(message, **known, **fields)
        self.dossier_id = str(frame.get("dossier_id") or self.dossier_id)
        return frame

    async def confirm(self, digest: str, **fields: object) -> dict[str, Any]:
        """Confirm a plan as a person's client does."""
        asked = json.dumps({"dossier_id": self.dossier_id, "confirm": digest, **fields})
        frames, _ = await self.server.exchange(asked)
        return frames[-1]

    async def begin(self, meeting: str, name: str = "meeting.txt") -> None:
        """Bring a transcript, as a person does who agreed to it."""
        told = await self.upload(meeting.encode(), name)
        assert told.status_code == 200, told.text
        self.dossier_id = told.json()["run_id"]

    async def upload(
        self, content: bytes, name: str = "meeting.txt", *, language: str = "", **query: str
    ) -> httpx2.Response:
        agreed = {"agreed": hashlib.sha256(content).hexdigest()}
        return await self.post(
            "/backlog/upload", content, language=language, name=name, **{**agreed, **query}
        )

    async def post(
        self, path: str, body: bytes | Mapping[str, object], *, language: str = "", **query: str
    ) -> httpx2.Response:
        """Post to a route: a file, or JSON; ``language``: what the client asks to be spoken to in, if anything."""
        is_file = isinstance(body, bytes)
        kind = "application/octet-stream" if is_file else "application/json"
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        async with rest_client() as client:
            return await client.post(
                f"http://127.0.0.1:{self.server.port}{path}",
                params=query,
                content=content,
                headers={
                    "content-type": kind,
                    **({"accept-language": language} if language else {}),
                },
            )

    async def dossier(self) -> dict[str, Any]:
        """Return the whole dossier."""
        found: dict[str, Any] = (await self.server.get(f"/dossiers/{self.dossier_id}")).json()
        return found

    async def made(self, kind: str) -> dict[str, dict[str, Any]]:
        """Return the data of all artifacts of a kind, by id."""
        artifacts = (await self.dossier()).get("artifacts", [])
        return {one["id"]: one["data"] for one in artifacts if one["kind"] == kind}

    async def rows(self, name: str) -> list[dict[str, Any]]:
        """Return a file of the run, row by row."""
        reply = await self.server.get(f"/backlog/artifacts/{self.dossier_id}/{name}")
        assert reply.status_code == 200, reply.text
        return [json.loads(line) for line in reply.text.splitlines()]

    async def planned(self, message: str = "plan") -> str:
        """Have a plan made, and return its digest."""
        frame = await self.say(message)
        assert frame.get("plans"), frame["response"]
        return str(frame["plans"][-1]["digest"])


def installed(url: str, folder: Path, llm: Llm | None = None, **settings: object) -> Parts:
    """Return the engine with the desk at this tracker, with the built-in model unless one is given."""
    observing = settings.pop("observing", None)
    assert observing is None or isinstance(observing, Observing)
    clock = settings.pop("clock", utc_now)
    assert callable(clock)
    soft = settings.pop("soft_seconds", BUDGET.soft_seconds)
    assert isinstance(soft, float | int)
    support = bool(settings.pop("support", False))

    def make(engine: Engine) -> Desk:
        assert isinstance(engine.settings, BacklogSettings)
        if llm:
            engine = replace(engine, models=lambda _: Models(llm, llm, None), support=support)
        budget = replace(BUDGET, soft_seconds=soft)
        return backlog_desk(engine, tracker_of(engine.settings), engine.settings, budget)

    plug: Plug = replace(PLUG, make=make)
    given = {
        "tess_data_dir": folder,
        "tess_model": "offline",
        "tess_backlog_ado_url": url,
        "tess_backlog_ado_token": TOKEN,
        "tess_backlog_ado_projects": PROJECT,
        "tess_backlog_write": "on",
        "_env_file": None,
        **settings,
    }
    read, guarded = read_settings([plug], **given), "tess_token_secret" in settings
    return build(read, *filter(None, [observing]), desks=[plug], for_tenants=guarded, clock=clock)


@asynccontextmanager
async def at_the_desk(
    here: Place, folder: Path, llm: Llm | None = None, **settings: object
) -> AsyncIterator[Talk]:
    """Serve the desk for as long as the block lasts."""
    parts = installed(here.settings.tess_backlog_ado_url, folder, llm, **settings)
    async with served(parts) as server:
        yield Talk(server, here, parts)
    await parts.close()
    await asyncio.sleep(0)
