"""Work beside turns: places and threads of its own, a share for each tenant, and an end where its client leaves."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from src.api.inside import Kind, WorkPool, WorkPools, kinds
from src.api.limits import Limits
from src.api.server import create_app
from src.bootstrap import Parts
from src.dossier.blobs import NO_BLOBS
from src.dossier.journal import Turn
from src.dossier.json_store import JsonStore
from src.dossier.models import Dossier
from src.dossier.store import Committed, DossierPage, DossierQuery
from src.errors import Busy
from src.uploads.limits import UploadLimits
from tests.api.raw import Raw, raw
from tests.api.test_draining import started
from tests.api.wiring import QUESTION, wired
from tests.identity.callers import guarded, made
from tests.serving import TEST_ID, Served, served

A, B = "a", "b"
OTHER_ID = "dos-fedcba9876543210fedcba9876543210"
FILE = "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 5000\r\n{}\r\n"
SLOW = ("tests.api.slow_reading",)


# Places


async def test_so_many_work_and_wait_and_one_more_is_told_busy() -> None:
    pool = WorkPool(Kind("finding", "", at_once=1, waiting=1), ThreadPoolExecutor())
    begun: list[int] = []

    async def work(number: int, ends: asyncio.Event) -> None:
        async with pool.place(""):
            begun.append(number)
            await ends.wait()

    first, second = asyncio.Event(), asyncio.Event()
    works = [asyncio.create_task(work(1, first)), asyncio.create_task(work(2, second))]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await work(3, first)
    assert begun == [1]
    first.set()
    await works[0]
    second.set()
    await works[1]
    assert begun == [1, 2]
    await work(4, first)


async def test_a_tenant_has_half_of_the_places_and_another_goes_past_it() -> None:
    pool = WorkPool(Kind("finding", "", at_once=2, waiting=2), ThreadPoolExecutor())
    async with pool.place(A):
        waits = asyncio.create_task(_hold(pool, A))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await _hold(pool, A)
        await _hold(pool, B)
        assert not waits.done()
    await waits


async def test_no_number_of_tenants_makes_more_places() -> None:
    pool = WorkPool(Kind("finding", "", at_once=2, waiting=2), ThreadPoolExecutor())
    async with pool.place(A), pool.place(B):
        waiting = [asyncio.create_task(_hold(pool, tenant)) for tenant in ("c", "d")]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await _hold(pool, "e")
        assert not any(one.done() for one in waiting)
    await asyncio.gather(*waiting)


async def test_who_leaves_while_it_waits_takes_no_place() -> None:
    pool = WorkPool(Kind("finding", "", at_once=1, waiting=2), ThreadPoolExecutor())
    async with pool.place(A):
        left = asyncio.create_task(_hold(pool, B))
        await asyncio.sleep(0)
        left.cancel()
        await asyncio.wait([left])
        stays = asyncio.create_task(_hold(pool, B))
        await asyncio.sleep(0)
    await stays
    gone = asyncio.create_task(_hold(pool, B))
    async with pool.place(A):
        await asyncio.sleep(0)
    gone.cancel()  # just when it was given its place
    await asyncio.wait([gone])
    await _hold(pool, A)


async def _hold(pool: WorkPool, tenant: str) -> None:
    async with pool.place(tenant):
        pass


@pytest.mark.parametrize(
    ("request_line", "kind"),
    [
        ("GET /dossiers", "listing"),
        ("GET /stale", "listing"),
        ("GET /find", "finding"),
        (f"GET /dossiers/{TEST_ID}/export", "exporting"),
        (f"GET /dossiers/{TEST_ID}/pack", "exporting"),
        ("POST /packs/open", "opening"),
        (f"GET /dossiers/{TEST_ID}/verify", "reviewing"),
        (f"POST /dossiers/{TEST_ID}/live", "reviewing"),
        ("POST /documents/check", "uploading"),
        (f"POST /dossiers/{TEST_ID}/documents", "uploading"),
        (f"GET /dossiers/{TEST_ID}", "reading"),
        (f"GET /dossiers/{TEST_ID}/log", "history"),
        ("GET /diff", "history"),
        ("GET /feedback", "listing"),
        ("GET /collections", "reading"),
        (f"POST /dossiers/{TEST_ID}/undo", "changing"),
        ("GET /healthz", "telling"),
    ],
)
def test_each_request_is_of_a_kind(request_line: str, kind: str) -> None:
    method, path = request_line.split()
    assert WorkPools(kinds(Limits())).pool(method, path).kind.name == kind


def test_whatever_knows_of_dossiers_is_of_a_kind_that_waits_its_turn(tmp_path: Path) -> None:
    pools = WorkPools(kinds(Limits()))
    paths = create_app(wired(tmp_path)).openapi()["paths"]
    told = {
        path
        for path, methods in paths.items()
        for method in methods
        if pools.pool(method.upper(), path).kind.name == "telling"
    }
    assert {path for path in told if not path.startswith("/desks/")} == {
        "/healthz",
        "/readyz",
        "/desks",
        "/turns/{message_id}/cancel",
    }


# Beside turns


class Slow(JsonStore):
    """A store of files in which lists and one dossier keep a thread until they are let go."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.gate = threading.Event()
        self.stopped = asyncio.Event()
        self.committing = asyncio.Event()
        self.may_commit: asyncio.Event | None = None

    async def page(self, wanted: DossierQuery, cursor: str, limit: int) -> DossierPage:
        try:
            await asyncio.to_thread(self.gate.wait)
        except asyncio.CancelledError:
            self.stopped.set()
            raise
        return await super().page(wanted, cursor, limit)

    async def load(self, dossier_id: str) -> Dossier | None:
        if dossier_id == OTHER_ID:
            await asyncio.to_thread(self.gate.wait)
        return await super().load(dossier_id)

    async def commit(self, turn: Turn, contents: Collection[bytes] = NO_BLOBS) -> Committed:
        if self.may_commit:
            self.committing.set()
            await self.may_commit.wait()
        return await super().commit(turn, contents)


@asynccontextmanager
async def slowly(folder: Path) -> AsyncIterator[tuple[Served, Slow]]:
    """Serve from a slow store."""
    parts, store = wired(folder), Slow(folder)
    agent = replace(parts.agent, store=store)
    async with served(Parts(agent, store, parts.llm)) as server:
        try:
            yield server, store
        finally:
            store.gate.set()


def asked(path: str, method: str = "GET", body: str = "") -> bytes:
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n{body}".encode()


async def crowd(
    server: Served, held: AsyncExitStack, request: bytes, count: int
) -> list[asyncio.Task[bytes]]:
    """Have so many clients ask for something, and return the first line that each is told."""
    clients = [await held.enter_async_context(raw(server.port)) for _ in range(count)]
    for client in clients:
        client.writer.write(request)
    return [asyncio.create_task(client.reader.readline()) for client in clients]


@pytest.mark.parametrize(
    ("path", "refused"), [("/dossiers", 50), ("/find?text=a", 50), (f"/dossiers/{OTHER_ID}", 26)]
)
async def test_no_number_of_requests_takes_the_threads_of_turns(
    tmp_path: Path, path: str, refused: int
) -> None:
    async with slowly(tmp_path) as (server, store), AsyncExitStack() as held:
        told = await crowd(server, held, asked(path), 60)
        # So many are in work and so many wait; who is one too many is told so at once.
        while sum(one.done() for one in told) < refused:
            await asyncio.wait(
                [one for one in told if not one.done()], return_when="FIRST_COMPLETED"
            )
        assert {one.result().split()[1] for one in told if one.done()} == {b"503"}
        assert (await server.say(QUESTION))["status"] == "success"
        assert (await server.get("/healthz")).status_code == 200
        store.gate.set()
        assert b"503" not in {(await one).split()[1] for one in told[: 60 - refused]}


ONE = f"/dossiers/{OTHER_ID}"
OF_EVERY_KIND = (
    *map(asked, ("/dossiers", "/find?text=a", ONE)),
    *map(asked, (f"{ONE}/log", f"{ONE}/verify", f"{ONE}/export?format=pdf")),
    asked(f"{ONE}/title", "POST", '{"title": "Bezwaar"}'),
)


async def test_requests_of_every_kind_together_leave_turns_their_threads(tmp_path: Path) -> None:
    async with slowly(tmp_path) as (server, store), AsyncExitStack() as held:
        told: list[asyncio.Task[bytes]] = []
        for request in OF_EVERY_KIND:
            of_this_kind = await crowd(server, held, request, 41)
            # One is told that it is one too many: all places of the kind are taken.
            await asyncio.wait(of_this_kind, return_when="FIRST_COMPLETED")
            told += of_this_kind
        assert (await server.say(QUESTION))["status"] == "success"
        store.gate.set()
        await asyncio.wait(told)


async def test_work_for_a_client_that_has_left_stops(tmp_path: Path) -> None:
    async with slowly(tmp_path) as (server, store):
        async with raw(server.port) as client:
            client.writer.write(asked("/find?text=a"))
            assert (await server.say(QUESTION))["status"] == "success"
        await store.stopped.wait()


async def test_a_change_is_made_though_its_client_has_left(tmp_path: Path) -> None:
    async with slowly(tmp_path) as (server, store):
        await server.say(QUESTION, dossier_id=TEST_ID)
        store.may_commit = asyncio.Event()
        async with raw(server.port) as client:
            client.writer.write(asked(f"/dossiers/{TEST_ID}/title", "POST", '{"title": "Bezwaar"}'))
            await store.committing.wait()
        await server.until_left()
        store.may_commit.set()
        while (await server.get(f"/dossiers/{TEST_ID}")).json()["title"] != "Bezwaar":
            pass


async def test_the_end_does_not_wait_for_work_in_hand(tmp_path: Path) -> None:
    async with started(tmp_path, SLOW) as server, AsyncExitStack() as held:
        port = int(server.url.rsplit(":", 1)[1].partition("/")[0])
        for path in ("/dossiers", "/find?text=a", f"/dossiers/{TEST_ID}/export?format=pdf") * 10:
            client = await held.enter_async_context(raw(port))
            client.writer.write(asked(path))
            await client.writer.drain()
        async with raw(port) as last:
            last.writer.write(asked("/healthz"))
            assert b" 200 " in await last.reader.readline()
        server.process.send_signal(signal.SIGTERM)
        assert await server.process.wait() == 0


# Files on their way


@pytest.mark.parametrize(("path", "most"), [("/documents/check?name=a.txt", 2), ("/packs/open", 1)])
async def test_a_tenant_has_half_of_the_places_of_files(
    tmp_path: Path, path: str, most: int
) -> None:
    parts = guarded(tmp_path)
    tokens = {one: await made(parts, one, one) for one in (A, B)}
    limits = Limits(uploads=UploadLimits(waiting=4))

    async def brings(client: Raw, tenant: str) -> bytes:
        shown = f"Expect: 100-continue\r\nAuthorization: Bearer {tokens[tenant]}\r\n"
        client.writer.write(FILE.format(path, shown).encode())
        return (await client.reader.readline()).split()[1]

    async with served(parts, limits) as server, AsyncExitStack() as held:
        clients = [await held.enter_async_context(raw(server.port)) for _ in range(most + 2)]
        # Who is told to go on has a place.
        told = [await brings(one, A) for one in clients[: most + 1]]
        assert told == [b"100"] * most + [b"503"]
        assert await brings(clients[-1], B) == b"100"


@pytest.mark.parametrize("piece", [b"a", b""], ids=["drips in", "never comes"])
@pytest.mark.parametrize("path", ["/documents/check?name=a.txt", "/packs/open"])
@pytest.mark.parametrize(
    "limits",
    [Limits(upload_seconds=0.2, file_seconds=1e6), Limits(file_seconds=0.2, upload_seconds=1e6)],
    ids=["deadline", "rate"],
)
async def test_a_file_that_does_not_come_in_time_gives_its_place_back(
    tmp_path: Path, path: str, limits: Limits, piece: bytes
) -> None:
    async with served(wired(tmp_path), limits) as server, raw(server.port) as slow:
        slow.writer.write(FILE.format(path, "").encode() + piece)
        head = asyncio.create_task(slow.reader.readuntil(b"\r\n\r\n"))
        while not head.done():
            slow.writer.write(piece)
            await asyncio.wait([head], timeout=0.02)
        assert b" 408 " in await head
        assert b"body_too_slow" in await slow.reader.readuntil(b"}")
