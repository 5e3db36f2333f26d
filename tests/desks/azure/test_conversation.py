"""The Azure desk from end to end, through the real server, over an Azure that is told what to say."""

import hashlib
import json
from base64 import b64encode
from pathlib import Path

import pytest
from pydantic import JsonValue

from src.desks.azure.diagnosis import DiagnosisDraft, RoleClaim
from src.desks.azure.errors import AzureTokenRevoked
from src.desks.azure.steps import shown_by
from src.llm.protocol import ChatReply
from src.llm.state import message_and_state
from tests.desks.azure.doubles import (
    GROUP,
    OTHER,
    STORAGE,
    SUBSCRIPTION,
    VAULT,
    Doorman,
    ToldArm,
    storage,
)
from tests.desks.azure.talking import ERROR, arguments, over, post
from tests.fakes import ScriptedRounds, calls
from tests.serving import Served

READ = ("read_resource", arguments(id=STORAGE, aspect="properties"))
DIAGNOSE = ("diagnose", arguments(question="why"))
JWT = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJodHRwczovL21hbmFnZW1lbnQifQ.c2lnbmF0dXJlLW9mLWl0LWFsbA"


def draft(quote: str, source_id: str = "", **other: object) -> DiagnosisDraft:
    claim = RoleClaim(text="The firewall.", quote=quote, source_id=source_id, role="cause")
    empty: dict[str, object] = {"conclusion": "It is the firewall.", "open_points": []}
    empty |= {"steps": [], "missing_facts": [], "cause": "storage_firewall"}
    return DiagnosisDraft.model_validate({**empty, "claims": [claim], **other})


def test_the_cause_is_found_and_stands_on_a_line(tmp_path: Path) -> None:
    arm = ToldArm(dict(storage()))

    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        assert reply["outcome"] == "done"
        assert "`properties.networkAcls.defaultAction: Deny`" in reply["response"]
        assert "--ip-address ADDRESS` (fill in: ADDRESS)" in reply["response"]
        assert [one.path for one in arm.asked] == [f"{GROUP}/resources", STORAGE]
        kept = (await server.get(f"/dossiers/{reply['dossier_id']}")).json()
        diagnosis = next(one for one in kept["artifacts"] if one["kind"] == "diagnosis")
        assert diagnosis["data"]["findings"][0]["role"] == "cause"
        assert kept["answers"][0]["claims"][0]["verdict"] == "exact"
        call = next(one for one in kept["artifacts"] if one["kind"] == "call")
        assert call["data"]["status"] == 200
        assert call["data"]["caller"].startswith("tenant:")

    over(tmp_path, arm, hold)


def test_after_the_end_everything_is_read_again(tmp_path: Path) -> None:
    arm = ToldArm(dict(storage()))

    async def hold(server: Served) -> None:
        trace = (await server.say(ERROR))["dossier_id"]
        arm.replies |= storage("Allow")
        again = await server.say("The fix did not work.", dossier_id=trace)
        assert again["outcome"] == "fail"
        assert len(arm.asked) == 4

    over(tmp_path, arm, hold)


def test_an_open_firewall_is_no_cause(tmp_path: Path) -> None:
    async def hold(server: Served) -> None:
        assert (await server.say(ERROR))["outcome"] == "fail"
        counted = (await server.get("/desks/azure/missing")).json()
        assert counted == {"capabilities": {}}

    over(tmp_path, ToldArm(dict(storage("Allow"))), hold)


def test_what_may_not_be_read_ends_as_fail_and_is_counted(tmp_path: Path) -> None:
    refused: JsonValue = {"error": {"code": "AuthorizationFailed", "message": "no"}}
    arm = ToldArm({f"{GROUP}/resources".lower(): (403, refused)})

    async def hold(server: Served) -> None:
        assert (await server.say(ERROR))["outcome"] == "fail"
        counted = (await server.get("/desks/azure/missing")).json()
        assert counted == {"capabilities": {"list_resources": 1}}

    over(tmp_path, arm, hold)


def test_an_error_without_a_sign_is_asked_about(tmp_path: Path) -> None:
    arm = ToldArm()

    async def hold(server: Served) -> None:
        reply = await server.say("Our app in Azure does not work.")
        assert reply["outcome"] == "request"
        assert "Which error do you get exactly" in reply["response"]
        assert arm.asked == []

    over(tmp_path, arm, hold)


def test_a_question_may_come_with_a_command_of_the_table(tmp_path: Path) -> None:
    asked = {
        "question": "Which sizes are there?",
        "why": "To choose one.",
        "command_id": "list_skus",
    }
    unknown = {**asked, "command_id": "rm"}
    llm = ScriptedRounds(*(calls(("ask_user", arguments(**one))) for one in (unknown, asked)))

    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        asked_for = reply["clarification"]["question"]
        assert "--location LOCATION" in asked_for
        prompt, refused = llm.asked[1][0].content, llm.asked[1][-1].content
        for command in shown_by():
            assert f"- {command}: " in prompt
            assert command in refused
        assert "command_id" in refused

    over(tmp_path, ToldArm(), hold, llm=llm)


@pytest.mark.parametrize("choice", [f"Subscription: {SUBSCRIPTION}", "1"])
def test_a_subscription_is_read_once_the_user_has_named_it(tmp_path: Path, choice: str) -> None:
    arm = ToldArm(dict(storage()))

    async def hold(server: Served) -> None:
        reply = await server.say("403 AuthorizationFailure on container raw")
        assert reply["outcome"] == "request"
        assert arm.asked == []
        assert f"Subscription: {SUBSCRIPTION}" in reply["response"]
        arm.replies[f"/subscriptions/{SUBSCRIPTION}/resources"] = storage()[
            f"{GROUP}/resources".lower()
        ]
        again = await server.say(choice, dossier_id=reply["dossier_id"])
        assert again["outcome"] == "done"

    over(tmp_path, arm, hold)


@pytest.mark.parametrize(
    "elsewhere",
    [
        STORAGE.replace(SUBSCRIPTION, OTHER),
        f"/subscriptions/{SUBSCRIPTION}/../{OTHER}",
        f"{STORAGE}/listKeys?x=1",
        "https://evil.example/subscriptions",
    ],
)
def test_nothing_outside_the_named_subscription_is_read(tmp_path: Path, elsewhere: str) -> None:
    arm = ToldArm(dict(storage()))
    read = ("read_resource", arguments(id=elsewhere, aspect="properties"))
    graph = ("query_graph", arguments(kql="Resources | take 5", subscriptions=[OTHER]))
    llm = ScriptedRounds(calls(read, graph), calls(("give_up", arguments(checked=["all"]))))

    async def hold(server: Served) -> None:
        assert (await server.say(ERROR))["outcome"] == "fail"
        assert arm.asked == []

    over(tmp_path, arm, hold, llm=llm)


def test_a_cause_without_its_line_is_never_done(tmp_path: Path) -> None:
    lines = ("properties.networkAcls.defaultAction: Allow", "defaultAction: Deny", "Deny")
    forms = [draft(line, "any") for line in lines]
    llm = ScriptedRounds(
        calls(READ), *[calls(DIAGNOSE)] * 2, ChatReply("It is the firewall."), forms=forms
    )

    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        assert reply["outcome"] == "request"
        assert "It is the firewall" not in reply["response"]
        assert not any(one["kind"] == "diagnosis" for one in reply["artifacts"])

    over(tmp_path, ToldArm(dict(storage())), hold, llm=llm)


def test_a_file_is_kept_masked_and_reaches_the_model(tmp_path: Path) -> None:
    key = "AccountKey=" + b64encode(hashlib.sha512(b"made up").digest()).decode()
    llm = ScriptedRounds(calls(("give_up", arguments(checked=["the file"]))))

    async def hold(server: Served) -> None:
        half = {"path": "main.tf", "content": "# the storage", "part": 1, "of": 2}
        assert (await post(server, "files", half)).json()["lines"] == []
        rest = {"path": "main.tf", "content": f'\nkey = "{key}"', "part": 2, "of": 2}
        (line,) = (await post(server, "files", rest)).json()["lines"]
        reply = await server.say(f"{ERROR}\n{line}")
        kept = (await server.get(f"/dossiers/{reply['dossier_id']}")).json()
        (document,) = kept["sources"]
        assert (document["title"], document["client"]) == ("main.tf", True)
        assert document["content"].startswith("# the storage")
        assert key not in str(kept)
        assert "# the storage" in llm.asked[0][-1].content

    over(tmp_path, ToldArm(), hold, llm=llm)


def test_the_most_relevant_files_are_told_first_as_far_as_there_is_room(tmp_path: Path) -> None:
    llm = ScriptedRounds(calls(("give_up", arguments(checked=["files"]))))
    names = [f"{one}{n}" for n in range(4) for one in ("config", "secondary", "primary")]

    async def hold(server: Served) -> None:
        lines = []
        for name in names:
            file = {"path": name, "content": "x" * 7_000, "relevance": name[:-1]}
            lines += (await post(server, "files", file)).json()["lines"]
        await server.say("\n".join([ERROR, *lines]))
        told = message_and_state(llm.asked[0])[1]["files"]
        first = [f"{one}{n}" for one in ("primary", "secondary", "config") for n in range(4)]
        assert [one["path"] for one in told] == first
        assert [len(one["text"]) for one in told] == [6_000] * 10 + [0] * 2

    over(tmp_path, ToldArm(), hold, llm=llm)


def test_effective_rules_are_those_of_groups_and_routes(tmp_path: Path) -> None:
    arm = ToldArm()
    card = f"{GROUP}/providers/Microsoft.Network/networkInterfaces/nic1"
    read = ("read_resource", arguments(id=card, aspect="effective_rules"))
    llm = ScriptedRounds(calls(read), calls(("give_up", arguments(checked=["rules"]))))

    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        asked = [f"{one.method} {one.path.removeprefix(card)}" for one in arm.asked]
        wanted = ["POST /effectiveNetworkSecurityGroups", "POST /effectiveRouteTable"]
        assert asked == wanted
        assert len([one for one in reply["sources"] if one["kind"] == "observation"]) == 2

    over(tmp_path, arm, hold, llm=llm)


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ({"path": "", "content": "x"}, "azure_file_path"),
        ({"path": "../x", "content": "x"}, "azure_file_path"),
        ({"path": "/etc/x", "content": "x"}, "azure_file_path"),
        ({"path": "x", "content": "a\u0000b"}, "azure_file_binary"),
    ],
)
def test_what_is_no_text_file_of_the_project_is_refused(
    tmp_path: Path, file: dict[str, str], code: str
) -> None:
    async def hold(server: Served) -> None:
        assert (await post(server, "files", file)).json()["code"] == code

    over(tmp_path, ToldArm(), hold)


@pytest.mark.parametrize("message", [f"{ERROR}\n{JWT}", f"Authorization: Bearer {JWT}"])
def test_a_message_with_a_token_is_refused_before_anything_is_stored(
    tmp_path: Path, message: str
) -> None:
    arm = ToldArm()

    async def hold(server: Served) -> None:
        reply = await server.say(message)
        assert (reply["status"], reply["code"]) == ("error", "azure_secret_in_message")
        assert JWT not in str(reply)
        assert (await server.get("/dossiers")).json()["dossiers"] == []
        assert arm.asked == []

    over(tmp_path, arm, hold)
    assert not any(JWT.encode() in one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())


def test_who_is_not_logged_in_is_told_what_an_error_points_to_and_nothing_is_read(
    tmp_path: Path,
) -> None:
    arm = ToldArm()

    async def hold(server: Served) -> None:
        assert (await post(server, "logout", {})).json()["was_logged_in"]
        reply = await server.say(ERROR)
        assert (reply["outcome"], arm.asked) == ("request", [])
        for words in ("**AuthorizationFailure** (Storage)", "nothing was looked at", "/login"):
            assert words in reply["response"]
        assert (await post(server, "login", {"token": "t"})).status_code == 200
        arm.replies |= storage()
        done = await server.say("Go on.", dossier_id=reply["dossier_id"])
        assert done["outcome"] == "done"
        assert (await post(server, "logout", {})).json()["was_logged_in"]
        thanked = await server.say("Thanks!", dossier_id=reply["dossier_id"])
        assert thanked["response"] == "You are welcome."
        refused = await post(server, "login", {"token": "forged"})
        assert refused.json()["code"] == "azure_token_forged"
        assert "forged" not in refused.json()["error"]

    over(tmp_path, arm, hold)


def test_a_token_that_is_refused_midway_ends_the_turn_with_how_to_log_in(tmp_path: Path) -> None:
    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        assert (reply["outcome"], reply["sources"]) == ("request", [])
        assert "Log in again." in reply["response"]

    over(tmp_path, ToldArm(error=AzureTokenRevoked()), hold)


def test_a_tool_that_reads_says_how_to_log_in(tmp_path: Path) -> None:
    arm = ToldArm(dict(storage()))
    llm = ScriptedRounds(calls(READ), ChatReply("I need a login for that."))

    async def hold(server: Served) -> None:
        await post(server, "logout", {})
        reply = await server.say(ERROR)
        assert (reply["outcome"], arm.asked) == ("request", [])
        told = json.loads(llm.asked[1][-1].content)
        assert told["outcome"] == "azure_login_needed"
        assert "./tess azure login" in told["problem"]

    over(tmp_path, arm, hold, llm=llm)


def test_a_trace_is_its_holders(tmp_path: Path) -> None:
    doorman = Doorman()

    async def hold(server: Served) -> None:
        trace = (await server.say(ERROR))["dossier_id"]
        doorman.oid = "bbbbbbbb-0000-0000-0000-000000000002"
        await post(server, "login", {"token": "t"})
        theirs = await server.say("Go on.", dossier_id=trace)
        assert theirs["code"] == "unknown_dossier"

    over(tmp_path, ToldArm(dict(storage())), hold, doorman)


def test_continuing_resets_nothing(tmp_path: Path) -> None:
    arm = ToldArm()
    asks = calls(("ask_user", arguments(question="What?", why="To know.")))

    async def hold(server: Served) -> None:
        trace = (await server.say(ERROR))["dossier_id"]
        for _ in range(5):
            assert (await server.say("Go on.", dossier_id=trace))["outcome"] == "request"
        spent = await server.say("Go on.", dossier_id=trace)
        assert (spent["status"], spent["code"]) == ("error", "azure_trace_spent")

    over(tmp_path, arm, hold, llm=ScriptedRounds(*[asks] * 6))


def test_a_call_has_five_rounds_and_eight_tools(tmp_path: Path) -> None:
    arm = ToldArm()
    one = [
        calls(("read_resource", arguments(id=f"{STORAGE}{n}", aspect="properties")))
        for n in range(9)
    ]
    many = calls(
        *(("read_resource", arguments(id=f"{VAULT}{n}", aspect="properties")) for n in range(20))
    )

    async def hold(server: Served) -> None:
        trace = await server.say(ERROR)
        assert trace["outcome"] == "continue"
        assert len(arm.asked) == 5
        again = await server.say("Go on.", dossier_id=trace["dossier_id"])
        assert again["outcome"] == "continue"
        assert len(arm.asked) == 5 + 8

    over(tmp_path, arm, hold, llm=ScriptedRounds(*one[:5], many))


def test_the_same_call_is_answered_from_the_dossier_and_then_refused(tmp_path: Path) -> None:
    arm = ToldArm(dict(storage()))
    asks = calls(("ask_user", arguments(question="What?", why="To know.")))

    async def hold(server: Served) -> None:
        trace = (await server.say(ERROR))["dossier_id"]
        second, third = [await server.say("Go on.", dossier_id=trace) for _ in range(2)]
        assert "Read before" in second["response"]
        assert "Read before" not in third["response"]
        assert len(arm.asked) == 1

    over(tmp_path, arm, hold, llm=ScriptedRounds(*[calls(READ), asks] * 3))


def test_another_pasted_error_is_not_answered_as_the_one_before(tmp_path: Path) -> None:
    arm = ToldArm(dict(storage()))

    async def hold(server: Served) -> None:
        first = await server.say("403 AuthorizationFailure on container raw of rawdata")
        assert first["outcome"] == "request"
        other = "QuotaExceeded: exceeding approved standardDSv3Family Cores quota"
        other = f"{other}\n\nSubscription: {SUBSCRIPTION}\nResource group: data"
        reply = await server.say(other, dossier_id=first["dossier_id"])
        assert "networkAcls" not in reply["response"]
        assert STORAGE not in [one.path for one in arm.asked]

    over(tmp_path, arm, hold)


def test_an_error_that_is_in_no_table_is_not_answered_as_the_one_before(tmp_path: Path) -> None:
    async def hold(server: Served) -> None:
        first = await server.say("AADSTS50105: the user is not assigned to a role")
        other = "(VirtualNetworkGatewayNotReady) The gateway is not ready yet."
        reply = await server.say(other, dossier_id=first["dossier_id"])
        assert "with this case" not in reply["response"]
        assert "Which resource" in reply["clarification"]["question"]

    over(tmp_path, ToldArm(), hold)
