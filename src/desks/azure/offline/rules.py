"""What the built-in model does at the Azure desk: the next calls by the table of causes, and a diagnosis. Pure."""

import json
import re
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ValidationError

from src.desks.azure.diagnosis import DiagnosisDraft, DiagnosisTask, RoleClaim, StepDraft
from src.desks.azure.known import Known
from src.desks.azure.offline.causes import CAUSES, likely
from src.desks.azure.offline.evidence import Case
from src.desks.azure.offline.table import Cause, Evidence, WantedCall
from src.dossier.models import Language
from src.llm.protocol import ChatMessage, ChatReply, ToolCall, ToolSpec

MOST_AT_ONCE = 4
"""Calls of one round."""

MOST_CONTRIBUTING = 4

_ASKS: Mapping[str, tuple[str, str, str, str]] = {
    "error": (
        "Welke foutmelding krijgt u precies, met de code, en van welke resource in welk abonnement?",
        "Zonder code of resource is er niets om na te zien.",
        "Which error do you get exactly, with its code, and of which resource in which subscription?",
        "Without a code or a resource there is nothing to look at.",
    ),
    "subscription": (
        "In welk abonnement speelt dit, en in welke resource group?",
        "Ik lees alleen in een abonnement dat u noemt of bevestigt.",
        "In which subscription does this happen, and in which resource group?",
        "I only read in a subscription that you name or confirm.",
    ),
    "code": (
        "Welke code staat er in de foutmelding, en welke resource noemt zij?",
        "Deze fout heeft geen kenmerk van een oorzaak die ik ken.",
        "Which code does the error have, and which resource does it name?",
        "This error has no sign of a cause that I know.",
    ),
}


class AzureRules:
    """Reads what is known, and decides by the table; it keeps nothing."""

    def decision(self, heard: Sequence[ChatMessage], offered: Sequence[ToolSpec]) -> ChatReply:
        """Return the next calls."""
        known = _known(heard)
        if known is None:
            return ChatReply("")
        calls = self._calls(Case(known))
        names = {one.name for one in offered}
        made = [
            ToolCall(f"azure-{n}", one.tool, json.dumps(dict(one.arguments)))
            for n, one in enumerate(calls[: max(1, known.calls_left)])
            if one.tool in names
        ]
        return ChatReply("", tuple(made))

    def filled(self, task: str, form: type[BaseModel]) -> BaseModel | None:
        """Return a diagnosis by the table."""
        if form is not DiagnosisDraft:
            return None
        try:
            return _draft(DiagnosisTask.model_validate_json(task))
        except ValidationError:
            return None  # what it wrote by the table it can't mend

    def _calls(self, case: Case) -> list[WantedCall]:
        causes = likely(case)
        if not causes:
            return [_unknown(case)]
        if not case.subscription and not all(_needs_no_subscription(one) for one in causes[:1]):
            return _which_subscription(case)
        for cause in causes:
            if _proven(cause, case):
                return [WantedCall("diagnose", {"question": case.known.said[:10_000]})]
            wanted = next_calls(cause, case)
            if wanted:
                return wanted
        return [_give_up(case, causes)]


def next_calls(cause: Cause, case: Case) -> list[WantedCall]:
    """Return the calls that would tell whether it is this cause, and are not made yet."""
    for stage in cause.stages:
        missing = [one for one in stage(case) if not one.is_made(case)]
        if missing:
            return missing[:MOST_AT_ONCE]
    return []


def _proven(cause: Cause, case: Case) -> list[Evidence]:
    shown = list(cause.shows(case))
    return shown if any(one.role == "cause" for one in shown) else []


def _needs_no_subscription(cause: Cause) -> bool:
    return cause.name in ("wrong_tenant", "token_expired")


def _unknown(case: Case) -> WantedCall:
    return _ask("code" if case.known.asked else "error", case.known.language)


def _which_subscription(case: Case) -> list[WantedCall]:
    listing = WantedCall("list_subscriptions", {})
    is_named = re.search(r"(?:subscription|abonnement)\s*:", case.text, re.IGNORECASE)
    if (is_named or not case.known.callers) and not listing.is_made(case):
        return [listing]
    asked = _ask("subscription", case.known.language, case.known.callers[:10])
    return [asked]


def _ask(which: str, language: Language, choices: Sequence[str] = ()) -> WantedCall:
    texts = _ASKS[which]
    question, why = texts[:2] if language == "nl" else texts[2:]
    arguments: dict[str, object] = {"question": question, "why": why}
    if choices:
        arguments["choices"] = [f"Subscription: {one}" for one in choices]
    return WantedCall("ask_user", arguments)


def _give_up(case: Case, causes: Sequence[Cause]) -> WantedCall:
    dutch = case.known.language == "nl"
    checked = [one.dutch if dutch else one.english for one in causes]
    refused = [one for one in case.seen if not one.is_good]
    lines = [
        f"{one.reply.tool} {one.aspect} ({one.reply.status})".replace("  ", " ")
        for one in case.seen
    ]
    known = ", ".join(one.dutch if dutch else one.english for one in CAUSES)
    by_hand = (
        f"De oorzaken die ik ken zijn: {known}."
        if dutch
        else f"The causes that I know are: {known}.",
        "Vraag iemand die mag lezen wat ik niet mocht lezen."
        if dutch
        else "Ask somebody who may read what I might not.",
    )
    missing = [f"{one.reply.tool} {one.aspect}".strip() for one in refused]
    missing += [f"{one.tool}: {one.code}" for one in case.known.failed]
    arguments = {
        "checked": [*checked, *lines][:20],
        "by_hand": [one[:300] for one in by_hand[: 2 if refused else 1]],
        "missing": list(dict.fromkeys(missing))[:10],
    }
    return WantedCall("give_up", arguments)


def _known(heard: Sequence[ChatMessage]) -> Known | None:
    for message in reversed(heard):
        if message.role == "user":
            try:
                return Known.model_validate_json(message.content)
            except ValidationError:
                continue
    return None


def _draft(given: DiagnosisTask) -> DiagnosisDraft:
    texts = {one.id: one.text.splitlines() for one in given.sources}
    known = Known.model_validate_json(given.known)
    replies = [one.model_copy(update={"lines": texts.get(one.id, [])}) for one in known.replies]
    case = Case(known.model_copy(update={"replies": replies}))
    cause, shown = next(
        ((one, found) for one in likely(case) if (found := _proven(one, case))), (None, [])
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
