"""What the built-in model does at the Azure desk: the next calls by the table of causes, and a diagnosis. Pure."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from src.desks.azure.diagnosis import DiagnosisDraft, DiagnosisTask, RoleClaim, StepDraft
from src.desks.azure.errors import AzureLoginNeeded, AzureTokenRevoked
from src.desks.azure.knowledge import knowledge, talk
from src.desks.azure.known import Known
from src.desks.azure.offline.evidence import Case
from src.desks.azure.offline.next_calls import CaseAtHand, brings_error
from src.desks.azure.offline.proofs import likely, proven
from src.desks.azure.words import WORDINGS
from src.dossier.models import Language
from src.llm.builtin.acts import Is
from src.llm.builtin.asking import Done, NotDone, PickedCall, reply_of
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.table import ActRequest, DeskTable, introduced
from src.llm.protocol import ChatMessage, ChatReply
from src.llm.state import State, message_and_state

MOST_CONTRIBUTING = 4

READING = (
    "list_subscriptions", "list_resources", "read_resource", "read_region", "activity_log", "query_graph",
)  # fmt: skip

_LOGGED_OUT = (AzureLoginNeeded.code, AzureTokenRevoked.code)


def _is_error(message: str, state: State) -> Is:
    """Return that a message brings an error: one of the table, a code, or more than anybody says in talk."""
    if knowledge().elsewhere(message):
        return ""
    is_settled = talk().has("settled", message) and not talk().has("trouble", message)
    is_topic = talk().topic_of(message) and talk().is_question(message)
    is_talk = _has_told(state) and (is_settled or is_topic)
    return "surely" if brings_error(message) and not is_talk else ""


def _has_told(state: State) -> bool:
    """Return whether there is something to talk about: a diagnosis, or an error that was explained."""
    return bool(state.get("answers") or state.get("explained"))


def _asked(request: ActRequest) -> Done:
    """Return what is done with a message that brings no error by its code: talk about one, or the next calls."""
    said, state, topic = request.message, request.state, talk().topic_of(request.message)
    asks, trouble, told = talk().is_question(said), talk().has("trouble", said), _has_told(state)
    begun = told or "you_asked" in state or any(map(brings_error, request.earlier))
    other, language = knowledge().elsewhere(said), request.language
    if other and (trouble or talk().codes_in(said) or not begun):
        return other.told(said, language)
    if talk().has("settled", said) and not (asks or trouble):
        return request.wording.thanks
    if topic in ("elsewhere", "privacy"):
        return talk().says[topic].in_(language)
    if topic == "login" and not trouble and (asks or not begun):
        return _on_login(request)
    if topic not in ("", "login") and (told or (asks and not trouble)):
        return _shown(topic, request)
    if state.get("you_asked") and asks and not trouble:
        return str(state["you_asked"])
    is_fact = not asks and (not state.get("answers") or bool(knowledge().touched_by(said)))
    if trouble or (begun and is_fact) or not (asks or begun):
        return _looked(request)
    if told and request.state.get("answers"):
        return NotDone(talk().which.question.in_(request.language))
    return _shown("evidence", request) if told else introduced(request)


def _told(tool: str, given: Mapping[str, Any], language: Language) -> Mapping[str, Any]:
    """Return what a tool is told; a question says why it is asked."""
    return {"why": talk().which.why.in_(language), **given} if tool == "ask_user" else given


def _on_login(request: ActRequest) -> Done:
    state, says = request.state, talk().says
    login = says["login"].in_(request.language)
    if not state.get("logged_in"):
        return login
    may_read = ", ".join(state.get("callers", ()))
    who = says["logged_in"].in_(request.language)
    return f"{who.format(principal=state['principal'], subscriptions=may_read)} {login}"


def _shown(part: str, request: ActRequest) -> Done:
    """Return what shows a part of the diagnosis, or of the card of an error that was only explained."""
    if not _has_told(request.state):
        return talk().says["nothing_found"].in_(request.language)
    return [PickedCall("show_diagnosis", {"part": "steps" if part == "commands" else part})]


def _spoken_to(request: ActRequest) -> Done:
    """Return what is done with words that may be to the program, such as "and then?"."""
    is_talk = _has_told(request.state) and talk().topic_of(request.message)
    return _asked(request) if is_talk else request.rules.about(request.language)


def _doubted(request: ActRequest) -> Done:
    """Show the evidence where somebody asks for it; what is only said is a fact."""
    asks = talk().is_question(request.message)
    return _shown("evidence", request) if asks else _asked(request)


def _gone_on(request: ActRequest) -> Done:
    """Go on with the case that there is; a polite word under a diagnosis asks for nothing."""
    if request.state.get("just_answered"):
        is_polite = request.act == "agree" or request.says_yes
        return request.acknowledged() if is_polite else _shown("steps", request)
    if any(map(brings_error, request.earlier)) or "you_asked" in request.state:
        return _looked(request)
    return request.rules.about(request.language)


def _looked(request: ActRequest) -> Done:
    """Return the next calls for the error that the conversation is about."""
    return CaseAtHand((*request.earlier, request.message), request.state).calls()


def _after(heard: Sequence[ChatMessage]) -> ChatReply:
    """Return the next calls by what the last ones brought; nothing more once all was shown, or nobody is logged in."""
    message, state = message_and_state(heard)
    said = [message.content for message in heard if message.role == "user"][:-1]
    case = CaseAtHand((*said, message), state, heard)
    newest = next(message for message in reversed(heard) if message.role == "assistant")
    reads = any(call.name in READING for call in newest.tool_calls)
    if not reads or any(call.code in _LOGGED_OUT for call in case.case.known.failed):
        return ChatReply("")
    return reply_of(case.calls(), after=len(heard))


def _draft(task: str) -> DiagnosisDraft:
    given = DiagnosisTask.model_validate_json(task)
    known = Known.model_validate_json(given.known)
    replies = known.replies_with({source.id: source.text for source in given.sources})
    case = Case(known.model_copy(update={"replies": replies}))
    draft = DiagnosisDraft(
        cause="", claims=[], conclusion="", steps=[], open_points=[], missing_facts=[]
    )
    every = ((cause, found) for cause in likely(case) if (found := proven(cause, case)))
    cause, shown = next(every, (None, []))
    if cause is None:
        return draft
    causes = [evidence for evidence in shown if evidence.role == "cause"][:MOST_CONTRIBUTING]
    others = [evidence for evidence in shown if evidence.role != "cause"][:MOST_CONTRIBUTING]
    for of in (*causes, *others):
        text = of.text.in_(given.language)
        draft.claims.append(
            RoleClaim(text=text, quote=of.line, source_id=of.source_id, role=of.role)
        )
    told = "De oorzaak is" if given.language == "nl" else "The cause is"
    first = re.sub(r"\s+", " ", draft.claims[0].text)
    conclusion = f"{told} {cause.title.in_(given.language)}. {first}"
    steps = [StepDraft(command=step, source_id=causes[0].source_id) for step in cause.steps]
    found_out = {"cause": cause.name, "conclusion": conclusion, "steps": steps}
    return draft.model_copy(update=found_out)


OFFLINE_RULES = BuiltinRules(
    DeskTable(
        wordings=WORDINGS,
        does={
            ("explain", ""): _doubted,
            ("show", ""): partial(_shown, "evidence"),
            ("about", ""): _spoken_to,
            **{(act, ""): _asked for act in ("find", "outside", "perhaps", "select")},
            ("go_on", ""): _gone_on,
            ("agree", ""): _gone_on,
        },
        ask=_asked,
        material=_is_error,
        takes=_looked,
        after=_after,
        asks="ask_user",
        told=_told,
        menu=(Path(__file__).parents[1] / "knowledge" / "menu.toml",),
        forms={DiagnosisDraft: _draft},
    )
)
