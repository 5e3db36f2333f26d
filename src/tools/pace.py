"""What a tool may know of the turn that it runs in: its time, whom it tells how far it is, what the model was told."""

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf

from src.dossier.models import Dossier


async def untold(stage: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class TurnPace:
    """The turn, as a tool that takes long needs it."""

    seconds_left: Callable[[], float] = lambda: inf
    """Until the turn's soft limit: what takes longer had better end before, and be gone on with in another turn."""
    on_stage: Callable[[str], Awaitable[None]] = untold
    """To be told the name of each stage of the tool's work that begins: clients show it."""
    told: Dossier | None = None
    """The dossier as the state told it, whose numbers the turn's calls have; None: that which a tool is handed."""


PACE: ContextVar[TurnPace] = ContextVar("pace", default=TurnPace())  # noqa: B039  # frozen
"""Of the turn that is running; where none is, a tool may take as long as it likes."""
