"""A turn step by step: the stages that a desk recorded in what it made, and the tools that ran. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from pydantic import JsonValue, ValidationError

from src.dossier.journal import JournalEntry, Outcome
from src.dossier.models import Frozen
from src.errors import UnknownVersion

STAGES = "stages"
"""Field of an artifact's data in which a desk records what its stages did in the turn that put it."""


class TracedStage(Frozen, extra="ignore"):
    """One stage: what it wrote, how it ended and how long it took; what else was recorded of it is left out."""

    name: str
    seed_name: str = ""
    """What the program that the desk grew from called it; empty: the same."""
    outcome: str = ""
    milliseconds: float = 0
    wrote: dict[str, JsonValue] = {}
    """Attributes by their names."""


class TracedCall(Frozen):
    """One tool call, and how many sources a search found and offered."""

    tool: str
    arguments: str
    outcome: str
    hits: int
    offered: int


class TurnTrace(Frozen):
    """What happened in one turn, in its order."""

    dossier_id: str
    turn: int
    time: datetime
    message: str
    """What the user said; empty for what is no turn of a conversation."""
    outcome: Outcome
    model: str
    stages: tuple[TracedStage, ...]
    calls: tuple[TracedCall, ...]


def trace(entries: Sequence[JournalEntry], turn: int | None = None) -> TurnTrace:
    """Return the trace of a turn, of the last one of the conversation where none is named; ``UnknownVersion``."""
    said = (journal_entry for journal_entry in reversed(entries) if journal_entry.request)
    named = (journal_entry for journal_entry in entries if journal_entry.version == turn)
    entry = next(said if turn is None else named, None)
    if entry is None:
        latest = entries[-1].version if entries else 0
        raise UnknownVersion(version=str(turn or 0), latest=str(latest))
    return TurnTrace(
        dossier_id=entry.dossier_id,
        turn=entry.version,
        time=entry.time,
        message=entry.request.message if entry.request else "",
        outcome=entry.turn_outcome,
        model=entry.model.id,
        stages=tuple(_stages(artifact.data for artifact in entry.patch.put_artifacts)),
        calls=tuple(
            TracedCall(
                **tool.model_dump(include={"tool", "arguments", "outcome"}),
                hits=len(tool.hits),
                offered=sum(hit.offered for hit in tool.hits),
            )
            for tool in entry.tools
        ),
    )


def _stages(made: Iterable[dict[str, Any]]) -> Iterator[TracedStage]:
    for data in made:
        recorded = data.get(STAGES)
        for entry in recorded if isinstance(recorded, list) else ():
            try:
                yield TracedStage.model_validate(entry)
            except ValidationError:
                continue  # an artifact may have stages of another meaning
