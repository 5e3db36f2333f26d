"""What every door leads to, and its work: each kind has places, a tenant a share of them, and it ends with its client.

What asyncio hands to threads goes, for a request over REST, to threads of requests; those of turns are left to turns.
So no number of requests makes a turn wait for a thread. These threads are few, as whatever computes in one takes the
interpreter from turns: beside three of them a turn took three times as long as beside one.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
)
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import ParamSpec, Protocol, TypeVar

import pydantic.dataclasses
from starlette.requests import ClientDisconnect, Request
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from src.api import replies
from src.api.limits import PATH, Limits, media_type
from src.api.middleware import as_json, language_of
from src.api.turns import Turns
from src.bootstrap import Parts
from src.desks.desk import presenters
from src.dossier.models import Dossier, Language, SourceBase
from src.dossier_service import DossierService
from src.errors import Busy, StorageFailed
from src.identity.caller import current
from src.identity.fair_places import FairPlaces
from src.texts import beside

log = logging.getLogger(__name__)

Given = ParamSpec("Given")
Result = TypeVar("Result")


@pydantic.dataclasses.dataclass(frozen=True, config=pydantic.ConfigDict(extra="forbid"))
class Kind:
    """A kind of work, and how much of it is done at once."""

    name: str
    requests: str
    """Regular expression of method and path."""
    at_once: int = 2
    """Requests in work; one tenant has at most half of these places."""
    waiting: int = 8
    """Requests that wait for a place, at most half of them one tenant's; one more is told ``busy``."""
    stops: bool = True
    """Whether it is stopped where its client leaves; what changes a dossier is done all the same."""
    brings: str = ""
    """Media type of what a request brings; empty: any."""
    quick: bool = False
    """Whether it is of one dossier and soon done, and so does not wait for a thread behind what takes long."""


def kinds(limits: Limits) -> tuple[Kind, ...]:
    """Return the kinds of work; a request is of the first that it fits."""
    found = [Kind(**row) for row in beside(__file__, "work")["kinds"]]
    places = limits.uploads.waiting
    return tuple(
        replace(kind, at_once=places, waiting=0) if kind.name in ("fetching", "uploading") else kind
        for kind in found
    )


_threads: ContextVar[Executor] = ContextVar("threads")
"""Where the request at hand has its work done; turns have no such thing, and use the event loop's own threads."""


@contextmanager
def _done_by(threads: Executor) -> Iterator[None]:
    token = _threads.set(threads)
    try:
        yield
    finally:
        _threads.reset(token)


class SortingExecutor(ThreadPoolExecutor):
    """The threads of turns; as an event loop's own it hands the work of requests on to the threads of these."""

    def submit(
        self, work: Callable[Given, Result], /, *args: Given.args, **named: Given.kwargs
    ) -> Future[Result]:
        """Have the work done by the threads of the request at hand, else by these."""
        threads = _threads.get(None)
        if threads is not None:
            return threads.submit(work, *args, **named)
        return super().submit(work, *args, **named)


class WorkPool:
    """The places of one kind of work, and the threads that it is done by."""

    def __init__(self, kind: Kind, threads: Executor) -> None:
        self.kind = kind
        self._threads = threads
        self._places = FairPlaces(kind.at_once, kind.waiting)

    @asynccontextmanager
    async def place(self, tenant: str) -> AsyncIterator[None]:
        """Hold a place, and work on these threads, in the block; ``Busy`` where too many wait for one."""
        async with self._places.place(tenant):
            with _done_by(self._threads):
                yield


class WorkPools:
    """One pool for each kind of work; one thread for all that takes long, and two for what is quick."""

    def __init__(self, of: Sequence[Kind]) -> None:
        self._long = ThreadPoolExecutor(1, "tess-long")
        self._quick = ThreadPoolExecutor(2, "tess-quick")
        self._pools = [
            (re.compile(kind.requests), WorkPool(kind, self._quick if kind.quick else self._long))
            for kind in of
        ]

    def pool(self, method: str, path: str, brings: str = "") -> WorkPool:
        """Return the pool that a request is of; ``brings``: of what type its body is."""
        asked = f"{method} {path}"
        return next(
            pool
            for requests, pool in self._pools
            if requests.fullmatch(asked) and pool.kind.brings in ("", brings)
        )

    def beside_requests(self) -> AbstractContextManager[None]:
        """Work in the block on the thread of what takes long, without a place: for what nobody waits for."""
        return _done_by(self._long)

    @contextmanager
    def open(self) -> Iterator[None]:
        """Sort what this event loop hands to threads, in the block; at its end nothing that waits is begun any more."""
        asyncio.get_running_loop().set_default_executor(SortingExecutor())
        try:
            yield
        finally:
            for threads in (self._long, self._quick):
                threads.shutdown(wait=False, cancel_futures=True)


class FairWork:
    """Lets a request work in a place of its kind, and stops it where its client leaves."""

    def __init__(self, app: ASGIApp, pools: WorkPools) -> None:
        self._app = app
        self._pools = pools

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] == PATH:
            await self._app(scope, receive, send)
            return
        pool = self._pools.pool(scope["method"], scope["path"], media_type(Request(scope)))
        client = _Client(receive, send)
        leaving = asyncio.timeout(None)
        try:
            async with leaving:
                on_left = leaving.reschedule if pool.kind.stops else lambda _: None
                async with client.watched(on_left), pool.place(current().tenant):
                    await self._app(scope, client.receive, client.send)
        except TimeoutError:
            if leaving.expired():
                raise ClientDisconnect from None
            raise
        except Busy as error:  # of the place: those of the work were answered inside
            refusal = replies.failure(error, language_of(scope))
            scope["app"].state.turns.tracer.refused(error.code)
            await as_json(refusal, error.status)(scope, receive, send)


class _Client:
    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._brought: asyncio.Queue[Message] = asyncio.Queue(1)
        self._watching: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def watched(self, on_left: Callable[[float], None]) -> AsyncIterator[None]:
        """Call ``on_left`` with a time that is past where the client leaves before it is answered."""
        self._watching = asyncio.create_task(self._watch(on_left))
        try:
            yield
        finally:
            self._watching.cancel()

    async def receive(self) -> Message:
        """Return the next piece of the request."""
        return await self._brought.get()

    async def send(self, message: Message) -> None:
        """Send a piece of the answer; from the first on the work is done, and nothing is to be stopped."""
        if self._watching:
            self._watching.cancel()
        await self._send(message)

    async def _watch(self, on_left: Callable[[float], None]) -> None:
        while (message := await self._receive())["type"] != "http.disconnect":
            await self._brought.put(message)
        on_left(0)
        await self._brought.put(message)


@dataclass(frozen=True)
class Inside:
    """A wired engine as doors see it."""

    parts: Parts
    limits: Limits
    pools: WorkPools
    dossiers: DossierService
    turns: Turns
    kinds: Mapping[Language, Mapping[str, str]]
    """What kinds of sources are called."""

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Do beside the work of others what goes on for as long as doors are open; at the end let go of everything."""
        parts = self.parts
        with self.pools.open():
            beside = [asyncio.create_task(_warmed(parts, self.pools))]
            if parts.effects:
                beside.append(asyncio.create_task(parts.effects.keep_up()))
            if parts.retention:
                beside.append(asyncio.create_task(parts.retention.daily()))
            yield
        for task in beside:
            task.cancel()
        await asyncio.wait(beside)
        await parts.close()


class Door(Protocol):
    """Another way in, beside ``/ws`` and REST, that the server mounts."""

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """What is asked for at this door."""

    def open(self) -> AbstractAsyncContextManager[None]:
        """Be open for as long as the block lasts; once."""


MakeDoor = Callable[[Inside], Door]


def inside(parts: Parts, limits: Limits) -> Inside:
    """Return what the doors of a wired engine lead to."""
    known = [kind for desk in parts.desks.values() for kind in desk.source_kinds]
    languages: tuple[Language, ...] = ("nl", "en")
    labels = {spoken: {kind.name: kind.label[spoken] for kind in known} for spoken in languages}

    async def admit(dossier: Dossier, source: SourceBase) -> None:
        if dossier.desk in parts.desks:
            await parts.desks[dossier.desk].admit(dossier, source)

    dossiers = parts.dossiers or DossierService(
        parts.store,
        parts.rules_of,
        presenter_of=presenters(parts.desks),
        admit=admit,
        secret_gate=parts.agent.secrets,
    )
    turns = Turns(
        parts.agent,
        parts.store,
        limits,
        parts.quotas,
        parts.tracer,
        creates=parts.authentication is None,
        kinds=labels,
    )
    return Inside(parts, limits, WorkPools(kinds(limits)), dossiers, turns, labels)


async def _warmed(parts: Parts, pools: WorkPools) -> None:
    """Have lists at hand, by the thread that makes them; nothing waits for it."""
    try:
        with pools.beside_requests():
            await parts.warm()
    except StorageFailed as error:
        told = {"problem": error.details["problem"]}
        log.warning("the index of dossiers could not be warmed", extra=told)
