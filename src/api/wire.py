"""Frames of the wire: what a client may send and what it gets. Pure; the server adds the socket."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
)

from src.api.source_frames import FoundSource, Frame, SourceInfo
from src.dossier.clarification import pending
from src.dossier.models import DOSSIER_ID, Dossier
from src.dossier.plan import DIGEST, confirmable
from src.errors import BadDossierId, BadFields, EmptyMessage, MessageTooLarge, NotJson

MESSAGE_LIMIT = 64 * 1024
"""Largest request in bytes; a longer one is refused before it is parsed."""


MESSAGE_ID = r"^[A-Za-z0-9._:-]{1,128}$"
"""What a client may call a message of its own."""


class MessageRequest(Frame):
    """One message of a user: the only frame that a client sends."""

    message: str
    """The user's words, in Dutch or English. Alias: `query`."""
    dossier_id: str | None = None
    """The dossier to go on with; left out: a new one is made."""
    desk: str | None = None
    """The desk of a new dossier; default: the first of `GET /desks`."""
    message_id: Annotated[str, StringConstraints(pattern=MESSAGE_ID)] | None = None
    """The client's own id of this message; sent again, it returns the stored reply."""
    as_of: date | None = None
    """The day that counts, ISO, at a desk that has one; kept by the dossier from then on."""
    stream: bool = False
    """True: progress frames come before the final one."""
    after: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """The last `seq` that arrived before the connection was lost: the rest comes. Needs both ids."""

    confirm: Annotated[str, StringConstraints(pattern=DIGEST)] | None = None
    """The digest of a plan that the user saw and confirms; `message` may be left out then. Needs `dossier_id`."""
    straight: bool = False
    """True: all in one turn, at a desk that would else stop to show what it found."""

    @field_validator("message")
    @classmethod
    def _storable(cls, message: str) -> str:
        message.encode()  # half a surrogate pair can be written in JSON, but is no text
        return message


class ProgressFrame(Frame):
    """What is going on; only sent to a client that asked with `stream`."""

    status: Literal["progress"] = "progress"
    seq: int
    """1, 2, 3, ... within this reply."""
    event: Literal[
        "accepted",
        "deciding",
        "writing",
        "stage",
        "tool",
        "retrieved",
        "verified",
        "operation",
        "stored",
        "delta",
    ]
    dossier_id: str | None = None
    """With `accepted`: the dossier, so that a new one's first message can be sent again."""
    tool: str | None = None
    """With `tool`: the name of the tool that has started; with `writing`: of that written for."""
    stage: str | None = None
    """With `stage`: the name of the desk's stage that has begun."""
    label: str | None = Field(
        None,
        description="With `tool`, `stage` and `writing`: what TESS does meanwhile, in the language of the message; "
        "left out: nothing to tell. With `operation`: what is written outside now.",
    )
    left_out: int | None = None
    """With `deciding`, where a conversation is long: older messages that the model is not given."""
    sources: list[FoundSource] | None = None
    """With `retrieved`: what a search came upon."""
    claims: int | None = None
    """With `verified`: claims of the answer whose quote stands in its source."""
    dropped: int | None = None
    """With `verified`: claims that were left out because theirs does not."""
    pieces: int | None = None
    """With `writing`: pieces of its replies that the model has written so far, a token or a few each."""
    text: str | None = None
    """With `delta`: a piece of the reply; the pieces add up to `response`."""


class ArtifactInfo(Frame):
    """Something that a desk has made in the dossier, without what is in it."""

    id: str
    kind: str = Field(description="A lower-case word; `GET /desks` tells how it is drawn.")
    title: str


class ClarificationInfo(Frame):
    """What the user is asked before the dossier goes on."""

    reason: str = Field(description="Why it is asked; stable, for programs.")
    type: str = Field(description="What kind of reply would do, such as `choice` or `text`.")
    question: str
    choices: list[str] = Field(
        description="Replies to choose from; any other message will do, too."
    )
    pending: bool = Field(description="Whether it still waits for a reply.")


class PlanInfo(Frame):
    """A plan that was shown whole and that a person may confirm now."""

    id: str = Field(description="Of the artifact.")
    title: str
    digest: str = Field(description="What `confirm` takes.")
    operations: int = Field(description="How many things it would write.")


class SuccessFrame(Frame):
    """The reply; the turn is on stable storage."""

    status: Literal["success"] = "success"
    response: str
    """Markdown."""
    dossier_id: str
    version: int
    """Number of turns that the dossier holds, this one included."""
    language: str
    """Language of the reply: `nl`, `en`, or at a desk that speaks more its code in ISO 639."""
    model: str
    """The model that decided; `offline` is the built-in one."""
    as_of: date | None = None
    """The day that counts in this dossier; left out: today."""
    sources: list[SourceInfo]
    outcome: Literal["done", "request", "continue", "fail"]
    """How the turn ended: finished, it asks the user something, there is more to do, or it failed."""
    clarification: ClarificationInfo | None = None
    """What the user is asked; left out where nothing is."""
    artifacts: list[ArtifactInfo] | None = None
    """What the desk has made in the dossier; left out where there is nothing."""
    plans: list[PlanInfo] | None = None
    """Plans that wait for a person who confirms them; left out: none."""
    seq: int | None = None
    """With `stream`: the number after the last progress."""


class FindingInfo(Frame):
    """What may not be in a message, where it stands, and nothing of its value that tells it."""

    kind: str
    masked: str = Field(description="The value with stars for its signs; of a secret nothing.")
    start: int = Field(description="In characters of its text.")
    end: int
    text: int = Field(0, description="0: the message; 1 and on: what came with it or before.")


class ErrorFrame(Frame):
    """Why nothing was changed, and what to do about it."""

    status: Literal["error"] = "error"
    error: str
    """One sentence or two for a person."""
    code: str
    """Stable; for programs."""
    dossier_id: str | None = None
    error_id: str | None = None
    """With `internal`: the reference under which the log tells more."""
    retry_after: int | None = None
    """With `busy` and `limit_reached`: seconds after which it makes sense to send again."""
    findings: list[FindingInfo] | None = None
    """Where something in the message may not be there: what, masked; 200 at most."""
    redacted: str | None = None
    """With `findings`: the message with marks in their place, to send instead."""
    seq: int | None = None
    """With `stream`: the number after the last progress."""


class HealthFrame(Frame):
    """Whether the process is up, and what answers; the latter only to callers who may know."""

    status: Literal["ok"] = "ok"
    version: str | None = Field(None, description="Version of TESS.")
    model: str | None = None
    library: dict[str, int | bool | str] | None = Field(
        None, description="What the desks have to go by: names and values are theirs."
    )


class ReadyFrame(Frame):
    """Whether turns can be answered and stored; `problems` says what is in the way."""

    status: Literal["ready", "not_ready"]
    problems: list[str]


class DossierLine(Frame):
    """One dossier in the list."""

    id: str
    desk: str
    version: int
    created_at: datetime
    title: str
    updated_at: datetime = Field(description="When its last turn was stored.")
    labels: list[str] = []
    archived: bool = Field(False, description="Whether lists leave it out unless asked for it.")


class DossierList(Frame):
    """Dossiers, the most recently changed first."""

    dossiers: list[DossierLine]
    next: str | None = None
    """`cursor` of the next page; absent: this is the last."""


class PackFrame(Frame):
    """What is in a sealed file, which was found sound; nothing of it was stored."""

    seal: str = Field(description="SHA-256 over the list of its parts and their hashes.")
    program: str = Field(description="Version of TESS that made it.")
    entries: int
    dossier: Dossier


_CONSTANT = re.compile(rb"[\[:,\s-](?:NaN|Infinity)|^NaN|^Infinity")


def parse_frame(text: str) -> dict[str, Any]:
    """Return the JSON object in a text frame; raises ``MessageTooLarge`` or ``NotJson``."""
    if len(text) > MESSAGE_LIMIT or len(text.encode(errors="surrogatepass")) > MESSAGE_LIMIT:
        raise MessageTooLarge(limit=str(MESSAGE_LIMIT))
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise NotJson from None
    if not isinstance(document, dict):
        raise NotJson
    return document


def request_in(document: dict[str, Any]) -> MessageRequest:
    """Return the request in a frame; raises a ``ForUser`` error that says what is wrong with it."""
    if "query" in document and "message" not in document:
        document["message"] = document.pop("query")
    if "confirm" in document:
        document.setdefault("message", "")
    try:
        request = MessageRequest.model_validate(document)
    except ValidationError as error:
        raise bad_fields(error.errors(include_url=False, include_input=False)[0]) from None
    if not (request.message.strip() or request.confirm):
        raise EmptyMessage
    if request.dossier_id is not None and not DOSSIER_ID.fullmatch(request.dossier_id):
        raise BadDossierId
    if request.confirm and not request.dossier_id:
        raise BadFields(field="confirm", problem="needs_dossier")
    if request.after is not None and not (request.dossier_id and request.message_id):
        raise BadFields(field="after", problem="needs_ids")
    return request


def refuse_constants(body: bytes) -> None:
    """Raise ``NotJson`` where a body has NaN or Infinity for a value: Python reads them, and JSON has none."""
    if not _CONSTANT.search(body):
        return
    try:
        json.loads(body, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise NotJson from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def bad_fields(error: Mapping[str, Any]) -> BadFields:
    """Return what is wrong with a field, from the first of pydantic's errors; its words are not for people."""
    problems = {"missing": "missing", "extra_forbidden": "unknown_field"}
    names = [part for part in error["loc"] if part not in ("body", "path", "query")]
    field = str(next(iter(names), "body"))[:80]
    return BadFields(field=field, problem=problems.get(error["type"], "wrong_value"))


def pending_clarification(dossier: Dossier) -> ClarificationInfo | None:
    """Return what the user is asked, if anything is."""
    asked = pending(dossier.artifacts)
    return ClarificationInfo.model_validate(asked[-1].model_dump()) if asked else None


def plan_infos(dossier: Dossier) -> list[PlanInfo]:
    """Return the plans that a person may confirm now."""
    return [
        PlanInfo(
            id=artifact.id,
            title=artifact.label,
            digest=plan.digest,
            operations=len(plan.operations),
        )
        for artifact, plan in confirmable(dossier)
    ]
