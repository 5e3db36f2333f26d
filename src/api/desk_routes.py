"""The desks over REST: what clients have to know of them, what is done by hand, and routes below ``/desks/NAME/``."""

import re
import secrets
from asyncio import to_thread
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, Query, Request
from fastapi import Path as InPath
from fastapi.responses import Response
from pydantic import BaseModel, Field, JsonValue, StringConstraints, ValidationError

from src.api import replies
from src.api.desk_frames import DeskList, desk_info, desk_named
from src.api.history_routes import Changed, changed, json_only
from src.api.inside import Inside
from src.api.limits import body_of
from src.api.middleware import language_of
from src.api.source_frames import Frame
from src.api.upload_routes import FILE, bytes_only
from src.api.wire import MessageRequest, bad_fields
from src.bootstrap import Parts
from src.desks.desk import ByHand, Desk, Route
from src.dossier.feedback import LONGEST_WHY
from src.dossier.models import Dossier, Language
from src.dossier.store import Committed
from src.dossier.trace import TurnTrace
from src.dossier_service import DossierService
from src.errors import NotFound, UnknownDossier
from src.review.feedback import FeedbackReport, feedback_report
from src.search.documents.collections import collections
from src.tools.base import Arguments
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
        return await self._had(MessageRequest(message=message, dossier_id=dossier_id, desk=desk))

    async def confirm(self, dossier_id: str, digest: str) -> Mapping[str, JsonValue]:
        await self.dossier(dossier_id)
        return await self._had(MessageRequest(message="", dossier_id=dossier_id, confirm=digest))

    async def _had(self, request: MessageRequest) -> Mapping[str, JsonValue]:
        named = request.dossier_id or f"dos-{secrets.token_hex(16)}"
        final = await self._behind.turns.answered(request, named, self.language)
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
            told = Annotated[parameter.annotation, InPath()]
        else:
            told = Annotated[parameter.annotation, place]
        return parameter.replace(annotation=told, kind=Parameter.KEYWORD_ONLY)

    said = signature(route.handler, eval_str=True)
    parameters = [read(parameter) for parameter in said.parameters.values()]
    endpoint.__signature__ = said.replace(parameters=parameters, return_annotation=Response)  # type: ignore[attr-defined]  # read by FastAPI
    endpoint.__name__ = getattr(route.handler, "__name__", "endpoint")
    endpoint.__doc__ = route.handler.__doc__
    return endpoint


Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class CollectionLine(Frame):
    """A collection of documentation that can be searched."""

    name: str
    versions: list[str] = Field(description="Of what it documents; empty where none is known.")
    sections: int
    newest: date | None = Field(description="When the newest of its files was last changed.")
    own: bool = Field(
        False,
        description="True for the program's own: searched where it is chosen, or where there is no other.",
    )


class CollectionList(Frame):
    """The collections that there are."""

    collections: list[CollectionLine]


class Rating(Frame):
    """What a reader thinks of an answer."""

    answer: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        None, description="Its id, such as `a4`; left out: the last one."
    )
    up: bool = Field(description="True: helpful.")
    why: Annotated[str, StringConstraints(max_length=LONGEST_WHY)] = ""


class ScopeChoice(Frame):
    """What a dossier is searched in from now on."""

    collections: Annotated[Sequence[Name], Field(max_length=100)] = ()
    """Names of collections; empty: all but the program's own."""
    version: Annotated[str, StringConstraints(max_length=64)] = ""
    """Of what they document; empty: any."""


class FirstScope(ScopeChoice):
    """What a dossier that is still to be made is searched in."""

    desk: Annotated[str, StringConstraints(max_length=64)] | None = None
    """Of the dossier; left out: the first there is."""


def add_documentation(app: FastAPI, parts: Parts, dossiers: DossierService) -> None:
    """Add the routes."""
    library_dir = (parts.data_dir or Path()) / "library"

    @app.get("/collections")
    async def listed() -> CollectionList:
        """Return the collections of documentation that can be searched, by name."""
        await to_thread(parts.shared.look, library_dir)
        found = await to_thread(collections, library_dir)
        return CollectionList(
            collections=[
                CollectionLine(
                    name=state.name,
                    versions=[each.version for each in state.versions if each.version],
                    sections=state.sections,
                    newest=state.newest,
                    own=state.shipped,
                )
                for state in found
            ]
        )

    @app.get("/feedback")
    async def feedback() -> FeedbackReport:
        """Return what all dossiers of the caller tell of the documentation: votes, open questions, unfound pages."""
        await to_thread(parts.shared.look, library_dir)
        return await feedback_report(parts.store, library_dir)

    @app.get("/dossiers/{dossier_id}/trace")
    async def trace(dossier_id: str, turn: int | None = Query(None, ge=1, le=10**9)) -> TurnTrace:
        """Return a turn step by step, the last one of the conversation where none is named."""
        return await dossiers.trace(dossier_id, turn)

    async def done(
        request: Request, what: ByHand, body: BaseModel, at: Dossier | str | None
    ) -> Changed:
        given = body.model_dump(exclude_none=True, exclude={"desk"})
        made = await by_hand(parts, dossiers, what, given, at, language_of(request.scope))
        return changed(made.dossier, made.entry.reply)

    @app.post("/scope", dependencies=[Depends(json_only)])
    async def begin(body: FirstScope, request: Request) -> Changed:
        """Make a dossier that is searched in these collections and this version."""
        return await done(request, "scope", body, body.desk)

    @app.post("/dossiers/{dossier_id}/feedback", dependencies=[Depends(json_only)])
    async def rate(dossier_id: str, body: Rating, request: Request) -> Changed:
        """Keep what a reader thinks of an answer, in place of what was thought of it before."""
        return await done(request, "feedback", body, await dossiers.at(dossier_id))

    @app.post("/dossiers/{dossier_id}/scope", dependencies=[Depends(json_only)])
    async def choose(dossier_id: str, body: ScopeChoice, request: Request) -> Changed:
        """Search in these collections and this version from now on."""
        return await done(request, "scope", body, await dossiers.at(dossier_id))


async def by_hand(
    parts: Parts,
    dossiers: DossierService,
    what: ByHand,
    given: Mapping[str, Any],
    at: Dossier | str | None,
    language: Language,
) -> Committed:
    """Return what a desk's tool made of what a person gave it, in a dossier or in a new one of the desk that is named.

    Raises ``BadFields``; ``NotFound`` where the desk does not do this, or is not the caller's.
    """
    name = at.desk if isinstance(at, Dossier) else desk_named(parts.agent.desks, at)
    desk = parts.agent.desks.get(name)
    named = desk.by_hand.get(what) if desk else None
    tool = next((tool for tool in desk.tools if tool.name == named), None) if desk else None
    if tool is None:
        raise NotFound
    try:
        args: Arguments = tool.args.model_validate(given)
    except ValidationError as error:
        raise bad_fields(error.errors(include_url=False, include_input=False)[0]) from None
    to = at.id if isinstance(at, Dossier) else dossiers.new(name, language)
    return await dossiers.by_hand(to, tool, args)
