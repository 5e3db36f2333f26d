"""What is said at the Azure desk beside an error, and what a model is sent: through the real server."""

import json
from pathlib import Path

import pytest
from pydantic import JsonValue

from src.llm.protocol import ChatReply
from src.llm.state import STATE, message_and_state
from tests.desks.azure.doubles import GROUP, STORAGE, SUBSCRIPTION, VAULT, ToldArm, storage
from tests.desks.azure.talking import ERROR, arguments, over
from tests.fakes import ScriptedRounds, calls
from tests.serving import Served
from tests.test_agent import shared_prefix

READ = ("read_resource", arguments(id=STORAGE, aspect="properties"))
LINE = "properties.networkAcls.defaultAction: Deny"


def test_a_later_request_begins_with_the_earlier_one_and_says_the_users_text_once(
    tmp_path: Path,
) -> None:
    llm = ScriptedRounds(calls(READ), ChatReply("Who calls it?"), ChatReply("You are welcome."))

    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        await server.say("Thanks.", dossier_id=reply["dossier_id"])
        first, second, third = llm.asked
        assert second[: len(first)] == first
        assert shared_prefix(first, second) >= 0.6
        assert json.loads(second[-1].content)["output_is_data"].startswith("status: 200\n")
        for sent in llm.asked:
            assert sum(one.content.count("on container raw") for one in sent) == 1
        message, state = message_and_state(third)
        assert (message, STATE in third[-1].content) == ("Thanks.", True)
        (known,) = state["replies"]
        assert LINE in known["lines"]
        assert (state["subscriptions"], state["calls_left"]) == ([SUBSCRIPTION], 8)
        assert (state["message"], state["logged_in"]) == (2, True)

    over(tmp_path, ToldArm(dict(storage())), hold, llm=llm)


def test_a_reply_from_before_the_end_has_no_lines_any_more(tmp_path: Path) -> None:
    llm = ScriptedRounds(
        calls(READ), calls(("give_up", arguments(checked=["it"]))), ChatReply("Good.")
    )

    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        await server.say("Thanks.", dossier_id=reply["dossier_id"])
        (stale,) = message_and_state(llm.asked[-1])[1]["replies"]
        assert (stale["n"], stale["stale"], stale["lines"]) == (1, True, [])

    over(tmp_path, ToldArm(dict(storage())), hold, llm=llm)


def test_words_that_end_in_a_question_are_asked_and_others_are_only_said(tmp_path: Path) -> None:
    llm = ScriptedRounds(
        ChatReply("It may be the firewall.\nWhich address calls?"), ChatReply("Gladly.")
    )

    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        assert reply["outcome"] == "request"
        assert reply["clarification"]["question"] == "Which address calls?"
        general, _, asked = reply["response"].partition("It may be the firewall.")
        assert "not checked for your case" in general
        assert "Which address calls?" in asked
        again = await server.say("Thanks, no more.", dossier_id=reply["dossier_id"])
        assert (again["outcome"], again["response"]) == ("request", "Gladly.")
        assert again.get("clarification") is None

    over(tmp_path, ToldArm(), hold, llm=llm)


def test_a_model_that_calls_in_vain_does_not_end_as_done(tmp_path: Path) -> None:
    llm = ScriptedRounds(*[calls(("unheard_of", "{}"))] * 2)

    async def hold(server: Served) -> None:
        assert (await server.say(ERROR))["outcome"] == "request"

    over(tmp_path, ToldArm(), hold, llm=llm)


def test_the_calls_of_a_trace_are_counted_over_its_turns(tmp_path: Path) -> None:
    arm = ToldArm()

    def reads(turn: int) -> ChatReply:
        ids = (f"{VAULT}{turn}x{n}" for n in range(8))
        return calls(*(("read_resource", arguments(id=one, aspect="properties")) for one in ids))

    async def hold(server: Served) -> None:
        trace = ""
        for _ in range(5):
            named = {"dossier_id": trace} if trace else {}
            reply = await server.say(ERROR, **named)
            assert reply["outcome"] == "continue"
            trace = reply["dossier_id"]
        assert len(arm.asked) == 40
        left = [message_and_state(asked)[1]["calls_left"] for asked in llm.asked]
        assert left == [8] * 5
        spent = await server.say("Go on.", dossier_id=trace)
        assert spent["code"] == "azure_trace_spent"

    llm = ScriptedRounds(*map(reads, range(5)))
    over(tmp_path, arm, hold, llm=llm)


def test_a_secret_in_arguments_is_masked_before_a_tool_runs(tmp_path: Path) -> None:
    token = (
        "eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJodHRwczovL2F6dXJlIn0.c2lnbmF0dXJlLW9mLWl0LWFsbA"  # made up
    )
    llm = ScriptedRounds(calls(("give_up", arguments(checked=[f"Bearer {token}"]))))

    async def hold(server: Served) -> None:
        reply = await server.say(ERROR)
        journal = (await server.get(f"/dossiers/{reply['dossier_id']}/journal")).text
        assert "give_up" in journal
        assert token not in f"{journal}{reply}"

    over(tmp_path, ToldArm(), hold, llm=llm)


# The built-in model

TALK = (
    ("Thanks a lot!", "You are welcome."),
    ("What makes you say that?", LINE),
    ("Show me the evidence.", LINE),
    ("What else could it be?", "Often mistaken for"),
    ("Which commands do I run?", "--ip-address ADDRESS` (fill in: ADDRESS)"),
    ("How do I do that in the portal? I have no cli.", "**Security + networking > Networking"),
    ("Please add that rule for me.", "I change nothing in Azure"),
    ("Do I need to log in for this?", "It works without a login"),
    ("What does that cost a month?", "nothing of other clouds or prices"),
)


@pytest.mark.parametrize(("message", "words"), TALK)
def test_talk_about_a_diagnosis_reads_nothing_and_begins_none(
    tmp_path: Path, message: str, words: str
) -> None:
    arm = ToldArm(dict(storage()))

    async def hold(server: Served) -> None:
        trace = (await server.say(ERROR))["dossier_id"]
        asked = len(arm.asked)
        reply = await server.say(message, dossier_id=trace)
        assert words in reply["response"]
        assert (reply["outcome"], len(arm.asked)) == ("request", asked)
        kept = (await server.get(f"/dossiers/{trace}")).json()["artifacts"]
        assert [one["kind"] for one in kept].count("diagnosis") == 1

    over(tmp_path, arm, hold)


def test_another_error_is_a_new_case(tmp_path: Path) -> None:
    arm = ToldArm(dict(storage()))
    locks = f"{GROUP}/providers/Microsoft.Authorization/locks"
    lock: JsonValue = {
        "id": f"{locks}/keep",
        "name": "keep",
        "properties": {"level": "CanNotDelete"},
    }
    arm.replies[locks.lower()] = (200, {"value": [lock]})
    other = f"Something else now: ScopeLocked when I delete {GROUP}"

    async def hold(server: Served) -> None:
        trace = (await server.say(ERROR))["dossier_id"]
        reply = await server.say(other, dossier_id=trace)
        assert reply["outcome"] == "done"
        kept = (await server.get(f"/dossiers/{trace}")).json()
        causes = [one["data"]["cause"] for one in kept["artifacts"] if one["kind"] == "diagnosis"]
        assert causes == ["storage_firewall", "resource_locked"]
        assert "on container raw" not in kept["answers"][-1]["question"]

    over(tmp_path, arm, hold)


def test_nobody_is_asked_the_same_twice(tmp_path: Path) -> None:
    async def hold(server: Served) -> None:
        first = await server.say("Our app in Azure does not work.")
        trace = first["dossier_id"]
        second = await server.say("It is a web app.", dossier_id=trace)
        third = await server.say("No idea, I am not the admin.", dossier_id=trace)
        assert first["clarification"]["question"] != second["clarification"]["question"]
        assert third["outcome"] == "fail"
        assert "Activity log" in third["response"]

    over(tmp_path, ToldArm(), hold)
