"""Documents and pictures of the client, over REST: checked first, then added after a yes."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.responses import Response
from pydantic import Field, ValidationError

from src.api.desk_frames import desk_named
from src.api.history_routes import Changed, changed
from src.api.limits import JSON, Limits, body_of, media_type
from src.api.middleware import language_of
from src.api.source_frames import Frame
from src.api.wire import MESSAGE_LIMIT, bad_fields
from src.bootstrap import Parts
from src.desks.desk import Desk
from src.dossier.blobs import MOST
from src.dossier.models import Dossier, Language, Picture, is_empty
from src.dossier.personal import Masked
from src.dossier_service import DossierService
from src.errors import BadFields, CheckFirst, MessageTooLarge, PictureNotChecked, SecretInPicture
from src.masking.personal import Personal
from src.search.loaders.readers import Kind
from src.services.addresses import LONGEST_ADDRESS
from src.uploads.limits import UploadLimits
from src.uploads.pages import PageReader
from src.uploads.picture_reader import (
    CheckedPicture,
    MayLeave,
    MediaType,
    PictureReader,
    PictureText,
)
from src.uploads.reader import CheckedDocument, DocumentReader
from src.wording import WORDINGS

OCTETS = "application/octet-stream"

BEGINNING = 400
"""Characters of a page that who is to agree sees: that it is the page that they meant, and no form to log in by."""


class Addressed(Frame):
    """A page, by its address, in place of a file."""

    address: str = Field(min_length=1, max_length=LONGEST_ADDRESS)


FILE: dict[str, Any] = {"requestBody": {"required": True, "content": {OCTETS: {}}}}

FILE_OR_ADDRESS: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            OCTETS: {},
            JSON: {
                "schema": Addressed.model_json_schema(),
                "example": {"address": "https://www.belastingdienst.nl/bezwaar"},
            },
        },
    }
}

Name = Annotated[str, Query(min_length=1, description="The file's name: a label, never a path.")]

NameOfFile = Annotated[
    str | None,
    Query(min_length=1, description="The file's name: a label, never a path. A page has its own."),
]

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


class LimitsFrame(Frame):
    """What a document may be; beyond it the document is refused."""

    bytes: int
    pages: int
    unpacked_bytes: int
    characters: int
    seconds: float


class CheckedFrame(Frame):
    """What is in a document; nothing of it was stored, and nothing was sent to a model."""

    name: str
    sha256: str
    kind: Kind
    pages: int | None
    characters: int
    personal: tuple[Personal, ...]
    secrets: dict[str, int] = Field(
        {}, exclude_if=is_empty, description="Keys and passwords in it: how many of each kind."
    )
    notice: str
    """What becomes of secrets in it, what the check can't tell, and what an agreement allows, for a person."""
    limits: LimitsFrame
    address: str = Field("", exclude_if=is_empty, description="Of a page: where it was fetched.")
    fetched: date | None = Field(None, exclude_if=is_empty, description="Of a page: on which day.")
    beginning: str = Field("", exclude_if=is_empty, description="Of a page: how its text begins.")


async def bytes_only(request: Request) -> None:
    """Refuse a body that a form or page elsewhere could make a browser send unasked."""
    if request.headers.get("content-type", "").strip().lower() != OCTETS:
        raise BadFields(field="Content-Type", problem="wrong_value")


async def file_or_address(request: Request) -> None:
    """Refuse any body but a file or JSON, for the same reason: no form sends JSON either."""
    if media_type(request) != JSON:
        await bytes_only(request)


def add_uploads(app: FastAPI, parts: Parts, dossiers: DossierService, limits: Limits) -> None:
    """Add the routes that check a document of the client, and add it to a dossier."""
    reader = DocumentReader(limits.uploads)
    pages = PageReader(parts.page_guard, reader)

    async def file_in(request: Request, name: str | None) -> CheckedDocument:
        if name is None:
            raise BadFields(field="name", problem="missing")
        return await reader.check(name, await body_of(request, limits, reader.bound))

    async def added(
        request: Request, to: str | Dossier, name: str | None, agreed: str | None, mask: Mask
    ) -> Changed:
        if not agreed:
            raise CheckFirst
        if media_type(request) == JSON:
            found = await pages.agreed(await _address_in(request, limits), agreed)
        else:
            found = await file_in(request, name)
        committed = await dossiers.add_document(to, found.source, found.agreed(agreed), mask)
        return changed(committed.dossier, committed.entry.reply)

    router = APIRouter(dependencies=[Depends(file_or_address)])

    @router.post("/documents/check", openapi_extra=FILE_OR_ADDRESS)
    async def check(request: Request, name: NameOfFile = None) -> CheckedFrame:
        """Return what is sensitive in a document or a page, and the SHA-256 by which one agrees to it."""
        if media_type(request) == JSON:
            found = await pages.check(await _address_in(request, limits))
        else:
            found = await file_in(request, name)
        return _frame(found, language_of(request.scope), limits.uploads)

    @router.post("/dossiers/{dossier_id}/documents", openapi_extra=FILE_OR_ADDRESS)
    async def add(
        request: Request,
        dossier_id: str,
        name: NameOfFile = None,
        agreed: str | None = None,
        mask: Mask = "quotes",
    ) -> Changed:
        """Add a document to a dossier, as a source of its own and selected; ``agreed`` is its SHA-256."""
        await dossiers.at(dossier_id)  # before a file of any size is taken in
        return await added(request, dossier_id, name, agreed, mask)

    @router.post("/documents", openapi_extra=FILE_OR_ADDRESS)
    async def begin(
        request: Request,
        name: NameOfFile = None,
        agreed: str | None = None,
        mask: Mask = "quotes",
        desk: ForDesk = None,
    ) -> Changed:
        """Make a dossier that has this document, as a source of its own and selected."""
        to = dossiers.new(desk_named(parts.agent.desks, desk), language_of(request.scope))
        return await added(request, to, name, agreed, mask)

    app.include_router(router)


async def _address_in(request: Request, limits: Limits) -> str:
    def bound(size: int) -> None:
        if size > MESSAGE_LIMIT:
            raise MessageTooLarge(limit=str(MESSAGE_LIMIT))

    try:
        return Addressed.model_validate_json(await body_of(request, limits, bound)).address
    except ValidationError as error:
        raise bad_fields(error.errors()[0]) from None


def _frame(found: CheckedDocument, language: Language, limits: UploadLimits) -> CheckedFrame:
    from src.masking.typed import mask  # hundreds of forms; without files they are not needed

    same = ("sha256", "kind", "pages", "personal", "secrets", "fetched")
    return CheckedFrame(
        name=mask(found.name),
        characters=len(found.text),
        notice=WORDINGS[language].notice_of(found.secrets),
        limits=LimitsFrame(
            bytes=limits.size,
            pages=limits.pages,
            unpacked_bytes=limits.unpacked,
            characters=limits.characters,
            seconds=limits.seconds,
        ),
        address=mask(found.address),
        beginning=mask(found.text[: 2 * BEGINNING])[:BEGINNING] if found.address else "",
        **{name: getattr(found, name) for name in same},
    )


SHOWN: dict[int | str, dict[str, Any]] = {
    200: {"content": {f"image/{kind}": {} for kind in ("png", "jpeg", "webp")}}
}

INERT = {"content-security-policy": "default-src 'none'; sandbox"}
"""For who opens it by its address: it is a picture and can be nothing else."""

Shows = Annotated[
    str,
    Query(
        max_length=1000,
        description="What it shows, for who can't see it and for search; the file's name if empty.",
    ),
]


Unread = Annotated[
    bool,
    Query(
        description="Whether the model may be sent it although its text was not read here: a person's yes to that."
    ),
]


@dataclass(frozen=True)
class PictureGiven:
    """What is said of a picture that is added."""

    name: Name
    agreed: str | None = None
    shows: Shows = ""
    unread: Unread = False


Given = Annotated[PictureGiven, Depends()]


class PictureLimitsFrame(Frame):
    """What a picture may be, and how many a dossier keeps; beyond it the picture is refused."""

    bytes: int
    pixels: int
    pictures: int
    seconds: float


class CheckedPictureFrame(Frame):
    """A picture that can be added; nothing of it was stored, and nothing was sent to a model."""

    name: str
    sha256: str
    """Of the file; by it one agrees."""
    media_type: MediaType
    width: int
    height: int
    kept_bytes: int
    """Of the picture once it is saved anew, without metadata."""
    notice: str
    """What the check can't tell, and what an agreement allows, for a person."""
    asks_unread: bool = Field(False, exclude_if=is_empty)
    """Whether the model would see it but for its text, which is not read here: `unread` is then a person's to say."""
    limits: PictureLimitsFrame


def add_pictures(app: FastAPI, parts: Parts, dossiers: DossierService, limits: Limits) -> None:
    """Add the routes that check a picture, add it to a dossier and show it."""
    reader, texts = PictureReader(limits.pictures), PictureText(limits.pictures)

    async def checked(request: Request, name: str) -> CheckedPicture:
        return await reader.check(name, await body_of(request, limits, reader.bound))

    async def added(request: Request, to: Dossier | str, at: str, given: PictureGiven) -> Changed:
        if not given.agreed:
            raise PictureNotChecked
        found = await checked(request, given.name)
        agreement = found.agreed(given.agreed)
        source, is_seen = await picture_source(
            parts.desks.get(at), texts, found, given.shows, unread=given.unread
        )
        committed = await dossiers.add_picture(to, source, found.kept, agreement, is_seen)
        return changed(committed.dossier, committed.entry.reply)

    guarded = [Depends(bytes_only)]

    @app.post("/images/check", openapi_extra=FILE, dependencies=guarded)
    async def check(request: Request, name: Name, desk: ForDesk = None) -> CheckedPictureFrame:
        """Return whether a picture can be taken, and the SHA-256 by which one agrees to it."""
        from src.masking.typed import mask  # hundreds of forms, only for pictures

        at = parts.desks[desk_named(parts.agent.desks, desk)]
        reads = (at.reads_pictures or at.sees_pictures) and texts.is_there
        found = await checked(request, name)
        words = WORDINGS[language_of(request.scope)]
        same = ("sha256", "media_type", "width", "height")
        return CheckedPictureFrame(
            name=mask(found.name),
            kept_bytes=len(found.kept),
            notice=words.picture_read_notice if reads else words.picture_notice,
            asks_unread=at.sees_pictures and not reads,
            limits=PictureLimitsFrame(
                bytes=limits.pictures.size,
                pixels=limits.pictures.pixels,
                pictures=MOST,
                seconds=limits.pictures.seconds,
            ),
            **{name: getattr(found, name) for name in same},
        )

    @app.post("/dossiers/{dossier_id}/images", openapi_extra=FILE, dependencies=guarded)
    async def add(request: Request, dossier_id: str, given: Given) -> Changed:
        """Add a picture to a dossier, as a source of its own and selected; ``agreed`` is its SHA-256."""
        dossier = await dossiers.at(dossier_id)  # before a file of any size is taken in
        return await added(request, dossier_id, dossier.desk, given)

    @app.post("/images", openapi_extra=FILE, dependencies=guarded)
    async def begin(request: Request, given: Given, desk: ForDesk = None) -> Changed:
        """Make a dossier that has this picture, as a source of its own and selected."""
        to = dossiers.new(desk_named(parts.agent.desks, desk), language_of(request.scope))
        return await added(request, to, to.desk, given)

    @app.get("/dossiers/{dossier_id}/images/{sha256}", response_class=Response, responses=SHOWN)
    async def show(dossier_id: str, sha256: str) -> Response:
        """Return the bytes of a picture that the dossier has now."""
        picture, content = await dossiers.picture(dossier_id, sha256)
        return Response(content, media_type=picture.media_type, headers=INERT)


async def picture_source(
    desk: Desk | None, texts: PictureText, found: CheckedPicture, shows: str, *, unread: bool
) -> tuple[Picture, bool]:
    """Return a picture as a source of a dossier at this desk, and whether the desk looks at pictures."""
    is_looked_at = desk is not None and (desk.sees_pictures or desk.reads_pictures)
    lines = await texts.lines(found.kept) if is_looked_at else None
    from src.masking import typed  # hundreds of forms, which a server without readers never needs

    if kinds := typed.counts("\n".join(lines or ())):
        raise SecretInPicture(kinds=", ".join(kinds))  # no mark can take its place
    may_leave: MayLeave = "read" if lines is not None else "unread" if unread else ""
    told = (lines or ()) if desk and desk.reads_pictures else ()
    is_seen = desk is not None and (desk.sees_pictures or bool(told))
    return found.source(shows, told, may_leave), is_seen
