"""A server that dies around each request that writes: nothing twice, no orphan, and what is left goes on by itself.

What was on its way when it died may arrive long after: it is waited for, looked up once more, and told.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from datetime import timedelta
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import quote

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from src.dossier.store import utc_now
from src.tools.backlog.writing import WriteBacklog
from standins.backlog.server import AdoStandin
from standins.base import Standin, StandinReply, StandinRequest, World
from standins.server import HOST, StandinServer, standing_in
from tests.desks.backlog.scripts import BEGINS, DRAFTS, MEETING, STORIES, TAGS, scripted
from tests.desks.backlog.services.place import Place, writes
from tests.desks.backlog.talking import ITEMS, PROJECT, Talk, at_the_desk, installed, rooms
from tests.dossier.writing import CHILDREN
from tests.fakes import Calendar
from tests.serving import served
from tests.thoroughness import stride

CHILDREN.set_forkserver_preload([__name__])

WRITES = 4
"""Requests that the plan of the script takes to be written: an epic, a feature, a story, a change."""

PLACES = [(number, is_done) for number in range(1, WRITES + 1) for is_done in (False, True)]


class DeadlyAdo(AdoStandin):
    """Kills who asks at one of the requests that write: before it is done, or before the reply is sent."""

    at = 0
    is_done = False
    kill: Callable[[], None]
    seen = 0

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        if writes(asked):
            self.seen += 1
        if not writes(asked) or self.seen != self.at:
            return super().reply_to(asked)
        if self.is_done:
            super().reply_to(asked)
        self.kill()
        return StandinReply(fault="reset")


def serves(url: str, folder: str, tell: Connection) -> None:
    """Serve the desk until killed, and tell the port."""

    async def run() -> None:
        async with served(installed(url, Path(folder), scripted())) as server:
            tell.send(server.port)
            await asyncio.Event().wait()

    asyncio.run(run())


async def confirmed(port: int, dossier_id: str, digest: str) -> None:
    """Confirm a plan at a server that dies before it replies."""
    asked = json.dumps({"dossier_id": dossier_id, "confirm": digest})
    with suppress(ConnectionClosed, InvalidMessage, OSError):
        async with connect(f"ws://127.0.0.1:{port}/ws", proxy=None, open_timeout=60) as connection:
            await connection.send(asked)
            pytest.fail(f"it lived to say {await connection.recv()!r}")


@pytest.mark.parametrize(("number", "is_done"), PLACES[:: 3 if stride() > 1 else 1])
async def test_a_server_that_dies_at_a_write_writes_once(
    tmp_path: Path, number: int, is_done: bool
) -> None:
    with rooms(DeadlyAdo) as here:
        ado = here.ado
        assert isinstance(ado, DeadlyAdo)
        async with at_the_desk(here, tmp_path, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            digest = await talk.planned()
        assert ado.seen == 0  # nothing that writes before a yes
        told, tell = CHILDREN.Pipe(duplex=False)
        url = here.settings.tess_backlog_ado_url
        process = CHILDREN.Process(target=serves, args=(url, str(tmp_path), tell), daemon=True)
        process.start()
        ado.at, ado.is_done, ado.kill = number, is_done, process.kill
        port = await asyncio.to_thread(told.recv)
        await confirmed(port, talk.dossier_id, digest)
        process.join()
        later = Calendar(utc_now() + timedelta(days=1))  # when what was begun can be looked up
        async with at_the_desk(here, tmp_path, scripted(), clock=later) as after:
            after.dossier_id = talk.dossier_id
            await resumed(after)
            frame = await after.confirm(digest)
            assert frame["outcome"] == "done"
            made = [one for one in ado.items.kept.values() if one.id > len(ITEMS)]
            titles = [one.fields["System.Title"] for one in made]
            assert titles == ["Reception", "Visitors", STORIES[0]]
            assert [one.parent for one in made] == [None, made[0].id, made[1].id]
            assert ado.items.kept[4].rev == 2
            rows = await after.rows("ado_write_results.jsonl")
            assert {row["status"] for row in rows} == {"written"}


# What arrives after the death of who sent it


class SlowProxy(Standin):
    """Stands between the desk and a tracker; one creation it holds back until after the death of who sent it."""

    name, title = "proxy", "A proxy that holds a request back"

    def __init__(self, server: StandinServer) -> None:
        super().__init__(World())
        self._server = server
        self._seen = 0
        self.at = 0
        """The creation that it holds, from 1; 0: none."""
        self.held: StandinRequest | None = None
        self.kill: Callable[[], None]

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        if asked.method == "POST" and writes(asked):
            self._seen += 1
            if self._seen == self.at:
                self.held = asked
                self.kill()
                return StandinReply(fault="reset")
        return self._forwarded(asked)

    def deliver(self) -> None:
        """Send on what was held."""
        assert self.held is not None
        assert self._forwarded(self.held).status == 200

    def _forwarded(self, asked: StandinRequest) -> StandinReply:
        there = HTTPConnection(HOST, self._server.server_port)
        with closing(there):
            path = quote(asked.path, safe="/$")
            there.request(asked.method, f"{path}?{asked.query_text}", asked.body, asked.headers)
            reply = there.getresponse()
            body = json.loads(reply.read() or "null")
            kind = {"content-type": reply.headers.get("content-type", "application/json")}
            return StandinReply(status=reply.status, headers=kind, body=body)


async def resumed(talk: Talk) -> None:
    """Let the server go on with what is left, as it does now and then."""
    effects = talk.parts.effects
    assert effects is not None
    while await effects.resume(talk.dossier_id, is_patient=True) is None:
        await talk.server.get("/healthz")  # it is just doing so; others are served meanwhile


@asynccontextmanager
async def died_on_the_way(
    folder: Path, at: int
) -> AsyncIterator[tuple[Place, SlowProxy, str, str]]:
    """Yield a tracker behind a proxy that holds a creation, the dossier and the plan of the server that died of it."""
    with rooms() as here, standing_in(SlowProxy(here.server)) as front:
        proxy = front.standin
        assert isinstance(proxy, SlowProxy)
        url = here.ado.url(front.url)
        here.settings = here.settings.model_copy(update={"tess_backlog_ado_url": url})
        async with at_the_desk(here, folder, scripted(BEGINS, DRAFTS, *TAGS)) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            digest = await talk.planned()
        told, tell = CHILDREN.Pipe(duplex=False)
        process = CHILDREN.Process(target=serves, args=(url, str(folder), tell), daemon=True)
        process.start()
        proxy.at, proxy.kill = at, process.kill
        await confirmed(await asyncio.to_thread(told.recv), talk.dossier_id, digest)
        process.join()
        yield here, proxy, talk.dossier_id, digest


def made_in(here: Place) -> list[str]:
    return here.titles[len(ITEMS) :]


async def test_what_arrives_in_its_time_is_waited_for_and_not_written_again(tmp_path: Path) -> None:
    async with died_on_the_way(tmp_path, 2) as (here, proxy, dossier_id, digest):
        clock = Calendar(utc_now())
        async with at_the_desk(here, tmp_path, scripted(), clock=clock) as after:
            after.dossier_id = dossier_id
            asked = len(here.server.requests)
            await resumed(after)
            open_still = await after.confirm(digest)
            assert (open_still["outcome"], made_in(here)) == ("continue", ["Reception"])
            assert "may still be on its way" in open_still["response"]
            assert len(here.server.requests) == asked  # it is not even looked up
            proxy.deliver()
            clock.pass_by(WriteBacklog.seconds)
            await resumed(after)
            assert made_in(here) == ["Reception", "Visitors", STORIES[0]]
            clock.pass_by(WriteBacklog.again_seconds)
            await resumed(after)
            assert await after.parts.store.unsettled() == []
            (written,) = (await after.made("written")).values()
            assert [one["state"] for one in written["operations"]] == ["done"] * 4
            assert not any("twins" in one for one in written["operations"])


async def test_what_arrives_after_it_was_written_again_is_told_and_can_be_taken_back(
    tmp_path: Path,
) -> None:
    async with died_on_the_way(tmp_path, 2) as (here, proxy, dossier_id, _):
        clock = Calendar(utc_now() + timedelta(seconds=WriteBacklog.seconds))
        async with at_the_desk(here, tmp_path, scripted(), clock=clock) as after:
            after.dossier_id = dossier_id
            await resumed(after)
            assert made_in(here) == ["Reception", "Visitors", STORIES[0]]
        proxy.deliver()
        assert made_in(here) == ["Reception", "Visitors", STORIES[0], "Visitors"]
        clock.pass_by(WriteBacklog.again_seconds)
        async with at_the_desk(here, tmp_path, scripted(), clock=clock) as after:
            after.dossier_id = dossier_id
            await resumed(after)
            (written,) = (await after.made("written")).values()
            first, twin = written["operations"][1]["result"], written["operations"][1]["twins"]
            assert ([one["id"] for one in twin], first["id"]) == ([8], 6)
            told = (await after.dossier())["conversation"][-1]["content"]
            assert ("more than was asked for" in told, "[#8]" in told) == (True, True)
            writes_before = len(here.writes)
            # Other plans go with what they were made of; this one is made of what is in the tracker alone.
            await after.say(f"load the backlog of {PROJECT}")
            assert len(here.writes) == writes_before
            offered = await after.made("plan")
            (name,) = (one for one in offered if "twins" in one)
            assert (await after.confirm(offered[name]["digest"]))["outcome"] == "done"
            assert made_in(here) == ["Reception", "Visitors", STORIES[0]]
            (story,) = [one for one in here.ado.items.kept.values() if one.id == 7]
            assert story.parent == first["id"]
