"""What comes before anything decides: steps that a desk lists, each of which reads the message or refuses it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from src.dossier.journal import Request
from src.dossier.models import Dossier, SourceBase
from src.dossier.patch import DossierPatch, merged
from src.errors import ForOperator, ForUser, IntakeFailed

log = logging.getLogger(__name__)

Admit = Callable[[Dossier, SourceBase], Awaitable[None]]
"""Looks at a document or picture before it is kept in a dossier; raises a ``ForUser`` error to refuse it."""


async def admit_all(dossier: Dossier, source: SourceBase) -> None:
    """Refuse nothing."""


class IntakeStep(Protocol):
    """One step; steps run in the desk's order, each on the dossier with the changes of those before it."""

    @property
    def name(self) -> str:
        """What the step is called where it fails: one lower-case word."""

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return what the message says, as a change of the dossier, which holds the message already.

        Raises a ``ForUser`` error to refuse it: then nothing was stored, nothing logged of it, nothing sent.
        """


async def read(
    steps: Iterable[IntakeStep], dossier: Dossier, request: Request, seconds: float
) -> DossierPatch:
    """Return what all steps make of a message; each has so many seconds.

    Raises what a step refuses the message with, and ``IntakeFailed`` where a step breaks or takes too long: what was
    not looked at is not let in.
    """
    patches: list[DossierPatch] = []
    for step in steps:
        patches.append(await _read(step, dossier, request, seconds))
        dossier = patches[-1].apply(dossier)
    return merged(patches)


async def _read(
    step: IntakeStep, dossier: Dossier, request: Request, seconds: float
) -> DossierPatch:
    reading = asyncio.create_task(step.read(dossier, request))
    try:
        await asyncio.wait({reading}, timeout=seconds)
    finally:
        in_time = reading.done()
        reading.cancel()
    error = reading.exception() if in_time and not reading.cancelled() else None
    if isinstance(error, ForUser | ForOperator):
        raise error
    if error or not in_time or reading.cancelled():
        log.error("an intake step failed", exc_info=error, extra={"kind": step.name})
        raise IntakeFailed(step=step.name) from error
    return reading.result()
