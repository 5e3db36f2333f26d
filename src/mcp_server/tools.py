"""The tools of all desks, by the same services as every other door."""

import asyncio
import base64
import hashlib

from mcp_types import (
    BlobResourceContents,
    ContentBlock,
    EmbeddedResource,
    InputRequiredResult,
    TextContent,
    TextResourceContents,
)
from pydantic import JsonValue

from src.api.wire import DossierLine, pending_clarification, plan_infos
from src.dossier.listing import filled
from src.dossier.models import Dossier
from src.dossier.store import DossierQuery
from src.errors import NoAnswerYet, UnknownAnswer, UnknownSource
from src.export.formats import FORMATS, file_name
from src.intake.plain import is_plain_yes
from src.mcp_server import conversation
from src.mcp_server.arguments import (
    AnswerArguments,
    AskArguments,
    ChooseArguments,
    ConfirmArguments,
    DossierArguments,
    DossiersArguments,
    Ended,
    ExportArguments,
    ToolReply,
    TurnsArguments,
    WhyArguments,
    looking,
    told,
    tool,
    turned,
)
from src.mcp_server.call import Call
from src.mcp_server.questions import WORDS
from src.mcp_server.results import DoorResult, answer_result, numbered
from src.mcp_server.telling import tell_answer, tell_dossiers, tell_sources, tell_why


async def ask(call: Call, given: AskArguments) -> Ended:
    """Put the user's own words to TESS: a question, a reply to what it asked, sources to leave out or put back.

    Show its reply to the user. `request`: they decide what is next. `continue`: call it again as its text says.
    """
    resumed = await conversation.resume(call)
    if resumed is not None:
        return turned(call, resumed)
    if given.dossier and is_plain_yes(given.message):
        dossier = await call.dossier(given.dossier)
        plans = plan_infos(dossier)
        if plans:
            return turned(call, await conversation.confirm_plan(call, dossier, plans[-1].digest))
    fields = given.model_dump(exclude={"dossier"})
    return turned(call, await conversation.hold(call, dossier_id=given.dossier, **fields))


async def confirm(call: Call, given: ConfirmArguments) -> Ended:
    """Confirm the sources that were shown, once the user has said that they are right; TESS goes on with them.

    Without a digest: have the client ask a person whether the plan that waits is to be carried out.
    """
    resumed = await conversation.resume(call)
    if resumed is not None:
        return turned(call, resumed)
    dossier = await call.dossier(given.dossier)
    plans = [] if given.digest else plan_infos(dossier)
    if plans:
        return turned(call, await conversation.confirm_plan(call, dossier, plans[-1].digest))
    yes = call.approval(dossier)
    if not yes and not plan_infos(dossier):
        return turned(
            call,
            conversation.now(call, dossier, WORDS[dossier.language or call.language].no_question),
        )
    # A desk that makes something of what was brought may have found no sources that could be shown.
    default = WORDS[dossier.language or call.language].yes
    shows = bool(given.digest or dossier.selected_ids) or yes == default
    if shows and (not given.digest or given.digest != call.shown(dossier)):
        return turned(call, await conversation.show_anew(call, dossier, given.digest))
    return turned(
        call, _answered(dossier, await conversation.hold(call, dossier_id=dossier.id, message=yes))
    )


def _answered(
    before: Dossier, ended: DoorResult | InputRequiredResult
) -> DoorResult | InputRequiredResult:
    """Return what came of a confirmation; where there was no question to answer it says so, and asks for one."""
    if isinstance(ended, InputRequiredResult) or ended.outcome != "done" or ended.answer:
        return ended
    made = {artifact.id for artifact in ended.artifacts} - {entry.id for entry in before.artifacts}
    if made or not pending_clarification(before):
        return ended
    told = WORDS["nl" if ended.language == "nl" else "en"].no_question
    return ended.model_copy(update={"outcome": "request", "reply": told, "shown": None})


async def dossiers(call: Call, given: DossiersArguments) -> Ended:
    """List the user's dossiers, the most recently changed first."""
    async with call.place("GET /dossiers"):
        page = await filled(
            call.behind.parts.store, DossierQuery(archived=False), given.cursor, given.limit
        )
    lines = tuple(DossierLine(**entry.model_dump(exclude={"tenant"})) for entry in page.dossiers)
    result = DoorResult(outcome="done", dossiers=lines, next=page.next or None)
    return told(result, tell_dossiers(result, call.language))


async def sources(call: Call, given: DossierArguments) -> Ended:
    """List all that was found for a dossier, and which of it an answer would use."""
    async with call.place("GET /dossiers/-"):
        dossier = await call.dossier(given.dossier)
    language = dossier.language or call.language
    listed, shown = numbered(dossier, call.behind.kinds[language]), call.shown(dossier)
    result = DoorResult(
        outcome="done", dossier=dossier.id, version=dossier.version, sources=listed, shown=shown
    )
    return told(result, tell_sources(listed, language, shown))


async def choose_sources(call: Call, given: ChooseArguments) -> Ended:
    """Leave sources of a dossier out, or put them back; the reply shows what is selected now."""
    async with call.place("POST /dossiers/-/selection"):
        dossier = await call.dossier(given.dossier)
        ids = [_source_ids(dossier, named) for named in (given.select, given.unselect)]
        committed = await call.behind.dossiers.select(dossier.id, *ids)
    return turned(call, conversation.changed(call, committed))


def _source_ids(dossier: Dossier, named: tuple[str, ...]) -> list[str]:
    """Return the ids of sources that are named by number or id; raises ``UnknownSource``."""
    found = []
    for text in named:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0
        if 0 < number <= len(dossier.sources):
            found.append(dossier.sources[number - 1].id)
        elif dossier.source(text):
            found.append(text)
        else:
            raise UnknownSource(source=text[:80])
    return found


async def answer(call: Call, given: AnswerArguments) -> Ended:
    """Return a finished answer: its claims, the words that each stands on, and the verdict on them."""
    async with call.place("GET /dossiers/-"):
        dossier = await call.dossier(given.dossier)
    if not dossier.answers:
        raise NoAnswerYet
    wanted = given.answer or dossier.answers[-1].id
    found = next((entry for entry in dossier.answers if entry.id == wanted), None)
    if found is None:
        raise UnknownAnswer(answer=wanted)
    result = answer_result(dossier, found, call.behind.kinds[dossier.language or call.language])
    return told(result, tell_answer(result, call.language))


async def why(call: Call, given: WhyArguments) -> Ended:
    """Tell which turn found, moved, showed or used a source, in whose words."""
    async with call.place("GET /dossiers/-/why"):
        events = tuple(await call.behind.dossiers.why(given.dossier, given.source))
        dossier = await call.dossier(given.dossier)
    result = DoorResult(outcome="done", dossier=dossier.id, version=dossier.version, events=events)
    return told(result, tell_why(result, call.language))


async def export(call: Call, given: ExportArguments) -> Ended:
    """Hand an answer over as a memo: Markdown, HTML, Word, PDF or JSON."""
    form = FORMATS[given.format]
    async with call.place("GET /dossiers/-/export"):
        call.dossier_id = given.dossier
        memo = await call.behind.dossiers.memo(given.dossier, given.answer)
        pictures = await call.behind.dossiers.pictures(memo)
        data = await asyncio.to_thread(form.render, memo, pictures)
    name, media_type = file_name(memo, given.format), form.media_type.partition(";")[0]
    content = (
        TextContent(text=data.decode()) if given.format == "md" else file(name, data, media_type)
    )
    about: dict[str, JsonValue] = {"name": name, "media_type": media_type, "size": len(data)}
    about["sha256"] = hashlib.sha256(data).hexdigest()
    result = DoorResult(outcome="done", dossier=given.dossier, details=about)
    return ToolReply(result, (content,))


def file(name: str, data: bytes, media_type: str) -> ContentBlock:
    """Return a file as a part of a result."""
    uri = f"tess://exports/{name}"
    if media_type.startswith("text/") or media_type == "application/json":
        text = TextResourceContents(uri=uri, mime_type=media_type, text=data.decode())
        return EmbeddedResource(resource=text)
    blob = base64.b64encode(data).decode()
    return EmbeddedResource(resource=BlobResourceContents(uri=uri, mime_type=media_type, blob=blob))


async def undo(call: Call, given: TurnsArguments) -> Ended:
    """Take the last changes of a dossier back; nothing is lost, redo makes them again."""
    async with call.place("POST /dossiers/-/undo"):
        call.dossier_id = given.dossier
        committed = await call.behind.dossiers.undo(given.dossier, given.turns)
    return turned(call, conversation.changed(call, committed))


async def redo(call: Call, given: TurnsArguments) -> Ended:
    """Make changes of a dossier again that were taken back."""
    async with call.place("POST /dossiers/-/redo"):
        call.dossier_id = given.dossier
        committed = await call.behind.dossiers.redo(given.dossier, given.turns)
    return turned(call, conversation.changed(call, committed))


TOOLS = (
    tool(ask, destructive=True, open_world=True),
    looking(dossiers),
    looking(sources),
    tool(choose_sources),
    tool(confirm, destructive=True, open_world=True),
    looking(answer),
    looking(why),
    looking(export),
    tool(undo, destructive=True),
    tool(redo, destructive=True),
)
"""In the order in which clients list them."""
