"""The conversation of ``tess demo --desk azure``, over a stand-in: each step is checked, and really happened."""

import json
from collections.abc import Mapping
from typing import Any

from src.desks.plug import NO_STANDIN, DemoConversation
from src.spoken import said

ERROR = "403 AuthorizationFailure: This request is not authorized. Reading the container raw fails."
NEXT = (
    "./tess standin azure --world storage_firewall     an Azure of your own, to try it on",
    "./tess azure login --az                           log in to the real one; it is only read",
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
OTHER = "00000000-0000-4000-8000-000000000002"


def hold(conversation: DemoConversation) -> tuple[str, ...]:
    """Log in, ask, answer, have the cause; then show what is refused; return what to try next."""
    conversation.must(bool(conversation.environment), NO_STANDIN)
    conversation.tells_outcome = True
    made = _token(conversation)
    _find_the_cause(conversation, made)
    _be_refused(conversation, str(made["accessToken"]))
    _reach_the_limit(conversation)
    return NEXT


def _find_the_cause(conversation: DemoConversation, made: Mapping[str, Any]) -> None:
    must = conversation.must
    given = {"token": made["accessToken"]}
    login = conversation.post("login", given, "the developer logs in, by a token of the Azure CLI")
    refused = said("the login was refused: {code}", code=login.get("code"))
    must(login.get("status") == "done", refused)
    conversation.say(ERROR, "the developer gives an error; TESS asks where it happened")
    must(conversation.outcome == "request", "nothing was asked")
    must(not conversation.sources, "something was read before a subscription was named")
    reply = conversation.say(
        f"Subscription: {made['subscription']}",
        "the developer names the subscription; TESS reads, and shows the line that is the cause",
    )
    must(conversation.outcome == "done", "the cause was not found")
    must("defaultAction: Deny" in reply, "the line that shows the cause is not told")
    _check_lines(conversation)


def _be_refused(conversation: DemoConversation, token: str) -> None:
    must = conversation.must
    changed = {"token": f"{token[:-8]}AAAAAAAA"}
    forged = conversation.post(
        "login", changed, "a forged token: it reads well, and Azure refuses it"
    )
    must(forged.get("code") == "azure_token_forged", "a forged token was let in")
    secret = conversation.refused(
        f"Please look into it with my token {token}",
        "a token in a message is refused before it is kept",
        f"Please look into it with my token {token[:12]}...",
    )
    must(secret == "azure_secret_in_message", "a message with a token was taken")  # noqa: S105  # a code
    other = {"token": _token(conversation, OTHER)["accessToken"]}
    theirs = conversation.post("login", other, "somebody else logs in")
    must("azebal_token" in theirs, "no login")
    code = conversation.refused("Please go on with it.", "they can't go on with this trace")
    must(code == "unknown_dossier", "a trace was open to somebody else")


def _reach_the_limit(conversation: DemoConversation) -> None:
    conversation.begin()
    for number in range(1, 7):
        ordinal = said(ORDINALS[number - 1])
        told = said("a trace has six calls: the {ordinal}", ordinal=ordinal)
        conversation.say("It does not work.", told)
    code = conversation.refused("Please go on with it.", "the seventh")
    conversation.must(code == "azure_trace_spent", "there was no limit")


def _token(conversation: DemoConversation, oid: str = "") -> dict[str, Any]:
    """Return a token as the stand-in makes them."""
    import urllib.request

    query = f"?oid={oid}" if oid else ""
    address = f"{conversation.environment['TESS_AZURE_URL']}/.standin/token{query}"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(address, timeout=10) as reply:
        made: dict[str, Any] = json.load(reply)
    return made


def _check_lines(conversation: DemoConversation) -> None:
    """Compare each line that a finding stands on with what Azure said, as a careful reader would."""
    dossier = conversation.dossier()
    texts = {entry["id"]: entry["content"].splitlines() for entry in dossier["sources"]}
    (found,) = [entry["data"] for entry in dossier["artifacts"] if entry["kind"] == "diagnosis"]
    for finding in found["findings"]:
        whole = finding["quote"] in texts[finding["source_id"]]
        conversation.must(whole, "a line of the diagnosis does not stand in its reply")
