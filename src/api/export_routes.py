"""Handing over, over REST: the memo of an answer, a whole dossier as one sealed file, and opening such a file."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import Response

from src.api.bodies import body_of
from src.api.limits import Limits
from src.api.wire import PackFrame
from src.dossier_service import DossierService
from src.errors import BadFields, PackRefused
from src.export import pack_reading
from src.export.as_html import POLICY
from src.export.formats import FORMATS, Format, file_name
from src.export.pack import LARGEST, MEDIA_TYPE, SUFFIX

INERT = {"content-security-policy": POLICY}
"""A memo holds words of strangers: no browser may run anything of it."""

MEMO: dict[int | str, dict[str, Any]] = {
    200: {"content": {one.media_type.partition(";")[0]: {} for one in FORMATS.values()}}
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
    router = APIRouter()

    @router.get("/dossiers/{dossier_id}/export", response_class=Response, responses=MEMO)
    async def export(
        dossier_id: str, named: Annotated[Format, Query(alias="format")], answer: str | None = None
    ) -> Response:
        """Return the memo of an answer, of the newest where none is named, as a file."""
        memo = await dossiers.memo(dossier_id, answer)
        # A PDF takes a tenth of a second, in which others want to be served.
        pictures = await dossiers.pictures(memo)
        data = await asyncio.to_thread(FORMATS[named].render, memo, pictures)
        return _file(data, FORMATS[named].media_type, file_name(memo, named))

    @router.get("/dossiers/{dossier_id}/pack", response_class=Response, responses=PACK)
    async def pack(dossier_id: str) -> Response:
        """Return the whole dossier as one sealed file."""
        return _file(await dossiers.pack(dossier_id), MEDIA_TYPE, f"{dossier_id}{SUFFIX}")

    @router.post("/packs/open", openapi_extra=PACK_SENT)
    async def open_pack(request: Request) -> PackFrame:
        """Return what is in a sealed file, once it was found sound; nothing of it is stored."""
        # A page elsewhere can't make a browser send this type unasked.
        if request.headers.get("content-type", "") not in (MEDIA_TYPE, "application/octet-stream"):
            raise BadFields(field="Content-Type", problem="wrong_value")
        sent = await body_of(request, limits, _bound)
        found = await asyncio.to_thread(pack_reading.opened, sent)
        return PackFrame(
            seal=found.manifest.seal,
            program=found.manifest.program,
            entries=len(found.lines),
            dossier=found.dossier,
        )

    app.include_router(router)


def _bound(size: int) -> None:
    if size > LARGEST:
        raise PackRefused(problem="too_large", member="pack")


def _file(data: bytes, media_type: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', **INERT}
    return Response(data, media_type=media_type, headers=headers)
