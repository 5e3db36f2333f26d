"""What comes before anything decides: steps that a desk lists, each of which reads the message or refuses it."""

from typing import Protocol

from src.dossier.journal import Request
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch


class IntakeStep(Protocol):
    """One step; steps run in the desk's order, each on the dossier with the changes of those before it."""

    @property
    def name(self) -> str:
        """What the step is called in traces."""

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        """Return what the message says, as a change of the dossier.

        Raises a ``ForUser`` error to refuse it: then nothing was stored, nothing logged of it, nothing sent.
        """
