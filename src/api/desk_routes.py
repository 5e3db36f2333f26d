"""The desks over REST: what a client has to know of them, and the routes of their own, below ``/desks/NAME/``."""

import re
from collections.abc import Awaitable, Callable
from inspect import Parameter, signature
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, FastAPI, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel

from src.api.desk_calls import DeskRestCall, EndedAsError, calls_at
from src.api.desk_frames import DeskList, desk_info, desk_named
from src.api.history_routes import json_only
from src.api.inside import Inside
from src.api.middleware import as_json
from src.api.upload_routes import FILE, bytes_only
from src.bootstrap import Parts
from src.desks.desk import Desk, Route
from src.errors import CODES
from src.tools.over_rest import RawFile, RestCall
from src.uploads.reader import DocumentReader

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
        guard = Depends(_guard(behind.parts, desk))
        call = Depends(calls_at(desk, behind, reader))
        for route in desk.routes:
            top = f"/{desk.name}" if route.at_root else f"/desks/{desk.name}"
            router = APIRouter(prefix=top, tags=[desk.name])
            checks = [] if route.method == "GET" else [Depends(_BODIES[route.body])]
            returns = signature(route.handler, eval_str=True).return_annotation
            shape: dict[str, Any] = {"openapi_extra": FILE} if route.body == "file" else {}
            shape |= (
                {"response_class": Response} if returns is RawFile else {"response_model": returns}
            )
            router.add_api_route(
                f"/{route.path.lstrip('/')}",
                _endpoint(route, call),
                methods=[route.method],
                dependencies=[guard, *checks],
                **shape,
            )
            app.include_router(router)


_BODIES = {"json": json_only, "file": bytes_only}


def _guard(parts: Parts, desk: Desk) -> Callable[[], Awaitable[None]]:
    async def is_theirs() -> None:
        desk_named(parts.agent.desks, desk.name)

    return is_theirs


def _endpoint(route: Route, call: Any) -> Endpoint:
    """Return the handler as FastAPI reads it: its model comes of the query of a GET, and of the body of a POST."""
    is_body = route.method == "POST" and route.body == "json"
    place = Body() if is_body else Query()
    in_path = set(re.findall(r"{(\w+)}", route.path))

    async def endpoint(**given: Any) -> BaseModel | Response:
        try:
            made = await route.handler(**given)
        except EndedAsError as refused:
            return as_json(refused.frame, CODES[refused.frame.code].status)
        if isinstance(made, RawFile):
            return Response(made.text, media_type=made.media_type)
        return made

    def read(one: Parameter) -> Parameter:
        told: Any
        if one.annotation is RestCall:
            told = Annotated[DeskRestCall, call]
        elif one.name in in_path:
            told = Annotated[one.annotation, Path()]
        else:
            told = Annotated[one.annotation, place]
        return one.replace(annotation=told, kind=Parameter.KEYWORD_ONLY)

    said = signature(route.handler, eval_str=True)
    parameters = [read(one) for one in said.parameters.values()]
    endpoint.__signature__ = said.replace(parameters=parameters, return_annotation=Response)  # type: ignore[attr-defined]  # read by FastAPI
    endpoint.__name__ = getattr(route.handler, "__name__", "endpoint")
    endpoint.__doc__ = route.handler.__doc__
    return endpoint
