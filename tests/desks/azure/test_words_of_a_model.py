"""A model at the desk as it is where a key is set: a diagnosis read twice, and words held against Azure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import JsonValue

from src.desks.azure.diagnosis import DiagnosisDraft, RoleClaim, StepDraft
from src.desks.azure.words import TEXTS
from src.errors import ModelKeyRefused, ModelUnavailable
from src.llm.forms import Support, SupportDraft, SupportVerdict
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply, ToolSpec
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
from tests.desks.azure.talking import arguments, over
from tests.fakes import ScriptedRounds, calls
from tests.serving import Served

ERROR = f"403 AuthorizationFailure on container raw of rawdata, from 10.20.3.4. Subscription {SUBSCRIPTION}"
LINE = "properties.networkAcls.defaultAction: Deny"
READ = calls(("read_resource", arguments(id=STORAGE, aspect="properties")))
DIAGNOSE = calls(("diagnose", arguments(question="Why?")))
UNCHECKED = "Not checked"


class Reader(ScriptedRounds):
    """Follows a script, drafts a whole diagnosis, and reads it again with this verdict on each statement."""

    def __init__(
        self,
        *rounds: ChatReply,
        verdict: Support | Exception | None = "supports",
        line: str = LINE,
        step: str = "storage_ip_rule",
        open_points: Sequence[str] = (),
        concludes: str = "",
        fails: bool = False,
        false: str = "",
        by: str = "",
    ) -> None:
        super().__init__(*rounds)
        self.false, self.by = false, by
        self.verdict, self.line, self.step, self.open_points = verdict, line, step, open_points
        self.concludes, self.fails, self.reads_again = concludes, fails, 0

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        given = json.loads(messages[1].content)
        if response_format is SupportDraft:
            self.reads_again += 1
            if isinstance(self.verdict, Exception):
                raise self.verdict
            verdicts = [
                SupportVerdict(
                    number=one["number"],
                    verdict="contradicts" if one["text"] == self.false else self.verdict,
                    settled_by=self.by,
                )
                for one in given["statements"]
                if self.verdict
            ]
            return StructuredReply(cast("Reply", SupportDraft(verdicts=verdicts)))
        if self.fails:
            raise RuntimeError("a fault of the program")
        source = next(one["id"] for one in given["sources"] if self.line in one["text"])
        said = "The firewall of rawdata refuses whoever is in no rule."
        claims = [
            RoleClaim(text=said, quote=self.line, source_id=source, role="cause"),
            RoleClaim(
                text="No address is let in by a rule.",
                quote="properties.networkAcls.ipRules: []",
                source_id=source,
                role="contributing",
            ),
        ]
        draft = DiagnosisDraft(
            cause="storage_firewall",
            claims=claims,
            conclusion=f"{said} {self.concludes}".strip(),
            steps=[StepDraft(command=self.step, source_id=source)],
            open_points=list(self.open_points),
            missing_facts=[],
        )
        return StructuredReply(cast("Reply", draft))


def replied(tmp_path: Path, llm: Reader, message: str = ERROR, **more: Any) -> dict[str, Any]:
    """Return the reply to a message, of a desk that reads each diagnosis twice."""
    replies: list[dict[str, Any]] = []

    async def hold(server: Served) -> None:
        replies.append(await server.say(message))

    over(
        tmp_path,
        more.pop("arm", None) or ToldArm(dict(storage())),
        hold,
        llm=llm,
        support=True,
        **more,
    )
    return replies[0]


def test_a_diagnosis_is_read_a_second_time(tmp_path: Path) -> None:
    llm = Reader(READ, DIAGNOSE)
    reply = replied(tmp_path, llm)
    assert (reply["outcome"], llm.reads_again) == ("done", 1)
    for told in (LINE, "ipRules: []", "--ip-address ADDRESS` (fill in: ADDRESS)"):
        assert told in reply["response"]
    assert "Not done" not in reply["response"]


@pytest.mark.parametrize(
    ("verdict", "outcome", "told"),
    [
        ("neither", "request", LINE),
        ("contradicts", "request", "I do not name it"),
    ],
)
def test_what_the_second_reading_finds_is_told(
    tmp_path: Path, verdict: Support, outcome: str, told: str
) -> None:
    reply = replied(
        tmp_path, Reader(READ, DIAGNOSE, ChatReply("It is the firewall."), verdict=verdict)
    )
    assert reply["outcome"] == outcome
    assert told in reply["response"]
    assert "It is the firewall." not in reply["response"]


@pytest.mark.parametrize(
    ("false", "reason"),
    [
        ("The firewall is open (defaultAction Allow).", LINE),
        ("Its properties.networkAcls.defaultAction: Allow lets all in.", LINE),
        ("I read the container log of web-app: it says OOMKilled.", "what is known contradicts it"),
        ("Ik las ook de resource health van rawdata: Available.", "what is known contradicts it"),
    ],
)
@pytest.mark.parametrize("place", ["words", "why", "checked"])
def test_words_that_azure_contradicts_fall_and_it_is_told_why(
    tmp_path: Path, false: str, reason: str, place: str
) -> None:
    true = "Its defaultAction is Deny."
    text = f"{true} {false}"
    last = {
        "words": ChatReply(text),
        "why": calls(("ask_user", arguments(question="From where?", why=text))),
        "checked": calls(("give_up", arguments(checked=[text]))),
    }[place]
    told = replied(tmp_path, Reader(READ, DIAGNOSE, last, fails=True, false=false, by=LINE))[
        "response"
    ]
    assert true in told
    assert false not in told
    assert "left out" in told
    assert reason in told
    assert "failed" in told


def test_words_without_a_diagnosis_that_stands_are_marked_as_not_checked(tmp_path: Path) -> None:
    words = ChatReply("The cause is the firewall of rawdata.")
    told = replied(tmp_path, Reader(READ, DIAGNOSE, words, fails=True))["response"]
    assert told.index(UNCHECKED) < told.index("The cause is")
    assert (
        UNCHECKED not in replied(tmp_path / "b", Reader(ChatReply("You are welcome.")))["response"]
    )


def test_who_found_the_cause_is_not_said_to_have_found_none_as_a_tool_failed(
    tmp_path: Path,
) -> None:
    end = calls(("give_up", arguments(checked=[f"The firewall: {LINE}"])))
    failed = replied(tmp_path, Reader(READ, DIAGNOSE, end, fails=True))
    assert failed["outcome"] == "fail"
    assert "did not find the cause" not in failed["response"]
    assert LINE in failed["response"]
    assert "did not find the cause" in replied(tmp_path / "b", Reader(READ, end))["response"]


@pytest.mark.parametrize(
    "message",
    [
        "403 in the subscription Development: is it the firewall?",
        "403: is it the firewall? You may read in abonnement 'Development'.",
        "403, Development subscription.",
    ],
)
def test_a_subscription_is_named_by_what_azure_calls_it(tmp_path: Path, message: str) -> None:
    arm = ToldArm(dict(storage()))
    row: dict[str, JsonValue] = {"subscriptionId": SUBSCRIPTION, "displayName": "Development"}
    arm.replies["/subscriptions"] = (200, {"value": [row]})
    list_first = calls(("list_subscriptions", "{}"))
    replied(tmp_path, Reader(list_first, READ, ChatReply("It is.")), message, arm=arm)
    assert STORAGE in [one.path for one in arm.asked]


def test_the_only_subscription_that_a_login_sees_is_meant(tmp_path: Path) -> None:
    def asked(folder: str, *seen: str) -> list[str]:
        arm, model = ToldArm(dict(storage())), Reader(READ, ChatReply("It is."))
        replied(
            tmp_path / folder,
            model,
            "403 on rawdata of our subscription",
            arm=arm,
            doorman=Doorman(subscriptions=seen),
        )
        return [one.path for one in arm.asked]

    assert asked("a", SUBSCRIPTION) == [STORAGE]
    assert asked("b", SUBSCRIPTION, OTHER) == []


def test_an_id_is_never_cut(tmp_path: Path) -> None:
    name = f"/subscriptions/{OTHER}/resourceGroups/{'g' * 60}/providers/Microsoft.Compute/virtualMachines/vm-app"
    read = calls(("read_resource", arguments(id=name, aspect="properties")))
    told = replied(tmp_path, Reader(read, ChatReply("I may not.")))["response"]
    assert f"{name} is in no subscription" in told


def test_a_card_is_what_a_code_can_mean_and_none_that_a_reading_rules_out(tmp_path: Path) -> None:
    look = calls(("look_up_code", arguments(error="AuthorizationFailure")))

    def told(folder: str, action: str) -> str:
        arm = ToldArm(dict(storage(action)))
        reply = replied(tmp_path / folder, Reader(look, READ, ChatReply("I see.")), arm=arm)
        return str(reply["response"])

    assert "**AuthorizationFailure** (Storage) can mean" in told("a", "Deny")
    assert "AuthorizationFailure" not in told("b", "Allow")


def test_a_card_that_fits_in_a_word_alone_is_told_as_a_hint(tmp_path: Path) -> None:
    refused = "nc: connect to mcr.microsoft.com port 443 failed: Connection timed out"
    look = calls(("look_up_code", arguments(error=refused)))
    told = replied(
        tmp_path, Reader(look, ChatReply("It is the way out.")), f"az aks create: {refused}"
    )
    assert told["response"].startswith(TEXTS["en"].perhaps)
    assert "**ConnectTimeout** (Network)" in told["response"]
    assert told["response"].endswith("It is the way out.")


def test_what_was_read_shows_though_the_turn_ended_before_a_diagnosis(tmp_path: Path) -> None:
    others = [
        calls(("read_resource", arguments(id=f"{STORAGE}{n}", aspect="properties")))
        for n in range(9)
    ]
    reply = replied(tmp_path, Reader(READ, *others))
    assert reply["outcome"] == "continue"
    assert f"`{LINE}` \\[1\\]" in reply["response"]


@pytest.mark.parametrize(
    ("message", "error", "command"),
    [
        (
            "Upload to stapp01 (rg-app): AuthorizationFailure",
            "AuthorizationFailure",
            "    az storage account show --name stapp01 --query networkRuleSet",
        ),
        (
            "VMExtensionProvisioningError in rg-app. VM is vm-app, made with -g rg-app.",
            "VMExtensionProvisioningError",
            "    az vm get-instance-view --name vm-app --resource-group rg-app --query",
        ),
        (
            "VMExtensionProvisioningError on VM vm-app",
            "VMExtensionProvisioningError",
            "--resource-group GROUP --query",
        ),
        (
            "The deployment failed in resource group: ERROR: (DeploymentQuotaExceeded) its history is full.",
            "DeploymentQuotaExceeded",
            '--resource-group GROUP --query "length(@)"` (fill in: GROUP)',
        ),
        (
            "Resource group: rg-app\nCode: DeploymentQuotaExceeded",
            "DeploymentQuotaExceeded",
            '    az deployment group list --resource-group rg-app --query "length(@)"',
        ),
        (
            f"AuthorizationFailed: object id '{OTHER}' may not Microsoft.Authorization/roleAssignments/write "
            f"over scope '{STORAGE}/providers/Microsoft.Authorization/roleAssignments/{OTHER}'",
            "AuthorizationFailed",
            f" --scope {STORAGE} --include",
        ),
        (
            f"AuthorizationFailed: object id '{OTHER}' may not Microsoft.Authorization/locks/write "
            f"over scope '{GROUP}/providers/Microsoft.Authorization/locks/keep'",
            "AuthorizationFailed",
            f" --scope {GROUP} --include",
        ),
    ],
)
def test_a_command_has_what_the_message_names_or_is_none(
    tmp_path: Path, message: str, error: str, command: str
) -> None:
    look = calls(("look_up_code", arguments(error=error)))
    told = replied(tmp_path, Reader(look, ChatReply("See above.")), message)["response"]
    assert command in told
    assert "<" not in told


@pytest.mark.parametrize(
    ("message", "error", "is_sure"),
    [
        ("QuotaExceeded: exceeding approved Cores quota", "QuotaExceeded standardDSv5Family", True),
        ("Azure quota: QuotaExceeded", "exceeding approved Cores quota", False),
    ],
)
def test_the_users_words_decide_whether_a_code_settles_it(
    tmp_path: Path, message: str, error: str, is_sure: bool
) -> None:
    look = calls(("look_up_code", arguments(error=error)))
    told = replied(tmp_path, Reader(look, ChatReply("See above.")), message)["response"]
    assert "QuotaExceeded" in told
    assert ("no certainty" not in told) is is_sure


def test_an_error_of_a_server_at_azure_is_no_error_of_another_cloud(tmp_path: Path) -> None:
    error = "ERROR 3159 (HY000): Connections using insecure transport are prohibited"
    message = f"{error} --require_secure_transport=ON, host shop.mysql.database.azure.com"
    look = calls(("look_up_code", arguments(error=error)))
    told = replied(tmp_path, Reader(look, ChatReply("The client has to use TLS.")), message)
    assert "no error of Azure" not in told["response"]
    assert "The client has to use TLS." in told["response"]


def test_advice_behind_a_struck_command_stays(tmp_path: Path) -> None:
    words = ChatReply("Remove the lock, run terraform destroy, and have them put it back.")
    told = replied(tmp_path, Reader(words))["response"]
    assert "terraform" not in told
    assert "none of my table" in told
    assert told.endswith("and have them put it back.")


APP = f"{GROUP}/providers/Microsoft.Web/sites/web-app"
NSG = f"{GROUP}/providers/Microsoft.Network/networkSecurityGroups/nsg-app"
IDENTITY = "22222222-0000-0000-0000-000000000007"
START = "properties.appCommandLine: node server.js --port 3000"
STARTED = {"/config/web": {"properties": {"appCommandLine": "node server.js --port 3000"}}}
UNTOLD = {"/config/web": {"properties": {"appCommandLine": "node server.js"}}}
PINGED = f"web-app: no response to HTTP pings on port: 80. Subscription {SUBSCRIPTION}"
OUT: JsonValue = {"properties": {"access": "Deny", "direction": "Outbound", "priority": 200}}


@pytest.mark.parametrize(
    ("message", "read", "line", "step", "told"),
    [
        (PINGED, STARTED,
         START, "set_websites_port", "    az webapp config appsettings set --name web-app "
         "--resource-group data --settings WEBSITES_PORT=3000"),
        (f"{PINGED}. The app is listening on port 8080.", STARTED,
         START, "set_websites_port", "--settings WEBSITES_PORT=PORT` (fill in: PORT (3000 / 8080))"),
        (f"{PINGED}. The app must listen on port 8080.", UNTOLD,
         "properties.appCommandLine: node server.js", "set_websites_port", "WEBSITES_PORT=PORT` (fill in: PORT)"),
        (PINGED, UNTOLD,
         "properties.appCommandLine: node server.js", "set_websites_port", "WEBSITES_PORT=PORT` (fill in: PORT)"),
        (f"403 of web-app at vault keys. Subscription {SUBSCRIPTION}", {"": {"identity": {"principalId": IDENTITY}}},
         "properties.enableRbacAuthorization: false", "vault_access_policy",
         f"--name keys --object-id {IDENTITY} --secret"),
        (f"port 1433 times out. Subscription {SUBSCRIPTION}", {},
         "properties.securityRules[0].properties.access: Deny", "nsg_rule", "` (fill in: "),
    ],
)  # fmt: skip
def test_a_command_has_the_value_of_its_own_field_or_none(
    tmp_path: Path, message: str, read: Mapping[str, JsonValue], line: str, step: str, told: str
) -> None:
    arm = ToldArm({f"{APP}{path}".lower(): (200, body) for path, body in read.items()})
    arm.replies[VAULT.lower()] = (200, {"properties": {"enableRbacAuthorization": False}})
    arm.replies[NSG.lower()] = (200, {"properties": {"securityRules": [OUT]}})
    reads = [
        ("read_resource", arguments(id=of, aspect=aspect))
        for of, aspect in (
            (APP, "properties"), (APP, "web_config"), (VAULT, "properties"), (NSG, "properties"),
        )
    ]  # fmt: skip
    llm = Reader(calls(*reads), DIAGNOSE, line=line, step=step)
    assert told in replied(tmp_path, llm, message, arm=arm)["response"]


def test_a_rule_of_a_group_goes_the_way_of_the_rule_that_denies(tmp_path: Path) -> None:
    arm = ToldArm({NSG.lower(): (200, {"properties": {"securityRules": [OUT]}})})
    read = calls(("read_resource", arguments(id=NSG, aspect="properties")))
    line = "properties.securityRules[0].properties.access: Deny"
    llm = Reader(read, DIAGNOSE, line=line, step="nsg_rule")
    made = replied(tmp_path, llm, f"port 1433 times out. Subscription {SUBSCRIPTION}", arm=arm)
    kept = next(tmp_path.rglob(f"{made['dossier_id']}.json")).read_text()
    assert "--direction Outbound --access Allow" in kept
    assert "a lower number as its priority" in made["response"]


def test_a_rule_whose_direction_no_reply_tells_is_no_command(tmp_path: Path) -> None:
    rule: JsonValue = {"properties": {"access": "Deny", "priority": 200}}
    arm = ToldArm({NSG.lower(): (200, {"properties": {"securityRules": [rule]}})})
    read = calls(("read_resource", arguments(id=NSG, aspect="properties")))
    line = "properties.securityRules[0].properties.access: Deny"
    llm = Reader(read, DIAGNOSE, line=line, step="nsg_rule")
    message = f"port 1433 times out. Subscription {SUBSCRIPTION}"
    told = replied(tmp_path, llm, message, arm=arm)["response"]
    assert "**Settings > Inbound (or Outbound)" in told
    assert "nsg rule create" not in told


def test_an_address_that_is_told_later_makes_the_command_whole(tmp_path: Path) -> None:
    show = calls(("show_diagnosis", arguments(part="steps")))
    gap = "Put 198.51.100.24 in the place of ADDRESS."
    llm = Reader(READ, DIAGNOSE, show, ChatReply(f"It stays as it is. {gap}"), false=gap)
    replies: list[str] = []

    async def hold(server: Served) -> None:
        first = await server.say(ERROR)
        message = "Our agent's outgoing address is 198.51.100.24. The exact command?"
        second = await server.say(message, dossier_id=first["dossier_id"])
        replies.extend(one["response"] for one in (first, second))

    over(tmp_path, ToldArm(dict(storage())), hold, llm=llm, support=True)
    assert "--ip-address ADDRESS` (fill in: ADDRESS)" in replies[0]
    assert "--account-name rawdata --resource-group data --ip-address 198.51.100.24" in replies[1]
    assert "It stays as it is." in replies[1]
    assert "ADDRESS" not in replies[1]
    assert "<ADDRESS>" not in llm.asked[-1][-1].content


def test_a_diagnosis_that_stands_is_not_said_to_be_none(tmp_path: Path) -> None:
    class Mended(Reader):
        async def chat(
            self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]
        ) -> ChatReply:
            self.verdict = "supports" if len(self.asked) > 1 else "contradicts"
            return await super().chat(messages, tools)

    again = calls(("diagnose", arguments(question="Why, then?")))
    later = replied(tmp_path, Mended(READ, DIAGNOSE, again))
    assert later["outcome"] == "done"
    assert "I do not name it" not in later["response"]
    beside = replace(DIAGNOSE, text="A role is not what this error says.")
    told = replied(tmp_path / "b", Reader(READ, beside))["response"]
    assert "A role is not what this error says." in told
    assert UNCHECKED not in told


@pytest.mark.parametrize(
    "failure",
    [
        None,
        RuntimeError("a fault of the program"),
        ModelKeyRefused(),
        ModelUnavailable(problem="timeout"),
    ],
)
def test_a_second_reading_that_fails_loses_no_diagnosis(
    tmp_path: Path, failure: Exception | None
) -> None:
    reply = replied(tmp_path, Reader(READ, DIAGNOSE, verdict=failure))
    assert reply["outcome"] == "done"
    assert LINE in reply["response"]
    assert "read a second time" in reply["response"]


@pytest.mark.parametrize(
    ("false", "true"),
    [
        ("The identity lacks the data role on the vault.", "It may lack the data role."),
        ("De rol op de kluis is niet toegekend.", "Of de rol is toegekend, is niet gelezen."),
    ],
)
def test_what_only_a_reading_could_show_falls_unless_it_is_a_suspicion(
    tmp_path: Path, false: str, true: str
) -> None:
    llm = Reader(READ, DIAGNOSE, open_points=[true, false], false=false)
    points = replied(tmp_path, llm)["response"]
    words = ChatReply(f"{true}\n{false}")
    said = replied(tmp_path / "b", Reader(READ, words, false=false))["response"]
    assert UNCHECKED in said
    for told in (points, said):
        assert true in told
        assert false not in told
        assert "what is known contradicts it" in told


def test_an_open_point_tells_of_no_reading_that_was_not_made(tmp_path: Path) -> None:
    true = "Whether the activity log names somebody was not read."
    false = "Who did so is not told by the activity log of 7 days, which was read."
    llm = Reader(READ, DIAGNOSE, open_points=[true, false], false=false)
    told = replied(tmp_path, llm)["response"]
    assert true in told
    assert false not in told
    assert "left out: what is known contradicts it" in told


@pytest.mark.parametrize(
    ("flat", "quoted"),
    [
        ("It lacks the data role.", "It lacks the data role (value: [])."),
        ("De identiteit mist de datarol.", "De identiteit mist de datarol: value: []."),
    ],
)
def test_what_a_reading_is_said_to_show_stands_with_its_line_alone(
    tmp_path: Path, flat: str, quoted: str
) -> None:
    roles = f"{STORAGE}/providers/Microsoft.Authorization/roleAssignments"
    read = calls(("read_resource", arguments(id=STORAGE, aspect="role_assignments")))
    for folder, words, stands in (("a", flat, False), ("b", quoted, True)):
        arm = ToldArm({roles.lower(): (200, {"value": []})})
        llm = Reader(read, ChatReply(words), verdict=None)
        told = replied(tmp_path / folder, llm, arm=arm)["response"]
        assert words in told
        assert ("Possible in general" in told) is not stands


def test_a_conclusion_tells_of_no_reading_that_was_not_made(tmp_path: Path) -> None:
    true = "So the firewall refuses the job."
    false = "By the role assignments, which were looked at too, the identity may read."
    llm = Reader(READ, DIAGNOSE, concludes=f"{false} {true}", false=false)
    reply = replied(tmp_path, llm)
    assert reply["outcome"] == "done"
    assert true in reply["response"]
    assert false not in reply["response"]
    assert "left out: a sentence that by a second reading" in reply["response"]
