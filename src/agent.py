"""One turn, from the user's words to the reply on stable storage. Knows no desk, no model and no store by name."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Protocol

from src import tool_calls
from src.desks.desk import Desk, recent
from src.desks.manager import Decision, Deliberation, Round
from src.dossier import clarification
from src.dossier.journal import ModelRecord, Outcome, Request, ToolRecord, Turn
from src.dossier.models import Dossier, Language, Message
from src.dossier.patch import DossierPatch, merged
from src.dossier.store import Committed, DossierStore
from src.errors import DeskNotInstalled, MessageIdReused, TurnTimeout, UnknownDesk
from src.intake import step as intake
from src.intake.language import detect
from src.llm.protocol import ChatMessage, Usage
from src.presenter import PresentedReply
from src.tools.base import AnyTool, Asked, Report, ToolOutcome, ToolResult, ask
from src.wording import WORDINGS


@dataclass(frozen=True)
class ProgressEvent:
    """Something that goes on in a turn.

    Known names: ``deciding``, ``tool`` (one starts), ``ran`` (one has ended, with its report), ``storing`` (from now
    on stopping the turn no longer tells whether it is stored) and ``stored``; others may come.
    """

    name: str
    tool: str | None = None
    label: str | None = None
    """What the tool does, in the desk's words and the user's language."""
    report: Report | None = None
    history_truncated: int | None = None
    """With ``deciding``: older messages that the model is not given."""


class Progress(Protocol):
    """Is told what is going on."""

    async def __call__(self, event: ProgressEvent) -> None: ...


async def silent(event: ProgressEvent) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class DecisionsTaken:
    """What was decided in one turn, by a model or by code, and what came of it."""

    text: str = ""
    """What was said last, unless tools were called beside it and none had run before: then it was said too early."""
    ran: tuple[ToolOutcome, ...] = ()
    asked: tuple[ToolResult, ...] = ()
    """What the user is asked by no tool: by the intake or the manager."""
    outcome: Outcome | None = None
    """How the turn ends, where a manager, a tool or a budget said so."""
    usage: Usage = field(default_factory=Usage)
    fallback: str = ""
    """Id of the model that stood in for some or all of it; empty: none did."""
    history_truncated: int = 0
    """Older messages that the model was not given."""
    prompt: str = ""
    """What the model was told before all messages."""

    def followed_by(
        self, decision: Decision, ran: tuple[ToolOutcome, ...], dossier: Dossier
    ) -> "DecisionsTaken":
        """Return what was decided so far with one more decision and what its calls brought."""
        asked = (ask(dossier, decision.asks),) if decision.asks else ()
        results = [*(one.result for one in ran), *asked]
        said = (one.report.turn_outcome for one in results)
        fallbacks = [self.fallback, decision.fallback, *(one.fallback for one in results)]
        return replace(
            self,
            text=decision.text if self.ran or not ran else "",
            ran=(*self.ran, *ran),
            asked=asked,
            outcome=next(filter(None, [decision.outcome, *said]), None),
            usage=sum((one.usage for one in results), decision.usage) + self.usage,
            fallback=next(filter(None, fallbacks), ""),
        )

    @property
    def reports(self) -> list[Report]:
        """What there is to tell."""
        return [one.report for one in self._results]

    @property
    def asks(self) -> bool:
        """Whether the user is asked something, so that nothing is to be done before they reply."""
        return any(isinstance(report, Asked) for report in self.reports)

    @cached_property
    def patch(self) -> DossierPatch:
        """The change that all propose together."""
        return merged(one.patch for one in self._results)

    @property
    def _results(self) -> list[ToolResult]:
        return [*(one.result for one in self.ran), *self.asked]


@dataclass(frozen=True)
class Agent:
    """Answers messages: loads the dossier, lets the model pick tools, says what came of it, commits it all."""

    store: DossierStore
    desks: Mapping[str, Desk]
    """By name; the first is the one of a new dossier for which none is named."""
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
        committed = await self._earlier(dossier_id, request)
        if committed is None:
            committed = await self._turn(dossier_id, request, desk, progress)
        if committed.entry.request and committed.entry.request.message != request.message:
            raise MessageIdReused
        return committed

    async def _turn(
        self, dossier_id: str, request: Request, desk_name: str | None, progress: Progress
    ) -> Committed:
        if desk_name is not None and desk_name not in self.desks:
            raise UnknownDesk(desks=", ".join(self.desks))
        dossier = await self.store.load(dossier_id) or self._new(dossier_id, desk_name)
        desk = self._desk_of(dossier)
        language = _language(request, dossier)
        opening = _opening(request, language, dossier)
        dossier = opening.apply(dossier)
        read, taken = await self._decide_in_time(desk, dossier, request, progress)
        after_tools = merged([read, taken.patch]).apply(dossier)
        said = self._reply(desk, taken, after_tools, request, language)
        patch = merged([opening, read, taken.patch, _closing(said, after_tools)])
        finished = _finished(desk, dossier, request, language, taken, patch, said)
        await progress(ProgressEvent("storing"))
        committed = await self.store.commit(finished)
        await progress(ProgressEvent("stored"))
        return committed

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
    ) -> tuple[DossierPatch, DecisionsTaken]:
        """Return what the intake reads in the message, and what is decided then."""
        try:
            async with asyncio.timeout(desk.budget.seconds):
                read = await intake.read(desk.intake, dossier, request, desk.budget.intake_seconds)
                questions = clarification.pending(read.put_artifacts)
                if questions:
                    asked = tuple(ToolResult(Asked(one)) for one in questions)
                    return read, DecisionsTaken(asked=asked, outcome="request")
                return read, await _decide(desk, read.apply(dossier), progress)
        except TimeoutError:
            raise TurnTimeout(seconds=f"{desk.budget.seconds:g}") from None

    def _reply(
        self,
        desk: Desk,
        taken: DecisionsTaken,
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


async def _decide(desk: Desk, dossier: Dossier, progress: Progress) -> DecisionsTaken:
    """Let the desk's manager decide until it has no more to do or a budget of the desk is spent."""
    clock = asyncio.get_running_loop().time
    soft_end = clock() + (desk.budget.soft_seconds or desk.budget.seconds)
    tools: dict[str, AnyTool] = {tool.name: tool for tool in desk.tools}
    said, truncated = recent(dossier.conversation, desk.budget.history)
    taken = DecisionsTaken(history_truncated=truncated, prompt=desk.prompt(dossier))
    conversation = tuple(ChatMessage(message.role, message.content) for message in said)
    rounds: tuple[Round, ...] = ()

    async def tell_tool(name: str) -> None:
        label = desk.words.progress.get(name, {}).get(dossier.language or "nl")
        await progress(ProgressEvent("tool", tool=name, label=label))

    for _ in range(desk.budget.rounds):
        if rounds and clock() >= soft_end:
            return replace(taken, outcome=taken.outcome or "continue")
        await progress(ProgressEvent("deciding", history_truncated=truncated or None))
        changed = taken.patch.apply(dossier) if taken.ran else dossier
        offered = desk.tools_for(changed)
        so_far = Deliberation(changed, taken.prompt, conversation, rounds, offered)
        decision = await desk.manager.decide(so_far)
        most = desk.budget.calls - len(taken.ran)
        ran = await tool_calls.run(decision.calls, tools, changed, most, tell_tool, taken.ran)
        for one in ran:
            await progress(ProgressEvent("ran", report=one.result.report))
        taken = taken.followed_by(decision, ran, changed)
        if not ran or taken.asks:
            break
        rounds += (Round(decision.text, ran),)
    return taken


def _language(request: Request, dossier: Dossier) -> Language:
    """Return the language of a message; one that was offered to choose is in the dossier's, whatever its words are."""
    if dossier.language and clarification.is_offered(dossier, request.message):
        return dossier.language
    return detect(request.message, dossier.language)


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
    )


def _finished(
    desk: Desk,
    dossier: Dossier,
    request: Request,
    language: Language,
    taken: DecisionsTaken,
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
            prompt_hash=hashlib.sha256(taken.prompt.encode()).hexdigest(),
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
    )
