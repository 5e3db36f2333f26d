"""Documents of the client, over REST: checked first, then added by who agreed. Nothing is kept in between."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request

from src.api.bodies import body_of
from src.api.desk_frames import desk_named
from src.api.history_frames import Changed, changed
from src.api.limits import Limits
from src.api.middleware import language_of
from src.desks.desk import Desk
from src.dossier.models import Dossier, Frozen, Language
from src.dossier.personal import Masked
from src.dossier_service import DossierService
from src.errors import BadFields, CheckFirst
from src.search.loaders.readers import Kind
from src.uploads.limits import UploadLimits
from src.uploads.reader import CheckedDocument, DocumentReader, Personal
from src.wording import WORDINGS

FILE: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/octet-stream": {}}}
}

Name = Annotated[str, Query(min_length=1, description="The file's name: a label, never a path.")]

ForDesk = Annotated[
    str | None, Query(max_length=64, description="Of the dossier; left out: the first there is.")
]

Mask = Annotated[
    Masked,
    Query(
        description="Where its personal data is masked: `quotes`, wherever it is quoted; `text`, in its very text, "
        "before that is kept; `none`, nowhere."
    ),
]


class LimitsFrame(Frozen):
    """What a document may be; beyond it the document is refused."""

    bytes: int
    pages: int
    unpacked_bytes: int
    characters: int
    seconds: float


class CheckedFrame(Frozen):
    """What is in a document; nothing of it was stored, and nothing was sent to a model."""

    name: str
    sha256: str
    kind: Kind
    pages: int | None
    characters: int
    personal: tuple[Personal, ...]
    notice: str
    """What the check can't tell, and what an agreement allows, for a person."""
    limits: LimitsFrame


async def bytes_only(request: Request) -> None:
    """Refuse a body that a form or page elsewhere could make a browser send unasked."""
    if request.headers.get("content-type", "").strip().lower() != "application/octet-stream":
        raise BadFields(field="Content-Type", problem="wrong_value")


def add_uploads(
    app: FastAPI, dossiers: DossierService, desks: Mapping[str, Desk], limits: Limits
) -> None:
    """Add the routes that check a document of the client, and add it to a dossier; ``desks``: the caller's."""
    reader = DocumentReader(limits.uploads)

    async def checked(request: Request, name: str) -> CheckedDocument:
        return await reader.check(name, await body_of(request, limits, reader.bound))

    async def added(
        request: Request, to: str | Dossier, name: str, agreed: str | None, mask: Mask
    ) -> Changed:
        if not agreed:
            raise CheckFirst
        found = await checked(request, name)
        committed = await dossiers.add_document(to, found.source, found.agreed(agreed), mask)
        return changed(committed.dossier, committed.entry.reply)

    router = APIRouter(dependencies=[Depends(bytes_only)])

    @router.post("/documents/check", openapi_extra=FILE)
    async def check(request: Request, name: Name) -> CheckedFrame:
        """Return what personal data is in a document, and the SHA-256 by which one agrees to it."""
        return _frame(await checked(request, name), language_of(request.scope), limits.uploads)

    @router.post("/dossiers/{dossier_id}/documents", openapi_extra=FILE)
    async def add(
        request: Request,
        dossier_id: str,
        name: Name,
        agreed: str | None = None,
        mask: Mask = "quotes",
    ) -> Changed:
        """Add a document to a dossier, as a source of its own and selected; ``agreed`` is its SHA-256."""
        await dossiers.at(dossier_id)  # before a file of any size is taken in
        return await added(request, dossier_id, name, agreed, mask)

    @router.post("/documents", openapi_extra=FILE)
    async def begin(
        request: Request,
        name: Name,
        agreed: str | None = None,
        mask: Mask = "quotes",
        desk: ForDesk = None,
    ) -> Changed:
        """Make a dossier that has this document, as a source of its own and selected."""
        to = dossiers.new(desk_named(desks, desk), language_of(request.scope))
        return await added(request, to, name, agreed, mask)

    app.include_router(router)


def _frame(found: CheckedDocument, language: Language, limits: UploadLimits) -> CheckedFrame:
    return CheckedFrame(
        name=found.name,
        sha256=found.sha256,
        kind=found.kind,
        pages=found.pages,
        characters=len(found.text),
        personal=found.personal,
        notice=WORDINGS[language].personal_notice,
        limits=LimitsFrame(
            bytes=limits.size,
            pages=limits.pages,
            unpacked_bytes=limits.unpacked,
            characters=limits.characters,
            seconds=limits.seconds,
        ),
    )
