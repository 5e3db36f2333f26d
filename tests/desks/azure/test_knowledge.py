"""What the desk knows of errors: the table itself, and what is told of it with and without a login."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from src.desks.azure.knowledge import Knowledge, knowledge
from src.desks.azure.knowledge.causes import causes
from src.llm.protocol import ChatReply
from src.llm.state import message_and_state
from tests.desks.azure.az_commands import faults
from tests.desks.azure.doubles import OTHER, STORAGE, SUBSCRIPTION, ToldArm, storage
from tests.desks.azure.talking import ERROR, arguments, over, post
from tests.fakes import ScriptedRounds, calls
from tests.serving import Served

TABLE = knowledge()


def test_every_entry_is_whole_and_found_by_its_own_codes() -> None:
    assert len(TABLE.code) >= 80
    for one in TABLE.code:
        for text in (one.means, one.mistaken, one.first):
            assert text.nl.strip()
            assert text.en.strip()
            assert text.nl != text.en
        for code in one.codes if one.codes is not None else (one.name,):
            found = TABLE.in_text(f"Error: {code}")
            assert code in (found[0].codes or (found[0].name,)), code


def test_every_cause_that_can_be_read_is_of_some_error_and_the_other_way_round() -> None:
    named = {cause for one in TABLE.code for cause in one.causes}
    assert named == {one.name for one in causes().cause}


@pytest.mark.parametrize(
    "command", [one.command for one in TABLE.code if one.command], ids=lambda one: one[:40]
)
def test_the_azure_cli_takes_every_command(command: str) -> None:
    assert faults(command) == []


@pytest.mark.parametrize("name", causes().step)
def test_the_azure_cli_takes_every_step(name: str) -> None:
    assert faults(causes().step[name].command) == []


def test_a_command_that_the_azure_cli_does_not_take_is_noticed() -> None:
    assert faults("az vm list-usage --region <LOCATION>") == ["--region", "missing: --location"]
    assert faults("az vm explain --name <VM>") == ["no command: az vm explain"]


@pytest.mark.parametrize(
    "fault", [{"wordz": "x"}, {"words": "("}, {"means": {"nl": "x"}}, {"name": "AADSTS50105"}]
)
def test_a_table_that_is_not_what_it_should_be_is_refused(fault: dict[str, object]) -> None:
    given = json.loads(TABLE.model_dump_json())
    given["code"][0] |= fault
    with pytest.raises(ValidationError):
        Knowledge.model_validate(given)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Error 40615 from the pool", "40615"),
        ("the batch has 40615 rows; AuthorizationFailed", "AuthorizationFailed"),
        ("our SQL batch wrote all its 40615 rows; AuthorizationFailed", "AuthorizationFailed"),
        ("since this morning 10928 on and off from our SQL database", "10928"),
        ("Wij krijgen steeds 18456 van de SQL-server", "18456"),
        ("Sinds vanmorgen: 40613, en dan weer niet. Azure SQL.", "40613"),
        ("Resource ID: 1. The worker minimum guarantee is 0, maximum limit is 90", "10928"),
        (
            "InvalidTemplateDeployment ... QuotaExceeded: exceeding approved X Cores quota",
            "QuotaExceeded",
        ),
    ],
)
def test_a_number_is_a_code_only_as_one_and_a_wrapping_gives_way(text: str, name: str) -> None:
    assert TABLE.in_text(text)[0].name == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("403 on the storage account: AuthorizationPermissionMismatch", "AuthorizationPermissionMismatch"),
        ("key vault 403 Forbidden: ForbiddenByFirewall", "ForbiddenByFirewall"),
        ("RequestDisallowedByPolicy, inner error SkuNotAvailable", "SkuNotAvailable"),
        ("SkuNotAvailable, inner error RequestDisallowedByPolicy", "RequestDisallowedByPolicy"),
        ("AuthorizationFailed, inner error LinkedAuthorizationFailed", "LinkedAuthorizationFailed"),
        ("Conflict (409): AnotherOperationInProgress", "AnotherOperationInProgress"),
        ("AADSTS90072: User account 'a@b.nl' from identity provider 'live.com' does not exist in tenant 'C' and cannot "
         "access the application", "AADSTS90072"),
        ("our plan has SNAT port exhaustion", "snat-exhaustion"),
        ("The Self-hosted Integration Runtime 'shir' is offline", "integration-runtime-offline"),
        ("Container pull image failed with reason: ImagePullUnauthorizedFailure", "ImagePullUnauthorized"),
        ("401 Unauthorized. 40103: Invalid authorization token signature", "40103"),
    ],
)  # fmt: skip
def test_of_several_codes_the_innermost_counts_and_a_status_before_none(
    text: str, name: str
) -> None:
    assert TABLE.in_text(text)[0].name == name


# Without a login


def logged_out(tmp_path: Path, *said: str) -> list[dict[str, object]]:
    """Return the replies to messages of somebody who is not logged in."""
    replies: list[dict[str, object]] = []
    arm = ToldArm(dict(storage()))

    async def hold(server: Served) -> None:
        await post(server, "logout", {})
        for words in said:
            named = {"dossier_id": replies[0]["dossier_id"]} if replies else {}
            replies.append(await server.say(words, **named))
        assert arm.asked == []

    over(tmp_path, arm, hold)
    return replies


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("AADSTS700016: Application was not found", ("client id", "expired secret", "First check")),
        ("Login failed for user '<token-identified principal>'.", ("no user in this database",)),
        ("ik krijg AADSTS50105, wat nu", ("niet toegewezen", "verkeerd wachtwoord", "Eerste controle")),
        ("ScopeLocked on our group", ("There is a lock", "az lock list", "nothing was looked at")),
        ("the call gives 403", ("no certainty", "403 alone says")),
        ("Error (AccessDenied) when calling the PutObject operation", ("no error of Azure", "‘AccessDenied", "AWS")),
        ("mn printer thuis doet niks meer, het lampje knippert oranje", ("geen fout van Azure: ‘printer’",)),
        ("p2s revocation check failed (Error 0x80092013)", ("Nothing in my table", "‘0x80092013’", "service of Azure")),
        ("kiosk stopt met java.lang.IllegalStateException", ("In mijn tabel past hier niets bij", "dienst van Azure")),
        ("Snowflake says 250001: could not connect", ("no error of Azure: ‘Snowflake’",)),
        ("Key Vault reference: AccessToKeyVaultDenied", ("permission model", "the reference uses", "RBAC")),
        (f"AADSTS50011 of application {OTHER}", ("web.redirectUris", "spa.redirectUris", "publicClient.redirectUris")),
        ("ORA-12154: TNS:could not resolve the connect identifier", ("no error of Azure", "Oracle", "ORA-12154")),
    ],
)  # fmt: skip
def test_an_error_is_explained_without_a_login(
    tmp_path: Path, message: str, words: tuple[str, ...]
) -> None:
    (reply,) = logged_out(tmp_path, message)
    assert reply["outcome"] == "request"
    for word in words:
        assert word in str(reply["response"])


def test_what_a_user_denies_gives_way_to_the_next_and_a_fact_is_a_hint(tmp_path: Path) -> None:
    said = (
        "AADSTS7000222: the client secret has expired",
        "hmm no, the secret is brand new",
        "a colleague says that a policy was switched on",
    )
    _, denied, hearsay = logged_out(tmp_path, *said)
    assert "AADSTS7000215" in str(denied["response"])
    assert "**AADSTS7000222**" not in str(denied["response"])
    for words in ("RequestDisallowedByPolicy", "no certainty"):
        assert words in str(hearsay["response"])


BY_RBAC = (
    "Code: ForbiddenByRbac Caller is not authorized to perform action on resource. "
    "Vault: kv-oogst-prd"
)
FULL = "(SubnetIsFull) Subnet snet-pods with prefix 10.40.2.0/25 does not have enough capacity"


@pytest.mark.parametrize(
    ("error", "message", "words", "not_words"),
    [
        (BY_RBAC, "what do I do now?", ("First check", "az role assignment list", "Secrets User"), "set-policy"),
        (BY_RBAC, "which command is it?", ("az role assignment create --assignee PRINCIPAL",), "set-policy"),
        (BY_RBAC, "geef me het az commando om die rol te zetten", ("az role assignment create",), "set-policy"),
        (BY_RBAC, "how in the portal?", ("Access control (IAM) > Add role assignment",), "az role"),
        (BY_RBAC, "show what you have read", ("nothing was read", "logged in"), "az role"),
        (BY_RBAC, "laat zien wat je precies hebt uitgelezen", ("niets gelezen",), "az role"),
        (BY_RBAC, "what else could it be?", ("Often mistaken for: a firewall",), "az role"),
        (FULL, "and now what?", ("First check", "az network vnet subnet show"), "I take this as another error"),
        (FULL, "wat kan het nog meer zijn?", ("Vaak aangezien voor",), "az network"),
    ],
)  # fmt: skip
def test_a_question_on_an_explained_error_is_answered_from_its_card(
    tmp_path: Path, error: str, message: str, words: tuple[str, ...], not_words: str
) -> None:
    *_, reply = logged_out(tmp_path, error, message)
    for word in words:
        assert word in str(reply["response"])
    assert not_words not in str(reply["response"])


@pytest.mark.parametrize(
    ("said", "shown", "done", "not_done"),
    [
        ("Key Vault 403 Forbidden, permissionModel: RBAC", "goes by RBAC", "Secrets User", "set-policy"),
        ("Key Vault 403; enableRbacAuthorization is true", "goes by RBAC", "Secrets User", "set-policy"),
        ("Key Vault 403 Forbidden, permission model: access policy", "accessPolicies", "set-policy", "Secrets User"),
        ("AuthorizationFailure, defaultAction: Deny", "refuses whoever is not", "network-rule add", "keyvault"),
        ("Key Vault 403 en de vault staat in RBAC modus", "gaat op RBAC", "Secrets User", "set-policy"),
    ],
)  # fmt: skip
def test_a_field_that_the_user_names_is_followed_and_not_told_as_read(
    tmp_path: Path, said: str, shown: str, done: str, not_done: str
) -> None:
    card, steps = logged_out(tmp_path, said, "what do I do now?")
    assert shown in str(card["response"])
    assert any(words in str(card["response"]) for words in ("I did not check", "niet heb nagezien"))
    assert done in str(steps["response"])
    assert not_done not in str(steps["response"])


def test_going_on_does_not_step_over_to_what_the_users_words_rule_out(tmp_path: Path) -> None:
    _, reply = logged_out(tmp_path, f"{BY_RBAC}; AccessDenied, RBAC mode is on", "go on")
    assert "ForbiddenByPolicy" not in str(reply["response"])


def test_what_was_read_is_listed_where_no_diagnosis_stands(tmp_path: Path) -> None:
    llm = ScriptedRounds(
        calls(("read_resource", arguments(id=STORAGE, aspect="properties"))),
        calls(("look_up_code", arguments(error="AuthorizationFailure"))),
        ChatReply("Which address calls?"),
        calls(("show_diagnosis", arguments(part="evidence"))),
        ChatReply(""),
    )

    async def shown(server: Served) -> None:
        reply = await server.say(ERROR)
        again = await server.say("What did you read?", dossier_id=reply["dossier_id"])
        assert "storageAccounts/rawdata (200)" in again["response"]

    over(tmp_path, ToldArm(dict(storage())), shown, llm=llm)


def test_another_error_is_told_apart_from_the_one_before(tmp_path: Path) -> None:
    _, other = logged_out(tmp_path, "AADSTS50105", "and now 403 on the storage, is it related?")
    assert "another error" in str(other["response"])
    assert "storage" in str(other["response"]).lower()


def test_why_says_that_nothing_was_read(tmp_path: Path) -> None:
    *_, reply = logged_out(tmp_path, "AADSTS50105", "how sure are you?")
    assert "nothing was read" in str(reply["response"])


# With a login


def test_what_no_cause_is_known_of_is_explained_and_the_rest_is_looked_into(tmp_path: Path) -> None:
    arm = ToldArm(dict(storage()))

    async def hold(server: Served) -> None:
        told = await server.say(f"OOMKilled, exit code 137\n\nSubscription: {SUBSCRIPTION}")
        assert "memory limit" in told["response"]
        assert arm.asked == []
        assert (await server.say(ERROR))["outcome"] == "done"

    over(tmp_path, arm, hold)


def test_a_model_reads_the_same_table(tmp_path: Path) -> None:
    look = ("look_up_code", arguments(error="AADSTS700016"))
    other = ("look_up_code", arguments(error="AuthorizationFailure"))
    words = ChatReply("Which tenant is it?")
    llm = ScriptedRounds(calls(look), words, calls(other), words)

    async def hold(server: Served) -> None:
        reply = await server.say("The sign-in of our pipeline gives AADSTS700016")
        await server.say(
            "And the storage gives AuthorizationFailure", dossier_id=reply["dossier_id"]
        )
        assert "look_up_code" in llm.asked[0][0].content
        told = json.loads(llm.asked[1][-1].content)["output_is_data"]
        assert "mistaken_for: a wrong or expired secret" in told
        assert "client id" in reply["response"]
        shown = json.loads(llm.asked[3][-1].content)["output_is_data"]
        for words in ("networkAcls.defaultAction", "ruled_out_by", "storage_ip_rule"):
            assert words in shown

    over(tmp_path, ToldArm(), hold, llm=llm)


# How long a trace is


def test_talk_is_no_turn_of_a_trace_and_the_last_turns_are_told(tmp_path: Path) -> None:
    llm = ScriptedRounds(
        *(
            one
            for _ in range(5)
            for one in (calls(("give_up", arguments(checked=["it"]))), ChatReply("Gladly."))
        )
    )

    async def hold(server: Served) -> None:
        trace, told = "", []
        for _ in range(5):
            named = {"dossier_id": trace} if trace else {}
            reply = await server.say(ERROR, **named)
            trace = reply["dossier_id"]
            told.append("1 turns left" in reply["response"])
            await server.say("Thanks.", dossier_id=trace)
        assert told == [False] * 4 + [True]
        assert message_and_state(llm.asked[-1])[1]["turns_left"] == 0

    over(tmp_path, ToldArm(), hold, llm=llm)


def test_a_part_of_a_name_points_to_no_error() -> None:
    def pointed_to(fact: str) -> list[str]:
        return [one.name for one in knowledge().touched_by(fact)]

    assert pointed_to("the policy is policy name/req-tag-costcenter") == [
        "RequestDisallowedByPolicy"
    ]
    assert "manifest-unknown" in pointed_to("the tag of the image is new")


VAULT_REFUSES = "Key Vault 403 Forbidden for our app"


@pytest.mark.parametrize(
    ("said", "words", "not_words"),
    [
        (("the web app gives 502", "AllocationFailed when I start the vm"), "AllocationFailed", "http 502"),
        ((VAULT_REFUSES, "the policy name in the json is deny-public"), "What came of that check", "RequestDisallowed"),
        ((VAULT_REFUSES, "I only have a terminal, what do I type"), "az keyvault show", "portal"),
        ((VAULT_REFUSES, "it's up and running again"), "welcome", "Key Vault"),
        ((VAULT_REFUSES, "do you keep the password that I paste?"), "before any of it is stored", "Key Vault"),
        (("error 40615: address is not allowed to access the server",), "First check", "did not find"),
    ],
)  # fmt: skip
def test_what_is_said_of_an_open_case_is_taken_as_it_is_meant(
    tmp_path: Path, said: tuple[str, ...], words: str, not_words: str
) -> None:
    last = logged_out(tmp_path, *said)[-1]
    assert words in str(last["response"])
    assert not_words not in str(last["response"])


@pytest.mark.parametrize(
    ("message", "heading"),
    [
        ("AADSTS7000222: keys are expired", "**AADSTS7000222** (Entra ID), expired client secret:"),
        ("ik krijg AADSTS7000222", "**AADSTS7000222** (Entra ID), verlopen client secret:"),
        ("our app gets port exhaustion on SNAT ports", "**SNAT ports used up** (Network):"),
        ("onze app heeft SNAT port exhaustion", "**SNAT-poorten op** (Network):"),
    ],
)
def test_a_card_shows_its_code_and_a_title_in_the_users_language(
    tmp_path: Path, message: str, heading: str
) -> None:
    (reply,) = logged_out(tmp_path, message)
    assert heading in str(reply["response"])
    assert "snat-exhaustion" not in str(reply["artifacts"])
