"""The conversation of ``tess demo --desk tsg``, over a stand-in for Microsoft Learn: each step is checked."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from src.desks.plug import NO_STANDIN, DemoConversation
from src.spoken import said

NOTES = Path(__file__).with_name("demo_notes.txt").read_text("utf-8").strip()
BEFORE = {"who": "jan@acme-bouw.nl", "node": "81.42.7.19"}
AFTER = {"who": "<email-1>", "node": "<ip-1>"}
ANSWER = "1: Only where dossiers are kept as files, and not where they are kept in PostgreSQL."
NEXT = (
    "./tess guide NOTES.txt -o GUIDE.md       the same as one command",
    "./tess guide check GUIDE.md              whether a guide is sound, whoever wrote it",
    "./tess standin tsg                       the stand-in, to try TESS_TSG_LEARN_URL on",
)


def hold(conversation: DemoConversation) -> tuple[str, ...]:
    """Be refused, take the redaction, leave a page out, have the guide, answer a question; return what to try next."""
    must = conversation.must
    conversation.must(bool(conversation.environment), NO_STANDIN)
    code = conversation.refused(
        NOTES.format(**BEFORE), "notes with an e-mail address and an IP in them are refused"
    )
    must(code == "personal_data_found", "notes with personal data were taken")
    must(not conversation.sources, "something of them was kept")

    reply = conversation.say(
        NOTES.format(**AFTER), "sent again as redacted: they are researched, over MCP"
    )
    must("RESEARCH_BEGIN" in reply, "there is no report of the research")
    must(len(conversation.sources) > 1, "no pages were found")
    before = len(conversation.selected)
    conversation.say(f"leave out source {before}", "one page does not belong here")
    must(len(conversation.selected) == before - 1, "the page was not left out")

    conversation.say("write it", "now the guide: what nothing says becomes a question")
    guide = _made(conversation, "guide")
    _check_lines(conversation, guide)
    asked = len(guide["placeholders"])
    must(asked > 0, "the guide asks no question")
    conversation.say(ANSWER, "an answer fills one")
    left = _made(conversation, "guide")["placeholders"]
    must(len(left) == asked - 1, "the answer filled nothing")
    return NEXT


def _made(conversation: DemoConversation, kind: str) -> dict[str, Any]:
    made = [entry["data"] for entry in conversation.dossier()["artifacts"] if entry["kind"] == kind]
    conversation.must(bool(made), said("there is no artifact {kind}", kind=kind))
    data: dict[str, Any] = made[-1]
    return data


def _check_lines(conversation: DemoConversation, guide: Mapping[str, Any]) -> None:
    """Compare each line's quote with where it is said to stand, as a careful reader would."""
    dossier = conversation.dossier()
    texts = {entry["id"]: entry["content"] for entry in dossier["sources"]}
    texts["notes"] = _made(conversation, "notes")["text"]
    for section in guide["sections"]:
        for line in section["lines"]:
            support = line["support"]
            if support is None:
                conversation.must(line["kind"] == "missing", "a line stands nowhere")
                continue
            stands = " ".join(support["quote"].split()) in " ".join(
                texts[support["source"]].split()
            )
            conversation.must(stands, "a quote does not stand in its source")
