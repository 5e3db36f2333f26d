"""What tools return to programs: the structured part of every result, from which its schema is made. Pure."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from src.api.replies import success
from src.api.source_frames import SourceInfo, source_infos
from src.api.wire import (
    ArtifactInfo,
    ClarificationInfo,
    DossierLine,
    ErrorFrame,
    FindingInfo,
    PlanInfo,
    SuccessFrame,
)
from src.dossier.models import Answer, Claim, Dossier
from src.dossier.provenance import Event
from src.dossier.store import Committed

Outcome = Literal["done", "request", "continue", "fail", "error"]


class _Shown(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class NumberedSource(SourceInfo):
    """A source of the dossier, without its text."""

    number: int = Field(description="1, 2, 3, ... in the dossier; choose_sources and why take it.")


class QuotedClaim(_Shown):
    """A sentence of an answer, and the words that it stands on."""

    text: str
    quote: str = Field(description="Stands in the source word for word where the verdict says so.")
    source_id: str
    source: int | None = Field(None, description="Number of the source in the dossier.")
    verdict: str | None = Field(None, description="`exact` and `normalised` carry a claim.")


class DoorResult(_Shown):
    """What every tool returns."""

    outcome: Outcome = Field(
        description="How it ended: done, it asks the user something, there is more to do, nothing was found, "
        "or it was refused."
    )
    dossier: str | None = Field(None, description="Id of the dossier, for the next call.")
    version: int | None = Field(None, description="Number of turns that the dossier holds.")
    sources: tuple[NumberedSource, ...] = Field((), description="Of the dossier, in its order.")
    claims: tuple[QuotedClaim, ...] = Field((), description="Of the answer that this is about.")
    code: str | None = Field(None, description="With `error`: why it was refused; stable.")
    error: str | None = Field(None, description="With `error`: a sentence for a person.")
    error_id: str | None = Field(None, description="Under which the server's log tells more.")
    retry_after: int | None = Field(None, description="Seconds to wait before the next try.")
    findings: tuple[FindingInfo, ...] | None = Field(
        None, description="What may not be in a message, masked."
    )
    redacted: str | None = Field(
        None,
        description="The message with marks in their place, to send instead if the user agrees.",
    )


class WaitingPlan(_Shown):
    """A plan that waits for a person; what confirms it is told to no program."""

    id: str = Field(description="Of the artifact.")
    title: str
    operations: int = Field(description="How many things it would write.")


class TurnResult(DoorResult):
    """What came of a turn."""

    reply: str = Field("", description="What the user is to read; Markdown.")
    desk: str | None = None
    language: str | None = Field(None, description="Of the reply, by its code.")
    as_of: date | None = Field(None, description="The day that counts; null: today.")
    answer: str | None = Field(None, description="Id of the answer that this turn gave.")
    shown: str | None = Field(
        None,
        description="Digest of the selection that the user was shown and that is the same still: `confirm` takes it.",
    )
    clarification: ClarificationInfo | None = Field(None, description="What the user is asked.")
    plans: tuple[WaitingPlan, ...] = Field(
        (), description="Plans that wait for a person who confirms them."
    )
    artifacts: tuple[ArtifactInfo, ...] = Field(
        (), description="What the desk made in the dossier."
    )
    message_id: str | None = Field(
        None, description="Of this message; sent again with it, the same call returns its reply."
    )


class DossierPageResult(DoorResult):
    """A page of the list of dossiers."""

    dossiers: tuple[DossierLine, ...] = ()
    next: str | None = Field(None, description="`cursor` of the next page; null: this is the last.")


class SourcesResult(DoorResult):
    """The sources of a dossier."""

    shown: str | None = Field(None, description="As in the result of `ask`.")


class AnswerResult(DoorResult):
    """A finished answer."""

    answer: str | None = Field(None, description="Its id.")
    question: str = ""
    conclusion: str = ""
    open_points: tuple[str, ...] = ()
    missing_facts: tuple[str, ...] = ()


class WhyResult(DoorResult):
    """What happened to a source."""

    events: tuple[Event, ...] = Field((), description="Oldest first.")


class ExportResult(DoorResult):
    """The memo of an answer; the file itself is in the content."""

    name: str = ""
    media_type: str = ""
    size: int = Field(0, description="Bytes.")
    sha256: str = ""


def numbered(dossier: Dossier, kinds: Mapping[str, str]) -> tuple[NumberedSource, ...]:
    """Return the sources of a dossier as programs see them."""
    return _numbered(source_infos(dossier, kinds))


def _numbered(sources: Sequence[SourceInfo]) -> tuple[NumberedSource, ...]:
    return tuple(
        NumberedSource.model_construct(**dict(one), number=number)
        for number, one in enumerate(sources, start=1)
    )


def quoted(answer: Answer, numbers: Mapping[str, int]) -> tuple[QuotedClaim, ...]:
    """Return the claims of an answer as programs see them."""
    return tuple(_quoted(one, numbers) for one in (*answer.claims, *answer.facts))


def _quoted(claim: Claim, numbers: Mapping[str, int]) -> QuotedClaim:
    return QuotedClaim(
        text=claim.text,
        quote=claim.quote,
        source_id=claim.source_id,
        source=numbers.get(claim.source_id),
        verdict=claim.verdict,
    )


def numbers_of(dossier: Dossier) -> dict[str, int]:
    """Return the number of each source by its id."""
    return {source.id: number for number, source in enumerate(dossier.sources, start=1)}


def turn_result(frame: SuccessFrame, dossier: Dossier, message_id: str = "") -> TurnResult:
    """Return what came of a turn, from its last frame and the dossier after it."""
    answer = next((one for one in dossier.answers if _gave(one, frame.version)), None)
    return TurnResult.model_construct(
        outcome=frame.outcome,
        dossier=frame.dossier_id,
        version=frame.version,
        sources=_numbered(frame.sources),
        claims=quoted(answer, numbers_of(dossier)) if answer else (),
        reply=frame.response,
        desk=dossier.desk,
        language=frame.language,
        as_of=frame.as_of,
        answer=answer.id if answer else None,
        # Where something is asked first, there is nothing to confirm.
        shown=None if frame.clarification else shown_digest(dossier),
        clarification=frame.clarification,
        plans=waiting(frame.plans or ()),
        artifacts=tuple(frame.artifacts or ()),
        message_id=message_id or None,
    )


def waiting(plans: Sequence[PlanInfo]) -> tuple[WaitingPlan, ...]:
    """Return plans as programs see them."""
    return tuple(
        WaitingPlan(id=one.id, title=one.title, operations=one.operations) for one in plans
    )


def _gave(answer: Answer, version: int) -> bool:
    return answer.id.partition("-")[0] == f"a{version}"


def changed_result(committed: Committed, kinds: Mapping[str, str]) -> TurnResult:
    """Return what came of a change that was no message."""
    return turn_result(success(committed, kinds, committed.entry.language), committed.dossier)


def answer_result(dossier: Dossier, answer: Answer, kinds: Mapping[str, str]) -> AnswerResult:
    """Return an answer as programs see it."""
    return AnswerResult(
        outcome="done",
        dossier=dossier.id,
        version=dossier.version,
        sources=numbered(dossier, kinds),
        claims=quoted(answer, numbers_of(dossier)),
        answer=answer.id,
        question=answer.question,
        conclusion=answer.conclusion,
        open_points=answer.open_points,
        missing_facts=answer.missing_facts,
    )


def refused(frame: ErrorFrame) -> dict[str, Any]:
    """Return the fields of any result that say why nothing was done."""
    return {
        "outcome": "error",
        "dossier": frame.dossier_id,
        "code": frame.code,
        "error": frame.error,
        "error_id": frame.error_id,
        "retry_after": frame.retry_after,
        "findings": frame.findings and [one.model_dump() for one in frame.findings],
        "redacted": frame.redacted,
    }


def shown_digest(dossier: Dossier) -> str | None:
    """Return the digest of the selection as the user was shown it; None where it has changed since, or is empty."""
    if not (dossier.selected_ids and dossier.selection_was_shown):
        return None
    told = [dossier.id, str(dossier.as_of or ""), *dossier.selected_ids]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def plain(result: BaseModel) -> dict[str, Any]:
    """Return a result as the JSON object that a program gets, as its schema says."""
    return result.model_dump(mode="json")
