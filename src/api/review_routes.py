"""Turns over REST: stopped, confirmed; finished answers looked at again, as commands do, and handed over as files."""

import asyncio
from datetime import date
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Path, Query, Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field, StringConstraints

from src.api import replies
from src.api.history_routes import json_only
from src.api.limits import Limits, body_of
from src.api.source_frames import Frame
from src.api.turns import Turns
from src.api.wire import MESSAGE_ID, MessageRequest, PackFrame, SuccessFrame
from src.bootstrap import Parts
from src.desks.desk import presenters
from src.dossier.models import DOSSIER_ID
from src.dossier.plan import DIGEST
from src.dossier_service import DossierService
from src.errors import BadDossierId, BadFields, PackRefused
from src.export.as_html import POLICY
from src.export.formats import FORMATS, Format, file_name
from src.export.pack import LARGEST, MEDIA_TYPE, SUFFIX, opened
from src.review.branches import Retimed, WhatIf
from src.review.check import CheckedAnswer
from src.review.replay import Replayed
from src.review.reruns import Live, Recheck, Reruns, Stale


class CancelFrame(Frame):
    """Whether a turn was stopped."""

    cancelled: bool = Field(description="False: it had ended, or is just being stored.")


class Confirmation(Frame):
    """A person's yes to a plan that they were shown whole."""

    confirm: Annotated[str, StringConstraints(pattern=DIGEST)]
    """The digest of the plan."""
    message_id: Annotated[str, StringConstraints(pattern=MESSAGE_ID)] | None = None
    """The client's own id; sent again, it returns the stored reply."""


def add_turns(app: FastAPI, turns: Turns) -> None:
    """Add the routes that stop a turn, and that confirm a plan."""

    @app.post("/turns/{message_id}/cancel", dependencies=[Depends(json_only)])
    async def cancel(message_id: Annotated[str, Path(pattern=MESSAGE_ID)]) -> CancelFrame:
        """Stop the turn of a message, unless it has ended or is just being stored; nothing of it is stored then."""
        return CancelFrame(cancelled=turns.cancel(message_id))

    @app.post(
        "/dossiers/{dossier_id}/confirm",
        dependencies=[Depends(json_only)],
        response_model_exclude_none=True,
    )
    async def confirm(
        dossier_id: str, body: Confirmation, accept_language: Annotated[str, Header()] = ""
    ) -> SuccessFrame:
        """Confirm a plan and have it carried out; the reply, once all was done that could be, says what came of it."""
        if not DOSSIER_ID.fullmatch(dossier_id):
            raise BadDossierId
        request = MessageRequest(
            message="", dossier_id=dossier_id, message_id=body.message_id, confirm=body.confirm
        )
        language = replies.preferred(accept_language)
        return await turns.answered(request, dossier_id, language)


INERT = {"content-security-policy": POLICY}
"""A memo holds words of strangers: no browser may run anything of it."""

MEMO: dict[int | str, dict[str, Any]] = {
    200: {"content": {pair.media_type.partition(";")[0]: {} for pair in FORMATS.values()}}
}
PACK: dict[int | str, dict[str, Any]] = {200: {"content": {MEDIA_TYPE: {}}}}
PACK_SENT = {
    "requestBody": {
        "required": True,
        "content": {kind: {} for kind in (MEDIA_TYPE, "application/octet-stream")},
    }
}


def add_export(app: FastAPI, dossiers: DossierService, limits: Limits) -> None:
    """Add the routes that hand dossiers over."""

    @app.get("/dossiers/{dossier_id}/export", response_class=Response, responses=MEMO)
    async def export(
        dossier_id: str, named: Annotated[Format, Query(alias="format")], answer: str | None = None
    ) -> Response:
        """Return the memo of an answer, of the newest where none is named, as a file."""
        memo = await dossiers.memo(dossier_id, answer)
        # A PDF takes a tenth of a second, in which others want to be served.
        pictures = await dossiers.pictures(memo)
        data = await asyncio.to_thread(FORMATS[named].render, memo, pictures)
        return _file(data, FORMATS[named].media_type, file_name(memo, named))

    @app.get("/dossiers/{dossier_id}/pack", response_class=Response, responses=PACK)
    async def pack(dossier_id: str) -> Response:
        """Return the whole dossier as one sealed file."""
        return _file(await dossiers.pack(dossier_id), MEDIA_TYPE, f"{dossier_id}{SUFFIX}")

    @app.post("/packs/open", openapi_extra=PACK_SENT)
    async def open_pack(request: Request) -> PackFrame:
        """Return what is in a sealed file, once it was found sound; nothing of it is stored."""
        # A page elsewhere can't make a browser send this type unasked.
        if request.headers.get("content-type", "") not in (MEDIA_TYPE, "application/octet-stream"):
            raise BadFields(field="Content-Type", problem="wrong_value")
        sent = await body_of(request, limits, _bound)
        found = await asyncio.to_thread(opened, sent)
        return PackFrame(
            seal=found.manifest.seal,
            program=found.manifest.program,
            entries=len(found.lines),
            dossier=found.dossier,
        )


def _bound(size: int) -> None:
    if size > LARGEST:
        raise PackRefused(problem="too_large", member="pack")


def _file(data: bytes, media_type: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', **INERT}
    return Response(data, media_type=media_type, headers=headers)


class CheckFrame(Frame):
    """The answers of a dossier, each judged again."""

    dossier_id: str
    same: bool = Field(description="Whether nothing differs from what was stored.")
    answers: list[CheckedAnswer]


class LiveRequest(Frame):
    """Which answer to ask for again; the last one where none is named."""

    answer: str | None = Field(None, max_length=40)


class RetimeRequest(LiveRequest):
    """By the sources of which day, and whether the branch is to be kept as a new dossier."""

    as_of: date
    keep: bool = False


class WhatIfRequest(LiveRequest):
    """Which sources to leave out and to add, each by its id, its title or its number."""

    model_config = ConfigDict(populate_by_name=True)

    without: list[str] = Field(default=[], max_length=1_000)
    added: list[str] = Field(default=[], alias="with", max_length=1_000)


AnswerId = Annotated[str | None, Query(max_length=40)]


def add_review(app: FastAPI, parts: Parts) -> None:
    """Add the routes that judge answers again, and those that ask the model again."""
    speaks = presenters(parts.desks)
    recheck = Recheck(parts.store, parts.rules_of, speaks)
    reruns = Reruns(parts.store, parts.answering, speaks)

    @app.get("/dossiers/{dossier_id}/check")
    async def check(dossier_id: str, answer: AnswerId = None) -> CheckFrame:
        """Return every claim with its stored verdict and the one that the gate comes to now."""
        answers = await recheck.check(dossier_id, answer)
        same = all(checked_answer.same for checked_answer in answers)
        return CheckFrame(dossier_id=dossier_id, same=same, answers=answers)

    @app.get("/dossiers/{dossier_id}/replay")
    async def replay(dossier_id: str, answer: AnswerId = None) -> Replayed:
        """Return how an answer comes out when it is made again from its receipt."""
        return await recheck.replay(dossier_id, answer)

    @app.get("/stale")
    async def stale() -> Stale:
        """Return the answers of all dossiers that a change of the library has touched."""
        return await reruns.stale()

    @app.post("/dossiers/{dossier_id}/live", dependencies=[Depends(json_only)])
    async def live(dossier_id: str, body: LiveRequest) -> Live:
        """Ask the model of now the very same, and return what became of each claim; nothing is stored."""
        return await reruns.live(dossier_id, body.answer)

    @app.post("/dossiers/{dossier_id}/retime", dependencies=[Depends(json_only)])
    async def retime(dossier_id: str, body: RetimeRequest) -> Retimed:
        """Ask again by the sources of another day; only a branch that is to be kept is stored."""
        return await reruns.retime(dossier_id, body.answer, body.as_of, body.keep)

    @app.post("/dossiers/{dossier_id}/whatif", dependencies=[Depends(json_only)])
    async def what_if(dossier_id: str, body: WhatIfRequest) -> WhatIf:
        """Ask again from other sources; nothing is stored."""
        return await reruns.what_if(dossier_id, body.answer, body.without, body.added)
