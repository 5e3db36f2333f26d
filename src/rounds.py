"""The rounds of a turn: a model decides, tools run, what they brought goes back. Knows no desk or model by name."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from math import inf
from typing import Literal

from src import tool_calls
from src.desks.desk import Desk
from src.desks.observation import observation
from src.desks.request import MOST_SOURCES, Recent, recent
from src.dossier.clarification import Clarification
from src.dossier.models import Dossier
from src.errors import TessError, TurnTimeout
from src.intake.language import is_in_another, is_strange, name_of
from src.llm.protocol import (
    MODEL_TURN,
    OFFLINE,
    WRITES,
    ChatMessage,
    ChatReply,
    ModelTurn,
    ToolCall,
)
from src.llm.state import STATE, message_and_state
from src.tools.base import AnyTool, Asked, Found, Refused, Report, ToolOutcome
from src.tools.pace import PACE, TurnPace
from src.turn_state import TurnState

IN_VAIN = 2
"""Rounds in a row of which no call could be used, after which a model is asked no more."""

MARGIN, LONGEST_MARGIN = 0.25, 30.0
"""Share of a turn's seconds, and how many at most, that no model is waited for: they are for what stands in for it."""

WRONG_LANGUAGE = (
    "Reply again, in {language}, which is the user's language, unless they asked for another."
)

ECHO = 4
"""Words of a message, at least, that a reply may not begin with."""

NOT_TO_BE_SHOWN = (
    "The user was not shown this: it states a name, rate, amount or term that may stand only in a checked answer or in "
    "a source of the dossier. Use a tool that answers, explains or reads, or name only its sources."
)

LONGEST_QUESTION = 1_000
"""Characters of a question in a model's own words."""

TOLD_EVERY, MORE_SELDOM = 1.0, 1.05
"""Seconds until it is told again how much a model wrote, and how much longer that takes each time: what is told is
kept, and ten minutes of writing are some seventy frames."""


@dataclass(frozen=True)
class ProgressEvent:
    """Something that goes on in a turn.

    Known names: ``deciding``, ``writing`` (a model writes, for what began last), ``tool`` (one starts), ``stage`` (one
    of its work begins), ``ran`` (a tool has ended, with its report), ``storing`` (from now on stopping the turn no
    longer tells whether it is stored), ``operation`` (one of a confirmed plan is carried out) and ``stored``; others
    may come.
    """

    name: str
    tool: str | None = None
    stage: str | None = None
    label: str | None = None
    """What the tool or the stage does, in the desk's words and the user's language."""
    report: Report | None = None
    history_truncated: int | None = None
    """With ``deciding``: older messages that the model is not given."""
    pieces: int | None = None
    """With ``writing``: pieces of its replies that a model has written in this round, a token or a few each."""


Progress = Callable[[ProgressEvent], Awaitable[None]]
"""Is told what is going on."""


@dataclass
class Writing:
    """Tells that a model is writing, and how much has come, at most once a second."""

    progress: Progress
    timer: Callable[[], float]
    pieces: int = 0
    began: ProgressEvent | None = None
    """The tool or stage that the model writes for; None: it decides."""
    _wait: float = TOLD_EVERY
    _told: float = -inf

    async def __call__(self, pieces: int) -> None:
        """Take note of so many pieces more."""
        self.pieces += pieces
        if self.timer() - self._told < self._wait:
            return
        self._told, self._wait = self.timer(), self._wait * MORE_SELDOM
        began = self.began or ProgressEvent("writing")
        await self.progress(replace(began, name="writing", pieces=self.pieces))


async def silent(event: ProgressEvent) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Round:
    """One decision of a turn with what its calls brought."""

    text: str
    ran: tuple[ToolOutcome, ...]
    observations: tuple[str, ...]
    """What the model is told of each call."""

    @property
    def messages(self) -> list[ChatMessage]:
        """The round as a model needs it to go on: its own calls, and what came of them."""
        calls = tuple(outcome.call for outcome in self.ran)
        results = [
            ChatMessage("tool", told, tool_call_id=outcome.call.id)
            for outcome, told in zip(self.ran, self.observations, strict=True)
        ]
        return [ChatMessage("assistant", self.text, calls), *results]


@dataclass(frozen=True)
class Deciding:
    """The rounds of one turn: a model decides, tools run, what they brought goes back."""

    desk: Desk
    dossier: Dossier
    progress: Progress
    timer: Callable[[], float]
    end: float
    """By the timer: a round that takes longer is stopped."""
    today: date
    soft_seconds: float = inf
    """After so long no round is begun; the desk's limit counts where it is smaller."""

    async def run(self) -> TurnState:
        """Return what was decided, until there is no more to do or a budget of the desk is spent.

        What fails or takes too long after a finished round ends the turn with what the rounds before it brought.
        """
        budget = self.desk.budget
        own = budget.seconds if budget.soft_seconds is None else budget.soft_seconds
        soft_end = self.timer() + min(self.soft_seconds, own)
        state = TurnState(history_truncated=self.recent.truncated)
        rounds: tuple[Round, ...] = ()
        afresh = False
        margin = min(LONGEST_MARGIN, budget.seconds * MARGIN)
        model = ModelTurn(lambda: self.end - margin - self.timer())
        MODEL_TURN.set(model)

        def seconds_left() -> float:
            return (self.end if model.is_left else soft_end) - self.timer()

        def is_spent() -> bool:
            return seconds_left() <= 0 or state.usage.total >= (budget.tokens or inf)

        def is_at_end() -> bool:
            calls_spent = budget.spent is not None and len(state.ran) >= self._calls
            return is_spent() or calls_spent

        while len(rounds) < budget.rounds and not (rounds and is_at_end()):
            try:
                PACE.set(TurnPace(seconds_left, partial(self._tell, "stage"), self.dossier))
                async with asyncio.timeout(max(self.end - self.timer(), 0)):
                    state, ran = await self._round(state, rounds)
            except TimeoutError:
                if not state.patch.model_fields_set:
                    raise TurnTimeout(seconds=f"{budget.seconds:g}") from None
                return replace(state, outcome="continue")
            except TessError as error:
                if not state.patch.model_fields_set:
                    raise
                return state.failed(error)
            afresh = afresh or (model.is_left and not rounds)
            is_done = not ran or self._plain_calls or state.asks or _is_ended(ran)
            if not is_done:
                changed = state.patch.apply(self.dossier)
                known, earlier = _known(changed, ran), state.ran[: -len(ran)]
                told = tuple(observation(outcome, changed, known, earlier) for outcome in ran)
                rounds += (Round(state.text, ran, told),)
                vain = [_is_in_vain(entry.ran) for entry in rounds[-IN_VAIN:]]
                is_done = len(vain) == IN_VAIN and all(vain)
            if is_done and model.can_be_left and not afresh and self._brought_nothing(state):
                model.is_left, rounds = True, ()
                state = TurnState(usage=state.usage, history_truncated=state.history_truncated)
            elif is_done:
                return state
        return replace(state, outcome=state.outcome or ("continue" if is_spent() else budget.spent))

    def _brought_nothing(self, state: TurnState) -> bool:
        if self._plain_calls or state.asks or not _is_in_vain(state.ran):
            return False
        said = state.text.strip()
        return not (said and self.desk.may_say(said, self.dossier))

    async def _round(
        self, state: TurnState, rounds: tuple[Round, ...]
    ) -> tuple[TurnState, tuple[ToolOutcome, ...]]:
        """Return the state of the turn after one more decision, and what its calls brought."""
        desk, truncated = self.desk, self.recent.truncated
        await self.progress(ProgressEvent("deciding", history_truncated=truncated or None))
        WRITES.set(Writing(self.progress, self.timer))
        prompt = "" if self._plain_calls else self._sent[0].content
        changed = state.patch.apply(self.dossier)
        reply, asks = await self._decision(rounds, changed)
        most = self._calls - len(state.ran)
        tools: dict[str, AnyTool] = {tool.name: tool for tool in desk.tools if not tool.by_hand}
        ran = await tool_calls.run(
            reply.tool_calls, tools, changed, most, partial(self._tell, "tool"), state.ran
        )
        for outcome in ran:
            await self.progress(ProgressEvent("ran", report=outcome.result.report))
        if ran and not (state.ran or self._is_fit(reply.text, ran)):
            reply = replace(reply, text="")
        return state.followed_by(reply, asks, ran, changed, prompt), ran

    def _is_fit(self, text: str, ran: tuple[ToolOutcome, ...]) -> bool:
        """Whether what a model says beside its first calls may be shown: they end the turn, and it asks nothing."""
        ends = _is_ended(ran) or all(isinstance(outcome.result.report, Asked) for outcome in ran)
        return ends and not text.rstrip().endswith("?") and self.desk.may_say(text, self.dossier)

    async def _decision(
        self, rounds: tuple[Round, ...], dossier: Dossier
    ) -> tuple[ChatReply, Clarification | None]:
        """Return what is to be done next, as the message plainly means or the model decides, and what it asks."""
        if self._plain_calls:
            return ChatReply("", self._plain_calls), None
        sent = [*self._sent, *(message for each in rounds for message in each.messages)]
        reply = await self.desk.llm.chat(sent, self.desk.specs)
        if wanted := self._fault(reply, dossier):
            reply = await self._mended(sent, reply, wanted)
        if self._is_echo(reply.text, NOT_TO_BE_SHOWN):
            reply = replace(reply, text="")
        read = self.desk.read_own
        if read and (reply.tool_calls or not wanted or self.desk.may_say(reply.text, dossier)):
            reply = await read(reply, sent, dossier)
        if reply.tool_calls or not self.desk.question_reason:
            return reply, None
        text, asks = _question_in(reply.text, self.desk.question_reason)
        return replace(reply, text=text), asks

    async def _mended(self, sent: list[ChatMessage], reply: ChatReply, wanted: str) -> ChatReply:
        """Return a reply that was returned for its fault; the other model takes over where it is of no use again.

        The other one is given the request as it was: what is said to a model of its fault is no message of the user's.
        """
        again = [ChatMessage("assistant", _words_in(reply)), ChatMessage("user", wanted)]
        second = await self.desk.llm.chat([*sent, *again], self.desk.specs)
        usage, model = reply.usage + second.usage, MODEL_TURN.get()
        words = _words_in(second)
        is_lost = is_strange(words, self._language, self._heard) or self._is_echo(words, wanted)
        if model and model.can_be_left and (is_lost or second.fallback):
            model.is_left = True
            second = await self.desk.llm.chat(sent, self.desk.specs)
            usage += second.usage
        return replace(second, usage=usage)

    def _fault(self, reply: ChatReply, dossier: Dossier) -> str:
        """Return what a model is to do about words that the user can't read or may not be shown; empty for others."""
        words = _words_in(reply)
        if OFFLINE in (self.desk.llm.id, reply.fallback) or not words.strip():
            return ""
        if is_in_another(words, self._language, self._heard):
            return WRONG_LANGUAGE.format(language=name_of(self._language))
        if reply.tool_calls:
            return ""
        may_be = self.desk.may_say(words, dossier) and not self._is_echo(words, self._heard)
        return "" if may_be else NOT_TO_BE_SHOWN

    def _is_echo(self, words: str, sent: str) -> bool:
        """Return whether a model only says again what it was sent: a small one does, with the state behind it."""
        said = " ".join(words.split()).casefold()
        heard = [" ".join(text.split()).casefold() for text in (self._heard, sent)]
        begins = any(len(text.split()) >= ECHO and said.startswith(text) for text in heard)
        return STATE.strip() in words or begins

    @property
    def _heard(self) -> str:
        return self.dossier.conversation[-1].content

    @cached_property
    def _language(self) -> str:
        told = message_and_state(self._sent)[1].get("reply_language")
        return str(told or self.dossier.language or "nl")

    @cached_property
    def _plain_calls(self) -> tuple[ToolCall, ...]:
        return tuple(self.desk.plain_calls(self.dossier))

    @cached_property
    def _calls(self) -> int:
        return int(min(self.desk.budget.calls, self.desk.calls_left(self.dossier)))

    @cached_property
    def recent(self) -> Recent:
        return recent(self.dossier.conversation, self.desk.budget.history)

    @cached_property
    def _sent(self) -> tuple[ChatMessage, ...]:
        return self.desk.request(self.dossier, self.recent.messages, self.today)

    async def _tell(self, kind: Literal["tool", "stage"], name: str) -> None:
        words = self.desk.words.progress if kind == "tool" else self.desk.words.stages
        label = words.get(name, {}).get(self.dossier.language or "nl")
        tool, stage = (name, None) if kind == "tool" else (None, name)
        began = ProgressEvent(kind, tool, stage, label)
        writing = WRITES.get()
        if isinstance(writing, Writing):
            writing.began = began
        await self.progress(began)


def _words_in(reply: ChatReply) -> str:
    """Return what the user is to read of a reply: its words, or what a tool that it calls is to ask."""
    if not reply.tool_calls:
        return reply.text
    with suppress(ValueError, RecursionError):
        given = [json.loads(call.arguments) for call in reply.tool_calls]
        asked = [row["question"] for row in given if isinstance(row, dict) and "question" in row]
        return "\n".join(filter(lambda text: isinstance(text, str), asked))
    return ""


def _is_in_vain(ran: Sequence[ToolOutcome]) -> bool:
    """Return whether no call could be used, so that a model that is asked again will hardly do better."""
    return all(outcome.result.report.is_misuse for outcome in ran)


def _is_ended(ran: tuple[ToolOutcome, ...]) -> bool:
    """Return whether calls end a turn: all of them, or one that closes it where none failed or found something new."""
    if all(outcome.result.ends for outcome in ran):
        return True
    reports = [outcome.result.report for outcome in ran]
    is_open = any(
        isinstance(entry, Refused) or (isinstance(entry, Found) and entry.new) for entry in reports
    )
    return not is_open and any(outcome.result.closes for outcome in ran)


def _known(dossier: Dossier, ran: Sequence[ToolOutcome]) -> set[str]:
    if len(dossier.sources) > MOST_SOURCES:
        return set()
    new = {source.id for outcome in ran for source in outcome.result.patch.add_sources}
    return {source.id for source in dossier.sources} - new


def _question_in(text: str, reason: str) -> tuple[str, Clarification | None]:
    """Return words without the question that they end with, and that question; None where they end with none."""
    before, _, last = text.rstrip().rpartition("\n")
    if not last.endswith("?") or len(last) > LONGEST_QUESTION:
        return text, None
    return before, Clarification(reason=reason, type="text", question=last)
