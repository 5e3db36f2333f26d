"""A service that misbehaves as its world says, and a client of it whose pauses take no time."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from src.services.addresses import AddressGuard
from src.services.client import PATIENCE, Patience, ServiceClient
from standins.base import Standin, read_world
from standins.server import StandinServer, standing_in
from tests.fakes import Clock


class Weather(Standin):
    name = "weather"
    title = "Tells the weather"


@dataclass
class Place:
    """A stand-in and a client of it."""

    server: StandinServer
    client: ServiceClient
    clock: Clock = field(default_factory=Clock)

    @property
    def url(self) -> str:
        return f"{self.server.url}/now"

    @property
    def asked(self) -> list[tuple[str, str]]:
        return [(one.method, one.path) for one in self.server.requests]


def weather(*responses: dict[str, Any], **world: Any) -> Weather:
    """Return the stand-in of a world with these responses, each to ``GET /now`` unless it says otherwise."""
    text = json.dumps({"responses": [{"path": "/now", **one} for one in responses], **world})
    return Weather(read_world(Weather.world_model, text, "a test"))


@asynccontextmanager
async def place(
    *responses: dict[str, Any],
    patience: Patience = PATIENCE,
    **options: Any,
) -> AsyncIterator[Place]:
    """Serve such a world, and yield a client that may ask it and ``listed.example``."""
    clock = Clock()

    async def sleep(seconds: float) -> None:
        clock.sleep(seconds)

    with standing_in(weather(*responses)) as server:
        guard = AddressGuard(["listed.example"], [server.url], _resolve)
        client = ServiceClient(guard, patience, sleep=sleep, clock=clock, **options)
        try:
            yield Place(server, client, clock)
        finally:
            await client.close()


def _resolve(host: str) -> list[str]:
    return {"127.0.0.1": ["127.0.0.1"], "listed.example": ["::ffff:169.254.169.254"]}[host]
