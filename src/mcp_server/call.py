"""One call of a tool: within its time, its steps told to the caller; its turn, and what was brought, outlive it."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolRequestParams, ElicitResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from src.api.inside import Inside
from src.api.wire import MESSAGE_LIMIT, ProgressFrame, SuccessFrame, request_in
from src.dossier.models import Dossier, Language
from src.errors import MessageTooLarge, UnknownTurn
from src.identity.caller import current
from src.intake.language import detect
from src.mcp_server.questions import WORDS, DoorWords, PersonForm
from src.mcp_server.results import shown_digest
from src.observing.logs import about
from src.uploads.pages import KEPT_SECONDS, PageReader
from src.uploads.picture_reader import CheckedPicture, PictureReader, PictureText
from src.uploads.reader import CheckedDocument, DocumentReader

Result = TypeVar("Result")
Context = ServerRequestContext[Any, Any]

BEAT = 1 / 32
"""Of a step, told while it lasts: in a call there is no time for 32 of them."""


@dataclass(frozen=True)
class Pace:
    """How long a call may take, in seconds."""

    call: float = 45.0
    """Then it ends, whatever its turn does: clients give up after 60."""
    soft: float = 40.0
    """Then its turn begins nothing new."""
    beat: float = 4.0
    """So often at least a client hears that it is still worked on."""


class CallSteps:
    """Tells the client how far its call is: steps done, strictly rising."""

    def __init__(self, context: Context, label: str) -> None:
        self._report = context.session.report_progress
        self._done = 0.0
        self._label = label

    async def step(self, label: str) -> None:
        """Tell what is begun now, the step before it being done."""
        self._done, self._label = float(int(self._done) + 1), label
        await self._report(self._done, message=label)

    async def beat(self, seconds: float) -> None:
        """Tell every few seconds that the step lasts, for as long as the task does that this runs in."""
        while True:
            await asyncio.sleep(seconds)
            self._done += BEAT
            await self._report(self._done, message=self._label)


MOST_KEPT = 16
"""Files that wait for more parts or for a yes; the oldest goes first."""

PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")

Brought = bytes | CheckedDocument | CheckedPicture


class Desktop:
    """What callers have brought and not yet added, in memory alone."""

    def __init__(self, behind: Inside) -> None:
        limits = behind.limits
        self.documents = DocumentReader(limits.uploads)
        self.pages = PageReader(behind.parts.page_guard, self.documents)
        self.pictures = PictureReader(limits.pictures)
        self.texts = PictureText(limits.pictures)
        self._kept: dict[tuple[str, str, str], Brought] = {}

    def keep(self, name: str, brought: Brought) -> None:
        """Have it at hand for its caller, for a while."""
        caller = current()
        key = (caller.tenant, caller.principal, name)
        self._kept.pop(key, None)
        while len(self._kept) >= MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[key] = brought
        asyncio.get_running_loop().call_later(KEPT_SECONDS, self._kept.pop, key, None)

    def find(self, name: str) -> Brought | None:
        """Return what the caller brought under this name; None where it is gone."""
        caller = current()
        return self._kept.get((caller.tenant, caller.principal, name))

    async def checked(self, name: str, content: bytes) -> CheckedDocument | CheckedPicture:
        """Return a file as it was read."""
        reader = self.pictures if content.startswith(PICTURES) else self.documents
        return await reader.check(name, content)


@dataclass(eq=False)
class Call:
    """A call as tools see it."""

    behind: Inside
    context: Context
    params: CallToolRequestParams
    language: Language
    pace: Pace
    desktop: Desktop
    message_id: str = ""
    """Of the turn that was begun last; empty: none was."""
    dossier_id: str | None = None
    had: list[tuple[str, str]] = field(default_factory=list)
    """Turns of a tool that has several, by dossier and message, as far as they ended."""

    @cached_property
    def steps(self) -> CallSteps:
        """How far it is, as its client is told."""
        return CallSteps(self.context, self.words.waits)

    @property
    def words(self) -> DoorWords:
        """What the door says, in the language of the call."""
        return WORDS[self.language]

    @property
    def is_modern(self) -> bool:
        """Whether a question ends the call, which is then made once more, instead of being asked within it."""
        return self.context.protocol_version in MODERN_PROTOCOL_VERSIONS

    @property
    def can_ask(self) -> bool:
        """Whether the client shows forms to a person."""
        capabilities = self.context.session.client_capabilities
        forms = capabilities.elicitation if capabilities else None
        return forms is not None and (forms.form is not None or forms.url is None)

    async def within_time(self, work: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result] | None":
        """Return the task of this work once it is done, None where it takes too long; nothing is raised by it.

        Where the client cancels, so is the work; the turn in it goes on, unless the protocol has no other way to say
        that it is to be stopped.
        """
        task = asyncio.create_task(work)
        beats = asyncio.create_task(self.steps.beat(self.pace.beat))
        try:
            await asyncio.wait([task], timeout=self.pace.call)
            return task if task.done() else None
        except asyncio.CancelledError:
            if self.is_modern and self.context.request is not None:
                self.stop()
            raise
        finally:
            beats.cancel()
            task.cancel()

    def stop(self) -> None:
        """Stop the turn, unless it is just being stored."""
        if self.message_id:
            with suppress(UnknownTurn):
                self.behind.turns.cancel(self.message_id)

    async def turn(self, **fields: Any) -> SuccessFrame:
        """Have a turn, by the fields of a message, and return its last frame; raises ``TurnRefused`` where it fails."""
        message = fields.get("message") or ""
        if len(message.encode(errors="surrogatepass")) > MESSAGE_LIMIT:
            raise MessageTooLarge(limit=str(MESSAGE_LIMIT))
        given = {name: value for name, value in fields.items() if value is not None}
        request = request_in({"message_id": f"mcp-{secrets.token_hex(16)}", **given})
        assert request.message_id is not None  # it was given or made
        self.message_id = request.message_id
        self.dossier_id = request.dossier_id or f"dos-{secrets.token_hex(16)}"
        about(self.dossier_id, self.message_id)
        if message.strip():
            self.language = detect(message, self.language)
        turn = await self.behind.turns.join(request, self.dossier_id, self.language, self.pace.soft)
        with self.behind.turns.answering():
            async for frame in turn.follow(0):
                await self._tell(frame)
        final = turn.reply
        self.language = "nl" if final.language == "nl" else "en"
        return final

    async def _tell(self, frame: ProgressFrame) -> None:
        words = WORDS[self.language]
        labels = {"accepted": words.waits, "deciding": words.decides, "stored": words.stores}
        label = frame.label or labels.get(frame.event)
        if label:
            await self.steps.step(label)

    async def dossier(self, dossier_id: str) -> Dossier:
        """Return a dossier of the caller; raises ``BadDossierId`` or ``UnknownDossier``."""
        self.dossier_id = dossier_id
        return await self.behind.dossiers.loaded(dossier_id)

    def approval(self, dossier: Dossier) -> str:
        """Return the message that confirms what is selected; empty at a desk that does not ask for it."""
        language = dossier.language or self.language
        desk = self.behind.parts.desks.get(dossier.desk)
        if desk is None or desk.answering:
            return WORDS[language].yes
        return desk.words.approve.get(language, "")

    def shown(self, dossier: Dossier) -> str | None:
        """Return the digest of what was shown and can be confirmed; None where there is nothing of the kind."""
        return shown_digest(dossier) if self.approval(dossier) else None

    @asynccontextmanager
    async def place(self, request: str) -> AsyncIterator[None]:
        """Hold a place among those who do the same over REST (``GET /dossiers/-/log``); raises ``Busy``."""
        method, _, path = request.partition(" ")
        async with self.behind.pools.pool(method, path).place(current().tenant):
            yield

    async def asked(self, question: PersonForm) -> ElicitResult | None:
        """Return what a person replied to a form; None where the client could not show it."""
        try:
            return await self.context.session.elicit_form(
                question.message, dict(question.fields), self.context.request_id
            )
        except (MCPError, ValidationError):
            return None
