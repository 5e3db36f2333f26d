"""Who decides at the Azure desk: a model, round by round, within limits that are code."""

from collections.abc import Sequence
from dataclasses import replace

import src.desks.azure.trace as trace
from src.desks.azure.errors import AzureLoginNeeded, AzureTokenRevoked
from src.desks.azure.known import FailedCall, known
from src.desks.azure.reading import KnowsCaller
from src.desks.azure.steps import without_commands
from src.desks.azure.trace import REASON
from src.desks.manager import Decision, Deliberation, Round
from src.desks.observation import observation
from src.dossier.clarification import Clarification
from src.dossier.journal import Outcome
from src.llm.protocol import ChatMessage, Llm
from src.masking.secrets import mask
from src.tools.azure.reports import GaveUp
from src.tools.base import Answered, Refused

_LOGGED_OUT = (AzureTokenRevoked.code, AzureLoginNeeded.code)

LONGEST_WORDS = 1_000
"""Characters of a model's own words that the user is asked by."""


class AzureManager:
    """Tells a model what is known and lets it pick the next calls; it never ends as ``done`` without a diagnosis."""

    def __init__(self, llm: Llm, callers: KnowsCaller) -> None:
        self.llm = llm
        self._callers = callers

    async def decide(self, so_far: Deliberation) -> Decision:
        ended = _ended(so_far.rounds)
        left = calls_left(so_far)
        if ended or left <= 0 or len(so_far.rounds) >= trace.ROUNDS_PER_TURN:
            return Decision(outcome=ended or "continue")
        failed = _failed(so_far.rounds)
        if any(one.code in _LOGGED_OUT for one in failed):
            raise AzureLoginNeeded
        # Raised before anything is stored: who is not logged in has to be before Azure can be asked.
        seen = known(so_far.dossier, self._callers.caller(), left, failed)
        messages = [
            ChatMessage("system", so_far.prompt),
            *so_far.conversation,
            ChatMessage("user", seen.model_dump_json()),
            *(message for one in so_far.rounds for message in _bare(one, so_far).messages),
        ]
        reply = await self.llm.chat(messages, so_far.tools)
        wanted = reply.tool_calls[:left]
        # The journal keeps arguments as they were given.
        picked = tuple(replace(one, arguments=mask(one.arguments)) for one in wanted)
        decision = Decision(
            "", picked, usage=reply.usage, fallback=reply.fallback, prompt=so_far.prompt
        )
        if picked:
            return decision
        return replace(decision, asks=_asked(reply.text, so_far), outcome="request")


def calls_left(so_far: Deliberation) -> int:
    """Return how many tools may be called yet: in this turn, and in the trace."""
    ran = sum(len(one.ran) for one in so_far.rounds)
    before = trace.trace_of(so_far.dossier).tool_calls
    return min(trace.CALLS_PER_TURN, trace.TOOL_CALLS - before) - ran


def _ended(rounds: Sequence[Round]) -> Outcome | None:
    """Return how a turn ended that a tool has ended."""
    reports = [ran.result.report for one in rounds for ran in one.ran]
    if any(isinstance(one, Answered) for one in reports):
        return "done"
    return "fail" if any(isinstance(one, GaveUp) for one in reports) else None


def _failed(rounds: Sequence[Round]) -> list[FailedCall]:
    return [
        FailedCall(tool=ran.call.name, arguments=ran.call.arguments, code=ran.result.report.code)
        for one in rounds
        for ran in one.ran
        if isinstance(ran.result.report, Refused)
    ]


def _bare(one: Round, so_far: Deliberation) -> Round:
    """Return a round without what Azure said in it: that stands in what is known already."""
    ran = tuple(replace(each, result=replace(each.result, output="")) for each in one.ran)
    told = tuple(observation(each, so_far.dossier) for each in ran)
    return replace(one, ran=ran, observations=told)


def _asked(text: str, so_far: Deliberation) -> Clarification:
    """Return a model's words as a question: without a call it can only have something to ask or to say."""
    language = so_far.dossier.language or "en"
    words = mask(without_commands(text, language)).strip()[:LONGEST_WORDS]
    nothing = {"nl": "Wat is de fout, met haar code?", "en": "What is the error, with its code?"}
    return Clarification(reason=REASON, type="text", question=words or nothing[language])
