"""The server: one message per WebSocket connection, and the dossiers over REST."""

import asyncio
import logging
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, nullcontext, suppress
from datetime import UTC, datetime
from importlib.metadata import version

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import BaseModel
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import WebSocketRoute

from src.api import replies
from src.api.desk_routes import add_desk_routes, add_desks, add_documentation
from src.api.history_routes import add_history
from src.api.inside import FairWork, MakeDoor, inside
from src.api.limits import Limits, is_welcome
from src.api.middleware import (
    SUBPROTOCOL,
    Authenticated,
    BoundedBody,
    ErrorMiddleware,
    SecurityHeaders,
)
from src.api.rest import add_docs_page, add_metrics, add_rest, described, summaries
from src.api.review_routes import add_export, add_review, add_turns
from src.api.running_turn import RunningTurn
from src.api.serving import Server, allow_many_connections, listening_socket
from src.api.turns import Turns
from src.api.upload_routes import add_pictures, add_uploads
from src.api.wire import ErrorFrame, MessageRequest, parse_frame, request_in
from src.bootstrap import Parts, build, observing
from src.desks.catalogue import DESKS, Installed, read_settings
from src.disk import Kept, all_in, make_private
from src.errors import BadSettings, MessageTooLarge, NotText, StorageFailed, TessError, sentence
from src.identity.caller import current
from src.intake.language import detect
from src.observing.logs import about, set_up
from src.places import SHIPPED
from src.settings import Settings

NORMAL, POLICY, TOO_LARGE = 1000, 1008, 1009
"""Codes of the close frame."""

GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending raises once the client has left, depending on how it left."""

log = logging.getLogger(__name__)


class _ClientLeft(Exception):
    """Nobody is there to be told any more."""


class Conversation:
    """One connection that was accepted."""

    def __init__(self, websocket: WebSocket, turns: Turns, limits: Limits) -> None:
        self._websocket = websocket
        self._turns = turns
        self._limits = limits
        self._language = replies.preferred(websocket.headers.get("accept-language"))
        self._dossier_id: str | None = None

    async def hold(self) -> None:
        """Receive the message in time, and answer it."""
        try:
            async with asyncio.timeout(self._limits.receive_seconds):
                received = await self._websocket.receive()
        except TimeoutError:
            with suppress(_ClientLeft):
                await self._close(POLICY)
            return
        if received["type"] == "websocket.disconnect":
            return
        with self._turns.answering():
            try:
                await self._answer(received.get("text"))
            except _ClientLeft:
                # A turn that began is stored all the same, and its message id returns it.
                log.info("client left before its reply")

    async def _answer(self, text: str | None) -> None:
        try:
            await self._turns.entering.turn(current().tenant)
            if text is None:
                raise NotText
            await self._follow(self._parsed(text))
        except MessageTooLarge as error:
            await self._finish(replies.failure(error, self._language), TOO_LARGE)
        except _ClientLeft:
            raise
        except Exception as error:  # a border: a bug ends as a log entry and a bare reference
            await self._finish(replies.failure(error, self._language, self._dossier_id))

    def _parsed(self, text: str) -> MessageRequest:
        document = parse_frame(text)
        words = document.get("message")
        if isinstance(words, str) and words.strip():  # they tell the language also of a refusal
            self._language = detect(words, self._language)
        return request_in(document)

    async def _follow(self, request: MessageRequest) -> None:
        self._dossier_id = request.dossier_id or f"dos-{secrets.token_hex(16)}"
        about(self._dossier_id, request.message_id)
        turn = await self._turns.join(request, self._dossier_id, self._language)
        # A turn that has begun is seen through, whoever leaves.
        watching = None if turn.started else asyncio.create_task(self._leave_with_client(turn))
        try:
            async for frame in turn.follow(request.after or 0):
                if request.stream:
                    await self._send(frame)
        finally:
            if watching:
                watching.cancel()
        assert turn.final is not None  # that ended the loop
        seq = {"seq": turn.final_seq} if request.stream else {}
        await self._finish(turn.final.model_copy(update=seq))

    async def _leave_with_client(self, turn: RunningTurn) -> None:
        received = await self._websocket.receive()
        # A second message is not read: one connection is one message.
        if received["type"] == "websocket.disconnect":
            self._turns.leave(turn)

    async def _finish(self, frame: replies.Final, close_code: int = NORMAL) -> None:
        if isinstance(frame, ErrorFrame):
            self._turns.tracer.refused(frame.code)
        await self._send(frame)
        await self._close(close_code)

    async def _send(self, frame: BaseModel) -> None:
        try:
            await self._websocket.send_text(frame.model_dump_json(exclude_none=True))
        except GONE as error:
            raise _ClientLeft from error

    async def _close(self, code: int) -> None:
        try:
            await self._websocket.close(code)
        except GONE as error:
            raise _ClientLeft from error


EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)
"""Before this program was written: a clock that says so was never set."""
LATEST = datetime(2100, 1, 1, tzinfo=UTC)
"""After all who run it: a clock that says so is broken."""


def create_app(
    parts: Parts,
    limits: Limits = Limits(),  # noqa: B008  # one value for all calls: it is frozen
    metrics_token: str | None = None,
    make_door: MakeDoor | None = None,
) -> FastAPI:
    """Return the application around a wired engine; its turns are in ``app.state.turns``."""
    behind = inside(parts, limits)
    turns, dossiers = behind.turns, behind.dossiers
    door = make_door(behind) if make_door else None

    async def converse(websocket: WebSocket) -> None:
        if not is_welcome(websocket, limits.origins):
            await websocket.close(POLICY)
            return
        await turns.entering.turn(current().tenant)
        offered = SUBPROTOCOL in websocket.scope["subprotocols"]
        await websocket.accept(SUBPROTOCOL if offered else None)
        await Conversation(websocket, turns, limits).hold()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with behind.at_work(), door.open() if door else nullcontext():
            yield

    app = FastAPI(
        lifespan=lifespan,
        # Before all others, and without what FastAPI prepares for the parameters of a route: it has none.
        routes=[WebSocketRoute("/ws", converse)],
        docs_url=None,  # FastAPI's own pages load their scripts from elsewhere
        redoc_url=None,
        title="TESS",
        version=version("tess"),
        description="Dossiers of questions and answers. Messages go over the WebSocket `/ws`: see docs/protocol.md.",
    )
    app.state.turns = turns
    app.add_middleware(FairWork, pools=behind.pools)
    _add_middleware(app, parts, limits)
    add_docs_page(app)
    add_rest(app, parts, dossiers)
    add_desks(app, parts)
    add_history(app, dossiers)
    add_documentation(app, parts, dossiers)
    add_export(app, dossiers, limits)
    add_review(app, parts)
    add_turns(app, turns)
    add_uploads(app, parts, dossiers, limits)
    add_pictures(app, parts, dossiers, limits)
    add_desk_routes(app, behind)
    if parts.metrics:
        add_metrics(app, parts.metrics, metrics_token)
    app.router.routes.extend(door.routes if door else ())
    guarded = parts.authentication is not None
    app.openapi = described(app, guarded=guarded)  # type: ignore[method-assign]  # FastAPI documents this way to change it
    return app


def _add_middleware(app: FastAPI, parts: Parts, limits: Limits) -> None:
    """Put around all routes what stands there; what is added last comes first."""
    app.add_middleware(BoundedBody)
    if parts.authentication:
        app.add_middleware(Authenticated, authentication=parts.authentication)
    # A page of another site that lets its own name point here must not read client files.
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(limits.hosts), www_redirect=False)
    app.add_middleware(ErrorMiddleware)
    app.add_middleware(SecurityHeaders)


def serve(
    settings: Settings,
    announce: Callable[[str], None] = print,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    desks: Installed = DESKS,
    make_door: MakeDoor | None = None,
) -> None:
    """Run the server in the foreground until SIGTERM or Ctrl-C; ``announce`` gets the one line that says where.

    Raises ``BadSettings`` where something that it stands on can't be used.
    """
    set_up(settings.log_level)
    make_private(_kept(settings))
    if not EARLIEST <= clock() < LATEST:
        raise BadSettings(
            problem=f"the clock of this machine says {clock():%Y-%m-%d}; set it, or dates and certificates are wrong"
        )
    if not settings.only_here and not settings.tess_token_secret:
        raise BadSettings(
            problem=f"the server would listen on {settings.api_host} and let everybody in: set TESS_TOKEN_SECRET "
            "(openssl rand -hex 32) and make tokens with tess token create, or set API_HOST to 127.0.0.1"
        )
    allow_many_connections()
    asyncio.run(_serve(settings, announce, desks, make_door))


def _kept(settings: Settings) -> Iterator[Kept]:
    """Yield private files: earlier versions, and users who put a copy back, leave them open to others."""
    shipped = SHIPPED / "data"  # with the starter corpus, which others may use
    for folder in (settings.tess_data_dir, settings.dossiers_dir):
        if folder.is_dir() and folder.resolve() != shipped:
            yield folder
    yield from settings.tess_data_dir.glob("tokens.*")
    yield from all_in(settings.dossiers_dir)


async def _serve(
    settings: Settings,
    announce: Callable[[str], None],
    desks: Installed,
    make_door: MakeDoor | None,
) -> None:
    for_tenants = settings.tess_token_secret is not None
    observed, watched = observing(settings), make_door is not None
    parts = build(settings, observed, for_tenants=for_tenants, desks=desks, watched=watched)
    try:
        await parts.store.check()
    except StorageFailed as error:
        place = (
            "DATABASE_URL" if settings.database_url else f"TESS_DATA_DIR ({settings.tess_data_dir})"
        )
        problem = f"nothing can be stored in {place}: {error.details['problem']}"
        raise BadSettings(problem=problem) from error
    told = [f"model: {parts.llm.id}", *await summaries(parts)]
    limits = Limits.of(settings)
    secret = settings.tess_metrics_token
    app = create_app(parts, limits, secret.get_secret_value() if secret else None, make_door)
    # The port is opened last: whoever connects is answered at once.
    with listening_socket(settings.api_host, settings.api_port) as listening:
        host, port = listening.getsockname()[:2]
        door = f" and http://{host}:{port}/mcp" if make_door else ""
        where = f"TESS listens on ws://{host}:{port}/ws{door} ({'; '.join(told)})"
        server = Server(app, limits, on_started=lambda: announce(where))
        await server.serve(sockets=[listening])


def main() -> int:
    """Run the server as the original's own command did; return 2 and say why where it can't start, 130 on Ctrl-C."""
    try:
        settings = read_settings(DESKS)
        if settings.tess_mcp == "on":
            raise BadSettings(problem="TESS_MCP is on, and it is ./tess serve that opens that door")
        serve(settings)
    except TessError as error:
        print(sentence(error.code, error.details, "en"), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
