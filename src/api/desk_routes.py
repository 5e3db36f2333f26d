"""The desks over REST: what a client has to know of them, and the routes of their own, below ``/desks/NAME/``."""

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, signature
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, JsonValue

from src.api import replies
from src.api.desk_frames import DeskList, desk_info, desk_named
from src.api.history_routes import json_only
from src.api.inside import Inside
from src.api.limits import body_of
from src.api.upload_routes import FILE, bytes_only
from src.api.wire import MessageRequest
from src.bootstrap import Parts
from src.desks.desk import Desk, Route
from src.dossier.models import Dossier, Language
from src.errors import UnknownDossier
from src.tools.over_rest import BroughtDocument, RawFile, RestCall
from src.uploads.reader import CheckedDocument, DocumentReader


class DeskRestCall:
    """A request at a route of a desk; it is the ``RestCall`` that handlers are given."""

    def __init__(
        self, request: Request, desk: Desk, behind: Inside, reader: DocumentReader
    ) -> None:
        asked = request.headers.get("accept-language")
        self.language: Language = replies.preferred(asked)
        self.asked_language: Language | None = self.language if asked else None
        self._request, self._desk, self._behind, self._reader = request, desk, behind, reader

    async def say(self, message: str, dossier_id: str | None = None) -> Mapping[str, JsonValue]:
        desk = None if dossier_id else self._desk.name
        return await self._had(
            MessageRequest(message=message, dossier_id=dossier_id, desk=desk), dossier_id
        )

    async def confirm(self, dossier_id: str, digest: str) -> Mapping[str, JsonValue]:
        await self.dossier(dossier_id)
        request = MessageRequest(message="", dossier_id=dossier_id, confirm=digest)
        return await self._had(request, dossier_id)

    async def _had(
        self, request: MessageRequest, dossier_id: str | None
    ) -> Mapping[str, JsonValue]:
        turns, named = self._behind.turns, dossier_id or f"dos-{secrets.token_hex(16)}"
        final = await turns.answered(request, named, self.language)
        return final.model_dump(mode="json", exclude_none=True)

    async def dossier(self, dossier_id: str) -> Dossier:
        found = await self._behind.dossiers.at(dossier_id)
        if found.desk != self._desk.name:
            raise UnknownDossier(dossier_id=dossier_id)
        return found

    async def document(self, name: str) -> CheckedDocument:
        body = await body_of(self._request, self._behind.limits, self._reader.bound)
        return await self._reader.check(name, body)

    async def add(self, dossier_id: str, document: BroughtDocument, agreed: str) -> str:
        assert isinstance(document, CheckedDocument)  # it was read here
        committed = await self._behind.dossiers.add_document(
            dossier_id, document.source, document.agreed(agreed)
        )
        return committed.entry.reply


Endpoint = Callable[..., Awaitable[BaseModel | Response]]


def add_desks(app: FastAPI, parts: Parts) -> None:
    """Add the route that tells which desks there are."""

    @app.get("/desks")
    async def desks() -> DeskList:
        """Return the desks of the caller, with all that a client shows of them, in both languages."""
        return DeskList(desks=[await desk_info(desk) for desk in parts.agent.desks.values()])


def add_desk_routes(app: FastAPI, behind: Inside) -> None:
    """Mount the routes of every desk; who may not use the desk is refused as where it does not exist."""
    reader = DocumentReader(behind.limits.uploads)
    for desk in behind.parts.desks.values():
        _add_routes(app, behind, desk, reader)


_BODIES = {"json": json_only, "file": bytes_only}


def _add_routes(app: FastAPI, behind: Inside, desk: Desk, reader: DocumentReader) -> None:
    async def is_theirs() -> None:
        desk_named(behind.parts.agent.desks, desk.name)

    def call(request: Request) -> DeskRestCall:
        return DeskRestCall(request, desk, behind, reader)

    for route in desk.routes:
        top = f"/{desk.name}" if route.at_root else f"/desks/{desk.name}"
        checks = [] if route.method == "GET" else [Depends(_BODIES[route.body])]
        returns = signature(route.handler, eval_str=True).return_annotation
        shape: dict[str, Any] = {"openapi_extra": FILE} if route.body == "file" else {}
        shape |= {"response_class": Response} if returns is RawFile else {"response_model": returns}
        app.add_api_route(
            f"{top}/{route.path.lstrip('/')}",
            _endpoint(route, Depends(call)),
            methods=[route.method],
            tags=[desk.name],
            dependencies=[Depends(is_theirs), *checks],
            **shape,
        )


def _endpoint(route: Route, call: Any) -> Endpoint:
    """Return the handler as FastAPI reads it: its model comes of the query of a GET, and of the body of a POST."""
    is_body = route.method == "POST" and route.body == "json"
    place = Body() if is_body else Query()
    in_path = set(re.findall(r"{(\w+)}", route.path))

    async def endpoint(**given: Any) -> BaseModel | Response:
        made = await route.handler(**given)
        if isinstance(made, RawFile):
            return Response(made.text, media_type=made.media_type)
        return made

    def read(parameter: Parameter) -> Parameter:
        told: Any
        if parameter.annotation is RestCall:
            told = Annotated[DeskRestCall, call]
        elif parameter.name in in_path:
            told = Annotated[parameter.annotation, Path()]
        else:
            told = Annotated[parameter.annotation, place]
        return parameter.replace(annotation=told, kind=Parameter.KEYWORD_ONLY)

    said = signature(route.handler, eval_str=True)
    parameters = [read(parameter) for parameter in said.parameters.values()]
    endpoint.__signature__ = said.replace(parameters=parameters, return_annotation=Response)  # type: ignore[attr-defined]  # read by FastAPI
    endpoint.__name__ = getattr(route.handler, "__name__", "endpoint")
    endpoint.__doc__ = route.handler.__doc__
    return endpoint
