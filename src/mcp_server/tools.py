"""The tools of all desks: names, arguments and what each does, by the same services as every other door."""

import asyncio
import base64
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import (
    BlobResourceContents,
    ContentBlock,
    EmbeddedResource,
    InputRequiredResult,
    TextContent,
    TextResourceContents,
)
from pydantic import BaseModel

from src.api.wire import DossierLine, pending_clarification, plan_infos
from src.dossier.listing import filled
from src.dossier.models import Dossier, Language
from src.dossier.store import DossierQuery
from src.errors import NoAnswerYet, UnknownAnswer, UnknownSource
from src.export.formats import FORMATS, Format, file_name
from src.mcp_server.arguments import (
    AnswerArguments,
    AskArguments,
    ChooseArguments,
    ConfirmArguments,
    DossierArguments,
    DossiersArguments,
    ExportArguments,
    TurnsArguments,
    WhyArguments,
)
from src.mcp_server.call import Call
from src.mcp_server.conversation import (
    confirm_plan,
    hold,
    resume,
    says_yes,
    show_anew,
)
from src.mcp_server.results import (
    AnswerResult,
    DoorResult,
    DossierPageResult,
    ExportResult,
    SourcesResult,
    TurnResult,
    WhyResult,
    answer_result,
    changed_result,
    numbered,
    shown_digest,
)
from src.mcp_server.telling import (
    tell_answer,
    tell_dossiers,
    tell_sources,
    tell_turn,
    tell_why,
)
from src.mcp_server.words import WORDS


@dataclass(frozen=True)
class ToolReply:
    """A result for a program, and the same for a model; ``is_error``: nothing was done."""

    result: BaseModel
    content: tuple[ContentBlock, ...]
    is_error: bool = False


Ended = ToolReply | InputRequiredResult


@dataclass(frozen=True)
class DoorTool:
    """A tool that clients may call."""

    name: str
    title: Mapping[Language, str]
    description: str
    arguments: type[BaseModel]
    result: type[BaseModel]
    run: Callable[[Call, Any], Awaitable[Ended]]
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False
    """Whether it may ask systems of others, such as a model or a service."""


def told(result: DoorResult, text: str) -> ToolReply:
    """Return a result with its text."""
    return ToolReply(result, (TextContent(text=text),), result.outcome == "error")


def _turned(call: Call, ended: TurnResult | InputRequiredResult) -> Ended:
    if isinstance(ended, InputRequiredResult):
        return ended
    return told(ended, tell_turn(ended, call.language))


async def ask(call: Call, given: AskArguments) -> Ended:
    """Have a turn."""
    resumed = await resume(call)
    if resumed is not None:
        return _turned(call, resumed)
    if given.dossier and says_yes(given.message):
        dossier = await call.dossier(given.dossier)
        plans = plan_infos(dossier)
        if plans:
            return _turned(call, await confirm_plan(call, dossier, plans[-1].digest))
    fields = given.model_dump(exclude={"dossier"})
    return _turned(call, await hold(call, dossier_id=given.dossier, **fields))


async def confirm(call: Call, given: ConfirmArguments) -> Ended:
    """Confirm the selection, if it is what was shown, or have a person confirm the newest plan."""
    resumed = await resume(call)
    if resumed is not None:
        return _turned(call, resumed)
    dossier = await call.dossier(given.dossier)
    plans = [] if given.digest else plan_infos(dossier)
    if plans:
        return _turned(call, await confirm_plan(call, dossier, plans[-1].digest))
    if not given.digest or given.digest != shown_digest(dossier):
        return _turned(call, await show_anew(call, dossier))
    yes = WORDS[dossier.language or call.language].yes
    return _turned(call, _answered(dossier, await hold(call, dossier_id=dossier.id, message=yes)))


def _answered(
    before: Dossier, ended: TurnResult | InputRequiredResult
) -> TurnResult | InputRequiredResult:
    """Return what came of a confirmation; where there was no question to answer it says so, and asks for one."""
    if isinstance(ended, InputRequiredResult) or ended.outcome != "done" or ended.answer:
        return ended
    made = {one.id for one in ended.artifacts} - {one.id for one in before.artifacts}
    if made or not pending_clarification(before):
        return ended
    told = WORDS["nl" if ended.language == "nl" else "en"].no_question
    return ended.model_copy(update={"outcome": "request", "reply": told, "shown": None})


async def dossiers(call: Call, given: DossiersArguments) -> Ended:
    """List dossiers."""
    async with call.place("GET /dossiers"):
        page = await filled(
            call.behind.parts.store, DossierQuery(archived=False), given.cursor, given.limit
        )
    lines = tuple(DossierLine(**one.model_dump(exclude={"tenant"})) for one in page.dossiers)
    result = DossierPageResult(outcome="done", dossiers=lines, next=page.next or None)
    return told(result, tell_dossiers(result, call.language))


async def sources(call: Call, given: DossierArguments) -> Ended:
    """List the sources of a dossier."""
    async with call.place("GET /dossiers/-"):
        dossier = await call.dossier(given.dossier)
    result = SourcesResult(
        outcome="done",
        dossier=dossier.id,
        version=dossier.version,
        sources=numbered(dossier, _kinds(call, dossier)),
        shown=shown_digest(dossier),
    )
    return told(result, tell_sources(result, dossier.language or call.language))


async def choose_sources(call: Call, given: ChooseArguments) -> Ended:
    """Put sources back and leave others out."""
    async with call.place("POST /dossiers/-/selection"):
        dossier = await call.dossier(given.dossier)
        ids = [_source_ids(dossier, named) for named in (given.select, given.unselect)]
        committed = await call.behind.dossiers.select(dossier.id, *ids)
    return _turned(call, changed_result(committed, _kinds(call, dossier)))


def _source_ids(dossier: Dossier, named: tuple[str, ...]) -> list[str]:
    """Return the ids of sources that are named by number or id; raises ``UnknownSource``."""
    found = []
    for one in named:
        number = int(one) if one.isascii() and one.isdecimal() and len(one) < 9 else 0
        if 0 < number <= len(dossier.sources):
            found.append(dossier.sources[number - 1].id)
        elif dossier.source(one):
            found.append(one)
        else:
            raise UnknownSource(source=one[:80])
    return found


async def answer(call: Call, given: AnswerArguments) -> Ended:
    """Return a finished answer."""
    async with call.place("GET /dossiers/-"):
        dossier = await call.dossier(given.dossier)
    if not dossier.answers:
        raise NoAnswerYet
    wanted = given.answer or dossier.answers[-1].id
    found = next((one for one in dossier.answers if one.id == wanted), None)
    if found is None:
        raise UnknownAnswer(answer=wanted)
    result = answer_result(dossier, found, _kinds(call, dossier))
    return told(result, tell_answer(result, call.language))


async def why(call: Call, given: WhyArguments) -> Ended:
    """Tell what happened to a source."""
    async with call.place("GET /dossiers/-/why"):
        events = tuple(await call.behind.dossiers.why(given.dossier, given.source))
        dossier = await call.dossier(given.dossier)
    result = WhyResult(outcome="done", dossier=dossier.id, version=dossier.version, events=events)
    return told(result, tell_why(result, call.language))


async def export(call: Call, given: ExportArguments) -> Ended:
    """Return the memo of an answer as a file."""
    form = FORMATS[given.format]
    async with call.place("GET /dossiers/-/export"):
        call.dossier_id = given.dossier
        memo = await call.behind.dossiers.memo(given.dossier, given.answer)
        pictures = await call.behind.dossiers.pictures(memo)
        data = await asyncio.to_thread(form.render, memo, pictures)
    name, media_type = file_name(memo, given.format), form.media_type.partition(";")[0]
    result = ExportResult(
        outcome="done",
        dossier=given.dossier,
        name=name,
        media_type=media_type,
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
    )
    return ToolReply(result, (_file(f"tess://exports/{name}", data, media_type, given.format),))


def _file(uri: str, data: bytes, media_type: str, form: Format) -> ContentBlock:
    if form == "md":
        return TextContent(text=data.decode())
    if form in ("html", "json"):
        text = TextResourceContents(uri=uri, mime_type=media_type, text=data.decode())
        return EmbeddedResource(resource=text)
    blob = base64.b64encode(data).decode()
    return EmbeddedResource(resource=BlobResourceContents(uri=uri, mime_type=media_type, blob=blob))


async def undo(call: Call, given: TurnsArguments) -> Ended:
    """Take the last changes back."""
    async with call.place("POST /dossiers/-/undo"):
        call.dossier_id = given.dossier
        committed = await call.behind.dossiers.undo(given.dossier, given.turns)
    return _turned(call, changed_result(committed, _kinds(call, committed.dossier)))


async def redo(call: Call, given: TurnsArguments) -> Ended:
    """Make changes again that were taken back."""
    async with call.place("POST /dossiers/-/redo"):
        call.dossier_id = given.dossier
        committed = await call.behind.dossiers.redo(given.dossier, given.turns)
    return _turned(call, changed_result(committed, _kinds(call, committed.dossier)))


def _kinds(call: Call, dossier: Dossier) -> Mapping[str, str]:
    return call.behind.kinds[dossier.language or call.language]


TOOLS = (
    DoorTool(
        "ask",
        {"nl": "Vraag stellen", "en": "Ask"},
        "Put the user's own words to TESS: a question, a reply to what it asked, sources to leave out or put back. "
        "Outcome `request`: show the reply to the user and let them decide. `continue`: call it once more as the "
        "text says.",
        AskArguments,
        TurnResult,
        ask,
        open_world=True,
    ),
    DoorTool(
        "dossiers",
        {"nl": "Dossiers", "en": "Dossiers"},
        "List the user's dossiers, the most recently changed first.",
        DossiersArguments,
        DossierPageResult,
        dossiers,
        read_only=True,
        idempotent=True,
    ),
    DoorTool(
        "sources",
        {"nl": "Bronnen van een dossier", "en": "Sources of a dossier"},
        "List what was found for a dossier, and which of it an answer would use.",
        DossierArguments,
        SourcesResult,
        sources,
        read_only=True,
        idempotent=True,
    ),
    DoorTool(
        "choose_sources",
        {"nl": "Bronnen kiezen", "en": "Choose sources"},
        "Leave sources of a dossier out, or put them back, by their numbers; the reply shows what is selected now.",
        ChooseArguments,
        TurnResult,
        choose_sources,
        idempotent=True,
    ),
    DoorTool(
        "confirm",
        {"nl": "Bevestigen", "en": "Confirm"},
        "Confirm the sources that were shown, once the user has said that they are right; an answer follows. "
        "Without a digest: have the client ask a person whether the plan that waits is to be carried out.",
        ConfirmArguments,
        TurnResult,
        confirm,
        destructive=True,
        open_world=True,
    ),
    DoorTool(
        "answer",
        {"nl": "Antwoord met citaten", "en": "Answer with its quotes"},
        "Return a finished answer: its claims, the words of the source that each stands on, and the verdict on them.",
        AnswerArguments,
        AnswerResult,
        answer,
        read_only=True,
        idempotent=True,
    ),
    DoorTool(
        "why",
        {"nl": "Herkomst van een bron", "en": "Why a source is there"},
        "Tell which turn found, moved, showed or used a source, in whose words.",
        WhyArguments,
        WhyResult,
        why,
        read_only=True,
        idempotent=True,
    ),
    DoorTool(
        "export",
        {"nl": "Memo exporteren", "en": "Export a memo"},
        "Hand an answer over as a memo: Markdown, HTML, Word, PDF or JSON.",
        ExportArguments,
        ExportResult,
        export,
        read_only=True,
        idempotent=True,
    ),
    DoorTool(
        "undo",
        {"nl": "Ongedaan maken", "en": "Undo"},
        "Take the last changes of a dossier back; nothing is lost, redo makes them again.",
        TurnsArguments,
        TurnResult,
        undo,
        destructive=True,
    ),
    DoorTool(
        "redo",
        {"nl": "Opnieuw doen", "en": "Redo"},
        "Make changes of a dossier again that were taken back.",
        TurnsArguments,
        TurnResult,
        redo,
    ),
)
"""In the order in which clients list them."""
