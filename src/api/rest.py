"""The pages of the server itself and what is kept, over REST: readiness, numbers, description, dossiers, journals."""

import asyncio
import json
import re
import secrets
import shutil
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from src.api import replies
from src.api.limits import JSON
from src.api.middleware import OPEN, OWN_RULE, as_json, language_of
from src.api.turns import Turns
from src.api.wire import DossierLine, DossierList, ErrorFrame, HealthFrame, ReadyFrame, bad_fields
from src.bootstrap import Parts
from src.desks.catalogue import examples
from src.desks.desk import Status
from src.dossier.journal import JournalEntry
from src.dossier.listing import LARGEST_PAGE, filled, pages
from src.dossier.models import DOSSIER_ID, Dossier, Label
from src.dossier.store import DossierPage, DossierQuery
from src.dossier_service import DossierReader
from src.errors import CODES, BadDossierId, NotFound, NotJson, TessError, sentence
from src.identity.caller import is_known
from src.observing.logs import about
from src.observing.metrics import MEDIA_TYPE, Metrics
from src.texts import beside

LEAST_ROOM = 100 * 1024 * 1024
"""Bytes that must be free in the data folder; a turn takes some kilobytes, an ingest some hundred megabytes."""


async def problems(parts: Parts) -> list[str]:
    """Return one sentence for each thing in the way; empty where the server is ready."""
    found: list[str] = []
    asked: list[Callable[[], Awaitable[Status | None]]] = [parts.store.check]
    for ask in (*asked, *(desk.status for desk in parts.desks.values())):
        try:
            status = await ask()
        except TessError as error:
            found.append(sentence(error.code, error.details, "en"))
        else:
            found += status.problems if status else []
    free = await asyncio.to_thread(room, parts.data_dir) if parts.data_dir else LEAST_ROOM
    if free < LEAST_ROOM:
        found.append(f"The disk of the data folder has {free // 2**20} MB left: make room.")
    return found


async def facts(parts: Parts) -> dict[str, int | bool | str]:
    """Return what all desks have; of a name that two of them use, the second's has its desk's name in front."""
    found: dict[str, int | bool | str] = {}
    for name, desk in parts.desks.items():
        for fact, value in (await desk.status()).facts.items():
            found[f"{name}_{fact}" if fact in found else fact] = value
    return found


async def summaries(parts: Parts) -> list[str]:
    """Return what each desk has in a few words, of those that have anything."""
    found = [(await desk.status()).summary for desk in parts.desks.values()]
    return [summary for summary in found if summary]


def weaknesses(parts: Parts) -> list[str]:
    """Return what keeps no turn from being taken, though it may end without an answer."""
    if parts.breaker is None or not parts.breaker.is_open:
        return []
    return ["The model's provider could not be reached lately; what needs no model works."]


def room(folder: Path) -> int:
    """Return the bytes that are free where a folder is, or would be."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.is_dir())
    return shutil.disk_usage(there).free


Schema = dict[str, Any]

ID = f"^{DOSSIER_ID.pattern}$"
NAMED = f"^{DOSSIER_ID.pattern}(@[0-9]{{1,9}})?$"
PATTERNS = {"dossier_id": ID, "a": NAMED, "b": NAMED}
"""Of parameters that our own code checks, as it has its own sentences for them."""


SCHEMA = "#/components/schemas/{model}"

_TOLD = beside(__file__, "openapi")
"""What stands around every route: ways in, and by path the refusals that no code tells of."""


def described(app: FastAPI, *, guarded: bool) -> Callable[[], Schema]:
    """Return what makes the whole description, for the application to serve; ``guarded``: callers need a token."""
    plain = app.openapi

    @cache
    def describe() -> Schema:
        document = plain()
        refused = ErrorFrame.model_json_schema(ref_template=SCHEMA)
        parts = refused.pop("$defs", {})
        document["components"]["schemas"] |= {**parts, "ErrorFrame": refused}
        document["components"]["securitySchemes"] = _TOLD["ways_in"]
        every = document["paths"].items()
        for path, operation in ((path, way) for path, ways in every for way in ways.values()):
            _add_refusals(path, operation["responses"])
            _add_security(path, operation, guarded=guarded)
            for parameter in operation.get("parameters", []):
                if parameter["name"] in PATTERNS:
                    parameter["schema"]["pattern"] = PATTERNS[parameter["name"]]
        told = [item for file in examples() for item in json.loads(file.read_text("utf-8")).items()]
        for route, example in told:
            method, _, path = route.partition(" ")
            operation = document["paths"].get(path, {}).get(method)
            if operation and "request" in example:
                operation["requestBody"]["content"][JSON]["example"] = example["request"]
            if operation:
                operation["responses"]["200"]["content"][JSON]["example"] = example["response"]
        return document

    return describe


def _add_refusals(path: str, responses: Schema) -> None:
    responses.pop("422", None)  # FastAPI's own for a wrong field, which we tell with 400
    for rule in _TOLD["refusals"]:
        if re.fullmatch(rule["paths"], path):
            for status, description in rule["by_status"].items():
                responses.setdefault(status, _refusal(description))


def _add_security(path: str, operation: Schema, *, guarded: bool) -> None:
    if path == OWN_RULE:
        operation["security"] = [{}, {"metrics": []}]
    elif guarded:
        operation["security"] = [*([{}] if path in OPEN else []), {"token": []}]
        operation["responses"]["401"] = _refusal(_TOLD["unknown_caller"])


def _refusal(description: str) -> Schema:
    schema = {"$ref": SCHEMA.format(model="ErrorFrame")}
    return {"description": description, "content": {JSON: {"schema": schema}}}


HERE = ("127.0.0.1", "::1")

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Who sends one of these comes by way of a proxy, wherever the proxy itself may be."""

RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"example": 'tess_turns_total{outcome="answered"} 17.0'}}}
}


def add_metrics(app: FastAPI, metrics: Metrics, token: str | None) -> None:
    """Add the route, and the numbers that are looked up rather than counted."""
    turns: Turns = app.state.turns
    metrics.gauge("tess_turns_running", "Turns that run.", lambda: turns.running)
    metrics.gauge("tess_turns_waiting", "Turns that wait for others.", lambda: turns.waiting)
    metrics.gauge("tess_connections", "Open connections.", lambda: app.state.connections())

    @app.get("/metrics", response_class=Response, responses=RESPONSES)
    async def tell(request: Request) -> Response:
        """Tell numbers in Prometheus's text format; 404 for callers that may not read them."""
        if not may_read(request, token):
            return as_json(replies.worded(NotFound(), language_of(request.scope)), 404)
        return Response(metrics.exposition(), media_type=MEDIA_TYPE)


def may_read(request: Request, token: str | None) -> bool:
    """Return whether numbers are for this request: it has the token, or, where none is set, it is of this machine."""
    if token is not None:
        given = request.headers.get("authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {token}".encode())
    came_straight = not any(name in request.headers for name in FORWARDED)
    return came_straight and request.client is not None and request.client.host in HERE


_PAGE = beside(__file__, "docs_page")
"""The page, the line that starts it, and what a browser may load for it."""


def add_docs_page(app: FastAPI) -> None:
    """Add the page, the line that starts it, and the scripts and styles of the package that has them."""

    async def page(_: Request) -> Response:
        return HTMLResponse(
            _PAGE["page"], headers={"content-security-policy": "; ".join(_PAGE["policy"])}
        )

    async def start(_: Request) -> Response:
        return Response(_PAGE["start"], media_type="text/javascript")

    app.add_route("/docs", page, include_in_schema=False)
    app.add_route("/docs/start.js", start, include_in_schema=False)
    app.mount("/docs/assets", StaticFiles(packages=[("fastapi_offline", "static")]))


Shape = TypeVar("Shape")

DOSSIER, ENTRIES = TypeAdapter(Dossier), TypeAdapter(list[JournalEntry])

ARCHIVED = {"false": False, "true": True, "any": None}

Limit = Annotated[int | None, Query(ge=1, le=LARGEST_PAGE)]
Cursor = Annotated[str, Query(max_length=100, description="`next` of the page before.")]


def add_rest(app: FastAPI, parts: Parts, dossiers: DossierReader) -> None:
    """Add the routes that only read, and what errors of any route look like."""
    _add_health(app, parts)
    _add_dossiers(app, parts, dossiers)
    _add_errors(app, parts)


def _add_health(app: FastAPI, parts: Parts) -> None:
    def may_know() -> bool:
        return parts.authentication is None or is_known()

    @app.get("/healthz", response_model_exclude_none=True)
    async def healthz() -> HealthFrame:
        """Tell that the process is up; to callers who may know also which model answers and what the desks have."""
        if not may_know():
            return HealthFrame()
        return HealthFrame(
            version=app.version, model=parts.llm.id, library=await facts(parts) or None
        )

    @app.get("/readyz", responses={503: {"model": ReadyFrame}})
    async def readyz() -> JSONResponse:
        """Tell whether turns can be stored and the desks can answer, and the problems; 503 where not."""
        found = await problems(parts)
        told = [*found, *weaknesses(parts)] if may_know() else []
        ready = ReadyFrame(status="not_ready" if found else "ready", problems=told)
        return JSONResponse(ready.model_dump(), 200 if ready.status == "ready" else 503)


def _add_dossiers(app: FastAPI, parts: Parts, dossiers: DossierReader) -> None:
    @app.get("/dossiers", response_model_exclude_none=True)
    async def listing(
        limit: Limit = None,
        cursor: Cursor = "",
        desk: Annotated[str, Query(max_length=64, description="Only those of this desk.")] = "",
        label: Annotated[list[Label], Query(description="Only those with each of these.")] = [],  # noqa: B006  # FastAPI copies it
        archived: Annotated[Literal["false", "true", "any"], Query()] = "false",
        words: Annotated[
            str, Query(max_length=200, description="Only those in which this text stands.")
        ] = "",
    ) -> DossierList:
        """List dossiers, the most recently changed first: a page of so many, or all there are."""
        wanted = DossierQuery(desk=desk, labels=tuple(label), archived=ARCHIVED[archived])
        if words.strip():
            page = await dossiers.find(words, limit or LARGEST_PAGE, cursor, wanted)
            found = tuple(dossier.summary for dossier in page.found)
            return _list(DossierPage(dossiers=found, next=page.next))
        if limit is None:
            every = [
                each async for page in pages(parts.store, wanted, cursor) for each in page.dossiers
            ]
            return _list(DossierPage(dossiers=tuple(every)))
        return _list(await filled(parts.store, wanted, cursor, limit))

    @app.get("/dossiers/{dossier_id}", response_model=Dossier)
    async def dossier(dossier_id: str) -> Response:
        """Return a whole dossier, its sources' texts included."""
        return await _told(DOSSIER, await dossiers.loaded(dossier_id))

    @app.get("/dossiers/{dossier_id}/journal", response_model=list[JournalEntry])
    async def entries(dossier_id: str) -> Response:
        """Return every turn of a dossier, oldest first: what was asked, done, changed and said."""
        if not DOSSIER_ID.fullmatch(dossier_id):
            raise BadDossierId
        found = await parts.store.journal(dossier_id)
        if not found:
            await dossiers.loaded(dossier_id)  # which refuses one that is not there
        return await _told(ENTRIES, found)


async def _told(shape: TypeAdapter[Shape], found: Shape) -> Response:
    """Return this as a response, written in a thread: a long dossier takes a while, in which turns want to go on."""
    data = await asyncio.to_thread(shape.dump_json, found)
    return Response(data, media_type="application/json")


def _add_errors(app: FastAPI, parts: Parts) -> None:
    @app.exception_handler(HTTPException)
    async def no_route(request: Request, error: HTTPException) -> JSONResponse:
        # FastAPI's own 400 is a body that can't be read as JSON; all others are about the address.
        told = NotJson() if error.status_code == 400 else NotFound()
        return as_json(replies.worded(told, language_of(request.scope)), error.status_code)

    @app.exception_handler(TessError)
    async def refused(request: Request, error: TessError) -> JSONResponse:
        about(request.path_params.get("dossier_id"))
        parts.tracer.refused(error.code)
        return as_json(replies.failure(error, language_of(request.scope)), error.status)

    @app.exception_handler(replies.TurnRefused)
    async def ended(_: Request, error: replies.TurnRefused) -> JSONResponse:
        return as_json(error.frame, CODES[error.frame.code].status)

    @app.exception_handler(RequestValidationError)
    async def wrong(request: Request, error: RequestValidationError) -> JSONResponse:
        return await refused(request, bad_fields(error.errors()[0]))


def _list(page: DossierPage) -> DossierList:
    lines = [DossierLine(**line.model_dump(exclude={"tenant"})) for line in page.dossiers]
    return DossierList(dossiers=lines, next=page.next or None)
