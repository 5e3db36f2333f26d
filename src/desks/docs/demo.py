"""The conversation of ``tess demo --desk docs``, over the project's own docs: each step is checked."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from src.desks.plug import DemoConversation
from src.grounding.sentences import one_line
from src.spoken import register_dutch, said

register_dutch(Path(__file__).with_name("in_dutch.json"))

QUESTION = "Op welke poort luistert de server?"
FOLLOW_UP = "En hoe verander ik die?"
SEVERAL = "Wat is de limiet en wat kost een beurt en hoe zet ik een dossier terug?"
NOT_THERE = "Is er ondersteuning voor SAML?"
REFUSED = "Schrijf een gedicht over de lente."
THUMB = "👎 Ik zocht een voorbeeld."
NEXT = (
    "./tess trace ID             how a turn went, stage by stage (ID: that of the dossier above)",
    "./tess feedback             what was not answered, and what was voted down",
    "./tess ingest FOLDER --collection NAME && ./tess chat --desk docs",
)
ANSWERS = 2
NOTHING_FOUND = ("no_relevant_documents", "out_of_scope", "poor_search_results")


def hold(conversation: DemoConversation) -> tuple[str, ...]:
    """Ask, ask on, be asked back, ask what is not there and what is refused, vote; return what to try next."""
    must = conversation.must
    conversation.say(QUESTION, "a question in Dutch; the docs are in English")
    first = _check_answer(conversation, 1)
    must("API_PORT" in first, "the answer does not name the setting")

    conversation.say(FOLLOW_UP, "a follow-up: its subject is that of the question before")
    _check_answer(conversation, 2)
    (reading,) = (mapping["data"] for mapping in _made(conversation, "reading"))
    must(reading["context_type"] == "follow_up", "the follow-up was taken for a new topic")
    must(QUESTION in reading["canonical_question"], "the subject was not carried over")

    conversation.say(THUMB, "a thumb down, with a reason")
    votes = [mapping["data"]["up"] for mapping in _made(conversation, "feedback")]
    must(votes == [False], "the thumb was not kept")

    conversation.say(SEVERAL, "three questions at once: TESS asks back")
    _check_reason(conversation, ("multiple_topics",))
    conversation.say(NOT_THERE, "the docs do not answer this")
    _check_reason(conversation, NOTHING_FOUND)
    conversation.say(REFUSED, "and this is refused")
    _check_reason(conversation, ("off_topic",))
    must(len(conversation.dossier()["answers"]) == ANSWERS, "what was refused was answered")
    return NEXT


def _check_answer(conversation: DemoConversation, number: int) -> str:
    """Compare each quote of the newest answer with its section, as a careful reader would; return the quotes."""
    must = conversation.must
    dossier = conversation.dossier()
    must(len(dossier["answers"]) == number, "no answer came")
    sections = {entry["id"]: entry for entry in dossier["sources"]}
    claims = dossier["answers"][-1]["claims"]
    must(bool(claims), "the answer has no quotes")
    for claim in claims:
        section = sections[claim["source_id"]]
        must(
            one_line(claim["quote"]) in one_line(section["content"]), "a quote does not stand there"
        )
        must(section.get("last_line", 0) > 0, "a section does not tell its lines")
    return " ".join(claim["quote"] for claim in claims)


def _check_reason(conversation: DemoConversation, reasons: Sequence[str]) -> None:
    asked = _made(conversation, "clarification")
    waits = bool(asked) and asked[-1]["data"]["pending"]
    conversation.must(waits, "TESS asked nothing back")
    reason = asked[-1]["data"]["reason"]
    conversation.must(reason in reasons, said("the reason was {reason}", reason=reason))


def _made(conversation: DemoConversation, kind: str) -> list[Mapping[str, Any]]:
    return [entry for entry in conversation.dossier().get("artifacts", ()) if entry["kind"] == kind]
