"""The one script that every client goes through at the Azure desk: a call ends with each of the four statuses."""

from collections.abc import Sequence

from src.desks.azure.offline.rules import OFFLINE_RULES
from src.desks.plug import Plug
from src.llm.builtin.model import OfflineModel
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from tests.desks.azure.doubles import STORAGE, SUBSCRIPTION, Doorman, ToldArm, plug, storage
from tests.desks.azure.talking import arguments
from tests.fakes import calls
from tests.mcp_server.clients import Caller, Person

NAMED = f"Subscription: {SUBSCRIPTION}\nResource group: data"
VAGUE = "403 AuthorizationFailure on container raw"
NOWHERE = f"SkuNotAvailable in location 'westeurope'\n\n{NAMED}"
RESTLESS = f"Look at one thing after the other, it is AuthorizationFailure\n\n{NAMED}"
LINE = "properties.networkAcls.defaultAction: Deny"


class RestlessModel(OfflineModel):
    """The built-in model, which reads on for as long as it may where it is told to."""

    def __init__(self) -> None:
        super().__init__(OFFLINE_RULES)

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        heard = [one.content for one in messages if one.role == "user"]
        if not any(RESTLESS.partition("\n")[0] in one for one in heard):
            return await super().chat(messages, tools)
        named = f"{STORAGE}{len(messages)}"
        return calls(("read_resource", arguments(id=named, aspect="properties")))


def scripted() -> Plug:
    """Return the desk that the script is gone through at: over an Azure that is told what to say."""
    return plug(ToldArm(dict(storage())), Doorman(), RestlessModel())


async def go_through(caller: Caller, person: Person | None) -> None:
    """Go through the script over MCP, by a call for each step, or by a form that a person fills in."""
    await caller.ask("azure_login", azure_access_token="t")  # of a double
    if person:
        person.replies[:] = [{"reply": NAMED}]
    done = await caller.ask("azure_debug_error", error_description=VAGUE)
    if person:
        assert person.replies == []
    else:
        assert (done["status"], done["findings"]) == ("request", [])
        assert "In which subscription" in done["message"]
        named = {"trace_id": done["trace_id"], "error_description": NAMED}
        done = await caller.ask("azure_debug_error_continue", **named)
    assert (done["status"], done["progress"]) == ("done", 100)
    assert done["findings"][0]["quote"] == LINE
    failed = await caller.ask("azure_debug_error", error_description=NOWHERE)
    assert (failed["status"], failed["findings"]) == ("fail", [])
    halfway = await caller.ask("azure_debug_error", error_description=RESTLESS)
    assert (halfway["status"], halfway["findings"]) == ("continue", [])
    assert 0 < halfway["progress"] < 100
