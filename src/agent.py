"""One turn, from the user's words to the reply on stable storage. Knows no desk, no model and no store by name."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from math import inf
from time import monotonic

from src.desks.desk import Desk
from src.dossier import clarification, sending
from src.dossier.journal import ModelRecord, Request, ToolRecord, Turn
from src.dossier.models import Dossier, Language, Message
from src.dossier.patch import DossierPatch, merged
from src.dossier.plan import Operation, is_settled
from src.dossier.store import Committed, DossierStore, loaded
from src.effects import Effects
from src.errors import DeskNotInstalled, MessageIdReused, TurnTimeout, UnknownDesk
from src.intake import step as intake
from src.intake.language import detect
from src.intake.plain import is_plain_yes
from src.intake.secrets import SecretGate
from src.presenter import PresentedReply
from src.rounds import Deciding, Progress, ProgressEvent, silent
from src.tools.base import Asked, ToolResult
from src.turn_state import TurnState
from src.wording import WORDINGS


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
        desk_name: str | None = None,
        progress: Progress = silent,
        soft_seconds: float = inf,
    ) -> Committed:
        """Return the committed turn; whatever is raised instead, nothing of it was stored.

        A message id that was committed before returns that turn and runs nothing. ``soft_seconds``: the soft limit of
        the caller, which counts where it is smaller than the desk's.
        """
        committed = None
        if request.message_id is not None:
            committed = await self.store.find(dossier_id, request.message_id)
        if committed is None and request.confirm:
            committed = await self._confirmed(dossier_id, request, progress)
        if committed is not None:
            return await self._same(committed, request)
        dossier = await self._loaded(dossier_id, desk_name)
        desk = self._desk_of(dossier)
        asked = request if desk.refuses_secrets else await self.secrets.request(request, dossier_id)
        async with self._alone(desk, dossier) as dossier:
            language = _language(desk, asked, dossier)
            opening = _opening(asked, language, dossier)
            dossier = opening.apply(dossier)
            end = self.timer() + desk.budget.seconds
            read = await _intake(desk, dossier, asked)
            taken = await self._rounds(desk, dossier, read, progress, end, soft_seconds)
            after = merged([read, taken.patch]).apply(dossier)
            said = self._reply(desk, taken, after, asked, read.language or language)
            patch = merged([opening, read, taken.patch, _closing(said, after)])
            turn = _turn(desk, dossier, asked, read.language or language, taken, patch, said)
            await progress(ProgressEvent("storing"))
            committed = await self.store.commit(turn)
            await progress(ProgressEvent("stored"))
        return await self._same(committed, request)

    async def _confirmed(self, dossier_id: str, request: Request, progress: Progress) -> Committed:
        """Return the turn that answers a confirmation: code decides here, and no model is asked anything."""
        dossier = await loaded(self.store, dossier_id)
        self._desk_of(dossier)
        request = await self.secrets.request(request, dossier_id)
        await progress(ProgressEvent("storing"))

        async def tell(operation: Operation) -> None:
            await progress(ProgressEvent("operation", label=operation.title))

        turn = await self._effects.confirm(dossier, request, self.store, tell)
        committed = await self.store.commit(turn)
        await progress(ProgressEvent("stored"))
        return committed

    async def _same(self, committed: Committed, request: Request) -> Committed:
        """Return a turn that was committed under the message id of a request, where it answers that request.

        What is kept is masked. Raises ``MessageIdReused``.
        """
        kept, dossier_id = committed.entry.request, committed.dossier.id
        if kept is None:
            return committed
        is_same = (kept.confirm, kept.straight) == (request.confirm, request.straight)
        if not is_same or not await self.secrets.is_same(kept.message, request.message, dossier_id):
            raise MessageIdReused
        return committed

    async def _loaded(self, dossier_id: str, desk_name: str | None) -> Dossier:
        """Return a dossier as it is stored, or a new one at the desk of that name."""
        if desk_name is not None and desk_name not in self.desks:
            raise UnknownDesk(desks=", ".join(self.desks))
        name = desk_name or next(iter(self.desks), "")
        stored = await self.store.load(dossier_id)
        return stored or Dossier(id=dossier_id, desk=name, created_at=self.clock())

    def _desk_of(self, dossier: Dossier) -> Desk:
        if dossier.desk not in self.desks:
            raise DeskNotInstalled(desk=dossier.desk)
        return self.desks[dossier.desk]

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

    async def _rounds(
        self,
        desk: Desk,
        dossier: Dossier,
        read: DossierPatch,
        progress: Progress,
        end: float,
        soft_seconds: float,
    ) -> TurnState:
        """Return what is decided, or the questions that the intake asks: then nothing is."""
        questions = clarification.pending(read.put_artifacts)
        if questions:
            asked = tuple(ToolResult(Asked(question)) for question in questions)
            return TurnState(asked=asked, outcome="request")
        today = self.clock().date()
        deciding = Deciding(
            desk, read.apply(dossier), progress, self.timer, end, today, soft_seconds
        )
        return await deciding.run()

    def _reply(
        self, desk: Desk, taken: TurnState, dossier: Dossier, request: Request, language: Language
    ) -> PresentedReply:
        said = desk.presenter.say(
            taken.text, taken.reports, dossier, language, fallback=bool(taken.fallback)
        )
        words = WORDINGS[language]
        notes = [words.unfinished] if taken.outcome == "continue" else []
        is_answered = any(answer.claims for answer in taken.patch.add_answers)
        elsewhere = None if is_answered else self._elsewhere(desk, request.message)
        if elsewhere:
            notes.append(words.belongs_elsewhere.format(desk=elsewhere.title[language]))
        if not notes:
            return said
        return replace(said, text="\n\n".join([said.text, *(f"*{note}*" for note in notes)]))

    def _elsewhere(self, desk: Desk, message: str) -> Desk | None:
        if desk.words.are_in(message):
            return None
        return next((desk for desk in self.desks.values() if desk.words.are_in(message)), None)


def _language(desk: Desk, request: Request, dossier: Dossier) -> Language:
    """Return the language of a message; a bare yes, or a choice that was offered, is in the dossier's."""
    is_bare_yes = len(request.message.split()) == 1 and is_plain_yes(request.message)
    if dossier.language and (is_bare_yes or clarification.is_offered(dossier, request.message)):
        return dossier.language
    own = desk.own_words(request.message)
    return detect(own if own.strip() or dossier.language else request.message, dossier.language)


def _opening(request: Request, language: Language, dossier: Dossier) -> DossierPatch:
    """Return the message as a patch; whatever the user was asked before is answered by it."""
    said = DossierPatch(
        add_messages=(Message(role="user", content=request.message),),
        put_artifacts=clarification.answered(dossier),
        language=language,
    )
    return merged([said, sending.agreed(dossier, request.message)])


async def _intake(desk: Desk, dossier: Dossier, request: Request) -> DossierPatch:
    try:
        async with asyncio.timeout(desk.budget.seconds):
            return await intake.read(desk.intake, dossier, request, desk.budget.intake_seconds)
    except TimeoutError:
        raise TurnTimeout(seconds=f"{desk.budget.seconds:g}") from None


def _closing(said: PresentedReply, dossier: Dossier) -> DossierPatch:
    """Return the reply as a patch; what it showed is recorded as shown, and nothing else is."""
    return DossierPatch(
        add_messages=(Message(role="assistant", content=said.text),),
        shown_selection=dossier.selected_ids if said.shows_selection else None,
        shown_plans=said.plans,
    )


def _turn(
    desk: Desk,
    dossier: Dossier,
    request: Request,
    language: Language,
    taken: TurnState,
    patch: DossierPatch,
    said: PresentedReply,
) -> Turn:
    llm = desk.llm
    return Turn(
        dossier_id=dossier.id,
        desk=dossier.desk,
        based_on=dossier.version,
        request=request,
        tools=tuple(
            ToolRecord(
                tool=ran.call.name[:80],
                arguments=ran.call.arguments[:20_000],
                outcome=ran.result.report.outcome,
                hits=ran.result.hits,
                pictures=ran.result.pictures,
            )
            for ran in taken.ran
        ),
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
        receipts=tuple(outcome.result.receipt for outcome in taken.ran if outcome.result.receipt),
        outcome=taken.outcome or desk.otherwise or ("fail" if taken.is_refused else None),
    )
