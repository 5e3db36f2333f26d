"""The turns of one server: so many run, so many wait, a tenant has half of both; at the end they are seen through."""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from math import inf

from src import errors
from src.agent import Agent
from src.api import replies
from src.api.limits import Limits
from src.api.replies import Final
from src.api.running_turn import RunningTurn, telling
from src.api.wire import ErrorFrame, MessageRequest, SuccessFrame
from src.dossier import journal
from src.dossier.models import Language
from src.dossier.store import Committed, DossierStore
from src.identity.caller import current
from src.identity.fair_places import FairPlace, FairPlaces, Pacing
from src.identity.quotas import Quotas
from src.observing.spans import Tracer

MOST_KEPT = 64
"""Finished turns whose progress is still told to who comes back for it."""

Key = tuple[str, str, str]
"""Tenant, dossier and message: nobody joins a turn of another tenant, whatever ids they know."""


class Turns:
    """Runs turns apart from connections: a client that leaves stops none that has begun."""

    def __init__(
        self,
        agent: Agent,
        store: DossierStore,
        limits: Limits,
        quotas: Quotas,
        tracer: Tracer,
        *,
        creates: bool,
        kinds: Mapping[Language, Mapping[str, str]],
    ) -> None:
        self.tracer = tracer
        self._kinds = kinds
        """What kinds of sources are called, by language and kind."""
        self._agent = agent
        self._store = store
        self._quotas = quotas
        self._creates = creates
        """Whether a dossier id that is not known makes a new dossier."""
        self.entering = Pacing()
        self._places = FairPlaces(limits.turns, limits.waiting)
        self._known: dict[Key, RunningTurn] = {}
        """Turns that can be followed: those that are not done, and the last ones that are, oldest first."""
        self._unfinished: set[RunningTurn] = set()
        self._answering: set[asyncio.Task[object]] = set()
        self._is_ending = False

    @property
    def running(self) -> int:
        """How many turns run."""
        return self._places.held

    @property
    def waiting(self) -> int:
        """How many turns wait for those."""
        return self._places.waiting

    async def join(
        self,
        request: MessageRequest,
        dossier_id: str,
        language: Language,
        soft_seconds: float = inf,
    ) -> RunningTurn:
        """Return the turn of a request, begun now unless it was before; ``soft_seconds``: see ``Agent.turn``.

        Raises ``Busy``, ``LimitReached``, ``ShuttingDown``, ``UnknownDossier``, or ``MessageIdReused`` where the id
        stands for another text.
        """
        key = (current().tenant, dossier_id, request.message_id or secrets.token_hex(16))
        desk = await self._desk(key, request)
        turn = await self._before(key, request, language)
        turn = turn or await self._begin(key, desk, request, language, soft_seconds)
        if not _is_same(turn.request, request):
            raise errors.MessageIdReused
        turn.followers += 1
        return turn

    async def answered(
        self, request: MessageRequest, dossier_id: str, language: Language
    ) -> SuccessFrame:
        """Return the reply of a turn that nobody follows; raises as ``join`` does, and ``TurnRefused``."""
        turn = await self.join(request, dossier_id, language)
        async for _ in turn.follow(0):
            pass
        return turn.reply

    async def _desk(self, key: Key, request: MessageRequest) -> str:
        """Return the desk of a turn.

        Raises ``UnknownDossier`` unless the caller finds the dossier, or was just told its id by its first turn.
        """
        known = self._known.get(key)
        if known and current().opens(known.desk):
            return known.desk
        if request.dossier_id and not self._creates:
            dossier = await self._store.load(key[1])
            if dossier is None:
                raise errors.UnknownDossier(dossier_id=key[1])
            return dossier.desk
        desks = self._agent.desks
        return request.desk if request.desk and request.desk in desks else next(iter(desks), "")

    def leave(self, turn: RunningTurn) -> None:
        """Take note that a client has gone: a turn that nobody waits for, and that has not begun, never begins."""
        turn.followers -= 1
        if not turn.followers and not turn.started:
            self._forget(turn)
            _stop(turn, errors.Cancelled())

    def cancel(self, message_id: str) -> bool:
        """Stop the caller's turns of a message; return whether there was one that could still be stopped.

        One that is just being stored can not. Raises ``UnknownTurn`` where the caller has no turn of this message.
        """
        caller = current()
        found = [
            turn
            for (tenant, _, named), turn in self._known.items()
            if named == message_id and caller.finds(tenant, turn.desk)
        ]
        if not found:
            raise errors.UnknownTurn(message_id=message_id)
        stoppable = [turn for turn in found if turn.final is None and not turn.storing]
        for turn in stoppable:
            _stop(turn, errors.Cancelled())
        return bool(stoppable)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Let the end of the server wait for the task that is in this block."""
        task = asyncio.current_task()
        assert task is not None  # a coroutine of ours is in the block
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def drain(
        self, seconds: float, seconds_more: float, is_hurried: Callable[[], bool]
    ) -> None:
        """Begin no more turns, and return when all are done and told.

        After ``seconds`` those that still run are stopped, after ``seconds_more`` also those that are just being
        stored; each is told so.
        """
        self._is_ending = True
        self._agent.end()
        await self._until(lambda: not self._unfinished or is_hurried(), seconds)
        for turn in [running_turn for running_turn in self._unfinished if not running_turn.storing]:
            _stop(turn, errors.ShuttingDown())
        await self._until(lambda: not self._unfinished or is_hurried(), seconds_more)
        for turn in list(self._unfinished):
            _stop(turn, errors.ShuttingDown())
        await self._until(
            lambda: not (self._unfinished or self._answering) or is_hurried(), seconds_more
        )

    async def _until(self, is_done: Callable[[], bool], seconds: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not is_done() and loop.time() < end:  # noqa: ASYNC110  # a signal sets no event
            await asyncio.sleep(0.02)

    async def _before(
        self, key: Key, request: MessageRequest, language: Language
    ) -> RunningTurn | None:
        """Return the turn of a message that came before, as far as it needs not be run."""
        known = self._known.get(key)
        if known and known.final is None:
            return known
        resumes = request.after is not None
        if known and isinstance(known.final, ErrorFrame):
            # The error of another text under this id is nobody's but that text's.
            return known if resumes and _is_same(known.request, request) else None
        if not known and not resumes:
            return None  # the agent looks whether it is stored
        stored = await self._store.find(*key[1:])
        if stored is None or stored.entry.request is None:
            return None
        kept = stored.entry.request
        is_same = await self._agent.secrets.is_same(kept.message, request.message, key[1])
        if not is_same or kept.confirm != (request.confirm or ""):
            raise errors.MessageIdReused
        final = self._success(stored)
        if known and known.final == final:
            return known
        # Another server ran it, or this one before it was started anew, or its words were erased since.
        told = RunningTurn(request, key[1], language, seq=request.after or 0)
        told.finish(final)
        return told

    async def _begin(
        self, key: Key, desk: str, request: MessageRequest, language: Language, soft_seconds: float
    ) -> RunningTurn:
        known = self._known.get(key)
        if known and known.final is None:
            return known  # it began while the store was asked
        if self._is_ending:
            raise errors.ShuttingDown
        place = self._places.ask(key[0])
        with ExitStack() as undone:
            undone.callback(self._places.leave, place)
            begun = await self._quotas.begin_turn(key[0])
            undone.pop_all()
        turn = RunningTurn(
            request,
            key[1],
            language,
            seq=request.after or 0,
            tenant=key[0],
            desk=desk,
            kinds=self._kinds.get(language, {}),
        )
        turn.counted_as = begun
        turn.tell("accepted", dossier_id=turn.dossier_id)
        self._known.pop(key, None)
        self._known[key] = turn
        self._unfinished.add(turn)
        turn.started = place.given.done()
        turn.task = asyncio.create_task(self._run(turn, place, soft_seconds))
        turn.task.add_done_callback(lambda task: self._finish(turn, task))
        # Not by the task itself, which may be stopped before it begins.
        turn.task.add_done_callback(lambda _: self._places.leave(place))
        return turn

    async def _end_count(self, turn: RunningTurn) -> None:
        begun, turn.counted_as = turn.counted_as, ""
        if begun:
            with suppress(errors.StorageFailed):  # it counts until its lease ends
                await self._quotas.end_turn(turn.tenant, begun)

    async def _run(self, turn: RunningTurn, place: FairPlace, soft_seconds: float) -> Final:
        """Run a turn, and count it as ended before anybody is told: the next one may come at once."""
        asked = turn.request
        same = asked.model_dump(include={"message", "message_id", "as_of", "straight"})
        try:
            with self.tracer.span("turn", dossier=turn.dossier_id) as span:
                if asked.message_id is not None:
                    span.attributes["turn"] = asked.message_id
                with self.tracer.span("accept"):
                    await place.given
                    turn.started = True
                committed = await self._agent.turn(
                    turn.dossier_id,
                    journal.Request(**same, confirm=asked.confirm or ""),
                    asked.desk,
                    telling(self.tracer, span, turn.progress),
                    soft_seconds,
                )
                span.attributes |= {
                    "outcome": "repeated" if committed.repeated else "answered",
                    "version": committed.entry.version,
                    "desk": committed.entry.desk,
                    "sources": len(committed.dossier.selected_ids),
                }
            return self._success(committed)
        finally:
            await self._end_count(turn)

    def _success(self, committed: Committed) -> SuccessFrame:
        entry = committed.entry
        desk = self._agent.desks.get(entry.desk)
        language = desk.reply_language(entry) if desk else entry.language
        return replies.success(committed, self._kinds.get(entry.language, {}), language)

    def _finish(self, turn: RunningTurn, task: asyncio.Task[Final]) -> None:
        error = (turn.stopped_by or errors.ShuttingDown()) if task.cancelled() else task.exception()
        turn.finish(
            replies.failure(error, turn.language, turn.dossier_id) if error else task.result()
        )
        self._unfinished.discard(turn)
        if turn.counted_as:  # it was stopped before it began
            ending = asyncio.create_task(self._end_count(turn))
            self._answering.add(ending)
            ending.add_done_callback(self._answering.discard)
        if turn.request.message_id is None:
            self._forget(turn)
        kept = [running_turn for running_turn in self._known.values() if running_turn.final]
        for old in kept[:-MOST_KEPT]:
            self._forget(old)

    def _forget(self, turn: RunningTurn) -> None:
        self._known = {key: entry for key, entry in self._known.items() if entry is not turn}


def _is_same(request: MessageRequest, other: MessageRequest) -> bool:
    """Whether two requests of one message id, as they came, say the same."""
    return (request.message, request.confirm or "") == (other.message, other.confirm or "")


def _stop(turn: RunningTurn, why: errors.TessError) -> None:
    turn.stopped_by = turn.stopped_by or why
    if turn.task:
        turn.task.cancel()
