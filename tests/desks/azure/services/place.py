"""ARM on this machine as a test wants it, and who asks it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import SecretStr

from src.desks.azure.arm_calls import ArmReply, ArmRequest, HeldToken, allowed
from src.desks.azure.services.arm import SECONDS, Arm
from src.desks.azure.services.login import Login, Vault
from src.services.addresses import AddressGuard
from src.services.client import PATIENCE, Patience, ServiceClient
from standins.azure.server import ArmStandin
from standins.azure.world import ArmWorld
from standins.base import read_world
from standins.server import StandinServer
from tests.desks.azure.standing import standing_in
from tests.fakes import Clock

GROUP = "/subscriptions/{{sub1}}/resourceGroups/rg1"
ACCOUNT = f"{GROUP}/providers/Microsoft.Storage/storageAccounts/st01"


def storage(**properties: Any) -> dict[str, Any]:
    """Return the reply that lists a storage account."""
    body = {
        "id": ACCOUNT,
        "name": "st01",
        "type": "Microsoft.Storage/storageAccounts",
        "location": "westeurope",
        "properties": properties,
    }
    return {"path": ACCOUNT, "body": body}


def world(*responses: dict[str, Any], **more: Any) -> ArmWorld:
    """Return a world with these responses."""
    return read_world(ArmWorld, json.dumps({"responses": responses, **more}), "a test")


@dataclass
class Place:
    """A stand-in, what asks it, and the clock of its pauses."""

    server: StandinServer
    standin: ArmStandin
    arm: Arm
    clock: Clock

    @property
    def asked(self) -> list[str]:
        """What came, as method and path."""
        return [f"{one.method} {one.path}" for one in self.server.requests]

    def path(self, template: str) -> str:
        """Return a path with the ids that were drawn."""
        for name, value in self.standin.drawn.items():
            template = template.replace(f"{{{{{name}}}}}", value)
        return template

    def login(self, **options: Any) -> Login:
        return Login(self.arm, options.pop("vault", None) or Vault(), **options)

    def token(self, oid: str | None = None, secret: str | None = None) -> HeldToken:
        """Return the token of a principal as it is held."""
        ends = datetime.now(UTC) + timedelta(hours=1)
        text = secret or self.standin.token(oid)
        drawn = self.standin.drawn
        return HeldToken(drawn["tenant1"], oid or drawn["oid1"], ends, SecretStr(text))

    async def read(
        self, template: str, method: Any = "GET", oid: str | None = None, **given: Any
    ) -> ArmReply:
        """Return the reply to a call, by the version of the table."""
        path = self.path(template)
        call = allowed(method, path)
        assert call, path
        request = ArmRequest(method, path, call.api_version, **given)
        return await self.arm.read(self.token(oid), request)


@asynccontextmanager
async def place(
    *responses: dict[str, Any],
    patience: Patience = PATIENCE,
    per_minute: int = 30,
    seconds: float = SECONDS,
    **more: Any,
) -> AsyncIterator[Place]:
    """Serve a world, and yield it with an ARM whose pauses take no time."""
    clock = Clock()

    async def sleep(seconds: float) -> None:
        clock.sleep(seconds)

    standin = ArmStandin(world(*responses, **more))
    with standing_in(standin) as server:
        guard = AddressGuard([], [server.url])
        client = ServiceClient(guard, patience, redirects=0, sleep=sleep, clock=clock)
        paced: dict[str, Any] = {"per_minute": per_minute, "seconds": seconds}
        arm = Arm(server.url, client, **paced, sleep=sleep, clock=clock)
        try:
            yield Place(server, standin, arm, clock)
        finally:
            await arm.close()
