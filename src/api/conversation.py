"""One WebSocket connection: one message in, progress for who asked, one final frame out, then the close frame."""

import asyncio
import logging
import secrets
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import BaseModel

from src.api import replies
from src.api.limits import Limits
from src.api.running_turn import RunningTurn
from src.api.turns import Turns
from src.api.wire import ErrorFrame, MessageRequest, parse_frame, request_in, words_in
from src.errors import MessageTooLarge, NotText, TessError
from src.identity.caller import current
from src.intake.language import detect
from src.observing.logs import about

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
        except TessError as error:
            await self._finish(replies.failure(error, self._language, self._dossier_id))
        except _ClientLeft:
            raise
        except Exception as error:  # a border: a bug ends as a log entry and a bare reference
            await self._finish(replies.failure(error, self._language, self._dossier_id))

    def _parsed(self, text: str) -> MessageRequest:
        document = parse_frame(text)
        words = words_in(document)
        if words.strip():
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
