"""One confirmed plan as it is carried out: operation by operation, every step in the journal before the next."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from src.dossier import plan as plans
from src.dossier.journal import JournalEntry, ModelRecord, Request, Turn
from src.dossier.models import Artifact
from src.dossier.patch import DossierPatch
from src.dossier.plan import Operation, OperationStatus, State, Written
from src.dossier.store import DossierStore, Lease
from src.errors import NotCarriedOut
from src.observing.spans import UNTRACED, Tracer
from src.tools.outside import AnyOutsideTool, Result

GIVE_UP_SECONDS = 2.0
"""So long an operation that took too long may take to be stopped."""

Value = TypeVar("Value")

OnOperation = Callable[[Operation], Awaitable[None]]
"""Is told which operation is carried out now."""

log = logging.getLogger(__name__)


async def silent(operation: Operation) -> None:
    """Tell nobody."""


@dataclass
class PlanRun:
    """Operations that were confirmed by the entry ``intent``, and how they stand by now; its holder has the lease."""

    store: DossierStore
    intent: JournalEntry
    operations: Sequence[Operation]
    tools: Mapping[str, AnyOutsideTool]
    lease: Lease
    artifact: Artifact
    """What tells how they stand."""
    written: Written
    tracer: Tracer = UNTRACED

    async def carry_out(self, on_operation: OnOperation, is_ending: Callable[[], bool]) -> None:
        """Do what is left, one after the other, until something can't be done or is not known."""
        for operation in self.operations:
            status = self.written.status(operation.id)
            if status.state == "done":
                continue
            if status.state == "failed" or is_ending():
                return
            await on_operation(operation)
            await self.lease.check()
            with self.tracer.span("effect", tool=operation.tool) as span:
                span.attributes["outcome"] = (await self._settled(operation, status)).state
            if span.attributes["outcome"] != "done":
                return

    async def refuse(self, problem: str) -> None:
        """Take note that nothing of it is carried out."""
        await self._note(_now(self.written.operations[0], "failed", problem=problem))

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
        if not await self._put(begun):
            return status  # it was begun by who held the lease before
        result, error = await _within(tool.seconds, tool.carry_out(operation, begun.key))
        if isinstance(error, NotCarriedOut):
            return await self._note(_now(begun, "failed", error.details, error.code))
        if result is not None:
            return await self._note(_now(begun, "done", result, tool.problem(result)))
        found = await self._looked_up(tool, operation, begun)
        if found.state != "done":
            # What is on its way may arrive still: it is looked up once more before it is tried again.
            found = _now(begun, "unknown", problem=type(error).__name__)
        return await self._note(found)

    async def _looked_up(
        self, tool: AnyOutsideTool, operation: Operation, status: OperationStatus
    ) -> OperationStatus:
        """Return the operation as done, as unknown, or as waiting where it was not carried out."""
        with self.tracer.span("look_up", tool=operation.tool):
            result, error = await _within(tool.seconds, tool.look_up(operation, status.key))
        if error is not None:
            return _now(status, "unknown", problem=type(error).__name__)
        if result is None:
            return _now(status, "waiting")
        return _now(status, "done", result, tool.problem(result))

    async def _note(self, status: OperationStatus) -> OperationStatus:
        if status != self.written.status(status.operation):
            await self._put(status)
        return status

    async def _put(self, status: OperationStatus) -> bool:
        """Store how an operation stands, in an entry of its own; return False where that had been stored before."""
        intent, digest = self.intent, self.written.plan
        written = self.written.with_status(status)
        step = (status.operation, status.state, status.attempts)
        turn = Turn(
            dossier_id=intent.dossier_id,
            desk=intent.desk,
            author=intent.author,
            tenant=intent.tenant,
            based_on=intent.version,
            request=Request(
                message="", message_id=plans.entry_id(intent.dossier_id, digest, *step)
            ),
            patch=DossierPatch(put_artifacts=(self._told(written),)),
            reply="",
            language=intent.language,
            model=ModelRecord(id="none"),
        )
        committed = await self.store.commit(turn)
        self.written = written
        return not committed.repeated

    def _told(self, written: Written) -> Artifact:
        """Return how it all stands, with what would take back what was done once nothing more is done for now."""
        states = [one.state for one in written.operations]
        if states[-1] == "done" or "failed" in states or "unknown" in states:
            complete = written.model_copy(update={"inverse": self._inverse(written)})
            try:
                return self._with(complete)
            except ValidationError:  # too much for one artifact: whoever wants it plans it anew
                log.warning("the inverse of a plan is too large")
        return self._with(written)

    def _with(self, written: Written) -> Artifact:
        data = written.model_dump(mode="json")
        return Artifact.model_validate({**dict(self.artifact), "data": data})

    def _inverse(self, written: Written) -> tuple[Operation, ...]:
        found: list[Operation] = []
        for operation in reversed(self.operations):
            status, tool = written.status(operation.id), self.tools.get(operation.tool)
            if status.state == "done" and tool:
                back = tool.inverse(operation, status.result)
                found += [back.model_copy(update={"tool": operation.tool})] if back else []
        return tuple(found)


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
