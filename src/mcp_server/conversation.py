"""A turn and what follows from it: questions to a person, in the call or between two calls, and their replies.

In the protocol of 2025 a question is asked within the call. In that of 2026 it ends the call, and the client makes the
same call once more with the reply: only what the reply asks for is run again then, under a message id that is
made from the question, so that a reply that comes twice is one message.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from pydantic import ValidationError

from src.api.replies import success
from src.api.wire import SuccessFrame, pending_clarification, plan_infos
from src.dossier.models import Dossier, Frozen
from src.dossier.patch import DossierPatch
from src.dossier.store import Committed
from src.errors import ConfirmationNotAllowed, PersonNeeded, StaleDigest, TessError, sentence
from src.identity.caller import current
from src.mcp_server import results
from src.mcp_server.call import Call
from src.mcp_server.questions import (
    WORDS,
    PersonForm,
    QuestionKind,
    next_request,
    plan_question,
    question_in,
)
from src.mcp_server.telling import tell_numbered

MOST_QUESTIONS = 8
"""Forms that one call shows."""

KEY = "question"
"""Of the only form that a result asks for."""

Ended = results.DoorResult | InputRequiredResult


class QuestionState(Frozen):
    """What a client sends back with the reply to a form; sealed, so that it is what we gave out."""

    dossier: str
    version: int
    kind: QuestionKind
    digest: str = ""
    asked: str = ""
    """The message whose turn asks; empty where no turn of this call does."""
    had: tuple[tuple[str, str], ...] = ()
    """Turns before the one that asks, of a tool that has several: dossier and message of each."""

    @property
    def message_id(self) -> str:
        """The id of the message that the reply is."""
        return f"mcp-{hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:32]}"


async def hold(call: Call, **fields: Any) -> Ended:
    """Have a turn by the fields of a message and ask a person what it leaves open, as long as they reply."""
    frame = await call.turn(**fields)
    for _ in range(MOST_QUESTIONS):
        dossier = await call.dossier(frame.dossier_id)
        question = (
            question_in(frame, call.shown(dossier), call.approval(dossier))
            if call.can_ask
            else None
        )
        if question is None or (question.kind == "plan" and not current().confirms):
            return await _came(call, frame)
        if call.is_modern:
            return _required(call, question, frame.dossier_id, frame.version)
        reply = await _reply(call, question, dossier)
        if reply is None:
            return await _came(call, frame)
        frame = await call.turn(dossier_id=frame.dossier_id, **reply)
    return await _came(call, frame)


async def _came(call: Call, frame: SuccessFrame) -> results.DoorResult:
    dossier = await call.dossier(frame.dossier_id)
    stored = await call.behind.parts.store.find(dossier.id, call.message_id)
    patch = stored.entry.patch if stored else DossierPatch()
    return results.turn_result(frame, dossier, patch, call.shown(dossier), call.message_id)


def changed(call: Call, committed: Committed, message_id: str = "") -> results.DoorResult:
    """Return what came of a turn that is stored."""
    dossier, entry = committed.dossier, committed.entry
    frame = success(committed, call.behind.kinds[dossier.language or call.language], entry.language)
    return results.turn_result(frame, dossier, entry.patch, call.shown(dossier), message_id)


async def confirm_plan(call: Call, dossier: Dossier, digest: str) -> Ended:
    """Have a person confirm the plan of this digest, where the client can ask one.

    Raises ``ConfirmationNotAllowed`` or ``PersonNeeded``.
    """
    if not current().confirms:
        raise ConfirmationNotAllowed
    if not call.can_ask:
        raise PersonNeeded(dossier_id=dossier.id)
    question = plan_question(digest, last_reply(dossier), dossier.language or call.language)
    if call.is_modern:
        return _required(call, question, dossier.id, dossier.version)
    reply = await _reply(call, question, dossier)
    if reply is None:
        raise PersonNeeded(dossier_id=dossier.id)
    return await hold(call, dossier_id=dossier.id, **reply)


async def resume(call: Call) -> Ended | None:
    """Return what comes of the reply to a form that an earlier call ended with; None where there is no such reply."""
    state = _state(call)
    if state is None:
        return None
    dossier = await call.dossier(state.dossier)
    given = (call.params.input_responses or {}).get(KEY)
    content = (
        given.content if isinstance(given, ElicitResult) and given.action == "accept" else None
    )
    reply = _filled(call, dossier, state, content or {})
    if reply is None:
        return now(call, dossier)
    if dossier.version != state.version:
        known = await call.behind.parts.store.find(dossier.id, state.message_id)
        if known is None:
            return now(call, dossier, WORDS[dossier.language or call.language].moved_on)
    return await hold(call, dossier_id=dossier.id, message_id=state.message_id, **reply)


async def hold_next(call: Call, **fields: Any) -> Ended:
    """Have the next turn of a tool that has several; in a call that is made once more, none runs twice."""
    state, number = _state(call), len(call.had)
    ended: Ended | None = None
    if state and number < len(state.had):
        dossier_id, message_id = state.had[number]
        dossier = await call.dossier(dossier_id)
        stored = await call.behind.parts.store.find(dossier_id, message_id)
        ended = changed(call, stored, message_id) if stored else now(call, dossier)
    elif state and number == len(state.had):
        ended = await resume(call)
    if ended is None:
        ended = await hold(call, **fields)
    if isinstance(ended, results.DoorResult):
        asked = state.asked if state else ""  # a form that was declined is no message
        call.had.append((ended.dossier or "", ended.message_id or asked))
    return ended


def _state(call: Call) -> QuestionState | None:
    """Return what an earlier call ended with, where this one is made once more with a person's reply."""
    if call.params.request_state is None:
        return None
    try:
        return QuestionState.model_validate_json(call.params.request_state)
    except ValidationError:
        return None


def last_reply(dossier: Dossier) -> str:
    """Return what the user read last."""
    said = (entry.content for entry in reversed(dossier.conversation) if entry.role == "assistant")
    return next(said, "")


def now(
    call: Call, dossier: Dossier, note: str = "", error: TessError | None = None
) -> results.DoorResult:
    """Return how a dossier stands, as what a turn that did nothing would return; ``error``: why it did nothing."""
    language = dossier.language or call.language
    told = sentence(error.code, error.details, language) if error else None
    return results.DoorResult(
        outcome="error" if error else "request",
        code=error.code if error else None,
        error=told,
        dossier=dossier.id,
        version=dossier.version,
        selected=results.selected_in(dossier),
        reply="\n\n".join(
            filter(None, [told, note, results.cut(last_reply(dossier), dossier.id, language)])
        ),
        desk=dossier.desk,
        language=language,
        as_of=dossier.as_of,
        shown=call.shown(dossier),
        clarification=pending_clarification(dossier),
        plans=results.waiting(plan_infos(dossier)),
    )


async def show_anew(call: Call, dossier: Dossier, digest: str | None) -> results.DoorResult:
    """Return that no digest was given, or not of what was shown last, with the selection shown as it is now."""
    if dossier.sources and results.shown_digest(dossier) is None:
        async with call.place("POST /dossiers/-/selection"):
            dossier = (await call.behind.dossiers.select(dossier.id, (), ())).dossier
    listing = results.numbered(dossier, call.behind.kinds[dossier.language or call.language])
    told = tell_numbered(listing)
    if digest:
        return now(call, dossier, told, StaleDigest())
    return now(call, dossier, f"{WORDS[dossier.language or call.language].no_digest}\n\n{told}")


def _filled(
    call: Call, dossier: Dossier, form: PersonForm | QuestionState, content: Mapping[str, Any]
) -> dict[str, str] | None:
    """Return the fields of the message that a filled form is; None where it is none."""
    asked = pending_clarification(dossier)
    choices = asked.choices if asked else ()
    return next_request(form.kind, form.digest, content, call.approval(dossier), choices)


async def _reply(call: Call, question: PersonForm, dossier: Dossier) -> dict[str, str] | None:
    result = await call.asked(question)
    if result is None or result.action != "accept":
        return None
    return _filled(call, dossier, question, result.content or {})


def _required(
    call: Call, question: PersonForm, dossier_id: str, version: int
) -> InputRequiredResult:
    state = QuestionState(
        dossier=dossier_id,
        version=version,
        kind=question.kind,
        digest=question.digest,
        asked=call.message_id,
        had=tuple(call.had),
    )
    form = ElicitRequestFormParams(message=question.message, requested_schema=dict(question.fields))
    return InputRequiredResult(
        input_requests={KEY: ElicitRequest(params=form)}, request_state=state.model_dump_json()
    )
