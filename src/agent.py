"""One turn, from the user's words to the reply on stable storage. Knows no desk, no model and no store by name."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Protocol

from src import tool_calls
from src.desks.desk import Desk, recent
from src.desks.manager import Decision, Deliberation, Round
from src.desks.tax.law.days import Meant, day_meant
from src.dossier.journal import ModelRecord, Request, ToolRecord, Turn
from src.dossier.models import Dossier, Language, Message
from src.dossier.patch import DossierPatch, merged
from src.dossier.store import Committed, DossierStore
from src.errors import MessageIdReused, TurnTimeout, UnknownDesk
from src.intake.language import detect
from src.llm.protocol import ChatMessage, Usage
from src.presenter import PresentedReply
from src.tools.base import AnyTool, Report, ToolOutcome

DEFAULT_DESK = "tax"


class Progress(Protocol):
    """Is told what is going on.

    Events: ``deciding``, with the number of older messages that the model is not given; ``tool``, with the name of
    the one that starts; ``ran``, with its report; ``storing``, from when stopping the turn no longer tells whether it
    is stored; ``stored``.
    """

    async def __call__(
        self,
        event: str,
        *,
        tool: str | None = None,
        report: Report | None = None,
        left_out: int | None = None,
    ) -> None: ...


async def silent(
    event: str,
    *,
    tool: str | None = None,
    report: Report | None = None,
    left_out: int | None = None,
) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Decided:
    """What the model said and did in one turn."""

    text: str = ""
    ran: tuple[ToolOutcome, ...] = ()
    usage: Usage = field(default_factory=Usage)
    by: str = ""
    """Id of the model that stood in for some or all of it; empty: none did."""
    left_out: int = 0
    """Older messages that the model was not given."""
    prompt: str = ""
    """What the model was told before all messages."""

    def followed_by(self, decision: Decision, ran: tuple[ToolOutcome, ...]) -> "Decided":
        """Return what was decided so far with one more decision and what its calls brought."""
        used = sum((one.result.usage for one in ran), decision.usage) + self.usage
        by = next(filter(None, [self.by, decision.by, *(one.result.by for one in ran)]), "")
        # Words beside calls say what it is about to do; those at the end are for the user.
        text = "" if decision.calls else decision.text
        return Decided(text, (*self.ran, *ran), used, by, self.left_out, self.prompt)

    @cached_property
    def patch(self) -> DossierPatch:
        """The change that the tools propose together."""
        return merged(ran.result.patch for ran in self.ran)


@dataclass(frozen=True)
class Agent:
    """Answers messages: loads the dossier, lets the model pick tools, says what came of it, commits it all."""

    store: DossierStore
    desks: Mapping[str, Desk]
    running: dict[tuple[str, str], "asyncio.Task[Committed]"] = field(default_factory=dict)
    """Turns of this process that have a message id and are not done."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def turn(
        self,
        dossier_id: str,
        request: Request,
        desk: str | None = None,
        progress: Progress = silent,
    ) -> Committed:
        """Return the committed turn; whatever is raised instead, nothing of it was stored.

        A message id that was committed before returns that turn and runs nothing.
        """
        if request.message_id is None:
            return await self._turn(dossier_id, request, desk, progress)
        key = (dossier_id, request.message_id)
        running = self.running.get(key)
        if running is None:
            # A client that lost its connection sends the same again while the first still runs.
            running = asyncio.create_task(self._turn(dossier_id, request, desk, progress))
            self.running[key] = running
            running.add_done_callback(lambda _: self.running.pop(key, None))
        committed = await asyncio.shield(running)
        if committed.entry.request and committed.entry.request.message != request.message:
            raise MessageIdReused
        return committed

    async def _turn(
        self, dossier_id: str, request: Request, desk: str | None, progress: Progress
    ) -> Committed:
        earlier = await self._earlier(dossier_id, request)
        if earlier:
            return earlier
        if desk is not None and desk not in self.desks:
            raise UnknownDesk(desks=", ".join(self.desks))
        dossier = await self.store.load(dossier_id) or self._new(dossier_id, desk)
        language = detect(request.message, dossier.language)
        opening = _opening(request, language, dossier, self.clock().date())
        dossier = opening.apply(dossier)
        decided = await self._decide_in_time(dossier, progress)
        after_tools = decided.patch.apply(dossier)
        reports = [ran.result.report for ran in decided.ran]
        presenter = self.desks[dossier.desk].presenter
        said = presenter.say(
            decided.text, reports, after_tools, language, stood_in=bool(decided.by)
        )
        patch = merged([opening, decided.patch, _closing(said, after_tools)])
        finished = self._finished(dossier, request, language, decided, patch, said)
        await progress("storing")
        committed = await self.store.commit(finished)
        await progress("stored")
        return committed

    async def _earlier(self, dossier_id: str, request: Request) -> Committed | None:
        if request.message_id is None:
            return None
        # Whether it has the same text is for each to be told who waits for it.
        return await self.store.find(dossier_id, request.message_id)

    def _new(self, dossier_id: str, desk: str | None) -> Dossier:
        return Dossier(id=dossier_id, desk=desk or DEFAULT_DESK, created_at=self.clock())

    async def _decide_in_time(self, dossier: Dossier, progress: Progress) -> Decided:
        desk = self.desks[dossier.desk]
        try:
            async with asyncio.timeout(desk.budget.seconds):
                return await self._decide(desk, dossier, progress)
        except TimeoutError:
            raise TurnTimeout(seconds=f"{desk.budget.seconds:g}") from None

    async def _decide(self, desk: Desk, dossier: Dossier, progress: Progress) -> Decided:
        """Let the desk's manager decide until it has no more to do or the desk's rounds are over."""
        tools: dict[str, AnyTool] = {tool.name: tool for tool in desk.tools}
        said, truncated = recent(dossier.conversation, desk.budget.history)
        decided = Decided(left_out=truncated, prompt=desk.prompt(dossier))
        conversation = tuple(ChatMessage(message.role, message.content) for message in said)
        rounds: tuple[Round, ...] = ()
        for left in reversed(range(desk.budget.rounds)):
            await progress("deciding", left_out=truncated or None)
            changed = decided.patch.apply(dossier) if decided.ran else dossier
            offered = desk.tools_for(changed)
            so_far = Deliberation(changed, decided.prompt, conversation, rounds, offered)
            decision = await desk.manager.decide(so_far)
            ran = await tool_calls.run(
                decision.calls,
                tools,
                changed,
                most=desk.budget.calls - len(decided.ran),
                on_tool=lambda name: progress("tool", tool=name),
            )
            for one in ran:
                await progress("ran", report=one.result.report)
            decided = decided.followed_by(decision, ran)
            if not ran or not left:
                break
            rounds += (Round(decision.text, ran),)
        return decided

    def _finished(
        self,
        dossier: Dossier,
        request: Request,
        language: Language,
        decided: Decided,
        patch: DossierPatch,
        said: PresentedReply,
    ) -> Turn:
        llm = self.desks[dossier.desk].manager.llm
        return Turn(
            dossier_id=dossier.id,
            desk=dossier.desk,
            based_on=dossier.version,
            request=request,
            tools=tuple(_record(ran) for ran in decided.ran),
            patch=patch,
            reply=said.text,
            language=language,
            model=ModelRecord(
                id=decided.by or llm.id,
                parameters={} if decided.by else dict(llm.parameters),
                prompt_hash=hashlib.sha256(decided.prompt.encode()).hexdigest(),
                prompt_tokens=decided.usage.prompt_tokens,
                completion_tokens=decided.usage.completion_tokens,
                instead_of=llm.id if decided.by else "",
                left_out=decided.left_out,
            ),
            receipts=tuple(one.result.receipt for one in decided.ran if one.result.receipt),
        )


def _opening(request: Request, language: Language, dossier: Dossier, today: date) -> DossierPatch:
    message = Message(role="user", content=request.message)
    meant = _day(request, today)
    other_day = meant is not None and meant.day != dossier.as_of
    return DossierPatch(
        add_messages=(message,),
        language=language,
        as_of=meant.day if meant else None,
        unset=("as_of",) if meant and other_day and meant.day is None else (),
        # Sources shown for one day were not shown for another.
        shown_selection=() if other_day else None,
    )


def _day(request: Request, today: date) -> Meant | None:
    """Return the day whose law the user asks for, the one beside the message before the one in it."""
    if request.as_of is not None:
        return Meant(request.as_of)
    return day_meant(request.message, today)


def _closing(said: PresentedReply, dossier: Dossier) -> DossierPatch:
    """Return the reply as a patch; what it showed is recorded as shown, and nothing else is."""
    return DossierPatch(
        add_messages=(Message(role="assistant", content=said.text),),
        shown_selection=dossier.selected_ids if said.shows_selection else None,
    )


def _record(ran: ToolOutcome) -> ToolRecord:
    return ToolRecord(
        tool=ran.call.name[:80],
        arguments=ran.call.arguments[:20_000],
        outcome=ran.result.report.outcome,
        hits=ran.result.hits,
    )
