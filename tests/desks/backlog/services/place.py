"""Azure DevOps on this machine as a test wants it, and the tracker that asks it."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import SecretStr

from src.desks.backlog.services.ado import LARGEST, PATIENCE, Ado, guard_of
from src.desks.backlog.settings import BacklogSettings
from src.desks.backlog.step_writing import TrackerWriter
from src.desks.backlog.tracker import NewWorkItem
from src.services.client import Patience, ServiceClient
from standins.backlog.server import AdoStandin
from standins.backlog.world import TOKEN, AdoWorld, Fault
from standins.base import StandinReply, StandinRequest, read_world
from standins.server import StandinServer, standing_in
from tests.fakes import Clock

PROJECT = "Backlog"
EPIC = NewWorkItem(type="Epic", title="Rooms")
FEATURE = NewWorkItem(type="Feature", title="Book a room", parent=EPIC.mark)
STORY = NewWorkItem(
    type="User Story",
    title="See which rooms are free",
    description="As a colleague\nI want to see < 5 rooms",
    criteria=("Taken rooms are grey.", "At most a minute old."),
    parent=FEATURE.mark,
    tags=("rooms",),
)


def world(**given: Any) -> AdoWorld:
    """Return a world with this in it."""
    return read_world(AdoWorld, json.dumps(given), "a test")


def fault(status: int = 200, **given: Any) -> Fault:
    """Return what goes wrong once with every request, unless something else is said."""
    names = ("headers", "body", "delay", "fault")
    reply = {name: given.pop(name) for name in names if name in given}
    return Fault(reply=StandinReply(status=status, **reply), **given)


class Killed(Exception):
    """Whoever wrote is not there any more."""


@dataclass
class Place:
    """A stand-in, what asks it, and the clock of its pauses."""

    server: StandinServer
    ado: AdoStandin
    settings: BacklogSettings
    clock: Clock = field(default_factory=Clock)

    @property
    def asked(self) -> list[str]:
        """What came, as method and path below the organization."""
        return [f"{one.method} {one.path.removeprefix('/standin')}" for one in self.server.requests]

    @property
    def writes(self) -> list[StandinRequest]:
        """The requests that write."""
        return [one for one in self.server.requests if writes(one)]

    @property
    def titles(self) -> list[str]:
        """Of all work items that are there, by id."""
        kept = sorted(self.ado.items.kept.items())
        return [one.fields["System.Title"] for _, one in kept if not one.deleted]

    @asynccontextmanager
    async def tracker(
        self, patience: Patience = PATIENCE, *, dies: bool = False, **given: Any
    ) -> AsyncIterator[Ado]:
        """Yield a tracker whose pauses take no time, or end it; ``given`` are other settings, and limits."""
        page = {"page": given.pop("page")} if "page" in given else {}
        largest = given.pop("largest", LARGEST)
        settings = self.settings.model_copy(update=given)

        async def sleep(seconds: float) -> None:
            if dies:
                raise Killed
            self.clock.sleep(seconds)

        guard = guard_of(settings.tess_backlog_ado_url)
        client = ServiceClient(
            guard, patience, largest=largest, redirects=0, sleep=sleep, clock=self.clock
        )
        tracker = Ado(settings, client, **page)
        try:
            yield tracker
        finally:
            await tracker.close()

    @asynccontextmanager
    async def writer(self, **given: Any) -> AsyncIterator[TrackerWriter]:
        async with self.tracker(**given) as tracker:
            yield TrackerWriter(tracker, PROJECT)


def writes(asked: StandinRequest) -> bool:
    """Tell whether a request changes anything."""
    reads = asked.method == "GET" or asked.path.endswith(("/wiql", "/workitemsbatch"))
    return not reads and "validateonly=true" not in asked.query_text.lower()


@contextmanager
def place(made: type[AdoStandin] = AdoStandin, **given: Any) -> Iterator[Place]:
    """Serve a world, by a stand-in of this class."""
    ado = made(world(**given))
    with standing_in(ado) as server:
        settings = BacklogSettings(
            tess_backlog_ado_url=ado.url(server.url),
            tess_backlog_ado_token=SecretStr(TOKEN),
            tess_backlog_ado_projects=f" {PROJECT} ,Other",
            tess_backlog_write="on",
        )
        yield Place(server, ado, settings)
