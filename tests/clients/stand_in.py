"""A small honest server that speaks the wire and keeps dossiers in memory."""

import asyncio
import json
import socket
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import JSONResponse, Response
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect, WebSocketState

from src.api.desk_frames import desk_info
from src.desks.tax.desk import tax_desk
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.dossier.models import Source
from src.llm.builtin.model import OfflineModel
from tests.fakes import ListRetriever, MemoryStore, law

Frame = dict[str, Any]

SOURCES: list[Frame] = [
    {
        "id": "BWBR0005537/6:7@2024-01-01",
        "kind": "legislation",
        "title": "Awb, artikel 6:7",
        "content": "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.",
        "url": "https://wetten.overheid.nl/jci1.3:c:BWBR0005537&artikel=6:7",
        "heading": "Termijn",
        "as_of": "2024-01-01",
        "digest": False,
    },
    {
        "id": "ECLI:NL:HR:2020:123#digest",
        "kind": "case_law",
        "title": "Hoge Raad, ECLI:NL:HR:2020:123",
        "content": "Een te laat bezwaar is niet-ontvankelijk.",
        "url": "javascript:alert(1)",
        "heading": "",
        "as_of": "2020-02-03",
        "digest": True,
    },
    {
        "id": "guide/setup.md#ports",
        "kind": "document",
        "title": "Ports",
        "content": "The server listens on port 8000.",
        "url": "",
        "heading": "Setup",
        "as_of": None,
        "digest": False,
    },
]


def tax_desk_told(*library: Source) -> Frame:
    """Return what a server says of the tax desk with this library."""
    desk = tax_desk(OfflineModel(OFFLINE_RULES), ListRetriever(*library), MemoryStore())
    with ThreadPoolExecutor(1) as apart:  # a loop may be running here, that of the browser
        return apart.submit(asyncio.run, desk_info(desk)).result().model_dump(mode="json")


class StandIn:
    """The server's state; what a test sets here is what the next turn does."""

    def __init__(self) -> None:
        self.dossiers: dict[str, Frame] = {}
        self.requests: list[Frame] = []
        self.replies: dict[str, Frame] = {}
        self.response = "## Gevonden\n\n- Awb, artikel 6:7"
        self.more: Frame = {}
        """What else a reply has."""
        self.raw: str | None = None
        self.error: Frame | None = None
        self.errors: list[Frame] = []
        """Errors of the next turns, one each."""
        self.accepts = False
        """Whether a message is accepted before its error comes."""
        self.drops = 0
        self.refusals = 0
        self.language = "nl"
        self.has_pages = False
        """Whether lists come page by page; those of an older server come whole."""
        self.has_labels = False
        """Whether its lists know labels and an archive; those of an older server have neither."""
        self.found: list[Frame] = []
        """What a search finds."""
        self.health: Frame = {"status": "ok", "version": "0", "model": "offline", "library": {}}
        self.desks: list[Frame] = [tax_desk_told(law("6:7", "Zes weken."))]
        self.callers: set[int] = set()
        """Ports from which the health was asked for."""
        self.cookies: list[dict[str, str]] = []
        """What came with that."""
        self.address = ""
        self.token = ""
        self.pages: dict[str, Any] = {}
        """What else there is, by path; an older server has none of it."""
        self.texts: dict[str, str] = {}
        """And what is no JSON."""
        self.pieces: list[str] = []
        """What is streamed of a reply."""
        self.cancelled: list[str] = []
        """Message ids of turns that somebody had stopped."""
        self.held = threading.Event()
        """Replies wait until this is set."""
        self.held.set()

    def lets_in(self, caller: HTTPConnection) -> bool:
        """Whether a caller shows the token that is asked for, if any is."""
        return not self.token or caller.headers.get("authorization") == f"Bearer {self.token}"

    def turn(self, request: Frame) -> Frame:
        """Commit one turn and return its final frame; a repeated message id returns that again."""
        message_id = str(request["message_id"])
        if message_id in self.replies:
            return self.replies[message_id]
        dossier_id = request.get("dossier_id") or f"dos-{uuid.uuid4().hex}"
        desk = str(request.get("desk") or self.desks[0]["name"])
        dossier = self.dossiers.setdefault(dossier_id, new_dossier(dossier_id, desk))
        dossier["conversation"] += [
            {"role": "user", "content": request["message"]},
            {"role": "assistant", "content": self.response},
        ]
        dossier["version"] += 1
        dossier["language"] = self.language
        self.replies[message_id] = {
            "status": "success",
            "response": self.response,
            "dossier_id": dossier_id,
            "version": dossier["version"],
            "language": self.language,
            "model": "offline",
            "sources": [],
            **self.more,
        }
        return self.replies[message_id]


def new_dossier(dossier_id: str, desk: str = "tax") -> Frame:
    """Return a dossier in which one source is selected and one is left out."""
    return {
        "id": dossier_id,
        "desk": desk,
        "version": 0,
        "created_at": "2026-01-02T10:00:00Z",
        "conversation": [],
        "sources": SOURCES,
        "selected_ids": [SOURCES[0]["id"]],
        "answers": [],
    }


def application(state: StandIn) -> FastAPI:
    """Return the app that serves ``state``."""
    app = FastAPI()

    @app.websocket("/ws")
    async def talk(websocket: WebSocket) -> None:
        if not state.lets_in(websocket):
            await websocket.close()
            return
        await websocket.accept()
        request = json.loads(await websocket.receive_text())
        state.requests.append(request)
        if state.raw is not None:
            await websocket.send_text(state.raw)
        elif state.refusals:
            state.refusals -= 1
            begun = {"seq": 1, "event": "accepted", "dossier_id": request.get("dossier_id")}
            await websocket.send_json({"status": "progress", **begun})
            error = {"error": "Nu even niet.", "code": "model_unavailable", "seq": 2}
            await websocket.send_json({"status": "error", **error})
        elif state.errors:
            await websocket.send_json({"status": "error", **state.errors.pop(0)})
        elif state.error:
            if state.accepts:
                accepted = {"event": "accepted", "dossier_id": request["dossier_id"]}
                await websocket.send_json({"status": "progress", "seq": 1, **accepted})
            await websocket.send_json({"status": "error", **state.error})
        else:
            with suppress(WebSocketDisconnect):  # who has left is told nothing
                reply = state.turn(request)
                await told_as_it_goes(websocket, state, reply, request.get("after", 0))
        if websocket.application_state is WebSocketState.CONNECTED:
            await websocket.close()

    @app.get("/healthz")
    async def health(request: Request, response: Response) -> Frame:
        state.callers |= {request.client.port} if request.client else set()
        state.cookies.append(request.cookies)
        response.set_cookie("kept", "no")
        return state.health

    @app.get("/desks", response_model=None)
    async def desks(request: Request) -> Response | Frame:
        return {"desks": state.desks} if state.lets_in(request) else Response(status_code=401)

    @app.get("/dossiers", response_model=None)
    async def dossiers(request: Request) -> Response | Frame:
        if not state.lets_in(request):
            return Response(status_code=401)
        asked = request.query_params
        rows = [summary(dossier) for dossier in state.dossiers.values()]
        if state.has_labels:
            in_archive, label = asked.get("archived") == "true", asked.get("label")
            if asked.get("archived") != "any":
                rows = [one for one in rows if one["archived"] == in_archive]
            rows = [one for one in rows if label is None or label in one["labels"]]
        return paged(rows, "dossiers", request) if state.has_pages else {"dossiers": rows}

    @app.get("/dossiers/{dossier_id}", response_model=None)
    async def dossier(dossier_id: str) -> Response | Frame:
        if dossier_id in state.dossiers:
            return state.dossiers[dossier_id]
        error = {"status": "error", "error": "Dit dossier bestaat niet.", "code": "unknown_dossier"}
        return JSONResponse(error, status_code=404)

    @app.post("/turns/{message_id}/cancel")
    async def cancel(message_id: str) -> Frame:
        state.cancelled.append(message_id)
        if runs := not state.held.is_set():
            state.dossiers.clear()  # it would have been the first
        return {"cancelled": runs}

    @app.get("/find", response_model=None)
    async def find(request: Request) -> Response | Frame:
        if not state.has_pages:
            return await other("find")
        return paged(state.found, "found", request)

    @app.api_route("/{path:path}", methods=["GET", "POST"], response_model=None)
    async def other(path: str) -> Response | Any:
        if path in state.texts:
            return Response(state.texts[path])
        return state.pages.get(path, JSONResponse({"detail": "Not Found"}, status_code=404))

    return app


def paged(rows: list[Frame], name: str, request: Request) -> Frame:
    """Return the page that is asked for; its cursor is a number here."""
    first = int(request.query_params.get("cursor", "0"))
    last = first + int(request.query_params.get("limit", "20"))
    more = {"next": str(last)} if last < len(rows) else {}
    return {name: rows[first:last], **more}


async def told_as_it_goes(websocket: WebSocket, state: StandIn, reply: Frame, after: int) -> None:
    """Send the progress of a turn and then its reply, unless the connection is to drop first."""
    accepted = {"event": "accepted", "dossier_id": reply["dossier_id"]}
    deltas = ({"event": "delta", "text": piece} for piece in state.pieces)
    searching = {"event": "tool", "tool": "get_legislation", "label": "zoekt wetgeving"}
    events = (accepted, {"event": "deciding"}, searching, *deltas)
    for number, event in enumerate(events, start=1):
        if number > after:
            await websocket.send_json({"status": "progress", "seq": number, **event})
    while not state.held.is_set():
        await asyncio.to_thread(state.held.wait, 0.05)
    if state.drops:
        state.drops -= 1
        await websocket.close(1011)
    else:
        await websocket.send_json(reply)


def summary(dossier: Frame) -> Frame:
    """Return the dossier's line in the list."""
    known = ("id", "desk", "version", "created_at", "updated_at", "labels", "archived")
    kept = {name: dossier[name] for name in known if name in dossier}
    said = dossier["conversation"]
    return kept | {"title": said[0]["content"] if said else ""}


@contextmanager
def running(state: StandIn, port: int = 0) -> Iterator[StandIn]:
    """Serve ``state`` on this port of this machine, or on a free one, while the block runs."""
    listener = socket.create_server(("127.0.0.1", port))
    state.address = f"ws://127.0.0.1:{listener.getsockname()[1]}/ws"
    server = uvicorn.Server(
        uvicorn.Config(application(state), log_level="error", access_log=False, lifespan="off")
    )
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
    thread.start()
    try:
        yield state
    finally:
        state.held.set()
        server.should_exit = True
        thread.join()
        listener.close()
