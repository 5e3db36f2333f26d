"""What every door leads to: turns and dossiers, and how much of their work is done at once."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from starlette.routing import BaseRoute

from src.api.limits import Limits
from src.api.turns import Turns
from src.api.work import WorkPools, kinds
from src.bootstrap import Parts
from src.desks.desk import presenters
from src.dossier.models import Dossier, Language, SourceBase
from src.dossier_service import DossierService
from src.errors import StorageFailed

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Inside:
    """A wired engine as doors see it."""

    parts: Parts
    limits: Limits
    pools: WorkPools
    dossiers: DossierService
    turns: Turns
    kinds: Mapping[Language, Mapping[str, str]]
    """What kinds of sources are called."""

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Do beside the work of others what goes on for as long as doors are open; at the end let go of everything."""
        parts = self.parts
        with self.pools.open():
            beside = [asyncio.create_task(_warmed(parts, self.pools))]
            if parts.effects:
                beside.append(asyncio.create_task(parts.effects.keep_up()))
            if parts.retention:
                beside.append(asyncio.create_task(parts.retention.daily()))
            yield
        for task in beside:
            task.cancel()
        await asyncio.wait(beside)
        await parts.close()


class Door(Protocol):
    """Another way in, beside ``/ws`` and REST, that the server mounts."""

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """What is asked for at this door."""

    def open(self) -> AbstractAsyncContextManager[None]:
        """Be open for as long as the block lasts; once."""


MakeDoor = Callable[[Inside], Door]


def inside(parts: Parts, limits: Limits) -> Inside:
    """Return what the doors of a wired engine lead to."""
    known = [kind for desk in parts.desks.values() for kind in desk.source_kinds]
    languages: tuple[Language, ...] = ("nl", "en")
    labels = {spoken: {kind.name: kind.label[spoken] for kind in known} for spoken in languages}

    async def admit(dossier: Dossier, source: SourceBase) -> None:
        if dossier.desk in parts.desks:
            await parts.desks[dossier.desk].admit(dossier, source)

    dossiers = parts.dossiers or DossierService(
        parts.store,
        parts.rules_of,
        presenter_of=presenters(parts.desks),
        admit=admit,
        secret_gate=parts.agent.secrets,
    )
    turns = Turns(
        parts.agent,
        parts.store,
        limits,
        parts.quotas,
        parts.tracer,
        creates=parts.authentication is None,
        kinds=labels,
    )
    return Inside(parts, limits, WorkPools(kinds(limits)), dossiers, turns, labels)


async def _warmed(parts: Parts, pools: WorkPools) -> None:
    """Have lists at hand, by the thread that makes them; nothing waits for it."""
    try:
        with pools.beside_requests():
            await parts.warm()
    except StorageFailed as error:
        told = {"problem": error.details["problem"]}
        log.warning("the index of dossiers could not be warmed", extra=told)
