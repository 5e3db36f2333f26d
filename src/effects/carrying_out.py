"""One confirmed plan as it is carried out: operation by operation, every step in the journal before the next."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from pydantic import ValidationError

from src.dossier import plan as plans
from src.dossier.journal import Request, turn_beside
from src.dossier.models import Artifact
from src.dossier.patch import DossierPatch
from src.dossier.plan import Operation, OperationStatus, State, Written
from src.dossier.store import Clock, Committed, DossierStore, Lease, utc_now
from src.errors import NotCarriedOut
from src.observing.spans import UNTRACED, Tracer
from src.tools.outside import AnyOutsideTool, Result

GIVE_UP_SECONDS = 2.0
"""So long an operation that took too long may take to be stopped."""

MOST_DOUBLINGS = 8
"""Of the time between tries that nobody asked for."""

Value = TypeVar("Value")

OnOperation = Callable[[Operation], Awaitable[None]]
"""Is told which operation is carried out now."""

log = logging.getLogger(__name__)


async def silent(operation: Operation) -> None:
    """Tell nobody."""


@dataclass
class PlanRun:
    """Operations that were confirmed by the turn ``intent``, and how they stand by now; its holder has the lease."""

    store: DossierStore
    intent: Committed
    operations: Sequence[Operation]
    tools: Mapping[str, AnyOutsideTool]
    lease: Lease
    artifact: Artifact
    """What tells how they stand."""
    written: Written
    tracer: Tracer = UNTRACED
    clock: Clock = utc_now
    is_patient: bool = False
    """Whether each further try waits twice as long, as where nobody asked for it."""

    async def carry_out(self, on_operation: OnOperation, is_ending: Callable[[], bool]) -> None:
        """Do what is left, one after the other, until something can't be done or is not known."""
        for operation in self.operations:
            status = self.written.status(operation.id)
            if self.written.is_stopped or is_ending():
                return
            if status.state in ("done", "failed"):
                continue
            if status.state != "waiting" and not await self._is_over(operation, status):
                return  # it may be on its way: that it is not there yet proves nothing
            await on_operation(operation)
            await self.lease.check()
            with self.tracer.span("effect", tool=operation.tool) as span:
                status = await self._settled(operation, status)
                span.attributes["outcome"] = status.state
            if status.state not in ("done", "failed"):
                return

    async def look_again(self) -> None:
        """Look up once more, where it is time for that, what may have arrived late."""
        for operation in self.operations:
            status, tool = self.written.status(operation.id), self.tools.get(operation.tool)
            if tool and status.look_again and status.look_again <= self.clock():
                await self.lease.check()
                found, error = await self._found(tool, operation, status)
                if error is None:
                    # Of what failed in the end nothing was to be there at all.
                    first = [status.result] if status.state == "failed" else []
                    looked = status.model_copy(update={"look_again": None})
                    await self._put(_counted(looked, [*first, *(found or ())]), "again")

    async def refuse(self, problem: str) -> None:
        """Take note that nothing of it is carried out."""
        await self._note(_now(self.written.operations[0], "failed", problem=problem))

    async def _is_over(self, operation: Operation, status: OperationStatus) -> bool:
        tool, dossier_id = self.tools.get(operation.tool), self.intent.dossier.id
        step = (status.operation, "begun", status.attempts)
        name = plans.entry_id(dossier_id, self.written.plan, *step)
        begun = await self.store.find(dossier_id, name)
        since = self.clock() - (begun or self.intent).entry.time
        longer = 2 ** min(status.attempts - 1, MOST_DOUBLINGS) if self.is_patient else 1
        return tool is None or since >= timedelta(seconds=tool.seconds * longer)

    async def _settled(self, operation: Operation, status: OperationStatus) -> OperationStatus:
        """Return how an operation stands once it was looked up, where it was begun, and else carried out."""
        tool = self.tools.get(operation.tool)
        if tool is None:  # the desk is not installed, or has it no more: there is nobody to ask
            return status
        if status.state != "waiting":
            status = await self._looked_up(tool, operation, status)
        if status.state != "waiting":
            return await self._note(status)
        return await self._attempted(tool, operation, status)

    async def _attempted(
        self, tool: AnyOutsideTool, operation: Operation, status: OperationStatus
    ) -> OperationStatus:
        begun = status.model_copy(update={"state": "begun", "attempts": status.attempts + 1})
        if begun.attempts > 1:  # the one before may arrive yet
            begun = self._doubted(tool, begun)
        if not await self._put(begun):
            return status  # it was begun by who held the lease before
        result, error = await _within(tool.seconds, tool.carry_out(operation, begun.key))
        if isinstance(error, NotCarriedOut):
            return await self._note(_now(begun, "failed", error.details, error.code))
        if result is not None:
            return await self._note(_ended(tool, begun, result))
        found = await self._looked_up(tool, operation, begun)
        if found.state == "waiting":
            # What is on its way may arrive still: it is looked up once more before it is tried again.
            found = _now(begun, "unknown", problem=type(error).__name__)
        return await self._note(found)

    async def _looked_up(
        self, tool: AnyOutsideTool, operation: Operation, status: OperationStatus
    ) -> OperationStatus:
        """Return the operation as it ended, as unknown, or as waiting where it was not carried out."""
        found, error = await self._found(tool, operation, status)
        if error is not None:
            return _now(status, "unknown", problem=type(error).__name__)
        if not found:
            return _now(status, "waiting")
        return _counted(_ended(tool, self._doubted(tool, status), found[0]), found)

    async def _found(
        self, tool: AnyOutsideTool, operation: Operation, status: OperationStatus
    ) -> tuple[Sequence[Result] | None, BaseException | None]:
        with self.tracer.span("look_up", tool=operation.tool):
            return await _within(tool.seconds, tool.look_up(operation, status.key))

    def _doubted(self, tool: AnyOutsideTool, status: OperationStatus) -> OperationStatus:
        """Return an operation of which nobody knew how it ended: it is looked up once more later."""
        later = self.clock() + timedelta(seconds=tool.again_seconds)
        return status.model_copy(update={"look_again": later})

    async def _note(self, status: OperationStatus) -> OperationStatus:
        if status != self.written.status(status.operation):
            await self._put(status)
        return status

    async def _put(self, status: OperationStatus, *again: str) -> bool:
        """Store how an operation stands, in an entry of its own; return False where that had been stored before."""
        dossier, entry = self.intent.dossier, self.intent.entry
        written = self.written.with_status(status)
        step: tuple[str | int, ...] = (status.operation, status.state, status.attempts, *again)
        name = plans.entry_id(dossier.id, self.written.plan, *step)
        asked = Request(message="", message_id=name)
        patch = DossierPatch(put_artifacts=(self._told(written),))
        about = entry.model_dump(include={"author", "tenant", "language"})
        turn = turn_beside(dossier, patch, request=asked, **about)
        committed = await self.store.commit(turn)
        self.written = written
        return not committed.repeated

    def _told(self, written: Written) -> Artifact:
        """Return how it all stands, with what would take back what was done once nothing more is done for now."""
        if not written.is_open or any(status.state == "unknown" for status in written.operations):
            inverse = tuple(self.inverses(written, with_first=True))
            try:
                return self._with(written.model_copy(update={"inverse": inverse}))
            except ValidationError:  # too much for one artifact: whoever wants it plans it anew
                log.warning("the inverse of a plan is too large")
        return self._with(written)

    def _with(self, written: Written) -> Artifact:
        data = written.model_dump(mode="json")
        return Artifact.model_validate({**dict(self.artifact), "data": data})

    def inverses(self, written: Written, *, with_first: bool) -> Iterator[Operation]:
        """Yield what would take back all that is there of each operation, or all but the first."""
        for operation in reversed(self.operations):
            tool, status = self.tools.get(operation.tool), written.status(operation.id)
            first = [status.result] if with_first and status.state == "done" else []
            for number, result in [*enumerate(first, 1), *enumerate(status.twins, 2)]:
                if tool and (back := tool.inverse(operation, result)):
                    name = back.id if number == 1 else f"{back.id}-{number}"
                    yield back.model_copy(update={"id": name, "tool": operation.tool})


def _ended(tool: AnyOutsideTool, status: OperationStatus, result: Result) -> OperationStatus:
    """Return an operation as done; or as failed where the tool says that it was refused, and those after it go on."""
    problem = tool.problem(result)
    if not problem:
        return _now(status, "done", result)
    return _now(status, "failed", result, problem).model_copy(update={"stops": False})


def _counted(status: OperationStatus, found: Sequence[Result]) -> OperationStatus:
    """Return an operation with all that is there of it; the oldest is its result, as what came after stands on that."""
    if len(found) < 2:
        return status
    first, *twins = map(dict, found)
    while twins:
        known = {**status.model_dump(), "result": first, "twins": tuple(twins)}
        try:
            return OperationStatus.model_validate(known)
        except ValidationError:
            log.warning("not all twins of an operation can be kept")
            twins.pop()
    return status


def _now(
    status: OperationStatus, state: State, result: Result | None = None, problem: str = ""
) -> OperationStatus:
    known = {**status.model_dump(), "state": state, "problem": problem}
    try:
        return OperationStatus.model_validate({**known, "result": dict(result or {})})
    except ValidationError:  # what was written is written, whatever is said of it
        log.warning("a result can't be kept")
        return OperationStatus.model_validate({**known, "result": {}})


async def _within(
    seconds: float, work: Coroutine[Any, Any, Value]
) -> tuple[Value | None, BaseException | None]:
    """Return what the work comes to, or why it came to nothing: whatever it raises, or ``TimeoutError``."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
    finally:
        task.cancel()
    await asyncio.wait({task}, timeout=GIVE_UP_SECONDS)
    if not task.done() or task.cancelled():
        return None, TimeoutError()
    error = task.exception()
    if error is not None and not isinstance(error, NotCarriedOut):
        log.warning("an operation outside failed", exc_info=error)
    return (None, error) if error else (task.result(), None)
