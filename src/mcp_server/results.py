"""What tools return to programs: the structured part of every result, which holds what this call brought. Pure."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, JsonValue

from src.api.source_frames import SourceInfo, source_infos
from src.api.wire import (
    ArtifactInfo,
    ClarificationInfo,
    DossierLine,
    ErrorFrame,
    PlanInfo,
    SuccessFrame,
)
from src.dossier.models import Answer, Dossier, Frozen
from src.dossier.patch import DossierPatch
from src.dossier.provenance import Event
from src.mcp_server.questions import words_of
from src.texts import beside

Outcome = Literal["done", "request", "continue", "fail", "error"]

SCHEMA = beside(__file__, "results")
"""Of every result; docs/mcp.md tells the other fields, of which a model reads what is there."""


LONGEST_REPLY = 2_800
"""Characters of a reply in a result, which has it twice: as a text and as a field."""


class ShownSource(Frozen):
    """A source of the dossier in brief; ``sources`` and the resources tell the rest."""

    number: int
    """From 1, in the dossier."""
    title: str
    kind: str
    selected: bool


class NumberedSource(SourceInfo):
    """A source of the dossier, without its text."""

    number: int


class QuotedClaim(Frozen):
    """A sentence of an answer, and the words that it stands on."""

    text: str
    quote: str
    source_id: str
    source: int | None = None
    """Number of the source in the dossier."""
    verdict: str | None = None


class WaitingPlan(Frozen):
    """A plan that waits for a person; what confirms it is told to no program."""

    id: str
    title: str
    operations: int


class DoorResult(Frozen):
    """What tools return; fields that have nothing to tell are left out."""

    outcome: Outcome
    dossier: str | None = None
    version: int | None = None
    reply: str = ""
    """What the user is to read; Markdown."""
    sources: tuple[ShownSource | NumberedSource, ...] | None = None
    """What this call brought or changed; ``sources`` lists all, the answer those that it cites."""
    selected: tuple[int, ...] = ()
    """Numbers of all sources that an answer would use."""
    claims: tuple[QuotedClaim, ...] | None = None
    desk: str | None = None
    language: str | None = None
    as_of: date | None = None
    answer: str | None = None
    shown: str | None = None
    """Digest of the selection that the user was shown and that is the same still: ``confirm`` takes it."""
    clarification: ClarificationInfo | None = None
    plans: tuple[WaitingPlan, ...] = ()
    artifacts: tuple[ArtifactInfo, ...] = ()
    """What this call made."""
    message_id: str | None = None
    code: str | None = None
    error: str | None = None
    question: str = ""
    conclusion: str = ""
    open_points: tuple[str, ...] = ()
    missing_facts: tuple[str, ...] = ()
    dossiers: tuple[DossierLine, ...] | None = None
    events: tuple[Event, ...] | None = None
    """Of a source, oldest first."""
    next: str | int | None = None
    """What the next call takes to go on with a list or a text."""
    details: Mapping[str, JsonValue] = {}
    """What else a tool tells, such as the name and the SHA-256 of a file."""


def numbered(dossier: Dossier, kinds: Mapping[str, str]) -> tuple[NumberedSource, ...]:
    """Return the sources of a dossier as programs see them."""
    return tuple(
        NumberedSource.model_construct(**dict(info), number=number)
        for number, info in enumerate(source_infos(dossier, kinds), start=1)
    )


def brief(number: int, source: SourceInfo) -> ShownSource:
    """Return a source in brief."""
    told = {name: getattr(source, name) for name in ("title", "kind", "selected")}
    return ShownSource.model_construct(number=number, **told)


def quoted(answer: Answer, numbers: Mapping[str, int]) -> tuple[QuotedClaim, ...]:
    """Return the claims of an answer as programs see them."""
    told = {"text", "quote", "source_id", "verdict"}
    return tuple(
        QuotedClaim(**claim.model_dump(include=told), source=numbers.get(claim.source_id))
        for claim in (*answer.claims, *answer.facts)
    )


def selected_in(dossier: Dossier) -> tuple[int, ...]:
    """Return the numbers of the sources that an answer would use."""
    chosen = set(dossier.selected_ids)
    return tuple(number for text, number in numbers_of(dossier).items() if text in chosen)


def numbers_of(dossier: Dossier) -> dict[str, int]:
    """Return the number of each source by its id."""
    return {source.id: number for number, source in enumerate(dossier.sources, start=1)}


def turn_result(
    frame: SuccessFrame,
    dossier: Dossier,
    patch: DossierPatch,
    shown: str | None,
    message_id: str = "",
) -> DoorResult:
    """Return what came of a turn, from its last frame, the dossier after it and what it changed."""
    given = (each for each in dossier.answers if each.id.partition("-")[0] == f"a{frame.version}")
    answer = next(given, None)
    touched = {source.id for source in patch.add_sources} | {*patch.select_ids, *patch.unselect_ids}
    made = {artifact.id for artifact in patch.put_artifacts}
    listed = list(enumerate(frame.sources, start=1))
    return DoorResult(
        outcome=frame.outcome,
        dossier=frame.dossier_id,
        version=frame.version,
        sources=tuple(brief(number, info) for number, info in listed if info.id in touched),
        selected=tuple(number for number, info in listed if info.selected),
        claims=quoted(answer, numbers_of(dossier)) if answer else (),
        reply=cut(frame.response, frame.dossier_id, frame.language),
        desk=dossier.desk,
        language=frame.language,
        as_of=frame.as_of,
        answer=answer.id if answer else None,
        # Where something is asked first, there is nothing to confirm.
        shown=None if frame.clarification else shown,
        clarification=frame.clarification,
        plans=waiting(frame.plans or ()),
        artifacts=tuple(artifact for artifact in frame.artifacts or () if artifact.id in made),
        message_id=message_id or None,
    )


def cut(reply: str, dossier_id: str, language: str) -> str:
    """Return a reply whole, or its beginning with how the rest is read."""
    if len(reply) <= LONGEST_REPLY:
        return reply
    end = reply.rfind("\n", 0, LONGEST_REPLY) + 1 or LONGEST_REPLY
    more = words_of(language).cut.format(dossier=dossier_id, offset=end)
    return f"{reply[:end].rstrip()}\n\n{more}"


def waiting(plans: Sequence[PlanInfo]) -> tuple[WaitingPlan, ...]:
    """Return plans as programs see them."""
    return tuple(WaitingPlan(**plan.model_dump(exclude={"digest"})) for plan in plans)


def answer_result(dossier: Dossier, answer: Answer, kinds: Mapping[str, str]) -> DoorResult:
    """Return an answer as programs see it."""
    claims = quoted(answer, numbers_of(dossier))
    cited = {claim.source_id for claim in claims}
    return DoorResult(
        outcome="done",
        dossier=dossier.id,
        version=dossier.version,
        sources=tuple(source for source in numbered(dossier, kinds) if source.id in cited),
        selected=selected_in(dossier),
        claims=claims,
        answer=answer.id,
        question=answer.question,
        conclusion=answer.conclusion,
        open_points=answer.open_points,
        missing_facts=answer.missing_facts,
    )


def refused(frame: ErrorFrame) -> dict[str, Any]:
    """Return the fields of any result that say why nothing was done."""
    told = frame.model_dump(exclude={"status", "seq", "dossier_id"}, exclude_none=True)
    named = {"dossier": frame.dossier_id} if frame.dossier_id else {}
    return {"outcome": "error", **named, **told}


def shown_digest(dossier: Dossier) -> str | None:
    """Return the digest of the selection as the user was shown it; None where it has changed since, or is empty."""
    if not (dossier.selected_ids and dossier.selection_was_shown):
        return None
    told = [dossier.id, str(dossier.as_of or ""), *dossier.selected_ids]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def plain(result: BaseModel) -> dict[str, Any]:
    """Return a result as the JSON object that a program gets; the door's own leaves out what is empty."""
    is_ours = isinstance(result, DoorResult)
    told = result.model_dump(mode="json", exclude_none=True, exclude_defaults=is_ours)
    return {**told.pop("details"), **told} if is_ours and "details" in told else told
