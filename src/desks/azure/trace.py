"""A trace: a dossier as the Azure desk counts it; continuing one resets nothing. Pure."""

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property

from pydantic import BaseModel

from src.desks.azure.knowledge import ErrorCode, knowledge
from src.dossier import clarification
from src.dossier.journal import JournalEntry
from src.dossier.models import Artifact, Dossier, Observation

TURNS, TOOL_CALLS = 6, 40
"""Of one trace, all its turns together."""
ROUNDS_PER_TURN, CALLS_PER_TURN = 5, 8

REASON = "azure_question"
"""Why the user is asked, to programs."""

TRACE, CALL, MISSING, EXPLANATION = "trace", "call", "missing", "explanation"
DIAGNOSIS, STEPS = "diagnosis", "steps"
"""Kinds of artifacts: how the trace stands, a call of ARM, what could not be looked at, errors explained, what was
found out, and what to do about it."""

TALK = frozenset(("show_diagnosis",))
"""Tools that only show what there is: a turn of theirs is talk, as is one of words alone."""


class Trace(BaseModel):
    """How a trace stands when a turn begins."""

    holder: str = ""
    """By what it is known whose it is."""
    turns: int = 0
    """This one included; talk about a diagnosis is none."""
    tool_calls: int = 0
    """Before this turn."""
    round: int = 0
    """How often it ended with ``done`` or ``fail``: what was read before that may have changed."""
    progress: int = 0
    """Percent; never falls."""


class MadeCall(BaseModel):
    """A call of a tool, with its arguments as JSON."""

    tool: str
    arguments: str

    @cached_property
    def given(self) -> dict[str, object]:
        """The arguments of a call; nothing of what is none."""
        with suppress(ValueError):
            given = json.loads(self.arguments)
            return given if isinstance(given, dict) else {}
        return {}


class CallRecord(MadeCall):
    """A call of ARM, as it is kept beside the observation that it brought."""

    request: str
    caller: str
    status: int
    bytes: int
    seconds: float
    taken_at: str
    is_cut: bool = False
    round: int = 0
    """Of the trace; what was read in an earlier one may have changed."""
    again: int = 0
    """How often it was answered from the dossier."""


class Missing(BaseModel):
    """What the desk could not look at, so that somebody may add it."""

    capabilities: list[str]


class ErrorExplanation(BaseModel):
    """Which errors were explained out of the desk's table."""

    codes: list[str]


def explained(dossier: Dossier) -> list[str]:
    """Return the errors that were explained so far, the newest last."""
    made = (artifact for artifact in dossier.artifacts if artifact.kind == EXPLANATION)
    return [code for entry in made for code in ErrorExplanation.model_validate(entry.data).codes]


def cards(dossier: Dossier) -> tuple[ErrorCode, ...]:
    """Return the card of the error that was explained last; nothing where none was."""
    return tuple(card for name in explained(dossier)[-1:] if (card := knowledge().named(name)))


def turns_left(dossier: Dossier) -> int:
    """Return how many turns a trace may have after this one."""
    return max(0, TURNS - trace_of(dossier).turns)


def trace_of(dossier: Dossier) -> Trace:
    kept = dossier.artifact(TRACE)
    return Trace.model_validate(kept.data) if kept else Trace()


def begun(dossier: Dossier, entries: Iterable[JournalEntry], holder: str) -> Trace:
    """Return how the trace stands as a turn begins, by the journal: what is undone was done all the same."""
    made = [entry for entry in entries if entry.request is not None]
    return Trace(
        holder=trace_of(dossier).holder or holder,
        turns=1 + sum(not _is_talk(entry) for entry in made),
        tool_calls=sum(len(entry.tools) for entry in made),
        round=sum(entry.turn_outcome in ("done", "fail") for entry in made),
        progress=progress(dossier),
    )


def _is_talk(entry: JournalEntry) -> bool:
    """Return whether a turn neither looked for a cause nor asked for what would tell it."""
    asks = any(
        artifact.kind == clarification.KIND
        for artifact in entry.patch.put_artifacts
        if artifact.data.get("pending")
    )
    return not asks and all(tool.tool in TALK for tool in entry.tools)


def progress(dossier: Dossier) -> int:
    """Return how far a trace is, in percent: more with every reply, and never less than it was."""
    seen = sum(isinstance(source, Observation) for source in dossier.sources)
    return max(trace_of(dossier).progress, min(90, 10 + 8 * seen))


def as_artifact(trace: Trace) -> Artifact:
    """Return a trace as it is kept."""
    return Artifact(id=TRACE, kind=TRACE, data=trace.model_dump(mode="json"))


def calls_left(dossier: Dossier) -> int:
    """Return how many tools this turn may call, by what the trace had before it."""
    return max(0, min(CALLS_PER_TURN, TOOL_CALLS - trace_of(dossier).tool_calls))


def call_key(dossier: Dossier, tool: str, arguments: str) -> str:
    """Return what a call is known by in this round of the trace, however its arguments are written."""
    same = json.dumps([trace_of(dossier).round, tool, json.loads(arguments)], sort_keys=True)
    return f"{CALL}-{hashlib.sha256(same.encode()).hexdigest()[:16]}"


def calls_of(dossier: Dossier) -> dict[str, CallRecord]:
    """Return the calls of ARM that a trace made, by the id of the observation that each brought."""
    made = (artifact for artifact in dossier.artifacts if artifact.kind == CALL)
    return {one.based_on[0]: CallRecord.model_validate(one.data) for one in made if one.based_on}
