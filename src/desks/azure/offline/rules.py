"""What the built-in model does at the Azure desk: the next calls by the table of causes, and a diagnosis. Pure."""

import json
import re
from collections.abc import Sequence

from src.desks.azure.diagnosis import DiagnosisDraft, DiagnosisTask, RoleClaim, StepDraft
from src.desks.azure.errors import AzureLoginNeeded, AzureTokenRevoked
from src.desks.azure.known import Known
from src.desks.azure.offline import talk
from src.desks.azure.offline.causes import has_signs, likely
from src.desks.azure.offline.evidence import Case
from src.desks.azure.offline.next_calls import CaseAtHand, brings_error, brought_by, proven
from src.desks.azure.words import WORDINGS
from src.llm.builtin.picker import ActRequest, BuiltinRules, DeskTable, Done, Is, PickedCall
from src.llm.protocol import ChatMessage, ChatReply, ToolCall
from src.llm.state import State, message_and_state

MOST_CONTRIBUTING = 4

READING = (
    "list_subscriptions", "list_resources", "read_resource", "read_region", "activity_log", "query_graph",
)  # fmt: skip

_LOGGED_OUT = (AzureLoginNeeded.code, AzureTokenRevoked.code)


def _is_error(message: str, state: State) -> Is:
    """Return that a message brings an error: a sign of a cause, a code, or more than anybody says in talk."""
    if _is_elsewhere(message):
        return ""
    about_reply = state.get("answers") and talk.topic_of(message) and talk.asks(message)
    return "surely" if brings_error(message) and not about_reply else ""


def _is_elsewhere(message: str) -> bool:
    return talk.is_elsewhere(message) and not has_signs(message)


def _asked(request: ActRequest) -> Done:
    """Return what is done with a message that brings no error by its code: talk about one, or the next calls."""
    said, language = request.message, request.language
    if _is_elsewhere(said):
        return talk.ELSEWHERE[language]
    found, asks, troubled = request.state.get("answers"), talk.asks(said), talk.tells_trouble(said)
    if talk.is_settled(said) and not (asks or troubled):
        return request.wording.thanks
    topic = talk.topic_of(said)
    if topic == "login" and asks and (found or not troubled):
        return _on_login(request)
    if topic and topic != "login" and (found or (asks and not troubled)):
        return _shown(topic, request)
    if troubled:
        return _looked(request)
    waits = request.state.get("you_asked", "")
    if asks and waits:
        return str(waits)
    if found:
        question, why, choices = talk.WHICH[language]
        return [PickedCall("ask_user", {"question": question, "why": why, "choices": choices})]
    if not asks and (waits or any(map(brings_error, request.earlier))):
        return _looked(request)
    return request.rules.about(language)


def _on_login(request: ActRequest) -> Done:
    state, language = request.state, request.language
    if not state.get("logged_in"):
        return talk.LOGIN[language]
    may_read = ", ".join(state.get("callers", ()))
    who = talk.LOGGED_IN[language].format(principal=state["principal"], subscriptions=may_read)
    return f"{who} {talk.LOGIN[language]}"


def _shown(part: str, request: ActRequest) -> Done:
    if request.state.get("answers"):
        return [PickedCall("show_diagnosis", {"part": part})]
    return talk.NOTHING_FOUND[request.language]


def _why(request: ActRequest) -> Done:
    return _shown("evidence", request)


def _gone_on(request: ActRequest) -> Done:
    """Go on with the case that there is; a polite word under a diagnosis asks for nothing."""
    if request.state.get("just_answered"):
        return request.wording.thanks if request.act == "agree" else _shown("steps", request)
    if any(map(brings_error, request.earlier)) or "you_asked" in request.state:
        return _looked(request)
    return request.rules.about(request.language)


def _looked(request: ActRequest) -> Done:
    """Return the next calls for the error that the conversation is about."""
    case = CaseAtHand((*request.earlier, request.message), request.state)
    return [PickedCall(one.tool, one.arguments) for one in case.calls()]


def _after(heard: Sequence[ChatMessage]) -> ChatReply:
    """Return the next calls by what the last ones brought; nothing more once all was shown, or nobody is logged in."""
    message, state = message_and_state(heard)
    said = [one.content for one in heard if one.role == "user"][:-1]
    brought = brought_by(heard)
    newest = next(one for one in reversed(heard) if one.role == "assistant")
    reads = any(one.name in READING for one in newest.tool_calls)
    if not reads or any(one.code in _LOGGED_OUT for one in brought.failed):
        return ChatReply("")
    calls = CaseAtHand((*said, message), state, brought).calls()
    return ChatReply(
        "",
        tuple(
            ToolCall(
                f"builtin-{len(heard)}-{n}",
                one.tool,
                json.dumps(dict(one.arguments), ensure_ascii=False),
            )
            for n, one in enumerate(calls, start=1)
        ),
    )


def _draft(given: DiagnosisTask) -> DiagnosisDraft:
    texts = {one.id: one.text.splitlines() for one in given.sources}
    known = Known.model_validate_json(given.known)
    replies = [one.model_copy(update={"lines": texts.get(one.id, [])}) for one in known.replies]
    case = Case(known.model_copy(update={"replies": replies}))
    cause, shown = next(
        ((one, found) for one in likely(case) if (found := proven(one, case))), (None, [])
    )
    if cause is None:
        return DiagnosisDraft(
            cause="", claims=[], conclusion="", steps=[], open_points=[], missing_facts=[]
        )
    dutch = given.language == "nl"
    causes = [one for one in shown if one.role == "cause"]
    others = [one for one in shown if one.role != "cause"][:MOST_CONTRIBUTING]
    claims = [
        RoleClaim(
            text=one.dutch if dutch else one.english,
            quote=one.line,
            source_id=one.source_id,
            role=one.role,
        )
        for one in (*causes[:MOST_CONTRIBUTING], *others)
    ]
    title = cause.dutch if dutch else cause.english
    first = re.sub(r"\s+", " ", claims[0].text)
    conclusion = f"De oorzaak is {title}. {first}" if dutch else f"The cause is {title}. {first}"
    steps = [StepDraft(command=one, source_id=causes[0].source_id) for one in cause.steps]
    return DiagnosisDraft(
        cause=cause.name,
        claims=claims,
        conclusion=conclusion,
        steps=steps,
        open_points=[],
        missing_facts=[],
    )


def _filled(task: str) -> DiagnosisDraft:
    return _draft(DiagnosisTask.model_validate_json(task))


OFFLINE_RULES = BuiltinRules(
    DeskTable(
        wordings=WORDINGS,
        does={
            ("explain", ""): _why,
            ("show", ""): _why,
            ("go_on", ""): _gone_on,
            ("agree", ""): _gone_on,
        },
        ask=_asked,
        material=_is_error,
        takes=_looked,
        after=_after,
        forms={DiagnosisDraft: _filled},
    )
)
