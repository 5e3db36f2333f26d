"""One turn, from the user's words to the reply on stable storage. Knows no desk, no model and no store by name."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cached_property
from math import inf
from time import monotonic
from typing import Protocol

from src import tool_calls
from src.desks.desk import Budget, Desk
from src.desks.manager import Decision, Deliberation, Round
from src.desks.observation import observation
from src.desks.request import Recent, recent
from src.dossier import clarification, sending
from src.dossier.journal import ModelRecord, Request, ToolRecord, Turn, is_same_message
from src.dossier.models import Dossier, Language, Message
from src.dossier.patch import DossierPatch, merged
from src.dossier.plan import Operation, is_settled
from src.dossier.store import Committed, DossierStore
from src.effects import Effects
from src.errors import (
    DeskNotInstalled,
    MessageIdReused,
    ModelGaveNoAnswer,
    ModelUnavailable,
    TurnTimeout,
    UnknownDesk,
    UnknownDossier,
)
from src.intake import step as intake
from src.intake.language import detect
from src.intake.secrets import SecretGate
from src.llm.protocol import ChatMessage
from src.presenter import PresentedReply
from src.tools.base import AnyTool, Asked, Report, ToolOutcome, ToolResult
from src.turn_state import TurnState
from src.wording import WORDINGS

IN_VAIN = 2
"""Rounds in a row of which no call could be used, after which a model is asked no more."""


@dataclass(frozen=True)
class ProgressEvent:
    """Something that goes on in a turn.

    Known names: ``deciding``, ``stage`` (one of the manager's begins), ``tool`` (one starts), ``ran`` (one has ended,
    with its report), ``storing`` (from now on stopping the turn no longer tells whether it is stored), ``operation``
    (one of a confirmed plan is carried out) and ``stored``; others may come.
    """

    name: str
    tool: str | None = None
    stage: str | None = None
    label: str | None = None
    """What the tool or the stage does, in the desk's words and the user's language."""
    report: Report | None = None
    history_truncated: int | None = None
    """With ``deciding``: older messages that the model is not given."""


class Progress(Protocol):
    """Is told what is going on."""

    async def __call__(self, event: ProgressEvent) -> None: ...


async def silent(event: ProgressEvent) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Agent:
    """Answers messages: loads the dossier, lets the model pick tools, says what came of it, commits it all."""

    store: DossierStore
    desks: Mapping[str, Desk]
    """By name; the first is the one of a new dossier for which none is named."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    timer: Callable[[], float] = monotonic
    """Seconds by which the limits of a turn are reckoned."""
    effects: Effects | None = None
    """Carries out what a person confirms; None: with this store and at these desks."""
    secrets: SecretGate = field(default_factory=SecretGate)
    """Masks what no message may hold."""

    @cached_property
    def _effects(self) -> Effects:
        return self.effects or Effects(self.store, self.desks)

    def end(self) -> None:
        """Write nothing more outside than what is just being written: the rest is for the next start."""
        self._effects.end()

    async def turn(
        self,
        dossier_id: str,
        request: Request,
        desk: str | None = None,
        progress: Progress = silent,
        soft_seconds: float = inf,
    ) -> Committed:
        """Return the committed turn; whatever is raised instead, nothing of it was stored.

        A message id that was committed before returns that turn and runs nothing. ``soft_seconds``: the soft limit of
        who waits, which counts where it is smaller than the desk's.
        """
        committed = await self._earlier(dossier_id, request)
        if committed is None and request.confirm:
            committed = await self._confirmed(dossier_id, request, progress)
        if committed is None:
            committed = await self._turn(dossier_id, request, desk, progress, soft_seconds)
        if committed.entry.request and not _is_same(committed.entry.request, request):
            raise MessageIdReused
        return committed

    async def _confirmed(self, dossier_id: str, request: Request, progress: Progress) -> Committed:
        """Return the turn that answers a confirmation: code decides here, and no model is asked anything."""
        dossier = await self.store.load(dossier_id)
        if dossier is None:
            raise UnknownDossier(dossier_id=dossier_id)
        self._desk_of(dossier)
        request = await self.secrets.request(request, dossier_id)
        await progress(ProgressEvent("storing"))

        async def tell(operation: Operation) -> None:
            await progress(ProgressEvent("operation", label=operation.title))

        turn = await self._effects.confirm(dossier, request, self.store, tell)
        committed = await self.store.commit(turn)
        await progress(ProgressEvent("stored"))
        return committed

    async def _turn(
        self,
        dossier_id: str,
        request: Request,
        desk_name: str | None,
        progress: Progress,
        soft_seconds: float,
    ) -> Committed:
        if desk_name is not None and desk_name not in self.desks:
            raise UnknownDesk(desks=", ".join(self.desks))
        dossier = await self.store.load(dossier_id) or self._new(dossier_id, desk_name)
        desk = self._desk_of(dossier)
        if not desk.refuses_secrets:
            request = await self.secrets.request(request, dossier_id)
        async with self._alone(desk, dossier) as dossier:
            return await self._run_turn(desk, dossier, request, progress, soft_seconds)

    async def _run_turn(
        self,
        desk: Desk,
        dossier: Dossier,
        request: Request,
        progress: Progress,
        soft_seconds: float,
    ) -> Committed:
        language = _language(desk, request, dossier)
        yes = sending.agreed(dossier, request.message)
        opening = merged([_opening(request, language, dossier), yes])
        dossier = opening.apply(dossier)
        soft = min(soft_seconds, _soft_seconds(desk.budget))
        in_time = replace(desk, budget=replace(desk.budget, soft_seconds=soft))
        read, taken = await self._decide_in_time(in_time, dossier, request, progress)
        language = read.language or language
        after_tools = merged([read, taken.patch]).apply(dossier)
        said = self._reply(desk, taken, after_tools, request, language)
        patch = merged([opening, read, taken.patch, _closing(said, after_tools)])
        finished = _finished(desk, dossier, request, language, taken, patch, said)
        await progress(ProgressEvent("storing"))
        committed = await self.store.commit(finished)
        await progress(ProgressEvent("stored"))
        return committed

    @asynccontextmanager
    async def _alone(self, desk: Desk, dossier: Dossier) -> AsyncIterator[Dossier]:
        """Yield the dossier once no other turn of it runs, where its desk has them one after the other."""
        if not desk.one_at_a_time or not dossier.version:
            yield dossier
            return
        async with self.store.lease(dossier.id, waits=True) as lease:
            assert lease is not None  # it was waited for
            try:
                yield await self.store.load(dossier.id) or dossier
            finally:
                if is_settled(await self.store.load(dossier.id)):
                    await lease.settle()

    async def _earlier(self, dossier_id: str, request: Request) -> Committed | None:
        if request.message_id is None:
            return None
        return await self.store.find(dossier_id, request.message_id)

    def _new(self, dossier_id: str, desk: str | None) -> Dossier:
        return Dossier(
            id=dossier_id, desk=desk or next(iter(self.desks), ""), created_at=self.clock()
        )

    def _desk_of(self, dossier: Dossier) -> Desk:
        if dossier.desk not in self.desks:
            raise DeskNotInstalled(desk=dossier.desk)
        return self.desks[dossier.desk]

    async def _decide_in_time(
        self, desk: Desk, dossier: Dossier, request: Request, progress: Progress
    ) -> tuple[DossierPatch, TurnState]:
        """Return what the intake reads in the message, and what is decided then."""
        end = self.timer() + desk.budget.seconds
        try:
            async with asyncio.timeout(desk.budget.seconds):
                read = await intake.read(desk.intake, dossier, request, desk.budget.intake_seconds)
        except TimeoutError:
            raise TurnTimeout(seconds=f"{desk.budget.seconds:g}") from None
        questions = clarification.pending(read.put_artifacts)
        if questions:
            asked = tuple(ToolResult(Asked(question)) for question in questions)
            return read, TurnState(asked=asked, outcome="request")
        deciding = Deciding(
            desk, read.apply(dossier), progress, self.timer, end, self.clock().date()
        )
        return read, await deciding.run()

    def _reply(
        self,
        desk: Desk,
        taken: TurnState,
        dossier: Dossier,
        request: Request,
        language: Language,
    ) -> PresentedReply:
        said = desk.presenter.say(
            taken.text,
            taken.reports,
            dossier,
            language,
            fallback=bool(taken.fallback),
        )
        words = WORDINGS[language]
        notes = [words.unfinished] if taken.outcome == "continue" else []
        elsewhere = self._elsewhere(desk, request.message)
        if elsewhere:
            notes.append(words.belongs_elsewhere.format(desk=elsewhere.title[language]))
        if not notes:
            return said
        return replace(said, text="\n\n".join([said.text, *(f"*{note}*" for note in notes)]))

    def _elsewhere(self, desk: Desk, message: str) -> Desk | None:
        """Return the desk that a message clearly belongs to, where it is not the one that it was sent to."""
        if desk.words.are_in(message):
            return None
        return next((one for one in self.desks.values() if one.words.are_in(message)), None)


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

    async def run(self) -> TurnState:
        """Return what was decided, until there is no more to do or a budget of the desk is spent.

        What fails or takes too long after a finished round ends the turn with what the rounds before it brought.
        """
        budget = self.desk.budget
        soft_end = self.timer() + _soft_seconds(budget)
        state = TurnState(history_truncated=self.recent.truncated)
        rounds: tuple[Round, ...] = ()

        def is_spent() -> bool:
            return self.timer() >= soft_end or state.usage.total >= (budget.tokens or inf)

        while len(rounds) < budget.rounds and not (rounds and is_spent()):
            try:
                async with asyncio.timeout(max(self.end - self.timer(), 0)):
                    state, ran = await self._round(state, rounds, soft_end - self.timer())
            except TimeoutError:
                if not rounds:
                    raise TurnTimeout(seconds=f"{budget.seconds:g}") from None
                return replace(state, outcome="continue")
            except (ModelUnavailable, ModelGaveNoAnswer) as error:
                if not rounds:
                    raise
                return state.failed(error)
            if not ran or state.asks or all(outcome.result.ends for outcome in ran):
                return state
            changed = state.patch.apply(self.dossier)
            told = tuple(observation(outcome, changed) for outcome in ran)
            rounds += (Round(state.text, ran, told),)
            if len(rounds) >= IN_VAIN and all(one.is_in_vain for one in rounds[-IN_VAIN:]):
                return state
        return replace(state, outcome=state.outcome or ("continue" if is_spent() else None))

    async def _round(
        self, state: TurnState, rounds: tuple[Round, ...], left: float
    ) -> tuple[TurnState, tuple[ToolOutcome, ...]]:
        """Return the state of the turn after one more decision, and what its calls brought."""
        desk, truncated = self.desk, self.recent.truncated
        await self.progress(ProgressEvent("deciding", history_truncated=truncated or None))
        decision = await self._decision(state, rounds, left)
        # What is withdrawn counts no more for what runs now.
        state = state.without(decision.withdraws)
        changed = decision.patch.apply(state.patch.apply(self.dossier))
        most = desk.budget.calls - len(state.ran)
        tools: dict[str, AnyTool] = {tool.name: tool for tool in desk.tools if not tool.by_hand}
        ran = await tool_calls.run(decision.calls, tools, changed, most, self._tell_tool, state.ran)
        for outcome in ran:
            await self.progress(ProgressEvent("ran", report=outcome.result.report))
        return state.followed_by(decision, ran, changed), ran

    async def _decision(self, state: TurnState, rounds: tuple[Round, ...], left: float) -> Decision:
        """Return what is to be done next: what the message plainly means, or what the desk's model decides."""
        desk, said = self.desk, self.recent.messages
        plain = () if rounds else desk.plain_calls(self.dossier)
        if plain:
            return Decision(calls=tuple(plain))
        changed = state.patch.apply(self.dossier)
        sent = [*self._sent, *(message for each in rounds for message in each.messages)]
        heard = tuple(ChatMessage(message.role, message.content) for message in said)
        so_far = Deliberation(
            changed,
            self._sent[0].content,
            heard,
            rounds,
            desk.tools_for(changed),
            self._tell_stage,
            left,
            tuple(sent),
            desk.specs,
        )
        return await desk.manager.decide(so_far)

    @cached_property
    def recent(self) -> Recent:
        """The newest messages of the conversation."""
        return recent(self.dossier.conversation, self.desk.budget.history)

    @cached_property
    def _sent(self) -> tuple[ChatMessage, ...]:
        return self.desk.request(self.dossier, self.recent.messages, self.today)

    async def _tell_tool(self, name: str) -> None:
        label = self.desk.words.progress.get(name, {}).get(self.dossier.language or "nl")
        await self.progress(ProgressEvent("tool", tool=name, label=label))

    async def _tell_stage(self, name: str) -> None:
        label = self.desk.words.stages.get(name, {}).get(self.dossier.language or "nl")
        await self.progress(ProgressEvent("stage", stage=name, label=label))


def _soft_seconds(budget: Budget) -> float:
    return budget.seconds if budget.soft_seconds is None else budget.soft_seconds


def _is_same(one: Request, other: Request) -> bool:
    """Return whether two requests of one message id say the same, one of which may be masked already."""
    if (one.confirm, one.straight) != (other.confirm, other.straight):
        return False
    return is_same_message(one.message, other.message)


def _language(desk: Desk, request: Request, dossier: Dossier) -> Language:
    """Return the language of a message; one that was offered to choose is in the dossier's, whatever its words are."""
    if dossier.language and clarification.is_offered(dossier, request.message):
        return dossier.language
    return detect(desk.own_words(request.message), dossier.language)


def _opening(request: Request, language: Language, dossier: Dossier) -> DossierPatch:
    """Return the message as a patch; whatever the user was asked before is answered by it."""
    return DossierPatch(
        add_messages=(Message(role="user", content=request.message),),
        put_artifacts=clarification.answered(dossier),
        language=language,
    )


def _closing(said: PresentedReply, dossier: Dossier) -> DossierPatch:
    """Return the reply as a patch; what it showed is recorded as shown, and nothing else is."""
    return DossierPatch(
        add_messages=(Message(role="assistant", content=said.text),),
        shown_selection=dossier.selected_ids if said.shows_selection else None,
        shown_plans=said.plans,
    )


def _finished(
    desk: Desk,
    dossier: Dossier,
    request: Request,
    language: Language,
    taken: TurnState,
    patch: DossierPatch,
    said: PresentedReply,
) -> Turn:
    llm = desk.manager.llm
    return Turn(
        dossier_id=dossier.id,
        desk=dossier.desk,
        based_on=dossier.version,
        request=request,
        tools=tuple(_record(ran) for ran in taken.ran),
        patch=patch,
        reply=said.text,
        language=language,
        model=ModelRecord(
            id=taken.fallback or llm.id,
            parameters={} if taken.fallback else dict(llm.parameters),
            prompt_hash=hashlib.sha256(taken.prompt.encode()).hexdigest() if taken.prompt else "",
            prompt_tokens=taken.usage.prompt_tokens,
            completion_tokens=taken.usage.completion_tokens,
            instead_of=llm.id if taken.fallback else "",
            left_out=taken.history_truncated,
        ),
        receipts=tuple(one.result.receipt for one in taken.ran if one.result.receipt),
        outcome=taken.outcome,
    )


def _record(ran: ToolOutcome) -> ToolRecord:
    return ToolRecord(
        tool=ran.call.name[:80],
        arguments=ran.call.arguments[:20_000],
        outcome=ran.result.report.outcome,
        hits=ran.result.hits,
        pictures=ran.result.pictures,
    )
