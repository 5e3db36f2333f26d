"""The conversation of ``tess demo --desk backlog``, over a stand-in for Azure DevOps: each step is checked."""

from pathlib import Path
from typing import Any

from src.desks.plug import NO_STANDIN, DemoConversation

MEETING = Path(__file__).parent / "demo_meeting.txt"
PROJECT = "Backlog"
NEXT = (
    "./tess standin ado --port 8099                     the stand-in, to try TESS_BACKLOG_ADO_URL on",
    "./tess backlog run MEETING.vtt --project P         the same as commands",
    "./tess backlog plan ID; ./tess backlog write ID --plan DIGEST",
)


def hold(conversation: DemoConversation) -> tuple[str, ...]:
    """Load, segment, write, tag, plan, be refused, write, write again, take back; return what to try next."""
    must = conversation.must
    conversation.must(bool(conversation.environment), NO_STANDIN)
    conversation.tells_outcome = True
    conversation.say(f"load the backlog of {PROJECT}", "the backlog that is there is read")
    must(len(conversation.sources) > 0, "no work items were read")
    brought = MEETING.read_text(encoding="utf-8")
    conversation.bring("meeting.txt", brought, "the transcript of a meeting comes as a document")
    (text,) = (
        each["content"] for each in conversation.dossier()["sources"] if each["kind"] == "document"
    )

    conversation.say("segment", "it is cut into segments: places, so that no word is lost")
    places = sorted((row["start"], row["end"]) for row in _made(conversation, "segment").values())
    must("".join(text[a:b] for a, b in places) == text, "the segments lose words")
    conversation.say("make the items", "items are written for what was asked for, and tagged")
    items = _made(conversation, "item")
    must(len(items) > 2, "hardly any items were made")
    _check_quotes(conversation, text)
    tags = {row["tag"] for row in _made(conversation, "tag").values()}
    must("new" in tags and len(tags) > 1, "everything is held to be the same")

    conversation.say("plan", "what would be written, and what not and why")
    stale = conversation.plan
    must(bool(stale), "there is no plan")
    new = [n for n, entry in _made(conversation, "tag").items() if entry["tag"] == "new"]
    number = new[-1].rpartition("-")[2]
    conversation.say(f"leave out item {number}", "one item is not wanted after all")
    conversation.confirm(stale, "a yes to the plan from before that is refused")
    must(conversation.outcome == "request", "a stale plan was carried out")
    must(not _made(conversation, "written"), "something of a stale plan was written")

    conversation.say("plan", "so the plan is made and shown anew")
    digest = conversation.plan
    conversation.confirm(digest, "a person says yes to just this plan, and it is written")
    must(conversation.outcome == "done", "the plan was not carried out")
    must(_states(conversation) == {"written"}, "not all of it was written")
    conversation.confirm(digest, "a second yes writes nothing")
    conversation.say("plan again", "and all of it planned once more")
    conversation.confirm(conversation.plan, "is there already: the tracker is asked before each")
    must("skipped" in _states(conversation), "something was written twice")

    conversation.say("unwrite", "what was written can be taken back")
    conversation.confirm(conversation.plan, "by a plan of its own, with a yes of its own")
    must(conversation.outcome == "done", "it was not taken back")
    return NEXT


def _made(conversation: DemoConversation, kind: str) -> dict[str, dict[str, Any]]:
    artifacts = conversation.dossier().get("artifacts", ())
    return {artifact["id"]: artifact["data"] for artifact in artifacts if artifact["kind"] == kind}


def _states(conversation: DemoConversation) -> set[str]:
    written = _made(conversation, "written").values()
    return {step["result"].get("state") for row in written for step in row["operations"]}


def _check_quotes(conversation: DemoConversation, text: str) -> None:
    """Look up the words that each story stands on, in its own segment."""
    places = _made(conversation, "segment")
    for item in _made(conversation, "item").values():
        for entry in item["evidence"]:
            place = places[entry["segment_id"] or item["segment_id"]]
            within = place["start"] <= entry["start"] < entry["end"] <= place["end"]
            stands = text[entry["start"] : entry["end"]] == entry["quote"]
            conversation.must(within and stands, "a quote does not stand in its segment")
