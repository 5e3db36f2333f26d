"""Who decides at this desk: code, from the message, the dossier and what has run in this turn.

Notes are taken and researched, and the turn ends there, so that the author can leave pages out; writing and review come
with the next, or with the same one where the author asks for all at once. No model picks what comes next.
"""

import json
from dataclasses import dataclass

from src.desks.manager import Decision, Deliberation
from src.desks.tsg.conditions import is_straight
from src.desks.tsg.kept import guide_in, notes_of, research_of, review_of
from src.desks.tsg.reading import CONVERSATION, TsgMessage, read_message
from src.desks.tsg.words import TEXTS
from src.desks.tsg.writing import digest
from src.dossier.models import Dossier
from src.llm.protocol import Llm, ToolCall
from src.tools.base import Refused
from src.tools.tsg.notes import fresh_documents

LONGEST_RESEARCH = 240.0
RESERVE = 4.0
"""Seconds before the soft limit at which research ends, for the page that is just being read."""

NOTES, RESEARCH, AGAIN, WRITE, REVIEW = (
    "take_notes",
    "research",
    "research_again",
    "write_guide",
    "review_guide",
)
ANSWERS, DISMISS = "answer_questions", "dismiss"

STAGES = {NOTES: "notes", RESEARCH: "research", AGAIN: "research", WRITE: "write", REVIEW: "review"}
"""What clients are told goes on, by the tool that is called for it."""


@dataclass(frozen=True)
class TsgManager:
    """Routes a turn; the forms of its stages are filled in by a model."""

    llm: Llm

    async def decide(self, so_far: Deliberation) -> Decision:
        """Return the next call, or how the turn ends."""
        message = _read(so_far)
        if not so_far.rounds:
            return await self._begun(so_far, message)
        ran = so_far.rounds[-1].ran
        if any(isinstance(one.result.report, Refused) for one in ran):
            return Decision(outcome="request")
        names = {one.call.name for one in ran}
        if NOTES in names:
            return await _called(so_far, RESEARCH)
        if names & {RESEARCH, AGAIN}:
            return await _researched(so_far)
        if ANSWERS in names:
            return await _called(so_far, WRITE)
        if WRITE in names:
            return await _called(so_far, REVIEW)
        return Decision(outcome="done" if REVIEW in names else None)

    async def _begun(self, so_far: Deliberation, message: TsgMessage) -> Decision:
        dossier = so_far.dossier
        if message.kind == "notes" or fresh_documents(dossier):
            return await _called(so_far, NOTES)
        if message.kind == "answers":
            given = [{"number": number, "text": text} for number, text in message.answers]
            return await _called(so_far, ANSWERS, {"answers": given})
        if message.kind == "dismiss":
            return await _called(so_far, DISMISS, {"suggestions": list(message.numbers)})
        if message.kind == "again":
            return await _called(so_far, AGAIN, {"focus": message.text})
        if message.kind in ("write", "review", "go_on"):
            return await _called(so_far, _next(dossier, message))
        if message.kind == "follow":
            return Decision(TEXTS[dossier.language or "en"].add_documents, outcome="request")
        reply = CONVERSATION.decision(so_far.messages, so_far.offered, dossier.language or "en")
        return Decision(reply.text, tuple(one for one in reply.tool_calls if one.name != NOTES))


def _read(so_far: Deliberation) -> TsgMessage:
    dossier = so_far.dossier
    return read_message(
        so_far.conversation[-1].content,
        has_notes=notes_of(dossier) is not None or bool(fresh_documents(dossier)),
        asks=guide_in(dossier) is not None,
    )


def _next(dossier: Dossier, message: TsgMessage) -> str:
    """Return what is to be done by a word that names no more than that something is."""
    research, guide, review = research_of(dossier), guide_in(dossier), review_of(dossier)
    if message.kind == "review":
        return REVIEW
    if message.kind == "write":
        return WRITE if research else RESEARCH
    if research is None or not research.is_complete:
        return RESEARCH
    was_reviewed = guide is not None and review is not None
    if guide and not (was_reviewed and review and review.guide_sha256 == digest(guide)):
        return REVIEW
    return WRITE


async def _researched(so_far: Deliberation) -> Decision:
    """Write at once where the author asks for that; else show what was found. What time ended is gone on with."""
    research = research_of(so_far.dossier)
    if research and not research.is_complete:
        return Decision(outcome="continue")
    if is_straight(so_far.dossier):
        return await _called(so_far, WRITE)
    return Decision(outcome="request")


async def _called(
    so_far: Deliberation, tool: str, arguments: dict[str, object] | None = None
) -> Decision:
    if tool in STAGES:
        await so_far.on_stage(STAGES[tool])
    given = dict(arguments or {})
    if tool in (RESEARCH, AGAIN):
        left = min(LONGEST_RESEARCH, so_far.seconds_left - RESERVE)
        given["seconds"] = round(max(left, 1.0), 1)
    number = 1 + len(so_far.rounds)
    text = json.dumps(given, ensure_ascii=False)
    return Decision(calls=(ToolCall(f"tsg-{number}", tool, text),))
