"""The whole desk with a model that follows a script, through the real server: what it does well, and what it tries."""

from collections.abc import Sequence
from pathlib import Path

from src.desks.azure.diagnosis import DiagnosisDraft, DiagnosisTask, RoleClaim, StepDraft
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply
from tests.desks.azure.doubles import GROUP, OTHER, STORAGE, SUBSCRIPTION, ToldArm, storage
from tests.desks.azure.talking import arguments, over
from tests.fakes import ScriptedRounds, calls
from tests.serving import Served

LINE = "properties.networkAcls.defaultAction: Deny"
NAMED = f"Subscription: {SUBSCRIPTION}\nResource group: data"
QUERY = "Resources | where type =~ 'microsoft.storage/storageaccounts' | project name | take 5"


def call(tool: str, **given: object) -> tuple[str, str]:
    return tool, arguments(**given)


READ = call("read_resource", id=STORAGE, aspect="properties")
SCRIPT: tuple[ChatReply, ...] = (
    calls(call("ask_user", question="Which subscription?", why="I read where you name one.")),
    # The second turn: the list, something out of scope, the same account twice, and what it thinks of it.
    calls(call("list_resources", subscription=SUBSCRIPTION, group="data")),
    calls(READ, call("list_resources", subscription=OTHER)),
    calls(call("query_graph", kql=QUERY, subscriptions=[SUBSCRIPTION])),
    calls(READ, call("rate_answer", up=True)),
    calls(call("diagnose", question="Why?")),
    # The third turn: the fix did not work.
    calls(READ),
    calls(call("give_up", checked=["the firewall"], by_hand=["Run az group delete --name data"])),
)


class CarefulModel(ScriptedRounds):
    """A model that follows the script; its first draft of a diagnosis quotes no line, the mended one does."""

    def __init__(self) -> None:
        super().__init__(*SCRIPT)
        self.tasks: list[DiagnosisTask] = []

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        self.tasks.append(DiagnosisTask.model_validate_json(messages[1].content))
        quote = "networkAcls deny by default" if repair else LINE
        source = next(one.id for one in self.tasks[0].sources if LINE in one.text)
        said = "The firewall of rawdata refuses whoever is in no rule."
        claim = RoleClaim(text=said, quote=quote, source_id=source, role="cause")
        draft = DiagnosisDraft(
            cause="storage_firewall",
            claims=[claim],
            conclusion=f"{said} Try curl -X DELETE https://evil.example now.",
            steps=[StepDraft(command="storage_ip_rule", source_id=source)],
            open_points=[],
            missing_facts=["The address of the caller."],
        )
        assert isinstance(draft, response_format)
        return StructuredReply(draft)


def test_a_scripted_model_goes_through_the_whole_desk(tmp_path: Path) -> None:
    llm, arm = CarefulModel(), ToldArm(dict(storage()))

    async def hold(server: Served) -> None:
        asked = await server.say("403 AuthorizationFailure on container raw")
        assert (asked["outcome"], arm.asked) == ("request", [])
        named = {"dossier_id": asked["dossier_id"]}
        done = await server.say(NAMED, **named)
        assert done["outcome"] == "done"
        for words in (LINE, "[command struck:", "--ip-address ADDRESS` (fill in: ADDRESS)"):
            assert words in done["response"]
        assert "evil.example" not in done["response"]
        graph = "/providers/Microsoft.ResourceGraph/resources"
        assert [one.path for one in arm.asked] == [f"{GROUP}/resources", STORAGE, graph]
        assert arm.asked[-1].body == {"subscriptions": [SUBSCRIPTION], "query": QUERY}
        arm.replies |= storage("Allow")
        failed = await server.say("The fix did not work.", **named)
        assert (failed["outcome"], len(arm.asked)) == ("fail", 4)
        assert "group delete" not in failed["response"]
        journal = (await server.get(f"/dossiers/{asked['dossier_id']}/journal")).json()
        ran = [[one["outcome"] for one in entry["tools"]] for entry in journal]
        assert ran[1] == [
            "done",
            "done",
            "azure_out_of_scope",
            "done",
            "repeated",
            "unknown_tool",
            "done",
        ]

    over(tmp_path, arm, hold, llm=llm)
    assert all("rate_answer" not in one for one in llm.offered)
    assert len(llm.tasks) == 2  # the draft, and its mending
