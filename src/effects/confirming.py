"""A confirmation, from the digest that a person sent to the reply; and going on with what was left."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import replace
from typing import NamedTuple

from src.desks.desk import Desk
from src.dossier import plan as plans
from src.dossier.journal import JournalEntry, Request, Turn, turn_beside
from src.dossier.models import Dossier, Message
from src.dossier.patch import DossierPatch, merged
from src.dossier.plan import StandingPlan, Written
from src.dossier.store import Clock, Committed, DossierStore, Lease, utc_now
from src.effects.carrying_out import OnOperation, PlanRun, silent
from src.errors import ConfirmationNotAllowed, PlanGone, StorageFailed, TessError
from src.identity.caller import Caller, calling, current, is_known
from src.observing.spans import UNTRACED, Tracer
from src.presenter import PLAIN, Presenter
from src.tools.base import CarriedOut, Planned, Refused, Report
from src.tools.outside import AnyOutsideTool, OutsideTool
from src.wording import Wording

log = logging.getLogger(__name__)


LOOK_SECONDS = 60.0
"""Between two looks for what is left to carry out, or to look up again."""

Sleep = Callable[[float], Awaitable[None]]


class _Carried(NamedTuple):
    report: CarriedOut
    intent: Committed | None
    """The entry by which it was confirmed; None where there is none any more."""
    offered: tuple[Planned, ...] = ()
    """The plan of taking back what was found there more than once, where that is news."""

    @property
    def reports(self) -> list[Report]:
        return [self.report, *self.offered]

    @property
    def patch(self) -> DossierPatch:
        put = tuple(planned.standing.artifact for planned in self.offered)
        return DossierPatch(put_artifacts=put)


class Effects:
    """Carries out confirmed plans, in whatever dossier; ``store`` and ``desks`` are everybody's."""

    def __init__(
        self,
        store: DossierStore,
        desks: Mapping[str, Desk],
        tracer: Tracer = UNTRACED,
        clock: Clock = utc_now,
    ) -> None:
        self._tracer = tracer
        self._clock = clock
        self._store = store
        self._desks = desks
        self._is_ending = False
        self._running: set[asyncio.Task[_Carried]] = set()

    def end(self) -> None:
        """Begin no operation any more: what is left is for the next start."""
        self._is_ending = True

    async def confirm(
        self,
        dossier: Dossier,
        request: Request,
        store: DossierStore,
        on_operation: OnOperation = silent,
    ) -> Turn:
        """Return the turn that answers a confirmation, still to be stored, once all was done that could be.

        ``store`` is that of the person who confirms. It is finished even if the caller leaves. Raises
        ``ConfirmationNotAllowed``.
        """
        if not current().confirms:
            raise ConfirmationNotAllowed
        refused = plans.refusal(dossier, request.confirm)
        known = plans.written_in(dossier, request.confirm)
        said = self._said(dossier, request)
        if refused and not known:
            return self._refused(dossier, request, said, refused)
        if known and not known.is_open:
            _, standing = await self._as_confirmed(dossier.id, request.confirm)
            carried = _Carried(_report(standing, known, before=True), None)
        else:
            carrying = self._confirmed(self._intent(dossier, request, said), store, on_operation)
            task = asyncio.create_task(carrying)
            self._running.add(task)
            task.add_done_callback(self._running.discard)
            carried = await asyncio.shield(task)
            dossier = await self._store.load(dossier.id) or dossier
        patch = DossierPatch(add_messages=(said,) if carried.report.before else ())
        return self._answer(dossier, request, carried.reports, merged([patch, carried.patch]))

    async def resume(self, dossier_id: str, *, is_patient: bool = False) -> list[CarriedOut] | None:
        """Go on with what is left to carry out in a dossier; None where somebody is just doing so.

        ``is_patient``: leave ever more time before what failed several times is tried again.
        """
        async with self._leased(dossier_id, waits=False) as lease:
            dossier = await self._store.load(dossier_id)
            if lease is None or dossier is None:
                return [] if lease else None
            reports: list[CarriedOut] = []
            for before in [entry for entry in plans.all_written(dossier) if not entry.is_settled]:
                report, intent, _ = carried = await self._carry_out(
                    dossier, before.plan, lease, silent, is_patient=is_patient
                )
                if intent and report.written and report.written.told != before.told:
                    # Nobody waited for this reply: it stands in the conversation, in the name of who confirmed.
                    now = await self._store.load(dossier_id) or dossier
                    turn = self._answer(now, None, carried.reports, carried.patch)
                    author = {"author": intent.entry.author}
                    await self._store.commit(turn.model_copy(update=author))
                reports.append(report)
            return reports

    async def resume_all(self) -> None:
        """Go on with all that is left and that nobody carries out; the log says what could not be."""
        for dossier_id in await self._store.unsettled():
            try:
                await self.resume(dossier_id, is_patient=True)
            except TessError as error:
                told = {"dossier": dossier_id, "code": error.code}
                log.warning("what was confirmed could not be carried out", extra=told)

    async def keep_up(self, sleep: Sleep = asyncio.sleep) -> None:
        """Go on with all that is left, now and whenever it is time for it, until cancelled."""
        while True:
            try:
                await self.resume_all()
            except StorageFailed:
                log.warning("what was confirmed and left could not be looked for")
            await sleep(LOOK_SECONDS)

    # With the lease

    async def _confirmed(
        self, intent: Turn, store: DossierStore, on_operation: OnOperation
    ) -> _Carried:
        assert intent.request is not None  # it is that of a person
        async with self._leased(intent.dossier_id, waits=True) as lease:
            assert lease is not None  # it was waited for
            committed = await store.commit(intent)
            dossier = await self._store.load(intent.dossier_id) or committed.dossier
            carried = await self._carry_out(dossier, intent.request.confirm, lease, on_operation)
            return carried._replace(report=replace(carried.report, before=committed.repeated))

    @asynccontextmanager
    async def _leased(self, dossier_id: str, *, waits: bool) -> AsyncIterator[Lease | None]:
        async with self._store.lease(dossier_id, waits=waits) as lease:
            yield lease
            if lease and plans.is_settled(await self._store.load(dossier_id)):
                await lease.settle()

    async def _carry_out(
        self,
        dossier: Dossier,
        digest: str,
        lease: Lease,
        on_operation: OnOperation,
        *,
        is_patient: bool = False,
    ) -> _Carried:
        found = plans.written_artifact(dossier, digest)
        intent, standing = await self._as_confirmed(dossier.id, digest)
        if intent is None or found is None:
            return _Carried(_report(standing, None), intent)
        operations = standing.plan.operations if standing else ()
        tools = self._tools(dossier.desk)
        run = PlanRun(
            self._store,
            intent,
            operations,
            tools,
            lease,
            *found,
            self._tracer,
            self._clock,
            is_patient,
        )
        if plans.refusal(intent.dossier, digest) and not run.written.has_touched:
            # It changed in the moment of its confirmation: what would be written was shown to nobody.
            await run.refuse(PlanGone.code)
        else:
            with _as_who_confirmed(intent.entry):
                await run.look_again()
                await run.carry_out(on_operation, lambda: self._is_ending)
        report = _report(standing, run.written)
        return _Carried(report, intent, self._offered(dossier, report, found[1], run))

    async def _as_confirmed(
        self, dossier_id: str, digest: str
    ) -> tuple[Committed | None, StandingPlan | None]:
        """Return the plan as it was confirmed: what changed in the dossier since is no part of it."""
        intent = await self._store.find(dossier_id, plans.entry_id(dossier_id, digest))
        return intent, plans.plan_in(intent.dossier, digest) if intent else None

    def _offered(
        self, dossier: Dossier, report: CarriedOut, before: Written, run: PlanRun
    ) -> tuple[Planned, ...]:
        """Return a plan of taking back what is there more than once, where that was not known before."""
        twins = {operation.operation: operation.twins for operation in before.operations}
        back = tuple(run.inverses(run.written, with_first=False))
        if not back or all(each.twins == twins[each.operation] for each in run.written.operations):
            return ()
        title = self._words(dossier).effects["twins_plan"].format(title=report.title)
        plan_id = f"{plans.KIND}-twins-{run.written.plan[:16]}"  # beside the plan at hand
        return (Planned(plans.plan_put(dossier, title, back, secrets.token_hex(16), plan_id)),)

    def _tools(self, desk: str) -> dict[str, AnyOutsideTool]:
        every = self._desks[desk].tools if desk in self._desks else ()
        return {tool.name: tool for tool in every if isinstance(tool, OutsideTool)}

    # Turns

    def _said(self, dossier: Dossier, request: Request) -> Message:
        standing = plans.plan_in(dossier, request.confirm)
        title = standing.artifact.label if standing else ""
        words = self._words(dossier).effects["confirmed"]
        told = words.format(title=title, digest=request.confirm[:12])
        return Message(role="user", content=request.message or told)

    def _intent(self, dossier: Dossier, request: Request, said: Message) -> Turn:
        standing = plans.plan_in(dossier, request.confirm)
        put = (plans.intended(standing, dossier.id),) if standing else ()
        entry_id = plans.entry_id(dossier.id, request.confirm)
        named = Request(message="", message_id=entry_id, confirm=request.confirm)
        patch = DossierPatch(add_messages=(said,), put_artifacts=put)
        return turn_beside(dossier, patch, request=named)

    def _refused(
        self, dossier: Dossier, request: Request, said: Message, refused: TessError
    ) -> Turn:
        """Return the turn that says why nothing was written, and shows the plans that there are as they are now."""
        now = (_as_it_is_now(dossier, pair) for pair in plans.unconfirmed(dossier))
        shown = [pair for pair in now if pair]
        put = tuple(pair.artifact for pair in shown if pair.artifact not in dossier.artifacts)
        reports = [Refused(refused.code, dict(refused.details)), *map(Planned, shown)]
        patch = DossierPatch(add_messages=(said,), put_artifacts=put)
        turn = self._answer(dossier, request, reports, patch)
        return turn.model_copy(update={"outcome": "request"})

    def _answer(
        self,
        dossier: Dossier,
        request: Request | None,
        reports: Sequence[Report],
        patch: DossierPatch,
    ) -> Turn:
        language = dossier.language or "nl"
        presenter = self._presenter(dossier)
        said = presenter.say("", reports, patch.apply(dossier), language)
        told = (*patch.add_messages, Message(role="assistant", content=said.text))
        patch = patch.model_copy(update={"add_messages": told, "shown_plans": said.plans})
        outcome = next(filter(None, (report.turn_outcome for report in reports)), None)
        return turn_beside(dossier, patch, request=request, reply=said.text, outcome=outcome)

    def _presenter(self, dossier: Dossier) -> Presenter:
        return self._desks[dossier.desk].presenter if dossier.desk in self._desks else PLAIN

    def _words(self, dossier: Dossier) -> Wording:
        return self._presenter(dossier).wordings[dossier.language or "nl"]


def _as_who_confirmed(entry: JournalEntry) -> AbstractContextManager[None]:
    """Let a system outside be asked in the name of whose yes it was, where nobody is calling: after a new start."""
    if is_known() or not entry.tenant:
        return nullcontext()
    return calling(Caller(entry.author, entry.tenant))


def _as_it_is_now(dossier: Dossier, standing: StandingPlan) -> StandingPlan | None:
    """Return the plan on what it stands on as that is now; None where that is gone."""
    now = plans.renewed(dossier, standing, secrets.token_hex(16))
    same = now and now.plan.operations == standing.plan.operations
    return standing if same else now


def _report(
    standing: StandingPlan | None, written: Written | None, *, before: bool = False
) -> CarriedOut:
    title, plan = (standing.artifact.label, standing.plan) if standing else ("", None)
    return CarriedOut(title, plan, written, before)
