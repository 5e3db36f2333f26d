"""The desks over REST: what a client has to know of them, and the routes of their own, below ``/desks/NAME/``."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, signature
from typing import Annotated

from fastapi import APIRouter, Body, Depends, FastAPI, Query
from pydantic import BaseModel

from src.api.desk_frames import DeskList, desk_info
from src.api.history_routes import json_only
from src.bootstrap import Parts
from src.desks.desk import Desk, Route
from src.errors import UnknownDesk

Endpoint = Callable[..., Awaitable[BaseModel]]


def add_desks(app: FastAPI, parts: Parts) -> None:
    """Add the route that tells which desks there are."""

    @app.get("/desks")
    async def desks() -> DeskList:
        """Return the desks of the caller, with all that a client shows of them, in both languages."""
        return DeskList(desks=[await desk_info(desk) for desk in parts.agent.desks.values()])


def add_desk_routes(app: FastAPI, parts: Parts) -> None:
    """Mount the routes of every desk; who may not use the desk is refused as where it does not exist."""
    for desk in parts.desks.values():
        guard = Depends(_guard(parts, desk))
        router = APIRouter(prefix=f"/desks/{desk.name}", tags=[desk.name])
        for route in desk.routes:
            dependencies = [guard] if route.method == "GET" else [guard, Depends(json_only)]
            path = f"/{route.path.lstrip('/')}"
            router.add_api_route(
                path, _endpoint(route), methods=[route.method], dependencies=dependencies
            )
        app.include_router(router)


def desk_named(desks: Mapping[str, Desk], name: str | None) -> str:
    """Return the name of the desk that a new dossier is made at, the first where none is named; ``UnknownDesk``."""
    found = name or next(iter(desks), "")
    if found not in desks:
        raise UnknownDesk(desks=", ".join(desks))
    return found


def _guard(parts: Parts, desk: Desk) -> Callable[[], Awaitable[None]]:
    async def is_theirs() -> None:
        desk_named(parts.agent.desks, desk.name)

    return is_theirs


def _endpoint(route: Route) -> Endpoint:
    """Return the handler as FastAPI reads it: its model comes of the query of a GET, and of the body of a POST."""
    place = Query() if route.method == "GET" else Body()

    async def endpoint(**given: BaseModel) -> BaseModel:
        return await route.handler(**given)

    said = signature(route.handler, eval_str=True)
    parameters = [
        one.replace(annotation=Annotated[one.annotation, place], kind=Parameter.KEYWORD_ONLY)
        for one in said.parameters.values()
    ]
    endpoint.__signature__ = said.replace(parameters=parameters)  # type: ignore[attr-defined]  # read by FastAPI
    endpoint.__name__ = getattr(route.handler, "__name__", "endpoint")
    endpoint.__doc__ = route.handler.__doc__
    return endpoint
