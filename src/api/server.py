"""The server: one message per WebSocket connection, and the dossiers over REST."""

import asyncio
import logging
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from src.agent import Progress
from src.api.history_routes import add_history
from src.api.review_routes import add_review
from src.api.wire import (
    MESSAGE_LIMIT,
    Code,
    DossierLine,
    DossierList,
    ErrorFrame,
    HealthFrame,
    MessageRequest,
    ProgressFrame,
    ReadyFrame,
    SuccessFrame,
    bad_fields,
    parse_request,
    source_infos,
    words_in,
)
from src.bootstrap import Parts, build
from src.dossier import journal
from src.dossier.journal import JournalEntry
from src.dossier.models import DOSSIER_ID, Dossier, Language
from src.dossier.store import Committed
from src.errors import (
    BadDossierId,
    BadSettings,
    ForUser,
    MessageTooLarge,
    NothingToRedo,
    NothingToUndo,
    NotText,
    OnHold,
    TessError,
    UnknownAnswer,
    UnknownDossier,
    UnknownSource,
    UnknownVersion,
)
from src.intake.language import detect
from src.presenter import caveat
from src.settings import Settings, read_settings
from src.wording import WORDINGS

RECEIVE_SECONDS = 10.0
"""A connection that has not sent its message by then is closed with 1008."""

PROTOCOL_LIMIT = 16 * MESSAGE_LIMIT
"""Above our own limit, so that a message somewhat too long is told so; above this one the connection is just cut."""

log = logging.getLogger(__name__)

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""Names under which a server that listens on this machine only is asked for."""

GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending raises once the client has left, depending on how it left."""

Finish = tuple[SuccessFrame | ErrorFrame, int]
"""The final frame and the code of the close frame behind it."""


def create_app(parts: Parts, hosts: Sequence[str] = LOOPBACK) -> FastAPI:
    """Return the application around a wired engine; requests for another host than these are refused."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await parts.close()

    app = FastAPI(
        lifespan=lifespan,
        title="TESS",
        version=version("tess"),
        description="Dossiers of a Dutch tax assistant. Messages go over the WebSocket `/ws`: see docs/protocol.md.",
    )
    # A page of another site that lets its own name point here must not read client files.
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)
    _add_rest(app, parts)
    add_history(app, parts.store)
    add_review(app, parts)

    @app.websocket("/ws")
    async def converse(websocket: WebSocket) -> None:
        if not _is_welcome(websocket):
            await websocket.close(1008)
            return
        await websocket.accept()
        await _Conversation(websocket, parts).hold()

    return app


class _Conversation:
    """One connection: one message in, one final frame out, then the close frame."""

    def __init__(self, websocket: WebSocket, parts: Parts) -> None:
        self._websocket = websocket
        self._parts = parts
        self._language = _preferred(websocket.headers.get("accept-language"))
        self._dossier_id: str | None = None

    async def hold(self) -> None:
        try:
            received = await asyncio.wait_for(self._websocket.receive(), RECEIVE_SECONDS)
        except TimeoutError:
            await self._websocket.close(1008)
            return
        if received["type"] == "websocket.disconnect":
            return
        frame, close_code = await self._answered(received.get("text"))
        try:
            await self._websocket.send_text(frame.model_dump_json(exclude_none=True))
            await self._websocket.close(close_code)
        except GONE:
            # The client left before its reply; the turn is stored, and its message id returns it.
            log.info("client left before its reply")

    async def _answered(self, text: str | None) -> Finish:
        try:
            if text is None:
                raise NotText
            return await self._turn(self._parsed(text)), 1000
        except TessError as error:
            return self._error(error), 1009 if isinstance(error, MessageTooLarge) else 1000
        except Exception:
            # The other border with a broad catch: a bug ends as a log entry and a bare reference.
            error_id = secrets.token_hex(4)
            log.exception("turn failed, error id %s", error_id)
            return _error_frame(
                Code.INTERNAL, {"error_id": error_id}, self._language, self._dossier_id
            ), 1000

    def _parsed(self, text: str) -> MessageRequest:
        words = words_in(text[:MESSAGE_LIMIT])
        if words.strip():
            self._language = detect(words, self._language)
        return parse_request(text)

    async def _turn(self, request: MessageRequest) -> SuccessFrame:
        self._dossier_id = request.dossier_id or f"dos-{secrets.token_hex(16)}"
        progress = self._progress(request.stream)
        await progress("accepted", None)
        committed = await self._parts.agent.turn(
            self._dossier_id,
            journal.Request(
                message=request.message, message_id=request.message_id, as_of=request.as_of
            ),
            request.desk,
            progress,
        )
        return _success(committed)

    def _progress(self, wanted: bool) -> Progress:
        seq = 0

        async def tell(event: str, tool: str | None = None) -> None:
            nonlocal seq
            if not wanted:
                return
            seq += 1
            dossier_id = self._dossier_id if event == "accepted" else None
            frame = ProgressFrame.model_validate(
                {"seq": seq, "event": event, "dossier_id": dossier_id, "tool": tool}
            )
            try:
                await self._websocket.send_text(frame.model_dump_json(exclude_none=True))
            except GONE:
                return  # the client has gone; a turn that was accepted is finished and stored all the same

        return tell

    def _error(self, error: TessError) -> ErrorFrame:
        log.info("refused: %s", error.code)
        dossier_id = None if isinstance(error, BadDossierId) else self._dossier_id
        return _error_frame(Code(error.code), error.details, self._language, dossier_id)


def _success(committed: Committed) -> SuccessFrame:
    entry, dossier = committed.entry, committed.dossier
    late = caveat(dossier, entry.version)
    return SuccessFrame(
        response=f"{entry.reply}\n\n*{late}*" if late else entry.reply,
        dossier_id=dossier.id,
        version=entry.version,
        language=entry.language,
        model=entry.model.id,
        as_of=dossier.as_of,
        sources=source_infos(dossier),
    )


def _error_frame(
    code: Code, details: dict[str, str], language: Language, dossier_id: str | None = None
) -> ErrorFrame:
    sentence = WORDINGS[language].error(code, details)
    return ErrorFrame(
        error=sentence, code=code, dossier_id=dossier_id, error_id=details.get("error_id")
    )


def _preferred(accept_language: str | None) -> Language:
    """Return the language for a message that says nothing itself: Dutch for who prefers it, else English."""
    return "nl" if (accept_language or "").lower().startswith("nl") else "en"


def _is_welcome(websocket: WebSocket) -> bool:
    """Whether no web page of another site opened this connection; programs send no Origin."""
    origin = websocket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == websocket.headers.get("host")


def _add_rest(app: FastAPI, parts: Parts) -> None:
    @app.get("/healthz")
    async def healthz() -> HealthFrame:
        """Tell that the process is up, which model answers and what there is to search."""
        state = parts.retriever.state
        library: dict[str, int | bool] = {
            "provisions": state.provisions,
            "rulings": state.rulings,
            "starter": state.starter,
        }
        return HealthFrame(version=app.version, model=parts.llm.id, library=library)

    @app.get("/readyz", responses={503: {"model": ReadyFrame}})
    async def readyz() -> JSONResponse:
        """Tell whether turns can be answered and stored; 503 and the problems where not."""
        try:
            await parts.store.check()
            ready = ReadyFrame(status="ready", problems=[])
        except TessError as error:
            problem = WORDINGS["en"].error(error.code, error.details)
            ready = ReadyFrame(status="not_ready", problems=[problem])
        return JSONResponse(ready.model_dump(), 200 if ready.status == "ready" else 503)

    @app.get("/dossiers")
    async def dossiers() -> DossierList:
        """List all dossiers, the most recently changed first."""
        lines = await parts.store.summaries()
        return DossierList(dossiers=[DossierLine(**summary.model_dump()) for summary in lines])

    @app.get("/dossiers/{dossier_id}", responses={404: {"model": ErrorFrame}})
    async def dossier(dossier_id: str) -> Dossier:
        """Return a whole dossier, its sources' texts included."""
        found = await parts.store.load(_checked(dossier_id))
        if found is None:
            raise UnknownDossier(dossier_id=dossier_id)
        return found

    @app.get("/dossiers/{dossier_id}/journal", responses={404: {"model": ErrorFrame}})
    async def entries(dossier_id: str) -> list[JournalEntry]:
        """Return every turn of a dossier, oldest first: what was asked, done, changed and said."""
        found = await parts.store.journal(_checked(dossier_id))
        if not found and await parts.store.load(dossier_id) is None:
            raise UnknownDossier(dossier_id=dossier_id)
        return found

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, error: HTTPException) -> JSONResponse:
        language = _preferred(request.headers.get("accept-language"))
        frame = _error_frame(Code.NOT_FOUND, {}, language)
        return JSONResponse(frame.model_dump(mode="json", exclude_none=True), error.status_code)

    @app.exception_handler(TessError)
    async def refused(request: Request, error: TessError) -> JSONResponse:
        language = _preferred(request.headers.get("accept-language"))
        frame = _error_frame(Code(error.code), error.details, language)
        return JSONResponse(frame.model_dump(mode="json", exclude_none=True), _http_status(error))

    @app.exception_handler(RequestValidationError)
    async def wrong(request: Request, error: RequestValidationError) -> JSONResponse:
        return await refused(request, bad_fields(error.errors()[0]))


def _checked(dossier_id: str) -> str:
    if not DOSSIER_ID.fullmatch(dossier_id):
        raise BadDossierId
    return dossier_id


def _http_status(error: TessError) -> int:
    if isinstance(error, UnknownDossier | UnknownVersion | UnknownSource | UnknownAnswer):
        return 404
    if isinstance(error, NothingToUndo | NothingToRedo | OnHold):
        return 409
    return 400 if isinstance(error, ForUser) else 503


def serve(settings: Settings, announce: Callable[[str], None] = print) -> None:
    """Run the server in the foreground until SIGTERM or Ctrl-C; ``announce`` gets the one line that says where."""
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # It logs whole addresses, and an address may hold a password.
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    listening = listening_socket(settings.api_host, settings.api_port)
    parts = build(settings)
    host, port = listening.getsockname()[:2]
    announce(f"TESS listens on ws://{host}:{port}/ws (model: {parts.llm.id}; {_library(parts)})")
    hosts = LOOPBACK if settings.api_host in (*LOOPBACK, "::1") else ("*",)
    uvicorn.Server(uvicorn_config(create_app(parts, hosts))).run(sockets=[listening])


def uvicorn_config(app: FastAPI) -> uvicorn.Config:
    """Return how the application is served, wherever it is."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=PROTOCOL_LIMIT,
        ws_per_message_deflate=False,
    )


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises ``BadSettings`` where that can't be had. Port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise BadSettings(
            problem=f"the server can't listen on {host}:{port} ({error.strerror}); set API_HOST or API_PORT"
        ) from error


def _library(parts: Parts) -> str:
    state = parts.retriever.state
    kind = "starter corpus, our own digests" if state.starter else "library"
    return f"{kind}: {state.provisions} provisions, {state.rulings} rulings"


def main() -> int:
    """Run the server as the original's own command did; return 2 and say why where it can't start."""
    try:
        serve(read_settings())
    except TessError as error:
        print(WORDINGS["en"].error(error.code, error.details), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
